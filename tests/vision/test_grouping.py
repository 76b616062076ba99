"""Indices become cards: two ends of one card are one, whichever way it lies."""

import cmath
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from appliance.core.reading import SURE
from appliance.vision.find.finder import Detection
from appliance.vision.find.grouping import ASPECT, group, rank_of, seen_cards
from appliance.vision.find.index import LABELS, SUITS
from appliance.vision.limits import CALIBRATED, PHOTOGRAPH
from bluffing.cards import Rank, Suit

angles = st.floats(0, 2 * math.pi)
places = st.floats(200, 800)


def names(label: str, sure: float = 0.99) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    chances = np.full(len(LABELS), (1 - sure) / (len(LABELS) - 1), np.float32)
    chances[LABELS.index(label)] = sure
    return chances


def spots_of(
    label: str,
    centre: tuple[float, float],
    turn: float,
    height: float = 140.0,
    corners: tuple[tuple[float, float], ...] = ((-1, -1), (1, 1)),
) -> list[Detection]:
    """The indices of a card, whose own up is `turn` clockwise from the picture's."""
    up, middle = complex(math.sin(turn), -math.cos(turn)), complex(*centre)
    made = []
    for across, down in corners:
        place = middle + 0.39 * height * up * complex(-down, across * ASPECT)
        way = up if down < 0 else -up
        made.append(Detection(place, 0.1 * height, way, 0.9, middle, height, names(label)))
    return made


@given(angles, places, places, st.floats(60, 400))
def test_two_ends_are_one_card_and_say_where_it_lies(
    turn: float, x: float, y: float, height: float
) -> None:
    cards, unclear = group(spots_of("7", (x, y), turn, height), CALIBRATED)
    assert len(cards) == 1
    assert unclear == []
    assert abs(cards[0].centre - complex(x, y)) < 1e-6 * height
    quad = np.array(cards[0].quad)
    assert np.allclose(quad.mean(axis=0), (x, y))
    assert np.isclose(np.linalg.norm(quad[0] - quad[3]), height)
    assert np.isclose(np.linalg.norm(quad[0] - quad[1]), height * ASPECT)


@given(angles, st.floats(0.6, 1.5))
def test_two_ends_say_how_high_a_card_may_be(turn: float, seems: float) -> None:
    """They are no further apart than on small print, no nearer than on a jumbo card."""
    spots = [replace(spot, card_height=140 * seems) for spot in spots_of("7", (300, 300), turn)]
    (card,), _ = group(spots, CALIBRATED)
    between = abs(spots[0].at - spots[1].at)
    low, high = between / 1.06, between / 0.8
    assert card.height == pytest.approx(min(max(140 * seems, low), high))
    assert 0.89 * 140 < card.height < 1.2 * 140


@pytest.mark.parametrize(
    ("label", "one", "other", "suit"),
    [
        ("7", 0.98, 0.94, Suit.HEARTS),
        ("7", 0.98, 0.8, None),  # 0.89 on average
        ("7", 0.98, 0.0, None),
        ("joker", 1.0, 1.0, None),
    ],
)
def test_a_suit_is_told_where_both_ends_are_sure_of_it_on_average(
    label: str, one: float, other: float, suit: Suit | None
) -> None:
    ends = zip(spots_of(label, (400, 400), 0.4), (one, other), strict=True)
    hearts = SUITS.index(Suit.HEARTS)
    spots = [
        replace(end, suits=np.insert(np.full(3, (1 - sure) / 3, np.float32), hearts, sure))
        for end, sure in ends
    ]
    (card,), _ = group(spots, CALIBRATED)
    assert seen_cards([card])[0].suit is suit


@pytest.mark.parametrize(("label", "surely"), [("J", False), ("Q", True)])
def test_a_j_in_two_corners_may_twice_be_the_first_letter_of_joker(
    label: str, surely: bool
) -> None:
    """As the namer saw the two Js of such a joker: together they were a jack at 0.96."""
    first, second = spots_of(label, (400, 400), 0.4)
    chances = [names(label, sure) for sure in (0.86, 0.92)]
    for each, nothing in zip(chances, (0.113, 0.056), strict=True):
        each[-1] = nothing
    spots = [replace(first, probabilities=chances[0]), replace(second, probabilities=chances[1])]
    ((card,), _) = group(spots, CALIBRATED)
    assert (card.sure >= SURE) is surely


