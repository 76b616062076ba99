"""Places of a turn: speaker, bubble and rope, the pile or the heaps, and the next rank."""

import math
from typing import NamedTuple

from appliance.display import rope
from appliance.display.pen import Pen, Point
from appliance.display.quiet import pygame
from appliance.display.widgets import Easel, slice_rect
from appliance.table.facts import Role, SeatFacts

ROPE_APART = 26
"""Distance of the rope from the edge of a bubble."""


class TurnParts(NamedTuple):
    """Parts of a tv's body: the speaker and the bubble, a line below them, and the next rank."""

    speaker: pygame.Rect
    beside: pygame.Rect
    next: pygame.Rect


def scene_of(easel: Easel) -> TurnParts:
    """Divide the body of a tv; on an upright one the speaker is above the other parts."""
    body, heaps = easel.plan.body, easel.view.play.heaps
    if easel.plan.upright:
        ends, low = (0.53, 0.76) if heaps else (0.6, 0.98)
        speaker = slice_rect(body, 0.01, 0.02, 0.98, ends)
        if not easel.view.play.beside:
            return TurnParts(speaker, speaker, slice_rect(body, 0.56, ends + 0.02, 0.98, low))
        line = _line(easel, slice_rect(body, 0.02, low - 0.09, 0.54, low))
        return TurnParts(speaker, line, slice_rect(body, 0.56, ends + 0.02, 0.98, low))
    low = 0.74 if heaps else 0.97
    speaker = slice_rect(body, 0.01, 0.03, 0.62, low)
    if not easel.view.play.beside:
        return TurnParts(speaker, speaker, slice_rect(body, 0.86, 0.03, 0.99, low))
    line = _line(easel, slice_rect(body, 0.015, low - 0.1, 0.62, low))
    speaker.height = line.top - speaker.top - easel.pen.px(14)
    return TurnParts(speaker, line, slice_rect(body, 0.86, 0.03, 0.99, low))


def _line(easel: Easel, line: pygame.Rect) -> pygame.Rect:
    """Return `line` as high as its words need it: a line, or two."""
    pen, text = easel.pen, easel.view.play.beside
    for lines in (1, 2):
        more = max(0, round(1.26 * lines * pen.least) - line.height)
        line.top, line.height = line.top - more, line.height + more
        if pen.kit.fits(text, line.size, pen.style(38)):
            break
    return line


def pile_of(easel: Easel) -> tuple[Point, float]:
    """Centre of the pile and its radius, which on a tabletop is that of the rope."""
    body, heaps = easel.plan.body, easel.view.play.heaps
    if easel.plan.layout == "tabletop":
        return body.center, min(max(body.size) * 0.16, min(body.size) * 0.49)
    scene = scene_of(easel)
    if easel.plan.upright:
        room = pygame.Rect(body.left, scene.next.top, round(body.width * 0.54), scene.next.height)
        if easel.view.play.beside:
            room.height = scene.beside.top - room.top
        return room.center, min(room.height * 0.5, room.width * 0.4)
    x, y = round(body.left + body.width * 0.74), scene.next.centery
    return (x, y), min(body.height * (0.36 if heaps else 0.49), body.width * 0.11)


def heap_of(easel: Easel, number: int) -> tuple[Point, float]:
    """Place of a seat's heap, above it in the strip or towards its edge, and its cards' height."""
    body, (centre, radius) = easel.plan.body, pile_of(easel)
    x, y = easel.plan.seats[number].rect.center
    if easel.plan.layout == "tv":
        tall = body.height * 0.2
        if easel.plan.upright:
            each = body.width / len(easel.plan.seats)
            x, tall = round(body.left + each * (number + 0.5)), min(tall, each * 1.1)
        return (x, body.bottom - body.height * 0.115), tall
    turn, away = math.atan2(x - centre[0], centre[1] - y), radius * 0.64
    place = (centre[0] + math.sin(turn) * away, centre[1] - math.cos(turn) * away)
    return place, min(radius * 0.4, radius * 3.5 / max(len(easel.view.seats), 1))


def speaker_of(easel: Easel) -> SeatFacts | None:
    """Return the seat that has claimed, or without a claim the seat on turn."""
    claim, seats = easel.view.play.claim, easel.view.seats
    if claim is not None:
        return seats[claim.seat]
    return next((seat for seat in seats if seat.role is Role.TURN), None)


def bubble_of(pen: Pen, speaker: pygame.Rect) -> pygame.Rect:
    """Return the bubble beside a speaker, with room for the rope about it."""
    apart = pen.px(ROPE_APART) + pen.px(10)
    room = slice_rect(speaker, 0.35, 0, 1, 1)
    return pygame.Rect(
        room.left, room.top + apart, room.width - apart, max(1, room.height - 2 * apart)
    )


def rope_of(easel: Easel) -> rope.Path:
    """Return the path of the rope: about the bubble, on a tabletop round the pile."""
    pen = easel.pen
    if easel.plan.layout == "tabletop":
        centre, radius = pile_of(easel)
        return rope.round_path(pen, centre, radius - pen.px(8))
    if easel.view.play.claim is None:
        return ()
    apart = pen.px(ROPE_APART)
    around = bubble_of(pen, scene_of(easel).speaker).inflate(0, 2 * apart)
    around.width += apart
    return rope.about(pen, around, pen.px(40) + apart)
