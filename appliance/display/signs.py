"""A small picture of the plug or the part that a notice is about, to be known from far away."""

import math
from collections.abc import Callable, Mapping

from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, GROUND
from appliance.display.view import Plug

Point = tuple[float, float]
Place = Callable[[float, float], Point]
"""Function that maps a place in the picture, 0 to 1 each way, to the screen."""


def sign(pen: Pen, rect: pygame.Rect, plug: Plug) -> None:
    """Draw `plug`, dark on the ground of a notice, in the square `rect`."""

    def at(x: float, y: float) -> Point:
        return rect.left + x * rect.width, rect.top + y * rect.height

    _PICTURES[plug](pen, at, rect.height)


def _line(pen: Pen, at: Place, side: float, *points: Point) -> None:
    pen.stroke([at(*shape) for shape in points], side * 0.09, GROUND)


def _frame(pen: Pen, at: Place, side: float, left_top: Point, right_bottom: Point) -> None:
    (left, top), (right, bottom) = left_top, right_bottom
    corners = (left_top, (right, top), right_bottom, (left, bottom), left_top)
    _line(pen, at, side, *corners)


def _power(pen: Pen, at: Place, side: float) -> None:
    """A plug with two pins."""
    for x in (0.36, 0.64):
        _line(pen, at, side, (x, 0.08), (x, 0.3))
    pen.disc(at(0.5, 0.5), side * 0.27, GROUND)
    _frame(pen, at, side, (0.27, 0.34), (0.73, 0.5))
    _line(pen, at, side, (0.5, 0.7), (0.5, 0.94))


def _usb(pen: Pen, at: Place, side: float) -> None:
    """The sign on every such plug: a trident."""
    _line(pen, at, side, (0.5, 0.9), (0.5, 0.1))
    _line(pen, at, side, (0.36, 0.26), (0.5, 0.08), (0.64, 0.26))
    _line(pen, at, side, (0.5, 0.72), (0.24, 0.56), (0.24, 0.42))
    _line(pen, at, side, (0.5, 0.6), (0.76, 0.46), (0.76, 0.36))
    pen.disc(at(0.5, 0.88), side * 0.1, GROUND)
    pen.disc(at(0.24, 0.4), side * 0.08, GROUND)
    _frame(pen, at, side, (0.7, 0.26), (0.82, 0.38))


def _card(pen: Pen, at: Place, side: float) -> None:
    """A memory card with its cut corner."""
    edge = ((0.26, 0.1), (0.6, 0.1), (0.76, 0.28), (0.76, 0.9), (0.26, 0.9), (0.26, 0.1))
    _line(pen, at, side, *edge)
    for x in (0.38, 0.5, 0.62):
        _line(pen, at, side, (x, 0.26 if x < 0.6 else 0.34), (x, 0.42))


def _screen(pen: Pen, at: Place, side: float) -> None:
    _frame(pen, at, side, (0.08, 0.18), (0.92, 0.7))
    _line(pen, at, side, (0.5, 0.7), (0.5, 0.86))
    _line(pen, at, side, (0.32, 0.86), (0.68, 0.86))


def _sound(pen: Pen, at: Place, side: float) -> None:
    edge = ((0.1, 0.38), (0.26, 0.38), (0.48, 0.16), (0.48, 0.84), (0.26, 0.62), (0.1, 0.62))
    _line(pen, at, side, *edge, edge[0])
    for far in (0.2, 0.36):
        turns = (math.radians(shape) for shape in (-40, -20, 0, 20, 40))
        arc = [(0.5 + far * math.cos(shape), 0.5 + far * math.sin(shape)) for shape in turns]
        _line(pen, at, side, *arc)


def _camera(pen: Pen, at: Place, side: float) -> None:
    _frame(pen, at, side, (0.08, 0.28), (0.92, 0.82))
    _line(pen, at, side, (0.36, 0.28), (0.42, 0.16), (0.58, 0.16), (0.64, 0.28))
    pen.disc(at(0.5, 0.55), side * 0.17, GROUND)


def _heat(pen: Pen, at: Place, side: float) -> None:
    """A thermometer."""
    pen.disc(at(0.5, 0.76), side * 0.18, GROUND)
    _line(pen, at, side, (0.42, 0.7), (0.42, 0.14), (0.58, 0.14), (0.58, 0.7))
    _line(pen, at, side, (0.5, 0.4), (0.5, 0.7))


def _clock(pen: Pen, at: Place, side: float) -> None:
    pen.disc(at(0.5, 0.5), side * 0.42, GROUND)
    pen.disc(at(0.5, 0.5), side * 0.33, DOUBT)
    _line(pen, at, side, (0.5, 0.28), (0.5, 0.5), (0.66, 0.6))


_PICTURES: Mapping[Plug, Callable[[Pen, Place, float], None]] = {
    Plug.POWER: _power,
    Plug.USB: _usb,
    Plug.CARD: _card,
    Plug.SCREEN: _screen,
    Plug.SOUND: _sound,
    Plug.CAMERA: _camera,
    Plug.HEAT: _heat,
    Plug.CLOCK: _clock,
}
