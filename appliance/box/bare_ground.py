"""Looks at the window's bare ground: does anything lie there that is none of the cards read?

The card reader finds what it learned to find. A card without any index, a ticket, a purse: to its
networks they may be nothing at all. But the window is dark (`mat.design`), cards are light, and
where the box is calibrated it is known which is which.
"""

import math
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from appliance.box.fit_outlines import snug
from appliance.box.flatten import SCALE
from appliance.box.mask_mat import GROUND, Bare
from appliance.core.reading import Quad, Reading, touch
from appliance.vision.arrays import Image
from appliance.vision.doubts.missed_cards import COVERED
from appliance.vision.find.grey_levels import level
from appliance.vision.find.grouping import ASPECT
from appliance.vision.limits import CALIBRATED

Place = npt.NDArray[np.float64]

LIGHT = 0.55
"""Lighter than this share of the way from the ground to the cards' paper the ground is only where
light is mirrored. Of 154 scenes that were answered, with and without glare, 6 are asked about."""

RIM = 3.5
"""Millimetres by which a card may reach beyond where it was read."""

THIN = 2.5
"""What is nowhere wider, in millimetres, is an edge, a scratch or a hair."""

LEAST = 60.0
"""Square millimetres of the smallest thing that counts: a ninetieth of a card."""

SNUG_RIM, SNUG_THIN, SNUG_LEAST = 1.5, 1.25, 20.0
"""The same three beside cards that touch, once their outlines lie where the light is (`snug`): what
reaches further is another card below. Of 349 heaps that would be answered a card was missed in 20,
most of them with less than a tenth of it in sight: 8 are asked about, and 4 of the others."""

STEP = 15
"""So many grey levels the paper must be above the ground, or nothing can be told."""

UNEVEN = 2.2
"""So many millimetres wider may one side of a card be, as it is read. Of 190 cards that lay apart
none differs by more than 1.7; of 109 stacks of two that nothing else told, 82 do."""

LARGER = 4.0
"""Millimetres by which a deck's cards may be larger than the reader takes them for: poker cards are
by 2 mm, and some others are 91 mm high."""

NEAR, FAR = 10.0, 9.0
"""Millimetres inside and outside of a card's side where its edge is looked for."""

LINES, ALONG = 13, 0.72
"""Lines on which a side's edge is looked for, and how far they reach from the side's middle to its
end."""

SOME = 2
"""Every so many places, either way, are enough to tell the ground and the paper."""

UNKNOWN = 2
"""Marks the frame and other cards in a picture of 1 where it is light and 0 on the ground."""

ELSE = "something else lies in the box, or light is mirrored: take it out"


def checked(flat: Bare, reading: Reading, card: float) -> Reading:
    """`reading` of what stays of a flat picture, which asks if anything else lies in the window.

    `card` is a card's height in its pixels.
    """
    if reading.ask is not None or not reading.cards:
        return reading
    cards = [one.quad for one in reading.cards]
    grey = np.maximum.reduce(cv2.split(flat.image))
    some = (slice(None, None, SOME),) * 2
    ground = level(grey[some][flat.window[some]], GROUND)
    paper = level(grey[some][_marked(np.zeros_like(grey), cards, 0.0)[some] > 0], 0.5)
    if paper - ground < STEP:
        return reading
    lit = grey > ground + LIGHT * (paper - ground)
    light = np.where(flat.window, lit, UNKNOWN).astype(np.uint8)
    place = _unexplained(light, cards, RIM, THIN, LEAST)
    if place is not None:
        return replace(reading, ask=ELSE, asks_at=place)
    if not reading.apart:
        place = _unexplained(light, snug(light, cards, card), SNUG_RIM, SNUG_THIN, SNUG_LEAST)
        if place is not None:
            return replace(reading, ask=COVERED, asks_at=place)
    for one in cards:
        if _hides_another(light, one, [other for other in cards if other is not one], card):
            return replace(reading, ask=COVERED, asks_at=one)
    return reading


