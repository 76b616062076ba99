"""Finds whole cards by their outline: four straight sides, the shape of a card, rounded corners.

Pure functions over arrays. A card that another covers, or that leaves the picture, has no
such outline and is not found here; `residue.py` notices what is left over.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""Shape (height, width, 3), BGR as OpenCV has it, 0 to 255."""

Gray = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float32]
"""Shape (n, 2), pixels, x before y."""

LONGEST = 640
"""Longest side of the picture in which outlines are sought, pixels: work stays bounded."""

SMALLEST_SIDE = 40.0
"""A card's short side, at that size, below which its index has too few pixels to read."""

BRIGHTNESS = 10
"""How many of the first `masks` tell by brightness; the others tell by edges."""

CARD = (160, 224)
"""Width and height of a rectified card, pixels."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A closed line that may be a card's.

    `quad` has shape (4, 2), clockwise, its first side a short one. `snug` is the share of
    the line, 0 to 1, that lies on the quad's sides or rounded corners.
    """

    quad: Points
    snug: float

    @property
    def sides(self) -> tuple[float, float]:
        """Mean length of the short pair and of the long pair of sides, pixels."""
        lengths = np.linalg.norm(np.roll(self.quad, -1, axis=0) - self.quad, axis=1)
        return float(lengths[0] + lengths[2]) / 2, float(lengths[1] + lengths[3]) / 2


def reduced(image: Image, longest: int = LONGEST) -> tuple[Image, float]:
    """The picture at no more than `longest` pixels a side, and its scale, 0 to 1."""
    scale = longest / max(image.shape[:2])
    if scale >= 1:
        return image, 1.0
    height, width = image.shape[:2]
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def masks(image: Image) -> list[Gray]:
    """Binary pictures (0 or 255) in one of which a card should stand alone."""
    blue, green, red = cv2.split(image)
    gray = cv2.blur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (3, 3))
    whiteness = cv2.blur(cv2.min(cv2.min(blue, green), red), (3, 3))
    found: list[Gray] = []
    for plane in (whiteness, gray):
        otsu, plain = cv2.threshold(plane, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        top = float(np.percentile(plane[::4, ::4], 99))
        found.append(np.asarray(plain, np.uint8))
        for level in ((otsu + top) / 2, otsu * 0.7):
            raised = cv2.threshold(plane, level, 255, cv2.THRESH_BINARY)[1]
            found.append(np.asarray(raised, np.uint8))
    found.append(np.asarray(cv2.bitwise_not(found[3]), np.uint8))
    # A dark deck on coloured felt may be as light as the felt to the eye, but not in its colour.
    strongest = cv2.blur(cv2.max(cv2.max(blue, green), red), (3, 3))
    ground = float(np.median(strongest[::4, ::4]))
    unlit = cv2.threshold(strongest, 0.65 * ground, 255, cv2.THRESH_BINARY_INV)[1]
    found.append(np.asarray(unlit, np.uint8))
    # Light fibres of a carpet cling to a card's edge; opening lets go of them.
    fibre = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))
    for number in (0, 1):
        found.append(np.asarray(cv2.morphologyEx(found[number], cv2.MORPH_OPEN, fibre), np.uint8))
    for low, high in ((40, 100), (90, 200)):
        edges = cv2.Canny(gray, low, high)
        thick = cv2.dilate(edges, np.ones((3, 3), np.uint8))
        found.append(np.asarray(cv2.bitwise_not(thick), np.uint8))
    return found


def outlines(planes: Sequence[Gray]) -> list[Outline]:
    """Everything in `masks` of a picture with four straight sides, large enough to read."""
    found: list[Outline] = []
    seen: list[tuple[int, int, int, int]] = []
    frame = planes[0].size
    for number, mask in enumerate(planes):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            if len(contour) < 4 * SMALLEST_SIDE:
                continue
            x, y, wide, high = cv2.boundingRect(contour)
            if min(wide, high) < SMALLEST_SIDE or wide * high > 0.9 * frame:
                continue
            box = (x, y, x + wide, y + high)
            if any(max(abs(a - b) for a, b in zip(box, old, strict=True)) < 3 for old in seen):
                continue
            grow = 1.0 if number >= BRIGHTNESS else 0.0
            outline = _fit(contour.reshape(-1, 2).astype(np.float32), grow)
            if outline is not None:
                found.append(outline)
                if outline.snug > 0.95:
                    seen.append(box)
    return _distinct(found)


