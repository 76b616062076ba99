"""The parts that several screens share: a seat's panel, the headline, rings, small signs."""

from dataclasses import dataclass, replace

from appliance.display import cardart
from appliance.display.layout import Plan, Slot
from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.theme import (
    ARENA,
    DOUBT,
    FAINT,
    GROUND,
    LIE,
    LINE,
    LIT,
    PANEL,
    TEXT,
    TRUTH,
    Align,
    Colour,
    Point,
    ink_on,
    mix,
    seat_colour,
)
from appliance.display.view import Role, SeatView, View
from appliance.effects import Rhythm
from appliance.signals import MS

RING_FROM = 250 * MS
"""A hold shows its ring only after this, so that a tap never flashes one."""

_TAGS: dict[Role, tuple[str, Colour]] = {
    Role.WINNER: ("WINNER", TRUTH),
    Role.TAKER: ("TAKES", LIE),
    Role.DOUBTER: ("DOUBTS", DOUBT),
    Role.CLAIMANT: ("CLAIM", TEXT),
    Role.TURN: ("TURN", TEXT),
    Role.READY: ("READY", TRUTH),
}


@dataclass(frozen=True, slots=True)
class Stage:
    """What a screen draws on: the pen, the plan of the place and the View."""

    pen: Pen
    plan: Plan
    view: View
    calm: bool = False

    def seat(self, number: int | None) -> SeatView | None:
        """The seat with that number, if the View has it."""
        return next((s for s in self.view.seats if s.seat == number), None)


def slice_rect(
    rect: pygame.Rect, left: float, top: float, right: float, bottom: float
) -> pygame.Rect:
    """The part of `rect` between these fractions of its width and height."""
    x, y = rect.left + round(rect.width * left), rect.top + round(rect.height * top)
    return pygame.Rect(
        x,
        y,
        rect.left + round(rect.width * right) - x,
        rect.top + round(rect.height * bottom) - y,
    )


def turned(pen: Pen, slot: Slot) -> tuple[Pen, pygame.Rect]:
    """A pen on a clear sheet of the slot's own size; put it down with `put`."""
    sheet = pygame.Surface(slot.size, pygame.SRCALPHA)
    return pen.on(sheet), sheet.get_rect()


def put(pen: Pen, sheet: pygame.Surface, slot: Slot) -> None:
    """Lay `sheet` into its slot, turned to face its edge."""
    if slot.turn:
        sheet = pygame.transform.rotate(sheet, slot.turn)
    pen.surface.blit(sheet, slot.rect)


def mark(pen: Pen, centre: Point, radius: float, *, good: bool) -> None:
    """A tick, or a cross, on a disc of its colour."""
    pen.disc(centre, radius, TRUTH if good else LIE)
    (x, y), far = centre, radius * 0.42
    if good:
        low = (x - far * 0.25, y + far)
        pen.stroke((x - far * 1.2, y), low, radius * 0.24, GROUND)
        pen.stroke(low, (x + far * 1.2, y - far), radius * 0.24, GROUND)
        return
    pen.stroke((x - far, y - far), (x + far, y + far), radius * 0.24, GROUND)
    pen.stroke((x - far, y + far), (x + far, y - far), radius * 0.24, GROUND)


# --- headline ------------------------------------------------------------------------------


def head(stage: Stage, slot: Slot) -> None:
    """Title, camera and notice in one line; under it the headline and its detail."""
    pen, rect = turned(stage.pen, slot)
    view = stage.view
    flat = stage.plan.layout == "tabletop"
    rect = rect.inflate(-pen.px(48), 0)
    line = slice_rect(rect, 0, 0.03, 1, 0.25)
    pen.words(view.title, slice_rect(line, 0, 0, 0.27, 1), 34, FAINT, "left")
    _camera(pen, slice_rect(line, 0.73, 0, 1, 1), view.camera)
    if view.notice:
        pill = slice_rect(line, 0.28, 0, 0.72, 1)
        pen.box(pill, pill.height / 2, DOUBT)
        pen.words(view.notice, pill.inflate(-pill.height, -pen.px(8)), 34, GROUND)
    split = 0.76 if view.detail else 1.0
    pen.words(view.headline, slice_rect(rect, 0, 0.27, 1, split), 92 if flat else 112)
    pen.words(view.detail, slice_rect(rect, 0, 0.75, 1, 0.96), 36 if flat else 48, FAINT)
    put(stage.pen, pen.surface, slot)


