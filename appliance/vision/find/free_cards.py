"""Finds cards that lie apart, by the areas that show a face."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.arrays import Mask, Point, Points, xy


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeCardLimits:
    """Limits for an area of faces that is one card by itself. All set by eye."""

    min_aspect: float = 1.2
    max_aspect: float = 1.75
    """Ratio of length to width in the picture: 1.4 to 1.56 in print, distorted from an angle."""

    min_fill: float = 0.82
    """Minimum share of the smallest rectangle around it; two cards that touch askew fill less."""

    min_height: float = 40.0
    """Minimum height, pixels; a smaller card's picture can't be recognised."""


FREE_CARD = FreeCardLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A card's corners (4, 2) in pixels, clockwise from its top left (or bottom right)."""

    corners: Points

    @property
    def centre(self) -> Point:
        """Middle of the card, pixels."""
        return complex(*self.corners.mean(axis=0))

    @property
    def height(self) -> float:
        """Length in pixels."""
        a, b, c, d = self.corners
        return float((np.linalg.norm(d - a) + np.linalg.norm(c - b)) / 2)

    @property
    def up(self) -> Point:
        """A unit vector from its bottom to its top."""
        a, b, c, d = self.corners
        axis = complex(*(a + b - c - d))
        return axis / abs(axis) if axis else -1j

    def turned(self) -> "Outline":
        """The same card, the other end up."""
        return Outline(np.roll(self.corners, 2, axis=0))

    def holds(self, point: Point) -> bool:
        """Return True if a place is on it."""
        shape = self.corners.astype(np.float32)
        return cv2.pointPolygonTest(shape, xy(point), measureDist=False) >= 0


def free_cards(faces: Mask, cell: float) -> Iterator[Outline]:
    """Return the cards that touch no other; a corner is exact to two cells.

    `faces` are the cells that show a card's face, each `cell` pixels wide.
    """
    count, parts, stats, _ = cv2.connectedComponentsWithStats(faces, connectivity=4)
    for number in range(1, count):
        x, y, w, h, area = (int(value) for value in stats[number])
        if area * cell * cell < FREE_CARD.min_height * FREE_CARD.min_height * 0.6:
            continue
        shape = (parts[y : y + h, x : x + w] == number).astype(np.uint8)
        outline = _rectangle(shape, cell, (x * cell, y * cell))
        if outline is not None:
            yield outline


def _rectangle(shape: Mask, cell: float, start: tuple[float, float]) -> Outline | None:
    """The rectangle that a `shape` of cells fills, if it is one card; pixels."""
    framed = cv2.copyMakeBorder(shape, 1, 1, 1, 1, cv2.BORDER_CONSTANT)
    contours, _ = cv2.findContours(framed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    (x, y), (w, h), angle = cv2.minAreaRect(max(contours, key=len))
    w, h = w + 1, h + 1  # a contour runs through the middles of the outermost cells
    fits = FREE_CARD.min_aspect <= max(w, h) / min(w, h) <= FREE_CARD.max_aspect
    if not fits or shape.sum() < FREE_CARD.min_fill * w * h:
        return None
    middle = np.array([x - 0.5, y - 0.5]) * cell + start
    outline = _upright(cv2.boxPoints(((0, 0), (w * cell, h * cell), angle)) + middle)
    return outline if outline.height >= FREE_CARD.min_height else None


def _upright(corners: npt.NDArray[np.generic]) -> Outline:
    """Return the four corners, starting so that the card is upright."""
    places = np.asarray(corners, np.float64)
    turn = np.arctan2(*(places - places.mean(axis=0)).T[::-1])
    places = places[np.argsort(turn)]  # clockwise, as pixels run down
    if np.linalg.norm(places[1] - places[0]) > np.linalg.norm(places[2] - places[1]):
        places = np.roll(places, -1, axis=0)
    if places[:2, 1].sum() > places[2:, 1].sum():
        places = np.roll(places, 2, axis=0)
    return Outline(places)
