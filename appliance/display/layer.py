"""The moving part over the still part: noted first, so that only changes are redrawn.

A screen's moving part draws on a Layer as on any surface. The Layer keeps a list of its pictures
and their places. Two lists show which rectangles of the picture differ, and any part of the picture
can be drawn from the still sheet and a list, pixel for pixel as in the whole picture.
"""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from appliance.display.pen import Arc, Colour, Pen, Point
from appliance.display.quiet import pygame

Box = tuple[int, int, int, int]
"""Left, top, width and height in whole pixels."""


class Put(NamedTuple):
    """One item on a layer: a picture, or a colour, and its place.

    Pictures are equal only if they are one object: a picture redrawn for each frame is new.
    """

    what: pygame.Surface | tuple[int, ...]
    where: Box
    part: Box | None = None  # of the picture
    flags: int = 0
    bright: int | None = None  # how much of the picture is seen, of 255

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the item on `surface`, inside its clip."""
        if isinstance(self.what, tuple):
            surface.fill(self.what, self.where, self.flags)
        else:
            if self.what.get_alpha() != self.bright:  # the same picture may be there more than once
                self.what.set_alpha(self.bright)
            surface.blit(self.what, self.where[:2], self.part, self.flags)


class Layer(pygame.Surface):
    """A surface that only notes the items put on it. It has no pixels of its own."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__((1, 1))
        self._whole = pygame.Rect((0, 0), size)
        self.puts: list[Put] = []

    def get_size(self) -> tuple[int, int]:
        """Return the layer's width and height."""
        return self._whole.size

    def get_rect(self) -> pygame.Rect:  # type: ignore[override]
        """Return the whole area of the layer."""
        return self._whole.copy()

    def blit(
        self,
        source: pygame.Surface,
        dest: Any = (0, 0),  # noqa: ANN401 - all that pygame takes for a place
        area: Any = None,  # noqa: ANN401 - and for a part
        special_flags: int = 0,
    ) -> pygame.Rect:
        """Note a picture."""
        part = None if area is None else pygame.Rect(area).clip(source.get_rect())
        left, top = pygame.Rect(dest).topleft if len(dest) == 4 else dest
        size = source.get_size() if part is None else part.size
        spot = pygame.Rect(round(left), round(top), *size)
        bright = source.get_alpha()
        self.puts.append(Put(source, _box(spot), part and _box(part), special_flags, bright))
        return spot.clip(self.get_rect())

    def fill(
        self,
        color: Any,  # noqa: ANN401 - all that pygame takes for a colour
        rect: Any = None,  # noqa: ANN401 - and for a rectangle
        special_flags: int = 0,
    ) -> pygame.Rect:
        """Note a colour."""
        area = self.get_rect() if rect is None else pygame.Rect(rect)
        self.puts.append(Put(tuple(color), _box(area), None, special_flags))
        return area.clip(self.get_rect())


@dataclass(frozen=True, slots=True)
class LayerPen(Pen):
    """A pen whose shapes are small pictures that the kit keeps, since a Layer takes no others.

    A part of a ring rarely returns once the ring has moved on, and the kit has no room for all of
    them: `parts` are those of this frame, taken from `before` if they are among the newest.
    """

    before: Mapping[Hashable, pygame.Surface] = field(default_factory=dict)
    parts: dict[Hashable, pygame.Surface] = field(default_factory=dict)

    def ring(self, arc: Arc) -> None:
        """Draw a ring as Pen does; a part of the last few frames is the same picture."""
        if not 0.0 < arc.part < 1.0:
            Pen.ring(self, arc)
            return
        (x, y), outer = arc.centre, arc.outer
        left, top = math.floor(x - outer) - 2, math.floor(y - outer) - 2
        at_home = arc._replace(centre=(x - left, y - top))
        stamp = self.before.get(at_home)
        if stamp is None:
            side = 2 * math.ceil(outer) + 5
            pen = self._sheet((side, side), arc.colour)
            pen.ring(at_home)
            stamp = pen.surface
        self.parts[at_home] = stamp
        self.surface.blit(stamp, (left, top))

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """Draw a polygon as Pen does, once for all places."""
        self._stamp(points, 0, self.kit.shades.shape(colour))

    def stroke(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """Draw a stroke as Pen does, once for all places."""
        self._stamp(points, width, self.kit.shades.line(colour))

    def _stamp(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """Draw a line `width` pixels thick through `points`, or without a width a filled shape."""
        edge = math.ceil(width / 2) + 1
        left, top = (math.floor(min(axis)) - edge for axis in zip(*points, strict=True))
        right, low = (math.ceil(max(axis)) + edge for axis in zip(*points, strict=True))
        near = tuple((round(x - left, 1), round(y - top, 1)) for x, y in points)

        def make() -> pygame.Surface:
            pen = self._sheet((right - left, low - top), colour)
            if width:
                pen.stroke(near, width, colour)
            else:
                pen.polygon(near, colour)
            return pen.surface

        stamp = self.kit.kept(("stamp", near, round(width, 1), colour), make)
        self.surface.blit(stamp, (left, top))

    def _sheet(self, size: tuple[int, int], colour: Colour) -> Pen:
        """Return a pen on a clear sheet of its colour, so that smooth edges show no other."""
        sheet = pygame.Surface(size, pygame.SRCALPHA)
        sheet.fill((*self.kit.shades.plain(colour), 0))
        return Pen(sheet, self.kit, self.unit, self.least, self.scale, self.floor)


def pen_over(
    over: "Layer", pen: Pen, before: Mapping[Hashable, pygame.Surface] | None = None
) -> LayerPen:
    """Return a pen on `over` like `pen`; `before` are the parts of rings that it has kept."""
    letters = (pen.least, pen.scale, pen.floor)
    return LayerPen(over, pen.kit, pen.unit, *letters, before=before or {})


MOST_PARTS = 12
"""Number of kept parts of rings: those of a motion in steps that goes round and round."""


def newest(
    before: Mapping[Hashable, pygame.Surface], parts: Mapping[Hashable, pygame.Surface]
) -> dict[Hashable, pygame.Surface]:
    """Return MOST_PARTS of these, or all of the newest `parts` if they are more."""
    older = [(key, part) for key, part in before.items() if key not in parts]
    return dict([*older[max(0, len(older) + len(parts) - MOST_PARTS) :], *parts.items()])


def changed(before: Sequence[Put], after: Sequence[Put]) -> list[pygame.Rect]:
    """List the separate areas where a picture with `after` may differ from one with `before`."""
    if before == after:
        return []
    old, new = set(before), set(after)
    if [put for put in before if put in new] == [put for put in after if put in old]:
        differ = old ^ new
    else:
        differ = old | new  # they lie in another order
    return apart([pygame.Rect(put.where) for put in differ])


def repair(
    surface: pygame.Surface, still: pygame.Surface, puts: Sequence[Put], where: pygame.Rect
) -> None:
    """Draw the visible part of `still` with `puts` on it in one rectangle of `surface`."""
    surface.set_clip(where)
    surface.blit(still, where.topleft, where)
    for put in puts:
        if where.colliderect(put.where):
            put.draw(surface)
    surface.set_clip(None)


def apart(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    """Return rectangles that cover all of `rects`; touching ones are joined."""
    areas: list[pygame.Rect] = []
    for start in rects:
        rect = start
        while (hit := rect.collidelist(areas)) >= 0:
            rect = rect.union(areas.pop(hit))
        areas.append(rect)
    return areas


def _box(rect: pygame.Rect) -> Box:
    return (rect.left, rect.top, rect.width, rect.height)
