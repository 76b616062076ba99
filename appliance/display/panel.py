"""A seat's panel: its sign, its name, what it holds, what it is, and what its button does now."""

from dataclasses import replace

from appliance.core.effects import Rhythm
from appliance.core.signals import MS
from appliance.display import cardart, ring
from appliance.display.layout import Slot
from appliance.display.pen import Align, Colour, Pen, Point, ink_on, mix, seat_colour
from appliance.display.phrases import seats
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, GROUND, LIE, LINE, PANEL, TEXT_COLOUR, TRUTH
from appliance.display.widgets import Easel, Part, mark, put, rect_at, slice_rect, turned
from appliance.table.facts import Health, Role, SeatFacts
from appliance.words import Words

FEW_POINTS = 10
"""Points at or below this number are highlighted, as a last card is."""

RING_FROM = 250 * MS
"""A hold shows its ring only after this, so that a tap never flashes one."""

_TAGS: dict[Role, Colour] = {
    Role.WINNER: TRUTH,
    Role.LOSER: LIE,
    Role.TAKER: LIE,
    Role.LOSES: LIE,
    Role.DOUBTER: DOUBT,
    Role.CLAIMANT: TEXT_COLOUR,
    Role.TURN: TEXT_COLOUR,
    Role.LIVE: TEXT_COLOUR,
    Role.OUT: FAINT,
    Role.GONE: FAINT,
    Role.PASSED: FAINT,
    Role.READY: TRUTH,
}
"""The colour of a role's tag; who only sits has none."""
_AWAY = {Role.EMPTY, Role.OUT, Role.GONE}
_QUIET = {*_AWAY, Role.PASSED, Role.LIVE}
"""Roles that ask for nobody's eye: a thin edge, and no light behind."""


def seat_still(easel: Easel, slot: Slot, seat: SeatFacts) -> None:
    """All of a seat's panel that stands still: sign, name, cards, role, prompt."""
    pen, words, flat = easel.pen, easel.words, easel.plan.layout == "tabletop"
    key = (slot.size, pen.unit, flat, words, replace(seat, hold=None, rhythm=Rhythm.DIM))
    sheet = pen.kit.kept(key, lambda: _panel(pen, slot, seat, words, flat=flat))
    put(pen, sheet, slot)


def _panel(on: Pen, slot: Slot, seat: SeatFacts, words: Words, *, flat: bool) -> pygame.Surface:
    pen, rect = turned(on, slot)
    wide, away = _is_wide(rect.size), seat.role in _AWAY
    tag = _TAGS.get(seat.role)
    loud = tag is not None and seat.role not in _QUIET
    colour = seat_colour(seat.buzzer)
    fill = mix(PANEL, tag, 0.14) if tag and loud else mix(PANEL, GROUND, 0.55 if away else 0.0)
    edge = tag if tag and loud else (LINE if away else mix(PANEL, colour, 0.55))
    pen.box(rect, pen.px(22), fill, edge, pen.px(7 if loud else 3))
    at, radius = _sign(rect, seat)
    pen.badge(at, radius, seat.buzzer, 0.55 if away else 0.0)
    if seat.health is not None:
        _health(pen, rect, seat.health)
    if tag:
        place = slice_rect(rect, *((0.02, 0.0, 0.31, 0.2) if wide else (0.1, 0.0, 0.9, 0.115)))
        pen.box(place, place.height * 0.35, tag)
        word = words.say(seats.called(seat)).upper()
        pen.words(word, place.inflate(-place.height * 0.5, 0), 30, ink_on(tag))
    ink = FAINT if away else TEXT_COLOUR
    align: Align = "left" if wide else "centre"
    name = slice_rect(rect, *((0.33, 0.07, 0.75, 0.47) if wide else (0.05, 0.55, 0.95, 0.7)))
    prompt = slice_rect(rect, *prompt_part(rect.size))
    if seat.counted:
        name, counted = slice_rect(name, 0, 0, 0.48, 1), slice_rect(name, 0.52, 0.08, 0.98, 0.92)
        _counted(pen, counted, seat.counted)
    if not (seat.prompt or wide):
        name.height += prompt.height // 2
    pen.words(seat.name, name, 60 if wide else 52, ink, align)
    _hand(pen, rect, seat)
    if seat.ring is not None and flat:
        ring.at_seat(pen, slice_rect(rect, 0.3, 0.46, 0.98, 0.97), seat.ring, words)
    else:
        pen.words(seats.prompt(seat, words), prompt, 40, ink, align)
    return pen.surface


