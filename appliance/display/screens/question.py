"""A question: which kind it shall be, what it asks, and how its guesses stand."""

from appliance.core.question import Kind
from appliance.display import cardart
from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.scale import scale
from appliance.display.theme import DOUBT, FAINT, GROUND, LIE, TEXT_COLOUR, TRUTH
from appliance.display.view import QuestionView
from appliance.display.widgets import Easel, put, slice_rect, turned

KIND_COLOURS = {Kind.FACT: TRUTH, Kind.FUN: DOUBT}


def still(easel: Easel) -> None:
    """The question large; the scale with the newest guess, and what is at stake."""
    question = easel.view.question
    for slot in easel.plan.parts:
        pen, rect = turned(easel.pen, slot)
        rect = slice_rect(rect, 0.015, 0.03, 0.985, 0.98)
        if question is None:
            _cards(easel, pen, rect)
        else:
            kind(easel, pen, slice_rect(rect, 0, 0, 0.16, 0.14), question)
            if easel.view.sudden_death:
                sudden = easel.view.words("turn.sudden-death")
                pill(pen, slice_rect(rect, 0.66, 0, 1, 0.14), sudden)
            text = slice_rect(rect, 0.01, 0.17, 0.99, 0.62)
            pen.words(question.text, text, 78 if easel.plan.layout == "tv" else 54)
            _stand(easel, pen, slice_rect(rect, 0, 0.64, 1, 1))
        put(easel.pen, pen.surface, slot)


def kind(easel: Easel, pen: Pen, rect: pygame.Rect, question: QuestionView) -> None:
    """FACT or FUN, on its colour."""
    pen.box(rect, rect.height * 0.4, KIND_COLOURS[question.kind])
    words = easel.view.words(f"question.{question.kind}").upper()
    pen.words(words, rect.inflate(-rect.height * 0.6, -rect.height * 0.16), 40, GROUND)


def pill(pen: Pen, rect: pygame.Rect, word: str) -> None:
    """A warning that goes for the whole question."""
    pen.box(rect, rect.height * 0.4, LIE)
    pen.words(word, rect.inflate(-rect.height * 0.6, -rect.height * 0.16), 40, GROUND)


def _stand(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    bid, words = easel.view.bid, easel.view.words
    if bid is None:
        scale(pen, slice_rect(rect, 0.06, 0, 0.94, 1), words)
        return
    place = slice_rect(rect, 0, 0, 0.66, 1)
    scale(pen, place, words, guess=bid.guess, seat=easel.seat(bid.seat))
    wager(
        pen,
        slice_rect(rect, 0.67, 0, 0.84 if bid.highest > bid.wager else 1, 1),
        words("turn.wager"),
        bid.wager,
    )
    if bid.highest > bid.wager:
        highest = words("turn.highest")
        wager(pen, slice_rect(rect, 0.84, 0, 1, 1), highest, bid.highest, quiet=True)


def wager(pen: Pen, rect: pygame.Rect, label: str, points: int, *, quiet: bool = False) -> None:
    """Points on a coin under their label."""
    pen.words(label, slice_rect(rect, 0, 0, 1, 0.26), 30, FAINT)
    radius = min(rect.height * 0.36, rect.width * 0.4)
    centre = (rect.centerx, rect.top + rect.height * 0.64)
    pen.disc(centre, radius, FAINT if quiet else DOUBT)
    pen.disc(centre, radius * 0.9, GROUND)
    number = pygame.Rect(0, 0, round(radius * 1.45), round(radius * 1.1))
    number.center = (round(centre[0]), round(centre[1]))
    pen.words(str(points), number, 84, FAINT if quiet else TEXT_COLOUR)


def _cards(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """Two cards face down: nobody knows the question yet."""
    tall = min(rect.height * 0.8, rect.width * 0.4)
    for i, (one, tint) in enumerate(KIND_COLOURS.items()):
        x = rect.centerx + (i - 0.5) * tall * 0.95
        card = pygame.Rect(0, 0, round(tall * cardart.RATIO), round(tall))
        card.center = (round(x), rect.centery)
        pen.box(card, tall * 0.07, tint)
        pen.box(card.inflate(-pen.px(20), -pen.px(20)), tall * 0.05, GROUND)
        pen.words("?", slice_rect(card, 0.1, 0.12, 0.9, 0.66), tall * 0.5 / pen.unit, tint)
        word = easel.view.words(f"question.{one}").upper()
        pen.words(word, slice_rect(card, 0.12, 0.7, 0.88, 0.9), 44, TEXT_COLOUR)
