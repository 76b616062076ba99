"""A seat's turn: the newest claim, the pile with its doubt window, and the next move."""

import math

from appliance.core.signals import MS
from appliance.display import cardart, curtain, show
from appliance.display.pen import STANDS, TALL, Pen, Point, mix, seat_colour
from appliance.display.quiet import pygame
from appliance.display.theme import CREAM, DOUBT, FAINT, GROUND, LIE, LINE, TEXT_COLOUR
from appliance.display.view import View
from appliance.display.widgets import Easel, felt, left_of, rect_at, slice_rect
from appliance.table.facts import Role, SeatFacts
from bluffing.game import Claim

_INKED = (0x2A, 0x1A, 0x33)
"""The colour of text on a speech bubble."""

_SPEAKS = 0.59
"""Right end of the speaker's part, in widths of the body."""

_BEATS = 5
"""Number of sizes of a heartbeat."""
_SPARK = 66 * MS
_SPARKS = (0, 23, 9, 37, 16)
"""Leans of the burning fuse's rays in degrees, one after the other."""


def still(easel: Easel) -> None:
    """Draw the speaker with the claim, the pile and the next rank; a tabletop has two claims."""
    if _sleeps(easel.view):
        curtain.still(easel)
        return
    pen, view = easel.pen, easel.view
    centre, radius = _ring(easel)
    tv, stacks = easel.plan.layout == "tv", easel.plan.stacks
    low = 0.74 if tv and view.play.heaps else 0.97
    if view.play.heaps:
        _heaps(easel)
    else:
        cardart.pile(pen, centre, radius * 0.95, view.play.pile)
    _number(pen, centre, radius * (0.8 if view.play.heaps and not tv else 1.2), view.play.pile)
    if tv:
        body, top = easel.plan.body, low - (0.36 if view.play.heaps else 0.4) if stacks else 0.03
        wide = 0.58 if stacks else _SPEAKS if _is_stage(easel) else 0.37
        if view.play.beside:
            line = slice_rect(body, 0.015, low - 0.1, wide, low)
            for lines in (1, 2):
                more = max(0, round(1.26 * lines * pen.least) - line.height)
                line.top, line.height = line.top - more, line.height + more
                if pen.kit.fits(view.play.beside, line.size, pen.style(38, FAINT)):
                    break
            pen.words(view.play.beside, line, 38, FAINT)
        claim = slice_rect(body, 0.02, top, wide - 0.04, low - 0.12 * bool(view.play.beside))
        if view.play.beside:
            claim.height = min(claim.height, line.top - claim.top)
        (_speaker if _is_stage(easel) else _claim)(easel, pen, claim)
        begins = 0.6 if stacks else 0.86 if _is_stage(easel) else 0.69
        _next(easel, pen, slice_rect(body, begins, top, 0.99 if begins > 0.8 else 0.98, low))
        return
    for sheet, whole in easel.parts():
        rect = slice_rect(whole, 0.0, 0, 0.66, 1)
        if view.play.beside:
            sheet.words(view.play.beside, slice_rect(rect, 0.01, 0.74, 0.99, 1), 28, FAINT)
            rect = slice_rect(rect, 0, 0, 1, 0.76)
        _claim(easel, sheet, slice_rect(rect, 0, 0.04, 0.62, 0.96))
        _next(easel, sheet, slice_rect(rect, 0.66, 0.04, 1, 0.96))


def moving(easel: Easel, at: int) -> None:
    """Draw the doubt window as a burning fuse round the pile, and a play on its way to the pile."""
    if _sleeps(easel.view):
        return
    pen, view, (centre, radius) = easel.pen, easel.view, _ring(easel)
    inner = radius - radius * 0.09
    pen.arc(centre, inner, radius, LINE)
    if view.play.window is not None:
        left, colour = left_of(view.play.window, at)
        pen.arc(centre, inner, radius, colour, part=left)
        if not easel.calm and 0 < left < 1:
            _burns(easel, at, left)
    elif view.play.open:
        pen.arc(centre, inner, radius, DOUBT)
    if not easel.calm and view.play.claim is not None and at < show.until(view):
        _flies(easel, view.play.claim, at)


def _sleeps(view: View) -> bool:
    """Return True if the table has been idle long enough for the curtain."""
    return view.idle is not None and view.idle.asleep


