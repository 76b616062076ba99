"""A pen: smooth shapes and words on one surface, in units of a 1920x1080 screen.

Shapes are drawn several times as large and made smaller, which leaves every edge smooth. The kit
keeps recurring pictures: signs, discs, rings, the corners of boxes.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from appliance.display.cast.avatars import SILHOUETTES
from appliance.display.cast.faces import Mood
from appliance.display.cast.figure import drawn
from appliance.display.cast.puppets import puppet_of
from appliance.display.lettering import Align, Kit, Lettering, shared_kit
from appliance.display.quiet import pygame
from appliance.display.shades import PURE_BLACK, PURE_WHITE, ink_on, mix, seat_colour
from appliance.display.theme import GROUND, SHAPES, TEXT_COLOUR
from appliance.display.typeface import Face
from appliance.themes import Colour

__all__ = [
    "STANDS",
    "TALL",
    "Align",
    "Colour",
    "Face",
    "Kit",
    "Pen",
    "Point",
    "ink_on",
    "mix",
    "seat_colour",
    "shared_kit",
]

Point = tuple[float, float]

_FINE = 4
"""Factor by which a small shape is drawn larger; for a large one it is two."""

_EDGE = 4
"""Minimum width of an edge in high contrast, on a 1920x1080 screen."""

_EDGED = 44
"""Minimum height (of 1080) of a box with an edge in high contrast; in a lower one the edge would
touch words."""

_SMALL, _LARGE = 20_000, 160_000
"""Maximum areas (pixels) of small and of large shapes; pygame itself smooths larger ones."""

STANDS, TALL = 1.2, 2.75
"""Distance of a puppet's foot below the middle of a sign, and height of its picture, in radii."""

_PLATE = 0.88
"""Maximum size of a puppet's number, in radii of a sign, so that it hides no face."""


