"""Card faces drawn by our own code, for a table that plays without cards or a camera.

No deck of another maker is copied: the numerals, pips, courts and jokers are drawn from
lines and curves, in designs far enough apart that a reader which learns one of them fails
on the next. Faces are drawn four times too large and shrunk, so edges come out smooth.
"""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from appliance.core.reading import Place
from appliance.vision.arrays import GrayImage, Image, Points
from bluffing.cards import Card, Rank, Suit
from lab.sim.photo.courts import Colour, draw_court, draw_jester

# --- letters and pips as masks -------------------------------------------------------------------
# OpenCV's built-in lettering changed between 4.x and 5.0 and has no bold narrow card numerals, so
# every character here is a skeleton of lines and curves that an elliptic pen follows. A wide, flat
# pen gives the thick stems and thin bars of printed card indices.

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


FACE_WIDTH, FACE_HEIGHT = 250, 350
"""Pixels of a face, near enough a poker card's 63.5 x 88.9 mm (2.5 x 3.5 inches)."""

_SUPER = 4
_CORNER = 0.05  # radius over width: poker cards are cut to about 3.2 mm of 63.5

_RED, _BLACK = (38, 28, 196), (28, 24, 24)
_TWO = (_BLACK, _RED, _RED, _BLACK)
_SERIF = Font()

GOLD, SILVER = (70, 165, 205), (190, 192, 195)
"""The colours of metal print, BGR."""


@dataclass(frozen=True, slots=True)
class Style:
    """One deck's design. Lengths are shares of the card's height, places of its own side.

    `inks` are BGR for clubs, diamonds, hearts, spades. `index_x` is the middle of the index
    column and `index_y` its top. `frame` is the inset of a line around the face, 0 for none.
    `picture` says whether court cards carry a figure or one big letter.
    """

    name: str
    font: Font = _SERIF
    inks: tuple[Colour, Colour, Colour, Colour] = _TWO
    paper: Colour = (248, 250, 251)
    index_height: float = 0.105
    index_x: float = 0.1
    index_y: float = 0.045
    suit_size: float = 0.075
    suit_gap: float = 0.015
    four_corners: bool = False
    pip_size: float = 0.155
    picture: bool = True
    frame: float = 0.0
    back_ink: Colour = (120, 40, 30)

    def ink(self, suit: Suit) -> Colour:
        """The BGR colour in which this deck prints `suit`."""
        return self.inks[tuple(Suit).index(suit)]


_SANS = Font(weight=0.18, contrast=0.82, serif=False, width=0.6)
_HEAVY = Font(weight=0.19, contrast=0.5, width=0.68)
_FLAT = Font(weight=0.16, contrast=0.7, serif=False, width=0.56, flat_three=True)
_PLAIN = Font(weight=0.15, contrast=0.75, serif=False, width=0.6)
_SLAB = Font(weight=0.2, contrast=0.5, width=0.74, flat_three=True)
_TALL = Font(weight=0.125, contrast=0.6, width=0.42, flat_three=True)
_SHARP = Font(weight=0.15, contrast=0.38, width=0.66)
_LIGHT = Font(weight=0.1, contrast=0.9, serif=False, width=0.58)

STYLES: tuple[Style, ...] = (
    Style("classic"),
    Style("bold sans", _SANS, index_height=0.12, suit_size=0.08, back_ink=(30, 30, 150)),
    Style(
        "jumbo", _HEAVY, index_height=0.2, index_x=0.145, index_y=0.04, suit_size=0.11,
        pip_size=0.125,
    ),
    Style(
        "four colours", _FLAT, index_height=0.13, index_x=0.11,
        inks=((50, 120, 20), (190, 90, 20), (40, 30, 205), (30, 26, 26)),
    ),
    Style(
        "dark", _PLAIN, paper=(38, 32, 30), index_height=0.12, frame=0.018, back_ink=(60, 60, 60),
        inks=((225, 225, 222), (70, 70, 235), (70, 70, 235), (225, 225, 222)),
    ),
    Style(
        "big corner", _SLAB, index_height=0.16, index_x=0.135, index_y=0.05, suit_size=0.1,
        pip_size=0.13, picture=False, back_ink=(40, 90, 20),
    ),
    Style("narrow", _TALL, index_height=0.13, index_x=0.098, suit_size=0.065, frame=0.02),
    Style(
        "four corners", _SHARP, paper=(222, 240, 248), four_corners=True, index_height=0.095,
        suit_size=0.065, pip_size=0.14, back_ink=(20, 20, 110),
    ),
    Style("thin line", _LIGHT, index_height=0.11, picture=False, frame=0.03, index_x=0.125),
)  # fmt: skip
"""Designs that are far apart on purpose: numerals, size, place, colours, border."""


