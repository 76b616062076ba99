"""A card squared up below another: told by how far its face reaches, however the camera looks."""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.vision.arrays import Floats, Image, xy
from appliance.vision.doubts.missed_cards import COVERED
from appliance.vision.doubts.squared_up import hides_another, outline
from appliance.vision.find.finder import STRIDE, CardMaps, Detection
from appliance.vision.find.grouping import ASPECT, LocatedCard
from appliance.vision.find.index import LABELS
from appliance.vision.read import cards_of
from bluffing.message import Message

SIDE, HEIGHT = 320, 110.0
WIDE = ASPECT * HEIGHT

Quad = npt.NDArray[np.float64]


def rectangle(right: float = 0.0, down: float = 0.0) -> Quad:
    """A card's corners, so many of its heights aside, in pixels of a picture from above."""
    corners = np.array([(-WIDE, -HEIGHT), (WIDE, -HEIGHT), (WIDE, HEIGHT), (-WIDE, HEIGHT)]) / 2
    return np.asarray(corners + SIDE / 2 + np.array([right, down]) * HEIGHT)


def seen(points: Quad, tilt: float, turn: float) -> Quad:
    """Return where a camera that looks askew sees places: `tilt` makes what is far off smaller."""
    c, s = np.cos(turn), np.sin(turn)
    flat = (points - SIDE / 2) @ np.array([(c, s), (-s, c)])
    return np.asarray(flat / (1 + tilt * flat[:, 1:] / HEIGHT) + SIDE / 2)


def drawn(*shapes: Quad) -> Floats:
    """These shapes in a picture four times as large, 0 to 255."""
    large = np.zeros((SIDE * 4, SIDE * 4), np.uint8)
    for shape in shapes:
        cv2.fillPoly(large, [np.round(shape * 4).astype(np.int32)], (255,))
    return large.astype(np.float32)


def faces(*shapes: Quad) -> CardMaps:
    """The map of a finder that sees these shapes as faces."""
    side = SIDE // STRIDE
    small = cv2.resize(drawn(*shapes), (side, side), interpolation=cv2.INTER_AREA)
    face = np.asarray(small / 255, np.float32)
    return CardMaps(face, np.zeros_like(face), np.zeros((side, side, 2), np.float32), 1.0)


