"""A small picture of the plug or the part that a notice is about, to be known from far away."""

import math
from collections.abc import Callable, Mapping

from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, GROUND, LINE, PANEL
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


def _buzzers(pen: Pen, at: Place, side: float) -> None:
    """A buzzer with its dome."""
    turns = [math.radians(turn) for turn in range(180, 361, 20)]
    dome = [(0.5 + 0.3 * math.cos(turn), 0.56 + 0.3 * math.sin(turn)) for turn in turns]
    pen.polygon([at(*point) for point in dome], GROUND)
    _frame(pen, at, side, (0.1, 0.6), (0.9, 0.84))


def _hub(pen: Pen, at: Place, side: float) -> None:
    """A box where the cables of several buzzers meet."""
    for x in (0.2, 0.4, 0.6, 0.8):
        pen.disc(at(x, 0.16), side * 0.08, GROUND)
        _line(pen, at, side, (x, 0.16), (x, 0.5))
    _frame(pen, at, side, (0.1, 0.5), (0.9, 0.76))
    _line(pen, at, side, (0.5, 0.76), (0.5, 0.94))


def _lamps(pen: Pen, at: Place, side: float) -> None:
    """A bulb with its rays."""
    pen.disc(at(0.5, 0.5), side * 0.24, GROUND)
    _line(pen, at, side, (0.42, 0.84), (0.58, 0.84))
    for turn in (math.radians(degrees) for degrees in range(-180, 1, 45)):
        x, y = math.cos(turn), math.sin(turn)
        _line(pen, at, side, (0.5 + 0.34 * x, 0.5 + 0.34 * y), (0.5 + 0.44 * x, 0.5 + 0.44 * y))


def _scale(pen: Pen, at: Place, side: float) -> None:
    """A plate on a box with a dial."""
    _line(pen, at, side, (0.1, 0.2), (0.9, 0.2))
    _line(pen, at, side, (0.5, 0.2), (0.5, 0.38))
    _frame(pen, at, side, (0.18, 0.38), (0.82, 0.88))
    _line(pen, at, side, (0.5, 0.74), (0.62, 0.54))


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


# --- which plug ---------------------------------------------------------------------------------

_CABLES = frozenset({*Plug} - {Plug.CARD, Plug.HEAT, Plug.CLOCK})
"""Parts at the end of a cable."""

_SOCKETS = (0.14, 0.38, 0.62, 0.86)
_FREE = 2
"""Number of the socket that is empty."""


def unplugged(pen: Pen, rect: pygame.Rect, plug: Plug) -> None:
    """Draw `plug` in grey beside the table's sockets, and an arrow to the empty socket.

    A memory card has an arrow to its slot; heat and time have no plug, so theirs is the sign alone.
    """
    side = min(rect.size)
    square = pygame.Rect(0, 0, side, side)
    square.center = rect.center

    def at(x: float, y: float) -> Point:
        return square.left + x * side, square.top + y * side

    def area(left: float, top: float, right: float, bottom: float) -> pygame.Rect:
        (x, y), (far, low) = at(left, top), at(right, bottom)
        return pygame.Rect(round(x), round(y), round(far - x), round(low - y))

    if plug in {Plug.HEAT, Plug.CLOCK}:
        pen.disc(at(0.5, 0.5), side * 0.44, DOUBT)
        sign(pen, area(0.22, 0.22, 0.78, 0.78), plug)
        return
    pen.box(area(0.02, 0.7, 0.98, 0.96), side * 0.05, PANEL, LINE, side * 0.02)
    free = _SOCKETS[_FREE]
    for number, x in enumerate(_SOCKETS):
        lit = number == _FREE
        pen.box(area(x - 0.07, 0.78, x + 0.07, 0.88), side * 0.02, GROUND,
                DOUBT if lit else LINE, side * 0.02)  # fmt: skip
        if not lit:
            pen.box(area(x - 0.045, 0.62, x + 0.045, 0.85), side * 0.02, LINE)
    part = area(0.04, 0.04, 0.48, 0.48)
    pen.box(part, side * 0.06, FAINT)
    sign(pen, part.inflate(-side * 0.1, -side * 0.1), plug)
    if plug in _CABLES:
        cable = [(0.48, 0.3), (0.52, 0.3), (0.55, 0.26), (0.55, 0.14), (0.585, 0.1), (free, 0.12)]
        pen.stroke([at(*point) for point in cable], side * 0.03, FAINT)
        pen.box(area(free - 0.06, 0.12, free + 0.06, 0.26), side * 0.02, FAINT)
        for x in (free - 0.03, free + 0.03):
            pen.stroke([at(x, 0.26), at(x, 0.33)], side * 0.022, FAINT)
    else:
        bow = [(0.52, 0.26), (free - 0.06, 0.26), (free - 0.015, 0.28), (free, 0.33), (free, 0.5)]
        pen.stroke([at(*point) for point in bow], side * 0.05, DOUBT)
    pen.stroke([at(free, 0.42), at(free, 0.6)], side * 0.05, DOUBT)
    pen.polygon([at(free - 0.08, 0.58), at(free + 0.08, 0.58), at(free, 0.71)], DOUBT)


_PICTURES: Mapping[Plug, Callable[[Pen, Place, float], None]] = {
    Plug.POWER: _power,
    Plug.USB: _usb,
    Plug.BUZZERS: _buzzers,
    Plug.HUB: _hub,
    Plug.LAMPS: _lamps,
    Plug.SCALE: _scale,
    Plug.CARD: _card,
    Plug.SCREEN: _screen,
    Plug.SOUND: _sound,
    Plug.CAMERA: _camera,
    Plug.HEAT: _heat,
    Plug.CLOCK: _clock,
}
