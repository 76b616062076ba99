"""The game is paused: its sign lies over the middle, and beside it is how to play.

The seats stay in sight: what everybody holds is checked before the game goes on.
"""

from appliance.display import rulebook
from appliance.display.theme import FAINT, LINE, TEXT_COLOUR
from appliance.display.widgets import Easel, part_of, rect_at, slice_rect

_SIGN = 0.24
"""How much of the width the sign takes where there is something to read beside it."""


def still(easel: Easel) -> None:
    """The sign and the word for a pause."""
    for pen, whole in easel.parts():
        rect = slice_rect(whole, 0, 0, _SIGN if easel.view.rules else 1, 1)
        wide, tall = rect.height * 0.09, rect.height * 0.32
        for step in (-1, 1):
            bar = rect_at((rect.centerx + step * round(wide), rect.height * 0.36), wide, tall)
            pen.box(bar, bar.width * 0.3, TEXT_COLOUR, LINE, 1)
        room = slice_rect(rect, 0.06, 0.6, 0.94, 0.84)
        size = min(80.0, room.width * 0.21 / pen.unit)
        pen.words(easel.words("pause.sign"), room, size, FAINT)


def moving(easel: Easel, at: int) -> None:
    """The page that is open now, beside the sign."""
    beside = (_SIGN, 0, 1, 1)
    rulebook.show(easel, at, tuple(part_of(slot, beside) for slot in easel.plan.parts))
