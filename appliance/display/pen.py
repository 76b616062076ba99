"""A pen: smooth shapes and words on one surface, in units of a 1920x1080 screen.

Its kit keeps what was drawn already, as a small board is slow.
"""

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from typing import Literal

from appliance.display.quiet import pygame
from appliance.display.theme import GROUND, SEAT_COLOURS, SHAPES, TEXT_COLOUR

Colour = tuple[int, int, int]
Point = tuple[float, float]
Align = Literal["left", "centre", "right"]

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


# --- words and pictures ----------------------------------------------------------------------


Page = tuple[tuple[str, ...], ...]
"""Paragraphs, each of them lines."""


class Kit:
    """What pens draw with: fonts, and a bounded number of words and pictures already drawn."""

    BETWEEN = 0.4
    """The room between two paragraphs, in lines."""

    def __init__(self) -> None:
        pygame.font.init()
        name = pygame.font.get_default_font()
        self.font = lru_cache(maxsize=96)(partial(pygame.font.Font, name))
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


# --- shapes ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on `surface`. `unit` is pixels of it per pixel of a 1920x1080 screen."""

    surface: pygame.Surface
    kit: Kit
    unit: float

    def on(self, surface: pygame.Surface) -> "Pen":
        """The same pen on another surface."""
        return Pen(surface, self.kit, self.unit)

    def px(self, length: float) -> int:
        """`length` of a 1920x1080 screen in pixels of this one, at least 1."""
        return max(1, round(length * self.unit))

    def words(
        self,
        text: str,
        rect: pygame.Rect,
        size: float,
        colour: Colour = TEXT_COLOUR,
        align: Align = "centre",
    ) -> pygame.Rect:
        """Write `text` in `rect`, wrapped and shrunk to fit; the area that it covers.

        `size` is the wished letter size on a 1920x1080 screen.
        """
        if not text or rect.width < 1 or rect.height < 1:
            return pygame.Rect(rect.topleft, (0, 0))
        block = self.kit.words(text, rect.size, self.px(size), colour, align)
        to = block.get_rect(center=rect.center)
        if align == "left":
            to.left = rect.left
        elif align == "right":
            to.right = rect.right
        self.surface.blit(block, to)
        return to

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled polygon with smooth edges."""
        whole = [(round(x), round(y)) for x, y in points]
        pygame.gfxdraw.aapolygon(self.surface, whole, colour)
        pygame.gfxdraw.filled_polygon(self.surface, whole, colour)

    def outline(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """A closed line, `width` pixels thick, round at its corners."""
        self.stroke([*points, points[0]], width, colour)

    def stroke(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """A line through `points`, `width` pixels thick, with round corners and ends."""
        for (ax, ay), (bx, by) in pairwise(points):
            length = math.hypot(bx - ax, by - ay) or 1.0
            x, y = (ay - by) / length * width / 2, (bx - ax) / length * width / 2
            ends = [(ax + x, ay + y), (bx + x, by + y), (bx - x, by - y), (ax - x, ay - y)]
            self.polygon(ends, colour)
            if width > 3:
                self.disc((ax, ay), width / 2, colour)
                self.disc((bx, by), width / 2, colour)

    def disc(self, centre: Point, radius: float, colour: Colour) -> None:
        """A filled circle."""
        x, y, r = round(centre[0]), round(centre[1]), max(1, round(radius))
        pygame.gfxdraw.aacircle(self.surface, x, y, r, colour)
        pygame.gfxdraw.filled_circle(self.surface, x, y, r, colour)

    def arc(
        self,
        centre: Point,
        inner: float,
        outer: float,
        colour: Colour,
        *,
        start: float = 0.0,
        part: float = 1.0,
    ) -> None:
        """`part` (0 to 1) of a ring, clockwise from `start` degrees right of the top."""
        if part <= 0.0:
            return
        steps = max(2, math.ceil(min(180.0, 3 * outer) * min(part, 1.0)))
        turns = [math.radians(start + 360 * min(part, 1.0) * i / steps) for i in range(steps + 1)]
        there = [(turn, outer) for turn in turns]
        back = [(turn, inner) for turn in reversed(turns)]
        (x, y), rim = centre, [*there, *back]
        self.polygon([(x + math.sin(t) * r, y - math.cos(t) * r) for t, r in rim], colour)

    def box(
        self,
        rect: pygame.Rect,
        radius: float,
        colour: Colour,
        edge: Colour | None = None,
        width: float = 0,
    ) -> None:
        """A rectangle with round corners, with an edge `width` pixels thick inside it."""
        if edge is not None and width >= 1:
            self.polygon(_round(rect, radius), edge)
            rect = rect.inflate(-2 * width, -2 * width)
            radius = max(1.0, radius - width)
        self.polygon(_round(rect, radius), colour)

    def badge(self, centre: Point, radius: float, buzzer: int, dim: float = 0.0) -> None:
        """The sign of `buzzer`: its colour, its shape and its number. `dim` 0 to 1 fades it."""
        fill, (x, y) = mix(seat_colour(buzzer), (48, 48, 48), dim), centre
        shape, size = buzzer % len(SHAPES), radius * 0.9
        self.polygon([(x + a * size, y + b * size) for a, b in SHAPES[shape]], fill)
        low = 0.18 if shape in (2, 8, 10) else 0.0
        top = (round(x - radius * 0.75), round(y - radius * (0.55 - low)))
        number = pygame.Rect(top, (round(radius * 1.5), round(radius * 1.1)))
        self.words(str(buzzer + 1), number, radius * 0.85 / self.unit, ink_on(fill))


def _round(rect: pygame.Rect, radius: float) -> list[Point]:
    """The outline of `rect` with round corners."""
    r = min(radius, rect.width / 2, rect.height / 2)
    left, right = rect.left + r, rect.right - 1 - r
    top, low = rect.top + r, rect.bottom - 1 - r
    corners = [(right, top), (right, low), (left, low), (left, top)]
    return [
        (x + math.sin(turn) * r, y - math.cos(turn) * r)
        for quarter, (x, y) in enumerate(corners)
        for turn in [math.radians(90 * quarter + 15 * i) for i in range(7)]
    ]
