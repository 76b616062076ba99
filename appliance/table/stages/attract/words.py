"""The messages of an empty table: an invitation to sit down."""

from appliance.table.answers import Headline
from appliance.table.facts.values import Facts
from bluffing.message import message


def headline(facts: Facts, _about: object) -> Headline:
    """Ask for players, and name the gap that these buzzers can't resolve."""
    blind = facts.settings.tie_ms
    code = "attract.blind" if blind else "attract.detail"
    return message("attract.headline"), message(
        code, game=facts.ruleset.called(facts.settings.house), ms=blind
    )
