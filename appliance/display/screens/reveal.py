"""Cards into the box: what the camera has read so far, and what it can't read and why."""

from appliance.display import cardart
from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, GROUND, LINE, PANEL, TEXT, TRUTH, Point, mix
from appliance.display.view import CardView
from appliance.display.widgets import Stage, mark, put, slice_rect, turned

FRAME = 4 / 3
"""Width by height of what the camera sees of the box."""


def still(stage: Stage) -> None:
    """The box from above on the left, progress and the camera's question on the right."""
    for slot in stage.plan.parts:
        pen, rect = turned(stage.pen, slot)
        tall = min(rect.height * 0.94, rect.width * 0.56 / FRAME)
        frame = pygame.Rect(0, 0, round(tall * FRAME), round(tall))
        frame.midleft = (round(rect.width * 0.02), rect.centery)
        box(stage, pen, frame)
        words = pygame.Rect(
            frame.right, rect.top, round(rect.width * 0.98) - frame.right, rect.height
        ).inflate(-pen.px(40), 0)
        _progress(stage, pen, words)
        put(stage.pen, pen.surface, slot)


def box(stage: Stage, pen: Pen, frame: pygame.Rect) -> None:
    """The box from above in `frame`, and the cards in it."""
    pen.box(frame, pen.px(24), GROUND, LINE, pen.px(6))
    mat = frame.inflate(-pen.px(28), -pen.px(28))
    pen.box(mat, pen.px(12), (0x14, 0x24, 0x22))
    for card in stage.view.cards:
        _card(pen, mat, card)
    by_hand = [card.rank for card in stage.view.cards if not card.quad]
    if by_hand:
        tall = min(mat.height * 0.6, mat.width * 0.9 / len(by_hand) / cardart.RATIO)
        faces = [cardart.face(pen, max(tall, mat.height * 0.3), rank) for rank in by_hand]
        cardart.row(pen, mat.inflate(-round(mat.width * 0.08), 0), faces)
    if not stage.view.cards:
        pen.words("lay the cards here, face up", mat.inflate(-mat.width * 0.3, 0), 46, FAINT)


def _card(pen: Pen, mat: pygame.Rect, card: CardView) -> None:
    """An outline where the card lies; a tick once its rank is read, "?" until then."""
    corners: list[Point] = [
        (
            mat.left + min(1.0, max(0.0, x)) * mat.width,
            mat.top + min(1.0, max(0.0, y)) * mat.height,
        )
        for x, y in card.quad
    ]
    if len(corners) < 3:
        return
    colour = DOUBT if card.rank is None else TRUTH
    pen.polygon(corners, mix((0x14, 0x24, 0x22), colour, 0.22))
    pen.outline(corners, pen.px(6), colour)
    x = sum(p[0] for p in corners) / len(corners)
    y = sum(p[1] for p in corners) / len(corners)
    reach = min(abs(p[0] - x) + abs(p[1] - y) for p in corners) * 0.9
    rect = pygame.Rect(0, 0, round(reach), round(reach * 0.8))
    rect.center = (round(x), round(y))
    label = "?" if card.rank is None else card.rank.value
    done = pen.words(label, rect, 120, TEXT)
    if label in {"6", "9"}:
        bar = pygame.Rect(0, 0, done.width, pen.px(6))
        bar.midtop = (done.centerx, round(done.centery + done.height * 0.4))
        pen.box(bar, bar.height / 2, TEXT)
    if card.rank is not None:
        mark(pen, corners[0], pen.px(24), good=True)


def _progress(stage: Stage, pen: Pen, rect: pygame.Rect) -> None:
    view = stage.view
    read = sum(card.rank is not None for card in view.cards)
    wanted = view.sought.count if view.sought is not None else max(read, 1)
    label = f"{read} of {wanted}"
    pen.words(label, slice_rect(rect, 0, 0.05, 1, 0.33), 110, TRUTH if read >= wanted else TEXT)
    dots = slice_rect(rect, 0.05, 0.36, 0.95, 0.46)
    step = dots.width / max(wanted, read, 1)
    radius = min(dots.height * 0.42, step * 0.36)
    for i in range(max(wanted, read)):
        centre = (dots.left + step * (i + 0.5), dots.centery)
        pen.disc(centre, radius, TRUTH if i < read else LINE)
    if view.ask:
        note = slice_rect(rect, 0, 0.52, 1, 0.97)
        pen.box(note, pen.px(20), mix(PANEL, DOUBT, 0.14), DOUBT, pen.px(4))
        pen.words(view.ask, note.inflate(-pen.px(48), -pen.px(24)), 46)
    elif view.sought is not None:
        pen.words(view.sought.label, slice_rect(rect, 0, 0.56, 1, 0.68), 36, FAINT)
        pen.words(view.sought.words, slice_rect(rect, 0, 0.68, 1, 0.92), 72, DOUBT)