@given(angles, st.floats(-0.25, 0.25), st.floats(-0.25, 0.25), st.booleans())
@example(turn=0.0, top=0.25, bottom=0.25, swapped=False)
def test_a_bent_card_is_one_whichever_end_is_found_first(
    turn: float, top: float, bottom: float, swapped: bool
) -> None:
    spots = [
        replace(spot, up=spot.up * cmath.rect(1.0, bend))
        for spot, bend in zip(spots_of("2", (300, 300), turn), (top, bottom), strict=True)
    ]
    cards, _ = group(spots[::-1] if swapped else spots, CALIBRATED)
    assert len(cards) == 1


def squeezed(spots: list[Detection], narrow: float) -> list[Detection]:
    """`spots` in a picture that is made `narrow` times as high."""
    made = []
    for spot in spots:
        at, way, centre = (
            complex(place.real, place.imag * narrow)
            for place in (spot.at, spot.up, spot.card_centre)
        )
        turned = replace(spot, at=at, up=way / abs(way), card_centre=centre)
        made.append(replace(turned, card_height=spot.card_height * math.sqrt(narrow)))
    return made


@given(st.sampled_from((0.0, math.pi)), st.floats(0.5, 0.75))
def test_the_ends_of_a_squeezed_card_are_one_where_pictures_may_be_squeezed(
    turn: float, narrow: float
) -> None:
    spots = squeezed(spots_of("9", (300, 300), turn), narrow)
    assert len(group(spots, PHOTOGRAPH)[0]) == 1


@given(st.sampled_from((0.0, math.pi)), st.floats(0.3, 0.42))
def test_a_card_squeezed_further_is_one_if_both_ends_see_its_middle(
    turn: float, narrow: float
) -> None:
    spots = squeezed(spots_of("9", (300, 300), turn), narrow)
    cards, unclear = group(spots, PHOTOGRAPH)
    assert len(cards) == 1
    assert unclear == []


@given(angles, angles, angles, st.floats(150, 400))
def test_cards_apart_stay_apart_in_a_picture_that_may_be_squeezed(
    one: float, other: float, way: float, far: float
) -> None:
    place = (300 + far * math.cos(way), 300 + far * math.sin(way))
    cards, _ = group(spots_of("9", (300, 300), one) + spots_of("9", place, other), PHOTOGRAPH)
    assert len(cards) == 2


@given(angles, angles)
def test_opposite_corners_of_which_one_sees_a_middle_far_off_may_be_one_card(
    turn: float, way: float
) -> None:
    """By up to half their distance: two aces were read where one lay."""
    first, second = spots_of("A", (300, 300), turn)
    off = cmath.rect(0.5 * abs(first.at - second.at), way)
    spots = [first, replace(second, card_centre=second.card_centre + off)]
    cards, unclear = group(spots, PHOTOGRAPH)
    assert len(cards) == len(unclear) == 1


@given(angles)
def test_four_corners_are_one_card(turn: float) -> None:
    every = ((-1, -1), (1, 1), (1, -1), (-1, 1))
    cards, unclear = group(spots_of("K", (300, 300), turn, corners=every), CALIBRATED)
    assert [len(card.detections) for card in cards] == [4]
    assert unclear == []


def four(turn: float, off: float) -> list[Detection]:
    """A card with four indices; two see a middle beside it and are `off` their corners."""
    spots = spots_of("K", (300, 300), turn)
    others = spots_of("K", (300, 300), turn, corners=((1, -1), (-1, 1)))
    for across, spot in zip((1, -1), others, strict=True):
        right = cmath.rect(1.0, turn) * across * 140
        seen = spot.card_centre + 0.34 * right
        spots.append(replace(spot, at=spot.at + off * right, card_centre=seen))
    return spots


@given(angles)
def test_four_corners_of_which_two_see_a_middle_beside_the_card_may_be_two_cards(
    turn: float,
) -> None:
    cards, unclear = group(four(turn, 0.0), CALIBRATED)
    assert [len(card.detections) for card in cards] == [4]
    assert unclear


@given(angles)
def test_four_indices_that_are_not_in_four_corners_are_not_one_cards(turn: float) -> None:
    cards, unclear = group(four(turn, 0.15), CALIBRATED)
    assert len(cards) > 1 or unclear


@given(
    angles,
    st.sampled_from((((-1, -1), (1, -1)), ((-1, -1), (-1, 1)), ((1, 1), (1, -1)))),
    st.floats(0, 0.15),
)
def test_two_corners_that_see_one_middle_are_one_card(
    turn: float, corners: tuple[tuple[float, float], ...], off: float
) -> None:
    """Of a deck with four, where other cards lie on the other end, or on one side."""
    spots = spots_of("2", (300, 300), turn, corners=corners)
    away = cmath.rect(off * 140, turn + 1)
    spots[0] = replace(spots[0], card_centre=spots[0].card_centre + away)
    (card,), unclear = group(spots, CALIBRATED)
    assert unclear == []
    assert abs(card.centre - (300 + 300j)) <= 0.08 * 140


