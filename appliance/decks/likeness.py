"""Measures the likeness of two small pictures, even if one is shifted, turned or larger.

Normalised cross-correlation: 1 is the same picture, 0 is no likeness. Brightness, contrast and the
light's tint make no difference. All variations of one picture are compared with all known ones in
one product of matrices.
"""

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from appliance.vision.arrays import Floats, Image, resampled
from appliance.vision.find.free_cards import Outline
from appliance.vision.find.index import GLYPH_CENTRE

MIN_CONTRAST = 0.012
"""Minimum deviation of a picture's levels (0 to 1); below it the picture is like nothing."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The compared part of a picture, and the allowed differences.

    The picture is first reduced by the factor `step`. Then a window of `size` (width, height,
    pixels) is compared, whose middle is at `middle` (pixels of the picture itself). The other
    picture may be shifted by up to `shift` pixels, enlarged by one of `scales`, and turned by one
    of `turns` (degrees). `colour` compares hues too; `soft` gives the rim less weight.
    """

    size: tuple[int, int]
    middle: tuple[float, float]
    step: float
    shift: int
    scales: tuple[float, ...]
    turns: tuple[float, ...]
    colour: bool = False
    soft: bool = True


RANK_COMPARISON = Comparison(
    (18, 17), GLYPH_CENTRE, 1.5, 3, (0.82, 0.9, 1.0, 1.11, 1.22), (-7.0, 0.0, 7.0)
)
"""The rank in an index that `crop_index` has cropped."""

PIP_COMPARISON = Comparison(
    (17, 17),
    (GLYPH_CENTRE[0], 41.0),
    1.0,
    4,
    (0.82, 0.9, 1.0, 1.11, 1.22),
    (-7.0, 0.0, 7.0),
    colour=True,
)
"""The suit below the rank in such a picture."""

THUMBNAIL_SIZE = 48, 68
"""Width and height of a whole card's thumbnail, pixels."""

CARD_COMPARISON = Comparison(
    (28, 40), (23.5, 33.5), 1.6, 2, (0.94, 1.0, 1.06), (-3.0, 0.0, 3.0), colour=True, soft=False
)
"""A whole card, as `free_cards.thumbnail` shows it."""


def plain(pictures: Sequence[Image], comparison: Comparison) -> Floats:
    """Return `pictures` as unit vectors: float32 (n, d); a blank picture becomes 0."""
    if not pictures:
        return np.zeros((0, 0), np.float32)
    return _unit(
        np.stack([_grid(picture, comparison, 1.0, 0.0, 0) for picture in pictures]), comparison
    )


def varied(picture: Image, comparison: Comparison) -> Floats:
    """Every variation of `picture`: float32 (n, d), rows of length 1 (or 0)."""
    width, height = comparison.size
    every = []
    for scale in comparison.scales:
        for turn in comparison.turns:
            grid = _grid(picture, comparison, scale, turn, comparison.shift)
            windows = np.lib.stride_tricks.sliding_window_view(grid, (height, width), axis=(0, 1))
            every.append(windows.transpose(0, 1, 3, 4, 2).reshape(-1, height, width, grid.shape[2]))
    return _unit(np.concatenate(every), comparison)


def likeness(picture: Image, known: Floats, comparison: Comparison) -> Floats:
    """Return the best likeness of `picture` to each of `known` (k, d), -1 to 1: float32 (k,)."""
    if not len(known):
        return np.zeros(0, np.float32)
    return np.asarray((varied(picture, comparison) @ known.T).max(axis=0), np.float32)


def _grid(picture: Image, comparison: Comparison, scale: float, turn: float, pad: int) -> Floats:
    """The part that is compared, with `pad` more on each side: float32 (h, w, channels)."""
    width, height = comparison.size[0] + 2 * pad, comparison.size[1] + 2 * pad
    right = cmath.rect(comparison.step * scale, math.radians(turn))
    start = complex(*comparison.middle) - right * complex(width - 1, height - 1) / 2
    values = resampled(_channels(picture, comparison), start, right, (width, height))
    return values.reshape(height, width, -1)


def _channels(picture: Image, comparison: Comparison) -> Floats:
    """Grey, and with `colour` red against green and blue against green, softened; float32."""
    soft = cv2.GaussianBlur(picture, (0, 0), 0.45 * comparison.step).astype(np.float32) / 255
    grey = soft @ np.array([0.114, 0.587, 0.299], np.float32)
    if not comparison.colour:
        return np.asarray(grey, np.float32)
    blue, green, red = soft[..., 0], soft[..., 1], soft[..., 2]
    return np.ascontiguousarray(np.stack([grey, red - green, blue - green], axis=-1))


@lru_cache(maxsize=8)
def _weights(comparison: Comparison) -> Floats:
    """Return the weight of each place as a root: (h, w, 1); the squares add up to 1."""
    width, height = comparison.size
    x = np.linspace(-1, 1, width)[None, :]
    y = np.linspace(-1, 1, height)[:, None]
    weight = np.exp(-0.7 * (x**4 + y**4)) if comparison.soft else np.ones((height, width))
    return np.asarray(np.sqrt(weight / weight.sum())[..., None], np.float32)


def _unit(grids: Floats, comparison: Comparison) -> Floats:
    """Grids (n, h, w, channels) without their means, of length 1 each: (n, d)."""
    root = _weights(comparison)
    means = np.einsum("nhwc,hwo->nc", grids, root**2)
    flat = ((grids - means[:, None, None, :]) * root).reshape(len(grids), -1)
    lengths = np.linalg.norm(flat, axis=1, keepdims=True)
    return np.asarray(
        np.where(lengths < MIN_CONTRAST, 0, flat / np.maximum(lengths, MIN_CONTRAST)), np.float32
    )


def thumbnail(image: Image, outline: Outline) -> Image:
    """The card upright and small: uint8 BGR (68, 48, 3)."""
    width, height = THUMBNAIL_SIZE
    many = max(1, int(outline.height / height))
    flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) * many - 0.5
    matrix = cv2.getPerspectiveTransform(outline.corners.astype(np.float32), flat)
    size = width * many, height * many
    large = cv2.warpPerspective(image, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(large, THUMBNAIL_SIZE, interpolation=cv2.INTER_AREA), np.uint8)
