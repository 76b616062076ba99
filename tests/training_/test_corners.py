"""A photograph's cards get an index in every corner, where that can be drawn."""

import cmath

import numpy as np
import pytest

from appliance.vision.find.finder import CardMaps, Detection
from appliance.vision.find.grouping import ASPECT, LocatedCard
from appliance.vision.find.index import LABELS
from training.corners import four_cornered

HEIGHT, GLYPH = 160.0, 16.0


def card(label: str = "9", centre: complex = 150 + 150j, turn: float = 0.3) -> LocatedCard:
    """A card that shows both its indices."""
    up = cmath.rect(1.0, turn) * -1j
    chances = np.zeros(len(LABELS), np.float32)
    chances[LABELS.index(label)] = 1.0
    corner = up * HEIGHT * complex(0.4, -0.36 * ASPECT)
    ends = [
        Detection(centre + corner * way, GLYPH, up * way, 1.0, centre, HEIGHT, chances)
        for way in (1, -1)
    ]
    return LocatedCard(tuple(ends), centre, HEIGHT, up)


def picture(cards: list[LocatedCard]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """White, with a grey spot at each index."""
    made = np.full((300, 300, 3), 255, np.uint8)
    for detection in (index for each in cards for index in each.detections):
        x, y = round(detection.at.real), round(detection.at.imag)
        made[y - 3 : y + 4, x - 3 : x + 4] = 90
    return made


def maps(face: float = 1.0) -> CardMaps:
    """The whole picture is a card's face, to this degree."""
    whole = np.full((75, 75), face, np.float32)
    return CardMaps(whole, np.zeros_like(whole), np.zeros((75, 75, 2), np.float32), 1.0)


@pytest.mark.parametrize("turn", [0.0, 0.3, 2.0, 4.4])
def test_each_index_is_copied_into_the_corner_across(turn: float) -> None:
    located = card(turn=turn)
    made, copies = four_cornered(picture([located]), [located], maps())
    assert [index for index, _ in copies] == list(located.detections)
    for index, at in copies:
        across, down, _ = located.holds(index)
        way = (at - located.centre) / located.up / located.height
        assert (way.imag, -way.real) == pytest.approx((-across, down))
        assert made[round(at.imag), round(at.real)].max() < 140


def test_what_can_not_be_drawn_stays() -> None:
    joker, plain, above = card("joker"), card(), card(centre=190 + 170j)
    for cards, face in (([joker], 1.0), ([plain, above], 1.0), ([plain], 0.2)):
        image = picture(cards)
        made, copies = four_cornered(image, cards, maps(face))
        assert copies == []
        assert np.array_equal(made, image)
