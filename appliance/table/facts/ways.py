"""How a player gets from what the table asks to what he wants: read off the facts alone."""

from appliance.message import Message
from appliance.presses.gestures import GestureKind
from appliance.rules.actions import Action
from appliance.table.elements import Item
from appliance.table.facts.values import Facts, TurnsFacts
from appliance.table.menu import Entry, Menu
from appliance.table.pausing import items_in


def way_to(facts: Facts, action: Action, seat: int) -> tuple[GestureKind, ...] | None:
    """The taps and holds by which `seat` comes to `action` in its turn; None where none do."""
    menu, entry = _menu(facts, seat)
    return menu.keys(action, entry)


def taken_by_hold(facts: Facts, seat: int) -> Action | None:
    """The move that a hold of `seat` would make in its turn now, or None."""
    menu, entry = _menu(facts, seat)
    made = menu.press(entry, GestureKind.HOLD)
    return None if isinstance(made, (Entry, Message)) else made


def items_of(facts: Facts, seat: int) -> tuple[Item, ...]:
    """What `seat` may set right in a pause, if it were paused by it."""
    if facts.game is None:
        return (Item.GO_ON,)
    turns = facts.about if isinstance(facts.about, TurnsFacts) else None
    may = turns is not None and turns.may_redeal
    return items_in(facts.ruleset, facts.game, seat, may_redeal=may)


def _menu(facts: Facts, seat: int) -> tuple[Menu, Entry | None]:
    turns = facts.about
    assert isinstance(turns, TurnsFacts), "nobody moves"
    entry = turns.entry if turns.entry is not None and turns.entry.seat == seat else None
    return Menu(facts.ruleset, facts.playing, seat, turns.announced), entry
