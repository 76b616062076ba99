"""Whether another card lies squared up below one that touches no other.

A card's indices are its own, and as far from its edges at either end. What its face seems to be,
though, ends where the lower card does: so on one side an index is further from the edge.
"""

import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from appliance.core.reading import Quad
from appliance.vision.find.finder import STRIDE, Areas
from appliance.vision.find.grouping import Lying
from appliance.vision.find.network import Map

SHIFTED = 0.04
"""Such a share of a card's width or height may its two indices be further from the edge on one side
than on the other, taken as the camera sees it and taken as if it looked straight down. Of 531 cards
that lay apart in drawn pictures 6 have more on both counts, and of 158 stacks of two of which 6 to
12 mm show 75. (These were drawn after the number was chosen.)"""

DEEP = 0.14
"""No index is further in than such a share: so it is with a card below, not with a hand above."""

RAGGED, UNEVEN = 0.4, 0.08
"""Less than such a share of a side on one line: something lies over it, or its edge can't be seen.
Then nobody knows how the camera sees it, and that much is too much on the first count alone."""

FACE = 0.5
"""From this chance on a place is a card's face."""

SIDE, WINDOW = 64, 1.6
"""A card is looked at in a square of so many places, and so many of its heights, a side."""

REACH = 1.3
"""So many heights from middle to middle other cards are to be away."""

STRAIGHT = 0.012
"""So near to a line, in heights, a place is on it."""

LONG, STEEP = 0.15, 0.5
"""A line is told by places so far apart, in heights, and is no more out of true."""

Line = tuple[float, float]
"""An edge: its slope, and where it crosses the card's own axis, in heights from the middle."""

Points = npt.NDArray[np.float64]


class Way(NamedTuple):
    """From a card's middle to an edge: to the right or down if `sign` is 1.

    It is looked for from `off` the middle on, and so far `along` to either side, in heights.
    """

    axis: int
    sign: int
    off: float
    along: float


WAYS = (
    Way(0, -1, 0.18, 0.32),
    Way(0, 1, 0.18, 0.32),
    Way(1, -1, 0.28, 0.22),
    Way(1, 1, 0.28, 0.22),
)
"""Left, right, up and down."""


def hides_another(card: Lying, others: Sequence[Lying], areas: Areas) -> bool:
    """Whether more of a face shows on one side of `card` than it can have.

    Known only of one that shows both ends, whose middle they tell, and that touches none of the
    `others`.
    """
    edges = _edges(card, others, areas)
    if edges is None:
        return False
    ends = _ends(card)
    left, right, top, bottom = (float(np.median(edge[:, 1])) for edge in edges)
    above = np.array([left + right, top + bottom]) - ends.sum(axis=0)
    above /= right - left, bottom - top
    if (np.abs(above) <= SHIFTED).all():
        return False
    corners = _corners(edges)
    if corners is None:
        return bool((np.abs(above) > UNEVEN).any())
    places = _places(ends, corners)
    askew = 1 - places.sum(axis=0)
    shifted = np.minimum(askew * np.sign(above), np.abs(above)) > SHIFTED
    deep = np.minimum(places, 1 - places).max(axis=0) > DEEP
    return bool((shifted & deep).any())


def outline(card: Lying, others: Sequence[Lying], areas: Areas) -> Quad | None:
    """The corners of `card` in pixels, as its face shows them: from its own top left, clockwise.

    None where they can't be told, see `hides_another`, which is to have been asked first.
    """
    edges = _edges(card, others, areas)
    corners = None if edges is None else _corners(edges)
    if corners is None:
        return None
    (up, down), (x, y) = card.up, card.centre
    across, along = (corners * card.height).T
    places = zip(x - across * down - along * up, y + across * up - along * down, strict=True)
    return tuple((float(right), float(below)) for right, below in places)


