"""The screen of a fault has a QR code: a telephone reads it without a network."""

from dataclasses import replace
from errno import ENOSPC

import pytest
from said import ENGLISH
from test_how_to_play import code_on

from appliance.display.draw import picture
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.quiet import pygame
from appliance.display.view import FaultView, Screen, View
from appliance.service.fault import fault_of, to_take_along, view_of_fault


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_the_code_is_read_off_the_screen(layout: Layout, size: tuple[int, int]) -> None:
    fault_shown = fault_of(OSError(ENOSPC, "No space left on device", "/var/lib/doubtit/x"))
    view = view_of_fault(fault_shown, ENGLISH)
    assert code_on(picture(view, 0, size, layout)) == to_take_along(fault_shown, ENGLISH)


def test_without_a_library_for_codes_the_screen_says_whom_to_tell() -> None:
    view = View(Screen.FAULT, "", "The table can't go on", "", front=FaultView("F5", "a", "b"))
    with_code = replace(view, front=FaultView("F5", "a", "b", ((True,),)))
    shown = [picture(replace(shown, words=ENGLISH), 0, (800, 480)) for shown in (view, with_code)]
    assert pygame.image.tobytes(shown[0], "RGB") != pygame.image.tobytes(shown[1], "RGB")
