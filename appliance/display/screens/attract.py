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
    height, (x, y) = _place(easel)
    ms = at // MS
    secret = _SECRETS[ms // _PERIOD % len(_SECRETS)]
    phase = 0 if easel.calm else ms % _PERIOD
    shown = _FLIP <= phase < _PERIOD // 2
    part = 1.0
    for start in (0, _PERIOD // 2):
        if start <= phase < start + _FLIP and not easel.calm:
            part = abs(math.cos(math.pi * (phase - start) / _FLIP))
            shown = (phase - start >= _FLIP / 2) == (start == 0)
    pen = easel.pen
    card = cardart.face(pen, height, secret) if shown else cardart.back(pen, height)
    if part < 1.0:
        size = (max(2, round(card.get_width() * part)), card.get_height())
        card = pygame.transform.smoothscale(card, size)
    cardart.lay(pen, card, (x, y + height * 0.06), 0)


def _place(easel: Easel) -> tuple[float, tuple[float, float]]:
    body = easel.plan.body
    return body.height * 0.7, (body.centerx, body.centery - body.height * 0.11)
