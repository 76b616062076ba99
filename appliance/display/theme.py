"""Colours, shapes and the words on the screen: what the appliance looks like.

Colours are chosen to stay apart for colour-blind eyes (after Okabe and Ito, "Color Universal
Design"); a shape and a number always go with them, so colour alone never carries a meaning.
"""

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Literal

from appliance.display.quiet import pygame

Colour = tuple[int, int, int]
Point = tuple[float, float]
Align = Literal["left", "centre", "right"]

GROUND: Colour = (0x12, 0x16, 0x1C)
ARENA: Colour = (0x18, 0x1E, 0x26)
LIT: Colour = (0x25, 0x30, 0x3D)
PANEL: Colour = (0x20, 0x28, 0x33)
LINE: Colour = (0x38, 0x44, 0x54)
FAINT: Colour = (0x9A, 0xA7, 0xB8)
TEXT_COLOUR: Colour = (0xF5, 0xF7, 0xFA)
DOUBT: Colour = (0xFF, 0xC4, 0x00)
TRUTH: Colour = (0x2E, 0xC4, 0xB6)
LIE: Colour = (0xFF, 0x7A, 0x1A)

SEAT_COLOURS: tuple[Colour, ...] = (
    (0xF0, 0xE4, 0x42),
    (0xCC, 0x79, 0xA7),
    (0x8C, 0x8C, 0xFF),
    (0xD5, 0x5E, 0x00),
    (0x56, 0xB4, 0xE9),
    (0xA9, 0x74, 0x3A),
    (0x9A, 0xE6, 0xD0),
    (0x00, 0x72, 0xB2),
    (0xFF, 0xFF, 0xFF),
    (0xE6, 0x9F, 0x00),
    (0x00, 0x9E, 0x73),
    (0xB8, 0x4D, 0xFF),
)
"""One colour a buzzer; a thirteenth would start again, with its own number."""

SMALLEST = 7
"""Pixels: below this a letter is no letter any more, and text is squeezed instead."""

_MOST_PICTURES = 200
_WHOLE = 4
_CAPITALS = 0.73
"""Height of a capital by the font's size."""
_SMOOTH = True


def seat_colour(buzzer: int) -> Colour:
    """The colour of `buzzer` (0 and up)."""
    return SEAT_COLOURS[buzzer % len(SEAT_COLOURS)]


def mix(a: Colour, b: Colour, part: float) -> Colour:
    """`a` with `part` (0 to 1) of `b` in it."""
    return (
        round(a[0] + (b[0] - a[0]) * part),
        round(a[1] + (b[1] - a[1]) * part),
        round(a[2] + (b[2] - a[2]) * part),
    )


def ink_on(colour: Colour) -> Colour:
    """Near black or white, whichever reads better on `colour`."""
    light = 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]
    return GROUND if light > 115 else TEXT_COLOUR


def _star(points: int, inner: float) -> tuple[Point, ...]:
    return tuple(
        (math.sin(math.pi * i / points) * r, -math.cos(math.pi * i / points) * r)
        for i in range(2 * points)
        for r in [inner if i % 2 else 1.1]
    )


def _regular(corners: int, radius: float = 1.0, turn: float = 0.0) -> tuple[Point, ...]:
    return tuple(
        (math.sin(a) * radius, -math.cos(a) * radius)
        for i in range(corners)
        for a in [2 * math.pi * (i + turn) / corners]
    )


def _heart() -> tuple[Point, ...]:
    turns = [2 * math.pi * i / 40 for i in range(40)]
    return tuple(
        (
            math.sin(t) ** 3 * 1.05,
            -(13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)) / 15,
        )
        for t in turns
    )


def _drop() -> tuple[Point, ...]:
    bowl = tuple(
        (math.cos(a) * 0.82, 0.2 + math.sin(a) * 0.82)
        for i in range(25)
        for a in [math.radians(-30 + 240 * i / 24)]
    )
    return ((0.0, -1.15), *bowl)


SHAPES: tuple[tuple[Point, ...], ...] = (
    _regular(40),  # disc
    _regular(4, 1.25, 0.5),  # square
    ((0.0, -1.15), (1.15, 0.85), (-1.15, 0.85)),
    _regular(4, 1.2),  # diamond
    _star(5, 0.62),
    (
        (-0.42, -1.0), (0.42, -1.0), (0.42, -0.42), (1.0, -0.42), (1.0, 0.42), (0.42, 0.42),
        (0.42, 1.0), (-0.42, 1.0), (-0.42, 0.42), (-1.0, 0.42), (-1.0, -0.42), (-0.42, -0.42),
    ),  # plus
    _regular(6, 1.05),
    _heart(),
    _drop(),
    ((-0.95, -0.9), (0.95, -0.9), (0.95, 0.1), (0.62, 0.68), (0.0, 1.1), (-0.62, 0.68),
     (-0.95, 0.1)),  # shield
    ((0.0, -1.1), (1.05, -0.2), (0.8, -0.2), (0.8, 0.95), (-0.8, 0.95), (-0.8, -0.2),
     (-1.05, -0.2)),  # house
    _star(9, 0.8),
)  # fmt: skip
"""One shape a buzzer: corners about a centre, in radii."""


