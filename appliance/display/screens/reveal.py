"""Cards for the box: the camera's readings so far, and the reasons of failed ones.

A picture of the box, if there is one, is shown with an outline and a tick for each card.
"""

from dataclasses import replace

from appliance.display import cardart
from appliance.display.pen import Colour, Pen, Point, mix
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, GROUND, LINE, PANEL, TEXT_COLOUR, TRUTH
from appliance.display.widgets import Easel, mark, rect_at, slice_rect
from appliance.table.facts import CardFacts

PICTURE_ASPECT = 4 / 3
"""Width by height of the box without a picture."""

_MAT: Colour = (0x14, 0x24, 0x22)


def still(easel: Easel) -> None:
    """Draw the box from above, and beside it or below it progress and the camera's question."""
    wide = ratio(easel)
    for pen, rect in easel.parts():
        if easel.plan.upright:
            tall = min(rect.height * 0.58, rect.width * 0.96 / wide)
            frame = pygame.Rect(0, 0, round(tall * wide), round(tall))
            frame.midtop = (rect.centerx, rect.top + round(rect.height * 0.02))
            box(easel, pen, frame)
            words = pygame.Rect(rect.left, frame.bottom, rect.width, rect.bottom - frame.bottom)
            _progress(easel, pen, words.inflate(-pen.px(24), -pen.px(24)))
            continue
        tall = min(
            rect.height * 0.94, rect.width * (0.56 if easel.plan.layout == "tv" else 0.46) / wide
        )
        frame = pygame.Rect(0, 0, round(tall * wide), round(tall))
        frame.midleft = (round(rect.width * 0.02), rect.centery)
        box(easel, pen, frame)
        room = round(rect.width * 0.98) - frame.right
        words = pygame.Rect(frame.right, rect.top, room, rect.height)
        _progress(easel, pen, words.inflate(-pen.px(24), 0))


def ratio(easel: Easel) -> float:
    """Return width by height of the drawn box: the picture's own, if there is one."""
    if easel.seen is None:
        return PICTURE_ASPECT
    width, height = easel.seen.whole.get_size()
    return width / height


def box(easel: Easel, pen: Pen, frame: pygame.Rect) -> None:
    """Draw the box from above in `frame`, and the cards in it."""
    pen.box(frame, pen.px(24), GROUND, LINE, pen.px(6))
    mat = frame.inflate(-pen.px(28), -pen.px(28))
    if easel.seen is not None:
        pen.surface.blit(pygame.transform.smoothscale(easel.seen.whole, mat.size), mat)
        _over_picture(easel, pen, mat)
        return
    pen.box(mat, pen.px(12), _MAT)
    for card in easel.view.box.cards:
        _card(easel, pen, mat, card)
    by_hand = [card.rank for card in easel.view.box.cards if not card.quad]
    if by_hand:
        tall = min(mat.height * 0.6, mat.width * 0.9 / len(by_hand) / cardart.RATIO)
        tall = max(tall, mat.height * 0.3)
        faces = [cardart.face(pen, tall, rank, easel.words) for rank in by_hand]
        cardart.row(pen, mat.inflate(-round(mat.width * 0.08), 0), faces)
    if easel.view.box.cards:
        return
    if easel.view.box.lanes:
        _lanes(easel, pen, mat.inflate(-pen.px(24), -pen.px(24)))
    else:
        pen.words(easel.words("reveal.lay-here"), mat.inflate(-mat.width * 0.3, 0), 46, FAINT)


