"""What stops the service has a screen of its own, and a code that docs/faults.md explains."""

import re
import signal
from pathlib import Path
from types import SimpleNamespace

import pytest
from test_manager import Ear, ear

from appliance.__main__ import main
from appliance.display.view import Screen, View
from appliance.display.window import Window
from appliance.errors import FAULT_EXIT, SYSTEM_EXIT, ConfigError, DoubtItError, JournalError
from appliance.message import message
from appliance.service import fault
from appliance.service.fault import SHOWN_FOR, fault_of, show_fault, view_of_fault
from appliance.words import words_of

__all__ = ["ear"]

ROOT = Path(__file__).parents[2]


def kinds(of: type[DoubtItError]) -> set[type[DoubtItError]]:
    return {of, *(one for child in of.__subclasses__() for one in kinds(child))}


def test_the_list_of_codes_is_that_of_the_code() -> None:
    page = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| F(\d+) \|", page, re.MULTILINE)
    ours = {one for one in kinds(DoubtItError) if one.__module__.startswith("appliance.")}
    assert sorted(map(int, listed)) == sorted(
        {one.exit_code for one in ours} | {FAULT_EXIT, SYSTEM_EXIT}
    )


def test_a_fault_of_its_own_has_the_exit_code_of_the_command_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("appliance.commands.run.settled", lambda *_: 1 // 0)
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
    assert view.fault is not None
    assert view.fault.what
    assert view.fault.todo
    assert re.fullmatch(r"F\d+", view.fault.code)


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
    assert {one.screen for one in shown.views} == {Screen.FAULT}
    assert shown.views[0].fault is not None
    assert shown.views[0].fault.code == "F2"
    assert "seats.buzzers" in shown.views[0].fault.what
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
