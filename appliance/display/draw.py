"""Drawing: from a View and a frame time to pixels. Same inputs, same pixels.

The still part is drawn once per View and kept; each frame copies it and adds the moving part.
"""

from collections.abc import Hashable, Mapping
from contextlib import suppress
from dataclasses import replace

from appliance.core.signals import NEVER
from appliance.display import layer, painting, panel, show, touch, widgets
from appliance.display.effort import Enough, EnoughError
from appliance.display.layout import Layout, Places, Plan, plan
from appliance.display.pen import Kit, Pen, shared_kit
from appliance.display.quiet import pygame
from appliance.display.sizes import Glass
from appliance.display.view import Evidence, View
from appliance.display.widgets import Easel
from appliance.table.facts import KeyFacts, Role

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
        self._last: list[layer.Put] | None = None  # what lies on it, if it is that on the surface
        self._parts: Mapping[Hashable, pygame.Surface] = {}
        self._middle: tuple[object, tuple[int, int], list[layer.Put]] | None = None
        self._signs: dict[int, tuple[object, dict[float, list[layer.Put]]]] = {}  # by brightness
        self._keys: tuple[View, Plan, list[layer.Put]] | None = None
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
            new = layer.apart([*new, *layer.changed(self._last, puts)])
        for area in new:
            layer.repair(surface, still, puts, area)
        self._last, self.behind = puts, False
        return [area.clip(surface.get_rect()) for area in new]

    def _moving(self, easel: Easel, at: int) -> list[layer.Put]:
        """Return the layer over the still part at `at`."""
        view, calm = easel.view, easel.calm
        noted = (view, easel.plan, easel.evidence, calm)
        before, self._middle = self._middle, None
        if before is not None and before[1][0] <= at < before[1][1] and before[0] == noted:
            self._middle = before
        else:
            over = layer.Layer(easel.plan.size)
            pen = layer.pen_over(over, easel.pen, self._parts)
            middle = replace(easel, pen=pen)
            painting.move(middle, at)
            self._parts = layer.newest(self._parts, pen.parts)
            due = painting.middle_due(view, at, calm=calm)
            self._middle = (noted, (at, NEVER if due is None else due), over.puts)
        puts = self._middle[2][:]
        for place in range(len(view.seats)):
            puts += self._sign(easel, place, at)
        return puts

    def _sign(self, easel: Easel, place: int, at: int) -> list[layer.Put]:
        """Return the moving layer of one seat at `at`; most signs do not change."""
        seat, slot = easel.view.seats[place], easel.plan.seats[place]
        bright = painting.level(seat.rhythm, at, seat.buzzer, calm=easel.calm)
        moves = panel.due(seat, at) is not None
        wanted = (seat, easel.mood(seat), slot, easel.plan.size, at if moves else None)
        if place not in self._signs or self._signs[place][0] != wanted:
            self._signs[place] = (wanted, {})
        kept = self._signs[place][1]
        if bright not in kept:
            over = layer.Layer(easel.plan.size)
            pen = layer.pen_over(over, easel.pen)
            panel.seat_moving(replace(easel, pen=pen), slot, seat, at, bright)
            kept[bright] = over.puts
        return kept[bright]

    def _touchable(self, easel: Easel) -> list[layer.Put]:
        """Return the layer of touchable keys, the same for the same View."""
        if not self._fingers:
            return []
        wanted = (easel.view, easel.plan)
        if self._keys is None or self._keys[:2] != wanted:
            over = layer.Layer(easel.plan.size)
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
        self._kept, self._unseen = wanted, layer.apart(self._unseen)
        return sheet

    def _begin(self, easel: Easel) -> None:
        """Find the areas to paint for a new View, and those left unfinished by another."""
        whole, kept = easel.pen.surface.get_rect(), self._kept
        new = [whole] if kept is None else painting.differs(easel, kept[0], kept[1])
        if self._todo:
            new = layer.apart([*self._unseen, *self._todo, *new])
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
