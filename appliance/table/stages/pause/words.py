"""The messages of a pause: who corrects what, and all rules of the game."""

from functools import lru_cache

from appliance.table.answers import Headline
from appliance.table.codes import Health, Prompt
from appliance.table.elements import Item
from appliance.table.facts.values import Facts
from appliance.table.stages.pause.facts import item_words
from bluffing.actions import Action, Adjust, Audit, Rescore
from bluffing.house import seconds
from bluffing.message import AtSeat, Message, in_a_row, message
from bluffing.options import Value
from bluffing.rulesets import RULESETS


def headline(facts: Facts) -> Headline:
    """Say who corrects what in a pause."""
    now, title = None if facts.pause is None else facts.pause.pause, message("pause.headline")
    if facts.parts.buzzers_lost is not None:
        return title, message("pause.no-buzzers")
    if now is None or now.seat is None:
        return title, message("pause.nobody")
    player = AtSeat(now.seat)
    if facts.game is not None and now.seat in facts.game.gone:
        return title, message("pause.has-left", who=player)
    if now.item is None:
        stuck = facts.seats[now.seat].button.health is Health.STUCK
        return title, message("pause.stuck" if stuck else "pause.chooses", who=player)
    if now.ready:
        proposal = _proposed(facts, now.action) or item_words(now.item)
        headline = message("pause.proposes", who=player, what=proposal)
        waiting = (seat.seat for seat in facts.seats if seat.prompt is Prompt.AGREE_OR_NOT)
        asked = tuple(map(AtSeat, waiting))
        return headline, message("pause.proposes.how", who=asked, n=len(asked))
    if now.item is Item.RECOUNT:
        return message("pause.count"), message("pause.count.how", who=player)
    if now.item is Item.SCORE and now.giver is not None:
        headline = message("pause.score-of", who=AtSeat(now.giver))
        return headline, message("pause.score.how", who=player)
    if now.item is Item.SCORE:
        return message("pause.score"), message("pause.give.how", who=player)
    headline = message("pause.give")
    if now.giver is not None:
        headline = message("pause.give-to", who=AtSeat(now.giver))
    return headline, message("pause.give.how", who=player)


def _proposed(facts: Facts, action: Action | None) -> Message | None:
    """Say the proposal that needs the others' agreement, if the item does not say it."""
    match action:
        case Adjust(giver, taker):
            return message("pause.move", giver=AtSeat(giver), taker=AtSeat(taker))
        case Rescore(seat, points):
            held = facts.playing.points[seat]
            return message("pause.rescored", who=AtSeat(seat), points=points, was=held)
        case Audit(hands):
            was = facts.playing
            rid = (seat for seat in range(len(hands)) if not hands[seat] and was.hands[seat])
            back = (seat for seat in was.out if hands[seat])
            changes = [message("pause.counted.none", who=AtSeat(seat)) for seat in rid]
            changes += [message("pause.counted.some", who=AtSeat(seat)) for seat in back]
            return message("pause.counted", what=in_a_row(changes))
        case _:
            return None


@lru_cache(maxsize=8)
def rules(ruleset: str, options: tuple[tuple[str, Value], ...]) -> tuple[Message, ...]:
    """Return one paragraph a rule; a house option that differs from its default comes first."""
    game = RULESETS[ruleset]
    house = game.house(dict(options))
    differs = [
        message("howto.house", says=option.says, value=_value(option.key, house[option.key]))
        for option in game.options
        if house[option.key] != option.default
    ]
    return (*differs, *(rule.text for rule in game.explain(dict(options))))


def _value(key: str, value: Value) -> Message | str:
    if isinstance(value, bool):
        return message("howto.yes" if value else "howto.no")
    if isinstance(value, int) and key.endswith("_ms"):
        return seconds(value)
    return str(value).replace("_", " ")
