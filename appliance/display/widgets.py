"""Parts shared by several screens: the headline, rings of time, small signs."""

from collections.abc import Iterator
from dataclasses import dataclass

from appliance.core.signals import MS
from appliance.display import motion, titleart
from appliance.display.cast import box as host_box
from appliance.display.cast.faces import Mood
from appliance.display.cast.feelings import mood_of
from appliance.display.cast.owl import owl
from appliance.display.layout import Layout, Plan, Slot
from appliance.display.pen import Colour, Pen, Point, mix
from appliance.display.quiet import pygame
from appliance.display.shades import PURE_BLACK
from appliance.display.signs import sign
from appliance.display.theme import (
    CREAM,
    DOUBT,
    FAINT,
    GROUND,
    LIE,
    LINE,
    TEXT_COLOUR,
    TRUTH,
    felt,
)
from appliance.display.view import Evidence, Screen, SeatView, View
from appliance.words import Words

Part = tuple[float, float, float, float]
"""Left, top, right and bottom of a part of a rectangle, in fractions of its width and height."""


@dataclass(frozen=True, slots=True)
class Easel:
    """Tools of a screen: the pen, the plan of the places and the View.

    Beside the View there may be a picture of its cards.
    """

    pen: Pen
    plan: Plan
    view: View
    calm: bool = False
    evidence: Evidence | None = None

    @property
    def seen(self) -> Evidence | None:
        """The evidence, if it shows the View's cards and they were not entered by hand."""
        cards, evidence = self.view.box.cards, self.evidence
        if evidence is None or len(evidence.crops) != len(cards):
            return None
        return evidence if all(card.quad for card in cards) else None

    def mood(self, seat: SeatView) -> Mood | None:
        """Return the mood of the player at `seat`; None at an empty seat."""
        return mood_of(self.view, seat)

    @property
    def words(self) -> Words:
        """Words of the screen's fixed labels."""
        return self.view.words

    def parts(self) -> Iterator[tuple[Pen, pygame.Rect]]:
        """Yield a pen and a clear sheet for each part of the plan, and put the drawings there."""
        return sheets(self.pen, self.plan.parts)


def slice_rect(
    rect: pygame.Rect, left: float, top: float, right: float, bottom: float
) -> pygame.Rect:
    """Return the part of `rect` between these fractions of its width and height."""
    x, y = round(rect.width * left), round(rect.height * top)
    size = (round(rect.width * right) - x, round(rect.height * bottom) - y)
    return pygame.Rect((rect.left + x, rect.top + y), size)


def part_of(slot: Slot, part: Part) -> Slot:
    """Return a part of a place, between these fractions of it as its readers see it."""
    return Slot(slot.place(slice_rect(pygame.Rect((0, 0), slot.size), *part)), slot.turn)


def rect_at(centre: Point, width: float, height: float) -> pygame.Rect:
    """Return the rectangle of that size about `centre`, in whole pixels."""
    rect = pygame.Rect(0, 0, round(width), round(height))
    rect.center = (round(centre[0]), round(centre[1]))
    return rect


def turned(pen: Pen, slot: Slot) -> tuple[Pen, pygame.Rect]:
    """Return a pen on a clear sheet of the slot's own size; put it down with `put`."""
    sheet = pygame.Surface(slot.size, pygame.SRCALPHA)
    return pen.on(sheet), sheet.get_rect()


def facing(sheet: pygame.Surface, slot: Slot) -> pygame.Surface:
    """Turn `sheet` to face the slot's edge."""
    return pygame.transform.rotate(sheet, slot.turn) if slot.turn else sheet


def put(pen: Pen, sheet: pygame.Surface, slot: Slot) -> None:
    """Lay `sheet` into its slot, turned to face its edge."""
    pen.surface.blit(facing(sheet, slot), slot.rect)


