"""What the table notices of a deck, and what it then no longer asks about."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from lying_cards import EVERY, HEIGHT, MIDDLE, indices, lying

from appliance.core.reading import Reading
from appliance.decks.noticed import MIN_CARDS, MIN_LETTERS, Noticed, NoticingReader
from appliance.vision.arrays import Point
from appliance.vision.doubts.one_or_two import ONE_OR_TWO
from appliance.vision.find.finder import Finder, View
from appliance.vision.limits import CALIBRATED, PHOTOGRAPH, ReadingLimits
from bluffing.cards import Rank

IMAGE = np.full((640, 640, 3), 40, np.uint8)
TWO, FOUR = ((-1, -1), (1, 1)), EVERY
KNOWN = Noticed(two=MIN_CARDS)

Corners = Sequence[tuple[float, float]]


def view(*cards: tuple[Point, Corners, str]) -> View:
    """The networks' view of upright cards, each with its middle, its indices and its label."""
    spots = [
        spot for middle, corners, label in cards for spot in indices(middle, 0, corners, label)
    ]
    return spots, lying(*((middle, 0.0) for middle, _, _ in cards))


ONE_OF_TWO = view((MIDDLE, TWO, "7"))
ONE_OF_FOUR = view((MIDDLE, FOUR, "7"))
LONE_V = view((MIDDLE, TWO, "V"))
KING_OF_FRANCE, JACK_OF_HOLLAND = view((MIDDLE, TWO, "R")), view((MIDDLE, TWO, "B"))
ONE_END = ((-1, -1),)
RIDDLE = view((MIDDLE, ONE_END, "7"), (MIDDLE + 0.55 * HEIGHT, ONE_END, "7"))[0], lying()
"""Two cards of one rank: one may have its index where the other has a free corner. None shows."""

BOX = replace(CALIBRATED, card_height=HEIGHT)


class Shown(NoticingReader):
    """Reads what is shown to it in place of a picture."""

    def __init__(self) -> None:
        super().__init__(Finder)

    def look(self, seen: View, limits: ReadingLimits = BOX) -> Reading:
        return self._cards(IMAGE, seen, limits)


def test_card_after_card_with_a_bare_corner_makes_a_deck_with_two_indices() -> None:
    reader = Shown()
    for looks in range(1, MIN_CARDS + 1):
        assert reader.look(ONE_OF_TWO).ask is None
        assert reader.noticed.two == looks
        assert reader.noticed.narrow(CALIBRATED).two_indices is (looks == MIN_CARDS)
    reader.look(ONE_OF_TWO)
    assert reader.noticed == KNOWN


def test_a_riddle_is_none_once_the_deck_is_known() -> None:
    reader = Shown()
    ask = reader.look(RIDDLE).ask
    assert ask is not None
    assert ask.reason == ONE_OR_TWO
    reader.noticed = KNOWN
    ask = reader.look(RIDDLE).ask
    assert ask is None or ask.reason != ONE_OR_TWO


def test_one_card_with_more_indices_is_asked_about_and_what_was_known_is_forgotten() -> None:
    reader = Shown()
    reader.noticed = KNOWN
    ask = reader.look(ONE_OF_FOUR).ask
    assert ask is not None
    assert ask.reason == ONE_OR_TWO
    assert reader.noticed == Noticed()
    assert reader.look(ONE_OF_FOUR).ask is None
    assert reader.noticed.two == 0


def test_a_v_is_what_the_letters_of_the_deck_say_once_they_were_seen_often_enough() -> None:
    reader = Shown()
    assert reader.look(LONE_V).ranks == ()
    for _ in range(MIN_LETTERS):
        assert reader.look(LONE_V).ask is not None
        assert reader.look(KING_OF_FRANCE).ask is None
    assert reader.look(LONE_V).ask is None
    assert reader.look(LONE_V).ranks == (Rank.JACK,)


def test_one_letter_of_another_country_makes_a_v_a_riddle_again() -> None:
    reader = Shown()
    for _ in range(MIN_LETTERS):
        reader.look(KING_OF_FRANCE)
    assert reader.look(JACK_OF_HOLLAND).ask is None
    assert reader.look(LONE_V).ask is not None


def test_a_new_deal_may_be_of_another_deck() -> None:
    reader = Shown()
    reader.noticed = replace(KNOWN, letters=Counter(R=MIN_LETTERS))
    assert reader.look(LONE_V).ask is None
    reader.forget_deck()
    assert reader.look(LONE_V).ask is not None
    assert reader.noticed == Noticed()


def test_of_a_photograph_nothing_is_kept() -> None:
    reader = Shown()
    reader.look(ONE_OF_TWO, PHOTOGRAPH)
    assert reader.noticed == Noticed()


@given(st.lists(st.sampled_from([ONE_OF_TWO, ONE_OF_FOUR, RIDDLE]), max_size=20))
def test_it_is_known_only_while_nothing_spoke_against_it(seen: list[View]) -> None:
    reader, bare = Shown(), 0
    for one in seen:
        reading = reader.look(one)
        bare = bare + 1 if one is ONE_OF_TWO else 0 if one is ONE_OF_FOUR or reading.ask else bare
        assert reader.noticed.two == min(bare, MIN_CARDS)
