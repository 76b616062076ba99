"""Looks for more paper beside the cards that were read, which the networks may miss entirely.

The visible part of a covered card looks like the paper of the others. A card without an index, a
joker or an advertisement, is as light, about as large, and has the shape of a card.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from appliance.core.reading import Ask, Quad, rectangle
from appliance.vision.arrays import GrayImage, Image, Mask, level
from appliance.vision.doubts.missed_cards import COVERED, cells_of, outlines, parts_of, touching
from appliance.vision.find.finder import CardMaps
from appliance.vision.find.grouping import LocatedCard
from appliance.vision.limits import PHOTOGRAPH
from bluffing.message import message

NO_INDEX_SEEN = message("ask.no-index")


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLimits:
    """Limits for more paper. Distances in card heights."""

    paper_share: float = 0.6
    """The quantile of a card's grey levels that counts as its paper's level."""

    margin: float = 0.08
    """Distance around a read card within which paper is its own."""

    # --- a part of a covered card, where cards touch. Evidence: of 1,977 answers about drawn
    # pictures and photographs it asks about none of the 1,962 right and 2 of the 15 wrong ones

    around: tuple[float, float] = (0.05, 0.3)
    """Distances around all cards, between which the search takes place."""

    max_difference: float = 0.3
    """Maximum difference from the grey level of the cards' paper, as a share of that level."""

    min_face: float = 0.3
    """Minimum chance of a face; a shape with less is another object, or a lamp's glare."""

    max_table_face: float = 0.05
    """Maximum chance of a face on the table. On a table like paper, paper is ignored."""

    min_part: float = 0.005
    """Minimum area, as a share of a card."""

    # --- a card without an index. Evidence: of 380 photographs of cluttered tables that were read
    # rightly 1 is asked about

    paper_levels: tuple[float, ...] = (0.7, 0.8, 0.9)
    """Minimum grey levels, as shares of the paper's. Each is tried: light and ground may differ."""

    area: tuple[float, float] = (0.5, 1.6)
    """Ratio of its area to that of the read cards: further away or nearer."""

    min_fill: float = 0.8
    """Minimum share of the smallest rectangle around it."""

    aspect: tuple[float, float] = (1.1, 1.9)
    """Range of the ratio of length to width."""


PAPER_LIMITS = PaperLimits()


def more_paper(image: Image, cards: Sequence[LocatedCard], maps: CardMaps) -> Ask | None:
    """Return a request about an area of `image` outside all `cards` whose paper may be a card's."""
    size = maps.face.shape[::-1]
    grey = np.maximum.reduce(cv2.split(cv2.resize(image, size, interpolation=cv2.INTER_AREA)))
    inside = (outlines([card], -PAPER_LIMITS.margin, maps) > 0 for card in cards)
    paper = float(np.median([level(grey[face], PAPER_LIMITS.paper_share) for face in inside]))
    part = touching(cards, PHOTOGRAPH) and _covered_card(grey, paper, cards, maps)
    return part or _blank_card(grey, paper, cards, maps)


def _covered_card(
    grey: GrayImage, paper: float, cards: Sequence[LocatedCard], maps: CardMaps
) -> Ask | None:
    """Return the part of a covered card: paper like the others', a face to the networks."""
    near, far = (outlines(cards, distance, maps) for distance in PAPER_LIMITS.around)
    like_paper = np.abs(grey - paper) < PAPER_LIMITS.max_difference * paper
    bare = (far > near) & (maps.face < PAPER_LIMITS.max_table_face)
    if 2 * np.count_nonzero(like_paper & bare) > np.count_nonzero(bare):
        return None
    part = (far - near) & (like_paper & (maps.face > PAPER_LIMITS.min_face))
    solid = np.asarray(cv2.morphologyEx(part, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)
    parts = parts_of(solid, PAPER_LIMITS.min_part * cells_of(cards, maps), maps.cell)
    return next((Ask(COVERED, place) for _, place in parts), None)


def _blank_card(
    grey: GrayImage, paper: float, cards: Sequence[LocatedCard], maps: CardMaps
) -> Ask | None:
    """Return the box around an area as large as a card, and in its shape."""
    free, whole = outlines(cards, PAPER_LIMITS.margin, maps) == 0, cells_of(cards, maps)
    lights = ((grey > share * paper) & free for share in PAPER_LIMITS.paper_levels)
    boxes = (_like_a_card(light.astype(np.uint8), whole, maps.cell) for light in lights)
    return next((Ask(NO_INDEX_SEEN, box) for box in boxes if box is not None), None)


def _like_a_card(light: Mask, whole: float, cell: float) -> Quad | None:
    """Return the box in pixels around a shape like a card of `whole` cells inside the picture."""
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
            and PAPER_LIMITS.area[0] < area / whole < PAPER_LIMITS.area[1]
            and PAPER_LIMITS.aspect[0] < long / wide < PAPER_LIMITS.aspect[1]
            and area > PAPER_LIMITS.min_fill * long * wide
        ):
            return rectangle(*(side * cell for side in (x, y, x + width, y + height)))
    return None
