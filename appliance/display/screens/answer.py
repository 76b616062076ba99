"""The answer of a question: beside the guess, with where it comes from, and who loses points."""

from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.scale import scale
from appliance.display.screens.question import kind, pill
from appliance.display.theme import FAINT, GROUND, LIE, TRUTH
from appliance.display.widgets import Easel, put, slice_rect, turned


def still(easel: Easel) -> None:
    """The word on its band with the answer, the question again, the scale, the source."""
    view = easel.view
    for slot in easel.plan.parts:
        pen, rect = turned(easel.pen, slot)
        rect = slice_rect(rect, 0.01, 0.02, 0.99, 0.99)
        _band(easel, pen, slice_rect(rect, 0, 0, 0.34, 0.7))
        right = slice_rect(rect, 0.36, 0, 1, 0.7)
        if view.question is not None:
            kind(easel, pen, slice_rect(right, 0, 0, 0.22, 0.16), view.question)
            if view.sudden_death:
                sudden = easel.view.words("turn.sudden-death")
                pill(pen, slice_rect(right, 0.6, 0, 1, 0.16), sudden)
            words = slice_rect(right, 0, 0.18, 1, 0.52)
            pen.words(view.question.text, words, 46, align="left")
            _scale(easel, pen, slice_rect(right, 0, 0.54, 1, 1))
            _source(easel, pen, slice_rect(rect, 0, 0.72, 1, 1))
        put(easel.pen, pen.surface, slot)


def _band(easel: Easel, pen: Pen, band: pygame.Rect) -> None:
    view = easel.view
    pen.box(band, pen.px(28), TRUTH if view.verdict else LIE)
    percent = view.question.percent if view.question is not None else None
    shown = "" if percent is None else view.words("answer.percent", percent=percent)
    pen.words(shown, slice_rect(band, 0.05, 0.04, 0.95, 0.62), 170, GROUND)
    pen.words(view.word, slice_rect(band, 0.05, 0.62, 0.95, 0.96), 74, GROUND)


def _scale(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    view = easel.view
    percent = view.question.percent if view.question is not None else None
    answer = None if percent is None else (percent, TRUTH if view.verdict else LIE)
    bid = view.bid
    if bid is None:
        scale(pen, rect, view.words, answer=answer)
    else:
        seat = easel.seat(bid.seat)
        scale(pen, rect, view.words, guess=bid.guess, seat=seat, answer=answer)


def _source(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    question, hint = easel.view.question, easel.view.hint
    if question is None:
        return
    low = 0.52 if question.note else 0.9
    source = easel.view.words("answer.source", source=question.source)
    pen.words(source, slice_rect(rect, 0.01, 0.06, 0.7, low), 36, FAINT, "left")
    pen.words(question.note, slice_rect(rect, 0.01, 0.54, 0.7, 1), 34, FAINT, "left")
    pen.words(hint, slice_rect(rect, 0.72, 0.06, 0.99, 0.9), 36, FAINT, "right")
