import random
from itertools import combinations

import cv2
import numpy as np
import pytest
from extent import often
from hypothesis import given, settings
from hypothesis import strategies as st

from appliance.drivers import Image
from bluffing.cards import Card, Rank, Suit, pack
from lab.sim.photo.faces import (
    FACE_HEIGHT,
    FACE_WIDTH,
    STYLES,
    Style,
    back,
    corner_mask,
    face,
    index_box,
    random_style,
)

PACK = pack(jokers=2)
RANKS = tuple(Card(rank, Suit.SPADES) for rank in Rank)
EACH = pytest.mark.parametrize("style", often(STYLES, STYLES[:1]), ids=lambda style: style.name)


def inked(picture: Image, style: Style) -> np.ndarray:
    """Return where a picture is clearly not bare paper."""
    far = np.abs(picture.astype(int) - np.array(style.paper)).max(axis=2)
    return np.asarray(far > 60)


def likeness(one: Image, other: Image) -> float:
    return float(cv2.matchTemplate(one, other, cv2.TM_CCOEFF_NORMED)[0, 0])


@EACH
def test_a_style_draws_54_faces_and_a_back_that_all_differ(style: Style) -> None:
    pictures = [face(card, style) for card in PACK] + [back(style)]
    assert {(p.shape, p.dtype) for p in pictures} == {
        ((FACE_HEIGHT, FACE_WIDTH, 3), np.dtype(np.uint8))
    }
    halves = [cv2.pyrDown(picture) for picture in pictures]
    for number, picture in enumerate(halves):
        for other in halves[:number]:
            assert (cv2.absdiff(picture, other) > 40).sum() > 60


@pytest.mark.thorough
def test_styles_differ_in_every_index() -> None:
    for card in RANKS:
        indices = [face(card, style)[:110, :80] for style in STYLES]
        for first, second in combinations(indices, 2):
            assert (cv2.absdiff(first, second) > 60).sum() > 100


@EACH
def test_each_rank_has_its_own_index(style: Style) -> None:
    patches = []
    for card in RANKS:
        x0, y0, x1, y1 = index_box(card, style)
        rank_end = y0 + round(style.index_height * FACE_HEIGHT) + 2
        end = y1 if card.rank is Rank.JOKER else rank_end
        patches.append(np.asarray(cv2.resize(face(card, style)[y0:end, x0:x1], (40, 60)), np.uint8))
    for number, patch in enumerate(patches):
        assert all(likeness(patch, other) < 0.9 for other in patches[:number])


def check_index(card: Card, style: Style) -> None:
    """Ink reaches all sides of the index's box, and between it and the border is none."""
    x0, y0, x1, y1 = index_box(card, style)
    line = round(style.frame * FACE_HEIGHT)
    assert line < x0 < x1 < FACE_WIDTH / 2
    assert line < y0 < y1 < FACE_HEIGHT / 2
    picture = face(card, style)
    ink = inked(picture, style)
    inner = ink[y0:y1, x0:x1]
    slack = 3 + (x1 - x0) // 8
    assert all(edge.any() for edge in (inner[:4], inner[-4:], inner[:, :slack], inner[:, -slack:]))
    clear, bend = line + 2, line + 12  # the border's own corners are round
    assert not ink[max(y0, bend) : y1, clear : x0 - 1].any()
    assert not ink[clear : y0 - 1, max(x0, bend) : x1].any()
    turned = np.ascontiguousarray(picture[::-1, ::-1])
    assert likeness(turned[y0:y1, x0:x1], picture[y0:y1, x0:x1]) > 0.99


@EACH
def test_the_index_is_where_it_is_said_to_be_at_both_ends(style: Style) -> None:
    for card in PACK:
        check_index(card, style)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), card=st.sampled_from(PACK))
def test_a_random_deck_has_its_index_where_it_says(seed: int, card: Card) -> None:
    style = random_style(random.Random(seed))
    assert style == random_style(random.Random(seed))
    check_index(card, style)


@pytest.mark.parametrize("count", range(2, 11))
def test_a_number_card_carries_as_many_pips_as_its_rank(count: int) -> None:
    style = STYLES[0]
    for suit in Suit:
        ink = inked(face(Card(Rank(str(count)), suit), style), style)
        _, _, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8))
        areas = stats[1:, cv2.CC_STAT_AREA]
        # The two small pips of the indices are less than half as large.
        assert (areas > 0.6 * areas.max()).sum() == count


def test_pictures_are_shared_so_nobody_may_draw_on_them() -> None:
    assert face(PACK[0], STYLES[0]) is face(PACK[0], STYLES[0])
    for picture in (face(PACK[0], STYLES[0]), back(STYLES[0]), corner_mask()):
        with pytest.raises(ValueError, match="read-only"):
            picture[0, 0] = 0


def test_only_the_corners_are_cut_off() -> None:
    mask = corner_mask()
    assert mask.shape == (FACE_HEIGHT, FACE_WIDTH)
    assert [int(mask[y, x]) for y in (0, -1) for x in (0, -1)] == [0] * 4
    assert mask[FACE_HEIGHT // 2].min() == mask[:, FACE_WIDTH // 2].min() == 255
    assert 0.99 < mask.mean() / 255 < 1


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), suit=st.sampled_from(Suit))
def test_the_pips_of_a_random_deck_keep_off_its_index(seed: int, suit: Suit) -> None:
    style = random_style(random.Random(seed))
    card = Card(Rank.TEN, suit)
    x0, y0, x1, y1 = index_box(card, style)
    ink = inked(face(card, style), style).astype(np.uint8)
    _, labels = cv2.connectedComponents(ink)
    inside = set(labels[y0:y1, x0:x1].ravel()) - {0}
    outside = set(labels[y1 + 2 : FACE_HEIGHT // 2, x1 + 2 : FACE_WIDTH // 2 + 20].ravel()) - {0}
    assert inside
    assert not inside & outside
