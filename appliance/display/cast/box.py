"""Otto's box: a theatre box at the right of each head, from which he looks at the seat at stake."""

import math

from appliance.display.cast.feelings import host_mood
from appliance.display.cast.owl import BOX_RATIO, Look, owl_in_box
from appliance.display.layout import Plan, Slot
from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.view import Screen, View
from appliance.table.facts import Role

_EMPTY_STAGE = {Screen.ATTRACT, Screen.MENU, Screen.SURVEY, Screen.HOW_TO, Screen.FAULT}
"""Screens whose head has no room for him, or that have no stage."""

_LOOKED_AT = (
    Role.WINNER, Role.LOSER, Role.TAKER, Role.LOSES, Role.DOUBTER, Role.CLAIMANT, Role.TURN,
)  # fmt: skip
"""Roles whose seats he looks at, those that matter most first."""

_MOST = 220
"""Maximum height of his box."""


def place_of(pen: Pen, view: View, plan: Plan, room: pygame.Rect) -> pygame.Rect:
    """Return the place of his box at the right of `room`, which has no width without him."""
    keys = plan.layout == "tabletop" and plan.host
    tall = min(room.height, pen.px(_MOST))
    absent = not view.show.hosted or keys or view.screen in _EMPTY_STAGE
    wide = 0 if absent else round(tall * BOX_RATIO)
    return pygame.Rect(room.right - wide, room.bottom - tall, wide, tall)


def draw(pen: Pen, view: View, plan: Plan, head: Slot, place: pygame.Rect) -> None:
    """Draw him in `place` of `head`."""
    mood, look, speaks = host_mood(view), _look(view, plan, head, place), view.notice.by_host
    picture = pen.kit.kept(
        ("host", place.size, mood, look, speaks),
        lambda: owl_in_box(place.size, mood, look, speaks=speaks),
        pen.kit.puppets,
    )
    pen.surface.blit(picture, place)


def _look(view: View, plan: Plan, head: Slot, place: pygame.Rect) -> Look:
    """Return the direction from his box to the seat at stake, in eighths of a turn."""
    seats = [seat for role in _LOOKED_AT for seat in view.seats if seat.role is role]
    if not seats:
        return 0.0, 0.3
    x, y = plan.seats[view.seats.index(seats[0])].rect.center
    here = head.point(*place.center)
    turn = math.atan2(y - here[1], x - here[0]) + math.radians(head.turn)
    turn = round(turn / (math.pi / 4)) * math.pi / 4
    return round(math.cos(turn), 2), round(math.sin(turn), 2)