def sheets(pen: Pen, slots: tuple[Slot, ...]) -> Iterator[tuple[Pen, pygame.Rect]]:
    """Yield a pen and a sheet for each slot, and put the drawing down.

    In a slot that faces the same way as the picture the pen draws at once.
    """
    for slot in slots:
        if slot.turn == 0 and type(pen.surface) is pygame.Surface:
            place = slot.rect.clip(pen.surface.get_rect())
            yield pen.on(pen.surface.subsurface(place)), pygame.Rect((0, 0), slot.size)
            continue
        fine, rect = turned(pen, slot)
        yield fine, rect
        put(pen, fine.surface, slot)


def mark(pen: Pen, centre: Point, radius: float, *, good: bool) -> None:
    """Draw a tick, or a cross, on a disc of its colour."""
    pen.disc(centre, radius, TRUTH if good else LIE)
    (x, y), far = centre, radius * 0.42
    tick = [(x - far * 1.2, y), (x - far * 0.25, y + far), (x + far * 1.2, y - far)]
    cross = [[(x - far, y - far), (x + far, y + far)], [(x - far, y + far), (x + far, y - far)]]
    for points in [tick] if good else cross:
        pen.stroke(points, radius * 0.24, GROUND)


_LIGHT = 4
"""Light modules around a QR code, as its standard asks for."""


