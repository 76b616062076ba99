"""A fault that the table can't play with: what happened, what to do, and its code."""

from appliance.display.theme import DOUBT, LIE, TEXT_COLOUR
from appliance.display.widgets import Easel, slice_rect


def still(easel: Easel) -> None:
    """The code stands by itself, so that it can be read out to somebody far away."""
    fault = easel.view.fault
    if fault is None:
        return
    for pen, rect in easel.parts():
        pen.words(fault.code, slice_rect(rect, 0.03, 0.02, 0.24, 0.4), 150, LIE)
        pen.words(fault.what, slice_rect(rect, 0.26, 0.02, 0.97, 0.4), 52, TEXT_COLOUR, "left")
        pen.words(fault.todo, slice_rect(rect, 0.05, 0.45, 0.95, 0.78), 52, DOUBT)
        where = easel.words("fault.where", code=fault.code)
        pen.words(where, slice_rect(rect, 0.05, 0.83, 0.95, 0.97), 34, TEXT_COLOUR)
