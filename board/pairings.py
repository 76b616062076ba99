"""The tables of a night: who plays with whom in each round, with as few repeats as possible.

No library fits: those for tournaments pair two players, and solvers of the social golfer problem
want tables of one size. So a round is seated greedily and improved by exchanges of two players.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

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
        starts = [_improved(_start(players, tables, met, rng), met) for _ in range(STARTS)]
        best = min(starts, key=lambda each: cost(each, met))
        met += meetings_of(best)
        seated.append(best)
    return seated


def cost(seated: Round, met: Meetings) -> int:
    """Return how often players of a round have met before."""
    return sum(_of_table(table, met) for table in seated)


def _of_table(table: Sequence[str], met: Meetings) -> int:
    return sum(met[frozenset(pair)] for pair in combinations(table, 2))


def _start(players: Sequence[str], tables: int, met: Meetings, rng: random.Random) -> Round:
    """Seat the players in a random order, each where the fewest have met them."""
    seated: Round = [[] for _ in range(tables)]
    for player in rng.sample(players, len(players)):
        fewest = min(map(len, seated))
        free = (table for table in seated if len(table) == fewest)
        min(free, key=lambda table: sum(met[frozenset((player, each))] for each in table)).append(
            player
        )
    return seated


def _improved(seated: Round, met: Meetings) -> Round:
    """Exchange two players as long as that makes a round cost less."""
    better = True
    while better:
        better = False
        for one, two in combinations(seated, 2):
            before = _of_table(one, met) + _of_table(two, met)
            for at, to in ((at, to) for at in range(len(one)) for to in range(len(two))):
                one[at], two[to] = two[to], one[at]
                after = _of_table(one, met) + _of_table(two, met)
                if after < before:
                    before, better = after, True
                else:
                    one[at], two[to] = two[to], one[at]
    return seated
