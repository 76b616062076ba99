"""Looks for a card without an index beside those that were read: a joker, or one that advertises.

To the networks it may be nothing at all. But it is as light as the others, about as large, and has
the shape of a card.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from appliance.core.reading import Quad
from appliance.vision.doubts.missed_cards import Doubt, outlines
from appliance.vision.find.finder import STRIDE, Areas
from appliance.vision.find.grey_levels import level
from appliance.vision.find.grouping import ASPECT, Lying
from appliance.vision.find.index import Image

NAMELESS = "what may be one more card can't be read: take it away, or turn it over"

LIGHT = (0.7, 0.8, 0.9)
"""Shares of the paper's grey level from which on a place may be paper, each tried in turn: a card
may lie in less light, or on ground that is hardly darker."""

PAPER = 0.6
"""This share of a card is no lighter than its paper."""

LARGE = (0.5, 1.6)
"""So many times as large as the cards read may another one seem, further off or nearer."""

FULL, SHAPE = 0.8, (1.1, 1.9)
"""So much of the rectangle around it does a card fill, and so many times as long as wide is it."""

RIM = 0.08
"""Places so many heights around a card that was read are still its own."""


def nameless(image: Image, cards: Sequence[Lying], areas: Areas) -> Doubt | None:
    """Something in `image` that looks like a card by its paper and its shape, beside all `cards`.

    Of 380 photographs of cluttered tables that were read rightly it asks about one.
    """
    size = areas.face.shape[::-1]
    grey = np.maximum.reduce(cv2.split(cv2.resize(image, size, interpolation=cv2.INTER_AREA)))
    papers = [level(grey[outlines([card], -RIM, areas) > 0], PAPER) for card in cards]
    paper, mine = float(np.median(papers)), outlines(cards, RIM, areas)
    whole = ASPECT * (float(np.median([card.height for card in cards])) / _unit(areas)) ** 2
    for share in LIGHT:
        light = ((grey > share * paper) & (mine == 0)).astype(np.uint8)
        place = _like_a_card(np.asarray(light, np.uint8), whole)
        if place is not None:
            return Doubt(NAMELESS, tuple((x * _unit(areas), y * _unit(areas)) for x, y in place))
    return None


def _unit(areas: Areas) -> float:
    """Pixels from one place to the next."""
    return STRIDE * areas.zoom


def _like_a_card(light: Image, whole: float) -> Quad | None:
    """The box around what is like a card of `whole` places, all of it in the picture."""
    solid = cv2.morphologyEx(light, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    rows, columns = light.shape
    for line in cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        x, y, width, height = cv2.boundingRect(line)
        inside = x > 0 and y > 0 and x + width < columns and y + height < rows
        # a line runs through the middles of the outermost places
        area = cv2.contourArea(line) + len(line) / 2 + 1
        long, wide = sorted((side + 1 for side in cv2.minAreaRect(line)[1]), reverse=True)
        alike = LARGE[0] < area / whole < LARGE[1] and SHAPE[0] < long / wide < SHAPE[1]
        if inside and alike and area > FULL * long * wide:
            return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return None
