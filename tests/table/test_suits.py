"""The suits of the cards turned up: in games of ranks they tell about the deck alone."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from at_table import People, playing, race_ruleset, reading_of
from hypothesis import given
from hypothesis import strategies as st
from said import ENGLISH

from appliance.core.fuse import fuse
from appliance.core.reading import SURE, Ask, Reading
from appliance.core.signals import SECOND, CardsSeen
from appliance.display.show import staged
from appliance.display.view import require
from appliance.display.view_of import view_of
from appliance.table.judge import Refuted, Sought, Turn, judge, too_often
from appliance.table.stages import Judged, Revealing
from bluffing.actions import Reveal
from bluffing.cards import Card, Rank, Suit, Trait, pack
from bluffing.message import message
from bluffing.rulesets import RULESETS

H, S = Suit.HEARTS, Suit.SPADES
SUITS = st.one_of(st.none(), st.sampled_from(Suit))


def suited(ranks: Sequence[str], suits: Sequence[Suit | None]) -> Reading:
    """Cards that lie apart, each rank read surely, with the suits that were read."""
    reading = reading_of(ranks)
    cards = zip(reading.cards, suits, strict=True)
    return replace(reading, cards=tuple(replace(card, suit=suit) for card, suit in cards))


def shown(reading: Reading) -> People:
    """Seat 3 doubts seat 1's two cards, and the camera reads this."""
    people = playing(4, race_ruleset())
    people.lay(1, 2)
    people.wait(SECOND)
    people.press(3)
    people.wait(2 * SECOND)
    assert people.at(Revealing)
    people.send(CardsSeen(people.table.request, reading, people.now))
    assert people.at(Judged)
    return people


def told(people: People) -> str:
    """All that the screen says, in words, while the cards come up and after it."""
    view = staged(view_of(people.table, people.now, ENGLISH), people.now)
    return f"{view.headline} {view.notice.text} {view.detail} {require(view.verdict).hint}"


def test_a_card_that_came_too_often_is_told_with_the_verdict_and_not_before() -> None:
    people = shown(suited(["7", "7"], [H, H]))
    assert "7H" not in told(people)
    people.wait(5 * SECOND)
    assert "7H came too often: check the deck." in told(people)


@pytest.mark.parametrize("suits", [(H, S), (H, None), (None, None)])
def test_nothing_is_told_of_cards_that_may_be_two(suits: tuple[Suit | None, Suit | None]) -> None:
    people = shown(suited(["7", "7"], suits))
    people.wait(5 * SECOND)
    assert "too often" not in told(people)


def test_a_card_whose_rank_is_not_sure_is_nobody() -> None:
    reading = suited(["7", "7"], [H, H])
    dim = replace(reading.cards[0], sure=SURE - 0.01)
    assert not too_often(replace(reading, cards=(dim, reading.cards[1])), pack())


def test_two_packs_have_each_card_twice() -> None:
    reading = suited(["7", "7", "7"], [H, H, S])
    assert too_often(reading, pack()) == (Card(Rank.SEVEN, H),)
    assert not too_often(reading, (*pack(), *pack()))


@given(st.lists(st.tuples(st.sampled_from(Rank), SUITS, SUITS), max_size=6), st.integers(1, 4))
def test_no_verdict_depends_on_a_suit(
    cards: list[tuple[Rank, Suit | None, Suit | None]], count: int
) -> None:
    ranks = [rank for rank, _, _ in cards]
    sought = Sought(Turn.PLAY, 1, count)

    def refutes(some: tuple[Trait, ...]) -> bool:
        return any(rank is not Rank.SEVEN for rank in some)

    first, second = (
        judge(suited(ranks, suits), sought, pack(), refutes)
        for suits in ([suit for _, suit, _ in cards], [suit for _, _, suit in cards])
    )
    if isinstance(first, Refuted) and isinstance(second, Refuted):
        assert (first.ranks, first.ask) == (second.ranks, second.ask)
    else:
        assert first == second


# --- a game of suits --------------------------------------------------------------------------

MENTEUR = RULESETS["menteur"]
ONE = Sought(Turn.PLAY, 1, 1)


def hearts_only(some: tuple[Trait, ...]) -> bool:
    return any(trait is not H for trait in some)


@pytest.mark.parametrize("sure", [0.99, 0.2])
def test_a_suit_decides_even_where_the_rank_is_not_read(sure: float) -> None:
    reading = suited(["7"], [S])
    dim = replace(reading, cards=(replace(reading.cards[0], sure=sure),))
    assert judge(dim, ONE, pack(), hearts_only, MENTEUR.trait) == Reveal((S,))


def test_an_unsure_suit_asks_which_suit_it_is() -> None:
    answer = judge(suited(["7"], [None]), ONE, pack(), hearts_only, MENTEUR.trait)
    assert isinstance(answer, Ask)
    assert answer.reason == message("table.suit-not-read")


def test_a_joker_needs_no_suit() -> None:
    answer = judge(suited(["joker"], [None]), ONE, pack(2), hearts_only, MENTEUR.trait)
    assert answer == Reveal((Rank.JOKER,))


def test_looks_that_differ_about_a_suit_leave_it_open() -> None:
    one, two = suited(["7"], [H]), suited(["7"], [S])
    assert [card.suit for card in fuse([one, one]).cards] == [H]
    assert [card.suit for card in fuse([one, two]).cards] == [None]