def _burns(easel: Easel, at: int, left: float) -> None:
    """Draw sparks at the fuse; near its end the number on the pile beats like a heart."""
    pen, view, (centre, radius) = easel.pen, easel.view, _ring(easel)
    if view.play.window is not None and (beat := round(show.pulse(view.play.window, at) * _BEATS)):
        big = radius * 0.33 * (1 + 0.3 * beat / _BEATS)
        pen.disc(centre, big, mix(GROUND, LIE, 0.75 * beat / _BEATS))
        room = rect_at(centre, big * 1.5, big * 1.5)
        pen.words(str(view.play.pile), room, radius * 0.36 / pen.unit, TEXT_COLOUR)
    turn, away = 2 * math.pi * left, radius * 0.955
    x, y = centre[0] + math.sin(turn) * away, centre[1] - math.cos(turn) * away
    sparks = pen.kit.kept(
        ("sparks", round(radius), step := at // _SPARK % len(_SPARKS)),
        lambda: _sparks(pen, radius * 0.16, _SPARKS[step]),
    )
    pen.surface.blit(sparks, rect_at((x, y), *sparks.get_size()))


def _sparks(on: Pen, radius: float, lean: int) -> pygame.Surface:
    """A bright point with rays."""
    side = 2 * math.ceil(radius) + 2
    sheet = pygame.Surface((side, side), pygame.SRCALPHA)
    pen, middle = on.on(sheet), side / 2
    for i in range(7):
        turn, far = math.radians(lean + i * 360 / 7), radius * (1 if i % 2 else 0.7)
        tip = (middle + math.sin(turn) * far, middle - math.cos(turn) * far)
        pen.stroke([(middle, middle), tip], max(1.0, radius * 0.12), DOUBT)
    pen.disc((middle, middle), radius * 0.4, TEXT_COLOUR)
    return sheet


def _flies(easel: Easel, claim: Claim, at: int) -> None:
    """Draw the cards of the newest play, on their way from the claimant's panel to their place."""
    pen, view, (centre, radius) = easel.pen, easel.view, _ring(easel)
    tall, goal = radius * 0.7, centre
    if view.play.heaps:
        goal, size = _heap_place(easel, claim.seat)
        tall = size
    begins = easel.plan.seats[claim.seat].rect.center
    card = cardart.back(pen, tall)
    for i in range(min(claim.count, 5)):
        run = (at - (view.show.began or 0)) / show.SLIDE - 0.08 * i
        if 0 <= run < 1:
            ease = 1 - (1 - run) ** 3
            x, y = (a + (b - a) * ease for a, b in zip(begins, goal, strict=True))
            cardart.lay(pen, card, (x + i * tall * 0.1, y), 14 * i - 20)


def _ring(easel: Easel) -> tuple[Point, float]:
    body = easel.plan.body
    if easel.plan.stacks:  # over the claim and what comes next
        part = 0.175 if easel.view.play.heaps else 0.28
        place = (body.centerx, round(body.top + body.height * (part + 0.015)))
        return place, min(body.height * part, body.width * 0.4)
    if easel.plan.layout == "tv" and easel.view.play.heaps:
        # about a whole pixel: such a ring is drawn by a quarter
        x, widest = (0.715, 0.135) if _is_stage(easel) else (0.5, 0.16)
        radius = min(body.height * 0.36, body.width * widest)
        centre = (round(body.left + body.width * x), round(body.top + body.height * 0.375))
        return centre, radius
    radius = min(max(body.size) * 0.16, min(body.size) * 0.49)
    if _is_stage(easel):
        centre = (round(body.left + body.width * 0.715), body.centery)
        return centre, min(radius, body.width * 0.135)
    return body.center, radius


def _is_stage(easel: Easel) -> bool:
    """Return True if there is room for a large speaker beside the pile."""
    return easel.plan.layout == "tv" and not easel.plan.stacks and not easel.plan.upright


def _number(pen: Pen, centre: Point, radius: float, count: int) -> None:
    """Draw the number of cards on the table, on a disc at the pile's middle."""
    pen.disc(centre, radius * 0.33, GROUND)
    rect, size = rect_at(centre, radius * 0.5, radius * 0.5), radius * 0.36 / pen.unit
    pen.words(str(count), rect, size, TEXT_COLOUR if count else FAINT)


def _heaps(easel: Easel) -> None:
    """Draw a small heap for each seat: above it in the strip, or towards its edge."""
    for number, seat in enumerate(easel.view.seats):
        _heap(easel.pen, *_heap_place(easel, number), seat)


def _heap_place(easel: Easel, number: int) -> tuple[Point, float]:
    """Place of a seat's heap, and the height of its cards."""
    body, (centre, radius) = easel.plan.body, _ring(easel)
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
    pen.words(str(seat.heap), rect_at(place, side, side), large * 0.34 / pen.unit)
    pen.badge((place[0] - large * 0.42, place[1] + large * 0.2), large * 0.2, seat.buzzer)


def _label(pen: Pen, rect: pygame.Rect) -> pygame.Rect:
    """The line at the top, as high as it must be."""
    line = slice_rect(rect, 0, 0, 1, 0.16)
    line.height = max(line.height, round(1.26 * pen.least))
    return line


def _claim(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """Draw the claim: cards face down, and the claimed rank in the doubt's colour."""
    claim = easel.view.play.claim
    label = _label(pen, rect)
    if claim is None:
        pen.words(easel.words("turn.no-claim"), slice_rect(rect, 0, 0.3, 1, 0.7), 44, FAINT)
        return
    pen.words(easel.words("turn.claim"), label, 34, FAINT)
    tall = min(rect.height * 0.42, rect.width * 0.55)
    cards = [cardart.back(pen, tall)] * min(claim.count, 8)
    cardart.fan(pen, (rect.centerx, rect.top + rect.height * 0.42), tall, cards)
    text = slice_rect(rect, 0, 0.68, 1, 1)
    claimant = easel.view.seats[claim.seat]
    at = (rect.centerx, rect.top + rect.height * 0.47)
    mood = easel.mood(claimant)
    pen.badge(at, tall * 0.36, claimant.buzzer, avatar=claimant.avatar, mood=mood)
    claim_text = easel.words(f"rank.{claim.rank}.count", n=claim.count)
    pen.words(claim_text, text, 84, DOUBT if easel.view.play.open else TEXT_COLOUR)


def _speaker(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """The claimant, large, and the claim in a bubble; without a claim the player on turn."""
    claim, view = easel.view.play.claim, easel.view
    turns = [seat for seat in view.seats if seat.role is Role.TURN]
    if claim is None and not turns:
        _claim(easel, pen, rect)
        return
    seat = turns[0] if claim is None else view.seats[claim.seat]
    tall = min(rect.height * 1.02, rect.width * 0.36)
    radius, mouth = tall / TALL, rect.bottom - tall * 0.4
    if claim is not None:
        tip = (rect.left + radius * 2.2, mouth)
        _bubble(easel, pen, slice_rect(rect, 0.35, 0, 1, 0.9), tip, claim)
    at = (rect.left + radius * 1.25, rect.bottom - radius * STANDS)
    pen.badge(at, radius, seat.buzzer, avatar=seat.avatar, mood=easel.mood(seat))


def _bubble(easel: Easel, pen: Pen, rect: pygame.Rect, tip: Point, claim: Claim) -> None:
    """The cards as claimed, in a bubble whose tail ends at `tip`."""
    edge, wide, (x, y) = DOUBT if easel.view.play.open else LINE, pen.px(7), tip
    begins, half = rect.left + pen.px(30), rect.height * 0.08
    pen.polygon([(x - 2 * wide, y), (begins, y - half - wide), (begins, y + half + wide)], edge)
    pen.box(rect, pen.px(40), CREAM, edge, wide)
    pen.polygon([(x, y), (begins, y - half), (begins, y + half)], CREAM)
    shown = slice_rect(rect, 0.06, 0.07, 0.94, 0.66)
    tall = min(shown.height, shown.width / 3.4 / cardart.RATIO)
    card = cardart.face(pen, tall, claim.rank, easel.words)
    cardart.row(pen, shown, [card] * min(claim.count, 12))
    cards = easel.words(f"rank.{claim.rank}.count", n=claim.count)
    pen.words(cards, slice_rect(rect, 0.05, 0.67, 0.95, 0.97), 92, _INKED)


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
    card = rect_at(place, tall * cardart.RATIO, tall)
    pen.box(card, tall * 0.07, felt(easel.view)[1], FAINT, pen.px(4))
    pen.words(easel.words("turn.any-rank"), card.inflate(-pen.px(12), 0), 50, FAINT)


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
