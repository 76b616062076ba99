"""A table begins and ends: no single key ends an evening."""

import os
import signal
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from said import said
from test_run_and_replay import KEYBOARD, no_clock, play

from appliance.__main__ import main
from appliance.core.signals import SECOND
from appliance.display.quiet import pygame
from appliance.display.view import View
from appliance.display.window import Window
from appliance.errors import ConfigError, DriverError
from appliance.service.leaving import ASKS_FOR, Leaving, stopped
from appliance.service.media import no_screen
from bluffing.message import message

__all__ = ["no_clock"]

ESCAPE = SimpleNamespace(type=pygame.KEYDOWN, key=pygame.K_ESCAPE, repeat=False)
CLOSED = SimpleNamespace(type=pygame.QUIT)
HELD = SimpleNamespace(type=pygame.KEYDOWN, key=pygame.K_ESCAPE, repeat=True)
OTHER = SimpleNamespace(type=pygame.KEYDOWN, key=ord("1"), repeat=False)


@given(
    first=st.sampled_from((ESCAPE, CLOSED)),
    second=st.sampled_from((ESCAPE, CLOSED)),
    apart=st.integers(0, 2 * ASKS_FOR),
    between=st.lists(st.sampled_from((HELD, OTHER)), max_size=3),
)
def test_only_what_is_said_twice_within_three_seconds_ends_it(
    first: SimpleNamespace, second: SimpleNamespace, apart: int, between: list[SimpleNamespace]
) -> None:
    leaving, began = Leaving(), 7 * SECOND
    assert leaving.asks(began) is None
    assert not leaving.hears(_events(first), began)
    assert leaving.asks(began) == message("run.quit-again")
    assert not leaving.hears(_events(*between), began + apart // 2)
    soon = apart <= ASKS_FOR
    assert (leaving.asks(began + apart) is not None) is soon
    assert leaving.hears(_events(second), began + apart) is soon


def _events(*made_up: SimpleNamespace) -> list[pygame.event.Event]:
    return [cast("pygame.event.Event", name) for name in made_up]


@pytest.mark.usefixtures("no_clock")
def test_the_screen_asks_and_a_late_second_escape_asks_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(Window, "show", lambda _self, view, *_: seen.append(_notice(view)))
    play(monkeypatch, tmp_path, [[], [ESCAPE], *[[]] * 310, [ESCAPE], [OTHER]])
    asked = ["Press again to quit" in name for name in seen]
    assert [asks for asks, _ in groupby(asked)] == [False, True, False, True]


def _notice(view: View) -> str:
    return view.notice.text


def test_who_is_told_to_stop_asks_nobody() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with stopped() as stop:
        assert not stop.is_set()
        os.kill(os.getpid(), signal.SIGTERM)
        assert stop.is_set()
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.usefixtures("no_clock")
def test_a_service_that_is_told_to_stop_closes_its_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def poll(_window: Window) -> list[object]:
        os.kill(os.getpid(), signal.SIGTERM)
        return []

    monkeypatch.setattr(Window, "poll", poll)
    config = tmp_path / "table.toml"
    config.write_text(KEYBOARD)
    journal = str(tmp_path / "e.journal")
    assert main(["run", "--config", str(config), "--journal", journal]) == 0


@pytest.mark.usefixtures("no_clock")
def test_f11_fills_the_screen_and_gives_it_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    full: list[bool] = []

    def fill(window: Window, *, full_now: bool) -> None:
        window.settings = replace(window.settings, fullscreen=full_now)
        full.append(full_now)

    monkeypatch.setattr(Window, "fill_screen", lambda self, *, full: fill(self, full_now=full))
    key = SimpleNamespace(type=pygame.KEYDOWN, key=pygame.K_F11, repeat=False)
    monkeypatch.setattr(Window, "show", lambda *_: True)
    play(monkeypatch, tmp_path, [[], [key], [], [key], []])
    assert full == [True, False]


@pytest.mark.usefixtures("no_clock")
def test_the_log_says_what_is_in_force(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = play(monkeypatch, tmp_path, [[]])
    told = capsys.readouterr().err.splitlines()
    assert f"doubtit: settings: {tmp_path / 'table.toml'}" in told
    assert "doubtit: buzzers: keyboard" in told
    assert f"doubtit: journal: {journal}" in told


def test_without_a_screen_it_says_what_it_looked_for_and_what_one_can_do() -> None:
    error = DriverError(message("display.not-open"), message("display.cant-open.todo"))
    told = no_screen(error, {"DISPLAY": ":7"})
    assert told.exit_code == DriverError.exit_code
    lines = said(told.says).splitlines()
    assert "DISPLAY (:7)" in lines[1]
    assert "WAYLAND_DISPLAY (nothing)" in lines[1]
    assert [line[:4] for line in lines[2:]] == ["  - "] * 3
    assert "doubtit check" in lines[3]
    assert "doubtit run --no-display" in lines[4]


@pytest.mark.usefixtures("no_clock")
def test_a_table_without_a_screen_runs_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "none such")
    monkeypatch.setattr(Window, "poll", lambda _: [CLOSED, CLOSED])
    config = tmp_path / "table.toml"
    config.write_text(KEYBOARD)
    arguments = ["run", "--config", str(config), "--journal", str(tmp_path / "e.journal")]
    assert main(arguments) == DriverError.exit_code
    assert main([*arguments, "--no-display"]) == 0


@pytest.mark.usefixtures("no_clock")
def test_other_buzzers_can_be_taken_than_those_that_are_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Window, "poll", lambda _: [CLOSED, CLOSED])
    config = tmp_path / "table.toml"
    config.write_text("[buzzers]\ndriver = 'hub'\nport = '/dev/nowhere'\n")
    arguments = ["run", "--config", str(config), "--journal", str(tmp_path / "e.journal")]
    assert main(arguments) == DriverError.exit_code
    assert main([*arguments, "--buzzers", "keyboard"]) == 0
    assert main([*arguments, "--buzzers", "evdev"]) == ConfigError.exit_code
    assert "doubtit keys" in capsys.readouterr().err
