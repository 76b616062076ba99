"""The evening is counted when a game is over, by another process, and told in the table's menu."""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event

from said import said
from test_statistics import BEGAN, evening

from appliance.__main__ import main
from appliance.runtime.journal import Journal
from appliance.service.counted import evening_counts
from appliance.service.counting import Counting, counting, run_aside
from appliance.table import Table, TableSettings
from appliance.table.stages import Over
from bluffing.message import Message


class Ran:
    """Counts in this very process, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.commands: list[Sequence[str]] = []
        self.done = Event()

    def __call__(self, command: Sequence[str], _: Event) -> None:
        self.commands.append(command)
        words = command[command.index("statistics") :]
        assert main(words) == 0
        self.done.set()


def ended(path: Path) -> Table:
    with closing(Journal.read(path)) as journal:
        *_, (_, table) = journal.replay()
    assert isinstance(table.inner, Over)
    return table


def test_each_game_that_is_over_is_counted_once(tmp_path: Path) -> None:
    path, ran = tmp_path / "e.journal", Ran()
    evening(path)
    over, before = ended(path), Table(TableSettings())
    with closing(Counting(path, ran)) as counts:
        counts.open()
        ran.done.wait()  # what was missed
        for table in (before, over, over, replace(over, notice=None), before):
            ran.done.clear()
            counts.look(table)
        ran.done.wait()
    assert ran.commands == [counting(path)] * 2


def test_the_menu_tells_of_this_evening_alone(tmp_path: Path) -> None:
    path, told = tmp_path / "e.journal", list[tuple[Message, ...]]()
    evening(path.with_name("e.journal.evening-1"), BEGAN + 7)
    assert said(evening_counts(_empty(path))[0]) == "No game of this evening is over yet."
    path.unlink()
    evening(path)

    def tell(lines: tuple[Message, ...], *, done: bool = False) -> None:
        assert not done
        told.append(lines)

    counts = Counting(path, Ran())
    counts.tell(tell, Event())
    first, lines = told
    assert said(first[0]) == "The evening is being counted."
    liar, ana, ben, cleo = map(said, lines)
    assert liar == "Liar of the night: Ben (1)"
    assert ana == "Ana: claims 0, lies out 0, doubts right 0 of 0, innocent for 0"
    assert ben == "Ben: claims 1, lies out 1, doubts right 0 of 0, innocent for 0"
    assert cleo.startswith("Cleo: claims 0, lies out 0, doubts right 1 of 1, innocent for 0, fast")


def _empty(path: Path) -> Path:
    Journal.open(path, TableSettings()).close()
    return path


def test_another_process_does_it_and_can_be_stopped(tmp_path: Path) -> None:
    stop: Event = Event()
    mark = tmp_path / "mark"
    run_aside(("touch", str(mark)), stop)
    assert mark.exists()
    run_aside(("no such program",), stop)
    stop.set()
    run_aside(("sleep", "600"), stop)


def test_a_terminals_ctrl_c_does_not_reach_it(tmp_path: Path) -> None:
    """Python that is interrupted while it starts prints where it was."""
    mark = tmp_path / "mark"
    code = f"import os, pathlib; pathlib.Path({str(mark)!r}).write_text(str(os.getpgrp()))"
    run_aside((sys.executable, "-c", code), Event())
    assert int(mark.read_text()) != os.getpgrp()


def test_who_asks_no_more_is_told_nothing(tmp_path: Path) -> None:
    stop, told = Event(), list[tuple[Message, ...]]()

    def run(_: Sequence[str], stop: Event) -> None:
        stop.set()

    asks: Callable[..., None] = lambda lines, **_: told.append(lines)  # noqa: E731
    Counting(tmp_path / "e.journal", run).tell(asks, stop)
    assert len(told) == 1
