"""A seat's panel: its sign, name, cards or points, role, and its button's current action."""

import math
from dataclasses import replace

from appliance.core.effects import Rhythm
from appliance.display import cardart, motion, ring, seat_words
from appliance.display.cast.faces import Mood
from appliance.display.layout import Slot
from appliance.display.pen import (
    STANDS,
    TALL,
    Align,
    Colour,
    Kit,
    Pen,
    Point,
    ink_on,
    mix,
    seat_colour,
)
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, GROUND, LIE, LINE, PANEL, TEXT_COLOUR, TRUTH
from appliance.display.widgets import (
    FLASH,
    Easel,
    facing,
    flash_due,
    flashes,
    mark,
    put,
    rect_at,
    slice_rect,
    turned,
)
from appliance.table.facts import COUNTING, Health, Role, SeatFacts
from appliance.words import Words

FEW_POINTS = 10
"""Points at or below this number are highlighted, as a last card is."""


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
"""The colour of a role's tag; a role of players who only sit has none."""

_PROMPT = 40
"""The size of the letters of a prompt."""

_LINE = 1.24
"""The height of a line by the size of its letters."""

_AWAY = {Role.EMPTY, Role.OUT, Role.GONE}
_QUIET = {*_AWAY, Role.PASSED, Role.LIVE}
"""Roles that need no attention: a thin edge, and no light behind."""


def seat_still(easel: Easel, slot: Slot, seat: SeatFacts) -> None:
    """Draw the still part of a seat's panel: sign, name, cards, role, prompt."""
    pen, words = easel.pen, easel.words
    keyed = easel.plan.reach is not None
    ringed = easel.plan.layout == "tabletop" and not keyed
    key = (
        slot.size,
        pen.unit,
        ringed,
        keyed,
        words,
        replace(seat, button=replace(seat.button, hold=None, pressed=None), rhythm=Rhythm.DIM),
    )
    sheet = pen.kit.kept(key, lambda: _panel(pen, slot, seat, words, ringed, keyed))
    put(pen, sheet, slot)


def _panel(  # noqa: PLR0917 - what a panel depends on
    on: Pen, slot: Slot, seat: SeatFacts, words: Words, ringed: bool, keyed: bool
) -> pygame.Surface:
    """Draw a panel: `ringed` with the seat's choices in it, `keyed` with keys below it."""
    pen, rect = turned(on, slot)
    wide, low, away = _is_wide(rect.size), _is_low(rect.size, pen.least), seat.role in _AWAY
    tag = _TAGS.get(seat.role)
    loud = tag is not None and seat.role not in _QUIET
    colour = seat_colour(seat.buzzer)
    fill = mix(PANEL, tag, 0.14) if tag and loud else mix(PANEL, GROUND, 0.55 if away else 0.0)
    edge = tag if tag and loud else (LINE if away else mix(PANEL, colour, 0.55))
    pen.box(rect, pen.px(22), fill, edge, pen.px(7 if loud else 3))
    _number(pen, rect, seat, 0.55 if away else 0.0)
    if seat.button.health is not None and not _holds(seat):  # in a game its cards have that place
        _health(pen, rect, seat.button.health)
    place = _tag_place(pen, rect)
    if tag:
        pen.box(place, place.height * 0.35, tag)
        word = words.say(seat_words.called(seat))
        pen.words(word, place.inflate(-pen.px(4), 0), 28, ink_on(tag), face="talk")
    ink = FAINT if away else TEXT_COLOUR
    align: Align = "left" if wide else "centre"
    name, prompt = _words_places(pen, rect, tagged=bool(tag))
    if low and not _is_square(rect.size):  # its keys have taken the prompt's part
        name, prompt = slice_rect(rect, 0.16, 0.1, 0.77, 0.9), pygame.Rect(0, 0, 0, 0)
        if tag:
            name = _beside(pen, rect, place)
    tint, text = DOUBT if seat.reply is not None else ink, seat_words.prompt(seat, words)
    by_keys = keyed and (seat.ring is not None or seat.prompt in COUNTING)  # the keys say it, too
    silent = by_keys and not pen.kit.fits(text, prompt.size, pen.style(_PROMPT, face="talk"))
    if seat.counted:
        counted = prompt
        if not silent or not prompt.width:
            name, counted = slice_rect(name, 0, 0, 0.58, 1), slice_rect(name, 0.6, 0.04, 1, 0.96)
        more = max(0, round(1.26 * pen.least) - counted.height)
        _counted(pen, counted.inflate(0, more), seat.counted)
    if not (seat.prompt or seat.reply or wide):
        name.height += prompt.height // 2
    pen.words(seat.name, name, 60 if wide else 52, ink, align, face="talk")
    _hand(pen, rect, seat)
    if seat.ring is not None and ringed:
        ring.at_seat(pen, slice_rect(rect, 0.3, 0.5, 0.98, 0.975), seat.ring, words)
    elif not silent:
        pen.words(text, prompt, _PROMPT, tint, align, face="talk")
    return pen.surface


