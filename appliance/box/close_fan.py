"""Looks closer at a close fan: does another card lie between two that were read?

The next card covers half of its index, or nearly all. At the size at which the networks see whole
cards best, such an index and its neighbours may be one to them. Closer up they are told apart.
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

Evidence: up to 0.33 in 25 drawn fans of 600 that were answered without a card.
"""


def check_fan(reader: CardReader, image: Image, reading: Reading, card: float) -> Reading:
    """`reading` of a flat picture, which asks if more lies in a fan; `card` is a card's height, px.

    What `reader` sees closer up is never the answer: it learned from cards of another size.
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
    """One of two cards whose middles are up to `most` pixels apart; None where no two are."""
    middles = [np.mean(card.quad, axis=0) for card in cards]
    pairs = combinations(zip(middles, cards, strict=True), 2)
    return next((one.quad for (a, one), (b, _) in pairs if math.dist(a, b) <= most), None)
