"""Cards on the display: backs, faces with a rank, piles and fans. Our own drawing.

Games of ranks show no suits, games of suits no ranks. 6 and 9 are underlined, for
readers on the other side.
"""

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import partial

from appliance.display.pen import Colour, Pen, Point, mix
from appliance.display.quiet import pygame
from appliance.display.theme import CARD_BACK, DOUBT
from appliance.words import Words
from bluffing.cards import Rank, Suit, Trait

RATIO = 0.7
"""Width by height, near a poker card's 63 by 88 mm."""

UNDERLINED = frozenset({"6", "9"})
"""Labels that look alike upside down."""

PAPER: Colour = (0xFB, 0xFA, 0xF5)
INK: Colour = (0x1B, 0x21, 0x2B)
_RED: Colour = (0xB3, 0x1B, 0x2C)
_EDGE: Colour = (0x9C, 0xA6, 0xB4)
_SMALL = 60
"""Height in pixels: a lower card is drawn larger first, so that its parts stay in proportion."""


def back(pen: Pen, height: float) -> pygame.Surface:
    """Return the back of a card, `height` pixels tall."""
    return _card(pen, height, ("back",), _back)


def _back(pen: Pen, area: pygame.Rect) -> None:
    rect = area.inflate(-0.16 * area.height, -0.16 * area.height)
    pen.box(rect, area.height * 0.04, CARD_BACK)
    step = rect.height / 6
    for i in range(1, 6):
        for j in range(1, 5):
            x, y = rect.left + rect.width * j / 5, rect.top + step * i
            d = step * 0.34
            lozenge = [(x, y - d), (x + d * 0.8, y), (x, y + d), (x - d * 0.8, y)]
            pen.polygon(lozenge, mix(CARD_BACK, PAPER, 0.35 if (i + j) % 2 else 0.18))


def face(
    pen: Pen,
    height: float,
    rank: Trait | None,
    words: Words,
    tint: Colour = INK,
    *,
    seen: float = 1.0,
) -> pygame.Surface:
    """Return the face of a card; None is an unreadable card, with a question mark.

    Its rank has room in the left part of the card that is `seen`, 0 to 1 of its width.
    """
    label = index(rank, words)
    drawn = partial(_face, rank=rank, label=label, tint=tint, seen=seen)
    return _card(pen, height, ("face", rank, label, tint, seen), drawn)


def index(rank: Trait | None, words: Words) -> str:
    """Return the shortest label of a rank, as decks print it where `words` is spoken."""
    return "?" if rank is None else words.say(rank.form("short"))


def _face(
    pen: Pen, area: pygame.Rect, rank: Trait | None, label: str, tint: Colour, *, seen: float
) -> None:
    red = tint == INK and rank in (Suit.DIAMONDS, Suit.HEARTS)
    big, tint = area.height, pen.kit.shades.on_paper(_RED if red else tint)
    if rank is None:
        pen.box(area.inflate(-0.1 * big, -0.1 * big), big * 0.05, DOUBT)
        tint = INK
    label = label.upper() if rank is Rank.JOKER else label
    room = pygame.Rect(area.left, area.top, round(area.width * seen), big)
    if isinstance(rank, Suit):
        _pip(pen, room.center, min(0.8 * room.width, 0.5 * big), rank, tint)
        return
    write(pen, room.inflate(-0.2 * room.width, -0.36 * big), big * 0.56, label, tint)
    if rank is not None:
        corner = pygame.Rect(0, 0, round(area.width * 0.27), round(big * 0.17))
        corner.topleft = (round(area.width * 0.03), round(big * 0.04))
        write(pen, corner, big * 0.17, "JK" if rank is Rank.JOKER else label, tint)
        below = pygame.transform.rotate(pen.surface.subsurface(corner), 180)
        pen.surface.blit(below, (area.width - corner.right, big - corner.bottom))


_PIPS: Mapping[Suit, tuple[tuple[Point, ...], tuple[Point, ...], float]] = {
    Suit.CLUBS: (
        ((0, -0.05), (0.17, 0.5), (-0.17, 0.5)),
        ((0, -0.24), (0.26, 0.12), (-0.26, 0.12)),
        0.24,
    ),
    Suit.DIAMONDS: (((0, -0.5), (0.38, 0), (0, 0.5), (-0.38, 0)), (), 0),
    Suit.HEARTS: (((-0.49, -0.07), (0.49, -0.07), (0, 0.5)), ((-0.24, -0.2), (0.24, -0.2)), 0.27),
    Suit.SPADES: (
        (
            (0, -0.5),
            (0.46, 0.06),
            (0.05, 0.12),
            (0.17, 0.5),
            (-0.17, 0.5),
            (-0.05, 0.12),
            (-0.46, 0.06),
        ),
        ((-0.24, 0.12), (0.24, 0.12)),
        0.24,
    ),
}
"""Polygon of each suit, the middles of its discs and their radius, in widths of the sign."""


