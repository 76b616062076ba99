"""Wherever a seat's colour says whose something is, its shape and number say so, too."""

from unittest import mock

import pytest
from example_seats import AT
from example_variants import VIEWS
from extent import some

from appliance.display.draw import Artist
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.lettering import Kit
from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.theme import SEAT_COLOURS
from appliance.display.view import View

SIZE = (1280, 720)


def drawn(view: View, layout: Layout) -> tuple[list[int], list[int]]:
    """The buzzers whose signs are drawn, and those whose colours discs have."""
    with (
        mock.patch.object(Pen, "badge", autospec=True, side_effect=Pen.badge) as badge,
        mock.patch.object(Pen, "disc", autospec=True, side_effect=Pen.disc) as disc,
    ):
        Artist(layout, calm=True, kit=Kit()).draw(pygame.Surface(SIZE, 0, 32), view, AT)
    signs = [call.args[3] for call in badge.call_args_list]
    colours = [call.args[3] for call in disc.call_args_list if call.args[0].least]
    return signs, [SEAT_COLOURS.index(colour) for colour in colours if colour in SEAT_COLOURS]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_heap_before_each_seat_has_its_sign(layout: Layout) -> None:
    view = VIEWS["heaps"]
    assert {seat.heap > 0 for seat in view.seats} == {True, False}
    signs, _ = drawn(view, layout)
    for seat in view.seats:
        assert signs.count(seat.buzzer) >= 2, "at the seat, and at its heap"


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", list(some(VIEWS, 8)))
@pytest.mark.examples
def test_no_disc_has_a_seats_colour_without_a_sign_for_it(name: str, layout: Layout) -> None:
    """The panel has one sign, so whatever is coloured elsewhere has another."""
    signs, discs = drawn(VIEWS[name], layout)
    for buzzer in set(discs):
        assert signs.count(buzzer) > discs.count(buzzer), buzzer
