"""Detects a card squared up below one that touches no other.

A card's indices are equally far from its edges at both ends. The visible paper ends where the lower
card ends, so on one side an index seems further from the edge. The network's map locates the edges
roughly, the picture exactly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from appliance.core.reading import Quad
from appliance.vision.arrays import Floats, Image, Points, resampled, sampled, xy
from appliance.vision.find.finder import MIN_FACE, CardMaps
from appliance.vision.find.grouping import LocatedCard


@dataclass(frozen=True, slots=True, kw_only=True)
class SquaredUpLimits:
    """Limits for a hidden card and for its edges. Lengths in card heights."""

    max_shift: float = 0.06
    """Maximum difference between an index's distances to opposite edges, over the card's size.

    As if the camera looked straight down; above it another card lies below. Evidence, from drawn
    pictures: it asks about 7 of 300 with cards apart, and 129 of 194 in which 6 to 12 mm of another
    show below one; by the network's map alone 20 and 125.
    """

    max_seen_shift: float = 0.02
    """The same as the camera sees it; from the side that may be less. Set by eye."""

    min_depth: float = 0.14
    """Minimum distance of an index from the edge, over the card's size. Print is mostly nearer."""

    min_straight: float = 0.4
    """Minimum share of an edge's points on one line; below it something may lie over the edge."""

    min_gap: float = 1.3
    """Minimum distance to the middle of any other card; nearer cards can't be separated."""

    max_line_error: float = 0.012
    """Maximum distance of an edge's point from the edge's line."""

    min_line_length: float = 0.15
    """Minimum distance between two points that define a line."""

    max_line_slope: float = 0.5
    """Maximum slope of such a line against the card's side."""


SQUARED_UP = SquaredUpLimits()

WINDOW_CELLS, WINDOW_HEIGHTS = 64, 1.6
"""A card is looked at in a square window: its side in cells, and in card heights."""

STRIP_STEP, STRIP_REACH = 0.006, 0.05
"""Step and reach, in card heights, of the search in the picture for an edge of the map."""

Line = tuple[float, float]
"""Line of an edge: its slope, and where it crosses the card's axis, in heights from the middle."""

SEARCH = ((0.18, 0.32), (0.28, 0.22))
"""Offset and extent, in card heights, of the search for a side edge, and for an end."""