@given(angles, st.floats(-0.3, 0.3), st.floats(-0.3, 0.3))
def test_no_card_has_five_indices(turn: float, across: float, down: float) -> None:
    every = ((-1, -1), (1, 1), (1, -1), (-1, 1), (across, down))
    cards, _ = group(spots_of("K", (300, 300), turn, corners=every), PHOTOGRAPH)
    assert all(len(card.detections) <= 4 and len(card.quad) == 4 for card in cards)


@given(angles, st.floats(0, 0.3))
def test_a_card_with_four_indices_lies_as_the_camera_sees_it(turn: float, narrow: float) -> None:
    """From the side: its far end is narrower."""
    middle, way = 300 + 300j, cmath.rect(1, turn)
    spots = []
    for spot in spots_of("K", (300, 300), 0.0, corners=((-1, -1), (1, 1), (1, -1), (-1, 1))):
        off = spot.at - middle
        off = complex(off.real * (1 - narrow * (off.imag < 0)), off.imag)
        spots.append(replace(spot, at=middle + off * way, up=spot.up * way))
    (card,), unclear = group(spots, PHOTOGRAPH)
    left, right, low_right, low_left = (complex(*corner) for corner in card.quad)
    assert unclear == []
    assert abs(right - left) / abs(low_right - low_left) == pytest.approx(1 - narrow, abs=0.12)


@given(angles, st.floats(-0.3, 0.3))
def test_so_does_a_card_of_whose_four_indices_three_show(turn: float, askew: float) -> None:
    middle, way = 300 + 300j, cmath.rect(1, turn)
    spots = []
    for spot in spots_of("K", (300, 300), 0.0, corners=((-1, -1), (1, -1), (1, 1))):
        off = spot.at - middle
        off = complex(off.real + askew * off.imag, off.imag)
        spots.append(replace(spot, at=middle + off * way, up=spot.up * way))
    left, right, low_right = (spot.at for spot in spots)
    (card,), unclear = group(spots, PHOTOGRAPH)
    corners = [complex(*corner) for corner in card.quad]
    assert unclear == []
    assert cmath.phase((corners[1] - corners[0]) / (right - left)) == pytest.approx(0, abs=1e-3)
    down = (corners[2] - corners[1]) / (low_right - right)
    assert cmath.phase(down) == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize(("wide", "tall"), [(1.35, 1.0), (1.0, 1.3), (1.0, 1.0)])
@pytest.mark.parametrize("corners", [4, 3])
def test_a_card_reaches_further_than_its_indices(wide: float, tall: float, corners: int) -> None:
    """Seen from the side it is squeezed one way, and so is its outline."""
    every = ((-1, -1), (1, -1), (1, 1), (-1, 1))[:corners]
    spots = spots_of("K", (300, 300), 0.0, corners=every)
    ways = [spot.at - (300 + 300j) for spot in spots]
    squeezed = [complex(off.real * wide, off.imag * tall) for off in ways]
    seen = [replace(spot, at=300 + 300j + off) for spot, off in zip(spots, squeezed, strict=True)]
    (card,), _ = group(seen, PHOTOGRAPH)
    reach = complex(*card.quad[1]) - (300 + 300j)
    assert reach.real >= 1.12 * max(off.real for off in squeezed)
    assert -reach.imag >= 1.12 * max(-off.imag for off in squeezed)


@given(angles)
def test_two_corners_of_one_end_that_see_neither_may_be_one_card(turn: float) -> None:
    first, second = spots_of("2", (300, 300), turn, corners=((-1, -1), (1, -1)))
    seen = second.card_centre + cmath.rect(0.28 * 140, turn)
    _, unclear = group([first, replace(second, card_centre=seen)], CALIBRATED)
    assert len(unclear) == 1


@given(angles, st.sampled_from(("5", "K", "joker")), st.floats(0.12, 0.6))
def test_a_fan_of_one_rank_is_as_many_cards_as_it_has(turn: float, label: str, step: float) -> None:
    """The uppermost card shows both ends, those below it one."""
    along = (math.cos(turn) * step * 100, math.sin(turn) * step * 100)
    spots = spots_of(label, (300 + 2 * along[0], 300 + 2 * along[1]), turn)
    for below in (0, 1):
        centre = (300 + below * along[0], 300 + below * along[1])
        spots += spots_of(label, centre, turn, corners=((-1, -1),))
    cards, _ = group(spots, CALIBRATED)
    assert len(cards) == 3