def qr_code(
    pen: Pen, rect: pygame.Rect, code: tuple[tuple[bool, ...], ...], *, left: bool = True
) -> int:
    """Draw the code at the left or in the middle, in whole pixels on white paper.

    Return its width.
    """
    size = len(code) + 2 * _LIGHT
    each = max(1, min(rect.height, round(rect.width * 0.62)) // size)
    paper = pygame.Rect(0, 0, each * size, each * size)
    paper.center = (rect.left + paper.width // 2 if left else rect.centerx, rect.centery)
    pen.surface.fill((255, 255, 255), paper)
    for y, row in enumerate(code):
        for x, dark in enumerate(row):
            if dark:
                corner = paper.left + (x + _LIGHT) * each, paper.top + (y + _LIGHT) * each
                pen.surface.fill((0, 0, 0), (corner, (each, each)))
    return paper.width


# --- headline ------------------------------------------------------------------------------


FLASH = 300 * MS
"""Time that the answer to a press is lit, whatever the press leads to."""

NOTICE = 34
"""The size of a notice's letters."""

_SHORT = 14
"""Usual maximum of letters in the camera's line; longer lines get more room."""


def _notice(pen: Pen, easel: Easel, head: pygame.Rect) -> pygame.Rect:
    """Return the place of the notice, between title and camera; a lost camera needs more room.

    A longer one takes the title's place, too; one that has no room there either has two lines.
    """
    text, line = easel.view.notice.text, _title_line(pen, easel, head)
    ends = 0.58 if len(easel.view.box.camera) > _SHORT else 0.78
    ends -= 0.06 * easel.plan.upright
    for begins in (0,) if easel.plan.upright else (0.22, 0):
        place = slice_rect(line, begins, 0, ends, 1)
        if pen.kit.fits(text, _inside(place, easel).size, pen.style(NOTICE, face="talk")):
            return place
    return slice_rect(_title_line(pen, easel, head, lines=2), 0, 0, ends, 1)


def _inside(notice: pygame.Rect, easel: Easel) -> pygame.Rect:
    """Return the room for the words of a notice, which has round ends, beside its picture."""
    room = notice.inflate(-min(notice.height, notice.width) // 2, 0)
    side = _sign(notice, easel).width
    room.left, room.width = room.left + side, max(0, room.width - side)
    return room


def _sign(notice: pygame.Rect, easel: Easel) -> pygame.Rect:
    """Return the place of the plug's picture, a square; without a picture it has no width."""
    note = easel.view.notice
    side = min(notice.height, easel.pen.px(72)) if note.by_host or note.plug is not None else 0
    return pygame.Rect(notice.left + notice.height // 4, notice.centery - side // 2, side, side)


def heads(easel: Easel) -> None:
    """Draw title, camera and notice in one line; under it the headline and its detail.

    Without players the headline is in the picture, and its detail is the only text.
    """
    view, flat = easel.view, easel.plan.layout == "tabletop"
    short = flat or easel.plan.upright  # the title's line has room for two things
    headline, caption = view.headline, view.detail
    if view.screen is Screen.ATTRACT:
        headline, caption = caption, ""
    for (pen, whole), head in zip(
        sheets(easel.pen, easel.plan.heads), easel.plan.heads, strict=True
    ):
        line, rect = _title_line(pen, easel, whole), whole.inflate(-pen.px(48), 0)
        narrow = line.width < rect.width  # large keys stand beside it
        part = 0.5 if easel.plan.upright else 0.24 if flat else 0.21
        corner = slice_rect(line, 0, 0, 0.36 if narrow else part, 1)
        notice = _notice(pen, easel, whole) if view.notice.text else corner
        begins, top = max(notice.right, corner.right) + pen.px(8), line
        room = (line.right - begins - pen.px(36), line.height)
        if easel.plan.upright and not pen.kit.fits(view.box.camera, room, pen.style(30)):
            top = _title_line(pen, easel, whole, lines=2)
        left = _camera(pen, top, begins, view)
        if view.notice.text:
            _say_notice(pen, easel, notice)
            corner.width = max(0, min(corner.width, notice.left - corner.left))
        elif view.opens_menu and not short:
            pen.words(view.opens_menu, slice_rect(line, 0.22, 0, 0.78, 1), 34, FAINT)
        # A small head has room for one of them; between games the other words there name the game.
        named = view.opens_menu if view.opens_menu and short else view.title
        if not view.notice.text or pen.kit.fits(named, corner.size, pen.style(34, FAINT)):
            pen.words(named, corner, 34, FAINT, "left")
        if easel.plan.host and flat:  # there are keys in its lower corners
            rect.inflate_ip(-2 * (easel.plan.host[0][0].size[0] - pen.px(12)), 0)
        small = _SMALL[easel.plan.layout]
        bottom, below = whole.bottom - pen.px(8), max(top.bottom, notice.bottom)
        foot = rect.copy()  # on an upright tv the detail is below the host's box
        rect = _host(pen, easel, head, rect, (below, bottom))
        if not easel.plan.upright:
            foot = rect
        tall = _detail_height(pen, easel, caption, foot.width)
        detail = pygame.Rect(foot.left, bottom - tall, foot.width, tall)
        under = pygame.Rect(rect.left, below, rect.width, detail.top - below)
        between = slice_rect(line, 0.25, 0, 0.75, 1)
        between.height = detail.top - between.top
        between.inflate_ip(-2 * max(0, between.right - left), 0)
        places = [under] if view.notice.text or narrow or not flat else [under, between]
        style = pen.style(_LARGE[easel.plan.layout], face="shout")
        best = max(places, key=lambda one: pen.kit.words(headline, one.size, style).size)
        if pen.kit.fits(headline, best.size, style):
            pen.words(caption, detail, small, FAINT, face="talk")
        else:  # a long notice has left no room for both
            best.height = bottom - best.top
        pen.words(headline, best, _LARGE[easel.plan.layout], face="shout")


def _host(
    pen: Pen, easel: Easel, head: Slot, rect: pygame.Rect, lines: tuple[int, int]
) -> pygame.Rect:
    """Draw the host's box between these lines of `rect`; return the room beside it.

    The room is in the middle if the headline is as large there. On an upright tv the box is above
    the detail. Where the headline has no room beside it there is no box.
    """
    view, upright, (top, bottom) = easel.view, easel.plan.upright, lines
    if upright:
        bottom -= _detail_height(pen, easel, view.detail, rect.width) + pen.px(8)
    top += pen.px(6)
    room = pygame.Rect(rect.left, top, rect.width, max(0, bottom - top))
    box = host_box.place_of(pen, view, easel.plan, room)
    aside = box.width + pen.px(_APART)
    left, middle = slice_rect(rect, 0, 0, 1, 1), rect.inflate(-2 * aside, 0)
    left.width -= aside
    if not upright:
        room.height -= _detail_height(pen, easel, view.detail, left.width)
    style = pen.style(_LARGE[easel.plan.layout], face="shout")
    if not box.width or not pen.kit.fits(view.headline, (left.width, room.height), style):
        return rect
    host_box.draw(pen, view, easel.plan, head, box)
    sizes = [pen.kit.words(view.headline, (place.width, room.height), style).size
             for place in (left, middle)]  # fmt: skip
    return left if sizes[0] > sizes[1] else middle


_APART = 20
"""Distance of the host's box from the words beside it."""


def _say_notice(pen: Pen, easel: Easel, notice: pygame.Rect) -> None:
    """Write the notice on yellow with its plug, or the host's line on cream with his head."""
    note, place = easel.view.notice, _sign(notice, easel)
    paper = CREAM if note.by_host else DOUBT
    pen.box(notice, min(notice.height / 2, pen.px(24)), paper)
    pen.words(note.text, _inside(notice, easel), NOTICE, GROUND, face="talk")
    if note.by_host:
        picture = pen.kit.kept(("owl", place.height), lambda: owl(place.height))
        pen.surface.blit(picture, place)
    elif note.plug is not None:
        sign(pen, place, note.plug)


_LARGE: dict[Layout, float] = {"tv": 112, "tabletop": 92}
_SMALL: dict[Layout, float] = {"tv": 48, "tabletop": 34}
"""The sizes of the letters of a headline, and below it."""


def _detail_height(pen: Pen, easel: Easel, said: str, width: int) -> int:
    """Height of the text below the headline: a line, or as many as it needs."""
    style, upright = pen.style(_SMALL[easel.plan.layout], FAINT, face="talk"), easel.plan.upright
    two = max(style.least, pen.px(36)) if upright else style.least
    tall = round(max(style.size, style.least) * 1.24) if said else 1
    for higher in (round(two * 2.45), round(style.least * 3.72))[: 1 + upright]:
        if not pen.kit.fits(said, (width, tall), style):
            tall = higher
    return tall


def _title_line(pen: Pen, easel: Easel, head: pygame.Rect, *, lines: int = 1) -> pygame.Rect:
    """Return the upper line of a head, as its readers see it, between keys that reach up to it.

    It has room for `lines` of the smallest letters.
    """
    line = head.inflate(-pen.px(48), 0)
    line.top, line.height = head.top + pen.px(5), max(pen.px(40), round(pen.least * 1.24 * lines))
    if easel.plan.host and easel.plan.layout == "tabletop":
        wide, tall = easel.plan.host[0][0].size
        if line.bottom > head.bottom - tall - pen.px(12):
            line.inflate_ip(-2 * wide, 0)
    return line


def pulse(easel: Easel, at: int) -> None:
    """Frame the notice for a moment if it answers a press, since its words may be unchanged."""
    pressed = easel.view.notice.pressed
    if not easel.view.notice.text or not flashes(pressed, at):
        return
    pen = easel.pen
    for slot in easel.plan.heads:
        notice = _notice(pen, easel, pygame.Rect((0, 0), slot.size))
        frame = slot.place(notice.inflate(pen.px(4), pen.px(4)))
        corners = [frame.topleft, frame.topright, frame.bottomright, frame.bottomleft]
        pen.outline(corners, pen.px(6), TEXT_COLOUR)


def flashes(pressed: int | None, at: int) -> bool:
    """Return True if the answer to a press still lights up at `at` (ns)."""
    return pressed is not None and 0 <= at - pressed < FLASH


def flash_due(pressed: int | None, at: int) -> int | None:
    """Return the time at which the answer to a press next looks different."""
    return None if pressed is None else motion.running((pressed, pressed + FLASH), at)


def _camera(pen: Pen, line: pygame.Rect, begins: int, view: View) -> int:
    """Draw a dot, hollow while the camera is off, and the camera's words, right of `begins`.

    Return their left edge.
    """
    on, lit = bool(view.box.camera), LIE if view.box.lost else TRUTH
    text, ink = view.box.camera or view.words("screen.camera-off"), TEXT_COLOUR if on else FAINT
    rect = pygame.Rect(begins + pen.px(36), line.top, 0, line.height)
    rect.width = line.right - rect.left
    done = pen.words(text, rect, 30, ink, "right")
    centre = (done.left - pen.px(22), rect.centery)
    pen.disc(centre, pen.px(10), lit if on else LINE)
    if not on:
        pen.disc(centre, pen.px(7), GROUND)
    return centre[0] - pen.px(10)


# --- time and ground ------------------------------------------------------------------------


def left_of(time: tuple[int, int], at: int) -> tuple[float, Colour]:
    """Return the share of `time` left at `at`, 0 to 1, and its colour: LIE in the last fifth."""
    began, ends = time
    left = min(1.0, max(0.0, (ends - at) / max(1, ends - began)))
    return left, LIE if left < 0.2 else DOUBT


def limit(easel: Easel, at: int) -> None:
    """Draw a thin line under each headline, as long as the remaining time."""
    if easel.view.limit is None:
        return
    pen, (left, colour) = easel.pen, left_of(easel.view.limit, at)
    for slot in easel.plan.heads:
        width, height = slot.size
        line = pygame.Rect(0, 0, round(width * 0.5), pen.px(8))
        line.midbottom = (width // 2, height - pen.px(2))
        pen.box(slot.place(line), line.height / 2, LINE)
        line.width = max(line.height, round(line.width * left))
        pen.box(slot.place(line), line.height / 2, colour)


def background(easel: Easel) -> None:
    """Draw the table's ground, with the arena in the middle in a soft light."""
    pen, plan = easel.pen, easel.plan
    arena = plan.arena

    def make() -> pygame.Surface:
        ground = pygame.Surface(plan.size, 0, pen.surface)
        if pen.kit.shades.high:
            ground.fill(PURE_BLACK)
            pen.on(ground).box(arena, pen.px(48), PURE_BLACK, LINE, pen.px(2))
            return ground
        ground.fill(pen.kit.shades.plain(GROUND))
        lit, dark = map(pen.kit.shades.plain, felt_of(easel.view))
        pen.on(ground).box(arena, pen.px(48), mix(mix(dark, LINE, 0.5), lit, 0.4))
        inner = arena.inflate(-pen.px(6), -pen.px(6))
        ground.blit(_felt(pen, inner.size, (lit, dark), rays=rays), inner)
        return ground

    rays = easel.view.paused or easel.view.screen in (Screen.ATTRACT, Screen.LOBBY)
    key = ("ground", plan.size, tuple(arena), easel.view.table.felt, rays)
    pen.surface.blit(pen.kit.kept(key, make), (0, 0))


def felt_of(view: View) -> tuple[Colour, Colour]:
    """Return the felt of the game in the light, and at its edge."""
    lit = felt(view.table.felt)
    return lit, mix(lit, GROUND, 0.5)


def _felt(
    on: Pen, size: tuple[int, int], light: tuple[Colour, Colour], *, rays: bool
) -> pygame.Surface:
    """Return a light, dark at the edges and brighter in the middle, without a visible step.

    Without players it has `rays`.
    """
    lit, dark = light
    few = pygame.Surface((33, 17), pygame.SRCALPHA)
    for x in range(33):
        for y in range(17):
            away = min(1.0, ((x - 16) / 16) ** 2 + ((y - 8) / 8) ** 2)
            few.set_at((x, y), mix(lit, dark, away))
    cloth = pygame.Surface(size, pygame.SRCALPHA)
    on.on(cloth).box(cloth.get_rect(), on.px(45), (255, 255, 255))
    shown = titleart.rays(few, size) if rays else pygame.transform.smoothscale(few, size)
    cloth.blit(shown, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return cloth
