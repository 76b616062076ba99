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
        for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
            self.stroke((ax, ay), (bx, by), width, colour)

    def stroke(self, a: Point, b: Point, width: float, colour: Colour) -> None:
        """A line from `a` to `b`, `width` pixels thick, with round ends."""
        length = math.dist(a, b) or 1.0
        nx, ny = (a[1] - b[1]) / length * width / 2, (b[0] - a[0]) / length * width / 2
        ends = [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny)]
        ends += [(b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)]
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
        rim = [(centre[0] + math.sin(t) * outer, centre[1] - math.cos(t) * outer) for t in turns]
        rim += [
            (centre[0] + math.sin(t) * inner, centre[1] - math.cos(t) * inner)
            for t in reversed(turns)
        ]
        self.polygon(rim, colour)

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
        colour = tuple(round(c * (1 - dim) + 48 * dim) for c in seat_colour(buzzer))
        fill = (colour[0], colour[1], colour[2])
        corners = SHAPES[buzzer % len(SHAPES)]
        size = radius * 0.9
        self.polygon([(centre[0] + x * size, centre[1] + y * size) for x, y in corners], fill)
        low = 0.18 if buzzer % len(SHAPES) in (2, 8, 10) else 0.0
        self.words(
            str(buzzer + 1),
            pygame.Rect(
                round(centre[0] - radius * 0.75),
                round(centre[1] - radius * (0.55 - low)),
                round(radius * 1.5),
                round(radius * 1.1),
            ),
            radius * 0.85 / self.unit,
            ink_on(fill),
        )


def _round(rect: pygame.Rect, radius: float) -> list[Point]:
    """The outline of `rect` with round corners."""
    r = min(radius, rect.width / 2, rect.height / 2)
    corners = [
        (rect.right - 1 - r, rect.top + r, 0),
        (rect.right - 1 - r, rect.bottom - 1 - r, 90),
        (rect.left + r, rect.bottom - 1 - r, 180),
        (rect.left + r, rect.top + r, 270),
    ]
    return [
        (x + math.sin(a) * r, y - math.cos(a) * r)
        for x, y, start in corners
        for i in range(7)
        for a in [math.radians(start + 15 * i)]
    ]