Page = tuple[tuple[str, ...], ...]
"""Paragraphs, each of them lines."""


class Theme:
    """Fonts, and words and pictures already drawn: a bounded number, as a small board is slow."""

    BETWEEN = 0.4
    """The room between two paragraphs, in lines."""

    def __init__(self) -> None:
        pygame.font.init()
        self.font = lru_cache(maxsize=96)(self._font)
        self.words = lru_cache(maxsize=512)(self._words)
        self.pages = lru_cache(maxsize=8)(self._pages)
        self._pictures: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def _pages(
        self, paragraphs: tuple[str, ...], room: tuple[int, int], size: int
    ) -> tuple[Page, ...]:
        """`paragraphs` on pages of `room` (width, height) pixels in letters of `size` pixels.

        A paragraph goes to the next page whole, unless it is longer than a page.
        """
        font = self.font(size)
        most = max(1.0, room[1] / font.get_linesize())
        pages: list[list[tuple[str, ...]]] = [[]]
        full = 0.0
        for text in paragraphs:
            lines = tuple(_wrap(font, text, room[0], split=True))
            if pages[-1] and full + len(lines) > most:
                pages.append([])
                full = 0.0
            while len(lines) > most:
                pages[-1].append(lines[: int(most)])
                pages.append([])
                lines = lines[int(most) :]
            pages[-1].append(lines)
            full += len(lines) + self.BETWEEN
        return tuple(tuple(page) for page in pages if page)

    def kept(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The picture kept under `key`, or a new one from `make`; never draw on it."""
        picture = self._pictures.pop(key, None) or make()
        self._pictures[key] = picture
        if len(self._pictures) > _MOST_PICTURES:
            self._pictures.popitem(last=False)
        return picture

    @staticmethod
    def _font(size: int) -> pygame.font.Font:
        return pygame.font.Font(pygame.font.get_default_font(), size)

    def _words(
        self, text: str, room: tuple[int, int], size: int, colour: Colour, align: Align
    ) -> pygame.Surface:
        """`text` in at most `room` (width, height) pixels, wrapped and shrunk, never cut.

        `size` is the wished letter size in pixels. The middle of the surface is the middle
        of the capitals, so that words look centred where they are centred.
        """
        width, height = room
        wished = size = max(size, SMALLEST)
        text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        one_line = self.font(max(SMALLEST, int(0.8 * wished))).size(text)[0] <= width
        while True:
            font = self.font(size)
            lines = [text] if one_line else _wrap(font, text, width, split=size < 0.6 * wished)
            wide = max(1, *(font.size(line)[0] for line in lines))
            middle = font.get_ascent() - _CAPITALS * size / 2
            first = round(2 * max(middle, font.get_height() - middle))
            tall = first + font.get_linesize() * (len(lines) - 1)
            if (wide <= width and tall <= height) or size == SMALLEST:
                break
            size = max(SMALLEST, min(size - 1, int(size * 0.94)))
        block = pygame.Surface((wide, tall), pygame.SRCALPHA)
        for i, line in enumerate(lines):
            image = font.render(line, _SMOOTH, colour)
            slack = wide - image.get_width()
            x = {"left": 0, "centre": slack // 2, "right": slack}[align]
            block.blit(image, (x, round(first / 2 - middle) + i * font.get_linesize()))
        squeeze = min(1.0, width / wide, height / tall)
        if squeeze < 1.0:
            to = (max(1, int(wide * squeeze)), max(1, int(tall * squeeze)))
            return pygame.transform.smoothscale(block, to)
        return block


def _wrap(font: pygame.font.Font, text: str, width: int, *, split: bool) -> list[str]:
    """Lines of `text` that fit `width`; a word that does not is split only where `split`.

    Words of up to _WHOLE letters, and with them all numbers, stay whole.
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".lstrip()
        if font.size(longer)[0] <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while split and len(line) > _WHOLE and font.size(line)[0] > width:
            fits = next(
                n for n in range(len(line) - 1, 0, -1) if n == 1 or font.size(line[:n])[0] <= width
            )
            lines.append(line[:fits])
            line = line[fits:]
    return [*lines, line]
