"""How to play: pages of a few large lines, each with a picture of their topic."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from appliance.display import cardart
from appliance.display.pen import Pen, mix
from appliance.display.qrcode import MOST_BYTES, Modules, modules
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, GROUND, LIE, LINE, PANEL, TEXT_COLOUR, TRUTH
from appliance.display.view import View
from appliance.display.widgets import Easel, mark, qr_code, slice_rect
from appliance.table.stages.howto import words as howto
from appliance.table.stages.howto.facts import HowToFacts
from appliance.words import Words
from bluffing.cards import Rank
from bluffing.options import Topic, Value
from bluffing.rulesets import RULESETS

_FIRST = (Topic.TURN, Topic.DOUBT, Topic.END, Topic.ANSWER, Topic.AFTER, Topic.DEAL)
"""Topics in the order in which a short text names them, if it can't name all."""


def still(easel: Easel) -> None:
    """Draw the page, once for each side of the table, and the number of pages."""
    facts = easel.view.in_front(HowToFacts)
    lines, code = read(easel.view), _code(facts, easel.words)
    for pen, rect in easel.parts():
        if easel.plan.stacks:
            if code:
                qr_code(pen, slice_rect(rect, 0, 0, 1, 0.52), code, left=False)
            else:
                place = slice_rect(rect, 0.1, 0.02, 0.9, 0.4)
                _PICTURES.get(facts.about, _hand)(pen, place, easel.words)
            _dots(pen, slice_rect(rect, 0, 0.92, 1, 1), facts)
            text = slice_rect(rect, 0.01, 0.53 if code else 0.4, 0.99, 0.95)
        elif code:
            side = qr_code(pen, rect, code)
            text = pygame.Rect(rect.left + side, rect.top, rect.width - side, rect.height)
            _dots(pen, slice_rect(text, 0, 0.89, 1, 1), facts)
        elif _crowded(pen, rect, lines):
            _lines(pen, slice_rect(rect, 0.01, 0, 0.99, 1), lines)
            continue
        else:
            place = slice_rect(rect, 0.02, 0.06, 0.26, 0.86)
            _PICTURES.get(facts.about, _hand)(pen, place, easel.words)
            text = slice_rect(rect, 0.28, 0, 1, 1)
            _dots(pen, slice_rect(rect, 0, 0.89, 1, 1), facts)
        _lines(pen, slice_rect(text, 0.02, 0.04, 0.97, 0.86), lines)


def read(view: View) -> tuple[str, ...]:
    """Return the lines of the page; without a package for codes the last one says so."""
    facts, words = view.in_front(HowToFacts), view.words
    if facts.about is Topic.HOME and not _code(facts, words):
        return (words("howto.home.no-code"),)
    return tuple(map(words.say, howto.lines(facts)))


def _code(facts: HowToFacts, words: Words) -> Modules:
    """Return the code to take home, on the last page."""
    on = facts.about is Topic.HOME
    return modules(in_short(facts.game, facts.options, words)) if on else ()


@lru_cache(maxsize=8)
def in_short(name: str, options: tuple[tuple[str, Value], ...], words: Words) -> str:
    """Return a summary short enough for a QR code, the most needed lessons first."""
    ruleset = RULESETS[name]
    house = dict(options)
    title, taught = words.say(ruleset.called(house)), ruleset.taught(house)
    lines = [(topic, words.say(text)) for topic, texts in taught for text in texts]
    kept: set[int] = set()
    for place in sorted(range(len(lines)), key=lambda line: _FIRST.index(lines[line][0])):
        longer = _joined(title, lines, kept | {place})
        if len(longer.encode()) <= MOST_BYTES:
            kept.add(place)
    return _joined(title, lines, kept)


def _joined(title: str, lines: list[tuple[Topic, str]], kept: set[int]) -> str:
    return "\n".join([title, *(text for place, (_, text) in enumerate(lines) if place in kept)])


def _crowded(pen: Pen, rect: pygame.Rect, lines: tuple[str, ...]) -> bool:
    """Return True if a picture leaves too little room for words in letters half as wide as high."""
    letter, place = pen.px(40) ** 2 / 2, _beside(rect)
    if sum(pen.height(line, place.width, TEXT_COLOUR) for line in lines) > place.height:
        return True
    return sum(map(len, lines)) * letter > 0.6 * rect.width * rect.height


def _beside(rect: pygame.Rect) -> pygame.Rect:
    """Return the place of the words beside a picture."""
    return slice_rect(slice_rect(rect, 0.28, 0, 1, 1), 0.02, 0.04, 0.97, 0.86)


def _lines(pen: Pen, rect: pygame.Rect, lines: tuple[str, ...]) -> None:
    """Write all lines in one size, as large as possible; the remaining room is between them."""
    for size in range(54, 20, -2):
        some = replace(pen, least=max(pen.least, pen.px(size)))
        heights = [some.height(line, rect.width, TEXT_COLOUR) for line in lines]
        if sum(heights) <= rect.height or some.least == pen.least:
            break
    spare, top = max(0, rect.height - sum(heights)) / len(lines), float(rect.top)
    for line, tall in zip(lines, heights, strict=True):
        place = pygame.Rect(rect.left, round(top + spare / 2), rect.width, tall)
        pen.words(line, place.clip(rect), some.least / pen.unit, TEXT_COLOUR, "left")
        top += tall + spare