def rectified(image: Image, quad: Points) -> Image:
    """The card inside `quad`, upright, CARD pixels in size."""
    large = np.linalg.norm(quad[1] - quad[0]) > 1.5 * CARD[0]
    width, height = (2 * CARD[0], 2 * CARD[1]) if large else CARD
    goal = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    flat = cv2.warpPerspective(
        image,
        cv2.getPerspectiveTransform(quad, goal),
        (width, height),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if large:
        flat = cv2.resize(flat, CARD, interpolation=cv2.INTER_AREA)
    return np.asarray(flat, np.uint8)


def _fit(line: Points, grow: float) -> Outline | None:
    """The quad around one closed line, or None where four straight sides don't fit it."""
    hull = cv2.convexHull(line)
    area = cv2.contourArea(hull)
    if area < SMALLEST_SIDE**2 or cv2.contourArea(line) < 0.85 * area:
        return None
    rough = _four(np.asarray(hull, np.float32))
    if rough is None:
        return None
    sides = []
    for start, end in zip(rough, np.roll(rough, -1, axis=0), strict=True):
        along = end - start
        length = float(np.linalg.norm(along))
        if length < SMALLEST_SIDE * 0.8:
            return None
        along /= length
        offset = line - start
        at = offset @ along
        away = np.abs(offset[:, 0] * along[1] - offset[:, 1] * along[0])
        near = (at > 0.15 * length) & (at < 0.85 * length) & (away < max(3.0, 0.04 * length))
        if near.sum() < 0.5 * length:
            return None
        sides.append(cv2.fitLine(line[near], cv2.DIST_HUBER, 0, 0.01, 0.01).reshape(4))
    corners = [_cross(sides[i - 1], sides[i]) for i in range(4)]
    if any(corner is None for corner in corners):
        return None
    quad = np.array(corners, np.float32)
    if not cv2.isContourConvex(quad.reshape(-1, 1, 2)):
        return None
    snug = _snug(line, quad)
    if snug < 0.85 or not 0.9 < area / cv2.contourArea(quad) < 1.03:
        return None
    if grow:
        centre = quad.mean(axis=0)
        quad = centre + (quad - centre) * (1 + grow * 2 / np.sqrt(area))
    return Outline(_ordered(np.asarray(quad, np.float32)), snug)


def _four(hull: npt.NDArray[np.float32]) -> Points | None:
    """The hull's four main corners, clockwise on the screen, or None."""
    around = cv2.arcLength(hull, closed=True)
    for share in (0.02, 0.03, 0.05, 0.08):
        simple = cv2.approxPolyDP(hull, share * around, closed=True)
        if len(simple) == 4:
            corners: Points = simple.reshape(4, 2).astype(np.float32)
            return corners
    return None


def _cross(one: Points, two: Points) -> tuple[float, float] | None:
    """Where two lines (direction x, y; point x, y) meet."""
    turn = float(one[0] * two[1] - one[1] * two[0])
    if abs(turn) < 0.3:
        return None
    gap = two[2:] - one[2:]
    far = float(gap[0] * two[1] - gap[1] * two[0]) / turn
    return float(one[2] + far * one[0]), float(one[3] + far * one[1])


def _snug(line: Points, quad: Points) -> float:
    """Share of a line's points that lie on the quad's sides, its corners' rounding aside."""
    ends = np.roll(quad, -1, axis=0)
    spans = ends - quad
    lengths = np.linalg.norm(spans, axis=1)
    offset = line[:, None, :] - quad[None]
    away = np.abs(offset[..., 0] * spans[:, 1] - offset[..., 1] * spans[:, 0]) / lengths
    size = float(lengths.mean())
    corner = np.linalg.norm(offset, axis=2).min(axis=1) < 0.1 * size
    on_side = away.min(axis=1) < max(1.5, 0.012 * size)
    return float(on_side[~corner].mean()) if (~corner).any() else 0.0


def _ordered(quad: Points) -> Points:
    """Clockwise on the screen, starting so that the first side is of the short pair."""
    turn = (quad[1] - quad[0])[0] * (quad[2] - quad[1])[1] - (quad[1] - quad[0])[1] * (
        quad[2] - quad[1]
    )[0]
    if turn < 0:
        quad = quad[::-1]
    lengths = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    if lengths[0] + lengths[2] > lengths[1] + lengths[3]:
        quad = np.roll(quad, -1, axis=0)
    return np.ascontiguousarray(quad, np.float32)


def _distinct(found: list[Outline]) -> list[Outline]:
    """One outline a place: of those that nearly coincide, the largest that fits well."""
    kept: list[Outline] = []
    for outline in sorted(found, key=lambda each: (each.snug < 0.93, -cv2.contourArea(each.quad))):
        size = min(outline.sides)
        centre = outline.quad.mean(axis=0)
        for other in kept:
            near = np.linalg.norm(centre - other.quad.mean(axis=0)) < 0.12 * size
            ratio = cv2.contourArea(outline.quad) / cv2.contourArea(other.quad)
            if near and 0.85 < ratio < 1.18:
                break
        else:
            kept.append(outline)
    return kept