def random_style(rng: random.Random) -> Style:
    """A deck that no printer made, for training and for tests on unseen designs."""
    height = rng.uniform(0.08, 0.2)
    font = Font(
        weight=rng.uniform(0.09, 0.22),
        contrast=rng.uniform(0.35, 1.0),
        serif=rng.random() < 0.6,
        width=min(rng.uniform(0.4, 0.78), 0.125 / height),  # else a 10 runs into the pips
        flat_three=rng.random() < 0.4,
    )
    dark = rng.random() < 0.12
    red = (rng.randint(10, 70), rng.randint(10, 60), rng.randint(160, 235))
    black = (rng.randint(5, 70), rng.randint(5, 55), rng.randint(5, 55))
    if dark:
        black = (rng.randint(190, 250), rng.randint(190, 250), rng.randint(190, 250))
        red = (rng.randint(50, 110), rng.randint(50, 110), rng.randint(200, 255))
    inks = (black, red, red, black)
    if rng.random() < 0.2:
        inks = ((60, 150, 40), (210, 120, 40), red, black)
    shade = rng.randint(25, 60) if dark else rng.randint(228, 253)
    small = height * rng.uniform(0.5, 0.85)
    half = max(0.7 * height * font.width, small / 2) + 0.015
    frame = rng.choice((0.0, 0.0, 0.0, rng.uniform(0.012, 0.03)))
    return Style(
        "random",
        font=font,
        inks=inks,
        paper=(max(0, shade - rng.randint(0, 18)), shade, min(255, shade + rng.randint(0, 4))),
        index_height=height,
        index_x=max(half * FACE_HEIGHT / FACE_WIDTH, 0.075) + frame + rng.uniform(0, 0.03),
        index_y=frame + rng.uniform(0.022, 0.06),
        suit_size=small,
        suit_gap=rng.uniform(0.006, 0.03),
        four_corners=rng.random() < 0.15,
        pip_size=rng.uniform(0.12, 0.17) if height < 0.14 else rng.uniform(0.1, 0.13),
        picture=rng.random() < 0.7,
        frame=frame,
        back_ink=(rng.randint(10, 160), rng.randint(10, 120), rng.randint(10, 160)),
    )


def four_cornered(rng: random.Random) -> Style:
    """A random deck with an index in every corner."""
    return replace(random_style(rng), four_corners=True)


def dark_style(rng: random.Random) -> Style:
    """A random deck in white and red on dark paper."""
    shade, white = rng.randint(20, 60), rng.randint(195, 250)
    light, red = (white, white, white), (rng.randint(40, 90), rng.randint(40, 90), 230)
    paper = (shade, shade, shade + 4)
    return replace(random_style(rng), paper=paper, inks=(light, red, red, light))


def metal_style(rng: random.Random) -> Style:
    """Return a random deck in one metal on black, a third of them with an index in every corner."""
    blue, green, red = (
        min(255, part + rng.randint(-25, 25)) for part in rng.choice((GOLD, SILVER))
    )
    ink, black, four = (blue, green, red), rng.randint(8, 30), rng.random() < 0.3
    return replace(
        random_style(rng), paper=(black, black, black), inks=(ink,) * 4, four_corners=four
    )


DECKS: Mapping[str, Callable[[random.Random], Style]] = {
    "any": random_style,
    "four-corners": four_cornered,
    "dark": dark_style,
    "metal": metal_style,
}
"""Kinds of random decks, by name."""


def _paint(canvas: Image, mask: GrayImage, x: float, y: float, ink: Colour) -> None:
    """Ink `mask` with its middle at (x, y); `canvas` may be a turned view of the face."""
    height, width = mask.shape
    left, top = round(x - width / 2), round(y - height / 2)
    canvas[top : top + height, left : left + width][mask > 127] = ink


