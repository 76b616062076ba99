"""Cards of a photograph as a deck with an index in all four corners prints them.

Such decks are rare among photographs that may be learned from. Of a card that shows the indices at
both its ends, each is copied along its edge into the other corner.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from appliance.core.reading import touch
from appliance.drivers import Image
from appliance.vision.arrays import Point, xy
from appliance.vision.find.finder import MIN_FACE, CardMaps, Detection
from appliance.vision.find.grouping import ASPECT, JOKER, LocatedCard

ABOVE, BELOW, BESIDE = 0.75, 1.9, 0.85
"""Farthest reach of the copied part from the middle of the rank's glyph, in its heights.

It goes to the card's edge, over the suit, and to either side.
"""

MARGIN = 0.015
"""Distance that it keeps from the card's long edge, in card heights."""

LEAST_ACROSS = 0.17
"""Least distance of an index from its card's middle line, in card heights; nearer ones would be
copied over themselves."""

Copy = tuple[Detection, Point]
"""An index, and the middle of its copy."""


def four_cornered(
    image: Image, cards: Sequence[LocatedCard], maps: CardMaps
) -> tuple[Image, list[Copy]]:
    """Return a copy of the BGR `image` with more corners on the `cards` that lie free.

    Jokers stay unchanged. So do cards that show one end only, and corners that would not be on a
    card by the finder's `maps` of the picture.
    """
    copied, copies = image.copy(), []
    for card in cards:
        neighbours = (neighbour for neighbour in cards if neighbour is not card)
        free = not any(touch(card.quad, neighbour.quad, 1.0) for neighbour in neighbours)
        if not free or card.opposite is None or card.label == JOKER:
            continue
        for index in card.opposite:
            across, _, _ = card.holds(index)
            if abs(across) > LEAST_ACROSS:
                offset = card.up * 1j * (-2 * across * card.height)
                beside = (ASPECT / 2 - abs(across) - MARGIN) * card.height
                beside = min(beside, BESIDE * index.height)
                if _is_on_face(index.at + offset, beside, maps):
                    _paste(copied, image, index, offset, beside)
                    copies.append((index, index.at + offset))
    return copied, copies


def _is_on_face(at: Point, reach: float, maps: CardMaps) -> bool:
    """Return True if all within `reach` pixels of `at` is a card's face."""
    (x, y), high, wide = xy(at), *maps.face.shape
    rows, columns = (
        slice(
            max(0, round((side - reach) / maps.cell)), min(end, round((side + reach) / maps.cell))
        )
        for side, end in ((y, high), (x, wide))
    )
    inside = maps.face[rows, columns]
    return inside.size > 0 and float(inside.min()) > MIN_FACE


def _paste(made: Image, image: Image, one: Detection, way: Point, beside: float) -> None:
    """Copy what is around the index `one` of `image` to where `way` leads, with a soft edge.

    The copied part reaches `beside` pixels to either side.
    """
    high, low, right = (
        one.up * ABOVE * one.height,
        one.up * BELOW * one.height,
        one.up * 1j * beside,
    )
    middle = one.at + way
    ends = middle + high - right, middle + high + right, middle - low + right, middle - low - right
    corners = [xy(end) for end in ends]
    mask = np.zeros(image.shape[:2], np.float32)
    cv2.fillConvexPoly(mask, np.round(np.array(corners)).astype(np.int32), (1.0,))
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.8, 0.08 * one.height))[..., None]
    shift = np.array([[1, 0, way.real], [0, 1, way.imag]])
    size = image.shape[1::-1]
    moved = cv2.warpAffine(image, shift, size, borderMode=cv2.BORDER_REPLICATE)
    made[:] = np.round(made * (1 - mask) + moved * mask).astype(np.uint8)
