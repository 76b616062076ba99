"""What the first screen does without comes after it, and is missed no less for that."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from said import ENGLISH, fails

from appliance.__main__ import UNLOADED, main
from appliance.config import CardReading
from appliance.errors import LoadError, ModelError
from appliance.runtime.loop import Loop
from appliance.runtime.reader import Reader, Worker
from appliance.service import card_reader, late_questions
from appliance.service.card_reader import TRIAL_FILE, TableReader, prepared_reader
from appliance.service.late import LATE_PARTS, Late
from appliance.service.manager import Manager
from appliance.service.reading import LateReader
from appliance.vision.find.runner import RUNNERS, Trial
from bluffing.message import message

WORKS = (Trial(RUNNERS[0], "1.27.0"),)

FIRST_SCREEN = """
import sys
import appliance.commands.run
from appliance.config import choice
for driver in ("v4l2", "picamera2"):
    choice("camera", {"driver": driver})
print(*sorted(sys.modules))
"""
PLUG_INS = """
import sys
from appliance.commands.run import add_arguments
from appliance.command_line import parser_of, words_for
from appliance.config import config_of
line = ["run", "--buzzers", "keyboard"]
parser_of(line, words_for(line)).parse_args(line)
config_of({"buzzers": {"driver": "gpio"}, "camera": {"driver": "folder", "folder": "."}}, "")
print(*sorted(sys.modules))
"""
HEAVY = ("numpy", "cv2", "onnxruntime", "appliance.box", "appliance.vision", "appliance.decks",
         "appliance.selftest", "appliance.statistics", *LATE_PARTS)  # fmt: skip


def test_the_first_screen_needs_no_picture_and_no_number() -> None:
    line = [sys.executable, "-c", FIRST_SCREEN]
    done = subprocess.run(line, capture_output=True, text=True, check=True)  # noqa: S603
    loaded = done.stdout.split()
    assert "appliance.display.window" in loaded
    assert not [module for module in HEAVY if module in loaded]


def test_a_table_of_its_own_drivers_searches_no_other_package() -> None:
    line = [sys.executable, "-c", PLUG_INS]
    done = subprocess.run(line, capture_output=True, text=True, check=True)  # noqa: S603
    assert "importlib.metadata" not in done.stdout.split()


def test_the_table_is_ready_before_it_rests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests = list[float]()
    wait, goes_on = Loop.wait, Manager.goes_on

    def waits(loop: Loop, seconds: float) -> None:
        rests.append(seconds)
        wait(loop, seconds)

    def first(manager: Manager, now: int) -> None:
        goes_on(manager, now)
        raise KeyboardInterrupt

    monkeypatch.setattr(Loop, "wait", waits)
    monkeypatch.setattr(Manager, "goes_on", first)
    main(["run", "--no-display", "--journal", str(tmp_path / "e.journal")])
    assert rests
    assert not any(rests)


def test_the_first_screen_needs_no_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = list[str]()

    def first(*_: object) -> None:
        raise KeyboardInterrupt

    for read in ("contents", "packs_of"):
        monkeypatch.setattr(late_questions, read, lambda *_: reads.append("packs"))
    monkeypatch.setattr(Manager, "goes_on", first)
    main(["run", "--no-display", "--journal", str(tmp_path / "e.journal")])
    assert not reads


def test_a_part_that_is_late_and_broken_ends_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, LATE_PARTS[-1], None)
    assert main(["run", "--no-display", "--journal", str(tmp_path / "e.journal")]) == UNLOADED
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("doubtit: a part of the program can't be loaded: ")
    assert LATE_PARTS[-1] in last


def test_a_service_shows_once_what_cannot_be_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = list[object]()
    for place in ("service.fault", "commands.run"):
        monkeypatch.setattr(f"appliance.{place}.show_fault", lambda *what: shown.append(what))
    monkeypatch.setitem(sys.modules, LATE_PARTS[-1], None)
    monkeypatch.setenv("NOTIFY_SOCKET", "@nobody")
    assert main(["run", "--no-display", "--journal", str(tmp_path / "e.journal")]) == UNLOADED
    assert len(shown) == 1


def test_parts_are_loaded_before_what_needs_them() -> None:
    seen = list[bool]()
    late = Late(("wave",))  # the smallest of the standard library
    late.then.append(lambda: seen.append("wave" in sys.modules))
    late.open()
    late.open()
    assert late.wait()
    late.check()
    late.close()
    assert seen == [True]


def test_nothing_is_loaded_once_the_table_is_closed() -> None:
    late = Late(("appliance.no_such_part",))
    late.close()
    late.open()
    late.close()
    late.check()
    assert not late.wait()


def test_what_cannot_be_loaded_is_raised_where_the_table_looks() -> None:
    late = Late(("appliance.no_such_part",))
    late.open()
    assert not late.wait()
    with pytest.raises(LoadError):
        late.check()
    reader = LateReader(lambda: 1 / 0, late)  # type: ignore[arg-type, return-value]
    reader.prepare()  # makes nothing
    late.close()


class Prepared(TableReader):
    """A reader of a box that reads nothing."""

    def __init__(self) -> None:
        self.calibration = None
        self.forgotten = 0

    def forget_deck(self) -> None:
        self.forgotten += 1

    def prepare(self) -> None:
        """Nothing is to be loaded."""


def test_what_is_calibrated_before_the_reader_is_there_counts() -> None:
    late, read = Late(()), Prepared()
    reader = LateReader(lambda: read, late)
    known: object = object()
    assert late.loads()
    reader.calibrated(known)  # type: ignore[arg-type]
    reader.forget_deck()
    with pytest.raises(ModelError):
        reader(np.zeros((9, 9, 3), np.uint8))
    late.open()
    assert late.wait()
    assert late.loads()
    reader.prepare()
    assert not late.loads()
    reader.forget_deck()
    assert (read.calibration, read.forgotten) == (known, 1)
    late.close()


def test_a_reader_that_cannot_be_made_is_a_lost_camera() -> None:
    posted, heard = list[object](), Event()

    def post(signal: object) -> None:
        posted.append(signal)
        heard.set()

    def make() -> None:
        raise ModelError(message("run.no-reader"))

    worker = Worker(Reader(None, None, None, post), make)  # type: ignore[arg-type]
    worker.open()
    assert heard.wait(10)
    worker.close()
    [lost] = posted
    assert "run.no-reader" in repr(lost)


def prepared(folder: Path, beat: Callable[[], None] = lambda: None) -> TableReader:
    """The reader of a table whose state is in `folder`."""
    return prepared_reader(CardReading(), folder, lambda *_: None, ENGLISH, beat)


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each trial in a process of its own adds a line here."""
    for name in ("leave_a_core", "give_back_large"):
        monkeypatch.setattr(card_reader, name, lambda: None)
    monkeypatch.setattr(card_reader, "box_reader", lambda *_: Prepared())
    seen = list[str]()

    def tried() -> tuple[Trial, ...]:
        seen.append("tried")
        return WORKS

    monkeypatch.setattr(card_reader, "try_all", tried)
    return seen


def test_the_second_start_tries_no_more(tmp_path: Path, trials: list[str]) -> None:
    for _ in range(3):
        prepared(tmp_path)
    assert len(trials) == 1


def test_a_start_that_died_of_what_was_kept_is_followed_by_a_trial(
    tmp_path: Path, trials: list[str]
) -> None:
    prepared(tmp_path)

    def dies() -> None:
        raise SystemError

    with pytest.raises(SystemError):
        prepared(tmp_path, dies)
    assert not (tmp_path / TRIAL_FILE).exists()
    prepared(tmp_path)
    assert len(trials) == 2


def test_a_table_that_cannot_read_says_so(
    tmp_path: Path, trials: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Trial(RUNNERS[1], "4.6.0", message("runner.no-numbers"))
    monkeypatch.setattr(card_reader, "try_all", lambda: (broken,))
    with fails(ModelError, "nothing here can read cards"):
        prepared(tmp_path)
    assert not trials
    assert not (tmp_path / TRIAL_FILE).exists()
