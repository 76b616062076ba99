"""The messages while people sit down: who is missing."""

from appliance.table.answers import Headline
from appliance.table.codes import Role
from appliance.table.facts.values import Facts
from bluffing.message import message


def headline(facts: Facts, _about: object) -> Headline:
    """Say who is still missing."""
    title, seated = message("lobby.headline"), len(facts.names)
    game = facts.ruleset.called(facts.settings.house)
    few, most = facts.ruleset.seats[0], facts.ruleset.seats[-1]
    if seated in facts.ruleset.seats:
        waiting = sum(seat.role is Role.SEATED for seat in facts.seats)
        return title, message("lobby.waiting", n=waiting) if waiting else message("lobby.all-ready")
    code = "lobby.players" if few == most else "lobby.players-from-to"
    players = message(code, few=few, n=most)
    if seated < few:
        return title, message("lobby.missing", game=game, players=players, n=few - seated)
    return title, message("lobby.too-many", game=game, players=players)
