"""Letters and pips as masks, drawn by our own pen, for the faces of simulated cards.

OpenCV's built-in lettering changed between 4.x and 5.0 and has no bold narrow card
numerals, so every character here is a skeleton of lines and curves that an elliptic pen
follows. A wide, flat pen gives the thick stems and thin bars of printed card indices.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from appliance.core.reading import Place
from appliance.vision.arrays import GrayImage, Points
from bluffing.cards import Suit

_Path = tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Font:
    """A pen and a habit: lengths are shares of the height of a letter.

    `contrast` is the pen's height over its width, 0 to 1: small means thin bars.
    """

    weight: float = 0.17
    contrast: float = 0.45
    serif: bool = True
    width: float = 0.62
    flat_three: bool = False


class _Stroke(NamedTuple):
    path: _Path
    pen: float = 1.0
    serif: bool = False


def _arc(x: float, y: float, rx: float, ry: float, turn: tuple[int, int]) -> _Path:
    """Points on an ellipse; degrees, clockwise as seen, 0 is right and 90 is down."""
    angles = np.radians(np.linspace(*turn, 32))
    return tuple((x + rx * math.cos(a), y + ry * math.sin(a)) for a in angles)


def _curve(*points: Place) -> _Path:
    """17 points along a cubic Bezier with the four control points given."""
    ends = np.array(points)
    t = np.linspace(0, 1, 17)[:, None]
    weights = np.hstack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3])
    return tuple((float(x), float(y)) for x, y in weights @ ends)


def _foot(x: float, y: float, half: float = 0.22) -> _Stroke:
    return _Stroke(((x - half, y), (x + half, y)), serif=True)


_LOOP = _arc(0.5, 0.69, 0.5, 0.31, (180, 540))
_TAIL = (
    *_curve((0, 0.69), (0, 0.25), (0.22, 0), (0.56, 0))[:-1],
    *_curve((0.56, 0), (0.76, 0), (0.92, 0.08), (0.95, 0.24)),
)


def _turned(path: _Path) -> _Path:
    return tuple((1 - x, 1 - y) for x, y in path)


_SKELETONS: dict[str, tuple[_Stroke, ...]] = {
    "0": (_Stroke(_arc(0.5, 0.5, 0.5, 0.5, (0, 360))),),
    "1": (
        _Stroke(((0.6, 0), (0.6, 1))), _Stroke(((0, 0.24), (0.6, 0.03)), 0.6), _foot(0.6, 1, 0.4),
    ),
    "2": (
        _Stroke((*_arc(0.5, 0.29, 0.46, 0.29, (185, 385)), (0, 1))),
        _Stroke(((0, 1), (1, 1)), 1.3), _Stroke(((1, 1), (1, 0.84)), 0.5, serif=True),
    ),
    "3": (
        _Stroke(_arc(0.48, 0.25, 0.44, 0.25, (195, 450))),
        _Stroke(_arc(0.48, 0.74, 0.52, 0.26, (270, 528))),
    ),
    "flat 3": (
        _Stroke(((0.02, 0), (0.95, 0)), 1.2), _Stroke(((0.95, 0), (0.42, 0.43)), 0.6),
        _Stroke(_arc(0.44, 0.71, 0.54, 0.29, (265, 525))),
        _Stroke(((0.02, 0), (0.02, 0.16)), 0.5, serif=True),
    ),
    "4": (
        _Stroke(((0.74, 1), (0.74, 0))), _Stroke(((0.74, 0), (0, 0.72)), 0.55),
        _Stroke(((-0.04, 0.72), (1.06, 0.72)), 1.1), _foot(0.74, 1, 0.26),
    ),
    "5": (
        _Stroke(((0.92, 0), (0.12, 0)), 1.3), _Stroke(((0.14, 0), (0.07, 0.47)), 0.6),
        _Stroke(_arc(0.47, 0.67, 0.53, 0.33, (218, 525))),
    ),
    "6": (_Stroke(_LOOP), _Stroke(_TAIL)),
    "7": (
        _Stroke(((0, 0), (1, 0)), 1.3), _Stroke(((0, 0), (0, 0.2)), 0.5, serif=True),
        _Stroke(_curve((1, 0), (0.7, 0.35), (0.42, 0.65), (0.4, 1))),
    ),
    "8": (
        _Stroke(_arc(0.5, 0.24, 0.42, 0.24, (0, 360))),
        _Stroke(_arc(0.5, 0.73, 0.5, 0.27, (0, 360))),
    ),
    "9": (_Stroke(_turned(_LOOP)), _Stroke(_turned(_TAIL))),
    "A": (
        _Stroke(((0.08, 1), (0.5, 0)), 0.5), _Stroke(((0.5, 0), (0.92, 1))),
        _Stroke(((0.2, 0.66), (0.8, 0.66))), _foot(0.08, 1, 0.18), _foot(0.92, 1, 0.18),
    ),
    "J": (
        _Stroke((*((0.72, 0), (0.72, 0.7)), *_arc(0.36, 0.72, 0.36, 0.28, (0, 180)))),
        _Stroke(((0, 0.66), (0, 0.76)), 1.1), _foot(0.72, 0, 0.28),
    ),
    "Q": (_Stroke(_arc(0.5, 0.46, 0.5, 0.46, (0, 360))), _Stroke(((0.48, 0.68), (1, 1)))),
    "K": (
        _Stroke(((0.12, 0), (0.12, 1))), _Stroke(((0.92, 0), (0.14, 0.62)), 0.55),
        _Stroke(((0.4, 0.42), (0.92, 1))),
        _foot(0.12, 0), _foot(0.12, 1), _foot(0.88, 0, 0.2), _foot(0.9, 1, 0.2),
    ),
    "O": (_Stroke(_arc(0.5, 0.5, 0.5, 0.5, (0, 360))),),
    "E": (
        _Stroke(((0.08, 0), (0.08, 1))), _Stroke(((0.08, 0), (1, 0))),
        _Stroke(((0.08, 0.5), (0.8, 0.5))), _Stroke(((0.08, 1), (1, 1))),
    ),
    "R": (
        _Stroke(((0.08, 0), (0.08, 1))), _Stroke(((0.45, 0.54), (0.95, 1))),
        _Stroke(((0.08, 0), (0.5, 0), *_arc(0.5, 0.27, 0.46, 0.27, (270, 450)), (0.08, 0.54))),
        _foot(0.08, 1, 0.18),
    ),
}  # fmt: skip
"""The strokes of each character, in a box of 1 by 1."""


def _fill(mask: GrayImage, points: Points) -> None:
    cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], (255,), shift=4)


def _follow(mask: GrayImage, path: Points, pen: float, contrast: float, cap: float) -> None:
    """Draw one stroke of an elliptic pen `pen` px high: round joints, square ends."""
    squeeze = np.array([contrast, 1.0])
    points = path * squeeze
    steps = np.diff(points, axis=0)
    steps /= np.maximum(np.linalg.norm(steps, axis=1, keepdims=True), 1e-9)
    closed = bool(np.allclose(points[0], points[-1]))
    if not closed:
        points[0] -= steps[0] * cap
        points[-1] += steps[-1] * cap
    for start, end, step in zip(points, points[1:], steps, strict=False):
        side = np.array([-step[1], step[0]]) * pen / 2
        _fill(mask, np.array([start + side, end + side, end - side, start - side]) / squeeze)
    nib = np.array(_arc(0, 0, pen / 2, pen / 2, (0, 360)))
    for joint in points if closed else points[1:-1]:
        _fill(mask, (nib + joint) / squeeze)


@lru_cache(maxsize=256)
def letter(char: str, font: Font, height: int, width: int) -> GrayImage:
    """One character as a mask (height, width), uint8, 0 or 255; keep it unchanged.

    Raises:
        KeyError: for a character that no card here carries.
    """
    name = "flat 3" if char == "3" and font.flat_three else char
    mask = np.zeros((height, width), np.uint8)
    wide = min(font.weight * height, width * 0.42)
    high = wide * font.contrast
    room = np.array([width - wide, height - high])
    for stroke in _SKELETONS[name]:
        if stroke.serif and not font.serif:
            continue
        pen = high * (1 - (1 - stroke.pen) * (1.2 - font.contrast))
        path = np.array(stroke.path) * room + np.array([wide, high]) / 2
        cap = pen / 2 if {stroke.path[0][1], stroke.path[-1][1]} & {0, 1} else 0.0
        _follow(mask, path, pen, font.contrast, cap)
    return mask


def rank_mask(text: str, font: Font, height: int) -> GrayImage:
    """A rank's index, "2" to "10" or a letter, `height` px high; "10" is set narrow."""
    width = round(font.width * height)
    if len(text) == 1:
        return letter(text, font, height, width)
    gap = np.zeros((height, max(1, round(width * 0.11))), np.uint8)
    digit = letter("1", font, height, round(width * 0.45))
    rest = letter("0", font, height, round(width * 0.78))
    return np.hstack([digit, gap, rest])


