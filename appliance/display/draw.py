"""Drawing: from a View and a frame time to pixels. Same inputs, same pixels.

The still part is drawn once per View and kept; each frame copies it and adds the moving part.
"""

import math
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from appliance.core.signals import NEVER
from appliance.display import painting, panel, show, touch, widgets
from appliance.display.effort import Enough, EnoughError
from appliance.display.layout import Layout, Places, Plan, plan
from appliance.display.pen import Arc, Colour, Kit, Pen, Point, shared_kit
from appliance.display.quiet import pygame
from appliance.display.sizes import Glass
from appliance.display.view import Evidence, View
from appliance.display.widgets import Easel
from appliance.table.facts import KeyFacts, Role

# --- the moving part over the still part ---------------------------------------------------------

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
    """A surface without pixels of its own, which only notes the items put on it.

    A screen's moving part draws on it as on any surface. Two lists of items show which rectangles
    of the picture differ, and the still sheet and a list give any part of the picture, pixel for
    pixel as in the whole one.
    """

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


# --- the whole picture ---------------------------------------------------------------------------

_READS = {Role.TURN, Role.TAKER, Role.LOSES, Role.CLAIMANT}
"""Roles with text to read at their own seat."""


class Artist:
    """Draws Views; keeps its fonts, the still part of the newest View, and its moving part.

    `calm`: without motion. With `fingers` there is room for touch keys. `glass` sets the minimum
    size of letters and keys. Shades, fonts and words are those of `kit`, and shared with it.
    """

    next_change = staticmethod(painting.next_change)

    def __init__(
        self,
        layout: Layout = "tv",
        *,
        calm: bool = False,
        fingers: bool = False,
        glass: Glass | None = None,
        kit: Kit | None = None,
    ) -> None:
        self._layout, self._calm, self._fingers = layout, calm, fingers
        self._glass = glass or Glass()
        self._kit = kit.afresh() if kit else Kit()
        self._kept: tuple[View, Plan, Evidence | None] | None = None
        self._easel: Easel | None = None  # the newest
        self._rested: tuple[View, View] | None = None  # a View, and its still part
        self._rehearsed: View | None = None
        self._sheet: pygame.Surface | None = None  # the still part, always the same memory
        self._aim: tuple[View, Plan, Evidence | None] | None = None  # what it is to become
        self._todo: list[pygame.Rect] = []  # where it is not painted yet
        self._unseen: list[pygame.Rect] = []  # where it is, and the surface shows what was before
        self._last: list[Put] | None = None  # what lies on it, if it is that on the surface
        self._parts: Mapping[Hashable, pygame.Surface] = {}
        self._middle: tuple[object, tuple[int, int], list[Put]] | None = None
        self._signs: dict[int, tuple[object, dict[float, list[Put]]]] = {}  # by brightness
        self._keys: tuple[View, Plan, list[Put]] | None = None
        self._pages: dict[int, tuple[tuple[KeyFacts, ...], int]] = {}  # keys and page, by seat
        self.plan: Plan | None = None  # of the newest picture
        self.targets: tuple[touch.Target, ...] = ()  # what fingers may touch on the newest picture
        self.behind = False  # the newest View is not on the surface yet

    def draw(
        self, surface: pygame.Surface, view: View, at: int, evidence: Evidence | None = None
    ) -> None:
        """Draw the whole of `view` at `at` (ns) on `surface`.

        `evidence` is the picture of the View's cards, if there is one.

        Raises:
            ValueError: for an unknown layout or more than 12 seats.
        """
        self.forget()
        self.redraw(surface, view, at, evidence)

    def forget(self) -> None:
        """Assume that the surface shows something else: the next picture is drawn whole."""
        self._last = self._kept = self._aim = None
        self._todo, self._unseen, self.behind = [], [], False

    def redraw(
        self,
        surface: pygame.Surface,
        view: View,
        at: int,
        evidence: Evidence | None = None,
        *,
        rests: bool = False,
        enough: Enough | None = None,
    ) -> list[pygame.Rect]:
        """Draw like `draw`, but only the changes to this artist's latest picture on `surface`.

        With `rests` the picture has no motion. Return the changed rectangles. A frame that has
        taken `enough` before all of a new View is drawn leaves the surface unchanged: the artist is
        `behind` then, and continues when it is called again.
        """
        effort, self.behind = self._kit.effort, True
        effort.begin(enough)
        try:
            easel = whole = self._easel_of(surface, view, evidence, calm=self._calm or rests)
            if not easel.calm and (scene := show.staged(view, at)) is not view:
                easel = replace(easel, view=scene)
            still = self._still(easel)
            if self._unseen and effort.spent:
                return []
            if easel is not whole and not self._unseen:
                self._rehearse(whole)
            if not self._unseen:  # a frame of a View that is seen is never late
                effort.begin(None)
            puts = self._moving(easel, at) + self._touchable(easel)
        except EnoughError:
            return []
        finally:
            effort.begin(None)
        new, self._unseen = self._unseen, []
        if self._last is not None:
            new = apart([*new, *changed(self._last, puts)])
        for area in new:
            repair(surface, still, puts, area)
        self._last, self.behind = puts, False
        return [area.clip(surface.get_rect()) for area in new]

    def _moving(self, easel: Easel, at: int) -> list[Put]:
        """Return the layer over the still part at `at`."""
        view, calm = easel.view, easel.calm
        noted = (view, easel.plan, easel.evidence, calm)
        before, self._middle = self._middle, None
        if before is not None and before[1][0] <= at < before[1][1] and before[0] == noted:
            self._middle = before
        else:
            over = Layer(easel.plan.size)
            pen = pen_over(over, easel.pen, self._parts)
            middle = replace(easel, pen=pen)
            painting.move(middle, at)
            self._parts = newest(self._parts, pen.parts)
            due = painting.middle_due(view, at, calm=calm)
            self._middle = (noted, (at, NEVER if due is None else due), over.puts)
        puts = self._middle[2][:]
        for place in range(len(view.seats)):
            puts += self._sign(easel, place, at)
        return puts

    def _sign(self, easel: Easel, place: int, at: int) -> list[Put]:
        """Return the moving layer of one seat at `at`; most signs do not change."""
        seat, slot = easel.view.seats[place], easel.plan.seats[place]
        bright = painting.level(seat.rhythm, at, seat.buzzer, calm=easel.calm)
        moves = panel.due(seat, at) is not None
        wanted = (seat, easel.mood(seat), slot, easel.plan.size, at if moves else None)
        if place not in self._signs or self._signs[place][0] != wanted:
            self._signs[place] = (wanted, {})
        kept = self._signs[place][1]
        if bright not in kept:
            over = Layer(easel.plan.size)
            pen = pen_over(over, easel.pen)
            panel.seat_moving(replace(easel, pen=pen), slot, seat, at, bright)
            kept[bright] = over.puts
        return kept[bright]

    def _touchable(self, easel: Easel) -> list[Put]:
        """Return the layer of touchable keys, the same for the same View."""
        if not self._fingers:
            return []
        wanted = (easel.view, easel.plan)
        if self._keys is None or self._keys[:2] != wanted:
            over = Layer(easel.plan.size)
            keys = {seat.seat: seat.keys for seat in easel.view.seats}
            self._pages = {
                seat: (some, page) for seat, (some, page) in self._pages.items()
                if keys.get(seat) == some
            }  # fmt: skip
            pages = {seat: page for seat, (_, page) in self._pages.items()}
            self.targets = touch.targets(*wanted, pages)
            touch.draw(easel.pen.on(over), self.targets)
            self._keys = (*wanted, over.puts)
        return self._keys[2]

    def turn_to(self, more: touch.MoreKeys) -> None:
        """Show another page of a seat's keys, until the keys change."""
        if self._keys is not None:
            keys = {seat.seat: seat.keys for seat in self._keys[0].seats}
            self._pages[more.seat] = (keys.get(more.seat, ()), more.page)
            self._keys = None

    def _easel_of(
        self, surface: pygame.Surface, view: View, evidence: Evidence | None, *, calm: bool
    ) -> Easel:
        """Return the parts for a picture of `view`: the same as long as only the time is new."""
        calm, kept = calm or view.paused, self._easel
        wanted = (surface, view, evidence, calm)
        if kept is not None and (kept.pen.surface, kept.view, kept.evidence, kept.calm) == wanted:
            return kept
        size = surface.get_size()
        plan = self.plan = self._plan(view, size)
        pen = Pen(surface, self._kit, plan.unit, *self._glass.letters(size))
        self._easel = Easel(pen, plan, view, calm, evidence)
        return self._easel

    def _plan(self, view: View, size: tuple[int, int]) -> Plan:
        seats, letter = view.seats, self._glass.letter(size)
        readers = _READS | ({Role.DOUBTER} if size[1] > size[0] else set())
        reads = [bool(s.ring or (s.prompt and s.role in readers)) for s in seats]
        live = frozenset(i for i, read in enumerate(reads) if read)
        reach = touch.reach_of(view, self._glass, size, self._kit) if self._fingers else None
        return plan(
            self._layout,
            size,
            places_of(view),
            live,
            least=tuple(panel.least_width(self._kit, letter, seat, view.words) for seat in seats),
            ring=view.ring is not None,
            reach=reach,
        )

    def _still(self, easel: Easel) -> pygame.Surface:
        """Return the still part; `_unseen` lists its areas that differ from the surface.

        Raises:
            EnoughError: it is not complete yet.
        """
        if self._rested is None or self._rested[0] is not easel.view:
            self._rested = (easel.view, painting.at_rest(easel.view))
        view, sheet = self._rested[1], self._sheet
        if sheet is None or sheet.get_size() != easel.plan.size:
            sheet = self._sheet = pygame.Surface(easel.plan.size, 0, easel.pen.surface)
            self._kept = self._aim = None
        wanted = (view, easel.plan, easel.evidence)
        if self._kept == wanted and not self._todo:
            return sheet
        easel = replace(easel, pen=easel.pen.on(sheet), view=view)
        if self._aim != wanted:
            self._begin(easel)
            self._aim = wanted
        while self._todo:
            sheet.set_clip(self._todo[0])
            try:
                painting.paint(easel, self._todo[0])
            finally:
                sheet.set_clip(None)
            self._unseen.append(self._todo.pop(0))
        self._kept, self._unseen = wanted, apart(self._unseen)
        return sheet

    def _begin(self, easel: Easel) -> None:
        """Find the areas to paint for a new View, and those left unfinished by another."""
        whole, kept = easel.pen.surface.get_rect(), self._kept
        new = [whole] if kept is None else painting.differs(easel, kept[0], kept[1])
        if self._todo:
            new = apart([*self._unseen, *self._todo, *new])
            self._unseen = []
        if new == [whole]:  # the ground at once, and then part by part what lies on it
            widgets.background(easel)
            touch.whose(easel.pen, easel.view, easel.plan)
            self._unseen, new = new, painting.parts(easel.plan)
        self._todo = new

    def _rehearse(self, easel: Easel) -> None:
        """Draw the end of a show once, before anything of it moves.

        Its words and panels are then cached, and the last frame of the show is not late.
        """
        view = painting.at_rest(easel.view)
        if self._rehearsed != view:
            sheet = pygame.Surface(easel.plan.size, 0, easel.pen.surface)
            with suppress(EnoughError):  # the next frame goes on
                painting.paint(replace(easel, pen=easel.pen.on(sheet), view=view), sheet.get_rect())
                self._rehearsed = view


def places_of(view: View) -> Places:
    """Return the places of the seats of `view` around the table."""
    places = tuple(seat.place for seat in view.seats)
    return Places(places, max(view.table.places, len(places)))


def picture(
    view: View,
    at: int,
    size: tuple[int, int] = (1280, 720),
    layout: Layout = "tv",
    evidence: Evidence | None = None,
) -> pygame.Surface:
    """Draw `view` at `at` (ns) on a new surface of `size` pixels. Many pictures need an Artist."""
    surface = pygame.Surface(size, 0, 32)
    Artist(layout, kit=shared_kit()).draw(surface, view, at, evidence)
    return surface