def _number(pen: Pen, rect: pygame.Rect, seat: SeatFacts, dim: float) -> None:
    """Draw the sign of a seat without a puppet; a puppet is drawn over the ring of its lamp."""
    if not _has_puppet(pen, rect, seat):
        at, radius = _sign(rect, seat, pen.least)
        pen.badge(at, radius, seat.buzzer, dim, seat.avatar)


def _words_places(pen: Pen, rect: pygame.Rect, *, tagged: bool) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the places of name and prompt; a prompt of more lines has more of the panel."""
    top, least = 0.22 if tagged else 0.06, pen.floor or pen.least
    if _is_square(rect.size):
        return slice_rect(rect, 0.33, top, 0.72, 0.58), slice_rect(rect, 0.03, 0.6, 0.97, 0.98)
    if _is_wide(rect.size):
        if 0.43 * rect.height < _LINE * 2 * least:
            name = slice_rect(rect, 0.33, top - 0.02, 0.75, 0.47)
            return name, slice_rect(rect, 0.28, 0.47, 0.995, 1)
        return slice_rect(rect, 0.33, top, 0.75, 0.54), slice_rect(rect, 0.33, 0.55, 0.98, 0.98)
    few = 0.355 * rect.height < _LINE * 3 * least
    if few or rect.height > max(pen.px(320), 1.5 * rect.width):
        return slice_rect(rect, 0.04, 0.47, 0.96, 0.595), slice_rect(rect, 0.01, 0.595, 0.99, 0.99)
    return slice_rect(rect, 0.04, 0.5, 0.96, 0.63), slice_rect(rect, 0.04, 0.63, 0.96, 0.985)


def _tag_place(pen: Pen, rect: pygame.Rect) -> pygame.Rect:
    """Place of the tag: at the top, and in a low panel above the name or beside it."""
    wide = _is_wide(rect.size)
    place = slice_rect(rect, *((0.02, 0.0, 0.62, 0.0) if wide else (0.01, 0.0, 0.99, 0.0)))
    place.height = max(pen.px(33), round(pen.least * 1.24))
    if _is_low(rect.size, pen.least):
        left, width = (0.15, 0.64) if _is_stacked(pen, rect) else (0.43, 0.36)
        place.left, place.width = round(rect.width * left), round(rect.width * width)
    return place


def _is_stacked(pen: Pen, rect: pygame.Rect) -> bool:
    """Return True if a low panel has room for the tag above the name."""
    return rect.height > 2.6 * pen.least


def _beside(pen: Pen, rect: pygame.Rect, tag: pygame.Rect) -> pygame.Rect:
    """Return the place of the name in a low panel with a tag."""
    if not _is_stacked(pen, rect):
        return slice_rect(rect, 0.16, 0.1, 0.42, 0.9)
    return pygame.Rect(tag.left, tag.bottom, tag.width, rect.bottom - pen.px(6) - tag.bottom)


def least_width(kit: Kit, letter: int, seat: SeatFacts, words: Words) -> int:
    """Width that a high panel needs for the seat's tag and name in letters of `letter` pixels."""
    tag = words.say(seat_words.called(seat)) if seat.role in _TAGS else ""
    edges = letter // 2
    return (
        max(round(kit.wide(tag, letter) / 0.98), round(kit.wide(seat.name, letter) / 0.92)) + edges
    )


