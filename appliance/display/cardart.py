"""Cards as the display draws them: backs, faces with a rank, piles and fans. Our own drawing.

No suit is ever shown, because no rule of these games looks at one. 6 and 9 are underlined,
for whoever sits on the other side.
"""

import math

from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, Colour, Point, mix
from appliance.rules.cards import Rank

RATIO = 0.7
"""Width by height, near a poker card's 63 by 88 mm."""

_PAPER: Colour = (0xFB, 0xFA, 0xF5)
_INK: Colour = (0x1B, 0x21, 0x2B)
_BACK: Colour = (0x2A, 0x4B, 0x8D)
_EDGE: Colour = (0x9C, 0xA6, 0xB4)
_FINE = 3


def back(pen: Pen, height: float) -> pygame.Surface:
    """A card from behind, `height` pixels tall."""
    card, big = _blank(pen, height)
    rect = card.get_rect().inflate(-0.16 * big, -0.16 * big)
    fine = pen.on(card)
    fine.box(rect, big * 0.04, _BACK)
    step = rect.height / 6
    for i in range(1, 6):
        for j in range(1, 5):
            x, y = rect.left + rect.width * j / 5, rect.top + step * i
            d = step * 0.34
            lozenge = [(x, y - d), (x + d * 0.8, y), (x, y + d), (x - d * 0.8, y)]
            fine.polygon(lozenge, mix(_BACK, _PAPER, 0.35 if (i + j) % 2 else 0.18))
    return _small(card, height)


def face(pen: Pen, height: float, rank: Rank | None, tint: Colour = _INK) -> pygame.Surface:
    """A card from in front; None is a card that can't be read, with a question mark."""
    card, big = _blank(pen, height)
    fine = pen.on(card)
    area = card.get_rect()
    if rank is None:
        fine.box(area.inflate(-0.1 * big, -0.1 * big), big * 0.05, DOUBT)
        tint = _INK
    label = "?" if rank is None else "JOKER" if rank is Rank.JOKER else rank.value
    room = area.inflate(-0.2 * area.width, -0.3 * area.height)
    done = fine.words(label, room, big * 0.62 / pen.unit, tint)
    if rank in {Rank.SIX, Rank.NINE}:
        bar = pygame.Rect(0, 0, done.width, max(2, round(big * 0.045)))
        bar.midtop = (done.centerx, round(done.centery + done.height * 0.4))
        fine.box(bar, bar.height / 2, tint)
    return _small(card, height)


def pile(pen: Pen, centre: Point, height: float, count: int) -> None:
    """`count` cards lying across each other; beyond 24 the pile looks no bigger."""
    card = back(pen, height)
    shown = min(count, 24)
    for i in range(shown):
        away = height * (0.05 + 0.1 * ((i * 7) % 5) / 4)
        turn = math.radians(i * 137.5)
        place = (centre[0] + math.cos(turn) * away, centre[1] + math.sin(turn) * away * 0.7)
        lay(pen, card, place, (i * 67 + 11) % 58 - 29)


def fan(pen: Pen, centre: Point, height: float, cards: list[pygame.Surface]) -> None:
    """Cards held as in a hand, overlapping, within about `height` times 2.4 of width."""
    count = len(cards)
    spread = min(11.0, 66.0 / max(count, 1))
    reach = height * 2.1
    for i, card in enumerate(cards):
        lean = (i - (count - 1) / 2) * spread
        place = (
            centre[0] + math.sin(math.radians(lean)) * reach,
            centre[1] + (1 - math.cos(math.radians(lean))) * reach,
        )
        lay(pen, card, place, -lean)


def row(pen: Pen, rect: pygame.Rect, cards: list[pygame.Surface]) -> None:
    """Cards side by side in `rect`, overlapping only where there are too many."""
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
    """Put `card` at `centre`, turned `lean` degrees counter-clockwise."""
    turned = pygame.transform.rotozoom(card, lean, 1.0) if lean else card
    pen.surface.blit(turned, turned.get_rect(center=(round(centre[0]), round(centre[1]))))


def _blank(pen: Pen, height: float) -> tuple[pygame.Surface, float]:
    """White card stock, drawn larger than wanted so that its edges come out smooth."""
    big = max(12.0, height) * _FINE
    card = pygame.Surface((round(big * RATIO), round(big)), pygame.SRCALPHA)
    pen.on(card).box(card.get_rect(), big * 0.07, _PAPER, _EDGE, max(1.0, big * 0.012))
    return card, big


def _small(card: pygame.Surface, height: float) -> pygame.Surface:
    size = (max(2, round(height * RATIO)), max(3, round(height)))
    return pygame.transform.smoothscale(card, size)
