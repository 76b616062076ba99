"""Truth or lie: one word, the turned-up cards, and the player who takes the table.

The cards come up one by one, in the camera's own picture if there is one; then the word comes down,
and the pile goes to its taker. In a dispute the screen also shows the evidence: the box.
"""

import math
from typing import NamedTuple

from appliance.display import cardart, show
from appliance.display.layout import Slot
from appliance.display.pen import Colour, Pen, mix
from appliance.display.quiet import pygame
from appliance.display.screens import reveal
from appliance.display.theme import (
    DOUBT,
    FAINT,
    GROUND,
    LIE,
    LINE,
    PANEL,
    TEXT_COLOUR,
    TRUTH,
)
from appliance.display.view import require
from appliance.display.widgets import Easel, Part, facing, mark, slice_rect
from appliance.table.facts import TURN, SeatFacts
from bluffing.cards import Trait

WORD_SIZE = 190
"""Size of the word."""


class _Places(NamedTuple):
    """Places of the parts of a verdict: the word's band, the cards, and their taker."""

    band: pygame.Rect
    cards: pygame.Rect
    taker: pygame.Rect | None


def _places(easel: Easel, rect: pygame.Rect) -> _Places:
    view = easel.view
    if view.show.suspense:  # the cards are all that matters: as large as they can be
        band, cards = slice_rect(rect, 0.01, 0.02, 0.99, 0.24), slice_rect(rect, 0.02, 0.3, 0.98, 1)
        return _Places(band, cards, None)
    verdict = require(view.verdict)
    evidence = easel.seen if verdict.disputed else None
    takes = verdict.takes is not None
    if evidence is not None and easel.plan.layout == "tabletop":
        takes = False  # half a table has room for what the dispute is about, and no more
    if easel.plan.upright:  # one below the other
        band, cards = (
            slice_rect(rect, 0.01, 0.02, 0.99, 0.25),
            slice_rect(rect, 0.02, 0.28, 0.98, 0.63),
        )
        if not takes:
            cards.height = round(rect.height * 0.6)
        return _Places(band, cards, slice_rect(rect, 0.02, 0.65, 0.98, 0.88) if takes else None)
    band = slice_rect(rect, 0.01, 0.02, 0.99, 0.32 if evidence is None else 0.22)
    low = slice_rect(rect, 0.02, 0.36 if evidence is None else 0.26, 0.98, 0.9)
    split = (0.62 if evidence is None else 0.76) if takes else 1.0
    taker = slice_rect(low, split + 0.04, 0, 1, 1) if takes else None
    return _Places(band, slice_rect(low, 0, 0, split, 1), taker)


def still(easel: Easel) -> None:
    """Draw the word on a broad band, the cards below, the taker at the side.

    Under suspense draw only the claim, on a band without a colour.
    """
    view, verdict = easel.view, require(easel.view.verdict)
    word = verdict.word
    if verdict.disputed:
        word = easel.words("verdict.word.disputed", word=word)
    for pen, rect in easel.parts():
        places = _places(easel, rect)
        if view.show.suspense:
            pen.box(places.band, pen.px(28), mix(PANEL, GROUND, 0.3), LINE, pen.px(4))
            _claimed(easel, pen, places.band)
            continue
        _wash(easel, pen, rect)
        pen.box(places.band, pen.px(28), _colour(easel))
        pen.words(word, places.band.inflate(-pen.px(40), 0), WORD_SIZE, GROUND, face="shout")
        hint = slice_rect(rect, 0.02, 0.885, 0.98, 0.995)
        line = max(0, round(1.26 * pen.least) - hint.height)
        hint.top, hint.height = hint.top - line, hint.height + line
        pen.words(verdict.hint, hint, 32, FAINT)
        cards = places.cards
        if verdict.disputed and any(card.quad for card in view.box.cards):
            _box(easel, pen, cards)
        for front, place in _fronts(easel, pen, cards):
            pen.surface.blit(front, place)
        if places.taker is not None and verdict.takes is not None:
            _taker(easel, pen, places.taker, view.seats[verdict.takes])


