"""The printed card of a doubted question goes into the box; the question once more.

The card on the screen has no real code: that would tell the answer to a telephone.
"""

from appliance.display.pen import Pen, mix
from appliance.display.quiet import pygame
from appliance.display.screens.question import labels
from appliance.display.theme import DOUBT, GROUND, LINE, PANEL, TEXT_COLOUR
from appliance.display.widgets import Easel, rect_at, slice_rect

CARD_RATIO = 1.5
"""Width by height of a printed card, nearly."""

_MODULES = ("1110101", "1010011", "1110110", "0001010", "1110011", "1010100", "1110101")
"""A pattern that looks like a code, by rows: 1 is dark."""


def still(easel: Easel) -> None:
    """Draw the box with the card; beside it or below it the question and the fault."""
    view, question = easel.view, easel.view.guess.question
    for pen, whole in easel.parts():
        place, rect = (0.01, 0.04, 0.27, 0.96), slice_rect(whole, 0.285, 0.03, 0.99, 0.98)
        if easel.plan.upright:
            place, rect = (0.2, 0.02, 0.8, 0.36), slice_rect(whole, 0.01, 0.38, 0.99, 0.98)
        _box(easel, pen, slice_rect(whole, *place))
        if question is None:
            continue
        labels(easel, pen, slice_rect(rect, 0, 0, 1, 0.16), question.kind, (0.36, 0.5))
        low = 0.66 if view.box.ask else 1
        pen.words(question.text, slice_rect(rect, 0, 0.17, 1, low), 64, align="left", face="talk")
        if view.box.ask:
            note = slice_rect(rect, 0, 0.68, 1, 1)
            pen.box(note, pen.px(20), mix(PANEL, DOUBT, 0.14), DOUBT, pen.px(4))
            pen.words(view.box.ask, note.inflate(-pen.px(20), -pen.px(12)), 46)


def _box(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """The box from above; in it a card with its code up, beside an answer and its source."""
    pen.box(rect, pen.px(24), GROUND, DOUBT if easel.view.box.ask else LINE, pen.px(6))
    wide = min(rect.width * 0.86, rect.height * 0.8 * CARD_RATIO)
    card = rect_at(rect.center, wide, wide / CARD_RATIO)
    pen.box(card, card.height * 0.06, TEXT_COLOUR)
    for top, low, wide in ((0.26, 0.42, 0.26), (0.52, 0.57, 0.3), (0.62, 0.67, 0.26)):
        pen.surface.fill(pen.kit.shades.plain(LINE), slice_rect(card, 0.06, top, 0.06 + wide, low))
    side = card.height * 0.7
    code = rect_at((card.right - card.height * 0.5, card.centery), side, side)
    module, ink = side / len(_MODULES), pen.kit.shades.plain(GROUND)
    for y, row in enumerate(_MODULES):
        for x, dark in enumerate(row):
            if dark == "1":
                corner = code.left + x * module, code.top + y * module
                pen.surface.fill(ink, pygame.Rect(*corner, module + 1, module + 1))
