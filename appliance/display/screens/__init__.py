"""The screens, one file each, and the table that finds them.

A screen is two functions. `still` draws its still part, once per View; `moving` draws the part that
depends on the frame time, over a copy of it, for each frame.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from appliance.display.screens import (
    answer,
    attract,
    deal,
    doubt,
    fault,
    game,
    howto,
    lobby,
    menu,
    over,
    practice,
    question,
    reveal,
    survey,
    verdict,
    verify,
)
from appliance.display.view import Screen, View
from appliance.display.widgets import Easel


class Painter(NamedTuple):
    """Drawing functions of one screen.

    `due`: time of the next change of its moving part, later than a moment (ns), or None.
    `display/motion.py` handles countdowns and the lamps of the seats for all screens. `read`: the
    sentences that only this screen shows, for listeners.
    """

    still: Callable[[Easel], None]
    moving: Callable[[Easel, int], None] | None = None
    due: Callable[[View, int], int | None] = lambda _, __: None
    read: Callable[[View], tuple[str, ...]] = lambda _: ()


SCREENS: Mapping[Screen, Painter] = {
    Screen.ATTRACT: Painter(attract.still, attract.moving, attract.due),
    Screen.LOBBY: Painter(lobby.still, lobby.moving, lobby.due),
    Screen.DEAL: Painter(deal.still, deal.moving, deal.due),
    Screen.GAME: Painter(game.still, game.moving),
    Screen.QUESTION: Painter(question.still),
    Screen.DOUBT: Painter(doubt.still, doubt.moving),
    Screen.REVEAL: Painter(reveal.still),
    Screen.VERIFY: Painter(verify.still),
    Screen.VERDICT: Painter(verdict.still, verdict.moving),
    Screen.ANSWER: Painter(answer.still, answer.moving),
    Screen.HOW_TO: Painter(howto.still, read=howto.read),
    Screen.PRACTICE: Painter(practice.still, practice.moving, practice.due, practice.read),
    Screen.SURVEY: Painter(survey.still, read=survey.read),
    Screen.MENU: Painter(menu.still, menu.moving),
    Screen.FAULT: Painter(fault.still, read=fault.read),
    Screen.OVER: Painter(over.still, over.moving, over.due),
}
"""Every screen that a View can ask for."""
