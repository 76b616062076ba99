"""The tale at the end of a game: only verdicts, in their state after all disputes."""

from dataclasses import replace

import pytest
from at_table import People, playing
from hypothesis import given
from hypothesis import strategies as st
from said import ENGLISH

from appliance.core.signals import MS, SECOND, Chosen
from appliance.display.draw import picture
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.view import require
from appliance.display.view_of import view_of
from appliance.table.stages import Over
from appliance.table.stages.over.facts import LARGE, OFTEN, largest_pile, most_doubted
from bluffing.actions import Settle
from bluffing.cards import Rank
from bluffing.events import Event, Took, Verdict


def verdict(seat: int, *, truth: bool, doubter: int | None = 0) -> Verdict:
    return Verdict(seat, doubter, truth, ())


def test_the_tale_says_who_was_doubted_most_and_who_took_the_largest_pile() -> None:
    people = playing()
    truths = [verdict(1, truth=truth) for truth in (True, True, False, True)]
    told: tuple[Event, ...] = (*truths, verdict(2, truth=False), Took(1, 5), Took(3, 31))
    match = replace(people.table.match, tale=told)
    people.put(Over(people.now, match=match))
    seen = view_of(people.table, people.now, ENGLISH)
    assert require(seen.end).tale == (
        "Ben was doubted 4 times, and was right 3 times.",
        "The largest pile was 31 cards, and Dov took it.",
    )


@given(
    st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.booleans()), max_size=12),
    st.lists(st.tuples(st.integers(0, 3), st.integers(1, 40)), max_size=6),
)
def test_it_says_nothing_that_could_be_said_of_another(
    doubts: list[tuple[int, bool, bool]], piles: list[tuple[int, int]]
) -> None:
    tale = [
        verdict(seat, truth=truth, doubter=0 if doubted else None)
        for seat, truth, doubted in doubts
    ]
    counts = [sum(doubt.seat == seat and doubt.doubter == 0 for doubt in tale) for seat in range(4)]
    one = most_doubted(tuple(tale))
    if one is None:
        assert max(counts) < OFTEN or counts.count(max(counts)) > 1
    else:
        assert counts[one.seat] == one.times == max(counts)
        assert 0 <= one.truths <= one.times
    sizes = [size for _, size in piles]
    pile = largest_pile(tuple(Took(seat, size) for seat, size in piles))
    if pile is None:
        assert max(sizes, default=0) < LARGE or sizes.count(max(sizes)) > 1
    else:
        assert (pile.seat, pile.cards) in piles
        assert pile.cards == max(sizes)


def judged(shown: str = "A") -> People:
    people = playing()
    people.lay(1, 1)
    people.wait(SECOND)
    people.press(3)
    people.wait(2 * SECOND)
    people.show(shown)
    return people


def test_a_verdict_is_told_once_and_as_it_stands_after_a_dispute() -> None:
    people = judged()
    [first, taken] = people.table.match.tale
    assert isinstance(first, Verdict)
    assert first.truth
    assert taken == Took(3, 1)
    people.wait(SECOND)
    people.press(2, 2600 * MS)
    assert people.disputed()
    people.send(Chosen(Settle(truth=False), people.now))
    [first, taken] = people.table.match.tale
    assert isinstance(first, Verdict)
    assert not first.truth
    assert taken == Took(1, 1)


def test_the_best_catch_is_the_lie_that_cost_most_and_goes_with_its_verdict() -> None:
    people = playing(4, hands=(6, 6, 6, 6))
    costs = []
    # a lie, a truth, and a lie that costs no more cards
    for seat, shown, taker in ((1, "7", 1), (2, "2", 0), (3, "7", 3)):
        people.lay(seat, 1)
        people.wait(SECOND)
        people.press((seat + 2) % 4)
        people.wait(2 * SECOND)
        people.show(shown)
        people.wait(4 * SECOND)
        people.hold(taker)
        catch = people.table.match.catch
        assert catch is not None
        costs.append((catch.claim.seat, catch.doubter, catch.ranks, catch.cards))
    first, newest = (1, 3, (Rank.SEVEN,), 1), (3, 1, (Rank.SEVEN,), 1)
    assert costs == [first, first, newest]
    match = people.table.match
    people.put(Over(people.now, match=match))
    end = require(view_of(people.table, people.now, ENGLISH).end)
    assert end.catch is not None
    assert (end.catch.sentence, end.catch.word) == ("Best catch: Ben caught Dov", "LIE")


@pytest.mark.parametrize(("shown", "lie"), [("A", True), ("7", False)])
def test_a_dispute_makes_a_catch_or_takes_it_back(shown: str, lie: bool) -> None:
    people = judged(shown)
    assert (people.table.match.catch is None) is lie
    people.wait(SECOND)
    people.press(2, 2600 * MS)
    assert people.disputed()
    people.send(Chosen(Settle(truth=not lie), people.now))
    assert (people.table.match.catch is not None) is lie


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_game_without_a_tale_is_drawn_as_before_and_one_with_it_says_it(layout: Layout) -> None:
    people = playing()
    people.put(Over(people.now, match=people.table.match))
    seen = view_of(people.table, people.now, ENGLISH)
    assert require(seen.end).tale == ()
    told = replace(seen, end=seen.end and replace(seen.end, tale=("Ben took them all.",)))
    size = (800, 480)
    plain, with_it = (picture(tale, people.now, size, layout) for tale in (seen, told))
    assert plain.get_buffer().raw != with_it.get_buffer().raw
