"""Everybody counts: the hands, and the cards on the table, each by its own button."""

from dataclasses import replace

from appliance.presses.gestures import GestureKind
from appliance.rules.actions import Audit
from appliance.table.elements import Count
from appliance.table.state import Table


def begin_counts(table: Table, pauser: int) -> tuple[Count, ...]:
    """One number for each hand that is still in the game, and the pauser's for the table."""
    game = table.game
    hands = [
        _count(seat, cards)
        for seat, cards in enumerate(game.hands)
        if cards and seat not in game.gone and seat not in game.out
    ]
    return (*hands, _count(pauser, sum(game.heaps), pile=True))


def enter(counts: tuple[Count, ...], seat: int, made: GestureKind) -> tuple[Count, ...]:
    """The numbers after a tap or a hold of `seat`; the same ones if that means nothing."""
    place = next((i for i, c in enumerate(counts) if c.seat == seat and c.number is None), None)
    if place is None:
        return counts
    count = counts[place]
    if made is GestureKind.TAP:
        tens = max(10, count.start // 10 + 3)  # to well over what is to be expected
        count = replace(count, cursor=(count.cursor + 1) % (tens if count.tens is None else 10))
    elif made is not GestureKind.HOLD:
        return counts
    elif count.tens is None:
        count = replace(count, tens=count.cursor, cursor=count.start % 10)
    else:
        count = replace(count, number=10 * count.tens + count.cursor)
    return (*counts[:place], count, *counts[place + 1 :])


def again(counts: tuple[Count, ...]) -> tuple[Count, ...]:
    """The same numbers, to be entered once more."""
    return tuple(_count(one.seat, one.start, pile=one.pile) for one in counts)


def result(table: Table, counts: tuple[Count, ...]) -> Audit | None:
    """What was counted, or None while somebody still enters."""
    hands, pile = [0] * len(table.game.hands), 0
    for count in counts:
        if count.number is None:
            return None
        if count.pile:
            pile = count.number
        else:
            hands[count.seat] = count.number
    return Audit(tuple(hands), pile)


def _count(seat: int, cards: int, *, pile: bool = False) -> Count:
    return Count(seat, pile, cards // 10, cards)
