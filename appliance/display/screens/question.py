"""A question: the choice of its kind, its text, and its guesses."""

from enum import Enum

from appliance.core.question import Kind, Survey
from appliance.display import cardart
from appliance.display.pen import Colour, Pen, Point, mix
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, GROUND, LIE, LINE, TEXT_COLOUR, TRUTH
from appliance.display.widgets import Easel, rect_at, slice_rect
from appliance.words import Words
from bluffing.actions import Guess

KIND_COLOURS = {Kind.FACT: TRUTH, Kind.FUN: DOUBT}


class Below(Enum):
    """Content of a scale below its line; the value is the line's place in its height."""

    TICKS = 0.5
    ANSWER = 0.42
    MARKER = 0.62


def still(easel: Easel) -> None:
    """Draw the question in large letters, the scale with the newest guess, and the stake."""
    question = easel.view.guess.question
    for pen, whole in easel.parts():
        rect = slice_rect(whole, 0.015, 0.03, 0.985, 0.98)
        if question is None:
            _cards(easel, pen, rect)
            continue
        text, low = slice_rect(rect, 0.01, 0.17, 0.99, 0.62), slice_rect(rect, 0, 0.64, 1, 1)
        kind = slice_rect(rect, 0, 0, 1, 0.14)
        kind.height = min(kind.height, pen.px(120))
        audience = slice_rect(kind, 0.78 if easel.view.guess.sudden_death else 0.27, 0.07, 1, 1)
        people = asked(easel.words, question.survey)
        beside = pen.height(people or " ", audience.width, FAINT) <= audience.height
        below = 0 if beside else pen.height(people, text.width, FAINT)
        if pen.height(question.text, text.width, TEXT_COLOUR) + below > text.height:
            rect = slice_rect(whole, 0.01, 0, 0.99, 1)
            text, low = slice_rect(rect, 0, 0, 1, 0.65), slice_rect(rect, 0, 0.66, 1, 1)
            _tight(easel, pen, low)
            pen.words(f"{question.text} {people}".strip(), text, 78, face="talk")
            continue
        labels(easel, pen, kind, question.kind, (0.24, 0.5))
        if not beside:
            text.height -= below
            audience = pygame.Rect(text.bottomleft, (text.width, below))
        pen.words(people, audience, 36, FAINT, "left" if beside else "centre")
        _stand(easel, pen, low)
        pen.words(question.text, text, 78 if easel.plan.layout == "tv" else 54, face="talk")


def asked(words: Words, survey: Survey | None) -> str:
    """Name a survey's people: "adults in the U.S., April 2023, 5,001 asked"; empty for a fact."""
    if survey is None:
        return ""
    year, _, rest = survey.fielded.partition("-")
    when = words(f"month.{int(rest[:2])}", year=year) if rest else year
    if survey.n_all:
        return words("question.asked-all", of=survey.population, when=when, all=survey.n_all)
    return words("question.asked", n=survey.n, of=survey.population, when=when)


