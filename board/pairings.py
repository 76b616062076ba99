"""The tables of a night: who plays with whom in each round, with as few repeats as possible.

No library fits: those for tournaments pair two players, and solvers of the social golfer problem
want tables of one size. So a round is seated greedily and improved by exchanges of two players.
A round of n players weighs n(n - 1) / 2 exchanges a sweep at most, and needs a few sweeps.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, product

Round = list[list[str]]
"""A round: the players of each table."""

Meetings = Counter[frozenset[str]]
"""How often two players have met."""

STARTS = 8
"""Number of seatings of a round that are improved: the best counts."""


class PairingError(Exception):
    """No tables can be made; the line says why."""


def meetings_of(tables: Iterable[Iterable[str]]) -> Meetings:
    """Count the meetings of two players at tables that have played."""
    return Counter(frozenset(pair) for table in tables for pair in combinations({*table}, 2))


def night(
    players: Sequence[str], tables: int, rounds: int, before: Meetings | None = None
) -> list[Round]:
    """Return the rounds of a night, in which everybody plays each time.

    Tables differ by one player at most. A second meeting costs 1, a third 2, and so on, with the
    meetings `before` this night. The same arguments give the same night.

    Raises:
        PairingError: a name comes twice, or a table would have fewer than two players.
    """
    if len({*players}) < len(players):
        raise PairingError("a name comes twice")
    if tables < 1 or rounds < 1 or len(players) < 2 * tables:
        raise PairingError(f"{len(players)} players can't fill {tables} tables of two or more")
    met, rng = Meetings(before or {}), random.Random("night")
    seated = []
    for _ in range(rounds):
        counts = [[met[frozenset((one, two))] for two in players] for one in players]
        starts = [_improved(_start(counts, tables, rng)) for _ in range(STARTS)]
        best = min(starts, key=_Seating.cost)
        seated.append([[players[each] for each in table] for table in best.tables])
        met += meetings_of(seated[-1])
    return seated


class _Seating:
    """Players as numbers at their tables, and how often each of all has met those of a table.

    So an exchange is weighed with a few additions; only one that is made takes a step a player.
    """

    def __init__(self, counts: list[list[int]], tables: int) -> None:
        self._counts = counts
        self._known = [[0] * len(counts) for _ in range(tables)]
        self.tables: list[list[int]] = [[] for _ in range(tables)]

    def cost(self) -> int:
        """Return how often players at one table have met before."""
        return sum(map(self.cost_of, range(len(self.tables)))) // 2

    def cost_of(self, table: int) -> int:
        """Return twice the cost of a table."""
        return sum(self._known[table][player] for player in self.tables[table])

    def add(self, player: int) -> None:
        """Seat a player where the fewest have met them, at one of the emptiest tables."""
        fewest = min(map(len, self.tables))
        free = (number for number, table in enumerate(self.tables) if len(table) == fewest)
        best = min(free, key=lambda table: self._known[table][player])
        self.tables[best].append(player)
        self._learn(best, player, 1)

    def gain(self, one: int, at: int, two: int, to: int) -> int:
        """Return how much less the round costs after an exchange of two players."""
        left, right = self.tables[one][at], self.tables[two][to]
        here, across = self._known[one], self._known[two]
        apart = here[left] + across[right] + 2 * self._counts[left][right]
        return apart - here[right] - across[left]

    def exchange(self, one: int, at: int, two: int, to: int) -> None:
        """Let the players of two seats change places."""
        left, right = self.tables[one][at], self.tables[two][to]
        self.tables[one][at], self.tables[two][to] = right, left
        for table, leaves, comes in ((one, left, right), (two, right, left)):
            self._learn(table, leaves, -1)
            self._learn(table, comes, 1)

    def _learn(self, table: int, player: int, sign: int) -> None:
        pairs = zip(self._known[table], self._counts[player], strict=True)
        self._known[table] = [known + sign * count for known, count in pairs]


def _start(counts: list[list[int]], tables: int, rng: random.Random) -> _Seating:
    """Seat the players in a random order, each where the fewest have met them."""
    seating = _Seating(counts, tables)
    for player in rng.sample(range(len(counts)), len(counts)):
        seating.add(player)
    return seating


def _improved(seating: _Seating) -> _Seating:
    """Exchange two players as long as that makes a round cost less."""
    better = True
    while better:
        better = False
        for one, two in combinations(range(len(seating.tables)), 2):
            if not seating.cost_of(one) and not seating.cost_of(two):
                continue
            seats = (range(len(seating.tables[table])) for table in (one, two))
            for at, to in product(*seats):
                if seating.gain(one, at, two, to) > 0:
                    seating.exchange(one, at, two, to)
                    better = True
    return seating
