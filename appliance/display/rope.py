"""A burning rope: the time left to doubt, along any path, from its end back to its beginning.

It is a row of small kept pictures, so a frame redraws only what the fire has reached.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

from appliance.core.signals import MS
from appliance.display.pen import Colour, Pen, Point
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, LINE, TEXT_COLOUR
from appliance.display.widgets import rect_at

_HEMP: Colour = (0xD8, 0xAE, 0x62)
_INK: Colour = (0x2A, 0x1A, 0x33)

_STRAND = 20
"""Length of one strand of the rope."""
_THICK = 15
_LEAN = math.radians(24)
"""Angle of a strand to the path: the rope looks twisted."""

_SPARK = 66 * MS
_SPARKS = (0, 23, 9, 37, 16)
"""Leans of the spark's rays in degrees, one after the other."""

Path = tuple[Point, ...]
"""Points along a rope, one strand apart."""


def along(pen: Pen, corners: Sequence[Point]) -> Path:
    """Return a path through `corners`, in strands of equal length."""
    ends = [0.0]
    for a, b in pairwise(corners):
        ends.append(ends[-1] + math.dist(a, b))
    count = max(1, round(ends[-1] / pen.px(_STRAND)))
    path, side = [], 0
    for number in range(count + 1):
        far = ends[-1] * number / count
        while side < len(ends) - 2 and far > ends[side + 1]:
            side += 1
        share = (far - ends[side]) / max(1e-9, ends[side + 1] - ends[side])
        path.append(_between(corners[side], corners[side + 1], share))
    return tuple(path)


def round_path(pen: Pen, centre: Point, radius: float) -> Path:
    """Return a path round `centre`, clockwise from the top."""
    turns = [2 * math.pi * i / 180 for i in range(181)]
    return along(
        pen,
        [(centre[0] + math.sin(t) * radius, centre[1] - math.cos(t) * radius) for t in turns],
    )


def about(pen: Pen, rect: pygame.Rect, corner: float) -> Path:
    """Return a path from the upper left corner of `rect` over its right side to the lower left."""
    points: list[Point] = [(rect.left, rect.top), (rect.right - corner, rect.top)]
    for i in range(1, 16):
        turn = math.pi / 2 * i / 16
        x, y = math.sin(turn) * corner, math.cos(turn) * corner
        points.append((rect.right - corner + x, rect.top + corner - y))
    points += [(x, rect.top + rect.bottom - y) for x, y in reversed(points)]
    return along(pen, points)


def draw(pen: Pen, path: Path, left: float, tint: Colour = _HEMP) -> None:
    """Draw the part of the rope that is `left`, 0 to 1, and the ash of the rest."""
    whole = math.ceil(left * (len(path) - 1))
    for number, ends in enumerate(pairwise(path)):
        if number < whole:
            _strand(pen, ends, tint, burnt=False)
        elif number % 2:
            _strand(pen, ends, LINE, burnt=True)


def colour(doubt: Colour) -> Colour:
    """Return the colour of a rope for the colour of its time: hemp, until little is left."""
    return _HEMP if doubt == DOUBT else doubt


def spark(pen: Pen, path: Path, left: float, at: int) -> None:
    """Draw the fire at `at` (ns), at the end of the part that is `left`."""
    far = left * (len(path) - 1)
    number = min(int(far), len(path) - 2)
    place = _between(path[number], path[number + 1], far - number)
    radius, step = pen.px(30), at // _SPARK % len(_SPARKS)
    picture = pen.kit.kept(("spark", radius, step), lambda: _rays(pen, radius, _SPARKS[step]))
    pen.surface.blit(picture, rect_at(place, *picture.get_size()))


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _strand(on: Pen, ends: tuple[Point, Point], tint: Colour, *, burnt: bool) -> None:
    """Draw one strand with its inked edge, or what the fire has left of it."""
    (ax, ay), (bx, by) = ends
    turn, length = round(math.degrees(math.atan2(by - ay, bx - ax))), round(math.dist(*ends), 1)
    thick = on.px(_THICK)
    side = math.ceil(length + 2 * thick)
    side += side % 2

    def make() -> pygame.Surface:
        sheet = pygame.Surface((side, side), pygame.SRCALPHA)
        sheet.fill((*tint, 0) if burnt else (*_INK, 0))
        pen, lean = on.on(sheet), math.radians(turn) + (0 if burnt else _LEAN)
        x, y = math.cos(lean) * length * 0.4, math.sin(lean) * length * 0.4
        line = [(side / 2 - x, side / 2 - y), (side / 2 + x, side / 2 + y)]
        if burnt:
            pen.stroke(line, max(1.0, thick * 0.3), tint)
            return sheet
        pen.stroke(line, thick, _INK)
        pen.stroke(line, thick * 0.66, tint)
        return sheet

    picture = on.kit.kept(("strand", turn, length, thick, tint, burnt), make)
    on.surface.blit(picture, rect_at(((ax + bx) / 2, (ay + by) / 2), side, side))


def _rays(on: Pen, radius: float, lean: int) -> pygame.Surface:
    """A bright point with rays."""
    side = 2 * math.ceil(radius) + 2
    sheet = pygame.Surface((side, side), pygame.SRCALPHA)
    pen, middle = on.on(sheet), side / 2
    for i in range(7):
        turn, far = math.radians(lean + i * 360 / 7), radius * (1 if i % 2 else 0.7)
        tip = (middle + math.sin(turn) * far, middle - math.cos(turn) * far)
        pen.stroke([(middle, middle), tip], max(1.0, radius * 0.16), DOUBT)
    pen.disc((middle, middle), radius * 0.45, TEXT_COLOUR)
    return sheet