def _ways(canvas: Image) -> tuple[Image, Image]:
    """The canvas as both players see it: painting on each makes a card with two ends."""
    return canvas, canvas[::-1, ::-1]


def _index(card: Card, style: Style, scale: int) -> tuple[GrayImage, GrayImage | None]:
    """The rank's mask and the small pip's; a joker has its name written down, and no pip."""
    tall = style.index_height * FACE_HEIGHT * scale
    if card.rank is Rank.JOKER:
        height = round(min(tall * 0.5, 0.058 * FACE_HEIGHT * scale))
        size = (max(8, round(height * min(style.font.width * 1.25, 0.9))), height)
        return word_mask("JOKER", style.font, size), None
    small = pip_mask(card.suit, round(style.suit_size * FACE_HEIGHT * scale))
    return rank_mask(card.rank, style.font, round(tall)), small


def index_box(card: Card, style: Style) -> tuple[int, int, int, int]:
    """Box of the top-left index on `face`: x0, y0, x1, y1 in pixels, rank and pip."""
    rank, small = _index(card, style, 1)
    height = rank.shape[0] + (0 if small is None else style.suit_gap * FACE_HEIGHT + small.shape[0])
    wide = max(rank.shape[1], 0 if small is None else small.shape[1])
    x, y = style.index_x * FACE_WIDTH, style.index_y * FACE_HEIGHT
    return round(x - wide / 2) - 1, round(y) - 1, round(x + wide / 2) + 1, round(y + height) + 1


def index_places(card: Card, style: Style) -> tuple[tuple[float, float, float], ...]:
    """The indices of the upper half of `face`: x and y of the rank's middle, its height; pixels.

    The lower half holds the same ones, turned. A joker's height is half its name's.
    """
    rank, _ = _index(card, style, 1)
    x, y = style.index_x * FACE_WIDTH, style.index_y * FACE_HEIGHT + rank.shape[0] / 2
    height = rank.shape[0] / 2 if card.rank is Rank.JOKER else float(rank.shape[0])
    columns = (x, FACE_WIDTH - x) if style.four_corners else (x,)
    return tuple((column, y, height) for column in columns)


def _draw_index(canvas: Image, card: Card, style: Style) -> None:
    height, width = canvas.shape[:2]
    rank, small = _index(card, style, _SUPER)
    ink, left = style.ink(card.suit), style.index_x * width
    for half in _ways(canvas):
        for x in (left, width - left) if style.four_corners else (left,):
            y = style.index_y * height + rank.shape[0] / 2
            _paint(half, rank, x, y, ink)
            if small is not None:
                y += (rank.shape[0] + small.shape[0]) / 2 + style.suit_gap * height
                _paint(half, small, x, y, ink)


_PIP_PLACES: dict[Rank, tuple[tuple[int, float], ...]] = {
    # (column: 1 both sides or 0 the middle, row): the upper half; the lower is its turn
    Rank.TWO: ((0, 0),),
    Rank.THREE: ((0, 0), (0, 1 / 2)),
    Rank.FOUR: ((1, 0),),
    Rank.FIVE: ((1, 0), (0, 1 / 2)),
    Rank.SIX: ((1, 0), (1, 1 / 2)),
    Rank.SEVEN: ((1, 0), (1, 1 / 2), (0, 1 / 4)),
    Rank.EIGHT: ((1, 0), (1, 1 / 2), (0, 1 / 4)),
    Rank.NINE: ((1, 0), (1, 1 / 3), (0, 1 / 2)),
    Rank.TEN: ((1, 0), (1, 1 / 3), (0, 1 / 6)),
}