def _unexplained(
    light: Image, cards: list[Quad], rim: float, thin: float, least: float
) -> Quad | None:
    """The box around the largest thing in the window that is none of `cards`."""
    thing = (_marked(light, cards, rim) == 1).astype(np.uint8)
    brush = np.ones((round(thin * SCALE),) * 2, np.uint8)
    solid = cv2.morphologyEx(thing, cv2.MORPH_OPEN, brush)
    if not solid.any():
        return None
    _, _, stats, _ = cv2.connectedComponentsWithStats(solid, connectivity=4)
    x, y, width, height, area = max(stats[1:].tolist(), key=lambda one: one[4])
    if area < least * SCALE**2:
        return None
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def _hides_another(light: Image, one: Quad, others: list[Quad], card: float) -> bool:
    """Whether another card lies below `one`, squared up: whether what is light there is too much.

    A card is as wide to the left of its middle, which its indices tell, as to the right; and none
    is much larger than `card` pixels. Known only of a card that touches none of the `others`: where
    they hide its second index its middle is a guess.
    """
    if any(touch(other, one, CALIBRATED.touch_factor) for other in others):
        return False
    corners = np.array(one)
    middle = corners.mean(axis=0)
    wide = (corners[1] + corners[2]) / 2 - middle
    tall = (corners[0] + corners[1]) / 2 - middle
    seen = _marked(light, others, RIM)
    right, left, top, bottom = _reaches(seen, middle, wide, tall)
    across, down = card * ASPECT + LARGER * SCALE, card + LARGER * SCALE
    uneven = abs(right - left) > UNEVEN * SCALE or abs(top - bottom) > UNEVEN * SCALE
    return uneven or right + left > across or top + bottom > down


def _reaches(seen: Image, middle: Place, wide: Place, tall: Place) -> tuple[float, ...]:
    """How many pixels what is light reaches from a card's `middle` to its four sides.

    To those at `wide` and opposite, and at `tall` and opposite; NaN where it can't be told.
    """
    ways = np.array([(wide, tall), (-wide, tall), (tall, wide), (-tall, wide)])
    outs, alongs = ways[:, 0, None, None], ways[:, 1, None, None]
    sides = np.hypot(*ways[:, 0].T)[:, None, None, None]
    steps = np.arange(-NEAR * SCALE, FAR * SCALE, 0.5)[None, :, None, None]
    across = np.linspace(-ALONG, ALONG, LINES)[:, None]
    points = np.asarray(middle + (1 + steps / sides) * outs + across * alongs, np.float32)
    places = points.reshape(-1, LINES, 2)
    lines = cv2.remap(seen, places[..., 0], places[..., 1], cv2.INTER_NEAREST)
    lines = lines.reshape(points.shape[:3])
    # lines on which the light ends and the bare ground begins
    light = lines == 1
    ends = light.any(axis=1) & (lines[:, -1] == 0) & ~(lines == UNKNOWN).any(axis=1)
    last = steps.size - 1 - light[:, ::-1].argmax(axis=1)
    far = [
        np.median(line[told]) / 2 if told.sum() > LINES / 3 else math.nan
        for line, told in zip(last, ends, strict=True)
    ]
    return tuple((sides.ravel() - NEAR * SCALE + far).tolist())


def _marked(picture: Image, cards: list[Quad], rim: float) -> Image:
    """A copy that is UNKNOWN where one of `cards` lies, or is so many millimetres away."""
    marked = picture.copy()
    for quad in cards:
        corners = np.round(quad).astype(np.int32)
        cv2.fillConvexPoly(marked, corners, (UNKNOWN,))
        if rim:
            wide = 1 + 2 * round(rim * SCALE)
            cv2.polylines(marked, [corners], isClosed=True, color=(UNKNOWN,), thickness=wide)
    return marked