def _camera(pen: Pen, rect: pygame.Rect, says: str) -> None:
    """A lit dot and the camera's words; a hollow dot while it is off."""
    colour = TRUTH if says == "camera on" else LIE
    text = slice_rect(rect, 0.1, 0, 1, 1)
    done = pen.words(says or "camera off", text, 30, TEXT if says else FAINT, "right")
    centre = (done.left - pen.px(22), rect.centery)
    pen.disc(centre, pen.px(10), colour if says else LINE)
    if not says:
        pen.disc(centre, pen.px(7), GROUND)


# --- a seat ---------------------------------------------------------------------------------


def seat_still(stage: Stage, slot: Slot, seat: SeatView) -> None:
    """All of a seat's panel that stands still: sign, name, cards, role, prompt."""
    key = (slot.size, stage.pen.unit, replace(seat, hold=None, rhythm=Rhythm.DIM))
    sheet = stage.pen.theme.kept(key, lambda: _panel(stage.pen, slot, seat))
    put(stage.pen, sheet, slot)


def _panel(on: Pen, slot: Slot, seat: SeatView) -> pygame.Surface:
    pen, rect = turned(on, slot)
    empty = seat.role is Role.EMPTY
    tag = _TAGS.get(seat.role)
    colour = seat_colour(seat.buzzer)
    fill = mix(PANEL, tag[1], 0.14) if tag else mix(PANEL, GROUND, 0.55 if empty else 0.0)
    edge = tag[1] if tag else (LINE if empty else mix(PANEL, colour, 0.55))
    pen.box(rect, pen.px(22), fill, edge, pen.px(7 if tag else 3))
    at, radius = _sign(rect, seat)
    pen.badge(at, radius, seat.buzzer, 0.55 if empty else 0.0)
    if tag:
        _tag(pen, _tag_place(rect), *tag)
    wide = _is_wide(rect)
    ink = FAINT if empty else TEXT
    align: Align = "left" if wide else "centre"
    name = slice_rect(rect, *((0.33, 0.07, 0.75, 0.47) if wide else (0.05, 0.55, 0.95, 0.7)))
    prompt = slice_rect(rect, *((0.33, 0.48, 0.97, 0.96) if wide else (0.05, 0.7, 0.95, 0.97)))
    if seat.counted:
        name, counted = slice_rect(name, 0, 0, 0.48, 1), slice_rect(name, 0.52, 0.08, 0.98, 0.92)
        _counted(pen, counted, seat.counted)
    if not (seat.prompt or wide):
        name.height += prompt.height // 2
    pen.words(seat.name, name, 60 if wide else 52, ink, align)
    _hand(pen, rect, seat)
    pen.words(seat.prompt, prompt, 40, ink, align)
    return pen.surface


def seat_moving(stage: Stage, slot: Slot, seat: SeatView, at: int, bright: float) -> None:
    """A ring round a seat's sign, `bright` (0 to 1) as its lamp, and the ring of a hold."""
    pen = stage.pen
    local, radius = _sign(pygame.Rect((0, 0), slot.size), seat)
    centre = slot.point(*local)
    glow = mix(PANEL, seat_colour(seat.buzzer), bright)
    pen.arc(centre, radius * 1.27, radius * 1.42, glow)
    if seat.hold is not None:
        began, commits = seat.hold
        part = (at - began - RING_FROM) / max(1, commits - began - RING_FROM)
        if part > 0:
            pen.arc(centre, radius * 1.2, radius * 1.5, GROUND)
            pen.arc(centre, radius * 1.24, radius * 1.46, TEXT, start=-slot.turn, part=part)


def _is_wide(rect: pygame.Rect) -> bool:
    return rect.width > 1.3 * rect.height


def _sign(rect: pygame.Rect, seat: SeatView) -> tuple[Point, float]:
    """Centre and radius of the badge in a panel."""
    if _is_wide(rect):
        radius = min(rect.height * 0.255, rect.width * 0.1)
        return (rect.left + rect.width * 0.165, rect.top + rect.height * 0.6), radius
    radius = min(rect.height * 0.145, rect.width * 0.205)
    aside = 0.345 if _holds(seat) else 0.5
    return (rect.left + rect.width * aside, rect.top + rect.height * 0.335), radius


def _holds(seat: SeatView) -> bool:
    """Whether a number of cards means anything for this seat now."""
    return seat.cards > 0 or seat.role not in {Role.EMPTY, Role.SEATED, Role.READY}


def _tag_place(rect: pygame.Rect) -> pygame.Rect:
    if _is_wide(rect):
        return slice_rect(rect, 0.02, 0.0, 0.31, 0.2)
    return slice_rect(rect, 0.1, 0.0, 0.9, 0.115)


