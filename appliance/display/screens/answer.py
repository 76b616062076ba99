"""The answer of a question: beside the guess, with where it comes from, and who loses points."""

from appliance.display import show
from appliance.display.pen import Pen, mix
from appliance.display.quiet import pygame
from appliance.display.screens.question import labels, line_of, marker, scale
from appliance.display.theme import FAINT, GROUND, LIE, LINE, PANEL, TEXT_COLOUR, TRUTH
from appliance.display.widgets import Easel, slice_rect
from appliance.table.facts import PAUSE_AFTER, QuestionFacts


def still(easel: Easel) -> None:
    """The word on its band with the answer, the question again, the scale, the source.

    Under suspense the band is empty, and the source of no use.
    """
    view, question = easel.view, easel.view.question
    for pen, whole in easel.parts():
        band, right, below = _places(whole)
        colour = TRUTH if view.verdict else LIE
        if view.suspense:
            pen.box(band, pen.px(28), mix(PANEL, GROUND, 0.3), LINE, pen.px(4))
            pen.words("?", slice_rect(band, 0.05, 0.1, 0.95, 0.9), 170, FAINT)
        else:
            pen.box(band, pen.px(28), colour)
            pen.words(view.word, slice_rect(band, 0.05, 0.62, 0.95, 0.96), 74, GROUND)
        if question is None:
            continue
        if _is_narrow(whole):
            pen.words(question.text, slice_rect(right, 0, 0, 1, 0.56), 46, align="left")
        else:
            labels(easel, pen, slice_rect(right, 0, 0, 1, 0.16), question.kind, (0.22, 0.6))
            pen.words(question.text, slice_rect(right, 0, 0.18, 1, 0.52), 46, align="left")
        answer = None
        if question.percent is not None and not view.suspense:
            answer = (question.percent, colour)
            percent = easel.words("answer.percent", percent=question.percent)
            pen.words(percent, slice_rect(band, 0.05, 0.04, 0.95, 0.62), 170, GROUND)
        answered = question.percent is not None
        scale(easel, pen, _scale(right), answer, answered=answered)
        if not view.suspense:
            _source(easel, pen, below, question)


def moving(easel: Easel, at: int) -> None:
    """The marker runs up the scale; when it stands, the band's edge lights up."""
    pen, view = easel.pen, easel.view
    if easel.calm or at >= show.until(view) or view.question is None:
        return
    began, lands = view.began or 0, show.lands_at(view)
    for slot in easel.plan.parts:
        band, right, _ = _places(pygame.Rect((0, 0), slot.size))
        if not view.suspense:
            past = min(1.0, (at - lands) / show.LAND)
            wide, colour = pen.px(60) * past, TRUTH if view.verdict else LIE
            lit = slot.place(band.inflate(round(2 * wide), round(2 * wide)))
            pen.frame(lit, pen.px(28) + wide, mix(TEXT_COLOUR, colour, past), pen.px(8))
        elif view.question.percent is not None:
            rect = _scale(right)
            run = min(1.0, (at - began) / max(1, lands - began - PAUSE_AFTER))
            percent = view.question.percent * (1 - (1 - run) ** 3)
            points = marker(rect, line_of(rect, answered=True), percent)
            pen.polygon([slot.point(*point) for point in points], TEXT_COLOUR)


def _is_narrow(whole: pygame.Rect) -> bool:
    """Half a table has no room for the question's kind."""
    return whole.width < 2.6 * whole.height


def _places(whole: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    """The band, the question with its scale, and the source."""
    rect = slice_rect(whole, 0.01, 0.02, 0.99, 0.99)
    if _is_narrow(whole):
        band, right = slice_rect(rect, 0, 0, 0.3, 0.42), slice_rect(rect, 0.32, 0, 1, 0.73)
        return band, right, slice_rect(rect, 0, 0.43, 1, 1)
    band, right = slice_rect(rect, 0, 0, 0.34, 0.7), slice_rect(rect, 0.36, 0, 1, 0.7)
    return band, right, slice_rect(rect, 0, 0.72, 1, 1)


def _scale(right: pygame.Rect) -> pygame.Rect:
    return slice_rect(right, 0, 0.57, 1, 1)


def _source(easel: Easel, pen: Pen, rect: pygame.Rect, question: QuestionFacts) -> None:
    source, low = question.source, 0.52 if question.note else 0.9
    if question.date:
        source = easel.words("answer.dated", source=source, date=question.date)
    said = easel.words("answer.source", source=source)
    if rect.width < 4 * rect.height:  # a narrow one: the note under the band, the rest below
        pen.words(question.note, slice_rect(rect, 0, 0, 0.31, 0.54), 34, FAINT, "left")
        pen.words(said, slice_rect(rect, 0, 0.54, 0.6, 1), 36, FAINT, "left")
        pen.words(easel.view.hint, slice_rect(rect, 0.61, 0.54, 1, 1), 36, FAINT, "right")
        return
    pen.words(said, slice_rect(rect, 0.01, 0.06, 0.7, low), 36, FAINT, "left")
    pen.words(question.note, slice_rect(rect, 0.01, 0.54, 0.7, 1), 34, FAINT, "left")
    pen.words(easel.view.hint, slice_rect(rect, 0.72, 0.06, 0.99, 0.9), 36, FAINT, "right")
