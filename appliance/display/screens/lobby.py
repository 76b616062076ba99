"""Sit down: what a tap and a hold do, and how many sit and are ready."""

from appliance.core.signals import MS
from appliance.display import rulebook
from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, GROUND, LINE, PANEL, TEXT_COLOUR, TRUTH, Point
from appliance.display.view import Role
from appliance.display.widgets import Easel, put, slice_rect, turned

_STEPS = ("press", "tap", "hold")


def still(easel: Easel) -> None:
    """The three things that a buzzer does here, and the count of seats."""
    for slot in easel.plan.parts:
        pen, rect, words = *turned(easel.pen, slot), easel.view.words
        for i, step in enumerate(_STEPS):
            column = slice_rect(rect, i / 3, 0, (i + 1) / 3, 0.8)
            _buzzer(pen, *_top(rect, i))
            pen.words(words(f"lobby.{step}"), slice_rect(column, 0.05, 0.56, 0.95, 0.78), 64)
            pen.words(
                words(f"lobby.{step}.for"), slice_rect(column, 0.06, 0.78, 0.94, 1), 34, FAINT
            )
        seated = sum(s.role is not Role.EMPTY for s in easel.view.seats)
        ready = sum(s.role is Role.READY for s in easel.view.seats)
        _count(easel, pen, slice_rect(rect, 0, 0.83, 1, 0.97), seated, ready)
        put(easel.pen, pen.surface, slot)


def moving(easel: Easel, at: int) -> None:
    """The three buzzers act out what is meant; where people wait for others, how to play."""
    if rulebook.show(easel, at, easel.plan.parts):
        return
    for slot in easel.plan.parts:
        rect = pygame.Rect((0, 0), slot.size)
        ms = at // MS % 2000
        for i, down in enumerate((ms < 300, ms < 200 or 600 <= ms < 800, ms < 950)):
            local, radius = _top(rect, i)
            centre = slot.point(*local)
            lit = DOUBT if down or easel.calm else LINE
            easel.pen.disc(centre, radius * 0.6, lit)
            if i == 2 and (down or easel.calm):
                part = 0.7 if easel.calm else max(0.0, min(1.0, (ms - 250) / 450))
                easel.pen.arc(
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


def _count(easel: Easel, pen: Pen, rect: pygame.Rect, seated: int, ready: int) -> None:
    half = slice_rect(rect, 0.04, 0, 0.48, 1)
    pen.box(half, half.height / 2, PANEL)
    pen.words(easel.view.words("lobby.seated", n=seated), half, 44, TEXT_COLOUR)
    half = slice_rect(rect, 0.52, 0, 0.96, 1)
    pen.box(half, half.height / 2, TRUTH if seated and ready == seated else PANEL)
    ink = GROUND if seated and ready == seated else TRUTH
    pen.words(easel.view.words("lobby.ready", n=ready), half, 44, ink)
