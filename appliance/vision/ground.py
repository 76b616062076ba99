"""Looks at the window's bare ground: does anything lie there that is none of the cards read?

The card reader finds what it learned to find. A card without any index, a ticket, a purse: to its
networks they may be nothing at all. But the window is dark (`mat.design`), cards are light, and
where the box is calibrated it is known which is which.
"""

from dataclasses import replace

import cv2
import numpy as np

from appliance.vision.flatten import SCALE
from appliance.vision.frame import GROUND, level, window
from appliance.vision.index import Image
from appliance.vision.reading import Quad, Reading

LIGHT = 0.55
"""Lighter than this share of the way from the ground to the cards' paper the ground is only where
light is mirrored. Of 154 scenes that were answered, with and without glare, 6 are asked about."""

RIM = 3.5
"""Millimetres by which a card may reach beyond where it was read."""

THIN = 2.5
"""What is nowhere wider, in millimetres, is an edge, a scratch or a hair."""

LEAST = 60.0
"""Square millimetres of the smallest thing that counts: a ninetieth of a card."""

STEP = 15
"""So many grey levels the paper must be above the ground, or nothing can be told."""

ELSE = "something else lies in the box, or light is mirrored: take it out"


def checked(flat: Image, reading: Reading) -> Reading:
    """`reading` of the flat picture, which asks if anything but its cards lies in the window.

    `flat` is uint8 BGR of `flatten.SIZE`.
    """
    if reading.ask is not None or not reading.cards:
        return reading
    place = _unexplained(flat, [card.quad for card in reading.cards])
    return reading if place is None else replace(reading, ask=ELSE, asks_at=place)


def _unexplained(flat: Image, cards: list[Quad]) -> Quad | None:
    """The box around the largest thing in the window that is none of `cards`."""
    grey = np.maximum.reduce(cv2.split(flat))
    ground = level(grey[window()], GROUND)
    paper = level(grey[_covered(cards, 0.0, grey) > 0], 0.5)
    if paper - ground < STEP:
        return None
    thing = (grey > ground + LIGHT * (paper - ground)) & window()
    thing &= _covered(cards, RIM, grey) == 0
    brush = np.ones((round(THIN * SCALE),) * 2, np.uint8)
    solid = cv2.morphologyEx(thing.astype(np.uint8), cv2.MORPH_OPEN, brush)
    _, _, stats, _ = cv2.connectedComponentsWithStats(solid, connectivity=4)
    x, y, width, height, area = max(stats[1:].tolist(), key=lambda one: one[4], default=[0] * 5)
    if area < LEAST * SCALE**2:
        return None
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def _covered(cards: list[Quad], rim: float, grey: Image) -> Image:
    """Not 0 where one of `cards` lies, or is so many millimetres away."""
    mask = np.zeros_like(grey)
    for quad in cards:
        corners = np.round(quad).astype(np.int32)
        cv2.fillConvexPoly(mask, corners, (255,))
        if rim:
            cv2.polylines(
                mask, [corners], isClosed=True, color=(255,), thickness=1 + 2 * round(rim * SCALE)
            )
    return mask
