"""A service without a screen is up all the same, and takes the screen when it comes."""

from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from test_manager import Ear, ear
from test_run_and_replay import DOWN, KEYBOARD, UP, entries, no_clock, play

from appliance.__main__ import main
from appliance.core.signals import SCREEN, DriverBack, DriverLost, Edge
from appliance.display.hotplug import Hotplug, Plugged
from appliance.display.window import Window
from appliance.errors import DriverError

__all__ = ["ear", "no_clock"]

THERE: Plugged = frozenset({"card0-HDMI-A-1"})


class Socket:
    """Where the screen is plugged in, and pulled at some of the looks; `ear` hears meanwhile."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, pulled: range, ear: Ear | None = None
    ) -> None:
        self.looks, self._pulled = 0, pulled
        self.heard, self._ear = list[str](), ear
        opens = Window.open

        def there_only(window: Window) -> None:
            if self.looks in self._pulled:
                raise DriverError.of("display.cant-open", width=1, height=1, error="none")
            opens(window)

        monkeypatch.setattr(Window, "open", there_only)
        monkeypatch.setattr(Window, "has_screen_alone", property(lambda _: True))
        monkeypatch.setattr("appliance.service.media.Hotplug", partial(Hotplug, look=self.look))

    def look(self) -> Plugged:
        self.looks += 1
        if self._ear is not None:
            self.heard += self._ear.heard()
        return frozenset() if self.looks in self._pulled else THERE


@pytest.mark.usefixtures("no_clock")
def test_it_is_ready_without_a_screen_and_takes_the_one_that_comes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ear: Ear, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    socket = Socket(monkeypatch, range(5), ear)
    shown = []
    monkeypatch.setattr(Window, "show", lambda _self, view, *_: shown.append(view))
    journal = play(monkeypatch, tmp_path, [[]] * 3)
    assert socket.heard == ["READY=1"]
    told = [entry.signal for entry in entries(journal)]
    lost, back = (
        line
        for line in told
        if isinstance(line, (DriverLost, DriverBack)) and line.driver == SCREEN
    )
    assert (type(lost), type(back)) == (DriverLost, DriverBack)
    assert shown
    log = capsys.readouterr().err
    assert "doubtit: screen: no screen is connected: the table waits for one" in log
    assert "doubtit: screen: back" in log


@pytest.mark.usefixtures("no_clock")
def test_at_a_terminal_it_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    Socket(monkeypatch, range(5))
    config = tmp_path / "table.toml"
    config.write_text(KEYBOARD)
    assert main(["run", "--config", str(config), "--journal", str(tmp_path / "j")]) == 3
    assert "there is no screen to play on" in capsys.readouterr().err


@pytest.mark.usefixtures("no_clock")
def test_a_key_that_was_down_when_the_screen_was_pulled_is_not_down_for_ever(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    Socket(monkeypatch, range(3, 8))
    key = [SimpleNamespace(type=key, key=ord("3"), repeat=False) for key in (DOWN, UP)]
    journal = play(monkeypatch, tmp_path, [[key[0]], *[[]] * 300, [key[0]], [key[1]], []])
    edges = [entry.signal.down for entry in entries(journal) if isinstance(entry.signal, Edge)]
    assert edges == [True, False, True, False]
