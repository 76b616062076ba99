"""A screen that comes and goes, with connectors that are made up, and the kernel's in files."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.config import Display
from appliance.core.signals import MS, SCREEN, SECOND, DriverBack, DriverLost, Noted, Signal
from appliance.display.hotplug import GONE_AFTER, SEEN_WITHIN, Hotplug, Plugged, plugged
from appliance.display.window import Window
from appliance.errors import DriverError
from bluffing.message import message

HDMI, OTHER = "card0-HDMI-A-1", "card0-HDMI-A-2"
NONE: Plugged = frozenset()
ONE: Plugged = frozenset({HDMI})


class MadeUpWindow:
    """A window that opens where SDL would: on a screen that is there and works."""

    has_screen_alone = True
    next_screen = "HDMI-A-2"

    def __init__(self) -> None:
        self.is_open = self.strays = False
        self.settings = Display()
        self.works = True
        self.tries = 0

    def open(self) -> None:
        self.tries += 1
        if not self.works:
            raise DriverError.of("display.cant-open", width=1, height=1, error="no mode")
        self.is_open = True

    def close(self) -> None:
        self.is_open = False


class Cable:
    """A window, the connectors, and the reports to the table."""

    def __init__(self, there: Plugged | None) -> None:
        self.there, self.now, self.told = there, 7 * SECOND, list[Signal]()
        self.window = MadeUpWindow()
        window = cast("Window", self.window)
        self.hotplug = Hotplug(window, self.told.append, lambda: self.there)

    def wait(self, span: int = SEEN_WITHIN) -> bool:
        """So much later (ns), in frames; whether there is a window then."""
        until = self.now + span
        while self.now < until:
            self.now += 25 * MS
            shows = self.hotplug.shows(self.now)
            assert shows == self.window.is_open
        return self.window.is_open

    @property
    def lost(self) -> bool | None:
        """The last report to the table."""
        assert all(getattr(signal, "driver", "") == SCREEN for signal in self.told)
        return isinstance(self.told[-1], DriverLost) if self.told else None


def test_a_screen_that_is_missing_at_first_is_taken_when_it_comes() -> None:
    cable = Cable(NONE)
    cable.wait(60 * SECOND)
    assert cable.window.tries == 0
    assert [type(signal) for signal in cable.told] == [DriverLost]
    cable.there = ONE
    assert cable.wait()
    assert [type(signal) for signal in cable.told] == [DriverLost, DriverBack]


def test_a_screen_that_is_there_is_not_told_of() -> None:
    cable = Cable(ONE)
    assert cable.wait(60 * SECOND)
    cable.there = frozenset({HDMI, OTHER})
    assert cable.wait(60 * SECOND)
    assert (cable.told, cable.window.tries) == ([], 1)


def test_a_screen_that_is_pulled_closes_the_window_and_opens_it_anew() -> None:
    cable = Cable(ONE)
    cable.wait()
    cable.there = NONE
    assert cable.wait(GONE_AFTER // 2)
    cable.wait(GONE_AFTER + 2 * SEEN_WITHIN)
    assert [type(signal) for signal in cable.told] == [DriverLost]
    cable.there = ONE
    assert cable.wait()
    assert [type(signal) for signal in cable.told] == [DriverLost, DriverBack]
    assert cable.window.tries == 2


def test_a_screen_that_is_gone_for_a_moment_is_not_lost() -> None:
    cable = Cable(ONE)
    cable.wait()
    for _ in range(20):
        cable.there = NONE
        cable.wait(GONE_AFTER - SEEN_WITHIN)
        cable.there = ONE
        cable.wait()
    assert (cable.told, cable.window.tries) == ([], 1)


def test_a_cable_in_another_connector_is_a_new_screen() -> None:
    cable = Cable(ONE)
    cable.wait()
    cable.there = frozenset({OTHER})
    assert cable.wait(GONE_AFTER + 2 * SEEN_WITHIN)
    assert [type(signal) for signal in cable.told] == [DriverLost, DriverBack]


def test_a_screen_that_was_pulled_before_the_first_look_is_lost_too() -> None:
    cable = Cable(NONE)
    cable.window.is_open = True
    assert not cable.wait(GONE_AFTER + 2 * SEEN_WITHIN)


def test_what_can_not_be_opened_is_tried_every_few_seconds_and_told_once() -> None:
    cable = Cable(ONE)
    cable.window.works = False
    assert not cable.wait(300 * SECOND)
    assert 60 < cable.window.tries < 102
    assert len(cable.told) == 1
    cable.there = frozenset({HDMI, OTHER})  # another screen is another chance
    cable.window.works = True
    assert cable.wait()


@pytest.mark.parametrize("there", [ONE, None])
@pytest.mark.parametrize("evening", [10, 3600, 5 * 3600])
def test_late_in_an_evening_too_a_screen_is_taken_within_5_s(
    there: Plugged | None, evening: int
) -> None:
    """A screen that opens again without a word of its connector: a television that wakes up."""
    cable = Cable(there)
    cable.window.works = False
    cable.wait(evening * SECOND)
    cable.window.works = True
    assert cable.wait(5 * SECOND)


def test_without_connectors_it_is_tried_alone() -> None:
    cable = Cable(None)
    cable.window.works = False
    assert not cable.wait(10 * SECOND)
    cable.window.works = True
    assert cable.wait(5 * SECOND)
    assert not cable.lost


MISSED = Noted(SCREEN, message("display.other-screen", name="HDMI-A-2"), 0)


def test_a_screen_that_is_missing_is_named_once_and_taken_when_it_comes() -> None:
    cable = Cable(ONE)
    cable.window.settings = Display(screen="HDMI-A-2")
    cable.window.strays = True
    cable.wait(60 * SECOND)
    assert [replace(signal, at=0) for signal in cable.told if isinstance(signal, Noted)] == [MISSED]
    cable.there = frozenset({HDMI, OTHER})
    cable.wait()
    assert cable.window.tries == 2, "the window opens on the screen that came"
    cable.window.strays = False
    cable.wait(60 * SECOND)
    assert len(cable.told) == 2, "people know where the picture is"
    assert cable.window.tries == 2


def test_people_who_try_the_next_screen_hear_its_name() -> None:
    cable = Cable(frozenset({HDMI, OTHER}))
    cable.wait()
    cable.window.settings = Display(screen=cable.hotplug.try_next())
    cable.wait()
    (told,) = cable.told
    assert isinstance(told, Noted)
    assert told.note == message("display.screen", name="HDMI-A-2")


def test_a_desktop_has_the_connectors_to_itself() -> None:
    cable = Cable(ONE)
    cable.window.has_screen_alone = False
    cable.wait()
    cable.there = NONE
    assert cable.wait(60 * SECOND)
    assert cable.told == []


@given(st.lists(st.tuples(st.sampled_from((NONE, ONE, None)), st.booleans(), st.integers(1, 20))))
def test_the_table_is_told_in_turn_and_always_what_is_so(
    steps: list[tuple[Plugged | None, bool, int]],
) -> None:
    cable = Cable(ONE)
    for there, works, looks in steps:
        cable.there, cable.window.works = there, works
        cable.wait(looks * SEEN_WITHIN)
        assert bool(cable.lost) is not cable.window.is_open
    backs = [isinstance(signal, DriverBack) for signal in cable.told]
    assert (True, True) not in pairwise(backs)
    cable.there, cable.window.works = ONE, True
    assert cable.wait(5 * SECOND)


@pytest.mark.parametrize(
    ("states", "there"),
    [
        ({}, None),
        ({HDMI: "connected\n", OTHER: "disconnected\n"}, {HDMI}),
        ({HDMI: "disconnected\n", "card0-Writeback-1": "unknown\n"}, set()),
    ],
)
def test_the_kernel_says_what_is_connected(
    tmp_path: Path, states: dict[str, str], there: set[str] | None
) -> None:
    (tmp_path / "card0").mkdir()
    for name, state in states.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "status").write_text(state)
    assert plugged(tmp_path) == there


def test_a_card_that_is_being_removed_has_no_screen(tmp_path: Path) -> None:
    (tmp_path / HDMI / "status").mkdir(parents=True)  # can't be read
    assert plugged(tmp_path) is None
    assert plugged(tmp_path / "nowhere") is None
