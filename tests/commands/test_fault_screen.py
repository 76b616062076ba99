"""What stops the service has a screen of its own, and a code that docs/faults.md explains."""

import re
import signal
import sqlite3
from errno import EACCES, EDQUOT, EIO, EMFILE, ENOMEM, ENOSPC, EROFS
from pathlib import Path
from types import SimpleNamespace

import pytest
from said import ENGLISH
from test_manager import Ear, ear

from appliance.__main__ import main
from appliance.display.qrcode import MOST_BYTES
from appliance.display.view import FaultView, Screen, View
from appliance.display.window import Window
from appliance.errors import (
    FAULT_EXIT,
    NOTATION_EXIT,
    SYSTEM_EXIT,
    ConfigError,
    DoubtItError,
    DriverError,
    JournalError,
)
from appliance.service import fault
from appliance.service.fault import (
    SHOWN_FOR,
    Cause,
    cause_of,
    fault_of,
    show_fault,
    to_take_along,
    view_of_fault,
)
from appliance.words import LANGUAGES, words_of
from bluffing.message import message
from lab.scenario.load import ScenarioError

__all__ = ["ear"]

ROOT = Path(__file__).parents[2]


def kinds(of: type[DoubtItError]) -> set[type[DoubtItError]]:
    return {of, *(kind for child in of.__subclasses__() for kind in kinds(child))}


def test_the_list_of_codes_is_that_of_the_code() -> None:
    page = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| F(\d+) \|", page, re.MULTILINE)
    assert ScenarioError in kinds(DoubtItError)
    ours = {
        kind for kind in kinds(DoubtItError) if kind.__module__.startswith(("appliance.", "lab."))
    }
    assert sorted(map(int, listed)) == sorted(
        {cause.exit_code for cause in ours} | {NOTATION_EXIT, FAULT_EXIT, SYSTEM_EXIT}
    )


