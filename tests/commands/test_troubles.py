"""A fault of the machine while people play is shown, once, until it is over."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any, cast

import pytest
from at_table import playing
from said import ENGLISH, told

from appliance.core.hardware import Vitals
from appliance.core.signals import LAMPS, SECOND, DriverBack, DriverLost, Noted, Signal
from appliance.display.view import Plug
from appliance.service.open_table import OpenTable
from appliance.service.picture import TablePicture
from appliance.service.troubles import SAID_FOR, Troubles
from bluffing.message import Message

FINE = Vitals(0, "ext4", memory=2_000_000_000)


class Machine:
    """A machine whose state a test sets."""

    def __init__(self) -> None:
        self.vitals = FINE
        self.told: list[str] = []
        self.troubles = Troubles(Path("/var/lib/e.journal"), self.hear, lambda _: self.vitals)

    def hear(self, what: Message) -> None:
        self.told.append(ENGLISH.say(what))

    def becomes(self, **how: object) -> None:
        self.vitals = replace(FINE, **how)  # type: ignore[arg-type]
        self.troubles.look()

    def shows(self, now: int) -> str:
        what = self.troubles.notice(now)
        return "" if what is None else ENGLISH.say(what[0])


def test_a_machine_that_is_fine_says_nothing() -> None:
    machine = Machine()
    machine.becomes()
    assert (machine.shows(0), machine.told) == ("", [])


@pytest.mark.parametrize(
    ("how", "shown"),
    [
        ({"throttled": 0x50005}, "Too little power"),
        ({"throttled": 0x4}, "The table is too hot"),
        ({"read_only": True}, "Nothing can be written to the memory card"),
        ({"kind": "tmpfs"}, "This evening is lost when the power goes"),
        ({"disk_errors": 3}, "The memory card makes mistakes"),
        ({"worn": True}, "The memory card is nearly worn out"),
        ({"memory": 100_000_000}, "Little memory is left"),
        ({"clock_set": False}, "The clock is not set"),
    ],
)
def test_each_trouble_is_said_and_gone_when_it_is_over(how: dict[str, object], shown: str) -> None:
    machine = Machine()
    machine.becomes(**how)
    assert machine.shows(0).startswith(shown)
    first = len(machine.told)
    assert first
    machine.becomes(**how)
    assert len(machine.told) == first, "each is logged once"
    machine.becomes()
    assert machine.shows(SECOND) == ""
    assert machine.told[-1].startswith("this is over: ")


def test_what_the_table_works_with_is_said_for_a_while_and_what_it_does_not_for_as_long() -> None:
    machine = Machine()
    machine.becomes(clock_set=False)
    assert machine.shows(0)
    assert machine.shows(SAID_FOR) == ""
    machine.becomes(clock_set=False, disk_errors=1)
    assert machine.shows(SAID_FOR).startswith("The memory card makes mistakes")
    assert machine.shows(100 * SAID_FOR).startswith("The memory card makes mistakes")


def test_what_was_so_earlier_is_no_news() -> None:
    machine = Machine()
    machine.becomes(throttled=0x50000)
    assert (machine.shows(0), machine.told) == ("", [])


def test_it_looks_on_a_thread_of_its_own_until_it_is_closed() -> None:
    looked, there = list[Path](), Event()

    def look(journal: Path) -> Vitals:
        looked.append(journal)
        there.set()
        return FINE

    troubles = Troubles(Path("j"), lambda _: None, look)
    troubles.open()
    assert there.wait(10)
    troubles.close()
    troubles.close()
    assert looked == [Path("j")]


@pytest.mark.parametrize(
    ("part", "shown"),
    [("touch", "The touch screen does not answer"), ("keyboard", "The keyboard is gone")],
)
def test_what_was_plugged_in_is_missed_until_it_is_back(part: str, shown: str) -> None:
    machine = Machine()
    machine.becomes()
    assert machine.shows(0) == "", "it was never there"
    for number in range(20):
        machine.becomes(**{part: True})
        assert machine.shows(number * SECOND) == ""
        machine.becomes()
        assert machine.shows(number * SECOND).startswith(shown)
    machine.becomes(**{part: True})
    assert len(machine.told) == 40


def open_table(post: Callable[[Signal], None]) -> OpenTable:
    """A table with only the parts that a test needs."""
    nothing = cast("Any", SimpleNamespace(post=post))
    window = cast("Any", SimpleNamespace())
    return OpenTable(nothing, nothing, lambda: 0, window, TablePicture(ENGLISH))


def test_a_trouble_stands_where_no_other_notice_does() -> None:
    machine, people = Machine(), playing()
    machine.becomes(disk_errors=1)
    picture = TablePicture(ENGLISH, troubles=machine.troubles)
    first = picture.view(people.table, people.now)
    assert first.notice.text.startswith("The memory card makes mistakes")
    assert first.notice.plug is Plug.CARD
    assert picture.view(people.table, people.now) is first, "nothing is drawn anew"
    people.send(Noted("camera", told("the camera was bumped"), people.now))
    assert picture.view(people.table, people.now).notice.text == "the camera was bumped"


def test_lamps_are_told_once_as_they_go_and_once_as_they_come() -> None:
    posted = list[Signal]()
    table, why = open_table(posted.append), told("the lamps don't answer")
    for at, lost in enumerate((None, why, why, why, None, None)):
        table._tell_of(cast("Any", SimpleNamespace(lost=lost)), at)
    assert posted == [DriverLost(LAMPS, why, 1), DriverBack(LAMPS, 4)]
