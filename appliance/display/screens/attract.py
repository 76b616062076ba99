"""Nobody sits yet: a hand of cards, one of which turns over now and then."""

import math

from appliance.core.signals import MS
from appliance.display import cardart, rulebook
from appliance.display.quiet import pygame
from appliance.display.widgets import Easel
from appliance.rules.cards import Rank

_HAND = (
    Rank.ACE, Rank.SEVEN, Rank.JACK, Rank.THREE, Rank.KING, Rank.NINE, Rank.FIVE, Rank.QUEEN,
)  # fmt: skip
_SECRETS = (Rank.KING, Rank.TWO, Rank.SIX, Rank.TEN)
_PERIOD = 4000
_FLIP = 300


def still(easel: Easel) -> None:
    """The hand; its middle card lies face down."""
    height, centre = _place(easel)
    cards = [cardart.face(easel.pen, height, rank) for rank in _HAND]
    cards.insert(len(cards) // 2, cardart.back(easel.pen, height))
    cardart.fan(easel.pen, centre, height, cards, reach=3.6, spread=46.0)


def moving(easel: Easel, at: int) -> None:
    """The card in front shows another face every few seconds; now and then, how to play."""
    if rulebook.show(easel, at, easel.plan.parts):
        return
    pen, (height, (x, y)) = easel.pen, _place(easel)
    number, ms = divmod(at // MS, _PERIOD)
    back, into = divmod(ms, _PERIOD // 2)
    shown = not easel.calm and (into >= _FLIP / 2) != bool(back)
    secret = _SECRETS[number % len(_SECRETS)]
    card = cardart.face(pen, height, secret) if shown else cardart.back(pen, height)
    if into < _FLIP and not easel.calm:  # it turns: seen from the side it is narrow
        wide = card.get_width() * abs(math.cos(math.pi * into / _FLIP))
        card = pygame.transform.smoothscale(card, (max(2, round(wide)), card.get_height()))
    cardart.lay(pen, card, (x, y + height * 0.06), 0)


def _place(easel: Easel) -> tuple[float, tuple[float, float]]:
    body = easel.plan.body
    return body.height * 0.7, (body.centerx, body.centery - body.height * 0.11)
