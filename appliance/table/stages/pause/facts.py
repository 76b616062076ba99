"""The choices in a pause: what the seat that paused may set right, and between whom."""

from appliance.table import objections, spare
from appliance.table.elements import Item, Pause
from appliance.table.state import Table
from bluffing.actions import Action, Adjust, Discard, Leave, Void
from bluffing.game import Ruleset, State
from bluffing.procedures import COUNTED

PROPOSED: dict[Item, Action] = {Item.DISCARD: Discard(), Item.VOID: Void()}
"""The action that an item proposes."""


def items(table: Table, seat: int, now: int) -> tuple[Item, ...]:
    """List the items that `seat` may choose at `now` (ns)."""
    if table.stage.match is None:
        return (Item.GO_ON,)
    ruleset, game = table.ruleset, table.game
    offered = {
        Item.GO_ON: True,
        Item.MOVE: bool(_givers(ruleset, game)),
        Item.RECOUNT: game.phase in COUNTED and bool(ruleset.deck(game)),
        Item.LEAVE: ruleset.refusal(game, Leave(seat)) is None,
        Item.REDEAL: table.may_redeal,
        **{item: ruleset.refusal(game, action) is None for item, action in PROPOSED.items()},
        Item.UNDO: objections.amended(table) is not None,
        Item.FLAG: table.match.question is not None,
        Item.PRESS_FOR: spare.unhelped(table, seat, now) is not None,
        Item.EACH_OWN: bool(table.helpers),
    }
    return tuple(item for item, may in offered.items() if may)


def choices(table: Table, pause: Pause, now: int) -> tuple[Item, ...] | tuple[int, ...]:
    """List the choices of the pausing player: the items, or the seats of a moved card."""
    if pause.item is None:
        return () if pause.seat is None else items(table, pause.seat, now)
    if pause.giver is None:
        return _givers(table.ruleset, table.game)
    return _takers(table.ruleset, table.game, pause.giver)


def _givers(ruleset: Ruleset[State], game: State) -> tuple[int, ...]:
    return tuple(seat for seat in range(len(game.hands)) if _takers(ruleset, game, seat))


def _takers(ruleset: Ruleset[State], game: State, giver: int) -> tuple[int, ...]:
    seats = range(len(game.hands))
    return tuple(seat for seat in seats if ruleset.refusal(game, Adjust(giver, seat)) is None)
