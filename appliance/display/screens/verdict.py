"""Truth or lie: one word, the cards that were turned up, and who takes the table."""

from appliance.display import cardart
from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.screens import reveal
from appliance.display.theme import FAINT, GROUND, LIE, TRUTH, mix
from appliance.display.widgets import Stage, mark, put, slice_rect, turned


def still(stage: Stage) -> None:
    """The word on a broad band, the cards below, the taker at the side."""
    view = stage.view
    colour = TRUTH if view.verdict else LIE
    for slot in stage.plan.parts:
        pen, rect = turned(stage.pen, slot)
        band = slice_rect(rect, 0.01, 0.02, 0.99, 0.42)
        pen.box(band, pen.px(28), colour)
        word = f"{view.word}?" if view.disputed else view.word
        pen.words(word, band.inflate(-pen.px(40), 0), 190, GROUND)
        takes = stage.seat(view.takes)
        low = slice_rect(rect, 0.02, 0.48, 0.98, 0.98)
        if view.hint:
            low = slice_rect(rect, 0.02, 0.45, 0.98, 0.9)
            pen.words(view.hint, slice_rect(rect, 0.02, 0.91, 0.98, 1), 32, FAINT)
        cards = slice_rect(low, 0, 0, 0.62 if takes else 1, 1)
        if view.disputed and any(card.quad for card in view.cards):
            frame = pygame.Rect(0, 0, round(low.height * reveal.FRAME), low.height)
            frame.topleft = low.topleft
            reveal.box(stage, pen, frame)
            cards.width = max(1, cards.right - frame.right - pen.px(12))
            cards.left = frame.right + pen.px(12)
        _cards(stage, pen, cards)
        if takes is not None:
            _taker(stage, pen, slice_rect(low, 0.66, 0, 1, 1))
        put(stage.pen, pen.surface, slot)


def _cards(stage: Stage, pen: Pen, rect: pygame.Rect) -> None:
    """Each card turned up; a mark says whether it is of the claimed rank."""
    claim = stage.view.claim
    count = max(len(stage.view.cards), 1)
    tall = min(rect.height * 0.94, rect.width / min(count, 6) / cardart.RATIO * 0.85)
    cards = []
    for card in stage.view.cards:
        good = claim is None or card.rank is claim.rank
        ink = mix(TRUTH if good else LIE, cardart.INK, 0.35) if claim else cardart.INK
        sheet = cardart.face(pen, tall, card.rank, ink).copy()
        if claim is not None:
            corner = (sheet.get_width() - tall * 0.13, tall * 0.13)
            mark(pen.on(sheet), corner, tall * 0.09, good=good)
        cards.append(sheet)
    cardart.row(pen, rect, cards)


def _taker(stage: Stage, pen: Pen, rect: pygame.Rect) -> None:
    seat = stage.seat(stage.view.takes)
    if seat is None:
        return
    radius = min(rect.height * 0.2, rect.width * 0.12)
    pen.badge((rect.left + rect.width * 0.16, rect.top + rect.height * 0.28), radius, seat.buzzer)
    pen.words(seat.name, slice_rect(rect, 0.32, 0.08, 1, 0.48), 64, align="left")
    if not stage.view.pile:
        pen.words("takes the table", slice_rect(rect, 0.04, 0.58, 1, 0.94), 50, FAINT, "left")
    else:
        pen.words("takes", slice_rect(rect, 0, 0.58, 0.36, 0.94), 44, FAINT)
        tall = min(rect.height * 0.44, rect.width * 0.24)
        card = cardart.back(pen, tall)
        x, y = rect.left + rect.width * 0.46, rect.top + rect.height * 0.76
        for i in range(3):
            cardart.lay(pen, card, (x + i * tall * 0.1, y - i * tall * 0.04), -6 * i)
        number = slice_rect(rect, 0.64, 0.56, 1, 0.96)
        pen.words(str(stage.view.pile), number, 110, align="left")