def seat_moving(easel: Easel, slot: Slot, seat: SeatFacts, at: int, bright: float) -> None:
    """Draw a ring about a seat's sign, `bright` (0 to 1) as its lamp, and the ring of a hold.

    Both are behind a puppet.
    """
    pen, whole, mood = easel.pen, pygame.Rect((0, 0), slot.size), easel.mood(seat)
    local, radius = _sign(whole, seat, pen.least)
    puppet = mood is not None and _has_puppet(pen, whole, seat)
    if puppet:
        local, stands = _puppet(whole, seat, pen.least)
        radius = stands * _HALO
    centre = slot.point(*local)
    pen.arc(centre, radius * 1.27, radius * 1.42, seat_colour(seat.buzzer), bright=bright)
    if seat.button.pressed is not None and flashes(seat.button.pressed, at):
        fades = 1 - (at - seat.button.pressed) / FLASH
        pen.arc(centre, radius * 1.1, radius * (1.1 + 0.5 * fades), TEXT_COLOUR, bright=fades)
    if seat.button.hold is not None:
        began, commits = seat.button.hold
        part = (at - began - motion.RING_FROM) / max(1, commits - began - motion.RING_FROM)
        if part > 0:
            pen.arc(centre, radius * 1.2, radius * 1.5, GROUND)
            pen.arc(centre, radius * 1.24, radius * 1.46, TEXT_COLOUR, start=-slot.turn, part=part)
    if puppet:
        _stand(easel, slot, seat, mood)


def _stand(easel: Easel, slot: Slot, seat: SeatFacts, mood: Mood | None) -> None:
    """Draw a puppet in its panel, upright for its player, from one kept picture."""
    pen, whole = easel.pen, pygame.Rect((0, 0), slot.size)
    (x, y), radius = _puppet(whole, seat, pen.least)
    dim, reach = 0.55 if seat.role in _AWAY else 0.0, math.ceil(1.6 * radius)
    place = pygame.Rect(0, 0, 2 * reach, math.ceil(TALL * radius) + 2)
    place.midbottom = (round(x), math.ceil(y + STANDS * radius) + 1)
    at = (round(x) - place.left, round(y) - place.top)

    def make() -> pygame.Surface:
        sheet = pygame.Surface(place.size, pygame.SRCALPHA)
        pen.on(sheet).badge(at, radius, seat.buzzer, dim, mood=mood)
        return facing(sheet, slot)

    key = ("stands", place.size, at, radius, slot.turn, seat.buzzer, mood, dim, pen.unit, pen.least)
    pen.surface.blit(pen.kit.kept(key, make, pen.kit.puppets), slot.place(place))


_HALO = 0.82
"""The ring of a lamp about a puppet, by the size of the sign that the puppet replaces."""


def _has_puppet(pen: Pen, rect: pygame.Rect, seat: SeatFacts) -> bool:
    """Return True if a puppet is at a seat: its player has chosen no other sign."""
    if seat.role is Role.EMPTY or seat.avatar:
        return False
    return pen.has_plate(_puppet(rect, seat, pen.least)[1])


def _puppet(rect: pygame.Rect, seat: SeatFacts, letter: int) -> tuple[Point, float]:
    """Centre and radius of a puppet in a panel: as tall as there is room beside the words."""
    wide, tall = rect.size
    if _is_square(rect.size):
        x, feet, room = 0.165, 0.6, min(0.54 * tall, 0.36 * wide)
    elif _is_low(rect.size, letter):
        x, feet, room = 0.08, 0.98, min(0.96 * tall, 0.16 * wide)
    elif _is_wide(rect.size):
        x, feet, room = 0.165, 0.98, min(0.86 * tall, 0.34 * wide)
    else:
        x, feet, room = 0.31 if _holds(seat) else 0.5, 0.505, min(0.41 * tall, 0.82 * wide)
    radius = room / TALL
    return (rect.left + wide * x, rect.top + tall * feet - STANDS * radius), radius


def due(seat: SeatFacts, at: int) -> int | None:
    """Time at which the sign of a seat next looks different, apart from its lamp."""
    if seat.button.hold is None:
        return flash_due(seat.button.pressed, at)
    began, commits = seat.button.hold
    ring_due = motion.running((began + motion.RING_FROM, commits), at)
    return motion.soonest(ring_due, flash_due(seat.button.pressed, at))


def _is_wide(size: tuple[int, int]) -> bool:
    return size[0] > 1.22 * size[1]


def _is_square(size: tuple[int, int]) -> bool:
    return _is_wide(size) and size[0] < 1.9 * size[1]


def _is_low(size: tuple[int, int], letter: int) -> bool:
    """Return True if only one line in `letter` pixels fits beside the sign."""
    return size[0] > 3.6 * size[1] or (_is_wide(size) and size[1] < 3.8 * letter)


