"""The reveal box from its short side: the camera, what it sees, and where the light comes from."""

import schemdraw
import schemdraw.elements as elm

from appliance.box.mat.design import MAT_HEIGHT, WINDOW
from appliance.builds.electrics import Wiring
from workshop.optics import look
from workshop.sheets import blank, rectangle

CM = 0.24
"""Units of a drawing for a centimetre of the table."""

LETTERS = 14
"""Width in points, beyond which a drawing is made smaller on its page."""


def box_view(at: Wiring) -> schemdraw.Drawing:
    """All in its true proportions, cut across the middle."""
    box = at.build.box
    view = look(at.plan.optics[box.optics], box.height_cm)
    high, half = box.height_cm * CM, view.height / 20 * CM
    mat, window = MAT_HEIGHT / 20 * CM, (WINDOW[3] - WINDOW[1]) / 20 * CM
    out, up = box.light_out_cm * CM, box.light_up_cm * CM
    with blank(LETTERS) as drawing:
        drawing += elm.Line().at((-out - 1.5, 0)).to((out + 1.5, 0))
        drawing += rectangle((-mat, 0), (mat, 0.14), fill="black")
        drawing += rectangle((-0.5, high), (0.5, high + 0.6))
        _words(drawing, "camera", (0.8, high + 0.3), "left")
        for side in (-1, 1):
            drawing += elm.Line(ls="--").at((0, high)).to((side * half, 0))
            drawing += rectangle(
                (side * out - 0.35, up), (side * out + 0.35, up + 0.25), fill="black"
            )
            for reach in (-window, window):
                drawing += elm.Line(ls=":").at((side * out, up)).to((reach, 0.14))
        _words(drawing, "strip of light", (out, up + 0.7), "center")
        _words(drawing, "strip of light", (-out, up + 0.7), "center")
        _size(drawing, (out + 1.6, 0), (out + 1.6, high), f"{box.height_cm} cm to the lens", "left")
        _size(drawing, (-out - 0.9, 0), (-out - 0.9, up), f"{box.light_up_cm:g} cm", "right")
        _size(drawing, (-mat, -0.7), (mat, -0.7), f"mat {MAT_HEIGHT / 10:.0f} cm", "center")
        _size(
            drawing,
            (-half, -1.9),
            (half, -1.9),
            f"the camera sees {view.height / 10:.0f} cm",
            "center",
        )
        _size(drawing, (0, -3.1), (out, -3.1), f"{box.light_out_cm:g} cm", "center")
    return drawing


def _words(drawing: schemdraw.Drawing, words: str, at: tuple[float, float], align: str) -> None:
    hard = words.replace(" ", "\N{NO-BREAK SPACE}")  # ziamath drops the space of "15 cm"
    drawing += elm.Label().at(at).label(hard, loc="center", halign=align, valign="center")


def _size(
    drawing: schemdraw.Drawing,
    one: tuple[float, float],
    other: tuple[float, float],
    words: str,
    align: str,
) -> None:
    """A dimension: an arrow with two heads, and how long it is beside or below it."""
    drawing += elm.Arrow(double=True).at(one).to(other)
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    away = {"left": (0.2, 0), "right": (-0.2, 0), "center": (0, -0.45)}[align]
    _words(drawing, words, (x + away[0], y + away[1]), align)
