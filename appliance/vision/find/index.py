"""The index of a card: what may stand in its corner, and how a picture of one is cropped."""

import cv2
import numpy as np

from appliance.core.reading import Place
from appliance.vision.arrays import Image

LABELS = (
    *("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "joker"),
    *("1", "E", "T", "Kn", "B", "V", "D", "Д", "R", "H"),
    "none",
)
"""In the order of the namer's outputs: English, other countries' letters, no index."""

INDEX_WIDTH, INDEX_HEIGHT = 48, 56
"""Size of a cropped index, pixels."""

GLYPH_HEIGHT = 20.0
"""Height of the rank's glyph in it, pixels."""

GLYPH_CENTRE = (24.0, 21.0)
"""Where the glyph's middle lies in it: a little room above, and the suit below."""


def seen_from(start: Place, up: Place, place: Place) -> Place:
    """How far `place` is to the right of `start` and above it, where the unit vector `up` is up."""
    x, y = place[0] - start[0], place[1] - start[1]
    return y * up[0] - x * up[1], x * up[0] + y * up[1]


def place_at(start: Place, up: Place, right: float, above: float) -> Place:
    """The inverse of `seen_from`."""
    return (
        start[0] - right * up[1] + above * up[0],
        start[1] + right * up[0] + above * up[1],
    )


def crop_index(image: Image, x: float, y: float, height: float, up: Place) -> Image:
    """The index around (x, y), upright: uint8 BGR (56, 48, 3).

    `height` is that of the rank's glyph in pixels of `image`, `up` a unit vector to its top.
    """
    scale = height / GLYPH_HEIGHT
    right = np.array([-up[1], up[0]]) * scale
    down = np.array([-up[0], -up[1]]) * scale
    start = np.array([x, y]) - right * GLYPH_CENTRE[0] - down * GLYPH_CENTRE[1]
    matrix = np.column_stack([right, down, start])
    source = image
    if scale > 1.6:  # blur before shrinking, or thin strokes get lost
        sigma = scale * 0.42
        low = np.maximum(np.array([x, y]) - height * 2.6, 0).astype(int)
        high = np.minimum(np.array([x, y]) + height * 2.6 + 1, image.shape[1::-1]).astype(int)
        if (high > low).all():
            part = image[low[1] : high[1], low[0] : high[0]]
            source = np.asarray(cv2.GaussianBlur(part, (0, 0), sigma), np.uint8)
            matrix[:, 2] -= low
    return np.asarray(
        cv2.warpAffine(
            source,
            matrix,
            (INDEX_WIDTH, INDEX_HEIGHT),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )
