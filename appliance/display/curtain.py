"""The curtain that falls over an idle table, with the best moments of the game on it."""

import math

from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.theme import CURTAIN, FOLD, ROD, TEXT_COLOUR
from appliance.display.widgets import Easel, slice_rect

_WIDTH = 84  # of a fold
_LETTERS = 56


def still(easel: Easel) -> None:
    """Draw the closed curtain, once for each side of a table, with a line for each moment."""
    idle = easel.view.idle
    for pen, rect in easel.parts():
        low = _cloth(pen, rect)
        lines = idle.moments if idle is not None else ()
        for number, line in enumerate(lines):
            top, bottom = 0.14 + 0.72 * number / len(lines), 0.14 + 0.72 * (number + 1) / len(lines)
            room = slice_rect(rect, 0.08, top, 0.92, bottom)
            room.height = min(room.height, low - room.top)
            pen.words(line, room, _LETTERS, TEXT_COLOUR, face="talk")


def _cloth(pen: Pen, rect: pygame.Rect) -> int:
    """Draw folds from rim to rim that hang in bows below a brass rod; return the bows' top."""
    count = max(2, round(rect.width / pen.px(_WIDTH)))
    wide, bow, rod = rect.width / count, pen.px(18), pen.px(12)
    low = rect.bottom - bow - pen.px(6)
    for number in range(count):
        left = rect.left + number * wide
        hem = [
            (left + wide * step / 8, low + bow * math.sin(math.pi * step / 8)) for step in range(9)
        ]
        cloth = [(left, rect.top + rod), *hem, (left + wide, rect.top + rod)]
        pen.polygon(cloth, FOLD if number % 2 else CURTAIN)
    pen.box(pygame.Rect(rect.left, rect.top, rect.width, rod), rod / 2, ROD)
    return low