def picture(*shapes: Quad) -> Image:
    """White shapes on black."""
    grey = cv2.resize(drawn(*shapes), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.repeat(grey.astype(np.uint8)[:, :, None], 3, axis=2)


def hidden(card: LocatedCard, *shapes: Quad) -> bool:
    """Return True if `card` seems to hide another where these shapes are seen."""
    return hides_another(card, [], faces(*shapes), picture(*shapes))


def the_card(tilt: float = 0.0, turn: float = 0.0, far: float = 0.4) -> LocatedCard:
    """A card with an index at either end, so `far` to the corners, as that camera sees it."""
    names = np.zeros(len(LABELS), np.float32)
    names[LABELS.index("7")] = 1.0
    inset = np.array([(-WIDE, -HEIGHT), (WIDE, HEIGHT)]) * far
    first, second = seen(inset + SIDE / 2, tilt, turn)
    up, middle = complex(np.sin(turn), -np.cos(turn)), complex(*(first + second)) / 2
    spots = tuple(
        Detection(complex(*place), 12.0, up * way, 0.99, middle, HEIGHT, names)
        for place, way in ((first, 1), (second, -1))
    )
    return LocatedCard(spots, middle, HEIGHT, up)


tilts = st.floats(-0.2, 0.2)
turns = st.floats(-np.pi, np.pi)


@given(tilts, turns, st.sampled_from([0.4, 0.34]))
def test_a_card_by_itself_hides_none(tilt: float, turn: float, far: float) -> None:
    """From wherever the camera looks and however far in its indices are printed."""
    assert not hidden(the_card(tilt, turn, far), seen(rectangle(), tilt, turn))


@given(tilts, turns, st.sampled_from([(0.09, 0.0), (-0.09, 0.0), (0.0, 0.1), (0.07, -0.09)]))
def test_a_card_that_shows_along_one_side_is_told(
    tilt: float, turn: float, shift: tuple[float, float]
) -> None:
    """By seven millimetres or more, askew or not."""
    shapes = (rectangle(), rectangle(*shift))
    assert hidden(the_card(tilt, turn), *(seen(shape, tilt, turn) for shape in shapes))


@pytest.mark.parametrize("turn", [0.0, 0.6, 2.0])
def test_what_lies_over_a_side_is_no_card_below(turn: float) -> None:
    """It makes that side narrower, and the other no wider."""
    left = rectangle()
    left[[0, 3], 0] += 0.06 * HEIGHT
    assert not hidden(the_card(turn=turn), seen(left, 0.0, turn))


def test_nothing_is_known_of_a_card_beside_others_or_with_one_index() -> None:
    """Nor of one whose face ends nowhere, or that the picture's edge cuts off."""
    shapes = rectangle(), rectangle(0.12)
    areas, image, card = faces(*shapes), picture(*shapes), the_card()
    assert hides_another(card, [], areas, image)
    assert hides_another(card, [card], areas, image)
    assert not hides_another(card, [card, replace(card)], areas, image)
    lone = LocatedCard(card.detections[:1], card.centre, card.height, card.up)
    assert not hides_another(lone, [], areas, image)
    everywhere = CardMaps(np.ones_like(areas.face), areas.back, areas.card_centres, 1.0)
    assert not hides_another(card, [], everywhere, image)
    assert not hides_another(card, [], areas, image[: SIDE // 2 + 50])


def test_a_picture_that_shows_no_edge_tells_nothing_else_than_the_map() -> None:
    """As of a dark card in a dark box."""
    dark = np.zeros((SIDE, SIDE, 3), np.uint8)
    assert not hides_another(the_card(), [], faces(rectangle()), dark)
    assert hides_another(the_card(), [], faces(rectangle(), rectangle(0.12)), dark)


@pytest.mark.parametrize(("shift", "reason"), [(0.065, COVERED), (0.0, None)])
def test_the_reader_asks_where_the_picture_shows_more_of_a_card_below_than_the_map(
    shift: float, reason: Message | None
) -> None:
    card, maps = the_card(), faces(rectangle(), rectangle(0.03))
    maps.card_centres[:] = xy(card.centre)
    reading = cards_of(picture(rectangle(), rectangle(shift)), card.detections, maps)
    assert (reading.ask and reading.ask.reason) == reason


def test_a_ragged_side_that_reaches_too_far_is_told() -> None:
    """No line runs along the face there, so the picture is searched beside its middle."""
    teeth = rectangle()
    steps = [
        (WIDE / 2 + (0.05 + 0.2 * (n % 2)) * HEIGHT, y) for n, y in enumerate(range(-50, 60, 9))
    ]
    shape = np.array([*teeth[[3, 0]], *(np.array(steps) + SIDE / 2)])
    assert hidden(the_card(), shape)


@given(tilts, turns)
def test_its_own_edges_tell_where_a_card_lies(tilt: float, turn: float) -> None:
    """To half a place of the finder's map, at every corner."""
    there = seen(rectangle(), tilt, turn)
    found = outline(the_card(tilt, turn), [], faces(there))
    assert found is not None
    assert np.abs(np.array(found) - there).max() < STRIDE / 2


def test_a_card_without_edges_has_no_outline() -> None:
    """One index is not enough, nor a face that goes on everywhere."""
    card, areas = the_card(), faces(rectangle())
    assert outline(card, [], areas) is not None
    assert (
        outline(LocatedCard(card.detections[:1], card.centre, card.height, card.up), [], areas)
        is None
    )
    everywhere = CardMaps(np.ones_like(areas.face), areas.back, areas.card_centres, 1.0)
    assert outline(card, [], everywhere) is None


@given(st.integers(0, 2**32), turns, st.floats(0.02, 3))
def test_whatever_a_finder_says_it_is_no_fault(seed: int, turn: float, high: float) -> None:
    """Noise has edges, too."""
    side, chance = SIDE // STRIDE, np.random.default_rng(seed)
    noise = chance.random((side, side), np.float32) ** 0.2
    face = np.asarray(cv2.GaussianBlur(noise, (0, 0), float(chance.uniform(0.3, 4))), np.float32)
    card = the_card(0.0, turn)
    card = LocatedCard(card.detections, card.centre, HEIGHT * high, card.up)
    areas = CardMaps(face * 0.7, face, np.zeros((side, side, 2), np.float32), 1.0)
    image = np.asarray(chance.integers(0, 256, (SIDE, SIDE, 3)), np.uint8)
    assert hides_another(card, [], areas, image) in (True, False)
    found = outline(card, [], areas)
    assert found is None or len(found) == 4
