"""The table without players: a hand of cards, with the table's name on a ribbon before it.

One card turns over now and then. A bubble beside it comments on the card, and another one replies:
together they explain the game.
"""

import math
from dataclasses import replace
from functools import partial

from appliance.core.signals import MS
from appliance.display import cardart, motion, titleart
from appliance.display.layout import Plan, Slot
from appliance.display.pen import Pen, Point
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, GROUND, TEXT_COLOUR
from appliance.display.view import View
from appliance.display.widgets import Easel, rect_at, slice_rect
from bluffing.cards import Rank

_HAND = (
    Rank.ACE, Rank.SEVEN, Rank.JACK, Rank.THREE, Rank.KING, Rank.NINE, Rank.FIVE, Rank.QUEEN,
)  # fmt: skip
_SECRETS = (Rank.KING, Rank.TWO, Rank.SIX, Rank.TEN)
_PERIOD = 12_000
_FLIP = 300


def still(easel: Easel) -> None:
    """Draw the hand, its middle card face down, and the ribbon: once for each side of a table."""
    for pen, rect in easel.parts():
        height, centre = _hand(rect.size, easel.plan)
        cards = [cardart.face(pen, height, rank, easel.words) for rank in _HAND]
        cards.insert(len(cards) // 2, cardart.back(pen, height))
        cardart.fan(pen, centre, height, cards, reach=3.6, spread=46.0)
        _title(pen, rect, easel)
    if easel.plan.layout == "tv":  # on a table half of all players would see them upside down
        words, body = easel.words, easel.plan.body
        speech, answers = (0.015, 0.1, 0.2, 0.44), (0.8, 0.3, 0.985, 0.64)
        if easel.plan.upright:  # over the hand, and below it
            speech, answers = (0.03, 0.02, 0.36, 0.18), (0.64, 0.81, 0.97, 0.97)
        _says(easel, words("attract.says"), slice_rect(body, *speech), 1)
        _says(easel, words("attract.answers"), slice_rect(body, *answers), -1)


def _says(easel: Easel, text: str, rect: pygame.Rect, side: int) -> None:
    """Write `text` in a bubble with a tail towards the cards, at its right (1) or its left (-1)."""
    pen = easel.pen
    fill = TEXT_COLOUR if side > 0 else DOUBT
    x = rect.right if side > 0 else rect.left
    low, far = rect.bottom - rect.height * 0.3, rect.height * 0.22
    pen.polygon([(x - side * far, low - far), (x + side * far * 1.1, low + far * 0.9),
                 (x - side * far, low + far * 0.4)], fill)  # fmt: skip
    pen.box(rect, rect.height * 0.32, fill)
    pen.words(text, rect.inflate(-pen.px(36), -pen.px(20)), 76, GROUND, face="shout")


def moving(easel: Easel, at: int) -> None:
    """Show another face of the card in front every few seconds."""
    pen, plan = easel.pen, easel.plan
    number, ms = divmod(at // MS, _PERIOD)
    back, into = divmod(ms, _PERIOD // 2)
    shown = not easel.calm and (into >= _FLIP / 2) != bool(back)
    secret = _SECRETS[number % len(_SECRETS)]
    for slot in plan.parts:
        height, (x, y) = _hand(slot.size, plan)
        card = (
            cardart.face(pen, height, secret, easel.words) if shown else cardart.back(pen, height)
        )
        if into < _FLIP and not easel.calm:  # it turns: seen from the side it is narrow
            wide = max(2, round(card.get_width() * abs(math.cos(math.pi * into / _FLIP))))
            card = pen.kit.kept(("turning", card, wide), partial(_narrow, card, wide))
        cardart.lay(pen, card, slot.point(x, y + height * 0.06), slot.turn)
        key = ("title", slot.size, slot.turn, easel.view.headline, pen.unit)
        title = pen.kit.kept(key, partial(_title_before, easel, slot))
        pen.surface.blit(title, slot.place(ribbon(slot.size, plan)))


def due(_: View, at: int) -> int | None:
    """Time of the next step: a card turns every few seconds, and rests in between."""
    into = at % (_PERIOD // 2 * MS)
    return motion.at_once(at) if into < _FLIP * MS else motion.after(at, _PERIOD // 2)


def _narrow(card: pygame.Surface, wide: int) -> pygame.Surface:
    """Return a card narrowed by its turn."""
    return pygame.transform.smoothscale(card, (wide, card.get_height()))


def _title(pen: Pen, rect: pygame.Rect, easel: Easel) -> None:
    """Draw the table's name before the hand."""
    place = ribbon(rect.size, easel.plan)
    titleart.ribbon(pen, place, easel.view.headline, DOUBT, place.height * 0.72 / pen.unit)


def _title_before(easel: Easel, slot: Slot) -> pygame.Surface:
    """Return the name alone, turned as its slot is: it lies over the card that turns, too."""
    sheet = pygame.Surface(slot.size, pygame.SRCALPHA)
    _title(replace(easel.pen.on(sheet), least=0), sheet.get_rect(), easel)
    return pygame.transform.rotate(sheet.subsurface(ribbon(slot.size, easel.plan)), slot.turn)


def _hand(size: tuple[int, int], plan: Plan) -> tuple[float, Point]:
    """Height of the cards in a place of that size, and the place of the middle one."""
    wide, tall = size
    height = min(tall * 0.64, wide * 0.26)
    return height, (wide / 2, tall * (0.47 if plan.upright else 0.41))


def ribbon(size: tuple[int, int], plan: Plan) -> pygame.Rect:
    """Place of the ribbon, in a place of that size."""
    height, (x, y) = _hand(size, plan)
    return rect_at((x, y + height * 0.6), height * 2.9, height * 0.54)
