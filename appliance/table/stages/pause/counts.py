"""Everybody counts: the hands, and the cards on the table."""

from dataclasses import replace

from appliance.presses.gestures import GestureKind
from appliance.table.elements import Count
from appliance.table.state import Table
from bluffing.actions import Audit


def begin(table: Table, pauser: int) -> tuple[Count, ...]:
    """One number for each hand, of those who are out too, and the pauser's for the table."""
    game = table.game
    hands = [count_of(seat, held) for seat, held in enumerate(game.hands) if seat not in game.gone]
    return (*hands, count_of(pauser, sum(game.heaps), pile=True))


def enter(counts: tuple[Count, ...], seat: int, made: GestureKind) -> tuple[Count, ...]:
    """The numbers after a tap or a hold of `seat`; the same ones if that means nothing."""
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


def result(table: Table, counts: tuple[Count, ...]) -> Audit | None:
    """Return the counts, or None while a player still enters."""
    hands, pile = [0] * len(table.game.hands), 0
    for count in counts:
        if count.number is None:
            return None
        if count.pile:
            pile = count.number
        else:
            hands[count.seat] = count.number
    return Audit(tuple(hands), pile)


def count_of(seat: int, cards: int, *, pile: bool = False) -> Count:
    """Return the number that `seat` has still to enter, which is `cards` as the table has it."""
    return Count(seat, pile, cards // 10, cards)
