"""A fault that stops the table: its cause, the remedy, and its code."""

from appliance.display.pen import Align, Pen
from appliance.display.quiet import pygame
from appliance.display.signs import sign
from appliance.display.theme import DOUBT, LIE, TEXT_COLOUR
from appliance.display.view import FaultView, View
from appliance.display.widgets import Easel, qr_code, slice_rect
from appliance.words import Words


def still(easel: Easel) -> None:
    """Draw the code alone, so that people can read it out to a helper far away."""
    fault = easel.view.in_front(FaultView)
    code, cause = (0.03, 0.02, 0.24, 0.4), (0.26, 0.02, 0.97, 0.4)
    if easel.plan.stacks:
        code, cause = (0.05, 0.04, 0.95, 0.2), (0.05, 0.22, 0.95, 0.42)
    size: float = 64 if easel.plan.stacks else 52
    align: Align = "centre" if easel.plan.stacks else "left"
    for pen, rect in easel.parts():
        if fault.picture:
            draw = _above_picture if easel.plan.stacks else _beside_picture
            draw(pen, rect, fault, easel.words)
            continue
        _code(pen, slice_rect(rect, *code), fault, 150, "centre")
        pen.words(fault.what, slice_rect(rect, *cause), size, TEXT_COLOUR, align)
        pen.words(fault.todo, slice_rect(rect, 0.05, 0.45, 0.95, 0.78), size, DOUBT)
        origin = easel.words("fault.where", code=fault.code)
        pen.words(origin, slice_rect(rect, 0.05, 0.83, 0.95, 0.97), 34, TEXT_COLOUR)


def read(view: View) -> tuple[str, ...]:
    """Return the cause and the remedy."""
    fault = view.in_front(FaultView)
    return fault.what, fault.todo


def _code(pen: Pen, rect: pygame.Rect, fault: FaultView, size: float, align: Align) -> None:
    """Write the code, with the sign of the part at its right."""
    if fault.plug is not None:
        side = min(rect.height, rect.width // 2)
        place = pygame.Rect(rect.right - side, rect.centery - side // 2, side, side)
        rect = pygame.Rect(rect.left, rect.top, rect.width - side - pen.px(16), rect.height)
        pen.box(place, side * 0.2, DOUBT)
        sign(pen, place.inflate(-side // 5, -side // 5), fault.plug)
    pen.words(fault.code, rect, size, LIE, align, face="shout")


def _beside_picture(pen: Pen, rect: pygame.Rect, fault: FaultView, words: Words) -> None:
    """Draw the QR code at the left, and all the rest at its right."""
    side = qr_code(pen, rect, fault.picture)
    text = pygame.Rect(rect.left + side, rect.top, rect.width - side, rect.height)
    _code(pen, slice_rect(text, 0.04, 0, 0.98, 0.2), fault, 110, "left")
    pen.words(fault.what, slice_rect(text, 0.04, 0.21, 0.98, 0.52), 46, TEXT_COLOUR, "left")
    pen.words(fault.todo, slice_rect(text, 0.04, 0.53, 0.98, 0.84), 46, DOUBT, "left")
    scan = words("fault.scan")
    pen.words(scan, slice_rect(text, 0.04, 0.85, 0.98, 1), 34, TEXT_COLOUR, "left")


def _above_picture(pen: Pen, rect: pygame.Rect, fault: FaultView, words: Words) -> None:
    """Draw the words one below the other, and the QR code under them."""
    _code(pen, slice_rect(rect, 0.05, 0.01, 0.95, 0.11), fault, 110, "centre")
    pen.words(fault.what, slice_rect(rect, 0.05, 0.12, 0.95, 0.3), 56, TEXT_COLOUR)
    pen.words(fault.todo, slice_rect(rect, 0.05, 0.31, 0.95, 0.53), 56, DOUBT)
    qr_code(pen, slice_rect(rect, 0.05, 0.54, 0.95, 0.9), fault.picture, left=False)
    pen.words(words("fault.scan"), slice_rect(rect, 0.05, 0.91, 0.95, 1), 34, TEXT_COLOUR)