def _tight(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """Draw the stake beside a long question: in a sudden death it is one point for everybody."""
    if not easel.view.guess.sudden_death:
        _stand(easel, pen, rect)
        return
    scale(easel, pen, slice_rect(rect, 0, 0, 0.5, 1))
    _label(pen, slice_rect(rect, 0.53, 0.14, 1, 0.86), easel.words("turn.sudden-death"), LIE)


def labels(
    easel: Easel, pen: Pen, rect: pygame.Rect, kind: Kind, split: tuple[float, float]
) -> None:
    """Draw FACT or FUN on its colour up to the first part of `rect`, a warning after the second."""
    _label(pen, slice_rect(rect, 0, 0, split[0], 1), _kind(easel, kind), KIND_COLOURS[kind])
    if easel.view.guess.sudden_death:
        _label(pen, slice_rect(rect, split[1], 0, 1, 1), easel.words("turn.sudden-death"), LIE)


def _kind(easel: Easel, kind: Kind) -> str:
    return easel.words(f"question.{kind}").upper()


def _label(pen: Pen, rect: pygame.Rect, word: str, colour: Colour) -> None:
    pen.box(rect, rect.height * 0.4, colour)
    pen.words(word, rect.inflate(-rect.height * 0.6, -rect.height * 0.04), 40, GROUND, face="shout")


def _stand(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    bid, highest = easel.view.guess.bid, easel.view.guess.highest_wager
    if bid is None:
        scale(easel, pen, slice_rect(rect, 0.06, 0, 0.94, 1))
        return
    label = easel.words("turn.highest")
    room = (round(rect.width * 0.22), round(pen.least * 1.26))
    begins = 0.56 if pen.kit.fits(label, room, pen.style(30, FAINT)) else 0.5
    scale(easel, pen, slice_rect(rect, 0, 0, begins, 1))
    end = (1 + begins) / 2 if highest > bid.wager else 1
    _coin(pen, slice_rect(rect, begins + 0.01, 0, end, 1), easel.words("turn.wager"), bid.wager)
    if highest > bid.wager:
        _coin(pen, slice_rect(rect, end, 0, 1, 1), label, highest, quiet=True)


def _coin(pen: Pen, rect: pygame.Rect, label: str, points: int, *, quiet: bool = False) -> None:
    """Draw points on a coin under their label."""
    top = max(0.32, pen.least * 1.26 / rect.height)
    pen.words(label, slice_rect(rect, 0, 0, 1, top), 30, FAINT)
    radius = min(rect.height * (1 - top) * 0.5, rect.width * 0.4)
    centre = (rect.centerx, rect.top + rect.height * (1 + top) / 2)
    pen.disc(centre, radius, FAINT if quiet else DOUBT)
    pen.disc(centre, radius * 0.9, GROUND)
    number = rect_at(centre, radius * 1.45, radius * 1.2)
    pen.words(str(points), number, 84, FAINT if quiet else TEXT_COLOUR, face="shout")


def _cards(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """Draw two cards face down, before the question is known."""
    tall = min(rect.height * 0.8, rect.width * 0.4)
    for i, (kind, tint) in enumerate(KIND_COLOURS.items()):
        x = rect.centerx + (i - 0.5) * tall * 0.95
        card = rect_at((x, rect.centery), tall * cardart.RATIO, tall)
        pen.box(card, tall * 0.07, tint)
        pen.box(card.inflate(-pen.px(20), -pen.px(20)), tall * 0.05, GROUND)
        pen.words(
            "?", slice_rect(card, 0.1, 0.12, 0.9, 0.66), tall * 0.5 / pen.unit, tint, face="shout"
        )
        pen.words(
            _kind(easel, kind),
            slice_rect(card, 0.07, 0.7, 0.93, 0.9),
            44,
            TEXT_COLOUR,
            face="shout",
        )


# --- from 0 to 100 percent -----------------------------------------------------------------------


def line_of(rect: pygame.Rect, room: Below) -> pygame.Rect:
    """Return the line of a scale in `rect`: higher if more content needs room below it."""
    inner = rect.inflate(-round(rect.width * 0.12), 0)
    line = pygame.Rect(inner.left, 0, inner.width, max(4, round(rect.height * 0.1)))
    line.centery = round(rect.top + rect.height * room.value)
    return line


def scale(
    easel: Easel,
    pen: Pen,
    rect: pygame.Rect,
    answer: tuple[float, Colour] | None = None,
    *,
    room: Below = Below.TICKS,
) -> None:
    """Draw a scale with the guess, if any, above its line; the answer below, in its colour."""
    line = line_of(rect, room)
    pen.box(line, line.height / 2, mix(LINE, TEXT_COLOUR, 0.12))
    for tick in (0, 25, 50, 75, 100):
        x = line.left + line.width * tick / 100
        pen.surface.fill(FAINT, rect_at((x, line.centery), pen.px(4), line.height * 2))
        if room is Below.TICKS:
            label = pygame.Rect(
                0,
                0,
                round(line.width * 0.2),
                max(round(rect.height * 0.26), round(pen.least * 1.25)),
            )
            label.midtop = (round(x), round(line.bottom + rect.height * 0.05))
            pen.words(str(tick), label.clamp(rect), 30, FAINT)
    if answer is not None:
        _answer(easel, pen, rect, line, answer, said=room is Below.ANSWER)
    if easel.view.guess.bid is not None:
        _guess(easel, pen, rect, line, easel.view.guess.bid)


def _guess(easel: Easel, pen: Pen, rect: pygame.Rect, line: pygame.Rect, bid: Guess) -> None:
    """Light the line between the guess and 100, where the answer would confirm the guess."""
    x = line.left + line.width * bid.guess / 100
    lit = line.inflate(0, -round(line.height * 0.3))
    lit.width = max(lit.height, round(line.right - x))
    lit.right = line.right
    pen.box(lit, lit.height / 2, DOUBT)
    radius, seat = rect.height * 0.17, easel.view.seats[bid.seat]
    pen.badge((x, line.top - radius * 1.15), radius, seat.buzzer, avatar=seat.avatar)
    word = pygame.Rect(0, 0, round(max(rect.width * 0.2, pen.least * 3)), 0)
    word.height = max(round(rect.height * 0.36), round(pen.least * 1.26))
    word.midleft = (round(x + radius * 1.3), round(line.top - radius * 1.15))
    beyond = word.right > rect.right
    if beyond:
        word.right = round(x - radius * 1.3)
    percent = easel.words("answer.percent", percent=bid.guess)
    pen.words(percent, word, 54, TEXT_COLOUR, "right" if beyond else "left")


def marker(rect: pygame.Rect, line: pygame.Rect, percent: float) -> list[Point]:
    """Shape of the marker that points at `percent` from below."""
    x, y, size = line.left + line.width * percent / 100, line.centery, rect.height * 0.11
    return [(x, y), (x - size, y + size * 2), (x + size, y + size * 2)]


def _answer(
    easel: Easel,
    pen: Pen,
    rect: pygame.Rect,
    line: pygame.Rect,
    answer: tuple[float, Colour],
    *,
    said: bool,
) -> None:
    percent, tint = answer
    pen.polygon(marker(rect, line, percent), tint)
    if not said:
        return
    x, y, size = line.left + line.width * percent / 100, line.centery, rect.height * 0.11
    tall = max(round(rect.height * 0.28), round(pen.least * 1.26))
    word = pygame.Rect(0, 0, round(rect.width * 0.24), tall)
    word.midtop = (round(x), round(y + size * 2.1))
    word.clamp_ip(rect)
    pen.words(easel.words("answer.percent", percent=percent), word, 50, tint)
