"""The deal: a deck in the middle, and cards that go to each seat in turn."""

import math

from appliance.core.signals import MS
from appliance.display import cardart, motion
from appliance.display.pen import Point
from appliance.display.view import View
from appliance.display.widgets import Easel

_EACH = 3000
_FLY = 300


def still(easel: Easel) -> None:
    """The deck, squared up, and the beginning of a hand before each seat."""
    pen, (x, y), height = easel.pen, _deck(easel), _tall(easel)
    card = cardart.back(pen, height)
    for i in range(10):
        step = height * 0.012 * (i - 5)
        cardart.lay(pen, card, (x + step, y - step), 0)
    small = cardart.back(pen, height * 0.36)
    for seat, slot in zip(easel.view.seats, easel.plan.seats, strict=True):
        goal = _edge(easel, slot.rect.center)
        lean = math.degrees(math.atan2(goal[0] - x, goal[1] - y))
        for i in range(-1, 2):
            cardart.lay(pen, small, (goal[0] + i * height * 0.05, goal[1]), lean - 12 * i)
        pen.badge(goal, height * 0.085, seat.buzzer, avatar=seat.avatar, mood=easel.mood(seat))


def moving(easel: Easel, at: int) -> None:
    """One card at a time slides from the deck towards a seat."""
    if easel.calm or not easel.plan.seats:
        return
    number, ms = divmod(at // MS, _EACH)
    (x, y), slot = _deck(easel), easel.plan.seats[number % len(easel.plan.seats)]
    goal = _edge(easel, slot.rect.center)
    dx, dy = goal[0] - x, goal[1] - y
    ease = 1 - (1 - min(1.0, ms / _FLY)) ** 2
    card = cardart.back(easel.pen, _tall(easel) * 0.6)
    lean = math.degrees(math.atan2(dx, dy))
    cardart.lay(easel.pen, card, (x + dx * ease, y + dy * ease), lean)


def due(view: View, at: int) -> int | None:
    """A card flies, and then lies for a while."""
    if not view.seats:
        return None
    flies = at % (_EACH * MS) <= _FLY * MS
    return motion.at_once(at) if flies else motion.after(at, _EACH)


def _tall(easel: Easel) -> float:
    """Height of a card of the deck."""
    body = easel.plan.body
    part = 0.55 if not easel.plan.upright else 0.55 - 0.1 * _rows(easel)
    if _is_narrow(easel):
        part = 0.42
    return min(body.height, body.width) * part


def _is_narrow(easel: Easel) -> bool:
    """Return True for a tabletop that stands upright: headlines lie at both sides of the deck."""
    body = easel.plan.body
    return easel.plan.layout == "tabletop" and body.width < body.height


def _rows(easel: Easel) -> int:
    """Number of rows of seats on a tv."""
    return len({slot.rect.top for slot in easel.plan.seats})


def _deck(easel: Easel) -> Point:
    body = easel.plan.body
    up = 0.13 if easel.plan.layout == "tv" else 0.0
    if easel.plan.upright:
        up = 0.07 + 0.07 * _rows(easel)
    return body.centerx, body.centery - body.height * up


def _edge(easel: Easel, goal: Point) -> Point:
    """Place of a card on its way to `goal`, near the border of the screen's own part."""
    body = easel.plan.body
    if easel.plan.layout == "tv":
        # before the seats of the last row, and of those above it
        tops = sorted({slot.rect.top for slot in easel.plan.seats})
        before = sum(top > goal[1] for top in tops)
        return goal[0], body.bottom - body.height * (0.16 + 0.2 * before)
    dx, dy = goal[0] - body.centerx, goal[1] - body.centery
    room = body.width / 2 - 0.3 * _tall(easel) if _is_narrow(easel) else body.width * 0.45
    reach_x = room / max(abs(dx), 1)
    reach_y = body.height * 0.36 / max(abs(dy), 1)
    part = min(1.0, reach_x, reach_y)
    return body.centerx + dx * part, body.centery + dy * part