class Arc(NamedTuple):
    """A ring or a part of it: see `Pen.arc`."""

    centre: Point
    inner: float
    outer: float
    colour: Colour
    start: float
    part: float
    bright: float


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on `surface`. `unit` is pixels of it per pixel of a 1920x1080 screen.

    `least` is the minimum size of letters, in pixels: see `sizes`. If it is not 0, letters are
    `scale` times their requested size if they have room; otherwise they may shrink to `floor`
    pixels.
    """

    surface: pygame.Surface
    kit: Kit
    unit: float
    least: int = 0
    scale: float = 1.0
    floor: int | None = None

    def on(self, surface: pygame.Surface) -> "Pen":
        """Return the same pen on another surface."""
        return replace(self, surface=surface)

    def px(self, length: float) -> int:
        """Convert `length` of a 1920x1080 screen to pixels of this one, at least 1."""
        return max(1, round(length * self.unit))

    @property
    def edge(self) -> int:
        """Room that a box reserves for its edge in high contrast."""
        return max(2, self.px(_EDGE)) + 1 if self.kit.shades.high else 0

    def words(
        self,
        text: str,
        rect: pygame.Rect,
        size: float,
        colour: Colour = TEXT_COLOUR,
        align: Align = "centre",
        *,
        face: Face = "print",
    ) -> pygame.Rect:
        """Write `text` in `rect`, wrapped and shrunk to fit; return the area that it covers.

        `size` is the wished letter size on a 1920x1080 screen.
        """
        if not text or rect.width < 1 or rect.height < 1:
            return pygame.Rect(rect.topleft, (0, 0))
        style = self.style(size, colour, align, face)
        block, letters, whole = self.kit.words(text, rect.size, style)
        if not whole or letters < (self.least if self.floor is None else self.floor):
            self.kit.unfit.append(text)
        to = block.get_rect(center=rect.center)
        if align == "left":
            to.left = rect.left
        elif align == "right":
            to.right = rect.right
        self.surface.blit(block, to)
        return to

    def style(
        self,
        size: float,
        colour: Colour = TEXT_COLOUR,
        align: Align = "centre",
        face: Face = "print",
    ) -> Lettering:
        """Return the style for words of the wished letter `size`."""
        colour = self.kit.shades.ink(colour)
        if not self.least:
            return Lettering(self.px(size), 0, colour, align, face=face)
        return Lettering(self.px(size * self.scale), self.least, colour, align, self.floor, face)

    def height(self, text: str, width: int, colour: Colour) -> int:
        """Height of `text` in the least letters, in lines of `width` pixels."""
        size = max(1, self.least)
        return self.kit.words(
            text, (width, 9999), Lettering(size, size, colour)
        ).picture.get_height()

    # --- shapes ------------------------------------------------------------------------------

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """Draw a filled polygon with smooth edges."""
        colour = self.kit.shades.shape(colour)

        def paint(sheet: pygame.Surface, place: Callable[[Point], Point], _: int) -> None:
            pygame.draw.polygon(sheet, colour, [place(point) for point in points])

        if not self._fine(_around(points), colour, paint):
            whole = [(round(x), round(y)) for x, y in points]
            pygame.gfxdraw.aapolygon(self.surface, whole, colour)
            pygame.gfxdraw.filled_polygon(self.surface, whole, colour)

    def outline(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """Draw a closed line, `width` pixels thick, round at its corners."""
        self.stroke([*points, points[0]], width, colour)

    def stroke(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """Draw a line through `points`, `width` pixels thick, with round corners and ends."""
        colour = self.kit.shades.line(colour)

        def paint(sheet: pygame.Surface, place: Callable[[Point], Point], times: int) -> None:
            for a, b in pairwise(points):
                pygame.draw.polygon(sheet, colour, [place(end) for end in _beam(a, b, width)])
            for point in points:
                pygame.draw.circle(sheet, colour, place(point), width / 2 * times)

        if self._fine(_around(points).inflate(width + 2, width + 2), colour, paint):
            return
        for a, b in pairwise(points):
            self.polygon(_beam(a, b, width), colour)
        if width > 3:
            for point in points:
                self.disc(point, width / 2, colour)

    def disc(self, centre: Point, radius: float, colour: Colour) -> None:
        """Draw a filled circle."""
        self.arc(centre, 0, max(1.0, radius), colour)

    def arc(
        self,
        centre: Point,
        inner: float,
        outer: float,
        colour: Colour,
        *,
        start: float = 0.0,
        part: float = 1.0,
        bright: float = 1.0,
    ) -> None:
        """Draw `part` (0 to 1) of a ring, clockwise from `start` degrees right of the top.

        A part has round ends. `bright` (0 to 1) lets the background shine through.
        """
        self.ring(Arc(centre, inner, outer, colour, start, part, bright))

    def ring(self, arc: Arc) -> None:
        """Draw `arc`, see `Pen.arc`."""
        centre, inner, outer, colour, start, part, bright = arc
        colour = self.kit.shades.shape(colour)
        if part <= 0.0 or bright <= 0.0 or outer < 0.5:
            return
        (x, y), whole = _quarters(centre), part >= 1.0
        inner, outer = round(inner * 4) / 4, round(outer * 4) / 4
        reach = math.ceil(outer) + 1
        rect = pygame.Rect(math.floor(x) - reach, math.floor(y) - reach, 2 * reach, 2 * reach)
        middle = (x - rect.left, y - rect.top)

        def make() -> pygame.Surface:
            times = _FINE if rect.width * rect.height <= _LARGE else 2
            even = middle == (reach, reach)  # then a quarter of it is all of it, mirrored
            size = (reach, reach) if even else rect.size
            big = _clear((size[0] * times, size[1] * times), colour)
            at = (middle[0] * times, middle[1] * times)
            pygame.draw.circle(big, colour, at, outer * times)
            if inner > 0:
                pygame.draw.circle(big, (*colour, 0), at, inner * times)
            fine = pygame.transform.smoothscale(big, size)
            return _mirrored(fine) if even else fine

        key = ("ring", middle, inner, outer, colour)
        ring = self.kit.kept(key, make)
        if not whole:
            ring = ring.copy()
            ends = [math.radians(start + 360 * part), math.radians(start + 360)]
            steps = max(2, math.ceil((ends[1] - ends[0]) / 0.2))
            turns = [ends[0] + (ends[1] - ends[0]) * i / steps for i in range(steps + 1)]
            rim = [(middle[0] + math.sin(t) * reach * 1.5, middle[1] - math.cos(t) * reach * 1.5)
                   for t in turns]  # fmt: skip
            pygame.draw.polygon(ring, (*colour, 0), [middle, *rim])
            ring.set_alpha(round(255 * bright))
        elif (alpha := round(255 * bright)) < 255:
            ring = self.kit.kept((*key, alpha), partial(_faded, ring, alpha))
        self.surface.blit(ring, rect)
        if not whole:
            away, thick = (inner + outer) / 2, (outer - inner) / 2
            for turn in (math.radians(start), math.radians(start + 360 * part)):
                end = (x + math.sin(turn) * away, y - math.cos(turn) * away)
                self.arc(end, 0, thick, colour, bright=bright)

    def box(
        self,
        rect: pygame.Rect,
        radius: float,
        colour: Colour,
        edge: Colour | None = None,
        width: float = 0,
    ) -> None:
        """Draw a rectangle with round corners, with an edge `width` pixels thick inside it."""
        self._box(rect, radius, colour, edge, round(width))

    def frame(self, rect: pygame.Rect, radius: float, colour: Colour, width: float) -> None:
        """Draw the edge of such a rectangle alone: equally thick on all sides, and empty inside."""
        self._box(rect, radius, None, colour, max(1, round(width)))

    def _box(
        self, rect: pygame.Rect, radius: float, colour: Colour | None, edge: Colour | None,
        width: int,
    ) -> None:  # fmt: skip
        if rect.width < 1 or rect.height < 1:
            return
        shades = self.kit.shades
        colour = None if colour is None else shades.ground(colour)
        large = min(rect.size) >= self.px(_EDGED)
        if shades.high and (edge is not None or (colour == PURE_BLACK and large)):
            edge = PURE_WHITE if edge is None else shades.line(edge)
            width = max(2, width, self.px(_EDGE))
        edge = shades.plain(edge) if edge is not None and width >= 1 else colour
        if edge is None:
            return
        width = 0 if edge is colour else min(width, (min(rect.size) - 1) // 2)
        corner = max(0, min(round(radius), rect.width // 2, rect.height // 2))
        if corner:
            self._corners(rect, corner, colour, edge, width)
        wide, tall = rect.inflate(-2 * corner, 0), rect.inflate(0, -2 * corner)
        if width:
            for x, y, w, h in (
                (wide.left, rect.top, wide.width, width),
                (wide.left, rect.bottom - width, wide.width, width),
                (rect.left, tall.top, width, tall.height),
                (rect.right - width, tall.top, width, tall.height),
            ):
                self.surface.fill(edge, (x, y, w, h))
        if colour is None:
            return
        inside = rect.inflate(-2 * width, -2 * width)
        self.surface.fill(colour, inside.clip(wide))
        if width < corner:  # and what is left of it at both sides, so that no pixel is drawn twice
            side, beside = corner - width, inside.clip(tall)
            self.surface.fill(colour, (inside.left, beside.top, side, beside.height))
            self.surface.fill(colour, (inside.right - side, beside.top, side, beside.height))

    def _corners(
        self, rect: pygame.Rect, corner: int, colour: Colour | None, edge: Colour, width: int
    ) -> None:
        """Draw the four round corners of a box, out of one kept picture."""

        def make() -> pygame.Surface:
            times = _FINE if corner <= 100 else 2
            side = 2 * corner * times
            big = _clear((side, side), edge)
            pygame.draw.circle(big, edge, (side / 2, side / 2), side / 2)
            if width:
                inner = (*colour, 255) if colour is not None else (*edge, 0)
                if width < corner:
                    pygame.draw.circle(big, inner, (side / 2, side / 2), side / 2 - width * times)
            return pygame.transform.smoothscale(big, (2 * corner, 2 * corner))

        sheet = self.kit.kept(("corners", corner, colour, edge, width), make)
        for right in (False, True):
            for low in (False, True):
                part = pygame.Rect(corner * right, corner * low, corner, corner)
                x = rect.right - corner if right else rect.left
                y = rect.bottom - corner if low else rect.top
                self.surface.blit(sheet, (x, y), part)

    def badge(  # noqa: PLR0917 - whose sign it is, and how it looks
        self,
        centre: Point,
        radius: float,
        buzzer: int,
        dim: float = 0.0,
        avatar: str = "",
        mood: Mood | None = None,
    ) -> None:
        """Draw the sign of `buzzer`: its colour, its shape and its number. `dim` 0 to 1 fades it.

        A puppet in a `mood`, or a chosen `avatar`, shows the player: it takes the large place, and
        shape and number are at its foot. If a number would be illegible there, the sign shows no
        player.
        """
        fill, radius = mix(seat_colour(buzzer), (48, 48, 48), dim), max(1, round(radius))
        fill = self.kit.shades.sign(fill)
        (x, y), reach = (round(centre[0]), round(centre[1])), round(radius * 1.3) + 1
        foot = max(radius * 0.44, self.least * 0.9)
        avatar = avatar if foot <= radius * 0.6 else ""
        if mood is not None and not avatar and self.has_plate(radius):
            self._puppet((x, y), radius, buzzer, fill, mood, dim)
            return

        def make() -> pygame.Surface:
            sheet = pygame.Surface((2 * reach, 2 * reach), pygame.SRCALPHA)
            pen = Pen(sheet, self.kit, self.unit)
            if not avatar:
                pen.sign((reach, reach), radius, buzzer, fill)
                return sheet
            pen.disc((reach, reach), radius, fill)
            pen.silhouette((reach, reach - radius * 0.06), radius * 0.74, avatar, fill)
            pen.plate((reach + radius * 0.62, reach + radius * 0.62), foot, buzzer, fill)
            return sheet

        sign = self.kit.kept(("badge", radius, buzzer, fill, self.unit, avatar, foot), make)
        self.surface.blit(sign, (x - reach, y - reach))

    def _puppet(  # noqa: PLR0917 - the same
        self, centre: Point, radius: int, buzzer: int, fill: Colour, mood: Mood, dim: float
    ) -> None:
        """Draw a puppet about `centre` with a scarf in its seat's colour and a plate below."""
        tall, foot = round(radius * TALL), max(radius * 0.36, self.least * 0.9)
        beside = round(max(radius * 0.78, radius * 0.5 + foot * 0.62))  # its plate, at its left

        def make() -> pygame.Surface:
            figure = drawn(puppet_of(buzzer), mood, fill, tall)
            if dim:
                dark = round(255 * (1 - 0.8 * dim))
                figure.fill((dark, dark, dark, 255), special_flags=pygame.BLEND_RGBA_MULT)
            half = max(figure.get_width() // 2, round(beside + foot * 1.12) + 1)
            sheet = pygame.Surface((2 * half, tall), pygame.SRCALPHA)
            sheet.blit(figure, figure.get_rect(midtop=(half, 0)))
            pen = Pen(sheet, self.kit, self.unit)
            pen.plate((half - beside, tall - 1.12 * foot - 2), foot, buzzer, fill)
            return sheet

        key = ("puppet", tall, buzzer, fill, mood, dim, foot, self.unit)
        sheet = self.kit.kept(key, make, self.kit.puppets)
        left, top = centre[0] - sheet.get_width() // 2, centre[1] + round(radius * STANDS) - tall
        self.surface.blit(sheet, (left, top))

    def has_plate(self, radius: float) -> bool:
        """Return True if a number can be read at the foot of a puppet in a sign so large."""
        return self.least * 0.9 <= radius * _PLATE

    def plate(self, centre: Point, foot: float, buzzer: int, fill: Colour) -> None:
        """Draw shape and number of `buzzer` on dark, beside its player's picture."""
        self.disc(centre, foot * 1.12, GROUND)
        self.sign(centre, foot * 0.88, buzzer, fill)

    def silhouette(self, centre: Point, size: float, avatar: str, fill: Colour) -> None:
        """Draw one of `SILHOUETTES` about `centre`, on a ground of colour `fill`."""
        (x, y), ink = centre, ink_on(fill)
        for inked, corners in SILHOUETTES[avatar]:
            self.polygon([(x + a * size, y + b * size) for a, b in corners], ink if inked else fill)

    def sign(self, centre: Point, radius: float, buzzer: int, fill: Colour) -> None:
        """Draw the shape of `buzzer`, with its number."""
        (x, y), shape, size = centre, buzzer % len(SHAPES), radius * 0.9
        self.polygon([(x + a * size, y + b * size) for a, b in SHAPES[shape]], fill)
        low = 0.18 if shape in (2, 8, 10) else 0.0
        top = (round(x - radius * 0.75), round(y - radius * (0.55 - low)))
        number = pygame.Rect(top, (round(radius * 1.5), round(radius * 1.1)))
        self.words(str(buzzer + 1), number, radius * 0.9 / self.unit, ink_on(fill), face="shout")

    def _fine(
        self,
        area: pygame.Rect,
        colour: Colour,
        paint: Callable[[pygame.Surface, Callable[[Point], Point], int], None],
    ) -> bool:
        """Draw by `paint` larger and shrink it; return True if the area was small enough for it."""
        pixels = area.width * area.height
        if pixels > _LARGE:
            return False
        times = _FINE if pixels <= _SMALL else 2
        big = _clear((area.width * times, area.height * times), colour)
        paint(big, lambda p: ((p[0] - area.left) * times, (p[1] - area.top) * times), times)
        self.surface.blit(pygame.transform.smoothscale(big, area.size), area)
        return True


def _mirrored(quarter: pygame.Surface) -> pygame.Surface:
    """Return the whole of a picture from its upper left quarter."""
    wide, tall = quarter.get_size()
    whole = pygame.Surface((2 * wide, 2 * tall), pygame.SRCALPHA)
    for right in (False, True):
        for low in (False, True):
            part = pygame.transform.flip(quarter, right, low)
            whole.blit(part, (wide * right, tall * low), special_flags=pygame.BLEND_RGBA_MAX)
    return whole


def _faded(picture: pygame.Surface, alpha: int) -> pygame.Surface:
    """Fade `picture` to `seen` of 255: drawing the result costs a fifth of fading each time."""
    copy = picture.copy()
    copy.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


def _clear(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """Return a clear sheet of that colour, so that edges on it do not fade into black."""
    sheet = pygame.Surface(size, pygame.SRCALPHA)
    sheet.fill((*colour, 0))
    return sheet


def _quarters(point: Point) -> Point:
    return round(point[0] * 4) / 4, round(point[1] * 4) / 4


def _around(points: Sequence[Point]) -> pygame.Rect:
    """Return the whole pixels that `points` span."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = math.floor(min(xs)), math.floor(min(ys))
    size = (math.ceil(max(xs)) - left + 1, math.ceil(max(ys)) - top + 1)
    return pygame.Rect((left, top), size)


def _beam(a: Point, b: Point, width: float) -> list[Point]:
    """Return the corners of a straight line from `a` to `b`, `width` thick."""
    (ax, ay), (bx, by) = a, b
    length = math.hypot(bx - ax, by - ay) or 1.0
    x, y = (ay - by) / length * width / 2, (bx - ax) / length * width / 2
    return [(ax + x, ay + y), (bx + x, by + y), (bx - x, by - y), (ax - x, ay - y)]
