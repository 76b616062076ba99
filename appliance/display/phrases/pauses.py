"""Sentences for a pause: what people set right, who must agree, what everybody counts."""

from appliance.display.phrases.common import Headline
from appliance.message import AtSeat, Message, message
from appliance.rules.actions import Adjust
from appliance.table.facts import Count, Facts, Item, Pause, item_words


def pause(facts: Facts) -> Headline:
    """What people set right."""
    now, title = facts.pause, message("pause.headline")
    if now is None or now.seat is None:
        return title, message("pause.nobody")
    who = AtSeat(now.seat)
    if facts.game is not None and now.seat in facts.game.gone:
        return title, message("pause.has-left", who=who)
    if now.item is None:
        return title, message("pause.chooses", who=who)
    if now.ready:
        headline = message("pause.proposes", who=who, what=_proposal(now, now.item))
        return headline, message("pause.proposes.how")
    if now.item is Item.RECOUNT:
        return message("pause.count"), message("pause.count.how", who=who)
    how = message("pause.give.how", who=who)
    if now.giver is None:
        return message("pause.give"), how
    return message("pause.give-to", who=AtSeat(now.giver)), how


def _proposal(now: Pause, item: Item) -> Message:
    if isinstance(now.action, Adjust):
        giver, taker = AtSeat(now.action.giver), AtSeat(now.action.taker)
        return message("pause.move", giver=giver, taker=taker)
    return item_words(item)


def number(count: Count) -> str:
    """The number as it is entered; a cursor stands for the units while they are missing."""
    return f"{count.cursor}_" if count.tens is None else f"{count.tens}{count.cursor}"