def seat_moving(easel: Easel, slot: Slot, seat: SeatFacts, at: int, bright: float) -> None:
    """A ring round a seat's sign, `bright` (0 to 1) as its lamp, and the ring of a hold."""
    pen = easel.pen
    local, radius = _sign(pygame.Rect((0, 0), slot.size), seat)
    centre = slot.point(*local)
    glow = mix(PANEL, seat_colour(seat.buzzer), bright)
    pen.arc(centre, radius * 1.27, radius * 1.42, glow)
    if seat.hold is not None:
        began, commits = seat.hold
        part = (at - began - RING_FROM) / max(1, commits - began - RING_FROM)
        if part > 0:
            pen.arc(centre, radius * 1.2, radius * 1.5, GROUND)
            pen.arc(centre, radius * 1.24, radius * 1.46, TEXT_COLOUR, start=-slot.turn, part=part)


def prompt_part(size: tuple[int, int]) -> Part:
    """Where the prompt stands in a panel of that size."""
    return (0.33, 0.48, 0.97, 0.96) if _is_wide(size) else (0.05, 0.7, 0.95, 0.97)


def _is_wide(size: tuple[int, int]) -> bool:
    return size[0] > 1.3 * size[1]


def _sign(rect: pygame.Rect, seat: SeatFacts) -> tuple[Point, float]:
    """Centre and radius of the badge in a panel."""
    if _is_wide(rect.size):
        radius = min(rect.height * 0.255, rect.width * 0.1)
        return (rect.left + rect.width * 0.165, rect.top + rect.height * 0.6), radius
    radius = min(rect.height * 0.145, rect.width * 0.205)
    aside = 0.345 if _holds(seat) else 0.5
    return (rect.left + rect.width * aside, rect.top + rect.height * 0.335), radius


def _holds(seat: SeatFacts) -> bool:
    """Whether a number of cards or points means anything for this seat now."""
    if seat.points is not None or seat.cards > 0:
        return True
    return seat.role not in {Role.EMPTY, Role.SEATED, Role.READY, Role.OUT, Role.GONE}


def _health(pen: Pen, rect: pygame.Rect, health: Health) -> None:
    """A small sign for what is known of the seat's buzzer: a ring, a tick, a wave, a cross."""
    wide = _is_wide(rect.size)
    radius = rect.height * 0.1 if wide else rect.width * 0.085
    centre = (rect.right - 1.9 * radius, rect.top + (1.9 * radius if wide else rect.height * 0.185))
    if health in (Health.GOOD, Health.STUCK):
        mark(pen, centre, radius, good=health is Health.GOOD)
        return
    pen.disc(centre, radius, DOUBT if health is Health.WORN else LINE)
    if health is Health.SILENT:
        pen.disc(centre, radius * 0.7, PANEL)
        return
    (x, y), far = centre, radius * 0.55
    wave = [(x - far, y + far * 0.5), (x - far / 3, y - far * 0.5)]
    wave += [(x + far / 3, y + far * 0.5), (x + far, y - far * 0.5)]
    pen.stroke(wave, radius * 0.24, GROUND)


def _hand(pen: Pen, rect: pygame.Rect, seat: SeatFacts) -> None:
    """A small card with the number in hand, or points on a coin; other colours for the last."""
    if not _holds(seat):
        return
    few = seat.cards <= 1 if seat.points is None else seat.points <= FEW_POINTS
    paper = DOUBT if few else cardart.PAPER
    wide = _is_wide(rect.size)
    place = slice_rect(rect, *((0.76, 0.09, 0.97, 0.47) if wide else (0.66, 0.19, 0.925, 0.49)))
    tall = min(place.height, place.width * 1.4)
    if seat.points is not None:
        radius = min(tall, place.width) / 2
        coin = (place.right - radius, place.centery) if wide else place.center
        for part, colour in ((1.0, paper), (0.9, mix(paper, GROUND, 0.22)), (0.84, paper)):
            pen.disc(coin, radius * part, colour)
        number = rect_at(coin, radius * 1.5, radius * 1.2)
        pen.words(str(seat.points), number, radius * 1.1 / pen.unit, GROUND)
        return
    card = rect_at(place.center, tall * 0.74, tall)
    if wide:
        card.midright = place.midright
    pen.box(card, tall * 0.12, paper)
    pen.words(str(seat.cards), card.inflate(-tall * 0.14, 0), tall * 0.52 / pen.unit, GROUND)


def _counted(pen: Pen, rect: pygame.Rect, count: int) -> None:
    """One small card back for each card tapped so far, and their number."""
    number = pygame.Rect(rect.left, rect.top, round(rect.width * 0.34), rect.height)
    pen.words(str(count), number, 52, DOUBT)
    card = cardart.back(pen, rect.height * 0.9)
    cards = pygame.Rect(number.right, rect.top, rect.right - number.right, rect.height)
    cardart.row(pen, cards, [card] * min(count, 12))
