"""The game is over: who has won, in light, or who has lost, and how the others stand."""

import math

from appliance.core.signals import SECOND
from appliance.display.pen import Pen, Point, mix, seat_colour
from appliance.display.quiet import pygame
from appliance.display.theme import ARENA, DOUBT, FAINT, PANEL, TEXT_COLOUR
from appliance.display.view import View
from appliance.display.widgets import Easel, facing, rect_at, slice_rect


def still(easel: Easel) -> None:
    """How all stand, best first, and the name of who has won, or lost."""
    view = easel.view
    number = view.loser if view.winner is None else view.winner
    for pen, rect in easel.parts():
        if number is None:
            nobody = slice_rect(rect, 0.03, 0.3, 0.46, 0.7)
            pen.words(easel.words("over.no-winner"), nobody, 110, FAINT)
        else:
            first = view.seats[number]
            pen.words(first.name, slice_rect(rect, 0.02, 0.78, 0.46, 0.98), 84)
            if view.winner is None:
                at = (rect.width * 0.24, rect.height * 0.42)
                pen.badge(at, rect.height * 0.22, first.buzzer)
        _counts(easel, pen, slice_rect(rect, 0.48, 0.04, 0.98, 0.96))


def shines(view: View) -> bool:
    """Whether there is a winner to shine."""
    return view.winner is not None


def moving(easel: Easel, at: int) -> None:
    """Slow rays behind the winner's sign, and the crown on it."""
    pen, view = easel.pen, easel.view
    if view.winner is None:
        return
    buzzer = view.seats[view.winner].buzzer
    for slot in easel.plan.parts:
        width, height = slot.size
        radius = min(height * 0.17, width * 0.11)
        centre = slot.point(width * 0.24, height * 0.46)
        turn = 0.0 if easel.calm else at / SECOND * 12 % 360
        for i in range(12):
            angle = turn + 30 * i
            tint = mix(ARENA, seat_colour(buzzer), 0.5 if i % 2 else 0.22)
            far = radius * (1.7 + 0.25 * (i % 2))
            pen.arc(centre, radius * 1.3, far, tint, start=angle, part=0.042)
        sheet = pygame.Surface((round(radius * 2.4), round(radius * 3)), pygame.SRCALPHA)
        fine = pen.on(sheet)
        middle = sheet.get_width() / 2
        fine.badge((middle, radius * 1.75), radius * 1.05, buzzer)
        _crown(fine, (middle, radius * 0.42), radius * 0.62)
        sheet = facing(sheet, slot)
        top = slot.point(width * 0.24, height * 0.46 - radius * 0.25)
        pen.surface.blit(sheet, rect_at(top, *sheet.get_size()))


def _crown(pen: Pen, centre: Point, size: float) -> None:
    x, y = centre
    left, middle, right = (-1.1, -0.45), (0, -0.65), (1.1, -0.45)
    rim = [(-1, 0.55), left, (-0.5, 0.0), middle, (0.5, 0.0), right, (1, 0.55)]
    pen.polygon([(x + a * size, y + b * size) for a, b in rim], DOUBT)
    for a, b in (left, middle, right):
        pen.disc((x + a * size, y + b * size), size * 0.14, DOUBT)


def _counts(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """One bar a seat, as long as its hand or its points."""
    lines = easel.view.standings
    tall = min(rect.height / max(len(lines), 1), rect.height * 0.2)
    top = rect.top + (rect.height - tall * len(lines)) / 2
    most = max([one.amount for one in lines] or [0]) or 1
    for i, one in enumerate(lines):
        seat = easel.view.seats[one.seat]
        line = pygame.Rect(rect.left, round(top + tall * i), rect.width, max(4, round(tall * 0.86)))
        radius = math.floor(line.height * 0.42)
        pen.badge((line.left + radius * 1.2, line.centery), radius, seat.buzzer)
        name = slice_rect(line, 0, 0, 0.42, 1)
        name.left += round(radius * 2.7)
        name.width -= round(radius * 2.7)
        won = seat.seat == easel.view.winner
        pen.words(seat.name, name, 42, TEXT_COLOUR if won else FAINT, "left")
        pen.words(one.place, slice_rect(line, 0.43, 0.08, 0.52, 0.92), 38, DOUBT)
        track = slice_rect(line, 0.54, 0.26, 0.72, 0.74)
        pen.box(track, track.height / 2, PANEL)
        if one.amount:
            bar = slice_rect(track, 0, 0, max(0.06, one.amount / most), 1)
            pen.box(bar, bar.height / 2, seat_colour(seat.buzzer))
        pen.words(one.words, slice_rect(line, 0.73, 0.04, 1, 0.96), 40, align="right")