def _draw_pips(canvas: Image, card: Card, style: Style) -> None:
    """The usual layout of two to ten; the seven alone is not the same both ways up."""
    height, width = canvas.shape[:2]
    size = style.pip_size * height
    pip = pip_mask(card.suit, round(size))
    top, bottom = 0.1 * height + size / 2, 0.9 * height - size / 2
    # A wide index pushes the side columns inwards.
    spread = min(0.21 * width, width / 2 - index_box(card, style)[2] * _SUPER - 0.53 * size)
    upper, lower = _ways(canvas)
    for column, row in _PIP_PLACES[card.rank]:
        y = top + (bottom - top) * row
        for x in (width / 2 - spread, width / 2 + spread) if column else (width / 2,):
            _paint(upper, pip, x, y, style.ink(card.suit))
            if row != 1 / 2 and not (card.rank is Rank.SEVEN and not column):
                _paint(lower, pip, x, y, style.ink(card.suit))


def _outline(width: int, height: int, inset: float, radius: float) -> npt.NDArray[np.int32]:
    """A rectangle with round corners as a polygon, in pixels."""
    low = inset + radius
    right, bottom = width - 1 - low, height - 1 - low
    corners = np.array([(right, bottom), (low, bottom), (low, low), (right, low)])
    turns = np.radians(np.linspace((0, 90, 180, 270), (90, 180, 270, 360), 12, axis=1))
    bends = np.stack([np.cos(turns), np.sin(turns)], axis=-1) * radius
    return np.round((corners[:, None] + bends).reshape(-1, 2)).astype(np.int32)


def _shrunk(canvas: Image) -> Image:
    small = cv2.resize(canvas, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_AREA)
    small.setflags(write=False)
    return np.asarray(small, np.uint8)


def _sheet(colour: Colour) -> Image:
    return np.full((FACE_HEIGHT * _SUPER, FACE_WIDTH * _SUPER, 3), colour, np.uint8)


@lru_cache(maxsize=256)
def face(card: Card, style: Style) -> Image:
    """The face of `card`, upright: uint8 BGR (350, 250, 3), read-only, square corners."""
    canvas = _sheet(style.paper)
    height, width = canvas.shape[:2]
    if style.frame:
        inset = style.frame * height
        path = _outline(width, height, inset, max(4.0, _CORNER * width - inset / 2))
        cv2.polylines(canvas, [path], isClosed=True, color=style.ink(card.suit), thickness=5)
    ink = style.ink(card.suit)
    if card.rank is Rank.JOKER:
        draw_jester(canvas, ink, style.paper)
    elif card.rank is Rank.ACE:
        big = 0.36 if card.suit is Suit.SPADES else 0.24
        _paint(canvas, pip_mask(card.suit, round(big * height)), width / 2, height / 2, ink)
    elif card.rank not in (Rank.JACK, Rank.QUEEN, Rank.KING):
        _draw_pips(canvas, card, style)
    elif style.picture:
        left = max(index_box(card, style)[2] * _SUPER / width + 0.02, 0.19)
        draw_court(canvas, card, left, ink, pip_mask(card.suit, round(0.1 * height)))
    else:
        big_letter = rank_mask(card.rank, style.font, round(0.34 * height))
        _paint(canvas, big_letter, width / 2, height / 2, ink)
    _draw_index(canvas, card, style)
    return _shrunk(canvas)


@lru_cache(maxsize=32)
def back(style: Style) -> Image:
    """The back of a deck: uint8 BGR (350, 250, 3), read-only, the same both ways up."""
    canvas = _sheet((245, 247, 248))
    height, width = canvas.shape[:2]
    inset = round(0.035 * height)
    panel = canvas[inset:-inset, inset:-inset]
    middle = (np.array(panel.shape[:2]) - 1) / 2
    y, x = np.mgrid[: panel.shape[0], : panel.shape[1]] - middle.reshape(2, 1, 1)
    lattice = np.cos((x + y) / 18) * np.cos((x - y) / 18) > 0.12
    ring = np.abs(np.hypot(x, y) - 0.16 * height) < 0.012 * height
    panel[lattice | ring] = style.back_ink
    corner = (width - inset - 1, height - inset - 1)
    cv2.rectangle(canvas, (inset, inset), corner, style.back_ink, 8)
    return _shrunk(canvas)


@lru_cache(maxsize=1)
def corner_mask() -> GrayImage:
    """Mask of a face with round corners: uint8 (350, 250), 0 to 255."""
    width, height = FACE_WIDTH * _SUPER, FACE_HEIGHT * _SUPER
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [_outline(width, height, 0, _CORNER * width)], (255,))
    return _shrunk(mask)
