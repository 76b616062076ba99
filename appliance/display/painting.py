"""The still and the moving part of every screen's picture, and the time until a new one."""

from dataclasses import replace

from appliance import drivers
from appliance.core.effects import Rhythm
from appliance.display import motion, panel, ring, rulebook, show, touch, widgets
from appliance.display.layout import Plan
from appliance.display.quiet import pygame
from appliance.display.screens import SCREENS, menu_plan, pause
from appliance.display.view import View
from appliance.display.widgets import Easel

MOVING = frozenset(Rhythm) - {Rhythm.OFF, Rhythm.DIM, Rhythm.SOLID}
"""The rhythms that change with time."""

_CALM = 0.6
_BRIGHTS = 16
"""Number of brightness steps of a lamp on the screen."""


def _middle(plan: Plan) -> pygame.Rect:
    """Return the area without the seats."""
    rings = [] if plan.ring is None else [plan.ring.rect]
    return plan.body.unionall([plan.arena, *(head.rect for head in plan.heads), *rings])


def parts(plan: Plan) -> list[pygame.Rect]:
    """List the areas that show more than ground."""
    return [_middle(plan), *(slot.rect for slot in plan.seats)]


def differs(easel: Easel, before: View, plan: Plan) -> list[pygame.Rect]:
    """List the areas to repaint after `before`: mostly not all seats."""
    middle, whole, seats = _middle(plan), easel.pen.surface.get_rect(), easel.view.seats
    slots = [slot.rect for slot in plan.seats]
    same = easel.plan == plan and plan.reach is None and before.table.felt == easel.view.table.felt
    if not same or middle.collidelist(slots) >= 0:
        return [whole]
    pairs = zip(slots, before.seats, seats, strict=True)
    return [middle, *(rect for rect, was, now in pairs if was != now)]


def paint(easel: Easel, where: pygame.Rect) -> None:
    """Draw the still part inside `where`."""
    view, plan = easel.view, easel.plan
    widgets.background(easel)
    if where.colliderect(_middle(plan)):
        (pause.still if view.paused else SCREENS[view.screen].still)(easel)
        ring.across(easel)
        touch.whose(easel.pen, view, plan)
        widgets.heads(easel)
    for slot, seat in zip(plan.seats, view.seats, strict=True):
        if where.colliderect(slot.rect):
            panel.seat_still(easel, slot, seat)


def move(easel: Easel, at: int) -> None:
    """Draw the moving part of the middle at `at` (ns)."""
    view = easel.view
    moving = pause.moving if view.paused else SCREENS[view.screen].moving
    if moving is not None:
        moving(easel, at)
    widgets.limit(easel, at)
    widgets.pulse(easel, at)


def at_rest(view: View) -> View:
    """Return `view` without the parts drawn over the still part, so that they cost no new one."""
    seats = tuple(
        replace(
            seat, button=replace(seat.button, hold=None, pressed=None), rhythm=Rhythm.DIM, keys=()
        )
        for seat in view.seats
    )
    front = replace(view.menu, hold=None) if view.menu is not None else view.front
    return replace(
        view,
        seats=seats,
        front=front,
        play=replace(view.play, window=None),
        limit=None,
        notice=replace(view.notice, at=None),
        show=replace(view.show, began=None, skipped=None),
    )


def next_change(view: View, at: int, *, calm: bool = False) -> int | None:
    """Time (ns) at which the picture of `view` at `at` changes without a new View, or None."""
    due = motion.soonest(
        middle_due(view, at, calm=calm), *(panel.due(seat, at) for seat in view.seats)
    )
    if view.paused or calm:
        return due
    return motion.soonest(
        due, *(motion.beat(rhythm, at) for rhythm in {s.rhythm for s in view.seats})
    )


def middle_due(view: View, at: int, *, calm: bool) -> int | None:
    """Return the same time for the middle alone."""
    due = motion.soonest(
        motion.running(view.limit, at, motion.STEP),
        widgets.flash_due(view.notice.pressed, at),
        menu_plan.hold_due(view, at),
    )
    if view.paused:
        return motion.soonest(due, rulebook.due(view, at))
    due = motion.soonest(due, motion.running(view.play.window, at))
    if calm:
        return due
    shown = motion.running((view.show.began or 0, show.until(view) - 1), at)
    return motion.soonest(due, shown, SCREENS[view.screen].due(view, at))


def level(rhythm: Rhythm, at: int, buzzer: int = 0, *, calm: bool = False) -> float:
    """Brightness of the sign of `buzzer` at `at` (ns), 0 to 1, in the steps of its lamp.

    `calm` (reduced motion) holds it still.
    """
    if calm and rhythm in MOVING:
        return _CALM
    if rhythm is Rhythm.BREATHE:
        at -= at % motion.STEP
    return round(drivers.level(rhythm, at, buzzer) * _BRIGHTS) / _BRIGHTS
