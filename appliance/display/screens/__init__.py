"""The screens, one file each, and the table that finds them.

A screen is two functions. `still` draws all that stands still, once per View; `moving` draws
what depends on the frame time, over a copy of it, for each frame.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from appliance.display.screens import (
    answer,
    attract,
    deal,
    doubt,
    game,
    lobby,
    over,
    question,
    reveal,
    verdict,
)
from appliance.display.view import Screen, View
from appliance.display.widgets import Easel


class Painter(NamedTuple):
    """How one screen is drawn. `alive`: its Views that move even when nothing counts time."""

    still: Callable[[Easel], None]
    moving: Callable[[Easel, int], None] | None = None
    alive: Callable[[View], bool] = lambda _: False


def _always(_: View) -> bool:
    return True


SCREENS: Mapping[Screen, Painter] = {
    Screen.ATTRACT: Painter(attract.still, attract.moving, alive=_always),
    Screen.LOBBY: Painter(lobby.still, lobby.moving, alive=_always),
    Screen.DEAL: Painter(deal.still, deal.moving, alive=_always),
    Screen.GAME: Painter(game.still, game.moving),
    Screen.QUESTION: Painter(question.still),
    Screen.DOUBT: Painter(doubt.still),
    Screen.REVEAL: Painter(reveal.still),
    Screen.VERDICT: Painter(verdict.still),
    Screen.ANSWER: Painter(answer.still),
    Screen.OVER: Painter(over.still, over.moving, alive=over.shines),
}
"""Every screen that a View can ask for."""
