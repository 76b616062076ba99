"""A pen: smooth shapes and words on one surface, in units of a 1920x1080 screen."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from appliance.display.quiet import pygame
from appliance.display.theme import (
    SHAPES,
    TEXT_COLOUR,
    Align,
    Colour,
    Point,
    Theme,
    ink_on,
    mix,
    seat_colour,
)


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on `surface`. `unit` is pixels of it per pixel of a 1920x1080 screen."""

    surface: pygame.Surface
    theme: Theme
    unit: float

    def on(self, surface: pygame.Surface) -> "Pen":
        """The same pen on another surface."""
        return Pen(surface, self.theme, self.unit)

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
        block = self.theme.words(text, rect.size, self.px(size), colour, align)
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
        for a, b in zip(points, [*points[1:], points[0]], strict=True):
            self.stroke(a, b, width, colour)

    def stroke(self, a: Point, b: Point, width: float, colour: Colour) -> None:
        """A line from `a` to `b`, `width` pixels thick, with round ends."""
        (ax, ay), (bx, by), length = a, b, math.dist(a, b) or 1.0
        x, y = (ay - by) / length * width / 2, (bx - ax) / length * width / 2
        ends = [(ax + x, ay + y), (bx + x, by + y), (bx - x, by - y), (ax - x, ay - y)]
        self.polygon(ends, colour)
        if width > 3:
            self.disc(a, width / 2, colour)
            self.disc(b, width / 2, colour)

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