def _lanes(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """Draw the mat's lanes in `rect`, with a number where a card is to lie."""
    view = easel.view
    wanted = view.box.sought.count if view.box.sought is not None else 1
    across, gap = view.box.lanes // 2, 0.02
    rows = 1 if wanted <= across else 2
    for lane in range(rows * across):
        row, column = divmod(lane, across)
        left, top = column / across + gap / 2, row / rows + gap
        cell = slice_rect(rect, left, top, left + 1 / across - gap, top + 1 / rows - 2 * gap)
        ink = TEXT_COLOUR if lane < wanted else LINE
        pen.box(cell, pen.px(10), mix(_MAT, ink, 0.2) if lane < wanted else _MAT, ink, pen.px(4))
        if lane < wanted:
            sign = cell.inflate(-cell.width * 0.2, -cell.height * 0.2)
            size = min(110, sign.width / pen.unit)  # all digits have room in that
            pen.words(str(lane + 1), sign, size, ink, face="shout")


def _card(easel: Easel, pen: Pen, mat: pygame.Rect, card: CardFacts) -> None:
    """Draw an outline around the card; a tick once its rank is read, "?" until then."""
    corners = _on(mat, card.quad)
    if len(corners) < 3:
        return
    colour = DOUBT if card.rank is None else TRUTH
    pen.polygon(corners, mix(_MAT, colour, 0.22))
    pen.outline(corners, pen.px(6), colour)
    x = sum(p[0] for p in corners) / len(corners)
    y = sum(p[1] for p in corners) / len(corners)
    reach = min(abs(p[0] - x) + abs(p[1] - y) for p in corners) * 0.9
    middle = rect_at((x, y), reach, reach * 0.8)
    sign = replace(pen, least=0)  # as large as the card in the box
    index = cardart.index(card.rank, easel.words)
    cardart.write(sign, middle, 120 * pen.unit, index, TEXT_COLOUR)
    if card.rank is not None:
        mark(pen, corners[0], pen.px(24), good=True)


def _on(mat: pygame.Rect, quad: tuple[Point, ...]) -> list[Point]:
    """Map parts of the frame to the screen."""
    within = [(min(1.0, max(0.0, x)), min(1.0, max(0.0, y))) for x, y in quad]
    return [(mat.left + x * mat.width, mat.top + y * mat.height) for x, y in within]


def _over_picture(easel: Easel, pen: Pen, mat: pygame.Rect) -> None:
    """Draw outlines with each card's reading, and the reason of a question, at its place."""
    view = easel.view
    for card in view.box.cards:
        corners, colour = _on(mat, card.quad), DOUBT if card.rank is None else TRUTH
        pen.outline(corners, pen.px(6), colour)
        if card.rank is not None:
            mark(pen, _end(corners, -1), mat.height * 0.045, good=True)
        if card.quad != view.box.asks_at:
            index = cardart.index(card.rank, easel.words)
            _on_plate(pen, _plate(mat, _end(corners, 1), 0.13, 0.11), index, colour)
    if view.box.asks_at and view.box.ask:
        corners = _on(mat, view.box.asks_at)
        pen.outline(corners, pen.px(6), DOUBT)
        _on_plate(pen, _beside(easel, mat, corners), view.box.ask, DOUBT)
    elif not view.box.cards:
        words = easel.words("reveal.lay-here")
        _on_plate(pen, _plate(mat, mat.center, 0.8, 0.2), words, TEXT_COLOUR)


def _beside(easel: Easel, mat: pygame.Rect, corners: list[Point]) -> pygame.Rect:
    """Return a place for a reason, under or over these corners: whichever covers fewer cards."""
    places = []
    for side in (1, -1):
        x, y = _end(corners, side)
        places.append(_plate(mat, (x, y + side * mat.height * 0.12), 0.62, 0.2))
    cards = [_around(_on(mat, card.quad)) for card in easel.view.box.cards]
    cards.append(_around(corners))
    return min(places, key=lambda place: len(place.collidelistall(cards)))


def _around(corners: list[Point]) -> pygame.Rect:
    """Return the upright rectangle around `corners`."""
    xs, ys = zip(*corners, strict=True)
    return pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _end(corners: list[Point], side: int) -> Point:
    """Return the lowest of `corners` for 1, the highest for -1."""
    return max(corners, key=lambda corner: side * corner[1])


def _plate(mat: pygame.Rect, centre: Point, wide: float, tall: float) -> pygame.Rect:
    """Return a plate of that share of `mat`, about `centre` and within `mat`."""
    return rect_at(centre, mat.width * wide, mat.height * tall).clamp(mat)


def _on_plate(pen: Pen, plate: pygame.Rect, words: str, colour: Colour) -> None:
    """Write a reason, or a rank, legibly over any picture."""
    pen.box(plate, plate.height * 0.25, GROUND, colour, pen.px(3))
    room = plate.inflate(-plate.height * 0.2, -plate.height * 0.16)
    cardart.write(pen, room, max(30 * pen.unit, plate.height * 0.4), words, TEXT_COLOUR)


def _progress(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    view = easel.view
    read = sum(card.rank is not None for card in view.box.cards)
    wanted = view.box.sought.count if view.box.sought is not None else max(read, 1)
    label, ink = easel.words("reveal.progress", read=read, n=wanted), TEXT_COLOUR
    if read >= wanted:
        ink = TRUTH
    asked = bool(view.box.ask)  # what it says has the room then
    stacks = easel.plan.upright
    above, between, below = (0.28, 0.4, 0.46) if stacks else (0.2, 0.28, 0.31)
    if not asked:
        above, between = 0.33, 0.46
    pen.words(label, slice_rect(rect, 0, 0 if asked else 0.05, 1, above), 110, ink, face="shout")
    dots = slice_rect(rect, 0.05, above if asked else 0.36, 0.95, between)
    count = max(wanted, read)
    step = dots.width / max(count, 1)
    for i in range(count):
        centre = (dots.left + step * (i + 0.5), dots.centery)
        pen.disc(centre, min(dots.height * 0.42, step * 0.36), TRUTH if i < read else LINE)
    if asked:
        note = slice_rect(rect, 0, below, 1, 0.98)
        pen.box(note, pen.px(20), mix(PANEL, DOUBT, 0.14), DOUBT, pen.px(4))
        pen.words(view.box.ask, note.inflate(-pen.px(32), -pen.px(16)), 46)
    elif view.box.sought is not None:
        caption = slice_rect(rect, 0, 0.48 if stacks else 0.56, 1, 0.68)
        pen.words(view.box.sought.label, caption, 36, FAINT)
        pen.words(
            view.box.sought.words, slice_rect(rect, 0, 0.68, 1, 0.92), 72, DOUBT, face="shout"
        )
