"""Looks for what the cards that were read don't explain: a covered card, one half out, a back.

A card that the reader misses is as wrong as one that it misreads, so whatever might be a
card, or a part of one, has to be accounted for before a reading counts as complete.
"""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.locate import CARD, Gray, Image, Outline, Points

MARGIN = 20
"""Pixels around a rectified card that are looked at for a neighbour."""

TINT = 0.12
"""How far a colour channel over the mean of the three may differ on the same paper."""

WIDE = 0.1
"""Narrowest strip of paper that is looked for, over a card's short side; thinner strips lie
along another card's edge, where `touched` sees them."""

LEVELS = (0.35, 0.55, 0.75)
"""How strong an edge must be, over the cards' own print; the first at which the ground is quiet."""

DETAIL, QUIET = 2.5, 0.5
"""Detail (see `stray_detail`) that a card at least has, and that a quiet ground has less of."""

NARROW = 0.3
"""Least width of a lone piece of a card that nothing covers, over a card's short side."""

STEP = 0.09
"""Least difference between a card's paper and its ground, as a share of the paper's light."""


def touched(image: Image, quad: Points) -> bool:
    """Whether some stretch of the card's edge has no clear step from paper to ground."""
    width, height = CARD[0] // 2, CARD[1] // 2
    m = MARGIN // 2
    goal = np.array([(m, m), (m + width, m), (m + width, m + height), (m, m + height)], np.float32)
    around = cv2.warpPerspective(
        image,
        cv2.getPerspectiveTransform(quad, goal),
        (width + 2 * m, height + 2 * m),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.float32)
    for turn in range(4):
        side = np.rot90(around, turn)
        long = side.shape[1]
        inner = side[m + 1 : m + 10, m + 6 : long - m - 6]
        outer = side[m - 5 : m - 2, m + 6 : long - m - 6].mean(axis=0)
        paper = np.median(inner, axis=(0, 1))
        step = np.abs(outer - paper).max(axis=1) / max(float(paper.max()), 60.0)
        bare = step < STEP
        if bare.mean() > 0.2 or _longest(bare) > 0.14 * len(bare):
            return True
    return False


def _longest(flags: npt.NDArray[np.bool_]) -> int:
    """Length of the longest run of True."""
    best = run = 0
    for flag in flags:
        run = run + 1 if flag else 0
        best = max(best, run)
    return best


def stray_outline(outlines: Sequence[Outline], cards: Sequence[Outline]) -> Points | None:
    """An outline about as large as a card that is neither a card nor within one."""
    sizes = [cv2.contourArea(card.quad) for card in cards]
    for outline in outlines:
        area = cv2.contourArea(outline.quad)
        if not 0.2 * min(sizes) < area < 2.6 * max(sizes):
            continue
        if not any(inside(outline.quad, card.quad) for card in cards):
            return outline.quad
    return None


def inside(inner: Points, outer: Points) -> bool:
    """Whether most of `inner` lies in `outer`, or they are one and the same."""
    shared, _ = cv2.intersectConvexConvex(inner, outer)
    return bool(shared > 0.85 * cv2.contourArea(inner))


def stray_detail(image: Image, cards: Sequence[Outline]) -> tuple[Points | None, bool]:
    """A place outside the cards with as many strong edges as a card has, and if the rest is quiet.

    Strong is measured on the cards that were read: their print against their paper. The
    detail at a place is the length of the edges in a square as wide as a card, in widths.
    """
    smooth = cv2.GaussianBlur(image, (3, 3), 0)
    across = cv2.Sobel(smooth, cv2.CV_16S, 1, 0)
    down = cv2.Sobel(smooth, cv2.CV_16S, 0, 1)
    steep = cv2.add(cv2.convertScaleAbs(across, alpha=0.25), cv2.convertScaleAbs(down, alpha=0.25))
    ink = 4 * min(
        float(np.percentile(steep[_explained(image.shape, [card]) > 0].max(axis=1), 95))
        for card in cards
    )
    explained = _explained(image.shape, cards)
    side = min(card.sides[0] for card in cards)
    square = (int(side) | 1, int(side) | 1)
    for share in LEVELS:
        edges = cv2.Canny(across, down, 0.4 * share * ink, share * ink)
        edges[explained > 0] = 0
        detail = cv2.boxFilter(
            edges.astype(np.float32), -1, square, normalize=False, borderType=cv2.BORDER_CONSTANT
        ) / (255 * side)
        usual = float(np.median(detail[::8, ::8][explained[::8, ::8] == 0]))
        _, most, _, (x, y) = cv2.minMaxLoc(np.asarray(detail, np.float32))
        if usual < QUIET:
            break
    place = None
    if most > DETAIL or usual >= QUIET:
        place = _box(x - side / 2, y - side / 2, side, side)
    return place, share == LEVELS[0]


