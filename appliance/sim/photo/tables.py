"""Table tops and light for the simulated camera: felt, wood, mats and paper, made of noise."""

import random
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from appliance.sim.photo.faces import Colour, Image

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


def _waves(
    rng: np.random.Generator, size: tuple[int, int], grain: tuple[int, int]
) -> npt.NDArray[np.float32]:
    """Smooth noise, mean 0 and spread about 1: float32 (height, width); `grain` in pixels."""
    width, height = size
    few = rng.standard_normal((height // grain[1] + 2, width // grain[0] + 2)).astype(np.float32)
    return np.asarray(cv2.resize(few, size, interpolation=cv2.INTER_CUBIC), np.float32)


@lru_cache(maxsize=16)
def _ground(kind: str, size: tuple[int, int]) -> Image:
    """One large piece of table of which every photograph shows another part."""
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


@lru_cache(maxsize=4)
def grain_tile(size: tuple[int, int]) -> Image:
    """Sensor noise, mean 128 and spread 24, with a margin: uint8 (h + 96, w + 96, 3)."""
    rng = np.random.default_rng(1)
    shape = (size[1] + _MARGIN, size[0] + _MARGIN, 3)
    return np.asarray(np.clip(128 + rng.standard_normal(shape) * 24, 0, 255), np.uint8)


_SMALL = 12


def light_field(
    size: tuple[int, int],
    rng: random.Random,
    *,
    level: float,
    slope: float,
    warmth: float,
    hand: float,
) -> Image:
    """How bright each pixel is lit: uint8 BGR (height, width, 3), 128 leaves it as it is.

    `level` is the mean, `slope` how uneven (0 to 1), `warmth` -1 blue to 1 yellow, `hand` how
    dark the shadow of a hand that reaches in is (0 none, 1 black).
    """
    width, height = size[0] // _SMALL, size[1] // _SMALL
    y, x = np.mgrid[:height, :width].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    along = (x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle)
    lamp = np.hypot(x / width - rng.uniform(0.2, 0.8), y / height - rng.uniform(0.2, 0.8))
    field = (level * (1 + slope * (along - 0.45 * (lamp - 0.4)))).astype(np.float32)
    if hand:
        field *= 1 - hand * _hand(width, height, rng)
    gains = np.array([1 - 0.28 * warmth, 1 - 0.03 * abs(warmth), 1 + 0.16 * warmth], np.float32)
    small = np.clip(field[..., None] * gains * 128, 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _hand(width: int, height: int, rng: random.Random) -> npt.NDArray[np.float32]:
    """The soft shadow of a forearm and a fist from one side: float32, 0 to 1."""
    shade = np.zeros((height, width), np.float32)
    start = (rng.choice((-5, width + 5)), rng.randrange(height))
    end = (rng.randrange(width // 4, 3 * width // 4), rng.randrange(height // 4, 3 * height // 4))
    cv2.line(shade, start, end, (1.0,), rng.randint(9, 13))
    cv2.circle(shade, end, rng.randint(8, 11), (1.0,), -1)
    return np.asarray(cv2.GaussianBlur(shade, (0, 0), rng.uniform(1.2, 3.5)), np.float32)


def add_glare(frame: Image, rng: random.Random, strength: float) -> None:
    """A lamp's reflection somewhere in `frame`, drawn into it; 1 burns its middle out."""
    height, width = frame.shape[:2]
    radius = round(rng.uniform(0.08, 0.22) * height)
    x, y = rng.randrange(width), rng.randrange(height)
    x0, y0 = max(0, x - radius), max(0, y - radius)
    x1, y1 = min(width, x + radius), min(height, y + radius)
    across, down = np.ogrid[x0 - x : x1 - x, y0 - y : y1 - y]
    near = np.clip(1 - (across.T**2 + down.T**2) / radius**2, 0, 1) ** 1.5
    blob = (near * (255 * strength)).astype(np.uint8)
    part = frame[y0:y1, x0:x1]
    part[:] = cv2.add(part, cv2.cvtColor(blob, cv2.COLOR_GRAY2BGR))
