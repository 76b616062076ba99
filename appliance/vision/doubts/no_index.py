"""Looks for a card without an index beside those that were read: a joker, an advertisement.

To the networks it may be nothing at all. But it is as light as the other cards, about as large, and
has the shape of a card.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from appliance.core.reading import Ask, Quad, rectangle
from appliance.message import message
from appliance.vision.arrays import Image, Mask, level
from appliance.vision.doubts.missed_cards import cells_of, outlines
from appliance.vision.find.finder import CardMaps
from appliance.vision.find.grouping import LocatedCard

NO_INDEX_SEEN = message("ask.no-index")


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankCardLimits:
    """What counts as one more card by its paper and its shape.

    Evidence for all together: of 380 photographs of cluttered tables that were read rightly 1 is
    asked about.
    """

    paper_levels: tuple[float, ...] = (0.7, 0.8, 0.9)
    """Minimum lightness, as shares of the paper's grey level, each tried in turn.

    A card may lie in less light, or on ground that is hardly darker.
    """

    paper_share: float = 0.6
    """The quantile of a card's grey levels that counts as its paper's level."""

    min_area: float = 0.5
    max_area: float = 1.6
    """Its area over that of the cards read: further off or nearer."""

    min_fill: float = 0.8
    """Minimum share of the smallest rectangle around it."""

    min_aspect: float = 1.1
    max_aspect: float = 1.9
    """Its length over its width."""

    margin: float = 0.08
    """Distance around a card that was read in which light cells are its own, in card heights."""


BLANK_CARD = BlankCardLimits()


def blank_card(image: Image, cards: Sequence[LocatedCard], maps: CardMaps) -> Ask | None:
    """Something in `image` that looks like a card by its paper and shape, beside all `cards`."""
    limits, size = BLANK_CARD, maps.face.shape[::-1]
    grey = np.maximum.reduce(cv2.split(cv2.resize(image, size, interpolation=cv2.INTER_AREA)))
    papers = [
        level(grey[outlines([card], -limits.margin, maps) > 0], limits.paper_share)
        for card in cards
    ]
    paper, mine = float(np.median(papers)), outlines(cards, limits.margin, maps)
    for share in limits.paper_levels:
        light = ((grey > share * paper) & (mine == 0)).astype(np.uint8)
        box = _like_a_card(light, cells_of(cards, maps))
        if box is not None:
            place = tuple((x * maps.cell, y * maps.cell) for x, y in box)
            return Ask(NO_INDEX_SEEN, place)
    return None


def _like_a_card(light: Mask, whole: float) -> Quad | None:
    """The box around what is like a card of `whole` cells, all of it in the picture."""
    limits = BLANK_CARD
    solid = cv2.morphologyEx(light, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    rows, columns = light.shape
    for contour in cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        x, y, width, height = cv2.boundingRect(contour)
        inside = x > 0 and y > 0 and x + width < columns and y + height < rows
        # a contour runs through the middles of the outermost cells
        area = cv2.contourArea(contour) + len(contour) / 2 + 1
        long, wide = sorted((side + 1 for side in cv2.minAreaRect(contour)[1]), reverse=True)
        if (
            inside
            and limits.min_area < area / whole < limits.max_area
            and limits.min_aspect < long / wide < limits.max_aspect
            and area > limits.min_fill * long * wide
        ):
            return rectangle(x, y, x + width, y + height)
    return None