def hides_another(
    card: LocatedCard, cards: Sequence[LocatedCard], maps: CardMaps, image: Image
) -> bool:
    """Return True if more of a face shows on one side of `card` in `image` than it can have.

    Only for a card that shows both ends, is whole and touches no other of `cards`; else False.
    """
    faces = _edges(card, cards, maps)
    inside = np.array(card.quad) > 0, np.array(card.quad) < image.shape[1::-1]
    if faces is None or card.opposite is None or not np.all(inside):
        return False
    edges = [_sharper(edge, number // 2, card, image) for number, edge in enumerate(faces)]
    # the index at either end: right of the card's middle and below it, in card heights
    ends = np.array([card.holds(end)[:2] for end in card.opposite])
    left, right, top, bottom = (float(np.median(edge[:, 1])) for edge in edges)
    shift = np.array([left + right, top + bottom]) - ends.sum(axis=0)
    shift /= right - left, bottom - top
    if (np.abs(shift) <= SQUARED_UP.max_seen_shift).all():
        return False
    corners = _corners(edges)
    if corners is None:
        return False
    places = _straighten(ends, corners)
    from_above = 1 - places.sum(axis=0)
    exceeds = np.abs(shift) > SQUARED_UP.max_seen_shift
    exceeds &= from_above * np.sign(shift) > SQUARED_UP.max_shift
    deep = np.minimum(places, 1 - places).max(axis=0) > SQUARED_UP.min_depth
    return bool((exceeds & deep).any())


def _sharper(edge: Points, axis: int, card: LocatedCard, image: Image) -> Points:
    """Move an `edge` of `_edge` to the strongest change of `image` close by: (n, 2)."""
    half = len(edge) // 2
    near, far_end = (np.median(part, axis=0) for part in (edge[: half + 1], edge[half:]))
    slope = (far_end[1] - near[1]) / max(far_end[0] - near[0], SQUARED_UP.min_line_length)
    start = near[1] - slope * near[0]
    along = np.arange(-SEARCH[axis][1], SEARCH[axis][1], 2 * STRIP_STEP)
    aside = np.arange(-STRIP_REACH, STRIP_REACH, STRIP_STEP)
    far = (start + slope * along)[:, None] + aside
    across, down = (along[:, None], far) if axis else (far, along[:, None])
    places = np.asarray(card.centre + card.up * card.height * (across * 1j - down), np.complex128)
    soft = cv2.blur(sampled(image, places), (3, 3)).astype(np.float32)
    change = np.abs(np.diff(soft, axis=1)).sum(axis=2)
    most = (change - np.abs(aside[1:])).argmax(axis=1)  # of equal ones that nearest to the face's
    edge_points = np.stack([along, far[np.arange(len(far)), most] + STRIP_STEP / 2], axis=1)
    return edge_points[::2]  # neighbours add nothing


def outline(card: LocatedCard, cards: Sequence[LocatedCard], maps: CardMaps) -> Quad | None:
    """Return the corners of `card` in pixels by its face, clockwise from its own top left.

    None if its edges can't be located (see `hides_another`).
    """
    edges = _edges(card, cards, maps)
    corners = None if edges is None else _corners(edges)
    if corners is None:
        return None
    offsets = (complex(-below, right) * card.height for right, below in corners)
    return tuple(xy(card.centre + card.up * offset) for offset in offsets)


def _edges(card: LocatedCard, cards: Sequence[LocatedCard], maps: CardMaps) -> list[Points] | None:
    """Return the left, right, upper and lower edge of `card`'s face, or None if unclear."""
    gap = SQUARED_UP.min_gap * card.height
    neighbours = (neighbour for neighbour in cards if neighbour is not card)
    if card.opposite is None or any(
        abs(card.centre - neighbour.centre) < gap for neighbour in neighbours
    ):
        return None
    face = _window(card, maps)
    edges = [_edge(face, axis, sign) for axis, sign in product((0, 1), (-1, 1))]
    return edges if all(len(edge) for edge in edges) else None


def _window(card: LocatedCard, maps: CardMaps) -> Floats:
    """The chance of a face around `card`, its top up: float32 (64, 64)."""
    step = WINDOW_HEIGHTS * card.height / WINDOW_CELLS
    right = card.up * step * 1j / maps.cell
    # a cell's middle is half a cell in
    start = card.centre / maps.cell - (0.5 + 0.5j) - right * (1 + 1j) * (WINDOW_CELLS - 1) / 2
    return resampled(maps.face, start, right, (WINDOW_CELLS, WINDOW_CELLS), rim=0)


def _edge(face: Floats, axis: int, sign: int) -> Points:
    """Points of a face's edge: (n, 2), along that side and away from the middle, card heights.

    `axis` is 0 across and 1 down; `sign` is 1 to the right or down.
    """
    step, middle = WINDOW_HEIGHTS / WINDOW_CELLS, (WINDOW_CELLS - 1) / 2
    half = (face.T if axis else face)[:, ::sign]
    off, along = SEARCH[axis]
    first, last = (round(middle + far / step) for far in (-along, along))
    start = round(middle + off / step)
    lines = half[first : last + 1, start:]
    ends = (lines < MIN_FACE).argmax(axis=1)
    rows = np.flatnonzero(ends > 0)
    after, before = lines[rows, ends[rows]], lines[rows, ends[rows] - 1]
    far = start - middle + ends[rows] - 1 + (before - MIN_FACE) / (before - after)
    return np.stack([rows + first - middle, sign * far], axis=1) * step


def _line(edge: Points) -> Line | None:
    """Fit a line to an `edge` by consensus; None if too few of its points are on one line."""
    along, far = edge.T
    first, second = np.triu_indices(len(edge), 1)
    slopes = (far[second] - far[first]) / (along[second] - along[first])
    apart = along[second] - along[first] > SQUARED_UP.min_line_length
    apart &= np.abs(slopes) < SQUARED_UP.max_line_slope
    if not apart.any():
        return None
    slopes, first = slopes[apart], first[apart]
    starts = far[first] - slopes * along[first]
    errors = np.abs(far - slopes[:, None] * along - starts[:, None])
    near = errors < SQUARED_UP.max_line_error
    best = near[near.sum(axis=1).argmax()]
    if best.mean() < SQUARED_UP.min_straight:
        return None
    slope, start = np.polyfit(along[best], far[best], 1)
    return float(slope), float(start)


def _corners(edges: Sequence[Points]) -> Points | None:
    """Return the intersections of the lines along `edges`: (4, 2), from the top left, or None."""
    lines = [line for line in map(_line, edges) if line is not None]
    if len(lines) < len(edges):
        return None
    left, right, top, bottom = lines
    pairs = ((left, top), (right, top), (right, bottom), (left, bottom))
    return np.array([_crossing(side, end) for side, end in pairs])


def _straighten(ends: Points, corners: Points) -> Points:
    """Map `ends` to the card with these `corners`, seen from above: 0 to 1 both ways."""
    whole = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), whole)
    return np.asarray(cv2.perspectiveTransform(ends[None], matrix)[0], np.float64)


def _crossing(side: Line, end: Line) -> tuple[float, float]:
    """Return the crossings of a side's line with the top and the bottom."""
    across, start = side
    down, height = end
    y = (down * start + height) / (1 - down * across)
    return across * y + start, y
