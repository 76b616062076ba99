"""The answer of a question: beside the guess, with where it comes from, and who loses points."""

from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.screens.question import labels, scale
from appliance.display.theme import FAINT, GROUND, LIE, TRUTH
from appliance.display.widgets import Easel, slice_rect
from appliance.table.facts import QuestionFacts


def still(easel: Easel) -> None:
    """The word on its band with the answer, the question again, the scale, the source."""
    question = easel.view.question
    for pen, whole in easel.parts():
        rect = slice_rect(whole, 0.01, 0.02, 0.99, 0.99)
        band, right = slice_rect(rect, 0, 0, 0.34, 0.7), slice_rect(rect, 0.36, 0, 1, 0.7)
        colour = TRUTH if easel.view.verdict else LIE
        pen.box(band, pen.px(28), colour)
        pen.words(easel.view.word, slice_rect(band, 0.05, 0.62, 0.95, 0.96), 74, GROUND)
        if question is None:
            continue
        labels(easel, pen, slice_rect(right, 0, 0, 1, 0.16), question.kind, (0.22, 0.6))
        pen.words(question.text, slice_rect(right, 0, 0.18, 1, 0.52), 46, align="left")
        answer = None
        if question.percent is not None:
            answer = (question.percent, colour)
            percent = easel.words("answer.percent", percent=question.percent)
            pen.words(percent, slice_rect(band, 0.05, 0.04, 0.95, 0.62), 170, GROUND)
        scale(easel, pen, slice_rect(right, 0, 0.54, 1, 1), answer)
        _source(easel, pen, slice_rect(rect, 0, 0.72, 1, 1), question)


def _source(easel: Easel, pen: Pen, rect: pygame.Rect, question: QuestionFacts) -> None:
    source, low = question.source, 0.52 if question.note else 0.9
    if question.date:
        source = easel.words("answer.dated", source=source, date=question.date)
    said = easel.words("answer.source", source=source)
    pen.words(said, slice_rect(rect, 0.01, 0.06, 0.7, low), 36, FAINT, "left")
    pen.words(question.note, slice_rect(rect, 0.01, 0.54, 0.7, 1), 34, FAINT, "left")
    pen.words(easel.view.hint, slice_rect(rect, 0.72, 0.06, 0.99, 0.9), 36, FAINT, "right")
