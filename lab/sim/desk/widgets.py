"""Drawings of the desk: buzzers that glow, buttons, sliders, cards in a hand."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from appliance.display import cardart
from appliance.display.pen import Colour, Pen, ink_on, mix, seat_colour
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, GROUND, LIE, LINE, PANEL, TEXT_COLOUR, TRUTH
from appliance.words import Words
from bluffing.cards import Card, Suit
from lab.sim.desk.places import Spot, rail_of

GLOWS = 16
"""Steps from a dark lamp to a bright one: all that an eye can tell apart, without extra frames."""

RED: Colour = (0xC6, 0x2B, 0x3A)


@dataclass(frozen=True, slots=True)
class Patch:
    """A part of the desk, redrawn when its `key` changes."""

    name: str
    rect: pygame.Rect
    key: Hashable
    paint: Callable[[Pen], None]


@dataclass(frozen=True, slots=True)
class Cap:
    """Look of a buzzer now: `glow` 0 to GLOWS, `key` that presses it, `who` sits there."""

    buzzer: int
    glow: int
    down: bool
    stuck: bool
    key: str
    who: str
    mine: bool
    called: bool = False  # the person is asked to press it
    held: int = 0  # how far a hold has come, 0 to GLOWS
    several: bool = False  # it is one of several of the person's
    front: bool = False  # its hand is the one in front


def buzzer(pen: Pen, spot: Spot, cap: Cap) -> None:
    """Draw an arcade button whose lamp shines around and through its cap."""
    pen.surface.fill(GROUND, spot.rect)
    if cap.several and cap.front:
        owned(pen, spot.rect, cap.buzzer)
    (x, y), radius, colour = spot.centre, spot.radius, seat_colour(cap.buzzer)
    shine = cap.glow / GLOWS
    if cap.glow:
        halo = pen.kit.kept(
            ("halo", spot.rect.size, cap.buzzer, cap.glow), lambda: _halo(spot, colour, shine)
        )
        pen.surface.blit(halo, halo.get_rect(center=(x, y)), special_flags=pygame.BLEND_RGB_ADD)
    pen.disc((x, y + radius * 0.1), radius * 1.18, mix(GROUND, (0, 0, 0), 0.5))
    pen.disc((x, y), radius * 1.18, mix(LINE, colour, 0.25 + 0.5 * shine))
    pen.disc((x, y), radius * 1.06, mix(GROUND, (0, 0, 0), 0.35))
    sunk = radius * 0.06 if cap.down else -radius * 0.05
    inner = radius * (0.9 if cap.down else 0.96)
    dark, light = mix(PANEL, colour, 0.25), mix(colour, (255, 255, 255), 0.12)
    face = mix(dark, light, 0.25 + 0.75 * shine)
    pen.disc((x, y + sunk + radius * 0.07), inner, mix(face, (0, 0, 0), 0.45))
    pen.disc((x, y + sunk), inner, face)
    pen.disc((x, y + sunk), inner * 0.7, mix(GROUND, face, 0.12))
    pen.badge((x, y + sunk), inner * 0.58, cap.buzzer, 0.0 if shine > 0.3 else 0.25)
    if cap.stuck or cap.called:
        pen.arc((x, y), radius * 1.2, radius * 1.3, LIE if cap.stuck else DOUBT)
    if cap.held:
        pen.arc((x, y), radius * 1.08, radius * 1.3, TEXT_COLOUR, part=cap.held / GLOWS)
    _label(pen, spot.label, cap)


def _label(pen: Pen, rect: pygame.Rect, cap: Cap) -> None:
    """Write the key and player of a buzzer; make it a button if it brings a hand in front."""
    if cap.several:
        rect = rect.inflate(-pen.px(8), 0)
        if not cap.front:
            pen.box(rect, rect.height * 0.25, PANEL, LINE, pen.px(1))
        rect = rect.inflate(-pen.px(6), 0)
    key = pygame.Rect(rect.topleft, (round(rect.height * 1.15), rect.height))
    gap, size = rect.height * 0.25, rect.height * 0.74 / pen.unit
    room = pygame.Rect(0, 0, rect.width - key.width - round(gap), rect.height)
    wide = min(room.width, pen.kit.font(pen.px(size)).width(cap.who))
    key.left = rect.centerx - (key.width + round(gap) + wide) // 2
    room.midleft = (key.right + round(gap), rect.centery)
    pen.box(key, key.height * 0.25, PANEL, LINE, pen.px(1))
    pen.words(cap.key, key.inflate(-2, -2), size)
    pen.words(cap.who, room, size, TEXT_COLOUR if cap.mine else FAINT, "left")


def owned(pen: Pen, rect: pygame.Rect, buzzer: int) -> None:
    """Draw the ground of the hand in front and of its buzzer, in its owner's colour."""
    pen.surface.fill(ground_of(buzzer), rect)
    pen.surface.fill(seat_colour(buzzer), pygame.Rect(rect.topleft, (rect.width, pen.px(3))))


def ground_of(buzzer: int) -> Colour:
    """Return a dark shade of a seat's colour."""
    return mix(GROUND, seat_colour(buzzer), 0.18)


