"""The outline of a card that touches no other: does it show that another card lies below?

Ground is dark in the box and cards are light, so a card's edge is known to a tenth of a millimetre.
A card's indices give its middle, and it ends as far to the left as to the right. One card is
equally wide at both ends; two that are turned to each other are not. And two are larger than one,
once the cards of this deck have shown their size.
"""

import math
from collections import deque
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

import cv2
import numpy as np

from appliance.box.flatten import FLAT_SCALE
from appliance.core.reading import Quad
from appliance.vision.arrays import GrayImage, Mask, Points
from appliance.vision.find.grouping import ASPECT


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineLimits:
    """Limits that separate one card from two. Lengths in millimetres."""

    max_uneven: float = 2.2
    """Maximum difference between two opposite sides' distances from a card's middle.

    Above it another card lies below. Evidence: 190 cards that lay apart differ by up to 1.7; of
    109 stacks of two that nothing else told, 82 differ by more than the limit.
    """

    max_oversize: float = 4.6
    """Maximum length by which a card exceeds its assumed size; above it another lies below.

    Poker cards are wider by 2 mm, and some decks are 91 mm high. Up to where its blurred edge is
    nearly dark (`min_light`) a card reaches 0.6 mm further than it does.
    """

    max_taper: float = 0.8
    """Maximum difference between a card's widths, or its heights, along it.

    Above it a card below is turned. Evidence: of 40 drawn cards that lay alone none has more than
    0.4; and a used card whose ends stand up by 3 mm seems 0.5 mm wider there.
    """

    max_larger: float = 1.0
    """Maximum length by which a card exceeds the deck's cards; above it another lies below.

    Evidence: 40 drawn cards differ by up to 0.5, and packs of two makers by up to 0.9.
    """

    min_learned: int = 6
    """Number of cards lying alone that give the size of the deck's cards."""

    min_light: float = 0.3
    """Grey level at which a card ends, as a share of the way from the ground to paper.

    What shows of a card below lies in the shadow of the upper one.
    """

    inside: float = 10.0
    outside: float = 9.0
    """Distance inside and outside of a card's side for the search of its edge."""

    bare: float = 1.2
    """Minimum bare ground, in millimetres, beyond a card's edge; with less the edge is unknown."""

    lines: int = 13
    """Number of lines across a side for the search of its edge."""

    reach: float = 0.72
    """Distance of the outer lines from the side's middle, as a share of half the side."""


OUTLINE_LIMITS = OutlineLimits()

SAME_PLACE = 3.0
"""Pixels by which the corners of a card that lies still may move from look to look."""


class Size(NamedTuple):
    """Width and height of a card, millimetres; NaN if the picture does not show its edges."""

    width: float
    height: float


class DeckSize:
    """Size of the deck's cards, learned from those that lay alone."""

    def __init__(self) -> None:
        self._lain = deque[tuple[Quad, Size]](maxlen=40)

    def saw(self, quad: Quad, size: Size) -> None:
        """Learn from a card at `one` that hides no other, as far as the picture shows; once."""
        lies = any(np.abs(np.subtract(quad, place)).max() < SAME_PLACE for place, _ in self._lain)
        if not lies and not np.isnan(size).any():
            self._lain.append((quad, size))

    def larger(self, size: Size) -> bool:
        """Return True if a card of `size` is larger than those of the deck."""
        if len(self._lain) < OUTLINE_LIMITS.min_learned:
            return False
        # some may have hidden another card, which only makes them larger
        usual = np.quantile([size for _, size in self._lain], 0.3, axis=0)
        return bool((np.subtract(size, usual) > OUTLINE_LIMITS.max_larger).any())


