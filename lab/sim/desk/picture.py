"""The desk's picture: each part is redrawn only when its content has changed."""

import operator
from collections.abc import Hashable

from appliance.display.layout import Layout
from appliance.display.pen import Kit, Pen
from appliance.display.quiet import pygame
from appliance.display.theme import GROUND
from lab.sim.desk.around import Around
from lab.sim.desk.desk import Desk, Hot
from lab.sim.desk.places import BENCH, desk_plan
from lab.sim.desk.table_sheet import Look, TableSheet


class DeskPicture:
    """Draws a desk, and gives it its clickable places."""

    def __init__(self, desk: Desk, layout: Layout, look: Look | None = None) -> None:
        self._desk, self._layout, self._kit = desk, layout, Kit()
        self._table, self._around = TableSheet(desk, layout, look or Look()), Around(desk)
        self._drawn: dict[str, tuple[pygame.Rect, Hashable]] = {}
        self._size: tuple[tuple[int, int], frozenset[int]] = ((0, 0), frozenset())
        self._seen: tuple[object, ...] = ()
        self._touches = -1

    @property
    def due(self) -> int | None:
        """Time of the newest picture's next change by itself (ns of the table), or None."""
        return self._table.due

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Draw changes on `surface`, always the same one; return the changed areas."""
        desk = self._desk
        mine = frozenset(desk.person.buzzers)
        whole = (surface.get_size(), mine)
        view = desk.view
        self._table.see(view)
        scene = (view, desk.box.camera.still, desk.evening.reader.shot, desk.person.pressing)
        if not self._news(scene) and self._size == whole:
            return []
        changed: list[pygame.Rect] = []
        if self._size != whole:
            self._size = whole
            self._table.forget()
            self._drawn.clear()
            surface.fill(GROUND)
            changed.append(surface.get_rect())
        plan = desk_plan(surface.get_size(), self._layout, desk.buzzers, mine)
        pen = Pen(surface, self._kit, plan.unit)
        desk.hot = [
            *(Hot("buzzer", spot.rect, 0, buzzer) for buzzer, spot in enumerate(plan.spots)),
            *(Hot(*named) for named in plan.buttons.items() if desk.bench or named[0] not in BENCH),
            Hot("box", plan.box),
            Hot("turn up", plan.tray),
            *(
                Hot("hand", plan.spots[buzzer].label, 0, buzzer)
                for buzzer in mine - {desk.front.buzzer}
            ),
        ]
        changed += self._table.draw(surface, plan, view)
        desk.hot += self._table.in_menu(plan, view)
        before, self._drawn = self._drawn, {}
        for patch in self._around.patches(plan, view, rests=self._table.rests):
            if before.get(patch.name) != (patch.rect, patch.key):
                patch.paint(pen)
                changed.append(patch.rect)
            self._drawn[patch.name] = (patch.rect, patch.key)
        return changed

    def _news(self, seen: tuple[object, ...]) -> bool:
        """Return True if anything may look different since `seen`."""
        desk, before = self._desk, self._seen
        same = desk.touches == self._touches and not desk.person.pressing
        same &= len(before) == len(seen) and all(map(operator.is_, before, seen))
        self._seen, self._touches = seen, desk.touches
        return not same or (self.due is not None and self.due <= desk.clock.now)
