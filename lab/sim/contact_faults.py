"""Faults of contacts and wires, as values: drawn from a seed, the same every time.

Fakes of every kind of buzzer use these. A *finger* is a list of moves, the truth; faults turn them
into the moves of the contact.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, Protocol

from appliance.core.signals import MS, SECOND


class Move(NamedTuple):
    """A contact closes or opens at `at` (ns)."""

    at: int
    closed: bool


Moves = list[Move]
"""Moves by time, in alternating directions; a contact is open before the first."""


class Fault(Protocol):
    """A fault of a contact."""

    def on(self, moves: Moves, chance: Random) -> Moves:
        """Return the contact's moves with this fault, given its `moves` without."""


def finger(*touches: tuple[int, int]) -> Moves:
    """Return the moves of a perfect contact, pressed from each `at` until each `until` (ns)."""
    return in_order(Move(at, at == touch[0]) for touch in touches for at in touch)


def spoilt(moves: Moves, faults: Iterable[Fault], chance: Random) -> Moves:
    """Apply all of `faults` to the contact, the first of them nearest to the finger."""
    for fault in faults:
        moves = fault.on(moves, chance)
    return moves


@dataclass(frozen=True, slots=True)
class Bounce:
    """After each change the contact goes back and forth again, up to `most` times.

    It is spread over `longest` ns, or half-way to the next change. No spell on the wrong side
    is longer than `spell` ns, and none on the right side shorter than `least`.
    """

    longest: int = 2 * MS
    most: int = 5
    spell: int = MS
    least: int = 1

    def on(self, moves: Moves, chance: Random) -> Moves:
        """Add a bounce after every move."""
        bouncing: Moves = []
        for index, move in enumerate(moves):
            end = move.at + self.longest
            if index + 1 < len(moves):
                end = min(end, (move.at + moves[index + 1].at) // 2)
            bouncing.append(move)
            at = move.at
            for _ in range(chance.randint(0, self.most)):
                away = at + chance.randint(self.least, max(self.least, self.longest // self.most))
                at = away + _spell(chance, self.spell)
                if at >= end:
                    break
                bouncing += (Move(away, not move.closed), Move(at, move.closed))
        return bouncing


@dataclass(frozen=True, slots=True)
class Glitches:
    """Sparks: from `since` until `until` an open contact closes about every `every` ns.

    It stays closed for less than `spell` ns each time: no finger is as quick. With `closed` False
    it is the other way about: a worn contact that chatters, opening when it should be closed.
    """

    since: int
    until: int
    every: int = SECOND
    spell: int = MS
    closed: bool = True

    def on(self, moves: Moves, chance: Random) -> Moves:
        """Add short visits to the other side."""
        ends = [*moves, Move(self.until, closed=not moves[-1].closed if moves else True)]
        sparks: Moves = []
        start, level = self.since, False
        for end in ends:
            if level != self.closed:
                at = max(start, self.since) + chance.randint(1, 2 * self.every)
                while at + self.spell < min(end.at, self.until):
                    until = at + _spell(chance, self.spell - 1)
                    sparks += (Move(at, self.closed), Move(until, not self.closed))
                    at = until + chance.randint(1, 2 * self.every)
            start, level = end.at, end.closed
        return in_order([*moves, *sparks])


@dataclass(frozen=True, slots=True)
class Stuck:
    """A contact stuck on one side from `since` until `until`; open: a wire came off."""

    since: int
    until: int
    closed: bool = True

    def on(self, moves: Moves, chance: Random) -> Moves:  # noqa: ARG002 - nothing to chance
        """Keep the contact on that side for a while."""
        return _instead(moves, self.since, self.until, [Move(self.since, self.closed)])


@dataclass(frozen=True, slots=True)
class Storm:
    """Interference from `since` until `until`: only edges, about `every` ns apart."""

    since: int
    until: int
    every: int = MS

    def on(self, moves: Moves, chance: Random) -> Moves:
        """A storm for a while."""
        at, closed, storm = self.since, True, list[Move]()
        while at < self.until:
            storm.append(Move(at, closed))
            at, closed = at + chance.randint(1, 2 * self.every), not closed
        return _instead(moves, self.since, self.until, storm)


def in_order(moves: Iterable[Move]) -> Moves:
    """Return the moves by time, without those that change nothing."""
    changes: Moves = []
    for move in sorted(moves):
        if changes and changes[-1].at == move.at:
            changes.pop()
        if move.closed != (changes[-1].closed if changes else False):
            changes.append(move)
    return changes


def _instead(moves: Moves, since: int, until: int, during: Moves) -> Moves:
    """`moves`, but from `since` until `until` only those of `during`."""
    after = next((move.closed for move in reversed(moves) if move.at <= until), False)
    around = [move for move in moves if not since <= move.at <= until]
    return in_order([*around, *during, Move(until, after)])


def _spell(chance: Random, longest: int) -> int:
    """Return a time from a microsecond to `longest` ns, as often short as long."""
    return int(1000 * (longest / 1000) ** chance.random()) if longest > 1000 else max(1, longest)
