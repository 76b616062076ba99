"""The table's own picture on a desk, by the artist of a real table."""

from collections.abc import Iterator
from dataclasses import dataclass

from appliance.display import touch
from appliance.display.darkroom import Darkroom
from appliance.display.draw import Artist
from appliance.display.layout import Layout
from appliance.display.lettering import kit_of
from appliance.display.motion import Rest
from appliance.display.quiet import pygame
from appliance.display.shades import Contrast
from appliance.display.sizes import Glass, TextSize
from appliance.display.view import Evidence, View
from appliance.themes import THEMES
from lab.sim.desk.desk import Desk, Hot
from lab.sim.desk.places import DeskPlan


@dataclass(frozen=True, slots=True)
class Look:
    """Look of the table's own picture: its letters, its colours, and its motion."""

    text: TextSize = "normal"
    contrast: Contrast = "normal"
    theme: str = THEMES[0]
    calm: bool = False

    def artist(self, layout: Layout) -> Artist:
        """Return the artist."""
        kit = kit_of(high=self.contrast == "high", theme=self.theme)
        return Artist(layout, calm=self.calm, glass=Glass(text=self.text), kit=kit)


class TableSheet:
    """Draws the table of a desk. `rests` is True if its picture has come to rest."""

    def __init__(self, desk: Desk, layout: Layout, look: Look) -> None:
        self._desk, self._layout, self._look = desk, layout, look
        self._artist = look.artist(layout)
        self._darkroom = Darkroom()
        self._rest, self.rests = Rest(), False
        self._drawn: tuple[View, Evidence | None, int, bool] | None = None

    def see(self, view: View) -> None:
        """Note whether the picture of `view` moves now."""
        self.rests = self._rest.begun(view, self._desk.clock.now)

    def forget(self) -> None:
        """Draw all of it the next time."""
        self._drawn = None

    @property
    def due(self) -> int | None:
        """Time at which the newest picture changes by itself (ns of the table), or None."""
        if self._drawn is None:
            return None
        view, _, at, rests = self._drawn
        return self._artist.next_change(view, at, calm=rests)

    def draw(self, surface: pygame.Surface, plan: DeskPlan, view: View) -> list[pygame.Rect]:
        """Draw the changes; return their areas."""
        desk, now = self._desk, self._desk.clock.now
        evidence = self._darkroom.show(desk.evening.reader.shot, desk.evening.facts.box.reading)
        if self._drawn is not None and self._drawn[:2] == (view, evidence):
            due = self.due
            if due is None or now < due:
                return []
        if self._drawn is None:
            self._artist = self._look.artist(self._layout)
        sheet, rests = surface.subsurface(plan.picture), self.rests
        new = self._artist.redraw(sheet, view, now, evidence, rests=rests)
        self._drawn = (view, evidence, now, rests)
        return [rect.move(plan.picture.topleft) for rect in new]

    def in_menu(self, plan: DeskPlan, view: View) -> Iterator[Hot]:
        """Yield the drawn places of the table's menu rows, and of the letters of a name."""
        layout = self._artist.plan
        if view.menu is None or layout is None or self._desk.steering.ring is None:
            return
        for target in touch.in_menu(view.menu, layout):
            rect = target.slot.rect.move(plan.picture.topleft)
            if isinstance(target.does, int):
                yield Hot("row", rect, target.does)
            elif isinstance(target.does, str):
                yield Hot("letter", rect, ord(target.does))