def stray_blob(image: Image, masks: Sequence[Gray], cards: Sequence[Outline]) -> Points | None:
    """A solid, sharp-edged shape about as bright as the cards: perhaps half a card.

    A lamp's reflection has soft edges, and the grain of wood is narrow.
    """
    explained = _explained(image.shape, cards)
    size = float(np.median([cv2.contourArea(card.quad) for card in cards]))
    side = min(card.sides[0] for card in cards)
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    bands = [_band(gray.shape, card.quad) > 0 for card in cards]
    light = [float(np.median(gray[band])) for band in bands]
    slopes: npt.NDArray[np.float32] | None = None
    for mask in masks:
        if not all(mask[band].mean() > 127 for band in bands):
            continue
        rest = cv2.bitwise_and(mask, cv2.bitwise_not(explained))
        rest = cv2.morphologyEx(rest, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        contours, _ = cv2.findContours(rest, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            area = cv2.contourArea(contour)
            if not 0.08 * size < area < 3 * size or area < 0.75 * cv2.contourArea(
                cv2.convexHull(contour)
            ):
                continue
            x, y, wide, high = cv2.boundingRect(contour)
            if min(cv2.minAreaRect(contour)[1]) < NARROW * side:
                continue
            inside = mask[y : y + high, x : x + wide] > 0
            level = float(np.median(gray[y : y + high, x : x + wide][inside]))
            if not 0.45 * min(light) < level < 1.7 * max(light):
                continue
            if slopes is None:
                slopes = _slopes(gray)
            if (
                _sharp(np.asarray(contour, np.int32).reshape(-1, 2), slopes, 0.1 * min(light))
                > 0.6 * side
            ):
                return _box(x, y, wide, high)
    return None


def _slopes(gray: Gray) -> npt.NDArray[np.float32]:
    """Change of light over two pixels, the greatest within three pixels' reach."""
    across = cv2.Sobel(gray, cv2.CV_32F, 1, 0, ksize=3, scale=0.25)
    down = cv2.Sobel(gray, cv2.CV_32F, 0, 1, ksize=3, scale=0.25)
    return np.asarray(cv2.dilate(cv2.magnitude(across, down), np.ones((7, 7))), np.float32)


def _sharp(line: npt.NDArray[np.int32], slopes: npt.NDArray[np.float32], least: float) -> int:
    """How many points of a closed line lie on a sharp edge, the picture's border aside."""
    height, width = slopes.shape
    x, y = line[:, 0], line[:, 1]
    free = (x > 2) & (y > 2) & (x < width - 3) & (y < height - 3)
    return int((slopes[y[free], x[free]] > least).sum())


def _band(shape: tuple[int, ...], quad: Points) -> Gray:
    """A mask of the strip of paper along a card's edge."""
    band = np.zeros(shape[:2], np.uint8)
    centre = quad.mean(axis=0)
    for share, value in ((0.97, 255), (0.9, 0)):
        ring = np.round(centre + (quad - centre) * share).astype(np.int32)
        cv2.fillConvexPoly(band, ring, (value,))
    return band


def _explained(shape: tuple[int, ...], cards: Sequence[Outline]) -> Gray:
    """The cards and a little around them, as a mask."""
    explained = np.zeros(shape[:2], np.uint8)
    for card in cards:
        centre = card.quad.mean(axis=0)
        grown = centre + (card.quad - centre) * 1.07
        cv2.fillConvexPoly(explained, np.round(grown).astype(np.int32), (255,))
    return explained


def _box(x: float, y: float, wide: float, high: float) -> Points:
    return np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], np.float32)


def stray_paper(image: Image, cards: Sequence[Outline]) -> Points | None:
    """A flat, sharp-edged patch of paper outside the cards: perhaps a covered card's strip."""
    height, width = image.shape[:2]
    explained = _explained(image.shape, cards)
    side = min(card.sides[0] for card in cards)
    thick = max(3, round(WIDE * side)) | 1
    probe = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (thick, thick))
    smooth = np.asarray(cv2.blur(image, (3, 3)), np.uint8)
    gray = cv2.cvtColor(smooth, cv2.COLOR_BGR2GRAY).astype(np.float32)
    rough = np.abs(gray - cv2.blur(gray, (9, 9)))
    alike = np.zeros((height, width), bool)
    for card in cards:
        alike |= _like_paper(smooth, gray, rough, card.quad)
    stray = np.asarray(np.where(explained, 0, alike.astype(np.uint8)), np.uint8)
    left = cv2.morphologyEx(stray, cv2.MORPH_OPEN, probe)
    contours, _ = cv2.findContours(left, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    slopes = _slopes(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8))
    light = min(float(np.median(gray[_band(gray.shape, card.quad) > 0])) for card in cards)
    for contour in contours:
        if not 0.03 * side * side < cv2.contourArea(contour) < 0.3 * height * width:
            continue
        line = np.asarray(contour, np.int32).reshape(-1, 2)
        if _sharp(line, slopes, 0.08 * light) > 0.4 * side:
            return _box(*cv2.boundingRect(contour))
    return None


def _like_paper(
    smooth: Image,
    gray: npt.NDArray[np.float32],
    rough: npt.NDArray[np.float32],
    quad: Points,
) -> npt.NDArray[np.bool_]:
    """Where the picture is flat and has the paper's tint at 0.6 to 1.4 of its light."""
    paper = np.median(smooth[_band(gray.shape, quad) > 0].astype(np.float32), axis=0)
    light = max(float(paper.mean()), 20.0)
    like: npt.NDArray[np.bool_] = (gray > 0.6 * light) & (gray < 1.4 * light)
    like &= rough < max(0.05 * light, 4.0)
    where = np.nonzero(like)
    pixels = smooth[where].astype(np.float32)
    level = np.maximum(pixels.mean(axis=1), 20.0)
    like[where] = np.abs(pixels / level[:, None] - paper / light).max(axis=1) < TINT
    return like