def _pip(pen: Pen, middle: Point, wide: float, suit: Suit, tint: Colour) -> None:
    """Draw the sign of a suit, which no typeface here has."""
    polygon, discs, radius = _PIPS[suit]

    def at(point: Point) -> Point:
        return middle[0] + point[0] * wide, middle[1] + point[1] * wide

    pen.polygon([at(point) for point in polygon], tint)
    for disc in discs:
        pen.disc(at(disc), radius * wide, tint)


def write(pen: Pen, rect: pygame.Rect, size: float, label: str, tint: Colour) -> None:
    """Write a rank in `rect`, in letters of `size` pixels; 6 and 9 underlined."""
    done = pen.words(label, rect, size / pen.unit, tint, face="shout")
    if label in UNDERLINED:
        bar = pygame.Rect(0, 0, done.width, max(2, round(done.height * 0.07)))
        bar.midtop = (done.centerx, round(done.centery + done.height * 0.4))
        pen.box(bar, bar.height / 2, tint)


def pile(pen: Pen, centre: Point, height: float, count: int) -> None:
    """Draw `count` cards lying across each other; beyond 24 the pile looks no bigger."""
    card = back(pen, height)
    shown = min(count, 24)
    for i in range(shown):
        away, turn = height * (0.05 + 0.1 * ((i * 7) % 5) / 4), math.radians(i * 137.5)
        place = (centre[0] + math.cos(turn) * away, centre[1] + math.sin(turn) * away * 0.7)
        lay(pen, card, place, (i * 67 + 11) % 58 - 29)


def fan(
    pen: Pen,
    centre: Point,
    height: float,
    cards: list[pygame.Surface],
    *,
    reach: float = 2.1,
    spread: float = 66.0,
) -> None:
    """Draw cards held in a hand, overlapping, on a circle `reach` card heights in radius.

    `spread` is the angle in degrees that they take up together, at most.
    """
    count, (x, y), radius = len(cards), centre, height * reach
    step = min(11.0, spread / max(count, 1))
    for i, card in enumerate(cards):
        lean = (i - (count - 1) / 2) * step
        turn = math.radians(lean)
        lay(pen, card, (x + math.sin(turn) * radius, y + (1 - math.cos(turn)) * radius), -lean)


def row(pen: Pen, rect: pygame.Rect, cards: list[pygame.Surface]) -> None:
    """Draw cards side by side in `rect`, overlapping only if there are too many."""
    if not cards:
        return
    wide = cards[0].get_width()
    step = wide * 1.15
    if len(cards) > 1:
        step = min(step, (rect.width - wide) / (len(cards) - 1))
    left = rect.centerx - step * (len(cards) - 1) / 2
    for i, card in enumerate(cards):
        pen.surface.blit(card, card.get_rect(center=(round(left + step * i), rect.centery)))


def lay(pen: Pen, card: pygame.Surface, centre: Point, lean: float) -> None:
    """Put `card` at `centre`, turned `lean` whole degrees counter-clockwise."""
    turned = card
    if lean:
        # The card itself is in the key, so that its id can't come to mean another card.
        key = ("turned", card, round(lean))
        turned = pen.kit.kept(key, lambda: pygame.transform.rotozoom(card, round(lean), 1.0))
    pen.surface.blit(turned, turned.get_rect(center=(round(centre[0]), round(centre[1]))))


def _card(
    pen: Pen, height: float, what: tuple[Hashable, ...], paint: Callable[[Pen, pygame.Rect], None]
) -> pygame.Surface:
    """Return white card stock with `paint` on it."""
    tall = round(height)

    def make() -> pygame.Surface:
        big = max(12, tall) * (3 if tall < _SMALL else 1)
        card = pygame.Surface((round(big * RATIO), big), pygame.SRCALPHA)
        area = card.get_rect()
        fine = replace(pen, surface=card, least=0)  # a picture of a card has letters of its own
        fine.box(area, big * 0.07, PAPER, _EDGE, max(1.0, big * 0.012))
        paint(fine, area)
        if big == tall:
            return card
        return pygame.transform.smoothscale(card, (max(2, round(tall * RATIO)), max(3, tall)))

    return pen.kit.kept((*what, tall), make)
