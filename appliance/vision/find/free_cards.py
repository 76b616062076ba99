"""Cards that lie apart: where each of them is, by the area that shows a face."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.find.finder import STRIDE, Areas
from appliance.vision.find.index import Image
from appliance.vision.find.likeness import THUMB

FACE = 0.5
"""From this chance on a place shows the face of a card."""

SHAPE = 1.2, 1.75
"""A card's length over its width, as it is seen: 1.4 to 1.56, and a camera that looks askew."""

FULL = 0.82
"""So much of the rectangle around it does one card fill; two that touch askew fill less."""

SMALLEST = 40.0
"""Pixels; in a lower card no picture is told."""

Corners = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A card's corners (4, 2) in pixels, clockwise from its top left (or bottom right)."""

    corners: Corners

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle, pixels."""
        x, y = self.corners.mean(axis=0)
        return float(x), float(y)

    @property
    def height(self) -> float:
        """How long it is, pixels."""
        a, b, c, d = self.corners
        return float((np.linalg.norm(d - a) + np.linalg.norm(c - b)) / 2)

    @property
    def up(self) -> tuple[float, float]:
        """A unit vector from its bottom to its top."""
        a, b, c, d = self.corners
        way = a + b - c - d
        x, y = way / (np.linalg.norm(way) or 1.0)
        return float(x), float(y)

    def turned(self) -> "Outline":
        """The same card, the other end up."""
        return Outline(np.roll(self.corners, 2, axis=0))

    def holds(self, point: tuple[float, float]) -> bool:
        """Whether `point` is on it."""
        shape = self.corners.astype(np.float32)
        return cv2.pointPolygonTest(shape, point, measureDist=False) >= 0


def free_cards(areas: Areas) -> Iterator[Outline]:
    """The cards that touch no other, as far as `areas` tell them apart.

    A corner is about as exact as two places of the areas.
    """
    unit = STRIDE * areas.zoom
    mask = (areas.face > FACE).astype(np.uint8)
    count, marks, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    for number in range(1, count):
        x, y, w, h, size = (int(value) for value in stats[number])
        if size * unit * unit < SMALLEST * SMALLEST * 0.6:
            continue
        shape = (marks[y : y + h, x : x + w] == number).astype(np.uint8)
        rough = _rectangle(shape, unit, (x * unit, y * unit))
        if rough is not None:
            yield rough


def thumbnail(image: Image, outline: Outline) -> Image:
    """The card upright and small: uint8 BGR (68, 48, 3)."""
    width, height = THUMB
    many = max(1, int(outline.height / height))
    flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) * many - 0.5
    way = cv2.getPerspectiveTransform(outline.corners.astype(np.float32), flat)
    large = cv2.warpPerspective(
        image, way, (width * many, height * many), borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cv2.resize(large, THUMB, interpolation=cv2.INTER_AREA), np.uint8)


def _rectangle(
    shape: npt.NDArray[np.uint8], unit: float, start: tuple[float, float]
) -> Outline | None:
    """The rectangle that a `shape` of places fills, if it is one card; pixels."""
    lines, _ = cv2.findContours(
        cv2.copyMakeBorder(shape, 1, 1, 1, 1, cv2.BORDER_CONSTANT),
        cv2.RETR_EXTERNAL,
        cv2.CHAIN_APPROX_NONE,
    )
    line = max(lines, key=len)
    (x, y), (w, h), angle = cv2.minAreaRect(line)
    w, h = w + 1, h + 1  # the middles of the outermost places are half a place inside
    if not SHAPE[0] <= max(w, h) / min(w, h) <= SHAPE[1] or shape.sum() < FULL * w * h:
        return None
    middle = np.array([x - 0.5, y - 0.5]) * unit + start
    outline = _upright(cv2.boxPoints(((0, 0), (w * unit, h * unit), angle)) + middle)
    return outline if outline.height >= SMALLEST else None


def _upright(corners: npt.NDArray[np.generic]) -> Outline:
    """Four corners in any order around, from one that makes it a card standing upright."""
    places = np.asarray(corners, np.float64)
    turn = np.arctan2(*(places - places.mean(axis=0)).T[::-1])
    places = places[np.argsort(turn)]  # clockwise, as pixels run down
    if np.linalg.norm(places[1] - places[0]) > np.linalg.norm(places[2] - places[1]):
        places = np.roll(places, -1, axis=0)
    if places[:2, 1].sum() > places[2:, 1].sum():
        places = np.roll(places, 2, axis=0)
    return Outline(places)
