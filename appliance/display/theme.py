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
    (0xF0, 0xE4, 0x42), (0xCC, 0x79, 0xA7), (0x8C, 0x8C, 0xFF), (0xD5, 0x5E, 0x00),
    (0x56, 0xB4, 0xE9), (0xA9, 0x74, 0x3A), (0x9A, 0xE6, 0xD0), (0x00, 0x72, 0xB2),
    (0xFF, 0xFF, 0xFF), (0xE6, 0x9F, 0x00), (0x00, 0x9E, 0x73), (0xB8, 0x4D, 0xFF),
)  # fmt: skip
"""One colour a buzzer; a thirteenth would start again, with its own number."""

SMALLEST = 7
"""Pixels: below this a letter is no letter any more, and text is squeezed instead."""

_MOST_PICTURES = 200
_CAPITALS = 0.73
"""Height of a capital by the font's size."""


def seat_colour(buzzer: int) -> Colour:
    """The colour of `buzzer` (0 and up)."""
    return SEAT_COLOURS[buzzer % len(SEAT_COLOURS)]


def mix(a: Colour, b: Colour, part: float) -> Colour:
    """`a` with `part` (0 to 1) of `b` in it."""
    red, green, blue = (round(x + (y - x) * part) for x, y in zip(a, b, strict=True))
    return red, green, blue


def ink_on(colour: Colour) -> Colour:
    """Near black or white, whichever reads better on `colour`."""
    light = 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]
    return GROUND if light > 115 else TEXT_COLOUR


def _corners(*radii: float, turn: float = 0.0) -> tuple[Point, ...]:
    """Corners at these radii and equal angles, clockwise from `turn` steps right of the top."""
    angles = [2 * math.pi * (i + turn) / len(radii) for i in range(len(radii))]
    return tuple((math.sin(a) * r, -math.cos(a) * r) for a, r in zip(angles, radii, strict=True))


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
    turns = [math.radians(10 * i - 30) for i in range(25)]
    return ((0.0, -1.15), *((math.cos(t) * 0.82, 0.2 + math.sin(t) * 0.82) for t in turns))


SHAPES: tuple[tuple[Point, ...], ...] = (
    _corners(*[1.0] * 40),  # disc
    _corners(*[1.25] * 4, turn=0.5),  # square
    ((0.0, -1.15), (1.15, 0.85), (-1.15, 0.85)),
    _corners(*[1.2] * 4),  # diamond
    _corners(*[1.1, 0.62] * 5),  # star
    (
        (-0.42, -1.0), (0.42, -1.0), (0.42, -0.42), (1.0, -0.42), (1.0, 0.42), (0.42, 0.42),
        (0.42, 1.0), (-0.42, 1.0), (-0.42, 0.42), (-1.0, 0.42), (-1.0, -0.42), (-0.42, -0.42),
    ),  # plus
    _corners(*[1.05] * 6),
    _heart(),
    _drop(),
    ((-0.95, -0.9), (0.95, -0.9), (0.95, 0.1), (0.62, 0.68), (0.0, 1.1), (-0.62, 0.68),
     (-0.95, 0.1)),  # shield
    ((0.0, -1.1), (1.05, -0.2), (0.8, -0.2), (0.8, 0.95), (-0.8, 0.95), (-0.8, -0.2),
     (-1.05, -0.2)),  # house
    _corners(*[1.1, 0.8] * 9),  # sun
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
            image = font.render(line, True, colour)  # noqa: FBT003 - pygame's
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

    Words of up to four letters, and with them all numbers, stay whole.
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
        while split and len(line) > 4 and font.size(line)[0] > width:
            fits = len(line) - 1
            while fits > 1 and font.size(line[:fits])[0] > width:
                fits -= 1
            lines.append(line[:fits])
            line = line[fits:]
    return [*lines, line]