@dataclass(frozen=True, slots=True)
class CardOutline:
    """Distances of a card's edges from its middle, millimetres, NaN where unknown.

    To the right, to the left, to the top and to the bottom: `edges` has one of each line, shape
    (4, lines), and `sides` what most lines of a side say.
    """

    edges: Points
    sides: tuple[float, ...]

    @property
    def size(self) -> Size:
        """Width and height."""
        right, left, top, bottom = self.sides
        return Size(right + left, top + bottom)

    def hides_another(self, card: Size) -> bool:
        """Return True if the outline is that of two cards, taken for one as large as `card`."""
        right, left, top, bottom = self.sides
        uneven, size = OUTLINE_LIMITS.max_uneven, self.size
        if abs(right - left) > uneven or abs(top - bottom) > uneven:
            return True
        if max(self._taper(0, 1), self._taper(2, 3)) > OUTLINE_LIMITS.max_taper:
            return True
        over = (large - usual for large, usual in zip(size, card, strict=True))
        return any(more > OUTLINE_LIMITS.max_oversize for more in over)

    def _taper(self, edge: int, opposite: int) -> float:
        """Difference between the extents on the lines, but for the widest and the narrowest."""
        extents = (self.edges[edge] + self.edges[opposite]).tolist()
        known = sorted(extent for extent in extents if not math.isnan(extent))
        return known[-2] - known[1] if len(known) > OUTLINE_LIMITS.lines / 2 else 0.0


def outline_of(grey: GrayImage, marked: Mask, edge: float, quad: Quad) -> CardOutline:
    """Return the outline of the card that was read at `one` in a flat picture.

    At its edge, `grey` falls to `edge`. `marked` is 1 for light and 0 for bare ground; lines that
    touch anything else right behind the edge are unknown.
    """
    corners = np.array(quad)
    middle = corners.mean(axis=0)
    wide = (corners[1] + corners[2]) / 2 - middle
    tall = (corners[0] + corners[1]) / 2 - middle
    directions = np.array([(wide, tall), (-wide, tall), (tall, wide), (-tall, wide)])
    outs, alongs = directions[:, 0, None, None], directions[:, 1, None, None]
    sides = np.hypot(*directions[:, 0].T)[:, None, None, None]
    inside, outside = OUTLINE_LIMITS.inside * FLAT_SCALE, OUTLINE_LIMITS.outside * FLAT_SCALE
    steps = np.arange(-inside, outside, 0.5)[None, :, None, None]
    reach, lines = OUTLINE_LIMITS.reach, OUTLINE_LIMITS.lines
    across = np.linspace(-reach, reach, lines)[:, None]
    points = np.asarray(middle + (1 + steps / sides) * outs + across * alongs, np.float32)
    places = points.reshape(-1, lines, 2)
    columns, rows, shape = places[..., 0], places[..., 1], points.shape[:3]
    kinds = np.asarray(cv2.remap(marked, columns, rows, cv2.INTER_NEAREST), np.uint8)
    greys = np.asarray(cv2.remap(grey, columns, rows, cv2.INTER_LINEAR), np.uint8)
    edges = _edges(kinds.reshape(shape), greys.reshape(shape), edge, sides.ravel())
    return CardOutline(edges, tuple(map(_middle, edges)))


def _edges(kinds: Mask, greys: GrayImage, edge: float, sides: Points) -> Points:
    """Return distances (mm) at which light ends and bare ground begins, or NaN: (4, lines)."""
    strange = kinds > 1
    steps = kinds.shape[1]
    free = np.where(
        strange.any(axis=1), strange.argmax(axis=1), steps
    )  # steps before anything else
    light = (greys > edge) & (np.arange(steps)[:, None] < free[:, None])
    last = np.minimum(steps - 1 - light[:, ::-1].argmax(axis=1), steps - 2)
    bare = np.take_along_axis(kinds, np.maximum(free - 1, 0)[:, None], axis=1)[:, 0] == 0
    ends = light.any(axis=1) & bare & (free - last > 2 * OUTLINE_LIMITS.bare * FLAT_SCALE)
    inner = np.take_along_axis(greys, last[:, None], axis=1)[:, 0].astype(np.float64)
    outer = np.take_along_axis(greys, last[:, None] + 1, axis=1)[:, 0]
    part = (inner - edge) / np.maximum(inner - outer, 1e-3)
    far = sides[:, None] - OUTLINE_LIMITS.inside * FLAT_SCALE + (last + part) / 2
    return np.asarray(np.where(ends, far / FLAT_SCALE, np.nan), np.float64)


def _middle(edges: Points) -> float:
    """Return the middle of an edge, or NaN if too few lines show it."""
    known = [edge for edge in edges.tolist() if not math.isnan(edge)]
    return median(known) if len(known) > OUTLINE_LIMITS.lines / 3 else math.nan


def nominal(card: float) -> Size:
    """Return the minimum size of a card that is `card` pixels high in a flat picture."""
    height = card / FLAT_SCALE
    return Size(height * ASPECT, height)
