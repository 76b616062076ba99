"""A seat plays: the newest claim, the pile with its doubt window, and what comes next."""

import math

from appliance.display import cardart
from appliance.display.pen import Pen, Point, seat_colour
from appliance.display.quiet import pygame
from appliance.display.theme import ARENA, DOUBT, FAINT, GROUND, LINE, TEXT_COLOUR
from appliance.display.widgets import Easel, left_of, rect_at, slice_rect
from appliance.rules.cards import Rank
from appliance.table.facts import SeatFacts


def still(easel: Easel) -> None:
    """Claim, pile and next rank; on a tabletop claim and next stand on both sides."""
    pen, view = easel.pen, easel.view
    centre, radius = _ring(easel)
    tv = easel.plan.layout == "tv"
    low = 0.74 if tv and view.heaps else 0.97
    if view.heaps:
        _heaps(easel, centre, radius)
    else:
        cardart.pile(pen, centre, radius * 0.95, view.pile)
    _number(pen, centre, radius * (0.8 if view.heaps and not tv else 1.2), view.pile)
    if tv:
        body = easel.plan.body
        if view.beside:
            pen.words(view.beside, slice_rect(body, 0.015, low - 0.1, 0.37, low), 38, FAINT)
        _claim(easel, pen, slice_rect(body, 0.02, 0.03, 0.33, low - 0.12 * bool(view.beside)))
        _next(easel, pen, slice_rect(body, 0.69, 0.03, 0.98, low))
        return
    for sheet, whole in easel.parts():
        rect = slice_rect(whole, 0.0, 0, 0.66, 1)
        if view.beside:
            sheet.words(view.beside, slice_rect(rect, 0.02, 0.88, 0.98, 0.99), 28, FAINT)
            rect = slice_rect(rect, 0, 0, 1, 0.88)
        _claim(easel, sheet, slice_rect(rect, 0, 0.04, 0.62, 0.96))
        _next(easel, sheet, slice_rect(rect, 0.66, 0.04, 1, 0.96))


def moving(easel: Easel, at: int) -> None:
    """The doubt window as a ring round the pile that runs out."""
    pen, view, (centre, radius) = easel.pen, easel.view, _ring(easel)
    inner = radius - radius * 0.09
    pen.arc(centre, inner, radius, LINE)
    if view.window is not None:
        left, colour = left_of(view.window, at)
        pen.arc(centre, inner, radius, colour, part=left)
    elif view.open:
        pen.arc(centre, inner, radius, DOUBT)


def _ring(easel: Easel) -> tuple[Point, float]:
    body = easel.plan.body
    if easel.plan.layout == "tv" and easel.view.heaps:
        return (body.centerx, body.top + body.height * 0.375), body.height * 0.36
    return body.center, min(body.height * 0.49, body.width * 0.16)


def _number(pen: Pen, centre: Point, radius: float, count: int) -> None:
    """How many cards lie on the table, on a disc at the pile's middle."""
    pen.disc(centre, radius * 0.33, GROUND)
    rect, size = rect_at(centre, radius * 0.5, radius * 0.5), radius * 0.36 / pen.unit
    pen.words(str(count), rect, size, TEXT_COLOUR if count else FAINT)


def _heaps(easel: Easel, centre: Point, radius: float) -> None:
    """A small heap for each seat: above it in the strip, or towards where it sits."""
    pen, seats, body = easel.pen, easel.view.seats, easel.plan.body
    size = min(radius * 0.4, radius * 3.5 / max(len(seats), 1))
    for seat, slot in zip(seats, easel.plan.seats, strict=True):
        x, y = slot.rect.center
        if easel.plan.layout == "tv":
            _heap(pen, (x, body.bottom - body.height * 0.115), body.height * 0.2, seat)
            continue
        turn, away = math.atan2(x - centre[0], centre[1] - y), radius * 0.64
        place = (centre[0] + math.sin(turn) * away, centre[1] - math.cos(turn) * away)
        _heap(pen, place, size, seat)


def _heap(pen: Pen, place: Point, size: float, seat: SeatFacts) -> None:
    if seat.heap:
        cardart.pile(pen, place, size, min(seat.heap, 6))
    pen.disc(place, size * 0.36, seat_colour(seat.buzzer))
    pen.disc(place, size * 0.28, GROUND if seat.heap else ARENA)
    if seat.heap:
        side = max(4, size * 0.46)
        pen.words(str(seat.heap), rect_at(place, side, side), size * 0.34 / pen.unit)


def _claim(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """Who claims what: cards face down, and the claimed rank in the doubt's colour."""
    claim = easel.view.claim
    label = slice_rect(rect, 0, 0, 1, 0.16)
    if claim is None:
        pen.words(easel.words("turn.no-claim"), slice_rect(rect, 0, 0.3, 1, 0.7), 44, FAINT)
        return
    pen.words(easel.words("turn.claim"), label, 34, FAINT)
    tall = rect.height * 0.42
    cards = [cardart.back(pen, tall)] * min(claim.count, 8)
    cardart.fan(pen, (rect.centerx, rect.top + rect.height * 0.42), tall, cards)
    text = slice_rect(rect, 0, 0.68, 1, 1)
    claimant = easel.view.seats[claim.seat]
    pen.badge((rect.centerx, rect.top + rect.height * 0.47), tall * 0.26, claimant.buzzer)
    said = easel.words(f"rank.{claim.rank}.count", n=claim.count)
    pen.words(said, text, 84, DOUBT if easel.view.open else TEXT_COLOUR)


def _next(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """The rank that the next play must claim, as a card; "any" where the leader is free."""
    pen.words(easel.words("turn.next"), slice_rect(rect, 0, 0, 1, 0.16), 34, FAINT)
    rank = easel.view.required
    tall = min(rect.height * 0.76, rect.width * 1.3)
    place = (rect.centerx, rect.top + rect.height * 0.58)
    if rank is not None:
        cardart.lay(pen, cardart.face(pen, tall, rank), place, 0)
        return
    if easel.view.allowed:
        _allowed(pen, slice_rect(rect, 0.02, 0.2, 0.98, 0.98), easel.view.allowed)
        return
    card = rect_at(place, tall * cardart.RATIO, tall)
    pen.box(card, tall * 0.07, ARENA, FAINT, pen.px(4))
    pen.words(easel.words("turn.any-rank"), card.inflate(-pen.px(24), 0), 50, FAINT)


def _allowed(pen: Pen, rect: pygame.Rect, ranks: tuple[Rank, ...]) -> None:
    """A small card for each rank that the next play may claim, as large as they can be."""

    def tallest(rows: int) -> float:
        each = -(-len(ranks) // rows)
        return min(rect.height / rows * 0.94, rect.width / each / cardart.RATIO * 0.9)

    rows = max(range(1, len(ranks) + 1), key=tallest)
    each = -(-len(ranks) // rows)
    for i in range(rows):
        line = slice_rect(rect, 0, i / rows, 1, (i + 1) / rows)
        some = ranks[i * each : (i + 1) * each]
        cardart.row(pen, line, [cardart.face(pen, tallest(rows), rank) for rank in some])
