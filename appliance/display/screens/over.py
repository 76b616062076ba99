"""The game is over: the winner, in light, and what the others still hold."""

import math

from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.theme import ARENA, DOUBT, FAINT, PANEL, TEXT, Point, mix, seat_colour
from appliance.display.widgets import Stage, put, slice_rect, turned
from appliance.signals import SECOND


def still(stage: Stage) -> None:
    """The final counts, fewest cards first, and the winner's name."""
    for slot in stage.plan.parts:
        pen, rect = turned(stage.pen, slot)
        winner = stage.seat(stage.view.winner)
        if winner is not None:
            pen.words(winner.name, slice_rect(rect, 0.02, 0.78, 0.46, 0.98), 84)
        _counts(stage, pen, slice_rect(rect, 0.5, 0.04, 0.98, 0.96))
        put(stage.pen, pen.surface, slot)


def moving(stage: Stage, at: int) -> None:
    """Slow rays behind the winner's sign, and the crown on it."""
    winner = stage.seat(stage.view.winner)
    if winner is None:
        return
    pen = stage.pen
    for slot in stage.plan.parts:
        width, height = slot.size
        radius = min(height * 0.17, width * 0.11)
        centre = slot.point(width * 0.24, height * 0.46)
        turn = 0.0 if stage.calm else at / SECOND * 12 % 360
        for i in range(12):
            angle = turn + 30 * i
            tint = mix(ARENA, seat_colour(winner.buzzer), 0.5 if i % 2 else 0.22)
            far = radius * (1.7 + 0.25 * (i % 2))
            pen.arc(centre, radius * 1.3, far, tint, start=angle, part=0.042)
        sheet = pygame.Surface((round(radius * 2.4), round(radius * 3)), pygame.SRCALPHA)
        fine = pen.on(sheet)
        middle = sheet.get_width() / 2
        fine.badge((middle, radius * 1.75), radius * 1.05, winner.buzzer)
        _crown(fine, (middle, radius * 0.42), radius * 0.62)
        if slot.turn:
            sheet = pygame.transform.rotate(sheet, slot.turn)
        top = slot.point(width * 0.24, height * 0.46 - radius * 0.25)
        pen.surface.blit(sheet, sheet.get_rect(center=(round(top[0]), round(top[1]))))


def _crown(pen: Pen, centre: Point, size: float) -> None:
    x, y = centre
    points = [
        (-1, 0.55),
        (-1.1, -0.45),
        (-0.5, 0.0),
        (0, -0.65),
        (0.5, 0.0),
        (1.1, -0.45),
        (1, 0.55),
    ]
    pen.polygon([(x + a * size, y + b * size) for a, b in points], DOUBT)
    for a, b in ((-1.1, -0.45), (0, -0.65), (1.1, -0.45)):
        pen.disc((x + a * size, y + b * size), size * 0.14, DOUBT)


def _counts(stage: Stage, pen: Pen, rect: pygame.Rect) -> None:
    """One bar a seat, as long as its hand."""
    seats = sorted(stage.view.seats, key=lambda s: (s.cards, s.seat))
    tall = min(rect.height / max(len(seats), 1), rect.height * 0.2)
    top = rect.top + (rect.height - tall * len(seats)) / 2
    most = max([s.cards for s in seats] or [0]) or 1
    for i, seat in enumerate(seats):
        line = pygame.Rect(rect.left, round(top + tall * i), rect.width, max(4, round(tall * 0.86)))
        radius = math.floor(line.height * 0.42)
        pen.badge((line.left + radius * 1.2, line.centery), radius, seat.buzzer)
        name = slice_rect(line, 0, 0, 0.46, 1)
        name.left += round(radius * 2.7)
        name.width -= round(radius * 2.7)
        won = seat.seat == stage.view.winner
        pen.words(seat.name, name, 42, TEXT if won else FAINT, "left")
        track = slice_rect(line, 0.48, 0.26, 0.86, 0.74)
        pen.box(track, track.height / 2, PANEL)
        if seat.cards:
            bar = slice_rect(track, 0, 0, max(0.06, seat.cards / most), 1)
            pen.box(bar, bar.height / 2, seat_colour(seat.buzzer))
        pen.words(str(seat.cards), slice_rect(line, 0.87, 0, 1, 1), 46, align="right")
