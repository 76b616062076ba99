"""A partly hidden index: half an 8 beside another card is a good 3."""

import cmath
import math
from dataclasses import replace

import lying_cards
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lying_cards import indices, lying

from appliance.core.reading import SURE
from appliance.vision.doubts.cut_index import less_sure
from appliance.vision.doubts.missed_cards import HALF_OUT
from appliance.vision.find.finder import STRIDE, CardMaps, Detection
from appliance.vision.find.grouping import ASPECT, LocatedCard, seen_cards
from appliance.vision.find.index import LABELS
from appliance.vision.limits import CALIBRATED, PHOTOGRAPH, ReadingLimits
from appliance.vision.read import cards_of
from bluffing.message import Message

HEIGHT, GLYPH, SIZE = 200.0, 20.0, (1000, 1000)
BOTH_ENDS = ((-1, -1), (1, 1))


def card(
    label: str,
    middle: complex,
    up: complex,
    corners: tuple[tuple[int, int], ...] = BOTH_ENDS,
    chance: float = 1.0,
) -> LocatedCard:
    names = np.zeros(len(LABELS), np.float32)
    names[LABELS.index(label)] = chance
    spots = []
    for across, down in corners:
        at = middle + 0.39 * HEIGHT * up * complex(-down, across * ASPECT)
        spots.append(Detection(at, GLYPH, -down * up, 0.9, middle, HEIGHT, names))
    return LocatedCard(tuple(spots), middle, HEIGHT, up)


def votes(middle: complex = 0j, until: float = 0.0) -> CardMaps:
    """Maps that show a face up to some pixels from the left, and see its `middle`."""
    side = SIZE[0] // STRIDE
    face, centres = np.zeros((side, side), np.float32), np.zeros((side, side, 2), np.float32)
    face[:, : round(until / STRIDE)] = 1.0
    centres[:] = middle.real, middle.imag
    return CardMaps(face, np.zeros_like(face), centres, 1.0)


def is_sure(
    cards: list[LocatedCard], maps: CardMaps | None = None, limits: ReadingLimits = PHOTOGRAPH
) -> bool:
    """Return True if the first of `cards` is read surely."""
    return less_sure(cards, seen_cards(cards), SIZE, maps or votes(), limits)[0].sure >= SURE


def beside(
    off: float,
    turn: float,
    corners: tuple[tuple[int, int], ...] = ((-1, -1),),
    theirs: tuple[tuple[int, int], ...] = BOTH_ENDS,
    chance: float = 1.0,
) -> list[LocatedCard]:
    """A three, and a five whose right edge is `off` glyph heights right of the three's index."""
    up = cmath.rect(1.0, turn)
    three = card("3", 500 + 500j, up, corners, chance)
    edge = three.detections[0].at + off * GLYPH * up * 1j
    return [three, card("5", edge - ASPECT / 2 * HEIGHT * up * 1j, up, theirs)]


@given(st.floats(-1.5, 1.5), st.floats(0, 2 * math.pi))
def test_an_only_index_through_which_another_cards_outline_runs_is_not_sure(
    off: float, turn: float
) -> None:
    if abs(abs(off) - PHOTOGRAPH.ranks.index_reach) > 0.02:
        assert is_sure(beside(off, turn)) is (abs(off) > PHOTOGRAPH.ranks.index_reach)


def test_a_whole_index_tells_the_rank() -> None:
    assert not is_sure(beside(0.0, 0.3))
    assert is_sure(beside(0.0, 0.3, corners=BOTH_ENDS))


@given(st.floats(SURE + 0.01, 1.0))
def test_where_a_card_lies_that_shows_one_end_is_a_guess_so_only_the_surest_ranks_stay(
    chance: float,
) -> None:
    cut = is_sure(beside(0.0, 0.3, theirs=((-1, -1),), chance=chance))
    assert cut == (np.float32(chance) >= PHOTOGRAPH.ranks.min_guess_sure)
    assert is_sure(beside(1.5, 0.3, theirs=((-1, -1),), chance=chance))


def test_a_guess_does_not_cut_an_index_in_a_photograph_that_has_its_own_face_all_around() -> None:
    """Half of the fans of eight cards were asked about."""
    fan = beside(0.0, 0.0, theirs=((-1, -1),), chance=SURE + 0.01)
    right = fan[0].detections[0].at.real + GLYPH / 2
    whole = votes(fan[0].centre, right + 2 * STRIDE)
    assert is_sure(fan, whole)
    assert not is_sure(fan, votes(fan[0].centre, right - STRIDE))
    assert not is_sure(fan, votes(fan[1].centre, right + 2 * STRIDE))
    assert not is_sure(fan, whole, CALIBRATED)
    assert not is_sure(beside(0.0, 0.0), whole)


def test_an_ace_without_a_leg_is_no_sure_four_in_the_box() -> None:
    """Of 1,000 simulated evenings one called three aces a lie for this: the four had 0.965."""
    assert PHOTOGRAPH.ranks.min_guess_sure <= CALIBRATED.ranks.min_guess_sure
    assert not is_sure(beside(0.2, 0.3, theirs=((-1, -1),), chance=0.965))


@pytest.mark.parametrize("other", [500 + 500j, 500 + 740j])
def test_an_index_that_is_whole_on_another_card_or_beside_it_is_not_cut(other: complex) -> None:
    three = card("3", 500 + 500j, -1j, ((-1, -1),))
    assert is_sure([three, card("5", other, -1j)])


def test_an_only_index_at_the_pictures_edge_is_not_sure() -> None:
    index = card("3", 0j, -1j).detections[0].at
    assert not is_sure([card("3", 500j - index, -1j, ((-1, -1),))])
    assert is_sure([card("3", 500j - index, -1j)])


@pytest.mark.parametrize(
    ("corners", "limits", "reason"),
    [
        (BOTH_ENDS, PHOTOGRAPH, None),
        (BOTH_ENDS, replace(CALIBRATED, card_height=lying_cards.HEIGHT), HALF_OUT),
        (((-1, -1),), PHOTOGRAPH, HALF_OUT),
    ],
)
def test_a_card_is_half_out_of_a_picture_where_no_index_is_whole(
    corners: tuple[tuple[int, int], ...], limits: ReadingLimits, reason: Message | None
) -> None:
    """In the box there is room for the whole card: one index that is cut is enough to ask."""
    middle = 41 + 300j
    spots, maps = indices(middle, 0.0, corners), lying((middle, 0.0))
    table = np.repeat(maps.face * 220 + 20, STRIDE, 0).repeat(STRIDE, 1).astype(np.uint8)
    ask = cards_of(np.stack([table] * 3, axis=-1), spots, maps, limits).ask
    assert (ask and ask.reason) == reason
