"""Truth or lie: one word, the cards that were turned up, and who takes the table.

In a dispute also what it rests on: the box, and of a picture each card cut out of it.
"""

from appliance.display import cardart
from appliance.display.pen import Pen, mix
from appliance.display.quiet import pygame
from appliance.display.screens import reveal
from appliance.display.theme import DOUBT, FAINT, GROUND, LIE, TEXT_COLOUR, TRUTH
from appliance.display.view import Evidence
from appliance.display.widgets import Easel, mark, slice_rect
from appliance.table.facts import CardFacts, SeatFacts


def still(easel: Easel) -> None:
    """The word on a broad band, the cards below, the taker at the side."""
    view = easel.view
    colour = TRUTH if view.verdict else LIE
    evidence = easel.seen if view.disputed else None
    word = easel.words("verdict.word.disputed", word=view.word) if view.disputed else view.word
    takes = None if view.takes is None else view.seats[view.takes]
    if evidence is not None and easel.plan.layout == "tabletop":
        takes = None  # half a table has room for what the dispute is about, and no more
    for pen, rect in easel.parts():
        band = slice_rect(rect, 0.01, 0.02, 0.99, 0.42 if evidence is None else 0.22)
        pen.box(band, pen.px(28), colour)
        pen.words(word, band.inflate(-pen.px(40), 0), 190, GROUND)
        low = slice_rect(rect, 0.02, 0.48 if evidence is None else 0.26, 0.98, 0.98)
        if view.hint:
            low = slice_rect(rect, 0.02, 0.45, 0.98, 0.9)
            pen.words(view.hint, slice_rect(rect, 0.02, 0.91, 0.98, 1), 32, FAINT)
        split = 1.0 if takes is None else 0.62 if evidence is None else 0.76
        cards = slice_rect(low, 0, 0, split, 1)
        if view.disputed and any(card.quad for card in view.cards):
            _box(easel, pen, cards)
        if evidence is None:
            _cards(easel, pen, cards)
        else:
            _crops(easel, pen, cards, evidence)
        if takes is not None:
            _taker(easel, pen, slice_rect(low, split + 0.04, 0, 1, 1), takes)


def _box(easel: Easel, pen: Pen, cards: pygame.Rect) -> None:
    """The box at the left of `cards`, which are left the rest."""
    wide = reveal.ratio(easel)
    tall = min(cards.height, round(cards.width * 0.56 / wide))
    frame = pygame.Rect(0, 0, round(tall * wide), tall)
    frame.midleft = cards.midleft
    reveal.box(easel, pen, frame)
    cards.width = max(1, cards.right - frame.right - pen.px(12))
    cards.left = frame.right + pen.px(12)


def _is_claimed(easel: Easel, card: CardFacts) -> bool:
    claim = easel.view.claim
    return claim is None or card.rank is claim.rank


def _cards(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """Each card turned up; a mark says of those that are read whether they are as claimed."""
    claim = easel.view.claim
    count = max(len(easel.view.cards), 1)
    tall = min(rect.height * 0.94, rect.width / min(count, 6) / cardart.RATIO * 0.85)
    cards = []
    for card in easel.view.cards:
        good = _is_claimed(easel, card)
        ink = mix(TRUTH if good else LIE, cardart.INK, 0.35) if claim else cardart.INK
        sheet = cardart.face(pen, tall, card.rank, ink).copy()
        if claim is not None and card.rank is not None:
            corner = (sheet.get_width() - tall * 0.13, tall * 0.13)
            mark(pen.on(sheet), corner, tall * 0.09, good=good)
        cards.append(sheet)
    cardart.row(pen, rect, cards)


def _crops(easel: Easel, pen: Pen, rect: pygame.Rect, evidence: Evidence) -> None:
    """Each card as the camera saw it, over the rank that was read of it."""
    cards = easel.view.cards
    wide = rect.width / max(len(cards), 1)
    tall = min(rect.height * 0.74, wide * 0.88 / cardart.RATIO)
    top = rect.top + (rect.height - tall / 0.74) / 2
    for i, (card, crop) in enumerate(zip(cards, evidence.crops, strict=True)):
        place = pygame.Rect(0, 0, max(1, round(tall * cardart.RATIO)), max(1, round(tall)))
        place.midtop = (round(rect.left + wide * (i + 0.5)), round(top))
        pen.surface.blit(pygame.transform.smoothscale(crop, place.size), place)
        plate = pygame.Rect(place.left, place.bottom + pen.px(8), place.width, round(tall * 0.3))
        good = _is_claimed(easel, card)
        colour = DOUBT if card.rank is None else TRUTH if good else LIE
        pen.box(plate, plate.height * 0.25, GROUND, colour, pen.px(4))
        words = plate.inflate(-plate.height * 0.3, -plate.height * 0.2)
        cardart.write(pen, words, plate.height * 0.7, reveal.label(card.rank), TEXT_COLOUR)
        if card.rank is not None and easel.view.claim is not None:
            mark(pen, place.topright, tall * 0.09, good=good)


def _taker(easel: Easel, pen: Pen, rect: pygame.Rect, seat: SeatFacts) -> None:
    radius = min(rect.height * 0.2, rect.width * 0.12)
    pen.badge((rect.left + rect.width * 0.16, rect.top + rect.height * 0.28), radius, seat.buzzer)
    pen.words(seat.name, slice_rect(rect, 0.32, 0.08, 1, 0.48), 64, align="left")
    if not easel.view.pile:
        words = easel.words("verdict.takes-table")
        pen.words(words, slice_rect(rect, 0.04, 0.58, 1, 0.94), 50, FAINT, "left")
        return
    words = easel.words("verdict.takes-cards")
    pen.words(words, slice_rect(rect, 0, 0.58, 0.36, 0.94), 44, FAINT)
    tall = min(rect.height * 0.44, rect.width * 0.24)
    x, y = rect.left + rect.width * 0.46, rect.top + rect.height * 0.76
    for i in range(3):
        place = (x + i * tall * 0.1, y - i * tall * 0.04)
        cardart.lay(pen, cardart.back(pen, tall), place, -6 * i)
    number = slice_rect(rect, 0.64, 0.56, 1, 0.96)
    pen.words(str(easel.view.pile), number, 110, align="left")
