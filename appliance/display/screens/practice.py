"""A practice round: pretend cards, and beside them a buzzer that demonstrates the exercise."""

from appliance.core.signals import MS
from appliance.display import cardart, motion
from appliance.display.pen import Pen, Point
from appliance.display.quiet import pygame
from appliance.display.theme import (
    DOUBT,
    FAINT,
    GROUND,
    LIE,
    LINE,
    PANEL,
    RESTS,
    TEXT_COLOUR,
    TRUTH,
)
from appliance.display.view import View
from appliance.display.widgets import Easel, mark, slice_rect
from appliance.table.stages.practice import words
from appliance.table.stages.practice.facts import PracticeFacts

_PERIOD = 2000
_FROM, _FULL = 300, 1200
"""Times in a period (ms) at which the buzzer goes down, and at which a hold's ring is full."""


def still(easel: Easel) -> None:
    """Draw the pretend table: a hand, the newest play, and the cards on the table."""
    facts = easel.view.in_front(PracticeFacts)
    scene, title = facts.scene, easel.words.say(words.title(facts))
    for pen, rect in easel.parts():
        stacks = easel.plan.stacks
        top = slice_rect(rect, 0.0, 0.0, 1, 0.1 if stacks else 0.15)
        pen.words(title, top, 40 if stacks else 30, FAINT)
        centre, radius = _buzzer(easel, rect)
        for part, colour in ((1.0, LINE), (0.92, PANEL), (0.74, GROUND)):
            pen.disc(centre, radius * part, colour)
        middle, right = slice_rect(rect, 0.26, 0.15, 0.62, 0.97), slice_rect(rect, 0.64, 0.15, 1, 1)
        if stacks:
            middle, right = slice_rect(rect, 0, 0.1, 0.5, 0.56), slice_rect(rect, 0.5, 0.1, 1, 0.56)
        _middle(easel, pen, middle, facts)
        if scene.hand:
            height = min(right.height * 0.6, right.width * 0.36)
            cards = [cardart.face(pen, height, rank, easel.words) for rank in scene.hand]
            cardart.fan(pen, (right.centerx, right.centery - height * 0.02), height, cards)


def _middle(easel: Easel, pen: Pen, rect: pygame.Rect, facts: PracticeFacts) -> None:
    """Draw a number of percent, or the cards: those spoken of over the rest of the pile."""
    scene = facts.scene
    height = min(rect.height * 0.62, rect.width * 0.36)
    if scene.percent is not None:
        ink = TEXT_COLOUR if scene.truth is None else TRUTH
        pen.words(f"{scene.percent}%", rect, 190, ink, face="shout")
        return
    if scene.truth is None and scene.pile:
        cardart.pile(pen, (rect.centerx, rect.centery), height, scene.pile)
        return
    if scene.turned:
        ink = TRUTH if scene.truth else LIE
        cards = [cardart.face(pen, height, rank, easel.words, ink) for rank in scene.turned]
        cardart.row(pen, rect, cards)
        mark(pen, (rect.centerx, rect.bottom - height * 0.1), height * 0.16, good=bool(scene.truth))
        return
    cardart.row(pen, rect, [cardart.back(pen, height)] * scene.laid)


def moving(easel: Easel, at: int) -> None:
    """The buzzer goes down as people shall press theirs."""
    facts = easel.view.in_front(PracticeFacts)
    by_hold = facts.by_hold
    ms = at // MS % _PERIOD
    down = _FROM <= ms < (_FULL + 150 if by_hold else _FROM + 250)
    for slot in easel.plan.parts:
        local, radius = _buzzer(easel, pygame.Rect((0, 0), slot.size))
        centre = slot.point(*local)
        lit = DOUBT if down or easel.calm else (TEXT_COLOUR if facts.nudged else RESTS)
        easel.pen.disc(centre, radius * 0.6, lit)
        if by_hold and (down or easel.calm):
            part = 0.7 if easel.calm else min(9, (ms - _FROM) * 9 // (_FULL - _FROM)) / 9
            inner, outer = radius * 1.1, radius * 1.28
            easel.pen.arc(centre, inner, outer, TRUTH, start=-slot.turn, part=part)


def due(_: View, at: int) -> int | None:
    """The buzzer goes down and up; the ring of a hold grows in steps."""
    steps = range(_FROM, _FULL + 1, (_FULL - _FROM) // 9)
    return motion.after(at, _PERIOD, (0, *steps, _FROM + 250, _FULL + 150))


def _buzzer(easel: Easel, rect: pygame.Rect) -> tuple[Point, float]:
    """Centre and radius of the buzzer."""
    if easel.plan.stacks:
        radius = min(rect.height * 0.15, rect.width * 0.2)
        return (rect.centerx, rect.top + rect.height * 0.76), radius
    radius = min(rect.height * 0.26, rect.width * 0.09)
    return (rect.left + rect.width * 0.13, rect.top + rect.height * 0.54), radius


def read(view: View) -> tuple[str, ...]:
    """Return the title; the line below the headline says what to press."""
    return (view.words.say(words.title(view.in_front(PracticeFacts))),)
