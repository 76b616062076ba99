"""Sit down: what a tap and a hold do, and how many sit and are ready."""

from appliance.core.signals import MS
from appliance.display import rulebook
from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, GROUND, LINE, PANEL, TEXT, TRUTH, Point
from appliance.display.view import Role
from appliance.display.widgets import Stage, put, slice_rect, turned

_STEPS = ("press", "tap", "hold")


def still(stage: Stage) -> None:
    """The three things that a buzzer does here, and the count of seats."""
    for slot in stage.plan.parts:
        pen, rect, words = *turned(stage.pen, slot), stage.view.words
        for i, step in enumerate(_STEPS):
            column = slice_rect(rect, i / 3, 0, (i + 1) / 3, 0.8)
            _buzzer(pen, *_top(rect, i))
            pen.words(words(f"lobby.{step}"), slice_rect(column, 0.05, 0.56, 0.95, 0.78), 64)
            pen.words(
                words(f"lobby.{step}.for"), slice_rect(column, 0.06, 0.78, 0.94, 1), 34, FAINT
            )
        seated = sum(s.role is not Role.EMPTY for s in stage.view.seats)
        ready = sum(s.role is Role.READY for s in stage.view.seats)
        _count(stage, pen, slice_rect(rect, 0, 0.83, 1, 0.97), seated, ready)
        put(stage.pen, pen.surface, slot)


def moving(stage: Stage, at: int) -> None:
    """The three buzzers act out what is meant; where people wait for others, how to play."""
    if rulebook.show(stage, at, stage.plan.parts):
        return
    for slot in stage.plan.parts:
        rect = pygame.Rect((0, 0), slot.size)
        ms = at // MS % 2000
        for i, down in enumerate((ms < 300, ms < 200 or 600 <= ms < 800, ms < 950)):
            local, radius = _top(rect, i)
            centre = slot.point(*local)
            lit = DOUBT if down or stage.calm else LINE
            stage.pen.disc(centre, radius * 0.6, lit)
            if i == 2 and (down or stage.calm):
                part = 0.7 if stage.calm else max(0.0, min(1.0, (ms - 250) / 450))
                stage.pen.arc(
                    centre, radius * 1.1, radius * 1.28, TRUTH, start=-slot.turn, part=part
                )


def _top(rect: pygame.Rect, step: int) -> tuple[Point, float]:
    """Centre and radius of the buzzer of one step."""
    radius = min(rect.height * 0.17, rect.width / 3 * 0.26)
    return (rect.width * (step + 0.5) / 3, rect.height * 0.24), radius


def _buzzer(pen: Pen, centre: Point, radius: float) -> None:
    pen.disc(centre, radius, LINE)
    pen.disc(centre, radius * 0.92, PANEL)
    pen.disc(centre, radius * 0.74, GROUND)


def _count(stage: Stage, pen: Pen, rect: pygame.Rect, seated: int, ready: int) -> None:
    half = slice_rect(rect, 0.04, 0, 0.48, 1)
    pen.box(half, half.height / 2, PANEL)
    pen.words(stage.view.words("lobby.seated", n=seated), half, 44, TEXT)
    half = slice_rect(rect, 0.52, 0, 0.96, 1)
    pen.box(half, half.height / 2, TRUTH if seated and ready == seated else PANEL)
    ink = GROUND if seated and ready == seated else TRUTH
    pen.words(stage.view.words("lobby.ready", n=ready), half, 44, ink)