def _sign(rect: pygame.Rect, seat: SeatFacts, letter: int) -> tuple[Point, float]:
    """Centre and radius of the badge in a panel."""
    if _is_square(rect.size):
        return (rect.left + rect.width * 0.165, rect.top + rect.height * 0.4), rect.height * 0.145
    if _is_low(rect.size, letter):
        return (rect.left + rect.width * 0.08, rect.centery), rect.height * 0.28
    if _is_wide(rect.size):
        radius = min(rect.height * 0.24, rect.width * 0.1)
        return (rect.left + rect.width * 0.165, rect.top + rect.height * 0.61), radius
    radius = min(rect.height * 0.14, rect.width * (0.19 if _holds(seat) else 0.21))
    aside = (0.29 if seat.points is not None else 0.32) if _holds(seat) else 0.5
    return (rect.left + rect.width * aside, rect.top + rect.height * 0.315), radius


def _holds(seat: SeatFacts) -> bool:
    """Return True if a number of cards or points means anything for this seat now."""
    if seat.points is not None or seat.cards > 0:
        return True
    return seat.role not in {Role.EMPTY, Role.SEATED, Role.READY, Role.OUT, Role.GONE}


def _health(pen: Pen, rect: pygame.Rect, health: Health) -> None:
    """Draw a small sign for the health of the seat's buzzer: a ring, a tick, a wave, a cross."""
    wide = _is_wide(rect.size)
    radius = rect.height * 0.1 if wide else rect.width * 0.085
    centre = (rect.right - 1.9 * radius, rect.top + (1.9 * radius if wide else rect.height * 0.17))
    if health in (Health.GOOD, Health.STUCK):
        mark(pen, centre, radius, good=health is Health.GOOD)
        return
    pen.disc(centre, radius, LINE if health is Health.SILENT else DOUBT)
    if health in (Health.SILENT, Health.ASLEEP):
        pen.disc(centre, radius * 0.7, PANEL)
        return
    (x, y), far = centre, radius * 0.55
    wave = [(x - far, y + far * 0.5), (x - far / 3, y - far * 0.5)]
    wave += [(x + far / 3, y + far * 0.5), (x + far, y - far * 0.5)]
    pen.stroke(wave, radius * 0.24, GROUND)


def _hand(pen: Pen, rect: pygame.Rect, seat: SeatFacts) -> None:
    """Draw a small card with the number in hand, or points on a coin; the last in other colours."""
    if not _holds(seat):
        return
    few = seat.cards <= 1 if seat.points is None else seat.points <= FEW_POINTS
    paper = DOUBT if few else cardart.PAPER
    wide, by_points = _is_wide(rect.size), seat.points is not None
    part = (0.76, 0.07, 0.98, 0.54) if wide else (0.54 if by_points else 0.6, 0.17, 0.97, 0.46)
    place = slice_rect(rect, *part)
    if _is_low(rect.size, pen.least):
        place = slice_rect(rect, 0.78, 0.08, 0.98, 0.92)
    if seat.points is not None:
        tall = min(place.height * 0.8, pen.px(68))
        pill = rect_at(place.center, min(place.width, tall * 1.35), tall)
        if wide:
            pill.midright = place.midright
        pen.box(pill, tall / 2, mix(paper, GROUND, 0.22), paper, max(1, tall * 0.06))
        pen.box(pill.inflate(-round(tall * 0.2), -round(tall * 0.2)), tall / 2, paper)
        pen.words(
            str(seat.points),
            pill.inflate(-pen.px(4), 0),
            tall * 0.55 / pen.unit,
            GROUND,
            face="talk",
        )
        return
    tall = min(place.height, place.width * 1.36)
    card = rect_at(place.center, tall * 0.74, tall)
    if wide:
        card.midright = place.midright
    pen.box(card, tall * 0.12, paper)
    number = card.inflate(-max(2, tall * 0.06), 0)
    pen.words(str(seat.cards), number, tall * 0.52 / pen.unit, GROUND, face="shout")


def _counted(pen: Pen, rect: pygame.Rect, count: int) -> None:
    """Draw a small card back for each card tapped so far, and their number."""
    number = pygame.Rect(rect.left, rect.top, round(rect.width * 0.42), rect.height)
    pen.words(str(count), number, 52, DOUBT, face="shout")
    cards = pygame.Rect(number.right, rect.top, rect.right - number.right, rect.height)
    tall = min(rect.height * 0.9, cards.width * (0.6 if count > 1 else 0.9) / cardart.RATIO)
    card = cardart.back(pen, tall)
    cardart.row(pen, cards, [card] * min(count, 12))
