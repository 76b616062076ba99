"""The lobby: the meanings of a tap and a hold, and the numbers of seated and ready players."""

from appliance.core.signals import MS
from appliance.display import motion, titleart
from appliance.display.pen import Point, mix
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, GROUND, LINE, PANEL, RESTS, TEXT_COLOUR, TRUTH
from appliance.display.view import View
from appliance.display.widgets import Easel, Part, slice_rect
from appliance.table.facts import Role

_STEPS = ("press", "tap", "hold")
_ROUND = 8 * motion.STEP
"""Period of the three demonstrations: they take its first half, then they rest."""


def still(easel: Easel) -> None:
    """The three things that a buzzer does here, and the count of seats."""
    seated = sum(seat.role is not Role.EMPTY for seat in easel.view.seats)
    ready = sum(seat.role is Role.READY for seat in easel.view.seats)
    small = 44 if easel.plan.upright else 34
    for pen, rect in easel.parts():
        for i, step in enumerate(_STEPS):
            place, words = _place(easel, rect, i), easel.words
            parts: tuple[Part, Part, Part]
            parts = (0.025, 0.02, 0.975, 1), (0.05, 0.5, 0.95, 0.72), (0.03, 0.72, 0.97, 1)
            if easel.plan.upright:
                parts = (0.01, 0.05, 0.99, 1), (0.28, 0.1, 0.96, 0.52), (0.28, 0.52, 0.96, 0.94)
            sheet, does, why = (slice_rect(place, *part) for part in parts)
            lines = max(0, round(2.5 * pen.least) - why.height)
            why.top, why.height, does.height = (
                why.top - lines,
                why.height + lines,
                does.height - lines,
            )
            pen.box(sheet, pen.px(30), mix(PANEL, GROUND, 0.3), LINE, pen.px(3))
            titleart.buzzer(pen, *_top(easel, rect, i))
            pen.words(words(f"lobby.{step}"), does, 64, face="shout")
            pen.words(words(f"lobby.{step}.for"), why, small, FAINT)
        low, all_ready = slice_rect(rect, 0, 0.83, 1, 0.97), seated and ready == seated
        half = slice_rect(low, 0.04, 0, 0.48, 1)
        pen.box(half, half.height / 2, PANEL)
        pen.words(easel.words("lobby.seated", n=seated), half, 44, TEXT_COLOUR, face="talk")
        half = slice_rect(low, 0.52, 0, 0.96, 1)
        pen.box(half, half.height / 2, TRUTH if all_ready else PANEL)
        pen.words(
            easel.words("lobby.ready", n=ready),
            half,
            44,
            GROUND if all_ready else TRUTH,
            face="talk",
        )


def moving(easel: Easel, at: int) -> None:
    """Draw the three buzzers that demonstrate the gestures."""
    for slot in easel.plan.parts:
        rect = pygame.Rect((0, 0), slot.size)
        step = at % _ROUND // motion.STEP
        for i, down in enumerate((step < 2, step in {0, 2}, step < 4)):
            local, radius = _top(easel, rect, i)
            centre = slot.point(*local)
            lit = DOUBT if down or easel.calm else RESTS
            x, y = slot.point(local[0] - radius * 0.2, local[1] - radius * 0.2)
            light = ((x - centre[0]) / radius, (y - centre[1]) / radius)
            titleart.dome(easel.pen, centre, radius, lit, light)
            if i == 2 and (down or easel.calm):
                part = 0.7 if easel.calm else step / 3
                inner, outer = radius * 1.1, radius * 1.28
                easel.pen.arc(centre, inner, outer, TRUTH, start=-slot.turn, part=part)


def due(_: View, at: int) -> int | None:
    """The buzzers go down and up; the ring of a hold grows in steps."""
    return motion.after(at, _ROUND // MS, range(0, 5 * motion.STEP // MS, motion.STEP // MS))


def _place(easel: Easel, rect: pygame.Rect, step: int) -> pygame.Rect:
    """Place of one step: beside the others, or below them."""
    first, last = step / 3, (step + 1) / 3
    if easel.plan.upright:
        return slice_rect(rect, 0, first * 0.82, 1, last * 0.82)
    return slice_rect(rect, first, 0, last, 0.8)


def _top(easel: Easel, rect: pygame.Rect, step: int) -> tuple[Point, float]:
    """Centre and radius of the buzzer of one step."""
    if easel.plan.upright:
        place = _place(easel, rect, step)
        radius = min(place.height * 0.34, place.width * 0.11)
        return (place.left + place.width * 0.15, place.top + place.height * 0.525), radius
    radius = min(rect.height * 0.17, rect.width / 3 * 0.26)
    return (rect.width * (step + 0.5) / 3, rect.height * 0.24), radius
