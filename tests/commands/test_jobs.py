"""The jobs of the table's menu: done beside the table, told line by line, stopped when left."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import numpy as np
import pygame.surfarray
import pytest
from mat_shots import SMALL, shot
from said import ENGLISH, said, told
from test_run_and_replay import KEYBOARD, QUIT, no_clock

from appliance.__main__ import main
from appliance.box.calibrate import MAT_PICTURES, Calibration
from appliance.box.file import load
from appliance.box.reader import BoxReader
from appliance.config import Config, choice
from appliance.core.effects import Effect, Job, StopReading
from appliance.core.hardware import Need
from appliance.core.signals import SECOND, Edge, Told
from appliance.core.task import Task
from appliance.display.quiet import pygame
from appliance.display.window import Window
from appliance.drivers import Camera, Frame, Hardware, Image
from appliance.errors import DriverError, PictureError
from appliance.record.entry import EntryKind, RecordEntry, SeatNames
from appliance.runtime.journal import Journal
from appliance.runtime.stored_record import add_record
from appliance.selftest.observe.room import Room
from appliance.service.checks import PARTS, SEEN_COLOUR, Calibrating, self_test
from appliance.service.context import TableContext
from appliance.service.jobs import Jobs, Lines, Tell, Work
from appliance.service.leaving import SWITCH_OFF
from appliance.service.log import Log
from appliance.service.open_table import OpenTable
from appliance.service.past import list_evenings
from appliance.service.picture import TablePicture
from appliance.service.reading import Lent
from appliance.service.tasks import tasks_of
from appliance.table import Table, TableSettings, step
from appliance.vision.read import CardReader
from bluffing.message import Message
from bluffing.rulesets import RULESETS
from lab.words import words_of

__all__ = ["no_clock"]


class Patience(Event):
    """Set by itself after some waits, which take no time."""

    def __init__(self, waits: int) -> None:
        super().__init__()
        self._waits = waits

    def wait(self, timeout: float | None = None) -> bool:  # noqa: ARG002 - it takes none
        self._waits -= 1
        if self._waits < 0:
            self.set()
        return self.is_set()


class Shows:
    """A camera that shows one picture after the other, and then the last one; None is broken."""

    live = True
    needs: tuple[Need, ...] = ()

    def __init__(self, *shows: Image | None) -> None:
        self._shows = list(shows)
        self.opened = 0

    def open(self) -> None:
        self.opened += 1

    def capture(self) -> Frame:
        now = self._shows.pop(0) if len(self._shows) > 1 else self._shows[0]
        if now is None:
            raise PictureError(told("the picture is broken"))
        return Frame(now, 0)

    def next(self) -> bool:
        return False

    def close(self) -> None:
        self.opened -= 1


class Heard(list[Lines]):
    """All reports."""

    def tell(self, lines: Lines, *, done: bool = False) -> None:
        assert not done, "who ends is done"
        self.append(lines)


# --- how jobs are done ---------------------------------------------------------------------------


def finished(jobs: Jobs) -> None:
    running = jobs._running
    assert running is not None
    running[0].join(10)
    assert not running[0].is_alive()


def of(work: Work) -> tuple[Jobs, list[Told]]:
    posted: list[Told] = []

    def post(signal: object) -> None:
        assert isinstance(signal, Told)
        posted.append(signal)

    return Jobs({Task.EVENINGS: work}, post, lambda: 7), posted


def test_what_comes_of_a_job_is_told_once_and_at_last_that_it_is_done() -> None:
    def work(tell: Tell, _: Event) -> None:
        tell((told("one"),))
        tell((told("one"),))
        tell((told("one"), told("two")))

    jobs, posted = of(work)
    jobs.perform(StopReading())
    assert posted == []
    jobs.perform(Job(Task.EVENINGS, on=True))
    finished(jobs)
    first, two = told("one"), told("two")
    expected = [((first,), False), ((first, two), False), ((first, two), True)]
    assert [(signal.lines, signal.done) for signal in posted] == expected
    assert {signal.at for signal in posted} == {7}


def test_a_job_that_nobody_waits_for_tells_nothing_any_more() -> None:
    began = Event()

    def work(tell: Tell, stop: Event) -> None:
        tell((told("begun"),))
        began.set()
        stop.wait(10)
        tell((told("late"),))

    jobs, posted = of(work)
    jobs.perform(Job(Task.EVENINGS, on=True))
    assert began.wait(10)
    running = jobs._running
    assert running is not None
    jobs.perform(Job(Task.EVENINGS, on=False))
    running[0].join(10)
    assert [signal.lines for signal in posted] == [(told("begun"),)]
    jobs.close()
    jobs.close()


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (DriverError.of("driver.v4l2.closed"), "camera"),
        (ZeroDivisionError("by nought"), "by nought"),
    ],
)
def test_what_goes_wrong_is_a_line_and_no_traceback(
    error: Exception, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def work(tell: Tell, _: Event) -> None:
        tell((told("begun"),))
        raise error

    jobs, posted = of(work)
    jobs.perform(Job(Task.EVENINGS, on=True))
    finished(jobs)
    assert posted[-1].done
    assert says in said(posted[-1].lines[-1])
    assert capsys.readouterr().err == ""


# --- calibration ---------------------------------------------------------------------------------


def calibrate(camera: Camera, path: Path, looks: int) -> tuple[list[Lines], list[Calibration]]:
    heard: list[Lines] = []
    used: list[Calibration] = []
    job = Calibrating(camera, path, used.append)
    seen = 0

    def tell(lines: Lines, *, done: bool = False) -> None:
        nonlocal seen
        assert done is bool(used)
        heard.append(lines)
        if job.finder.picture is not None:
            seen += 1

    job.work(tell, Patience(looks))
    assert job.finder.picture is None, "nobody looks any more"
    assert seen
    return heard, used


def test_a_box_that_is_seen_often_enough_is_calibrated_and_used_at_once(tmp_path: Path) -> None:
    empty = np.full((600, 800, 3), 90, np.uint8)
    mat = shot(SMALL).image
    lines, used = calibrate(Shows(empty, None, mat), tmp_path / "box.toml", MAT_PICTURES + 5)
    told_ = [[said(line) for line in each] for each in lines]
    assert told_[0][0] == "0 of 18 markers of the mat are in sight"
    assert told_[1] == ["the picture is broken"]
    assert told_[2][1] == f"good; keep still for {MAT_PICTURES - 1} more pictures"
    assert told_[-1][1].startswith("calibrated to ")
    assert len(lines) == MAT_PICTURES + 2, "after that it only shows the picture"
    assert [load(tmp_path / "box.toml")] == used
    box = BoxReader(CardReader(), None)
    box.calibrated(used[0])
    assert box.calibration == used[0]


def test_a_camera_that_moves_meanwhile_is_looked_through_again(tmp_path: Path) -> None:
    mat = shot(SMALL).image
    moved = np.roll(mat, 12, axis=1)
    pictures = [mat] * (MAT_PICTURES // 2) + [moved] * (MAT_PICTURES // 2 + MAT_PICTURES)
    lines, used = calibrate(Shows(*pictures), tmp_path / "box.toml", len(pictures))
    assert any("moved" in said(each[-1]) for each in lines)
    assert len(used) == 1


def test_the_live_picture_shows_which_markers_were_found(tmp_path: Path) -> None:
    shown: list[pygame.Surface] = []
    job = Calibrating(Shows(shot(SMALL).image), tmp_path / "box.toml", lambda _: None)

    def tell(lines: Lines, *, done: bool = False) -> None:
        assert lines
        assert not done
        assert job.finder.picture is not None
        shown.append(job.finder.picture.whole)

    job.work(tell, Patience(1))
    pixels = pygame.surfarray.array3d(shown[0]).reshape(-1, 3)
    close = np.abs(pixels.astype(int) - SEEN_COLOUR[::-1]).sum(axis=1) < 40
    assert close.sum() > 500


def test_a_lent_camera_is_opened_and_closed_by_its_owner_alone() -> None:
    camera = Shows(np.zeros((4, 4, 3), np.uint8))
    lent = Lent(camera)
    lent.open()
    assert lent.capture().image.shape == (4, 4, 3)
    assert (lent.live, lent.next(), lent.needs) == (True, False, ())
    lent.close()
    assert camera.opened == 0


# --- evenings ------------------------------------------------------------------------------------


def evenings(journal: Path, stop: Event | None = None) -> list[str]:
    lines = Heard([()])
    list_evenings(journal, lines.tell, stop or Event())
    return [said(line) for line in lines[-1]]


def test_evenings_without_a_game_or_of_another_version_are_none(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    assert evenings(path) == ["no game has been played to its end yet"]
    (tmp_path / "e.journal.broken-1").write_bytes(b"x" * 5000)
    settings = TableSettings()
    with closing(Journal.open(path, settings)) as journal:
        edge = Edge(0, down=True, at=SECOND)
        table, _ = step(Table(settings), edge, SECOND)
        journal.append([(SECOND, edge, table)])
    assert evenings(path) == ["no game has been played to its end yet"]


@pytest.mark.thorough
def test_an_evening_tells_what_was_played_and_who_won(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    arguments = [
        "simulate",
        "--ruleset",
        "bluff",
        "--seed",
        "3",
        "--no-display",
        "--fast",
        "--json",
    ]
    assert main([*arguments, "--journal", str(path), "--pictures", str(tmp_path / "p")]) == 0
    [line] = evenings(path)
    assert line[4] == line[7] == "-"
    assert "1 game, Bluff" in line
    assert "won)" in line
    stop = Event()
    stop.set()
    assert evenings(path, stop) == []


def test_each_game_of_an_evening_is_told_when_it_is_over(
    tmp_path: Path,
) -> None:
    path, names = tmp_path / "e.journal", ("Ana", "Ben", "Cleo")
    Journal.open(path, TableSettings()).close()
    deal = {"game": "bicycle", "options": {}}
    ends: list[tuple[str, int, dict[str, Any]]] = [(EntryKind.DEALT, 1, deal)]
    ends += [
        (EntryKind.ENDED, 1, {"game": "bicycle", "winner": 1})
    ]  # the last verdict was disputed then
    ends += [(EntryKind.ENDED, 1, {"game": "bicycle", "winner": 2}), (EntryKind.DEALT, 2, deal)]
    ends += [(EntryKind.ENDED, 2, {"game": "bicycle", "winner": None})]
    entries = [RecordEntry(0, 0, game, kind, data) for kind, game, data in ends]
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        add_record(database, enumerate(entries, 1), [SeatNames(1, names)])
    [line] = evenings(path)
    title = said(RULESETS["bicycle"].title)
    assert f"2 games, {title} (Cleo won) and {title}" in line


# --- the self-test -------------------------------------------------------------------------------


def test_the_self_test_looks_at_what_the_open_table_leaves_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = Shows(np.full((600, 800, 3), 90, np.uint8))
    config = Config(journal=str(tmp_path / "e.journal"))
    source = SimpleNamespace(needs=())
    room = Room(
        config=replace(config, camera=choice("camera", {"driver": "v4l2"})),
        hardware=Hardware(source, camera=Lent(camera)),
        clock=lambda: 0,
        pause=lambda _: None,
        env={"SDL_VIDEODRIVER": "dummy"},
        words=words_of("en"),
    )
    monkeypatch.setattr("appliance.selftest.observe.cards.try_all", lambda: _works)
    lines = Heard()
    self_test(room, lines.tell, Event())
    every = [said(line) for each in lines for line in each]
    looked = ("what may be opened", "the disk", "power and heat", "the card, memory and clock")
    for part in (*looked, "the card reader", "the camera"):
        assert f"looking at {part} ..." in every
    assert len(PARTS) == 6
    assert any(line.endswith("things are fine") for line in every)
    assert any(line.startswith(("FAIL: ", "WARN: ")) for line in every)
    assert said(lines[-1][-1]) == "buzzers are shown in the lobby; doubtit check tries everything"
    stop = Event()
    stop.set()
    lines.clear()
    self_test(room, lines.tell, stop)
    assert len(lines) == 1


_works = (SimpleNamespace(name="OpenCV", fault=None),)


# --- at the table --------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_clock")
@pytest.mark.parametrize(("command", "code"), [("[]", SWITCH_OFF), ("['true']", 0)])
def test_shut_down_closes_the_table_and_asks_for_the_rest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, code: int
) -> None:
    config, journal = tmp_path / "table.toml", tmp_path / "e.journal"
    config.write_text(f"shutdown = {command}\n{KEYBOARD}")
    effect: list[Effect] = [Job(Task.SHUT_DOWN, on=True)]
    real = OpenTable.turn

    def turn(self: OpenTable) -> bool:
        for perform in self.loop._performers:
            for signal in effect:
                perform(signal)
        effect.clear()
        return real(self)

    monkeypatch.setattr(OpenTable, "turn", turn)
    rounds = iter(range(100_000))
    ends = [SimpleNamespace(type=QUIT)] * 2
    monkeypatch.setattr(Window, "poll", lambda _: ends if next(rounds) == 99_999 else [])
    assert main(["run", "--config", str(config), "--journal", str(journal)]) == code


def test_a_table_without_a_camera_says_so_and_looks_for_none() -> None:
    table = SimpleNamespace(picture=TablePicture(words_of("en")), counting=None)
    tasks = tasks_of(TableContext(Config(), Log(ENGLISH)), table, None, None)  # type: ignore[arg-type] # all it asks for
    lines = Heard()
    tasks[Task.CALIBRATE](lines.tell, Event())
    tasks[Task.SHUT_DOWN](lines.tell, Event())
    first: list[Message] = [each[0] for each in lines]
    assert "there is no camera" in said(first[0])
    assert set(tasks) == set(Task)
