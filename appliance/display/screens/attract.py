"""Nobody sits yet: a hand of cards, one of which turns over now and then.

What is said of that card stands beside it, and what another says to that: all that the game is.
"""

import math
from functools import partial

from appliance.core.signals import MS
from appliance.display import cardart, motion
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, GROUND, TEXT_COLOUR
from appliance.display.view import View
from appliance.display.widgets import Easel, slice_rect
from appliance.rules.cards import Rank

_HAND = (
    Rank.ACE, Rank.SEVEN, Rank.JACK, Rank.THREE, Rank.KING, Rank.NINE, Rank.FIVE, Rank.QUEEN,
)  # fmt: skip
_SECRETS = (Rank.KING, Rank.TWO, Rank.SIX, Rank.TEN)
_PERIOD = 12_000
_FLIP = 300


def still(easel: Easel) -> None:
    """The hand; its middle card lies face down."""
    height, centre = _place(easel)
    cards = [cardart.face(easel.pen, height, rank, easel.words) for rank in _HAND]
    cards.insert(len(cards) // 2, cardart.back(easel.pen, height))
    cardart.fan(easel.pen, centre, height, cards, reach=3.6, spread=46.0)
    if easel.plan.layout == "tv":  # on a table they would stand on their heads for half of all
        words, body = easel.words, easel.plan.body
        _says(easel, words("attract.says"), slice_rect(body, 0.015, 0.1, 0.2, 0.44), 1)
        _says(easel, words("attract.answers"), slice_rect(body, 0.8, 0.3, 0.985, 0.64), -1)


def _says(easel: Easel, text: str, rect: pygame.Rect, side: int) -> None:
    """`text` in a bubble whose tail points to the cards: at its right (1) or its left (-1)."""
    pen = easel.pen
    fill = TEXT_COLOUR if side > 0 else DOUBT
    x = rect.right if side > 0 else rect.left
    low, far = rect.bottom - rect.height * 0.3, rect.height * 0.22
    pen.polygon([(x - side * far, low - far), (x + side * far * 1.1, low + far * 0.9),
                 (x - side * far, low + far * 0.4)], fill)  # fmt: skip
    pen.box(rect, rect.height * 0.32, fill)
    pen.words(text, rect.inflate(-pen.px(36), -pen.px(20)), 76, GROUND)


def moving(easel: Easel, at: int) -> None:
    """The card in front shows another face every few seconds."""
    pen, (height, (x, y)) = easel.pen, _place(easel)
    number, ms = divmod(at // MS, _PERIOD)
    back, into = divmod(ms, _PERIOD // 2)
    shown = not easel.calm and (into >= _FLIP / 2) != bool(back)
    secret = _SECRETS[number % len(_SECRETS)]
    card = cardart.back(pen, height)
    if shown:
        card = cardart.face(pen, height, secret, easel.words)
    if into < _FLIP and not easel.calm:  # it turns: seen from the side it is narrow
        wide = max(2, round(card.get_width() * abs(math.cos(math.pi * into / _FLIP))))
        card = pen.kit.kept(("turning", card, wide), partial(_narrow, card, wide))
    cardart.lay(pen, card, (x, y + height * 0.06), 0)


def due(_: View, at: int) -> int | None:
    """A card turns every few seconds, and rests in between."""
    into = at % (_PERIOD // 2 * MS)
    return motion.at_once(at) if into < _FLIP * MS else motion.after(at, _PERIOD // 2)


def _narrow(card: pygame.Surface, wide: int) -> pygame.Surface:
    """A card on its way round."""
    return pygame.transform.smoothscale(card, (wide, card.get_height()))


def _place(easel: Easel) -> tuple[float, tuple[float, float]]:
    body = easel.plan.body
    return body.height * 0.7, (body.centerx, body.centery - body.height * 0.11)