def _dots(pen: Pen, rect: pygame.Rect, facts: HowToFacts) -> None:
    """Draw one dot a page; that of the open page is lit."""
    step = min(pen.px(40), rect.width / (facts.pages + 1))
    left = rect.centerx - step * (facts.pages - 1) / 2
    for number in range(facts.pages):
        lit = number == facts.page
        centre = (left + step * number, rect.centery)
        pen.disc(centre, step * (0.26 if lit else 0.17), DOUBT if lit else LINE)


# --- pictures ------------------------------------------------------------------------------------


def _deck(pen: Pen, rect: pygame.Rect, _: Words) -> None:
    """Cards that are given out."""
    height = min(rect.height * 0.62, rect.width * 0.6)
    for i in range(8):
        shift = height * 0.014 * (i - 4)
        at = (rect.centerx + shift, rect.centery - shift)
        cardart.lay(pen, cardart.back(pen, height), at, 0)
    small = cardart.back(pen, height * 0.5)
    cardart.lay(pen, small, (rect.left + height * 0.2, rect.bottom - height * 0.3), 35)
    cardart.lay(pen, small, (rect.right - height * 0.2, rect.bottom - height * 0.3), -35)


def _hand(pen: Pen, rect: pygame.Rect, words: Words) -> None:
    """A hand with one card laid face down."""
    height = min(rect.height * 0.5, rect.width * 0.48)
    ranks = (Rank.SEVEN, Rank.SEVEN, Rank.QUEEN, Rank.TWO, Rank.ACE)
    cards = [cardart.face(pen, height, rank, words) for rank in ranks]
    cardart.fan(pen, (rect.centerx, rect.bottom - height * 0.62), height, cards, reach=1.7)
    laid = cardart.back(pen, height * 0.8)
    cardart.lay(pen, laid, (rect.centerx, rect.top + height * 0.42), 9)


def _next(pen: Pen, rect: pygame.Rect, _: Words) -> None:
    """A pile that grows."""
    height = min(rect.height * 0.5, rect.width * 0.5)
    cardart.pile(pen, rect.center, height, 9)


def _buzzer(pen: Pen, rect: pygame.Rect, _: Words) -> None:
    """A buzzer that is pressed."""
    radius = min(rect.width, rect.height) * 0.36
    for i in range(12):
        far = math.radians(30 * i)
        x, y = math.sin(far), -math.cos(far)
        ends = [
            (rect.centerx + x * radius * part, rect.centery + y * radius * part)
            for part in (1.16, 1.34)
        ]
        pen.stroke(ends, radius * 0.07, DOUBT)
    for part, colour in ((1.0, LINE), (0.92, PANEL), (0.74, GROUND), (0.68, DOUBT)):
        pen.disc(rect.center, radius * part, colour)
    pen.disc(rect.center, radius * 0.5, mix(DOUBT, TEXT_COLOUR, 0.3))


def _verdicts(pen: Pen, rect: pygame.Rect, words: Words) -> None:
    """A true card and a false one."""
    height = min(rect.height * 0.6, rect.width * 0.6)
    for side, rank, good in ((-1, Rank.SEVEN, True), (1, Rank.KING, False)):
        x = rect.centerx + side * height * 0.4
        tint = TRUTH if good else LIE
        card = cardart.face(pen, height, rank, words, tint)
        cardart.lay(pen, card, (x, rect.centery), -6 * side)
        mark(pen, (x, rect.centery + height * 0.52), height * 0.13, good=good)


def _crown(pen: Pen, rect: pygame.Rect, _: Words) -> None:
    """A crown."""
    size = min(rect.width, rect.height) * 0.36
    x, y = rect.center
    left, middle, right = (-1.1, -0.45), (0.0, -0.65), (1.1, -0.45)
    rim = [(-1, 0.55), left, (-0.5, 0.0), middle, (0.5, 0.0), right, (1, 0.55)]
    pen.polygon([(x + a * size, y + b * size) for a, b in rim], DOUBT)
    for a, b in (left, middle, right):
        pen.disc((x + a * size, y + b * size), size * 0.14, DOUBT)


def _three(pen: Pen, rect: pygame.Rect, _: Words) -> None:
    """A tap, a hold with its ring, and a slap, one above the other."""
    radius = min(rect.height / 8.4, rect.width / 4)
    for row, (ring, lit) in enumerate(((0.0, FAINT), (0.75, FAINT), (0.0, DOUBT))):
        centre = (rect.centerx, rect.top + rect.height * (row + 0.5) / 3)
        for part, colour in ((1.0, LINE), (0.9, GROUND), (0.72, lit)):
            pen.disc(centre, radius * part, colour)
        if ring:
            pen.arc(centre, radius * 1.08, radius * 1.28, TRUTH, part=ring)


_PICTURES: Mapping[Topic, Callable[[Pen, pygame.Rect, Words], None]] = {
    Topic.DEAL: _deck,
    Topic.TURN: _hand,
    Topic.ANSWER: _next,
    Topic.DOUBT: _buzzer,
    Topic.AFTER: _verdicts,
    Topic.END: _crown,
    Topic.BUZZER: _three,
}
"""A picture for each topic."""