def _tag(pen: Pen, rect: pygame.Rect, word: str, colour: Colour) -> None:
    pen.box(rect, rect.height * 0.35, colour)
    pen.words(word, rect.inflate(-rect.height * 0.5, 0), 30, ink_on(colour))


def _hand(pen: Pen, rect: pygame.Rect, seat: SeatView) -> None:
    """A small card with the number in hand; another colour for the last card."""
    if not _holds(seat):
        return
    wide = _is_wide(rect)
    place = slice_rect(rect, *((0.76, 0.09, 0.97, 0.47) if wide else (0.66, 0.19, 0.925, 0.49)))
    tall = min(place.height, place.width * 1.4)
    card = pygame.Rect(0, 0, round(tall * 0.74), round(tall))
    card.midright = (place.right, place.centery)
    if not wide:
        card.center = place.center
    pen.box(card, tall * 0.12, DOUBT if seat.cards <= 1 else (0xFB, 0xFA, 0xF5))
    pen.words(str(seat.cards), card.inflate(-tall * 0.14, 0), tall * 0.52 / pen.unit, GROUND)


def _counted(pen: Pen, rect: pygame.Rect, count: int) -> None:
    """One small card back for each card tapped so far, and their number."""
    number = pygame.Rect(rect.left, rect.top, round(rect.width * 0.34), rect.height)
    pen.words(str(count), number, 52, DOUBT)
    card = cardart.back(pen, rect.height * 0.9)
    cards = pygame.Rect(number.right, rect.top, rect.right - number.right, rect.height)
    cardart.row(pen, cards, [card] * min(count, 12))


# --- rings and overlays -----------------------------------------------------------------------


def countdown(stage: Stage, centre: Point, radius: float, at: int) -> None:
    """The doubt window as a ring that runs out; its last fifth turns to another colour."""
    pen, view = stage.pen, stage.view
    width = radius * 0.09
    pen.arc(centre, radius - width, radius, LINE)
    if view.window is None:
        if view.open:
            pen.arc(centre, radius - width, radius, DOUBT)
        return
    opened, closes = view.window
    left = min(1.0, max(0.0, (closes - at) / max(1, closes - opened)))
    pen.arc(centre, radius - width, radius, LIE if left < 0.2 else DOUBT, part=left)


def paused(stage: Stage) -> None:
    """A veil over the whole screen with the sign and the word for a pause."""
    pen = stage.pen
    width, height = stage.plan.size
    veil = pygame.Surface((width, height), pygame.SRCALPHA)
    veil.fill((*GROUND, 222))
    pen.surface.blit(veil, (0, 0))
    slots = (
        [Slot(pygame.Rect(width // 4, height // 4, width // 2, height // 2))]
        if stage.plan.layout == "tv"
        else list(stage.plan.parts)
    )
    for slot in slots:
        sheet, rect = turned(pen, slot)
        bar = pygame.Rect(0, 0, round(rect.height * 0.1), round(rect.height * 0.4))
        for step in (-1, 1):
            bar.center = (rect.centerx + step * bar.width, round(rect.height * 0.32))
            sheet.box(bar, bar.width * 0.3, TEXT)
        sheet.words("PAUSED", slice_rect(rect, 0, 0.6, 1, 0.95), 110)
        put(pen, sheet.surface, slot)


def background(stage: Stage) -> None:
    """The table's ground, with the arena in the middle in a soft light."""
    pen, plan = stage.pen, stage.plan
    pen.surface.fill(GROUND)
    if plan.layout == "tabletop":
        north, south = plan.heads
        arena = north.rect.union(south.rect)
    else:
        arena = plan.body.inflate(pen.px(24), 0)
    pen.box(arena, pen.px(48), mix(ARENA, LINE, 0.5))
    inner = arena.inflate(-pen.px(6), -pen.px(6))
    felt = pygame.Surface(inner.size, pygame.SRCALPHA)
    pen.on(felt).box(felt.get_rect(), pen.px(45), (255, 255, 255))
    felt.blit(_light(inner.size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    pen.surface.blit(felt, inner)


def _light(size: tuple[int, int]) -> pygame.Surface:
    """ARENA at the edges and lighter in the middle, with no step that an eye can find."""
    few = pygame.Surface((33, 17), pygame.SRCALPHA)
    for x in range(33):
        for y in range(17):
            away = min(1.0, ((x - 16) / 16) ** 2 + ((y - 8) / 8) ** 2)
            few.set_at((x, y), mix(LIT, ARENA, away))
    return pygame.transform.smoothscale(few, size)
