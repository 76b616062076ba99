"""The screens, one file each, and the table that finds them.

A screen is two functions. `still` draws all that stands still, once per View; `moving` draws
what depends on the frame time, over a copy of it, for each frame.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from appliance.display.screens import attract, deal, doubt, game, lobby, over, reveal, verdict
from appliance.display.view import Screen
from appliance.display.widgets import Stage


class Painter(NamedTuple):
    """How one screen is drawn. `alive`: it moves even when no lamp, hold or window does."""

    still: Callable[[Stage], None]
    moving: Callable[[Stage, int], None] | None = None
    alive: bool = False


SCREENS: Mapping[Screen, Painter] = {
    Screen.ATTRACT: Painter(attract.still, attract.moving, alive=True),
    Screen.LOBBY: Painter(lobby.still, lobby.moving, alive=True),
    Screen.DEAL: Painter(deal.still, deal.moving, alive=True),
    Screen.GAME: Painter(game.still, game.moving),
    Screen.DOUBT: Painter(doubt.still),
    Screen.REVEAL: Painter(reveal.still),
    Screen.VERDICT: Painter(verdict.still),
    Screen.OVER: Painter(over.still, over.moving, alive=True),
}
"""Every screen that a View can ask for."""