def _edges(card: Lying, others: Sequence[Lying], areas: Areas) -> list[Points] | None:
    """Where the face of `card` ends, each of WAYS; None where that tells nothing."""
    reach = REACH * card.height
    if len(card.spots) < 2 or any(math.dist(card.centre, one.centre) < reach for one in others):
        return None
    face = _upright(card, areas)
    edges = [_edge(face, way) for way in WAYS]
    return edges if all(len(edge) for edge in edges) else None


def _upright(card: Lying, areas: Areas) -> Map:
    """The chance of a face around `card`, its top up: float32 (SIDE, SIDE)."""
    unit, step = STRIDE * areas.zoom, WINDOW * card.height / SIDE
    up = np.array(card.up)
    right = np.array([-up[1], up[0]])
    start = np.array(card.centre) - (right - up) * step * (SIDE - 1) / 2
    # a place's own middle is half a unit in
    way = np.column_stack([right * step, -up * step, start - unit / 2]) / unit
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(areas.face, way, (SIDE, SIDE), flags=flags), np.float32)


def _ends(card: Lying) -> Points:
    """Where the index at either end is, right of `card`'s middle and below it in its heights."""
    one, other = max(
        combinations(card.spots, 2), key=lambda two: math.dist(*((spot.x, spot.y) for spot in two))
    )
    gaps = np.array([(spot.x, spot.y) for spot in (one, other)]) - card.centre
    up = np.array(card.up)
    return np.asarray(gaps @ np.array([(-up[1], -up[0]), (up[0], -up[1])]) / card.height)


def _edge(face: Map, way: Way) -> Points:
    """Where a face ends, one `way`: (n, 2), how far along that side and how far off the middle."""
    step, middle = WINDOW / SIDE, (SIDE - 1) / 2
    seen = face.T if way.axis else face
    seen = seen if way.sign > 0 else seen[:, ::-1]
    first, last = (round(middle + far / step) for far in (-way.along, way.along))
    start = round(middle + way.off / step)
    lines = seen[first : last + 1, start:]
    dark = lines < FACE
    ends = dark.argmax(axis=1)
    rows = np.flatnonzero(ends > 0)
    after, before = lines[rows, ends[rows]], lines[rows, ends[rows] - 1]
    far = start - middle + ends[rows] - 1 + (before - FACE) / (before - after)
    return np.stack([rows + first - middle, way.sign * far], axis=1) * step


def _line(edge: Points) -> Line | None:
    """The line on which most of an `edge` is, if enough of it is on one."""
    along, far = edge.T
    one, other = np.triu_indices(len(edge), 1)
    slopes = (far[other] - far[one]) / (along[other] - along[one])
    apart = (along[other] - along[one] > LONG) & (np.abs(slopes) < STEEP)
    if not apart.any():
        return None
    slopes, one = slopes[apart], one[apart]
    starts = far[one] - slopes * along[one]
    near = np.abs(far - slopes[:, None] * along - starts[:, None]) < STRAIGHT
    best = near[near.sum(axis=1).argmax()]
    if best.mean() < RAGGED:
        return None
    slope, start = np.polyfit(along[best], far[best], 1)
    return float(slope), float(start)


def _corners(edges: Sequence[Points]) -> Points | None:
    """Where the lines along `edges` cross: (4, 2), from the top left. None if one has no line."""
    lines = [line for line in map(_line, edges) if line is not None]
    if len(lines) < len(edges):
        return None
    left, right, top, bottom = lines
    around = ((left, top), (right, top), (right, bottom), (left, bottom))
    return np.array([_crossing(side, end) for side, end in around])


def _places(ends: Points, corners: Points) -> Points:
    """Where `ends` are on what has these `corners`, 0 to 1 across and down."""
    whole = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    way = cv2.getPerspectiveTransform(corners.astype(np.float32), whole)
    return np.asarray(cv2.perspectiveTransform(ends[None], way)[0], np.float64)


def _crossing(side: Line, end: Line) -> tuple[float, float]:
    """Where a side's line meets that of the top or the bottom."""
    across, start = side
    down, height = end
    y = (down * start + height) / (1 - down * across)
    return across * y + start, y
