"""The maps of the Pi's and the Pico's headers: what each of their pins is for."""

import math

import schemdraw
import schemdraw.elements as elm

from appliance.builds.electrics import Wiring
from workshop.pins import used
from workshop.sheets import blank, rectangle

ROW = 0.62
"""Distance of two rows of a map."""


def pin_map(at: Wiring) -> schemdraw.Drawing:
    """Draw the header from above, with the use of each pin."""
    uses, pi = used(at), at.build.header == "pi"
    with blank() as drawing:
        drawing += rectangle((-1.5, -0.45), (1.5, 19.45 * ROW))
        for row in range(20):
            y = (19 - row) * ROW
            numbers_here = (2 * row + 1, 2 * row + 2) if pi else (row + 1, 40 - row)
            for x, number in zip((-0.4, 0.4), numbers_here, strict=True):
                side = math.copysign(1, x)
                drawing += elm.Dot(open=True).at((x, y))
                drawing += _text(str(number), (x + side * 0.6, y), "center")
                drawing += _text(uses[number], (side * 1.8, y), "right" if x < 0 else "left")
    return drawing


def _text(words: str, at: tuple[float, float], align: str) -> elm.Label:
    """Draw words at a place, to one side or in its middle."""
    return elm.Label().at(at).label(words, loc="center", halign=align, valign="center", fontsize=10)