def word_mask(text: str, font: Font, size: tuple[int, int]) -> GrayImage:
    """A word with its upright letters one below the other; `size` (width, height) of a letter."""
    width, height = size
    letters = [letter(char, font, height, width) for char in text]
    gap = np.zeros((height // 6, width), np.uint8)
    return np.vstack([part for item in letters for part in (item, gap)][:-1])


def _mirrored(half: _Path) -> _Path:
    return half + tuple((1 - x, y) for x, y in reversed(half))


_STEM = _mirrored(_curve((0.485, 0.6), (0.47, 0.85), (0.4, 0.96), (0.28, 1.0)))
_HEART = (
    *_curve((0.5, 1), (0.42, 0.8), (0, 0.6), (0, 0.3)),
    *_curve((0, 0.3), (0, 0.1), (0.13, 0), (0.27, 0)),
    *_curve((0.27, 0), (0.38, 0), (0.47, 0.08), (0.5, 0.2)),
)
_DIAMOND = (
    *_curve((0.5, 0), (0.4, 0.2), (0.25, 0.38), (0.1, 0.5)),
    *_curve((0.1, 0.5), (0.25, 0.62), (0.4, 0.8), (0.5, 1)),
)
_SPADE = (
    *_curve((0.5, 0), (0.43, 0.2), (0.03, 0.38), (0.03, 0.62)),
    *_curve((0.03, 0.62), (0.03, 0.78), (0.13, 0.84), (0.25, 0.84)),
    *_curve((0.25, 0.84), (0.37, 0.84), (0.46, 0.76), (0.5, 0.66)),
)
_CLOVER = tuple(
    _arc(x, y, 0.24, 0.24, (0, 360)) for x, y in ((0.5, 0.245), (0.25, 0.6), (0.75, 0.6))
)

_PIPS: dict[Suit, tuple[_Path, ...]] = {
    Suit.HEARTS: (_mirrored(_HEART[::-1]),),
    Suit.DIAMONDS: (_mirrored(_DIAMOND),),
    Suit.SPADES: (_mirrored(_SPADE), _STEM),
    Suit.CLUBS: (*_CLOVER, ((0.4, 0.3), (0.6, 0.3), (0.62, 0.6), (0.38, 0.6)), _STEM),
}


@lru_cache(maxsize=128)
def pip_mask(suit: Suit, size: int) -> GrayImage:
    """A suit's pip as a square mask `size` px wide, uint8, 0 or 255; keep it unchanged."""
    mask = np.zeros((size, size), np.uint8)
    for path in _PIPS[suit]:
        _fill(mask, np.array(path) * (size - 1))
    return mask
