"""The loop was busy, and finds several signals at once: who was first must not depend on that."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Event
from types import SimpleNamespace
from typing import Any, cast  # replaces a window

import pytest
from at_table import People, playing, race_ruleset, reading_of
from hypothesis import given
from hypothesis import strategies as st
from said import noticed

from appliance.core.signals import MS, SECOND, CardsSeen, Edge, Noted, Signal
from appliance.display.view import View
from appliance.display.view_of import view_of
from appliance.runtime.database import Row
from appliance.runtime.journal import Journal
from appliance.runtime.loop import Loop
from appliance.service.open_table import OpenTable
from appliance.service.picture import TablePicture
from appliance.table import Table, TableSettings
from appliance.table.stages import Lobby
from appliance.words import words_of
from bluffing.message import message


@contextmanager
def open_doubt() -> Iterator[tuple[Loop, int]]:
    """A loop at whose table seat 1 has just laid a card, and its time (ns)."""
    people = playing(tie_window_ms=0)
    people.lay(1, 1)
    people.wait(SECOND)
    with closing(Journal.open(None, TableSettings())) as journal:
        loop = Loop(journal, ())
        loop.table = people.table
        yield loop, people.now


@given(st.permutations([0, 2, 3]), st.integers(1, 20 * MS), st.booleans())
def test_edges_that_waited_together_are_judged_together(
    order: list[int], gap: int, distracted: bool
) -> None:
    with open_doubt() as (loop, now):
        at = {3: now, 0: now + gap, 2: now + 2 * gap}
        signals: list[Signal] = [Edge(buzzer, down=True, at=at[buzzer]) for buzzer in order]
        if distracted:
            signals.insert(1, CardsSeen(0, reading_of(["A"]), now))
        for signal in signals:
            loop.post(signal)
        loop.turn(now + 2 * SECOND)
        loop.turn(now + 2 * SECOND + MS)
        assert loop.table.game.doubter == 3


def test_only_the_lamp_of_a_press_is_seen_before_it_is_written() -> None:
    order: list[str] = []

    class Told(Journal):
        def wait(self) -> None:
            writing = self._writing is not None
            super().wait()
            if writing:
                order.append("written")

    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(SECOND)
    with closing(Told.open(None, TableSettings())) as journal:
        loop = Loop(journal, (lambda effect: order.append(type(effect).__name__),))
        loop.table = people.table
        loop.post(Edge(3, down=True, at=people.now))
        loop.turn(people.now + MS)
        assert order == ["Lamp", "written"]
        order.clear()
        loop.turn(people.now + SECOND)
        assert order.count("written") == 1
        assert order[0] == "written"
        assert {"Lamp", "PlaySound", "Announce"} <= set(order)


def test_a_signal_that_woke_the_loop_is_handled_with_those_behind_it() -> None:
    with open_doubt() as (loop, now):
        loop.post(Edge(0, down=True, at=now + MS))
        loop.wait(0)
        loop.post(Edge(3, down=True, at=now))
        loop.turn(now + SECOND)
        assert loop.table.game.doubter == 3


@given(
    st.lists(st.tuples(st.integers(40, 380), st.integers(60, 3000)), min_size=1, max_size=4),
    st.booleans(),
    st.data(),
)
def test_taps_count_however_long_the_loop_was_kept_from_them(
    taps: list[tuple[int, int]], began: bool, data: st.DataObject
) -> None:
    people = playing()
    with closing(Journal.open(None, TableSettings())) as journal:
        loop = Loop(journal, ())
        loop.table, at = people.table, people.now
        edges: list[Signal] = []
        for long, rest in taps:
            edges += [Edge(1, down=True, at=at), Edge(1, down=False, at=at + long * MS)]
            at += (long + rest) * MS
        if began:  # the first one is down as the disk, say, begins to be slow
            loop.post(edges.pop(0))
            loop.turn(people.now + 10 * MS)
        for signal in data.draw(st.permutations(edges)):
            loop.post(signal)
        loop.turn(at + 4 * SECOND)
        entry = loop.table.turns.entry
        assert entry is not None
        assert entry.cursor == len(taps)


def test_a_hold_is_one_though_the_loop_was_kept_from_its_end() -> None:
    people = playing()
    people.press(1)
    with closing(Journal.open(None, TableSettings())) as journal:
        loop = Loop(journal, ())
        loop.table, at = people.table, people.now
        loop.post(Edge(1, down=True, at=at))
        loop.turn(at + 10 * MS)
        loop.post(Edge(1, down=False, at=at + 850 * MS))
        loop.turn(at + 4 * SECOND)
        loop.turn(at + 5 * SECOND)
        claim = loop.table.game.claim
        assert claim is not None
        assert claim.count == 1


class Slow(Journal):
    """A journal whose disk has confirmed nothing until it may; `fails` refuses the next commit."""

    may, fails = Event(), False

    def _write(self, rows: list[Row], at_work: Event) -> None:
        at_work.set()
        self.may.wait(10)
        if self.fails:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        super()._write(rows, at_work)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    monkeypatch.setattr(Slow, "may", Event())
    monkeypatch.setattr(Slow, "fails", False)
    with closing(Slow.open(None, TableSettings())) as journal:
        assert isinstance(journal, Slow)
        yield journal
        journal.may.set()


def test_a_loop_that_works_ahead_lets_its_table_be_drawn_and_performs_when_it_is_written(
    slow: Slow,
) -> None:
    performed: list[str] = []
    loop = Loop(slow, (lambda effect: performed.append(type(effect).__name__),), ahead=True)
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(SECOND)
    loop.table = people.table
    now = people.now
    loop.post(Edge(3, down=True, at=now))
    loop.turn(now)
    assert performed == ["Lamp"], "a lamp tells a finger what it did"
    assert slow.steps == 0
    waits = [loop.writing]
    now += SECOND
    loop.turn(now)
    waits.append(loop.writing)
    assert waits == [False, True], "an edge alone waits for the step that comes of it"
    assert performed == ["Lamp"]
    drawn = loop.seen
    assert not loop.turn(now + MS), "it goes on while the disk writes"
    slow.may.set()
    assert loop.settle()
    assert loop.seen is drawn
    assert slow.steps == 2
    assert {"PlaySound", "Announce"} <= {*performed}


def test_what_was_drawn_ahead_and_not_written_did_not_happen(slow: Slow) -> None:
    performed: list[object] = []
    loop = Loop(slow, (performed.append,), ahead=True)
    before = loop.table
    loop.post(Noted("settings", message("text", text="a note"), SECOND))
    loop.turn(SECOND)
    assert loop.seen.notice is not None
    slow.fails = True
    slow.may.set()
    assert not loop.settle()
    assert loop.table is before
    assert "it can't save the evening" in noticed(loop.seen)
    slow.fails = False
    assert loop.turn(3 * SECOND)
    assert loop.waits_for is None


def test_time_stands_still_while_nothing_can_be_written(slow: Slow) -> None:
    """The lobby's countdown ends in the very step that the disk refuses."""
    slow.may.set()
    loop = Loop(slow, ())
    people = People(Table(TableSettings()), now=SECOND)
    for buzzer in (0, 1, 2):
        people.press(buzzer)
        people.hold(buzzer)
    for now, signal, _ in people.handled:
        loop.post(signal)
        loop.turn(now)
    assert isinstance(loop.table.inner, Lobby)
    slow.fails = True
    loop.turn(people.now + 5 * SECOND)
    assert loop.waits_for is not None
    assert isinstance(loop.seen.inner, Lobby), "what follows was not written"


def test_a_picture_of_what_the_disk_has_refused_is_not_shown(slow: Slow) -> None:
    shown: list[View] = []
    window = SimpleNamespace(show=lambda view, *_: shown.append(view), behind=False)
    loop = Loop(slow, (), ahead=True)
    table = OpenTable(
        loop, cast("Any", None), lambda: 0, cast("Any", window), TablePicture(words_of("en"))
    )
    slow.fails = True
    slow.may.set()
    loop.post(Noted("settings", message("text", text="a note"), SECOND))
    loop.turn(SECOND)
    drawn = view_of(loop.seen, SECOND, words_of("en"))
    while loop.writing:
        loop.wait(0.001)
    assert not table._shows(drawn, SECOND, None)
    assert shown == []
    assert loop.waits_for is not None
