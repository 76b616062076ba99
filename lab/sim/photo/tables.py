"""Table tops for the simulated camera: felt, wood, mats and paper, made of noise."""

import random
from functools import lru_cache

import cv2
import numpy as np

from appliance.vision.arrays import Floats, Image
from lab.sim.photo.courts import Colour

TABLES: dict[str, Colour] = {
    "green felt": (62, 104, 32),
    "blue felt": (120, 70, 28),
    "red felt": (40, 34, 120),
    "wood": (70, 110, 160),
    "dark wood": (38, 58, 88),
    "dark mat": (42, 40, 38),
    "grey mat": (120, 120, 118),
    "paper": (205, 212, 215),
}
"""Every kind of ground, with its mean colour (BGR)."""

_MARGIN = 96


def _waves(rng: np.random.Generator, size: tuple[int, int], grain: tuple[int, int]) -> Floats:
    """Smooth noise, mean 0 and spread about 1: float32 (height, width); `grain` in pixels."""
    width, height = size
    few = rng.standard_normal((height // grain[1] + 2, width // grain[0] + 2)).astype(np.float32)
    return np.asarray(cv2.resize(few, size, interpolation=cv2.INTER_CUBIC), np.float32)


@lru_cache(maxsize=16)
def _ground(kind: str, size: tuple[int, int]) -> Image:
    """Return a large piece of table; each photograph shows another part of it."""
    rng = np.random.default_rng(sorted(TABLES).index(kind))
    colour = np.array(TABLES[kind], np.float32)
    if "wood" in kind:
        rings = _waves(rng, size, (420, 40)) * 2.2 + _waves(rng, size, (300, 9)) * 0.35
        change = 0.11 * np.sin(rings * 4) + 0.05 * _waves(rng, size, (160, 2))
    else:
        rough = 0.012 if kind == "paper" else 0.085 if "felt" in kind else 0.05
        fine = rng.standard_normal((size[1], size[0])).astype(np.float32)
        change = rough * (0.7 * _waves(rng, size, (2, 2)) + 0.6 * fine)
        change += 0.035 * _waves(rng, size, (60, 60))
    picture = colour * (1 + change[..., None])
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def table_top(kind: str, size: tuple[int, int], rng: random.Random) -> Image:
    """A fresh picture of bare table: uint8 BGR (height, width, 3); `size` is (width, height).

    Raises:
        ValueError: if there is no such kind of table.
    """
    if kind not in TABLES:
        raise ValueError(f"no table top called {kind!r}; there are {', '.join(TABLES)}")
    width, height = size
    large = _ground(kind, (width + _MARGIN, height + _MARGIN))
    x, y = rng.randrange(_MARGIN), rng.randrange(_MARGIN)
    part = large[y : y + height, x : x + width]
    return np.asarray(cv2.flip(part, rng.choice((-1, 0, 1))), np.uint8)
