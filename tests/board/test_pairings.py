"""The tables of a night: everybody plays, no table of one, and as few repeats as possible."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board import pairings
from board.pairings import Meetings, PairingError, Round, meetings_of, night

NAMES = [f"P{number}" for number in range(24)]

MOST_SWEEPS = 3
"""How often a seating that is improved may weigh each pair of players, on average."""


def cost(seated: Round, met: Meetings) -> int:
    """Return how often players of a round have met before."""
    return sum(met[frozenset(pair)] for table in seated for pair in combinations(table, 2))


@given(st.integers(2, 24), st.integers(1, 6), st.integers(1, 5), st.data())
def test_everybody_plays_each_round_at_tables_of_even_sizes(
    count: int, tables: int, rounds: int, data: st.DataObject
) -> None:
    players = NAMES[:count]
    earlier = data.draw(st.lists(st.sets(st.sampled_from(NAMES), max_size=6), max_size=8))
    before = meetings_of(earlier)
    if count < 2 * tables:
        with pytest.raises(PairingError):
            night(players, tables, rounds, before)
        return
    evening = night(players, tables, rounds, before)
    assert evening == night(players, tables, rounds, before)
    met = Meetings(before)
    for seated in evening:
        assert sorted(player for table in seated for player in table) == sorted(players)
        sizes = [*map(len, seated)]
        assert len(sizes) == tables
        assert min(sizes) >= max(2, max(sizes) - 1)
        assert cost(seated, met) <= min(cost(each, met) for each in exchanged(seated))
        met += meetings_of(seated)


def exchanged(seated: Round) -> Iterator[Round]:
    """All rounds with two players exchanged, and the round itself."""
    yield seated
    for one, two in combinations(range(len(seated)), 2):
        for at in range(len(seated[one])):
            for to in range(len(seated[two])):
                other = [[*table] for table in seated]
                other[one][at], other[two][to] = other[two][to], other[one][at]
                yield other


def all_rounds(players: list[str], sizes: list[int]) -> Iterator[Round]:
    """All seatings of the players at tables of these sizes."""
    if not sizes:
        yield []
        return
    for table in combinations(players, sizes[0]):
        rest = [player for player in players if player not in table]
        for others in all_rounds(rest, sizes[1:]):
            yield [[*table], *others]


@given(st.integers(4, 7), st.lists(st.sets(st.sampled_from(NAMES[:7]), max_size=4), max_size=5))
def test_no_round_of_a_few_players_costs_less(count: int, earlier: list[set[str]]) -> None:
    before = meetings_of(earlier)
    [seated] = night(NAMES[:count], 2, 1, before)
    least = min(cost(each, before) for each in all_rounds(NAMES[:count], [*map(len, seated)]))
    assert cost(seated, before) == least


@pytest.mark.parametrize(("count", "tables", "rounds"), [(4, 2, 3), (9, 3, 2), (16, 4, 3)])
def test_where_nobody_has_to_meet_twice_nobody_does(count: int, tables: int, rounds: int) -> None:
    evening = night(NAMES[:count], tables, rounds)
    met = meetings_of(table for seated in evening for table in seated)
    assert max(met.values()) == 1


@pytest.mark.parametrize(("count", "tables"), [(25, 3), (50, 6), (100, 12), (100, 5), (100, 25)])
def test_the_work_grows_with_the_pairs_of_players(
    count: int, tables: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds, weighed = 6, []
    gain = pairings._Seating.gain

    def counted(seating: pairings._Seating, *seats: int) -> int:
        weighed.append(gain(seating, *seats))
        return weighed[-1]

    monkeypatch.setattr(pairings._Seating, "gain", counted)
    night([f"P{number}" for number in range(count)], tables, rounds)
    pairs = count * (count - 1) // 2
    assert len(weighed) <= MOST_SWEEPS * pairs * rounds * pairings.STARTS
    # whoever changes places has met fewer since, so few exchanges are made
    assert sum(each > 0 for each in weighed) <= count * rounds * pairings.STARTS


def test_a_name_comes_once() -> None:
    with pytest.raises(PairingError):
        night(["Ana", "Ben", "Ana", "Cleo"], 2, 1)
