"""A scale from 0 to 100 percent, with a guess on it and, once it is turned up, the answer."""

from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, LINE, TEXT_COLOUR, Colour, mix
from appliance.display.view import SeatView
from appliance.words import Words


def scale(
    pen: Pen,
    rect: pygame.Rect,
    words: Words,
    *,
    guess: int | None = None,
    seat: SeatView | None = None,
    answer: tuple[float, Colour] | None = None,
) -> None:
    """The guess above the line, on the sign of `seat`, the answer below it in its colour."""
    inner = rect.inflate(-round(rect.width * 0.12), 0)
    line = pygame.Rect(inner.left, 0, inner.width, max(4, round(rect.height * 0.1)))
    line.centery = round(rect.top + rect.height * (0.56 if answer is None else 0.45))
    pen.box(line, line.height / 2, mix(LINE, TEXT_COLOUR, 0.12))
    for tick in (0, 25, 50, 75, 100):
        x = line.left + line.width * tick / 100
        mark = pygame.Rect(0, 0, pen.px(4), round(line.height * 2))
        mark.center = (round(x), line.centery)
        pen.surface.fill(FAINT, mark)
        if answer is None:
            label = pygame.Rect(0, 0, round(inner.width * 0.16), round(rect.height * 0.26))
            label.midtop = (round(x), round(line.bottom + rect.height * 0.08))
            pen.words(str(tick), label.clip(rect), 30, FAINT)
    if answer is not None:
        percent, tint = answer
        says = words("answer.percent", percent=percent)
        _answer(pen, rect, line, says, percent=percent, tint=tint)
    if guess is not None:
        says = words("answer.percent", percent=guess)
        _guess(pen, rect, line, says, guess=guess, seat=seat)


def _guess(
    pen: Pen, rect: pygame.Rect, line: pygame.Rect, says: str, *, guess: int, seat: SeatView | None
) -> None:
    """From the guess on to 100 the answer would do: that part of the line is lit."""
    x = line.left + line.width * guess / 100
    lit = line.inflate(0, -round(line.height * 0.3))
    lit.width = max(lit.height, round(line.right - x))
    lit.right = line.right
    pen.box(lit, lit.height / 2, DOUBT)
    radius = rect.height * 0.17
    if seat is not None:
        pen.badge((x, line.top - radius * 1.15), radius, seat.buzzer)
    word = pygame.Rect(0, 0, round(rect.width * 0.13), round(rect.height * 0.34))
    word.midleft = (round(x + radius * 1.3), round(line.top - radius * 1.15))
    if word.right > rect.right:
        word.right = round(x - radius * 1.3)
        pen.words(says, word, 54, TEXT_COLOUR, "right")
    else:
        pen.words(says, word, 54, TEXT_COLOUR, "left")


def _answer(
    pen: Pen, rect: pygame.Rect, line: pygame.Rect, says: str, *, percent: float, tint: Colour
) -> None:
    x = line.left + line.width * percent / 100
    size = rect.height * 0.11
    pen.polygon(
        [
            (x, line.centery),
            (x - size, line.centery + size * 2),
            (x + size, line.centery + size * 2),
        ],
        tint,
    )
    word = pygame.Rect(0, 0, round(rect.width * 0.2), round(rect.height * 0.28))
    word.midtop = (round(x), round(line.centery + size * 2.1))
    word.clamp_ip(rect)
    pen.words(says, word, 50, tint)
