"""A ring of choices: its labels in a row, the one that a hold takes in a light field.

A tv shows it to all in a strip across the middle, with two lines on an upright tv; a tabletop shows
it in the panel of the player who chooses.
"""

from itertools import accumulate

from appliance.display import seat_words
from appliance.display.cardart import UNDERLINED
from appliance.display.pen import Pen, mix
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, GROUND, LINE, PANEL, TEXT_COLOUR
from appliance.display.widgets import Easel, slice_rect
from appliance.table.facts import RingFacts
from appliance.words import Words

SMALLER = 0.8
"""The labels that a hold does not take, by the one that it does."""

LONGEST_LABEL = 16
"""A longer label is written smaller, so that others stay in sight beside it."""


def across(easel: Easel) -> None:
    """The strip of a tv: the question on the left, the labels beside it."""
    slot, choice = easel.plan.ring, easel.view.ring
    if slot is None or choice is None:
        return
    pen, (seat, ring) = easel.pen, choice
    rect = slot.rect.inflate(-pen.px(8), -pen.px(16))
    pen.box(rect, pen.px(28), mix(PANEL, GROUND, 0.35), LINE, pen.px(3))
    rect = rect.inflate(-pen.px(36), -pen.px(16))
    lines = easel.plan.upright
    title = slice_rect(rect, 0.0, 0.0, *((1.0, 0.4) if lines else (0.24, 1.0)))
    radius = title.height * (0.5 if lines else 0.4)
    pen.badge(
        (rect.left + radius, title.centery),
        radius,
        seat.buzzer,
        avatar=seat.avatar,
        mood=easel.mood(seat),
    )
    title.width -= round(radius * 2.4)
    title.left += round(radius * 2.4)
    pen.words(seat_words.title(ring, easel.words), title, 44, FAINT, "left")
    row = (0, 0.46, 1, 1) if lines else (0.25, 0.02, 1, 0.98)
    _row(pen, slice_rect(rect, *row), ring, 66, easel.words)


def at_seat(pen: Pen, rect: pygame.Rect, ring: RingFacts, words: Words) -> None:
    """The question, and the labels about the one that a hold takes."""
    tint = mix(FAINT, TEXT_COLOUR, 0.5)
    split = max(0.38, pen.least * 1.26 / rect.height)
    title, line = seat_words.title(ring, words), slice_rect(rect, 0, 0, 1, split)
    if pen.kit.fits(title, line.size, pen.style(26, tint, "left")):
        pen.words(title, line, 26, tint, "left")
    else:  # the headline says it, too
        split = 0
    _row(pen, slice_rect(rect, 0, split, 1, 1), ring, 40, words)


def _row(pen: Pen, rect: pygame.Rect, ring: RingFacts, size: float, words: Words) -> None:
    """Return as many labels as there is room for, always with the one that a hold takes.

    If some are left out the row goes round: the first follows the last.
    """
    labels = [seat_words.option(label, words) for label in ring.labels]
    count, rest = len(labels), size * SMALLER
    wanted = [
        _wide(pen, label, size if place == ring.cursor else rest)
        for place, label in enumerate(labels)
    ]
    shown = _shown(wanted, ring.cursor, rect.width)
    spare = max(0.0, rect.width - sum(wanted[place % count] for place in shown)) / len(shown)
    left = float(rect.left)
    for place in shown:
        label, current = labels[place % count], place % count == ring.cursor
        wide = min(wanted[place % count] + spare, rect.width)
        field = pygame.Rect(round(left), rect.top, round(wide), rect.height)
        left += wide
        field = field.inflate(-pen.px(8), 0)
        if current:
            pen.box(field, field.height * 0.22, DOUBT)
        room = field.inflate(-pen.px(12), -round(field.height * 0.1))
        colour = GROUND if current else TEXT_COLOUR
        done = pen.words(label, room, size if current else rest, colour)
        if label in UNDERLINED:
            bar = pygame.Rect(0, 0, done.width, pen.px(5))
            bar.midtop = (done.centerx, min(field.bottom - bar.height, done.bottom - pen.px(6)))
            pen.box(bar, bar.height / 2, colour)


def _wide(pen: Pen, label: str, size: float) -> float:
    """The width that a label wants, in pixels, up to that of LONGEST_LABEL letters or so."""
    font = pen.kit.font(pen.px(size))
    most = font.width("n" * LONGEST_LABEL)
    return min(font.width(label), most) + pen.px(size * 0.6)


def _shown(wanted: list[float], cursor: int, room: float) -> list[int]:
    """The places that fit, in a row: all, or those about `cursor`, which count on past the end."""
    count = len(wanted)
    if sum(wanted) <= room:
        return list(range(count))
    around = [cursor + (i + 1) // 2 * (1 if i % 2 else -1) for i in range(count)]
    full = accumulate(wanted[place % count] for place in around)
    return sorted(around[: max(1, sum(wide <= room for wide in full))])
