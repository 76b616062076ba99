"""The index of a card: what may stand in its corner, and how a picture of one is cut out."""

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]

LABELS = (
    *("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "joker"),
    *("1", "E", "T", "Kn", "B", "V", "D", "Д", "R", "H"),
    "none",
)
"""In the order of the network's outputs: English, other countries' letters, no index."""

WIDTH, HEIGHT = 48, 56
"""Pixels of an index that has been cut out upright."""

GLYPH = 20.0
"""Pixels of the rank's height in it."""

MIDDLE = (24.0, 21.0)
"""Where the rank's middle comes to lie: some room above, and the suit below."""


def cut(image: Image, x: float, y: float, height: float, up: tuple[float, float]) -> Image:
    """The index around (x, y), uint8 BGR (56, 48, 3), upright.

    `height` is the rank's, in pixels of `image`, and `up` a unit vector towards its top.
    """
    scale = height / GLYPH
    right = np.array([-up[1], up[0]]) * scale
    down = np.array([-up[0], -up[1]]) * scale
    start = np.array([x, y]) - right * MIDDLE[0] - down * MIDDLE[1]
    way = np.column_stack([right, down, start])
    source = image
    if scale > 1.6:  # shrink smoothly, or thin strokes get lost
        reach = scale * 0.42
        low = np.maximum(np.array([x, y]) - height * 2.6, 0).astype(int)
        high = np.minimum(np.array([x, y]) + height * 2.6 + 1, image.shape[1::-1]).astype(int)
        if (high > low).all():
            part = image[low[1] : high[1], low[0] : high[0]]
            source = np.asarray(cv2.GaussianBlur(part, (0, 0), reach), np.uint8)
            way[:, 2] -= low
    return np.asarray(
        cv2.warpAffine(
            source,
            way,
            (WIDTH, HEIGHT),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )
