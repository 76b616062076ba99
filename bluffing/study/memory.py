"""Memory of a player: cards that must be elsewhere than in a claimant's hand.

Cards that are turned up and then taken are in the taker's hand, and the player's own cards lie on
the table until a player takes them. The taker may lay known cards later. But then these lie on the
table, so no other player has them before the table is taken again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from bluffing import events
from bluffing.cards import Rank, Trait
from bluffing.study.choices import ORDER

T = TypeVar("T")

Counts: TypeAlias = tuple[int, ...]
"""Counts by rank, in the order of `choices.ORDER`."""

_PLACE: Mapping[Trait, int] = {rank: place for place, rank in enumerate(ORDER)}
_NONE = (0,) * len(ORDER)

LONG_AGO = 1000
"""Number of plays since something that never happened."""


@dataclass(frozen=True, slots=True)
class CardMemory:
    """Memory of the player at `seat` in one game, as a value.

    Attributes:
        held: Cards by seat that the seat took, and has in hand or has laid on the table since.
        table: Cards that lie on the table for certain: the player's own, and those turned up.
        gone: Cards that have left the game.
        heaps: Number of cards of each seat on the table.
        lied: Number of own plays since a lie of each seat was turned up; for `seat` itself, since
            it was caught.
        wronged: Number of own plays since each seat doubted a true play of `seat`.
    """

    seat: int
    held: tuple[Counts, ...]
    heaps: Counts
    lied: tuple[int, ...]
    wronged: tuple[int, ...]
    table: Counts = _NONE
    gone: Counts = _NONE

    @classmethod
    def fresh(cls, seat: int, seats: int) -> "CardMemory":
        """Return the memory of a player to whom cards have just been dealt."""
        never = (LONG_AGO,) * seats
        return cls(seat, (_NONE,) * seats, (0,) * seats, never, never)

    def after(self, event: events.Event, own: Sequence[Rank] = ()) -> "CardMemory":
        """Return the memory after `event`; `own` are the ranks of cards that the seat laid in it.

        After a count of all cards, or if a player leaves, the memory is empty.
        """
        match event:
            case events.Played(seat, count):
                return self._played(seat, count, own)
            case events.Produced(seat, rank=Rank() as rank):
                heaps = _with(self.heaps, seat, self.heaps[seat] + 1)
                return replace(self, heaps=heaps).shown(seat, (rank,))
            case events.Verdict(seat, doubter, truth, ranks):
                known = self._judged(seat, doubter, truth=truth)
                return known if seat == self.seat else known.shown(seat, ranks)
            case events.Answered(seat, doubter, truth=truth):
                return self._judged(seat, doubter, truth=truth)
            case events.Guessed(seat) if seat == self.seat:
                return self.later()
            case events.Took(seat):
                return self._taken(seat)
            case events.Removed():
                return self._empty_table(gone=_sum(self.gone, self.table))
            case events.LaidAway(seat, rank):
                held = _with(self.held, seat, _minus(self.held[seat], 4))
                return replace(self, held=held, gone=_and(self.gone, (rank,) * 4))
            case events.Left() | events.Audited() | events.CameBack() | events.Corrected():
                return CardMemory.fresh(self.seat, len(self.held))
            case _:
                pass
        return self

    def _played(self, seat: int, count: int, own: Sequence[Rank]) -> "CardMemory":
        known = replace(self, heaps=_with(self.heaps, seat, self.heaps[seat] + count))
        if seat != self.seat:
            return known
        return replace(known.later(), table=_and(self.table, own))

    def shown(self, seat: int, ranks: Sequence[Trait]) -> "CardMemory":
        """Note cards of `seat` on the table; they may be those that it was known to have."""
        shown = _and(_NONE, ranks)
        left = tuple(max(0, known - up) for known, up in zip(self.held[seat], shown, strict=True))
        return replace(self, held=_with(self.held, seat, left), table=_sum(self.table, shown))

    def later(self) -> "CardMemory":
        """Return the memory one own play later."""
        return replace(
            self,
            lied=tuple(plays + 1 for plays in self.lied),
            wronged=tuple(plays + 1 for plays in self.wronged),
        )

    def _judged(self, seat: int, doubter: int | None, *, truth: bool) -> "CardMemory":
        if not truth:
            return replace(self, lied=_with(self.lied, seat, 0))
        if seat == self.seat and doubter is not None:
            return replace(self, wronged=_with(self.wronged, doubter, 0))
        return self

    def _taken(self, taker: int) -> "CardMemory":
        """Give the table to `taker`: known cards of the others may be among these."""
        held = tuple(
            _NONE
            if seat == self.seat
            else _sum(known, self.table)
            if seat == taker
            else _minus(known, self.heaps[seat])
            for seat, known in enumerate(self.held)
        )
        return self._empty_table(held=held)

    def _empty_table(
        self, held: tuple[Counts, ...] | None = None, gone: Counts | None = None
    ) -> "CardMemory":
        return replace(
            self,
            held=self.held if held is None else held,
            gone=self.gone if gone is None else gone,
            table=_NONE,
            heaps=(0,) * len(self.heaps),
        )

    def elsewhere(self, claimant: int) -> Counts:
        """Count the known cards that the claimant of the newest play can't have laid.

        The player's own hand is not among them.
        """
        rivals = (known for seat, known in enumerate(self.held) if seat != claimant)
        return tuple(map(sum, zip(self.table, self.gone, *rivals, strict=True)))


def _with(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _and(known: Counts, ranks: Sequence[Trait]) -> Counts:
    counts = [*known]
    for rank in ranks:
        if rank in _PLACE:  # a suit is not remembered
            counts[_PLACE[rank]] += 1
    return tuple(counts)


def _sum(some: Counts, more: Counts) -> Counts:
    return tuple(map(sum, zip(some, more, strict=True)))


def _minus(known: Counts, cards: int) -> Counts:
    return tuple(max(0, number - cards) for number in known)
