"""A seat's turn: the newest claim, the pile with its doubt window, and the next move."""

from appliance.display import cardart, curtain, rope, show
from appliance.display.pen import Pen, Point, mix, seat_colour
from appliance.display.quiet import pygame
from appliance.display.screens import speech
from appliance.display.screens.game_plan import heap_of, pile_of, rope_of, scene_of
from appliance.display.theme import FAINT, GROUND, LIE, LINE, TEXT_COLOUR
from appliance.display.view import View
from appliance.display.widgets import Easel, felt_of, left_of, rect_at, slice_rect
from appliance.table.facts import SeatFacts
from bluffing.game import Claim

_BEATS = 5
"""Number of sizes of a heartbeat."""


def still(easel: Easel) -> None:
    """The speaker with the claim, pile and next rank; on a tabletop the claim is on both sides."""
    if _sleeps(easel.view):
        curtain.still(easel)
        return
    pen, view = easel.pen, easel.view
    centre, radius = pile_of(easel)
    tv = easel.plan.layout == "tv"
    if view.play.heaps:
        _heaps(easel)
    else:
        cardart.pile(pen, centre, radius * (1.25 if tv else 0.95), view.play.pile)
    _number(pen, centre, radius * (0.8 if view.play.heaps and not tv else 1.2), view.play.pile)
    if tv:
        scene = scene_of(easel)
        if view.play.beside:
            pen.words(view.play.beside, scene.beside, 38, FAINT)
        speech.beside_speaker(easel, pen, scene.speaker)
        _next(easel, pen, scene.next)
        return
    for sheet, whole in easel.parts():
        rect = slice_rect(whole, 0.0, 0, 0.66, 1)
        if view.play.beside:
            sheet.words(view.play.beside, slice_rect(rect, 0.01, 0.74, 0.99, 1), 28, FAINT)
            rect = slice_rect(rect, 0, 0, 1, 0.76)
        speech.over_speaker(easel, sheet, slice_rect(rect, 0.01, 0.03, 0.64, 0.98))
        _next(easel, sheet, slice_rect(rect, 0.66, 0.04, 1, 0.96))


def moving(easel: Easel, at: int) -> None:
    """The doubt window as a rope that burns down; a play on its way to the pile."""
    if _sleeps(easel.view):
        return
    pen, view, path = easel.pen, easel.view, rope_of(easel)
    if easel.plan.layout == "tabletop" and not view.play.open:
        pen.arc(*_plate(easel), LINE)
    if view.play.window is not None and path:
        left, colour = left_of(view.play.window, at)
        burns = 0 < left < 1 and not easel.calm
        if burns:
            _beats(easel, at)
        rope.draw(pen, path, left, rope.colour(colour))
        if burns:
            rope.spark(pen, path, left, at)
    elif view.play.open and path:
        rope.draw(pen, path, 1)
    if not easel.calm and view.play.claim is not None and at < show.until(view):
        _flies(easel, view.play.claim, at)


def _plate(easel: Easel) -> tuple[Point, float, float]:
    """Return the ring about the pile of a tabletop, while there is no rope about it."""
    centre, radius = pile_of(easel)
    return centre, radius * 0.97, radius


def _sleeps(view: View) -> bool:
    """Return True if the table has been idle long enough for the curtain."""
    return view.idle is not None and view.idle.asleep


def _beats(easel: Easel, at: int) -> None:
    """Let the number on the pile beat like a heart near the end of the rope."""
    pen, view, (centre, radius) = easel.pen, easel.view, pile_of(easel)
    if view.play.window is not None and (beat := round(show.pulse(view.play.window, at) * _BEATS)):
        big = radius * 0.33 * (1 + 0.3 * beat / _BEATS)
        pen.disc(centre, big, mix(GROUND, LIE, 0.75 * beat / _BEATS))
        room = rect_at(centre, big * 1.5, big * 1.5)
        pen.words(str(view.play.pile), room, radius * 0.36 / pen.unit, TEXT_COLOUR, face="shout")


