"""The outline of a card that lies alone says if it hides another."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.box.flatten import FLAT_SCALE
from appliance.box.lone_card import OUTLINE_LIMITS, CardOutline, DeckSize, Size, nominal, outline_of
from appliance.core.reading import Quad

CARD = Size(63.0, 88.0)
SIDE = 320
PAPER, GROUND = 220.0, 40.0
EDGE = 0.55 * PAPER + 0.45 * GROUND

turns = st.floats(0, 360)


def lying(turn: float, dx: float = 0.0, dy: float = 0.0, size: Size = CARD) -> Quad:
    """The corners of a card from its own top left, so many mm away from the middle."""
    middle = SIDE / 2 + dx * FLAT_SCALE, SIDE / 2 + dy * FLAT_SCALE
    large = size.width * FLAT_SCALE, size.height * FLAT_SCALE
    last, *corners = cv2.boxPoints((middle, large, turn)).tolist()
    return tuple((float(x), float(y)) for x, y in (*corners, last))


def outline(read: Quad, *cards: Quad, beside: Quad | None = None) -> CardOutline:
    """The outline of the card that was read, in a picture of all `cards`."""
    large = np.full((SIDE * 4, SIDE * 4), GROUND, np.uint8)
    for card in cards:
        corners = np.round((np.array(card) + 0.5) * 4 * 16 - 8).astype(np.int32)
        cv2.fillConvexPoly(large, corners, (PAPER,), shift=4)
    grey = np.asarray(cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
    marked = (grey > EDGE).astype(np.uint8)
    if beside is not None:
        cv2.fillConvexPoly(marked, np.round(beside).astype(np.int32), (2,))
    return outline_of(grey, marked, EDGE, read)


@given(turns, st.floats(56, 63.5), st.floats(86, 91))
def test_the_size_of_a_card_is_known_to_a_third_of_a_millimetre(
    turn: float, width: float, height: float
) -> None:
    card = lying(turn, size=Size(width, height))
    there = outline(lying(turn), card)
    assert there.size == pytest.approx((width, height), abs=1 / 3)
    assert not there.hides_another(nominal(CARD.height * FLAT_SCALE))


@given(turns, st.floats(-1.5, 1.5), st.floats(-0.8, 0.8), st.floats(-0.8, 0.8))
def test_a_card_that_was_read_a_little_off_hides_none(
    turn: float, askew: float, dx: float, dy: float
) -> None:
    there = outline(lying(turn + askew, dx, dy), lying(turn))
    assert not there.hides_another(nominal(CARD.height * FLAT_SCALE))


@given(turns, st.floats(2.2, 6.0), st.sampled_from([1, -1]))
def test_a_card_that_is_turned_below_another_is_told(turn: float, by: float, way: int) -> None:
    there = outline(lying(turn), lying(turn + way * by), lying(turn))
    assert there.hides_another(nominal(CARD.height * FLAT_SCALE))


def test_another_card_and_the_frame_tell_nothing() -> None:
    card = lying(0)
    right = (
        (SIDE / 2 + 40, 0.0),
        (SIDE - 1.0, 0.0),
        (SIDE - 1.0, SIDE - 1.0),
        (SIDE / 2 + 40, SIDE - 1.0),
    )
    there = outline(card, card, beside=right)
    assert np.isnan(there.size.width)
    assert there.size.height == pytest.approx(CARD.height, abs=0.2)
    assert not there.hides_another(nominal(CARD.height * FLAT_SCALE))


def learned(*sizes: Size) -> DeckSize:
    deck = DeckSize()
    for place, size in enumerate(sizes):
        deck.saw(lying(0, dx=10.0 * place), size)
    return deck


def test_a_deck_that_is_known_tells_a_larger_outline() -> None:
    few = learned(*[CARD] * (OUTLINE_LIMITS.min_learned - 1))
    wider = Size(CARD.width + 1.5, CARD.height)
    assert not few.larger(wider), "too few cards"
    deck = learned(*[CARD] * OUTLINE_LIMITS.min_learned)
    assert deck.larger(wider)
    assert deck.larger(Size(CARD.width, CARD.height + 1.5))
    assert not deck.larger(Size(CARD.width + 1, CARD.height - 1))
    assert not deck.larger(Size(float("nan"), CARD.height))


def test_a_card_that_lies_still_teaches_once_and_some_pairs_hide_nothing() -> None:
    deck = DeckSize()
    for _ in range(99):
        deck.saw(lying(0), Size(70, 90))
    assert not deck.larger(Size(80, 100))
    pairs = [Size(CARD.width + 1.1, CARD.height + 1.1)] * 5
    assert learned(*[CARD] * 5, *pairs).larger(Size(CARD.width + 1.5, CARD.height))