def moving(easel: Easel, at: int) -> None:
    """Turn the cards up; land the word, which shakes the table or glows; move the pile."""
    view = easel.view
    if easel.calm or at >= show.until(view):
        return
    past, takes = (at - show.lands_at(view)) / show.LAND, require(view.verdict).takes
    for slot in easel.plan.parts:
        places = _places(easel, pygame.Rect((0, 0), slot.size))
        if view.show.suspense:
            _turn_up(easel, slot, places.cards, at)
            continue
        if past < 1:
            _land(easel, slot, places.band, past)
        if places.taker is not None and takes is not None and view.play.pile:
            _slide(easel, slot, places.taker, takes, at)


def _wash(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """Tint everything below the word with its colour, visible from across the room."""
    pen.box(rect, pen.px(28), _washed(easel), mix(GROUND, _colour(easel), 0.6), pen.px(5))


def _washed(easel: Easel) -> Colour:
    return mix(GROUND, _colour(easel), 0.2)


def _colour(easel: Easel) -> Colour:
    return TRUTH if require(easel.view.verdict).truth else LIE


def _claimed(easel: Easel, pen: Pen, band: pygame.Rect) -> None:
    claim = easel.view.play.claim
    if claim is None:
        return
    seat = easel.view.seats[claim.seat]
    radius = band.height * 0.3
    at = (band.left + band.height * 0.5, band.centery)
    pen.badge(at, radius, seat.buzzer, avatar=seat.avatar, mood=easel.mood(seat))
    cards = easel.words.say(claim.rank.counted(claim.count))
    room = slice_rect(band, 0.12, 0.1, 0.96, 0.9)
    pen.words(easel.words("verdict.claimed", cards=cards), room, 150, TEXT_COLOUR, face="shout")


# --- the cards -----------------------------------------------------------------------------------


Front = tuple[pygame.Surface, pygame.Rect]
"""A turned-up card, and its place."""


def _box(easel: Easel, pen: Pen, cards: pygame.Rect) -> None:
    """Draw the box at the left of `cards`, which keep the rest."""
    wide = reveal.ratio(easel)
    tall = min(cards.height, round(cards.width * 0.56 / wide))
    frame = pygame.Rect(0, 0, round(tall * wide), tall)
    frame.midleft = cards.midleft
    reveal.box(easel, pen, frame)
    cards.width = max(1, cards.right - frame.right - pen.px(12))
    cards.left = frame.right + pen.px(12)


def _fronts(easel: Easel, pen: Pen, rect: pygame.Rect) -> list[Front]:
    """Return each turned-up card; a mark shows if a read card matches the claim."""
    cards, evidence, claim = easel.view.box.cards, easel.seen, easel.view.play.claim
    count = max(len(cards), 1)
    part = 1.0 if evidence is None else 0.76  # the rank stands below a card's picture
    tall = min(rect.height * 0.94 * part, rect.width / min(count, 6) / cardart.RATIO * 0.85)
    if evidence is not None:
        tall = min(tall, rect.width / count * 0.88 / cardart.RATIO)
    wide = tall * cardart.RATIO
    step = min(wide * 1.15, (rect.width - wide) / max(1, count - 1))
    left = rect.centerx - step * (count - 1) / 2
    fronts = []
    for i, card in enumerate(cards):
        good = None if claim is None else card.rank in (claim.rank, *easel.view.play.wild)
        if evidence is None:
            front = _drawn(easel, pen, tall, card.rank, good)
        else:
            front = _cut(easel, pen, tall, card.rank, good, evidence.crops[i])
        fronts.append((front, front.get_rect(center=(round(left + step * i), rect.centery))))
    return fronts


def _drawn(
    easel: Easel, pen: Pen, tall: float, rank: Trait | None, good: bool | None
) -> pygame.Surface:
    """Return our drawing of a card; `good`: it matches the claim; None without a claim."""
    index = cardart.index(rank, easel.words)

    def draw() -> pygame.Surface:
        ink = cardart.INK if good is None else mix(TRUTH if good else LIE, cardart.INK, 0.35)
        sheet = cardart.face(pen, tall, rank, easel.words, ink).copy()
        if good is not None and rank is not None:
            corner = (sheet.get_width() - tall * 0.13, tall * 0.13)
            mark(pen.on(sheet), corner, tall * 0.09, good=good)
        return sheet

    return pen.kit.kept(("drawn", round(tall), rank, index, good), draw)


def _cut(  # noqa: PLR0917 - all that the picture depends on
    easel: Easel,
    pen: Pen,
    tall: float,
    rank: Trait | None,
    good: bool | None,
    crop: pygame.Surface,
) -> pygame.Surface:
    """Return the camera's picture of a card, over its rank as read."""
    index = cardart.index(rank, easel.words)

    def draw() -> pygame.Surface:
        wide, edge = max(2, round(tall * cardart.RATIO)), max(2, round(tall * 0.03))
        whole = pygame.Rect(0, 0, wide, round(tall))
        sheet = pygame.Surface((wide, round(tall * 1.3)), pygame.SRCALPHA)
        fine, colour = pen.on(sheet), DOUBT if rank is None else LIE if good is False else TRUTH
        fine.box(whole, tall * 0.05, colour)
        inner = whole.inflate(-2 * edge, -2 * edge)
        sheet.blit(pygame.transform.smoothscale(crop, inner.size), inner)
        plate = pygame.Rect(0, round(tall * 1.04), wide, round(tall * 0.25))
        fine.box(plate, plate.height * 0.25, GROUND, colour, pen.px(4))
        words = plate.inflate(-plate.height * 0.3, -plate.height * 0.2)
        cardart.write(fine, words, plate.height * 0.7, index, TEXT_COLOUR)
        if good is not None and rank is not None:
            mark(fine, (wide - tall * 0.11, tall * 0.11), tall * 0.09, good=good)
        return sheet

    return pen.kit.kept(("cut", crop, round(tall), index, good), draw)


def _turn_up(easel: Easel, slot: Slot, rect: pygame.Rect, at: int) -> None:
    """Turn cards over one after the other; the newest grows a little."""
    for number, front in enumerate(_fronts(easel, easel.pen, rect)):
        last = number == len(easel.view.box.cards) - 1
        swell = 0.1 * show.swell(easel.view, at) if last else 0.0
        turn_over(easel.pen, slot, front, at - show.card_at(easel.view, number), swell)


def turn_over(pen: Pen, slot: Slot, front: Front, since: int, swell: float = 0.0) -> None:
    """Draw a card that begins to turn up `since` ns ago, larger by `swell` of its size."""
    (shown, lies), part = front, min(1.0, max(0.0, since / TURN))
    place = lies
    if part < 0.5:
        shown = cardart.back(pen, shown.get_width() / cardart.RATIO)
        place = shown.get_rect(midtop=lies.midtop)
    if part in (0.0, 1.0) and not swell:
        _lay(pen, slot, shown, place)
        return
    wide, rise = abs(math.cos(math.pi * part)), 1 + swell + 0.08 * math.sin(math.pi * part)
    size = (max(2, round(place.width * wide * rise)), round(place.height * rise))
    narrow = pygame.transform.smoothscale(shown, size)
    area = slot.place(narrow.get_rect(center=place.center))
    pen.surface.blit(facing(narrow, slot), area)


def _lay(pen: Pen, slot: Slot, sheet: pygame.Surface, place: pygame.Rect) -> None:
    turned = sheet
    if slot.turn:
        turned = pen.kit.kept(("facing", sheet, slot.turn), lambda: facing(sheet, slot))
    pen.surface.blit(turned, slot.place(place))


# --- the word, and the taker ---------------------------------------------------------------------


def _land(easel: Easel, slot: Slot, band: pygame.Rect, past: float) -> None:
    """Drop the word on its band: large, then in its final size. A truth glows, a lie shakes."""
    pen, colour, verdict = easel.pen, _colour(easel), require(easel.view.verdict)
    place = slot.place(band)
    if verdict.truth:
        wide = pen.px(80) * past
        tint = mix(_washed(easel), colour, (1 - past) ** 1.5)
        for ring in (0.5, 1.0):
            glow = place.inflate(round(2 * wide * ring), round(2 * wide * ring))
            pen.frame(glow, pen.px(28) + wide * ring, tint, pen.px(8))
    else:
        place.left += round(pen.px(30) * math.sin(past * 5 * math.pi) * (1 - past))
    down = min(1.0, past / 0.55)
    if down >= 1.0 and verdict.truth:
        return
    pen.box(place, pen.px(28), mix(colour, TEXT_COLOUR, round(0.35 * (1 - down), 1)))
    word = _word(pen, verdict.word, band)
    large = 1 + 0.9 * (1 - down) ** 2
    size = (round(word.get_width() * large), round(word.get_height() * large))
    grown = facing(pygame.transform.smoothscale(word, size), slot)
    pen.surface.blit(grown, grown.get_rect(center=place.center))


def _word(pen: Pen, word: str, band: pygame.Rect) -> pygame.Surface:
    """Return the word alone, in its final form on the band."""

    def draw() -> pygame.Surface:
        sheet = pygame.Surface(band.size, pygame.SRCALPHA)
        room = sheet.get_rect().inflate(-pen.px(40), 0)
        return sheet.subsurface(
            pen.on(sheet).words(word, room, WORD_SIZE, GROUND, face="shout")
        ).copy()

    return pen.kit.kept(("word", word, band.size), draw)


def _slide(easel: Easel, slot: Slot, taker: pygame.Rect, seat: int, at: int) -> None:
    """Move cards from the drawn pile to the taker's panel, one behind the other."""
    pen, view = easel.pen, easel.view
    begins, tall = show.slides_at(view), _pile_height(taker)
    start, end = slot.point(*_pile_at(taker)), easel.plan.seats[seat].rect.center
    card = cardart.back(pen, tall)
    flight = show.SLIDE * 0.6
    for i in range(min(5, view.play.pile)):
        part = (at - begins - i * (show.SLIDE - flight) / 4) / flight
        if 0 < part < 1:
            ease = part * part * (3 - 2 * part)
            x = start[0] + (end[0] - start[0]) * ease
            y = start[1] + (end[1] - start[1]) * ease
            cardart.lay(pen, card, (x, y), 12 * i - 24 + slot.turn)


_Taker = tuple[Part, Part, Part, Part]
_TAKER: _Taker = (
    (0.32, 0.08, 1, 0.48), (0.04, 0.58, 1, 0.94), (0, 0.58, 0.5, 0.94), (0.76, 0.56, 1, 0.96),
)  # fmt: skip
_FLAT_TAKER: _Taker = (
    (0.19, 0.1, 0.47, 0.9), (0.49, 0.1, 1, 0.9), (0.48, 0.1, 0.65, 0.9), (0.87, 0.1, 1, 0.9),
)  # fmt: skip
"""The places of the name, of the line about an empty table, and of the cards and their number."""


def _is_flat(rect: pygame.Rect) -> bool:
    """Return True if the taker is beside the cards rather than above them."""
    return rect.width > 3.2 * rect.height


def _pile_height(rect: pygame.Rect) -> float:
    if _is_flat(rect):
        return rect.height * 0.7
    return min(rect.height * 0.44, rect.width * 0.24)


def _pile_at(rect: pygame.Rect) -> tuple[float, float]:
    if _is_flat(rect):
        return rect.left + rect.width * 0.75, rect.top + rect.height * 0.52
    return rect.left + rect.width * 0.61, rect.top + rect.height * 0.76


def _taker(easel: Easel, pen: Pen, rect: pygame.Rect, seat: SeatFacts) -> None:
    radius = min(rect.height * 0.24, rect.width * 0.13)
    at = (rect.left + rect.width * 0.16, rect.top + rect.height * 0.28)
    name, table, takes, number = _TAKER
    if _is_flat(rect):
        radius = min(rect.height * 0.32, rect.width * 0.08)
        at = (rect.left + rect.width * 0.09, rect.centery)
        name, table, takes, number = _FLAT_TAKER
    pen.badge(at, radius, seat.buzzer, avatar=seat.avatar, mood=easel.mood(seat))
    pen.words(seat.name, slice_rect(rect, *name), 64, align="left", face="talk")
    if not easel.view.play.pile:
        words = easel.words("verdict.owes-forfeits")
        pen.words(words, slice_rect(rect, *table), 50, FAINT, "left")
        return
    words = easel.words("verdict.takes-cards")
    pen.words(words, slice_rect(rect, *takes), 44, FAINT)
    tall, (x, y) = _pile_height(rect), _pile_at(rect)
    for i in range(3):
        place = (x + i * tall * 0.1, y - i * tall * 0.04)
        cardart.lay(pen, cardart.back(pen, tall), place, -6 * i)
    pen.words(str(easel.view.play.pile), slice_rect(rect, *number), 110, align="left", face="shout")