def _flies(easel: Easel, claim: Claim, at: int) -> None:
    """Draw the cards of the newest play, on their way from the claimant's panel to their place."""
    pen, view, (centre, radius) = easel.pen, easel.view, pile_of(easel)
    tall, goal = radius * 0.7, centre
    if view.play.heaps:
        goal, size = heap_of(easel, claim.seat)
        tall = size
    begins = easel.plan.seats[claim.seat].rect.center
    card = cardart.back(pen, tall)
    for i in range(min(claim.count, 5)):
        run = (at - (view.show.began or 0)) / show.SLIDE - 0.08 * i
        if 0 <= run < 1:
            ease = 1 - (1 - run) ** 3
            x, y = (a + (b - a) * ease for a, b in zip(begins, goal, strict=True))
            cardart.lay(pen, card, (x + i * tall * 0.1, y), 14 * i - 20)


def _number(pen: Pen, centre: Point, radius: float, count: int) -> None:
    """Draw the number of cards on the table on a disc; an empty pile has none."""
    if not count:
        return
    pen.disc(centre, radius * 0.33, GROUND)
    tall = max(radius * 0.36, pen.least)
    rect = rect_at(centre, tall * 1.4, tall * 1.4)
    pen.words(str(count), rect, tall / pen.unit, TEXT_COLOUR, face="shout")


def _heaps(easel: Easel) -> None:
    """Draw a small heap for each seat: above it in the strip, or towards its edge."""
    for number, seat in enumerate(easel.view.seats):
        _heap(easel.pen, *heap_of(easel, number), seat)


def _heap(pen: Pen, place: Point, size: float, seat: SeatFacts) -> None:
    """Draw the number of cards before a seat beside its sign, or the sign alone."""
    large = max(size, pen.least * 2.6)
    if not seat.heap:
        pen.badge(place, large * 0.3, seat.buzzer)
        return
    cardart.pile(pen, place, size, min(seat.heap, 6))
    pen.disc(place, large * 0.36, seat_colour(seat.buzzer))
    pen.disc(place, large * 0.3, GROUND)
    side = max(4, large * 0.5)
    pen.words(str(seat.heap), rect_at(place, side, side), large * 0.34 / pen.unit, face="shout")
    pen.badge((place[0] - large * 0.42, place[1] + large * 0.2), large * 0.2, seat.buzzer)


def _label(pen: Pen, rect: pygame.Rect) -> pygame.Rect:
    """The line at the top, as high as it must be."""
    line = slice_rect(rect, 0, 0, 1, 0.16)
    line.height = max(line.height, round(1.26 * pen.least))
    return line


def _next(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """Draw the rank that the next play must claim, as a card; "any" for a free leader."""
    pen.words(easel.words("turn.next"), _label(pen, rect), 34, FAINT)
    rank = easel.view.play.required
    tall = min(rect.height * 0.76, rect.width * 1.3)
    place = (rect.centerx, rect.top + rect.height * 0.58)
    if rank is not None:
        cardart.lay(pen, cardart.face(pen, tall, rank, easel.words), place, 0)
        return
    if easel.view.play.allowed:
        _allowed(easel, pen, slice_rect(rect, 0.02, 0.2, 0.98, 0.98))
        return
    text, card = easel.words("turn.any-rank"), rect_at(place, tall * cardart.RATIO, tall)
    fits = pen.kit.fits(text, card.inflate(-pen.px(12), 0).size, pen.style(50, FAINT))
    if easel.plan.upright or not fits:
        card = rect_at(place, rect.width * 0.98, tall)
    pen.box(card, tall * 0.07, felt_of(easel.view)[1], FAINT, pen.px(4))
    pen.words(text, card.inflate(-pen.px(12), 0), 50, FAINT)


def _allowed(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """Draw a small card for each rank that the next play may claim, as large as possible."""
    ranks, words = easel.view.play.allowed, easel.words

    def tallest(rows: int) -> float:
        each = -(-len(ranks) // rows)
        return min(rect.height / rows * 0.94, rect.width / each / cardart.RATIO * 0.9)

    rows = max(range(1, len(ranks) + 1), key=tallest)
    each = -(-len(ranks) // rows)
    for i in range(rows):
        line = slice_rect(rect, 0, i / rows, 1, (i + 1) / rows)
        some = ranks[i * each : (i + 1) * each]
        cards = [cardart.face(pen, tallest(rows), rank, words) for rank in some]
        cardart.row(pen, line, cards)
