"""Looks closer at a close fan: does another card lie between two that were read?

The next card covers half of such a card's index, or nearly all. The networks work at the size at
which they see whole cards best. There they may take such an index and its neighbours for one.
Closer up, they separate them.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from appliance.core.reading import Ask, Quad, Reading, SeenCard
from appliance.vision.arrays import Image
from appliance.vision.doubts.missed_cards import COVERED, INDEX_UNREAD
from appliance.vision.read import CardReader

MAX_DISTANCE = 0.35
"""Maximum distance between the middles of two cards of a close fan, in card heights.

Evidence: up to 0.33 in the 25 of 600 drawn fans that the reader answered without a card.
"""


def check_fan(reader: CardReader, image: Image, reading: Reading, card: float) -> Reading:
    """Return `reading` of a flat picture, asking if more lies in a fan.

    `card` is a card's height, px. The closer look of `reader` never is the answer, because `reader`
    learned from cards of another size.
    """
    if reading.ask is not None:
        return reading
    place = _close_fan(reading.cards, MAX_DISTANCE * card)
    if place is None:
        return reading
    closer = reader.closer(image, card)
    unread = closer.ask is not None and closer.ask.reason == INDEX_UNREAD
    if unread or len(closer.cards) > len(reading.cards):
        return replace(reading, ask=Ask(COVERED, place))
    return reading


def _close_fan(cards: Sequence[SeenCard], most: float) -> Quad | None:
    """Return one of two cards whose middles are up to `most` pixels apart, or None."""
    middles = [np.mean(card.quad, axis=0) for card in cards]
    pairs = combinations(zip(middles, cards, strict=True), 2)
    return next((one.quad for (a, one), (b, _) in pairs if math.dist(a, b) <= most), None)
