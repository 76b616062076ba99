"""A paused game: its sign, or the lost part, lies over the middle; beside it is how to play.

The seats stay in sight: players check everybody's holdings before the game goes on.
"""

from appliance.display import rulebook, titleart
from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.signs import unplugged
from appliance.display.theme import DOUBT, GROUND, PANEL, TEXT_COLOUR
from appliance.display.widgets import Easel, Part, part_of, rect_at, slice_rect

_SIGN = 0.3
"""Share of the width, or height, of the sign beside text."""


def still(easel: Easel) -> None:
    """Draw the word for a pause, and its sign or the plug that the pause is about."""
    for pen, whole in easel.parts():
        rect = slice_rect(whole, *_split(easel)[0]) if easel.view.rules else whole
        plug = easel.view.notice.plug
        if plug is None:
            _bars(pen, rect)
        else:
            unplugged(pen, slice_rect(rect, 0.04, 0.02, 0.96, 0.6), plug)
        room = slice_rect(rect, 0.03, 0.6, 0.97, 0.84)
        room.width = min(room.width, round(room.height * 5))
        room.centerx = rect.centerx
        titleart.ribbon(pen, room, easel.words("pause.sign"), DOUBT, 64)


def _bars(pen: Pen, rect: pygame.Rect) -> None:
    """Draw the sign of a pause: two bars on a disc."""
    radius, at = min(rect.height * 0.3, rect.width * 0.4), (rect.centerx, rect.height * 0.38)
    for part, colour in ((1.0, DOUBT), (0.94, GROUND), (0.88, DOUBT), (0.8, PANEL)):
        pen.disc(at, radius * part, colour)
    for step in (-1, 1):
        bar = rect_at((at[0] + step * radius * 0.24, at[1]), radius * 0.26, radius * 0.86)
        pen.box(bar, bar.width * 0.3, TEXT_COLOUR)


def moving(easel: Easel, at: int) -> None:
    """Draw the open page, beside the sign."""
    _, page = _split(easel)
    rulebook.show(easel, at, tuple(part_of(slot, page) for slot in easel.plan.parts))


def _split(easel: Easel) -> tuple[Part, Part]:
    """Return the parts of the sign and of the page: beside it, or below it."""
    if easel.plan.stacks:
        return (0, 0, 1, _SIGN), (0, _SIGN, 1, 1)
    return (0, 0, _SIGN, 1), (_SIGN, 0, 1, 1)
