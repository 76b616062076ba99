"""The game is paused: its sign lies over the middle, and beside it is how to play.

The seats stay in sight: what everybody holds is checked before the game goes on.
"""

from appliance.display import rulebook
from appliance.display.layout import Slot
from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.theme import ARENA, FAINT, LINE, TEXT_COLOUR
from appliance.display.widgets import Easel, put, slice_rect, turned

_SIGN = 0.24
"""How much of the width the sign takes where there is something to read beside it."""


def still(easel: Easel) -> None:
    """The middle is covered; the sign and the word for a pause."""
    pen = easel.pen
    pen.surface.fill(ARENA, easel.plan.body)
    for slot in easel.plan.parts:
        sheet, rect = turned(pen, slot)
        part = slice_rect(rect, 0, 0, _SIGN if easel.view.rules else 1, 1)
        _sign(sheet, part, easel.view.words("pause.sign"))
        put(pen, sheet.surface, slot)


def moving(easel: Easel, at: int) -> None:
    """The page that is open now."""
    rulebook.show(easel, at, tuple(_page(slot) for slot in easel.plan.parts))


def _sign(pen: Pen, rect: pygame.Rect, word: str) -> None:
    bar = pygame.Rect(0, 0, round(rect.height * 0.09), round(rect.height * 0.32))
    for step in (-1, 1):
        bar.center = (rect.centerx + step * bar.width, round(rect.height * 0.36))
        pen.box(bar, bar.width * 0.3, TEXT_COLOUR, LINE, 1)
    room = slice_rect(rect, 0.06, 0.6, 0.94, 0.84)
    pen.words(word, room, min(80.0, room.width * 0.21 / pen.unit), FAINT)


def _page(slot: Slot) -> Slot:
    """The part of `slot` beside the sign."""
    rect = slot.rect.copy()
    rect.width = round(rect.width * (1 - _SIGN))
    if slot.turn == 0:
        rect.right = slot.rect.right
    return Slot(rect, slot.turn)