@given(angles, angles, st.floats(0.8, 1.2), st.sampled_from(((-1, -1), (1, 1), (1, -1))))
def test_a_covered_card_is_as_large_as_one_that_shows_both_ends(
    one: float, other: float, seems: float, corner: tuple[int, int]
) -> None:
    whole = spots_of("K", (300, 300), one)
    (covered,) = spots_of("5", (500, 420), other, corners=(corner,))
    centre = covered.at + seems * (500 + 420j - covered.at)
    smaller = replace(covered, card_centre=centre, card_height=seems * covered.card_height)
    cards, _ = group([*whole, smaller], PHOTOGRAPH)
    (mended,) = (card for card in cards if card.label == "5")
    assert abs(mended.centre - (500 + 420j)) < 1e-3
    assert mended.height == pytest.approx(140)


@given(angles, st.floats(1.4, 3))
def test_a_card_of_another_size_keeps_it(turn: float, times: float) -> None:
    whole = spots_of("K", (300, 300), 0.0)
    (covered,) = spots_of("5", (600, 600), turn, height=140 * times, corners=((-1, -1),))
    cards, _ = group([*whole, covered], PHOTOGRAPH)
    (kept,) = (card for card in cards if card.label == "5")
    assert kept.height == pytest.approx(140 * times)


@given(angles, angles, st.floats(150, 400))
def test_cards_apart_stay_apart(one: float, other: float, far: float) -> None:
    cards, _ = group(
        spots_of("9", (300, 300), one) + spots_of("9", (300 + far, 300), other), CALIBRATED
    )
    assert len(cards) == 2


def ends(label: str, other: str, off: float = 0.0, sure: float = 0.99) -> list[Detection]:
    """Both ends of one card; one has another name and sees a middle `off` pixels off."""
    spot, misread = spots_of(label, (300, 300), 0.3)
    seen = replace(misread, card_centre=misread.card_centre + off, probabilities=names(other, sure))
    return [spot, seen]


@given(st.floats(0, 0.99), st.floats(0.5, 0.9))
def test_an_end_that_is_named_otherwise_makes_its_card_unsure(share: float, sure: float) -> None:
    """It says what its likelier end says, and is not a card more."""
    six, nine = ends("6", "9", sure=sure)
    off = share * PHOTOGRAPH.grouping.max_misread_error * abs(six.at - nine.at)
    (card,), unclear = group(ends("6", "9", off, sure), PHOTOGRAPH)
    assert card.label == "6"
    assert card.sure == pytest.approx(1 - sure)
    assert unclear == []


def test_a_card_that_both_ends_tell_takes_no_end_of_another_rank() -> None:
    """In a fan the last card's lower end may lie as the first card's would."""
    six = spots_of("6", (300, 300), 0.3, corners=((-1, -1), (1, 1)))
    cards, unclear = group([*ends("6", "9")[1:], *six], PHOTOGRAPH)
    assert [len(card.detections) for card in cards] == [1, 2]
    assert [card.sure > SURE for card in cards] == [True, True]
    assert unclear == []


def test_ends_of_two_ranks_are_on_two_cards_if_they_see_other_middles_or_lie_on_one_side() -> None:
    six, nine = ends("6", "9")
    off = 1.01 * PHOTOGRAPH.grouping.max_misread_error * abs(six.at - nine.at)
    sides = (spots_of("9", (300, 300), 0.3, corners=(side,)) for side in ((1, -1), (-1, 1)))
    for spots in (ends("6", "9", off), *([six, *beside] for beside in sides)):
        cards, unclear = group(spots, PHOTOGRAPH)
        assert len(cards) == 2
        assert unclear == []


def test_ends_that_see_different_middles_are_unclear() -> None:
    first, second = spots_of("4", (300, 300), 0.0)
    moved = Detection(
        second.at,
        second.height,
        second.up,
        0.9,
        345 + 300j,
        second.card_height,
        second.probabilities,
    )
    cards, unclear = group([first, moved], CALIBRATED)
    assert len(cards) == 1
    assert len(unclear) == 1


def test_nobody_holds_nothing() -> None:
    assert group([], CALIBRATED) == ([], [])


@pytest.mark.parametrize(
    ("label", "others", "rank"),
    [
        ("10", (), Rank.TEN),
        ("joker", (), Rank.JOKER),
        ("D", (), Rank.QUEEN),
        ("B", (), Rank.JACK),
        ("H", (), Rank.KING),
        ("R", (), Rank.KING),
        ("1", (), Rank.ACE),
        ("V", (), None),
        ("V", ("R",), Rank.JACK),
        ("V", ("B",), Rank.QUEEN),
        ("V", ("R", "H"), None),
    ],
)
def test_what_letters_mean(label: str, others: tuple[str, ...], rank: Rank | None) -> None:
    assert rank_of(label, others) is rank
