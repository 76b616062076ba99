"""The index of a card: the labels of its corner, and the crop of its picture."""

import cv2
import numpy as np

from appliance.vision.arrays import Image, Point, resampled, xy
from bluffing.cards import Suit

LABELS = (
    *("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "joker"),
    *("1", "E", "T", "Kn", "B", "V", "D", "Д", "R", "H"),
    "none",
)
"""Labels in the order of the namer's outputs: English, other countries' letters, no index."""

SUITS = tuple(Suit)
"""Suits in the order of the outputs after the labels."""

INDEX_WIDTH, INDEX_HEIGHT = 48, 56
"""Size of a cropped index, pixels."""

GLYPH_HEIGHT = 20.0
"""Height of the rank's glyph in it, pixels."""

GLYPH_CENTRE = (24.0, 21.0)
"""Position of the glyph's middle in the crop: a little room above, and the suit below."""


def crop_index(image: Image, at: Point, height: float, up: Point) -> Image:
    """Crop the index around `at`, upright: uint8 BGR (56, 48, 3).

    `height` is that of the rank's glyph in pixels of `image`, `up` a unit vector to its top.
    """
    scale = height / GLYPH_HEIGHT
    right = up * scale * 1j
    start = at - right * complex(*GLYPH_CENTRE)
    source = image
    if scale > 1.6:  # blur before shrinking, or thin strokes get lost
        sigma = scale * 0.42
        low = np.maximum(np.array(xy(at)) - height * 2.6, 0).astype(int)
        high = np.minimum(np.array(xy(at)) + height * 2.6 + 1, image.shape[1::-1]).astype(int)
        if (high > low).all():
            part = image[low[1] : high[1], low[0] : high[0]]
            source = np.asarray(cv2.GaussianBlur(part, (0, 0), sigma), np.uint8)
            start -= complex(*low)
    return resampled(source, start, right, (INDEX_WIDTH, INDEX_HEIGHT))
