"""From a View and a frame time to pixels: same inputs, same pixels.

What stands still is drawn once per View and kept; each frame copies it and adds what moves.
"""

from dataclasses import replace

from appliance import drivers
from appliance.core.effects import Rhythm
from appliance.display import panel, pause, ring, rulebook, touch, widgets
from appliance.display.layout import Layout, Plan, plan
from appliance.display.pen import Kit, Pen
from appliance.display.quiet import pygame
from appliance.display.screens import SCREENS
from appliance.display.view import Evidence, View
from appliance.display.widgets import Easel
from appliance.table.facts import Role

MOVING = frozenset(Rhythm) - {Rhythm.OFF, Rhythm.DIM, Rhythm.SOLID}
"""The rhythms that change with time."""

_CALM = 0.6
_READS = {Role.TURN, Role.TAKER, Role.LOSES, Role.CLAIMANT}
"""Who has something to read at the seat that others have not."""


class Artist:
    """Draws Views; keeps its fonts, and the still part of the newest View.

    `calm`: without motion. With `fingers` it leaves room for what they may touch, which `keys`
    lays over the picture.
    """

    def __init__(self, layout: Layout = "tv", *, calm: bool = False, fingers: bool = False) -> None:
        self._layout, self._calm, self._fingers = layout, calm, fingers
        self._kit = Kit()
        self._kept: tuple[View, Plan, Evidence | None, pygame.Surface] | None = None

    def draw(
        self, surface: pygame.Surface, view: View, at: int, evidence: Evidence | None = None
    ) -> None:
        """Draw `view` as it is at `at` (ns) all over `surface`.

        `evidence` is the picture of the View's cards, if there is one.

        Raises:
            ValueError: for an unknown layout or more than 12 seats.
        """
        easel = self._easel(surface, view, evidence)
        surface.blit(self._still(easel), (0, 0))
        moving = pause.moving if view.paused else SCREENS[view.screen].moving
        if moving is not None:
            moving(easel, at)
        widgets.limit(easel, at)
        for slot, seat in zip(easel.plan.seats, view.seats, strict=True):
            bright = level(seat.rhythm, at, seat.buzzer, calm=easel.calm)
            panel.seat_moving(easel, slot, seat, at, bright)

    def keys(self, surface: pygame.Surface, view: View) -> tuple[touch.Target, ...]:
        """Lay what fingers may touch over the picture of `view`; gives where it is."""
        easel = self._easel(surface, view)
        found = touch.targets(view, easel.plan)
        touch.draw(easel.pen, found)
        return found

    def _easel(
        self, surface: pygame.Surface, view: View, evidence: Evidence | None = None
    ) -> Easel:
        seats = enumerate(view.seats)
        live = frozenset(i for i, s in seats if s.ring or (s.prompt and s.role in _READS))
        strip = view.ring is not None or (self._fingers and touch.wants_strip(view))
        where = plan(self._layout, surface.get_size(), len(view.seats), live, ring=strip)
        pen = Pen(surface, self._kit, where.unit)
        return Easel(pen, where, view, self._calm or view.paused, evidence)

    def _still(self, easel: Easel) -> pygame.Surface:
        view, like = _at_rest(easel.view), easel.pen.surface
        wanted = (view, easel.plan, easel.evidence)
        if self._kept and self._kept[:3] == wanted:
            return self._kept[3]
        sheet = pygame.Surface(like.get_size(), 0, like)
        easel = replace(easel, pen=easel.pen.on(sheet), view=view)
        widgets.background(easel)
        SCREENS[view.screen].still(easel)
        if view.paused:
            pause.still(easel)
        ring.across(easel)
        widgets.heads(easel)
        for slot, seat in zip(easel.plan.seats, view.seats, strict=True):
            panel.seat_still(easel, slot, seat)
        self._kept = (*wanted, sheet)
        return sheet


def _at_rest(view: View) -> View:
    """`view` without what is drawn over the still part, so that it costs no new one."""
    seats = tuple(replace(seat, hold=None, rhythm=Rhythm.DIM, keys=()) for seat in view.seats)
    return replace(view, seats=seats, window=None, limit=None)


def level(rhythm: Rhythm, at: int, buzzer: int = 0, *, calm: bool = False) -> float:
    """How bright the sign of `buzzer` is at `at` (ns), 0 to 1: as bright as its lamp.

    `calm` (reduced motion) holds it still.
    """
    return _CALM if calm and rhythm in MOVING else drivers.level(rhythm, at, buzzer)


def animated(view: View, at: int, *, calm: bool = False) -> bool:
    """Whether the picture of `view` goes on changing from `at` (ns) on without a new View."""
    holds = any(seat.hold is not None and at <= seat.hold[1] for seat in view.seats)
    if holds or _runs(view.limit, at) or rulebook.turns(view):
        return True
    if view.paused or calm:
        return _runs(view.window, at) and not view.paused
    lit = any(seat.rhythm in MOVING for seat in view.seats)
    return lit or _runs(view.window, at) or SCREENS[view.screen].alive(view)


def _runs(time: tuple[int, int] | None, at: int) -> bool:
    return time is not None and time[0] <= at <= time[1]


def picture(
    view: View,
    at: int,
    size: tuple[int, int] = (1280, 720),
    layout: Layout = "tv",
    evidence: Evidence | None = None,
) -> pygame.Surface:
    """`view` at `at` (ns) on a new surface of `size` pixels; needs no display.

    An Artist is quicker for many.
    """
    surface = pygame.Surface(size, 0, 32)
    Artist(layout).draw(surface, view, at, evidence)
    return surface
