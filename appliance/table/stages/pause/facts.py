"""The choices in a pause, and the numbers that players enter there."""

from dataclasses import replace

from appliance.presses.gestures import GestureKind
from appliance.table import objections, spare
from appliance.table.elements import Count, Item, Pause
from appliance.table.state import Table
from bluffing.actions import Action, Adjust, Audit, Discard, Leave, Rescore, Void
from bluffing.game import Ruleset, State
from bluffing.message import Message, message
from bluffing.procedures import COUNTED
from bluffing.wagers import WagerGame

PROPOSED: dict[Item, Action] = {Item.DISCARD: Discard(), Item.VOID: Void()}
"""The action that an item proposes."""


def item_words(item: Item) -> Message:
    """Name the correction that a pause offers."""
    return message(f"pause.item.{item.name.lower().replace('_', '-')}")


def items(table: Table, seat: int, now: int) -> tuple[Item, ...]:
    """List the items that `seat` may choose at `now` (ns)."""
    if table.stage.match is None:
        return (Item.GO_ON,)
    ruleset, game = table.ruleset, table.game
    offered = {
        Item.GO_ON: True,
        Item.MOVE: bool(_givers(ruleset, game)),
        Item.RECOUNT: game.phase in COUNTED and bool(ruleset.deck(game)),
        Item.SCORE: bool(_scored(table)),
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
    if pause.item is Item.SCORE:
        return _scored(table)
    if pause.giver is None:
        return _givers(table.ruleset, table.game)
    return _takers(table.ruleset, table.game, pause.giver)


def _givers(ruleset: Ruleset[State], game: State) -> tuple[int, ...]:
    return tuple(seat for seat in range(len(game.hands)) if _takers(ruleset, game, seat))


def _takers(ruleset: Ruleset[State], game: State, giver: int) -> tuple[int, ...]:
    seats = range(len(game.hands))
    return tuple(seat for seat in seats if ruleset.refusal(game, Adjust(giver, seat)) is None)


def _scores(table: Table, seat: int) -> range:
    """Return the scores to which that of `seat` can be set by hand; none in games with cards."""
    ruleset = table.ruleset
    return ruleset.scores(table.game, seat) if isinstance(ruleset, WagerGame) else range(0)


def _scored(table: Table) -> tuple[int, ...]:
    return tuple(seat for seat in range(len(table.game.points)) if _scores(table, seat))


# --- counts of the hands and of the cards on the table -----------------------------------------


def begin_counts(table: Table, pauser: int) -> tuple[Count, ...]:
    """Return a number for each hand, even of seats that are out, and the pauser's for the table."""
    game = table.game
    hands = [count_of(seat, held) for seat, held in enumerate(game.hands) if seat not in game.gone]
    return (*hands, count_of(pauser, sum(game.heaps), pile=True))


def enter(counts: tuple[Count, ...], seat: int, made: GestureKind) -> tuple[Count, ...]:
    """Return the numbers after a tap or a hold of `seat`; the same ones if that means nothing."""
    place = next((i for i, c in enumerate(counts) if c.seat == seat and c.number is None), None)
    if place is None:
        return counts
    count = counts[place]
    if made is GestureKind.TAP:
        count = replace(count, cursor=(count.cursor + 1) % count.digits)
    elif made is not GestureKind.HOLD:
        return counts
    elif count.tens is None:
        count = replace(count, tens=count.cursor, cursor=count.start % 10)
    else:
        count = replace(count, number=10 * count.tens + count.cursor)
    return (*counts[:place], count, *counts[place + 1 :])


def counted(table: Table, pause: Pause, counts: tuple[Count, ...]) -> Audit | Rescore | None:
    """Return the counts or the score, or None while a player still enters."""
    if pause.item is Item.SCORE and pause.giver is not None:
        points = counts[0].number
        return None if points is None else Rescore(pause.giver, points)
    hands, pile = [0] * len(table.game.hands), 0
    for count in counts:
        if count.number is None:
            return None
        if count.pile:
            pile = count.number
        else:
            hands[count.seat] = count.number
    return Audit(tuple(hands), pile)


def begin_score(table: Table, pauser: int, whose: int) -> tuple[Count, ...]:
    """Return the number that the pauser enters for the score of `whose`."""
    points, most = table.game.points[whose], _scores(table, whose)[-1]
    return (Count(pauser, pile=False, cursor=points // 10, start=points, most=most),)


def is_right(game: State, entry: Audit | Rescore) -> bool:
    """Return True if an entry says what the table has."""
    if isinstance(entry, Rescore):
        return game.points[entry.seat] == entry.points
    return entry == Audit(game.hands, sum(game.heaps))


def begun(count: Count) -> Count:
    """Return a number that is entered again from the beginning."""
    return replace(count, cursor=count.start // 10, tens=None, number=None)


def count_of(seat: int, cards: int, *, pile: bool = False) -> Count:
    """Return the number that `seat` has still to enter; it is `cards` by the table's count."""
    return Count(seat, pile, cards // 10, cards)
