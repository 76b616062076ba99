"""The disk is full while people play: the table waits, says so, and goes on when there is room."""

import os
import resource
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from at_table import playing
from said import noticed, said

from appliance.core.effects import Lamp
from appliance.core.signals import (
    BUZZERS,
    DISK,
    MS,
    SECOND,
    DriverLost,
    Edge,
    NotWritten,
    Wish,
    Wished,
)
from appliance.display.view import Plug
from appliance.display.view_of import view_of
from appliance.errors import UnreachableError
from appliance.runtime.journal import Journal
from appliance.runtime.loop import Loop
from appliance.table import Table, TableSettings, step
from appliance.table.facts import facts_of
from appliance.table.stages import Turns
from appliance.words import words_of
from bluffing.message import message
from lab.sim.games import play
from lab.sim.invitation import SimulatedGame

Limit = Callable[[int | None], None]


@contextmanager
def limited(path: Path) -> Iterator[Limit]:
    """Lets files grow to so many bytes more than the journal at `path` has, or freely again."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    said(message("text", text="the catalogue for tests is written once, while files may grow"))

    def limit(more: int | None) -> None:
        most = before[0] if more is None else path.stat().st_size + more
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))

    try:
        yield limit
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def full(path: Path) -> Iterator[Limit]:
    """A file system of 2 MiB in which `path` is; there is no room, or room again."""
    folder, ballast = path.parent, path.with_name("ballast")
    folder.mkdir()
    mount = ["/bin/mount", "-t", "tmpfs", "-o", "size=2m", "none", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:  # noqa: S603
        pytest.skip("only root may mount a file system that can be filled")

    def fill(more: int | None) -> None:
        ballast.unlink(missing_ok=True)
        if more is not None:
            with suppress(OSError), ballast.open("wb", buffering=0) as file:
                while file.write(b"x" * 4096):
                    pass

    try:
        yield fill
    finally:
        subprocess.run(["/bin/umount", "-l", str(folder)], check=True)  # noqa: S603


PLACES = {"no room": full, "no large file": limited}


def fills_up(loop: Loop, now: int) -> int:
    """Something happens again and again until it can't be written; gives the moment (ns)."""
    for number in range(20_000):
        loop.post(DriverLost(f"camera {number}", message("screen.no-camera"), now))
        now += 250 * MS
        loop.turn(now)
        if loop.waits_for is not None:
            return now
    pytest.fail("there was always room")


@pytest.mark.parametrize("kind", PLACES)
def test_the_table_waits_and_goes_on_when_there_is_room(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "small" / "e.journal"
    if kind == "no large file":
        path.parent.mkdir()
    performed: list[object] = []
    with PLACES[kind](path) as room:
        journal = Journal.open(path, TableSettings(buzzers=4))
        loop = Loop(journal, (performed.append,))
        loop.table = playing().table
        assert isinstance(loop.table.inner, Turns)
        room(12_000 if kind == "no large file" else 0)
        now = fills_up(loop, 100 * SECOND)
        before, rows = loop.table, len(list(journal.entries()))
        assert loop.seen.paused is not None
        assert "it can't save the evening" in noticed(loop.seen)
        view = view_of(loop.seen, now, words_of("en"))
        assert view.paused
        assert (view.notice.text, view.notice.plug) == (noticed(loop.seen), Plug.CARD)
        assert not any(seat.prompt or seat.keys for seat in facts_of(loop.seen, now).seats)
        performed.clear()
        loop.post(Edge(2, down=True, at=now))
        loop.post(Wished(Wish.GO_ON, now))
        loop.post(DriverLost(BUZZERS, message("screen.no-camera"), now))
        for _ in range(5):
            now = loop.due(now) or 0
            assert not loop.turn(now)
        assert loop.table is before, "what is not written did not happen"
        assert not performed
        assert len(list(journal.entries())) == rows
        room(None)
        assert loop.turn(now + SECOND)
        assert loop.waits_for is None
        assert loop.seen is loop.table
        assert loop.table.paused is not None
        assert loop.table.game == before.game
        assert BUZZERS in loop.table.lost, "what drivers say is heard"
        assert DISK not in loop.table.lost
        assert any(isinstance(effect, Lamp) for effect in performed)
        kinds = [type(row.signal) for row in list(journal.entries())[rows:]]
        assert kinds == [NotWritten, DriverLost, DriverLost]
        journal.close()


def test_what_was_void_is_said() -> None:
    why = message("screen.no-camera")
    for table in (playing().table, Table(TableSettings())):
        after, _ = step(table, NotWritten(why, SECOND), 200 * SECOND)
        assert noticed(after).startswith("nothing could be saved for a while: presses")
        assert (after.paused is not None) is isinstance(table.inner, Turns)


@pytest.mark.thorough
def test_a_simulated_evening_ends_there_for_nobody_makes_room(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    with limited(tmp_path) as limit:
        limit(33_000)
        score = play(SimulatedGame(3, "bluff", journal=path))
    [fault] = score.faults
    assert "can't write the journal" in said(fault)


def test_a_disk_that_is_full_at_the_start_sets_nothing_aside(tmp_path: Path) -> None:
    path = tmp_path / "small" / "e.journal"
    with full(path) as room:
        with closing(Journal.open(path, TableSettings())) as journal:
            loop = Loop(journal, ())
            loop.post(Edge(0, down=True, at=SECOND))
            loop.turn(SECOND)
            rows = len(list(journal.entries()))
        room(0)
        with pytest.raises(UnreachableError):
            Journal.open(path, TableSettings())
        assert not list(path.parent.glob("*.broken-*"))
        room(None)
        with closing(Journal.open(path, TableSettings())) as journal:
            assert len(list(journal.replay())) == rows
            assert journal.loss is None


def test_nothing_ends_the_process_where_files_may_not_grow() -> None:
    assert signal.getsignal(signal.SIGXFSZ) is signal.SIG_IGN