def _halo(spot: Spot, colour: Colour, shine: float) -> pygame.Surface:
    """Return light that fades out from a cap to the edge of its spot."""
    (x, y), rect, near = spot.centre, spot.rect, spot.radius
    far = min(x - rect.left, rect.right - x, y - rect.top, rect.bottom - y)
    halo = pygame.Surface((far * 2, far * 2))
    for step in range(far, near // 2, -1):
        part = 1 - (step - near / 2) / (far - near / 2)
        light = mix((0, 0, 0), colour, 0.7 * shine * part**1.5)
        pygame.draw.circle(halo, light, (far, far), step)
    return halo


def button(
    pen: Pen,
    rect: pygame.Rect,
    label: str,
    *,
    on: bool = False,
    live: bool = True,
    loud: bool = False,
    size: float = 17,
    ground: Colour = GROUND,
) -> None:
    """Draw a flat button; `on` while its effect lasts, `loud` if it is the next thing to do."""
    fill = (
        DOUBT
        if loud
        else mix(PANEL, LIE, 0.75)
        if on
        else PANEL
        if live
        else mix(PANEL, GROUND, 0.6)
    )
    pen.surface.fill(ground, rect)
    pen.box(rect, pen.px(9), fill, None if loud else LINE, pen.px(1))
    ink = ink_on(fill) if loud or on else TEXT_COLOUR if live else FAINT
    pen.words(label, rect.inflate(-pen.px(12), -pen.px(6)), size, ink)


def slider(pen: Pen, rect: pygame.Rect, label: str, part: float) -> None:
    """Draw a slider with its name on the left; `part` 0 to 1 is its position."""
    pen.surface.fill(GROUND, rect)
    rail = rail_of(rect)
    name = pygame.Rect(rect.left, rect.top, rail.left - rect.left - pen.px(8), rect.height)
    pen.words(label, name, 15, FAINT, "left")
    pen.box(rail.inflate(0, pen.px(6) - rail.height), pen.px(3), LINE)
    full = pygame.Rect(rail.left, rail.top, max(1, round(rail.width * part)), rail.height)
    pen.box(full.inflate(0, pen.px(6) - rail.height), pen.px(3), TRUTH)
    pen.disc((rail.left + rail.width * part, rect.centery), rect.height * 0.32, TEXT_COLOUR)


def pause_sign(pen: Pen, rect: pygame.Rect, *, paused: bool) -> None:
    """Draw two bars to pause, or a triangle to go on."""
    pen.surface.fill(GROUND, rect)
    pen.box(rect, pen.px(9), DOUBT if paused else PANEL, None if paused else LINE, pen.px(1))
    (x, y), size = rect.center, rect.height * 0.24
    if paused:
        pen.polygon([(x - size * 0.7, y - size), (x + size, y), (x - size * 0.7, y + size)], GROUND)
        return
    for side in (-0.5, 0.5):
        bar = pygame.Rect(0, 0, round(size * 0.55), round(size * 2))
        bar.center = (round(x + side * size * 1.2), y)
        pen.box(bar, 2, TEXT_COLOUR)


def faster_sign(pen: Pen, rect: pygame.Rect, *, back: bool) -> None:
    """Draw two triangles, to the right for faster and to the left for slower."""
    pen.surface.fill(GROUND, rect)
    pen.box(rect, pen.px(9), PANEL, LINE, pen.px(1))
    size, direction = rect.height * 0.2, -1 if back else 1
    for step in (-0.55, 0.55):
        x, y = rect.centerx + step * size * 1.7, rect.centery
        tip = [
            (x - direction * size * 0.7, y - size),
            (x + direction * size * 0.8, y),
            (x - direction * size * 0.7, y + size),
        ]
        pen.polygon(tip, TEXT_COLOUR)


def sound_sign(pen: Pen, rect: pygame.Rect, *, on: bool) -> None:
    """Draw a loudspeaker, crossed out while it is off."""
    pen.surface.fill(GROUND, rect)
    pen.box(rect, pen.px(9), PANEL, LINE, pen.px(1))
    (x, y), s = rect.center, rect.height * 0.22
    ink = TEXT_COLOUR if on else FAINT
    cone = [(-1.5, -0.5), (-0.9, -0.5), (0, -1.2), (0, 1.2), (-0.9, 0.5), (-1.5, 0.5)]
    pen.polygon([(x + a * s, y + b * s) for a, b in cone], ink)
    for far in (0.7, 1.3) if on else ():
        pen.arc((x, y), far * s, far * s + pen.px(2), ink, start=45, part=0.25)
    if not on:
        pen.stroke([(x - 1.7 * s, y - 1.2 * s), (x + 1.5 * s, y + 1.2 * s)], pen.px(3), LIE)


def line(pen: Pen, rect: pygame.Rect, text: str, size: float) -> None:
    """Write a line of text on the bare ground."""
    pen.surface.fill(GROUND, rect)
    pen.words(text, rect, size, FAINT, "left" if size < 17 else "centre")


# --- cards ----------------------------------------------------------------------------------------


def held_card(
    pen: Pen, rect: pygame.Rect, card: Card, words: Words, *, lifted: bool, seen: float
) -> None:
    """Draw a card of a hand, face up, red or black; `seen` is the visible share of its width."""
    red = card.suit in {Suit.HEARTS, Suit.DIAMONDS}
    tint = RED if red else cardart.INK
    face = cardart.face(pen, rect.height, card.rank, words, tint, seen=seen)
    if lifted:
        pen.box(rect.inflate(pen.px(6), pen.px(6)), rect.height * 0.09, DOUBT)
    shadow = rect.move(-pen.px(2), pen.px(2))
    pen.box(shadow, rect.height * 0.07, mix(GROUND, (0, 0, 0), 0.5))
    pen.surface.blit(pygame.transform.smoothscale(face, rect.size), rect)


def how_many(pen: Pen, rect: pygame.Rect, count: int) -> None:
    """Write the number of cards of a rank in `rect`, across the foot of the top card."""
    foot = pygame.Rect(rect.left, 0, rect.width, round(rect.height * 0.27))
    foot.bottom = rect.bottom
    pen.box(foot, rect.height * 0.07, cardart.INK)
    pen.words(f"\N{MULTIPLICATION SIGN}{count}", foot, 15, TEXT_COLOUR)
