"""How long an open table sleeps: as long as nothing is missed by it."""

from types import SimpleNamespace
from typing import cast

import pytest
from example_views import EXAMPLES

from appliance.core.signals import MS
from appliance.display.view import View
from appliance.display.window import Window
from appliance.drivers import Hardware
from appliance.drivers.keyboard import BY_LOOKING, BY_WINDOW
from appliance.runtime.loop import Loop
from appliance.service.open_table import CALM_FRAME, FRAME, OpenTable
from appliance.service.picture import TablePicture
from appliance.table.facts import Prompt
from appliance.words import words_of


def rest(view: View, due: int | None = None, frame: int | None = None) -> int:
    """The sleep at 1000 ns, with these due times of the table and of a frame of the picture."""
    loop = cast("Loop", SimpleNamespace(due=lambda _: due))
    window = cast("Window", SimpleNamespace(due=frame))
    hardware = cast("Hardware", SimpleNamespace())
    table = OpenTable(
        loop, hardware, lambda: 1000, window, TablePicture(words_of("en")), shown=view
    )
    return table._rest(1000)


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_while_people_race_the_window_is_asked_each_frame(name: str) -> None:
    view = EXAMPLES[name]
    first = any(
        seat.prompt in (Prompt.SLAP, Prompt.SLAP_OR_HOLD, Prompt.BE_FIRST) for seat in view.seats
    )
    assert rest(view) == (FRAME if view.play.open or first else CALM_FRAME)


def test_it_wakes_for_the_table_and_for_the_next_frame() -> None:
    view = EXAMPLES["attract"]
    assert rest(view, 1000 + 7 * MS, 1000 + 9 * MS) == 7 * MS
    assert rest(view, 1000 + 12 * MS, 1000 + 9 * MS) == 9 * MS
    assert rest(view, 3, None) == 0, "it is late already"


def test_keys_are_no_later_than_their_stamps_say() -> None:
    assert BY_LOOKING.uncertainty >= FRAME
    assert BY_WINDOW.worst_delay >= FRAME
