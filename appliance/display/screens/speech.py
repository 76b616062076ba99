"""The claim as its player says it: the cards in a bubble, and the speaker beside or below it."""

from appliance.display import cardart
from appliance.display.pen import STANDS, TALL, Colour, Pen, Point
from appliance.display.quiet import pygame
from appliance.display.screens.game_plan import bubble_of, speaker_of
from appliance.display.theme import CREAM, DOUBT, LINE
from appliance.display.widgets import Easel, slice_rect
from bluffing.game import Claim

BUBBLE_INK = (0x2A, 0x1A, 0x33)
"""The colour of text on a speech bubble."""

_ROUND = 40
"""Radius of a bubble's corners."""

Tail = tuple[Point, Point, Point]
"""The tip of a bubble's tail, and its two roots at the bubble."""


def beside_speaker(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """Draw the speaker, large, and at the right the bubble; without a claim the player on turn."""
    tall = min(rect.height * 1.02, rect.width * 0.36)
    radius = tall / TALL
    claim = easel.view.play.claim
    if claim is not None:
        bubble = bubble_of(pen, rect)
        y = min(rect.bottom - tall * 0.4, bubble.bottom - bubble.height * 0.2)
        root, half = bubble.left + pen.px(30), bubble.height * 0.08
        tail = ((rect.left + radius * 2.2, y), (root, y - half), (root, y + half))
        _bubble(easel, pen, bubble, tail, claim)
    _stand(easel, pen, (rect.left + radius * 1.25, rect.bottom - radius * STANDS), radius)


def over_speaker(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """Draw the bubble above the speaker, for a place that is higher than wide."""
    claim = easel.view.play.claim
    tall = rect.height * (0.44 if claim is not None else 0.7)
    radius, x = tall / TALL, rect.left + rect.width * 0.5
    if claim is not None:
        bubble = slice_rect(rect, 0, 0, 1, 0.55)
        root, half = bubble.bottom - pen.px(12), pen.px(20)
        tip = (x + radius * 0.9, bubble.bottom + tall * 0.22)
        tail = (tip, (x + radius * 1.5 - half, root), (x + radius * 1.5 + half, root))
        _bubble(easel, pen, bubble, tail, claim)
    _stand(easel, pen, (x, rect.bottom - radius * STANDS), radius)


def _stand(easel: Easel, pen: Pen, at: Point, radius: float) -> None:
    seat = speaker_of(easel)
    if seat is not None:
        pen.badge(at, radius, seat.buzzer, avatar=seat.avatar, mood=easel.mood(seat))


def balloon(pen: Pen, rect: pygame.Rect, tail: Tail, edge: Colour) -> None:
    """Draw an empty bubble."""
    wide = pen.px(7)
    pen.box(rect, pen.px(_ROUND), CREAM, edge, wide)
    pen.polygon(tail, CREAM)
    for root in tail[1:]:
        pen.stroke([tail[0], root], wide, edge)
    pen.polygon(_inside(tail), CREAM)


def _bubble(easel: Easel, pen: Pen, rect: pygame.Rect, tail: Tail, claim: Claim) -> None:
    """Draw the cards as claimed in a bubble, and name them."""
    balloon(pen, rect, tail, DOUBT if easel.view.play.open else LINE)
    shown = slice_rect(rect, 0.06, 0.07, 0.94, 0.66)
    tall = min(shown.height, shown.width / 3.4 / cardart.RATIO)
    card = cardart.face(pen, tall, claim.rank, easel.words)
    cardart.row(pen, shown, [card] * min(claim.count, 12))
    cards = easel.words.say(claim.rank.counted(claim.count))
    pen.words(cards, slice_rect(rect, 0.05, 0.67, 0.95, 0.97), 92, BUBBLE_INK, face="shout")


def _inside(tail: Tail) -> list[Point]:
    """Return the tail a little smaller, so that its edge stays and no line crosses its root."""
    (x, y), *roots = tail
    middle = ((roots[0][0] + roots[1][0]) / 2, (roots[0][1] + roots[1][1]) / 2)
    near = [(a + (middle[0] - a) * 0.25, b + (middle[1] - b) * 0.25) for a, b in roots]
    return [(x + (middle[0] - x) * 0.3, y + (middle[1] - y) * 0.3), *near]
