"""The deal: a deck in the middle, and cards that go to each seat in turn."""

import math

from appliance.display import cardart
from appliance.display.theme import Point
from appliance.display.widgets import Stage
from appliance.signals import MS

_EACH = 360
_FLY = 300


def still(stage: Stage) -> None:
    """The deck, squared up."""
    pen, (x, y), height = stage.pen, stage.plan.body.center, _height(stage)
    card = cardart.back(pen, height)
    for i in range(10):
        step = height * 0.012 * (i - 5)
        cardart.lay(pen, card, (x + step, y - step), 0)


def moving(stage: Stage, at: int) -> None:
    """One card at a time slides from the deck towards a seat and fades into its rail."""
    if stage.calm or not stage.plan.seats or stage.view.paused:
        return
    ms = at // MS
    slot = stage.plan.seats[ms // _EACH % len(stage.plan.seats)]
    phase = min(1.0, ms % _EACH / _FLY)
    height = _height(stage) * (1 - 0.35 * phase)
    start = stage.plan.body.center
    goal = _edge(stage, slot.rect.center)
    ease = 1 - (1 - phase) ** 2
    place = (start[0] + (goal[0] - start[0]) * ease, start[1] + (goal[1] - start[1]) * ease)
    card = cardart.back(stage.pen, height)
    card.set_alpha(round(255 * (1 - 0.7 * phase)))
    turn = math.degrees(math.atan2(goal[0] - start[0], goal[1] - start[1]))
    cardart.lay(stage.pen, card, place, turn)


def _height(stage: Stage) -> float:
    return stage.plan.body.height * 0.55


def _edge(stage: Stage, goal: Point) -> Point:
    """Where a card on its way to `goal` is near the border of the screen's own part."""
    body = stage.plan.body
    dx, dy = goal[0] - body.centerx, goal[1] - body.centery
    reach_x = body.width * 0.45 / max(abs(dx), 1)
    reach_y = body.height * 0.36 / max(abs(dy), 1)
    part = min(1.0, reach_x, reach_y)
    return body.centerx + dx * part, body.centery + dy * part
