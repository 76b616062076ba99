"""The answer of a question: beside the guess, with its source, and the player who loses points."""

from appliance.display import show
from appliance.display.pen import Pen, mix
from appliance.display.quiet import pygame
from appliance.display.screens.question import Below, asked, labels, line_of, marker, scale
from appliance.display.theme import FAINT, GROUND, LIE, LINE, PANEL, TEXT_COLOUR, TRUTH
from appliance.display.view import require
from appliance.display.widgets import Easel, slice_rect
from appliance.table.facts import PAUSE_AFTER, QuestionFacts

_LEAST_TOP = 0.23
"""Minimum share of the height of half a table for the band."""


def still(easel: Easel) -> None:
    """The word on its band with the answer, the question again, the scale, the source.

    Under suspense the band is empty, and the source of no use.
    """
    view, question = easel.view, easel.view.guess.question
    verdict = require(view.verdict)
    for pen, whole in easel.parts():
        band, asked, line, below = _places(easel, whole)
        colour = TRUTH if verdict.truth else LIE
        if view.show.suspense:
            pen.box(band, pen.px(28), mix(PANEL, GROUND, 0.3), LINE, pen.px(4))
            pen.words("?", slice_rect(band, 0.05, 0.1, 0.95, 0.9), 170, FAINT, face="shout")
        else:
            pen.box(band, pen.px(28), colour)
            pen.words(
                verdict.word, slice_rect(band, 0.03, 0.53, 0.97, 0.99), 74, GROUND, face="shout"
            )
        if question is None:
            continue
        if not _is_narrow(whole):
            labels(easel, pen, slice_rect(asked, 0, 0, 1, 0.3), question.kind, (0.22, 0.6))
            asked = slice_rect(asked, 0, 0.34, 1, 1)
        pen.words(question.text, asked, 64 if easel.plan.upright else 46, align="left", face="talk")
        answer = None
        if question.percent is not None and not view.show.suspense:
            code = "answer.about" if question.about else "answer.percent"
            percent = easel.words(code, percent=question.percent)
            answer = (question.percent, colour)
            pen.words(percent, slice_rect(band, 0.05, 0.02, 0.95, 0.56), 170, GROUND, face="shout")
        scale(easel, pen, line, answer, room=_room(question, whole))
        if not view.show.suspense:
            source = _told(easel, question, slice_rect(whole, 0.01, 0, 0.99, 1))
            _source(easel, pen, below, question, source if _is_narrow(whole) else "")


def moving(easel: Easel, at: int) -> None:
    """The marker runs up the scale; when it stands, the band's edge lights up."""
    pen, view = easel.pen, easel.view
    if easel.calm or at >= show.until(view) or view.guess.question is None:
        return
    began, lands = view.show.began or 0, show.lands_at(view)
    for slot in easel.plan.parts:
        whole = pygame.Rect((0, 0), slot.size)
        band, _, rect, _ = _places(easel, whole)
        if not view.show.suspense:
            past = min(1.0, (at - lands) / show.LAND)
            wide, colour = pen.px(60) * past, TRUTH if require(view.verdict).truth else LIE
            lit = slot.place(band.inflate(round(2 * wide), round(2 * wide)))
            pen.frame(lit, pen.px(28) + wide, mix(TEXT_COLOUR, colour, past), pen.px(8))
        elif view.guess.question.percent is not None:
            run = min(1.0, (at - began) / max(1, lands - began - PAUSE_AFTER))
            percent = view.guess.question.percent * (1 - (1 - run) ** 3)
            points = marker(rect, line_of(rect, _room(view.guess.question, whole)), percent)
            pen.polygon([slot.point(*point) for point in points], TEXT_COLOUR)


def _is_narrow(whole: pygame.Rect) -> bool:
    """Half a table has no room for the question's kind, nor for the answer a second time."""
    return whole.width < 2.6 * whole.height


def _room(question: QuestionFacts, whole: pygame.Rect) -> Below:
    """Room below the scale's line."""
    if question.percent is None:
        return Below.TICKS
    return Below.MARKER if _is_narrow(whole) else Below.ANSWER


def _places(
    easel: Easel, whole: pygame.Rect
) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect, pygame.Rect]:
    """Draw the band, the question, the scale, and the source.

    On half a table the band is beside the scale; the text has the whole width below them, and as
    much of the height as it needs.
    """
    question = easel.view.guess.question
    if question is None or not _is_narrow(whole):
        rect = slice_rect(whole, 0.01, 0.02, 0.99, 0.99)
        asked, line = slice_rect(rect, 0.36, 0, 1, 0.37), slice_rect(rect, 0.36, 0.4, 1, 0.7)
        return slice_rect(rect, 0, 0, 0.34, 0.7), asked, line, slice_rect(rect, 0, 0.72, 1, 1)
    rect = slice_rect(whole, 0.01, 0, 0.99, 1)
    pen, letter = easel.pen, easel.pen.least
    asks = pen.height(question.text, rect.width, TEXT_COLOUR)
    source = _told(easel, question, rect)
    tells = pen.height(source, rect.width, FAINT) + round(letter * 1.25)
    most = 0.34 if easel.plan.upright else 0.42
    top = max(_LEAST_TOP, min(most, 1 - (asks + tells + 2) / rect.height))
    middle = top + (1 - top) * asks / (asks + tells)
    band, line = slice_rect(rect, 0, 0, 0.34, top), slice_rect(rect, 0.35, 0, 1, top)
    return band, slice_rect(rect, 0, top, 1, middle), line, slice_rect(rect, 0, middle, 1, 1)


def _told(easel: Easel, question: QuestionFacts, rect: pygame.Rect) -> str:
    """Write the note and the source, one after the other; omit the note if `rect` lacks room."""
    pen, label = easel.pen, _said(easel, question)
    full = f"{question.note} {label}".strip()
    hint = require(easel.view.verdict).hint or " "
    texts = ((question.text, TEXT_COLOUR), (full, FAINT), (hint, FAINT))
    need = sum(pen.height(text, rect.width, colour) for text, colour in texts)
    return full if need < (1 - _LEAST_TOP) * rect.height else label


def _said(easel: Easel, question: QuestionFacts) -> str:
    source = question.source
    if question.survey is not None:
        whom = asked(easel.words, question.survey)
        source = easel.words("answer.asked", source=source, asked=whom)
    elif question.date:
        source = easel.words("answer.dated", source=source, date=question.date)
    return easel.words("answer.source", source=source)


def _source(
    easel: Easel, pen: Pen, rect: pygame.Rect, question: QuestionFacts, source: str
) -> None:
    hint = require(easel.view.verdict).hint
    if source:
        # larger letters than need be, as long as two lines above it have them, too
        line = max((pen.floor or pen.least) * 1.25, min(pen.least * 1.25, rect.height / 3))
        low = 1 - round(line) / rect.height
        size = 44 if easel.plan.upright else 36
        pen.words(source, slice_rect(rect, 0, 0, 1, low), size, FAINT, "left")
        pen.words(hint, slice_rect(rect, 0, low, 1, 1), 36, FAINT, "left")
        return
    label, room = _said(easel, question), slice_rect(rect, 0.01, 0.04, 0.7, 1)
    asks, tells = (pen.height(text, room.width, FAINT) for text in (label, question.note or " "))
    low = asks / (asks + tells)
    pen.words(label, slice_rect(room, 0, 0, 1, low), 36, FAINT, "left")
    pen.words(question.note, slice_rect(room, 0, low, 1, 1), 34, FAINT, "left")
    pen.words(hint, slice_rect(rect, 0.72, 0.06, 0.99, 0.9), 36, FAINT, "right")
