"""Sentences for a pause: what people set right, who must agree, what everybody counts."""

from appliance.display.phrases.common import Words
from appliance.table.state import Count, Item, Pause, Table


def pause(table: Table) -> Words:
    """What people set right."""
    now = table.pause
    if now is None or now.seat is None:
        return "Paused", "Hold to go on, tap to set something right"
    if table.round is not None and now.seat in table.game.gone:
        return "Paused", f"{table.name(now.seat)} has left; hold to go on"
    who = table.name(now.seat)
    if now.item is None:
        return "Paused", f"{who} chooses what to set right; anybody else: hold to go on"
    if now.ready:
        return f"{who}: {_proposal(table, now)}?", "Somebody else holds to agree, or taps for no"
    if now.item is Item.RECOUNT:
        return "Everybody counts the cards", f"Tens first; {who} counts the table's cards as well"
    if now.giver is None:
        return "Who gives one card?", f"{who} taps to the name and holds"
    return f"{table.name(now.giver)} gives it to?", f"{who} taps to the name and holds"


def _proposal(table: Table, now: Pause) -> str:
    giver, taker = getattr(now.action, "giver", None), getattr(now.action, "taker", None)
    if giver is not None and taker is not None:
        return f"one card of {table.name(giver)} counts for {table.name(taker)}"
    return str(now.item)


def prompt(table: Table, seat: int) -> str:
    """What `seat` can do while the game is paused."""
    now = table.pause
    if table.round is not None and seat in table.game.gone:
        return ""
    if now is None or now.seat is None:
        return "hold to go on"
    if now.item is None:
        return "tap: next, hold: choose" if seat == now.seat else "hold to go on"
    if now.ready:
        return "" if seat == now.seat else "hold to agree, tap if not"
    if now.item is Item.RECOUNT:
        mine = next((one for one in now.counts if one.seat == seat and one.number is None), None)
        return counting(mine) if mine is not None else ""
    return "tap: next, hold: choose" if seat == now.seat else ""


def counting(count: Count) -> str:
    """The number as it is entered: "your hand: 1_"."""
    what = "the table" if count.pile else "your hand"
    number = f"{count.cursor}_" if count.tens is None else f"{count.tens}{count.cursor}"
    return f"{what}: {number}"