def test_a_fault_of_its_own_has_the_exit_code_of_the_command_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("appliance.service.settled.settled", lambda *_: 1 // 0)
    assert main(["run", "--journal", str(tmp_path / "j")]) == FAULT_EXIT
    assert fault_of(ZeroDivisionError("one")).code == f"F{FAULT_EXIT}"


@pytest.mark.parametrize(
    "error",
    [
        JournalError(message("journal.cant-write", path="j", error="database or disk is full")),
        ConfigError(message("text", text="wrong"), message("text", text="put it right")),
        OSError(28, "No space left on device"),
        KeyError("a bug"),
    ],
)
def test_the_screen_says_what_happened_what_to_do_and_the_code(error: Exception) -> None:
    view = view_of_fault(fault_of(error), words_of("en"))
    assert view.in_front(FaultView) is not None
    assert view.in_front(FaultView).what
    assert view.in_front(FaultView).todo
    assert re.fullmatch(r"F\d+", view.in_front(FaultView).code)


class Shown:
    """A window in which nothing happens, and a clock that goes on by itself."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.views: list[View] = []
        self.now = 0
        monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
        monkeypatch.setattr(Window, "show", lambda _self, view, *_: self.views.append(view))
        monkeypatch.setattr(Window, "poll", lambda _: [])
        time = SimpleNamespace(monotonic_ns=lambda: self.now, sleep=self.sleep)
        monkeypatch.setattr(fault, "time", time)

    def sleep(self, seconds: float) -> None:
        self.now += round(seconds * 1e9)


def test_wrong_settings_are_shown_by_the_service_and_then_tried_again(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    ear: Ear,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = Shown(monkeypatch)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "20000000")
    config = tmp_path / "table.toml"
    config.write_text("[seats]\nbuzzers = 'many'\n")
    assert main(["run", "--config", str(config)]) == ConfigError.exit_code
    assert {view.screen for view in shown.views} == {Screen.FAULT}
    assert shown.views[0].in_front(FaultView) is not None
    assert shown.views[0].in_front(FaultView).code == "F2"
    assert "seats.buzzers" in shown.views[0].in_front(FaultView).what
    assert SHOWN_FOR <= shown.now <= SHOWN_FOR + 10**9
    said = ear.heard()
    assert set(said) == {"WATCHDOG=1"}  # it stands, and yet it is not ready
    assert len(said) >= 5
    first, *_, last = capsys.readouterr().err.splitlines()
    assert "fault F2" in first
    assert "seats.buzzers" in last


def test_at_a_terminal_the_line_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shown(monkeypatch)
    show_fault(KeyError("a bug"), words_of("en"), {})
    assert shown.views == []


def test_who_stops_the_service_does_not_wait_for_the_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = Shown(monkeypatch)

    def stop(_: Window) -> list[object]:
        signal.raise_signal(signal.SIGTERM)
        return []

    monkeypatch.setattr(Window, "poll", stop)
    show_fault(KeyError("a bug"), words_of("en"), {"NOTIFY_SOCKET": "/nowhere"})
    assert shown.now < 10**9


def test_without_a_screen_the_log_has_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = Shown(monkeypatch)
    monkeypatch.setenv("SDL_VIDEODRIVER", "none such")
    show_fault(KeyError("a bug"), words_of("en"), {"NOTIFY_SOCKET": "/nowhere"})
    assert shown.views == []
    assert "fault F70" in capsys.readouterr().err


def behind(error: Exception, cause: Exception) -> Exception:
    """`error`, as it comes of `cause`."""
    error.__cause__ = cause
    return error


def of_sqlite(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("as SQLite says it")
    error.sqlite_errorcode = code
    return error


CANT = JournalError(message("journal.cant-write", path="j", error="?"))

CAUSES = (
    (OSError(ENOSPC, "No space left on device", "/var/lib/doubtit/x"), Cause.FULL),
    (OSError(EDQUOT, "Disk quota exceeded"), Cause.FULL),
    (OSError(EROFS, "Read-only file system", "/var/lib/doubtit/x"), Cause.READ_ONLY),
    (OSError(EIO, "Input/output error", "/var/lib/doubtit/x"), Cause.FAILING),
    (PermissionError(EACCES, "Permission denied", "/var/lib/doubtit/x"), Cause.REFUSED),
    (MemoryError(), Cause.MEMORY),
    (OSError(ENOMEM, "Cannot allocate memory"), Cause.MEMORY),
    (OSError(EMFILE, "Too many open files"), Cause.SYSTEM),
    (RuntimeError(), Cause.OWN),
    (ConfigError(message("text", text="seats.buzzers: not a number")), Cause.SETTINGS),
    (behind(CANT, of_sqlite(sqlite3.SQLITE_FULL)), Cause.FULL),
    (behind(JournalError(CANT.seen), of_sqlite(sqlite3.SQLITE_IOERR | 0x0A00)), Cause.FAILING),
    (JournalError(CANT.seen), Cause.EVENING),
    (DoubtItError(message("text", text="something else")), Cause.OTHER),
    (behind(DriverError(message("text", text="no chip")), OSError(EIO, "I/O error")), Cause.PART),
    (behind(DriverError(message("text", text="no pipe")), OSError(ENOSPC, "full")), Cause.FULL),
)


@pytest.mark.parametrize(("error", "cause"), CAUSES, ids=[f"{cause!r}"[:60] for cause, _ in CAUSES])
def test_the_remedy_follows_the_cause(error: Exception, cause: Cause) -> None:
    assert cause_of(error) is cause
    shown = fault_of(error)
    assert ENGLISH.say(shown.todo) == ENGLISH(f"fault.{cause}.todo")


def test_a_remedy_of_its_own_goes_first() -> None:
    error = ConfigError(message("text", text="wrong"), message("text", text="put it right"))
    assert ENGLISH.say(fault_of(error).todo) == "put it right"


@pytest.mark.parametrize(
    "error", [RuntimeError(), KeyError("seats"), OSError(EIO, "Input/output error", "/var/x")]
)
def test_no_word_of_a_developer_is_on_the_screen(error: Exception) -> None:
    view = view_of_fault(fault_of(error), ENGLISH)
    assert view.in_front(FaultView) is not None
    for said in (view.in_front(FaultView).what, view.in_front(FaultView).todo):
        assert not re.search(r"\(\)|/var|Error|\.md|\[Errno", said), said


def test_a_telephone_reads_what_a_developer_needs() -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        1 // 0  # noqa: B018 - it raises
    text = to_take_along(fault_of(raised.value), ENGLISH)
    first, what, todo, exact = text.splitlines()
    assert (first, what) == ("Doubt It! table, fault F70", "The program made a mistake")
    assert todo.startswith("It starts again")
    assert f"{raised.value!r} (test_fault_screen.py:" in exact


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cause_fits_into_the_code(language: str) -> None:
    long = "/var/lib/doubtit/" + "ä" * 400
    for error, _ in (*CAUSES, (OSError(EIO, "Input/output error", long), None)):
        text = to_take_along(fault_of(error), words_of(language))
        assert len(text.encode()) <= MOST_BYTES
        assert words_of(language).say(fault_of(error).todo) in text


def test_the_file_is_named_to_a_telephone() -> None:
    full = OSError(ENOSPC, "No space left on device", "/var/lib/doubtit/evening.journal")
    last = to_take_along(fault_of(full), ENGLISH).splitlines()[-1]
    assert last == "/var/lib/doubtit/evening.journal: No space left on device"
