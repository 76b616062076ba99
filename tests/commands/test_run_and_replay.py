"""The real table's command and the replay, from the outside: one line for what is wrong."""

import os
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Literal

import pytest
from older_journal import older_journal
from said import said, told

from appliance.__main__ import main
from appliance.config import Config, Seats, choice
from appliance.core.hardware import Need
from appliance.core.signals import (
    SECOND,
    DriverBack,
    DriverLost,
    Edge,
    Noted,
    QuestionDrawn,
    Signal,
)
from appliance.core.signals import Held as HeldAtStart
from appliance.display.window import Window
from appliance.drivers.gpio.driver import GpioBuzzers
from appliance.drivers.keyboard import KeyboardBuzzers
from appliance.drivers.seat_hub.driver import Hub, HubLamps
from appliance.drivers.seat_hub.driver import Settings as HubSettings
from appliance.drivers.seat_hub.mock import MockHub
from appliance.drivers.seat_hub.protocol import WATCHDOG
from appliance.errors import ConfigError, DriverError
from appliance.runtime.journal import Journal
from appliance.runtime.loop import Loop
from appliance.runtime.rows import JournalRow
from appliance.service.clock import TableClock
from appliance.service.equip import hardware_of
from appliance.service.evenings import BOOT_CLOCK, BootClock, begin
from appliance.service.leaving import SWITCH_OFF
from appliance.service.log import Log
from appliance.table import TableSettings
from appliance.table.stages import Attract, Lobby
from appliance.words import words_of
from bluffing.rulesets import RULESETS
from bluffing.wagers import WagerGame

KEYBOARD = "[buzzers]\ndriver = 'keyboard'\n"
DOWN, UP, QUIT = 0x300, 0x301, 0x100


@pytest.fixture
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wall clock moves 10 ms with each frame, and not in between."""
    now = [0]

    def tick() -> int:
        now[0] += 10_000_000
        return now[0]

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    time = SimpleNamespace(monotonic_ns=tick)
    monkeypatch.setattr("appliance.service.clock.time", time)
    monkeypatch.setattr("appliance.service.open_table.time", time)
    monkeypatch.setattr(Loop, "wait", lambda *_: None)


def play(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    frames: list[list[object]],
    settings: str = "",
) -> Path:
    """Run the table for these frames of window events; gives its journal."""
    config, journal = tmp_path / "table.toml", tmp_path / "e.journal"
    config.write_text(KEYBOARD + settings)
    events = iter([*frames, [SimpleNamespace(type=QUIT)] * 2])
    monkeypatch.setattr(Window, "poll", lambda _self: next(events))
    assert main(["run", "--config", str(config), "--journal", str(journal)]) == 0
    return journal


def entries(path: Path) -> list[JournalRow]:
    with closing(Journal.read(path)) as journal:
        return list(journal.entries())


@pytest.mark.usefixtures("no_clock")
def test_a_key_sits_down_at_the_real_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    key = SimpleNamespace(type=DOWN, key=ord("3"), repeat=False)
    journal = play(monkeypatch, tmp_path, [[key], [], [], [], []])
    with closing(Journal.read(journal)) as read:
        rows = list(read.replay())
    signals = [type(entry.signal) for entry, _ in rows]
    assert signals[:2] == [Edge, DriverLost]
    table = rows[-1][1]
    assert (type(table.inner), table.buzzers) == (Lobby, (2,))


@pytest.mark.usefixtures("no_clock")
def test_a_loudspeaker_that_does_not_answer_keeps_nobody_from_sitting_down(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answers, asked = Event(), Event()

    def open_mixer(_: str | None = None) -> None:
        asked.set()
        answers.wait()

    monkeypatch.setattr("appliance.display.sound.open_mixer", open_mixer)
    monkeypatch.setattr("appliance.display.sound.ANSWERED_WITHIN", 0.0)
    key = SimpleNamespace(type=DOWN, key=ord("3"), repeat=False)
    journal = play(monkeypatch, tmp_path, [[key], [], [], [], []])
    assert asked.wait(60)
    answers.set()
    with closing(Journal.read(journal)) as read:
        *_, (_, table) = read.replay()
    assert table.buzzers == (2,)


@pytest.mark.usefixtures("no_clock")
def test_a_buzzer_that_is_down_at_start_is_told_to_the_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(GpioBuzzers, "held", lambda _: (1,))
    monkeypatch.setattr("test_run_and_replay.KEYBOARD", "[buzzers]\nfactory = 'mock'\n")
    evening = entries(play(monkeypatch, tmp_path, [[], []]))
    assert [
        signal.signal.buzzers for signal in evening if isinstance(signal.signal, HeldAtStart)
    ] == [(1,)]
    assert "buzzer 2 is down already" in capsys.readouterr().err


def pressed(key: str, frames: int) -> list[list[object]]:
    """Window events of a key that is held for some frames, and some frames of rest."""
    code = ord(key)
    down, up = (
        SimpleNamespace(type=DOWN, key=code, repeat=False),
        SimpleNamespace(type=UP, key=code),
    )
    return [[down], *[[]] * frames, [up], *[[]] * 10]


@pytest.mark.usefixtures("no_clock")
@pytest.mark.untraced
def test_the_real_table_draws_its_questions(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = next((game for game in RULESETS.values() if isinstance(game, WagerGame)), None)
    if game is None:
        pytest.skip("no ruleset asks questions")
    frames = [frame for key in "123" for frame in pressed(key, 3)]
    frames += [frame for key in "123" for frame in pressed(key, 70)]
    frames += [[]] * 220  # all are ready, and no player moves
    frames += pressed("1", 70) + pressed("1", 70) + [[]] * 20
    settings = f"[game]\nruleset = {game.name!r}\n"
    evening = entries(play(monkeypatch, tmp_path, frames, settings))
    drawn = [entry.signal for entry in evening if isinstance(entry.signal, QuestionDrawn)]
    [pack] = [signal.question.pack for signal in drawn]
    assert pack in {"en", "facts"}, "of the packs that have facts, those in English"


@pytest.mark.usefixtures("no_clock")
def test_an_evening_without_a_game_is_kept_beside_and_a_new_one_begins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    key = SimpleNamespace(type=DOWN, key=ord("3"), repeat=False)
    first = play(monkeypatch, tmp_path, [[key], [], [], []])
    kept = entries(first)
    play(monkeypatch, tmp_path, [[], []])
    assert entries(tmp_path / "e.journal.evening-1")[:-1] == kept
    assert len(entries(first)) == 1


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("[game]\nruleset = 'snap'", 2, "ruleset = 'snap'"),
        ("[buzzers]\ndriver = 'evdev'\nkeys = 'none.toml'", 2, "none.toml"),
        (f"{KEYBOARD}[camera]\ndriver = 'folder'\nfolder = 'nowhere'", 3, "nowhere"),
    ],
)
@pytest.mark.usefixtures("no_clock")
def test_what_is_wrong_is_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    text: str,
    code: int,
    says: str,
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(text)
    journal = str(tmp_path / "e.journal")
    assert main(["run", "--config", str(config), "--journal", journal]) == code
    printed = capsys.readouterr().err
    assert says in printed
    assert printed.startswith("doubtit: ")
    assert printed.count("\n") == 1


@pytest.mark.usefixtures("no_clock")
def test_a_broken_journal_is_set_aside_and_the_table_starts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "e.journal").write_bytes(b"x" * 5000)
    journal = play(monkeypatch, tmp_path, [[]])
    assert "broken-1, nothing was deleted. A new evening begins" in capsys.readouterr().err
    assert (tmp_path / "e.journal.broken-1").read_bytes() == b"x" * 5000
    [first, *_] = entries(journal)
    assert isinstance(first.signal, Noted)
    assert said(first.signal.note).startswith("the last evening can't be read any more")


@pytest.mark.usefixtures("no_clock")
def test_a_journal_of_an_older_version_is_recognised_and_the_table_starts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "e.journal"
    whole = older_journal(journal)
    assert main(["replay", str(journal)]) == 0
    replayed = capsys.readouterr()
    assert "sits down" in replayed.out, "it is told"
    assert "has format 1" in replayed.err
    play(monkeypatch, tmp_path, [[]])
    started = capsys.readouterr().err
    assert "written by an older version of Doubt It!" in started
    for line in (replayed.err, started):
        assert "broken" not in line
    assert "set aside as" in started
    assert (tmp_path / "e.journal.other-version-1").read_bytes() == whole


@pytest.mark.usefixtures("no_clock")
def test_a_second_table_at_one_journal_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, journal = tmp_path / "table.toml", tmp_path / "e.journal"
    config.write_text(KEYBOARD)
    with closing(Journal.open(journal, TableSettings())):
        assert main(["run", "--config", str(config), "--journal", str(journal)]) == 5
    [line] = [line for line in capsys.readouterr().err.splitlines() if "journal" in line]
    assert f"is being written by another program (process {os.getpid()}): end that one" in line


@pytest.mark.usefixtures("no_clock")
def test_an_evening_that_was_over_long_ago_is_kept_beside(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    journal = play(monkeypatch, tmp_path, [[]])
    monkeypatch.setattr(Attract, "gathers", False)
    monkeypatch.setattr(Attract, "over", True)
    beside = tmp_path / "e.journal.evening-1"
    play(monkeypatch, tmp_path, [[]])
    assert not beside.exists(), "people may have stepped away"
    os.utime(journal, (0, 0))
    monkeypatch.setattr("time.time", lambda: 4e9)
    play(monkeypatch, tmp_path, [[]])
    assert not beside.exists(), "no date is believed"
    later = BootClock(BOOT_CLOCK.boot, lambda: time.monotonic_ns() + 7 * 3600 * SECOND)
    monkeypatch.setitem(_defaults(), "machine", later)
    play(monkeypatch, tmp_path, [[]])
    assert beside.exists(), "it has stood idle for seven hours"


def _defaults() -> dict[str, object]:
    assert begin.__kwdefaults__ is not None
    return begin.__kwdefaults__


@pytest.mark.usefixtures("no_clock")
def test_an_evening_that_was_over_when_the_machine_was_switched_off_is_kept_beside(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    play(monkeypatch, tmp_path, [[]])
    monkeypatch.setattr(Attract, "gathers", False)
    monkeypatch.setattr(Attract, "over", True)
    monkeypatch.setitem(_defaults(), "machine", BootClock(lambda: "another", lambda: 5))
    play(monkeypatch, tmp_path, [[]])
    assert (tmp_path / "e.journal.evening-1").exists()


def test_there_must_be_a_pin_for_each_buzzer() -> None:
    config = Config(seats=Seats(buzzers=12))
    with pytest.raises(ConfigError, match=r"buzzers = 12: buzzers\.pins has 11"):
        hardware_of(config, TableClock())


def test_hardware_is_what_the_settings_say() -> None:
    gpio = hardware_of(Config(), TableClock())
    assert isinstance(gpio.source, GpioBuzzers)
    assert gpio.lamps is not None
    hub = hardware_of(
        Config(buzzers=choice("buzzers", {"driver": "hub", "port": "/dev/nowhere"})), TableClock()
    )
    assert isinstance(hub.source, Hub)
    assert isinstance(hub.lamps, HubLamps)
    with pytest.raises(DriverError, match="the seat hub on /dev/nowhere can't be opened"):
        hub.lamps.open()


def test_what_people_are_told_of_a_driver_is_in_the_log_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    posted: list[Signal] = []
    signals: list[Signal] = [
        Edge(1, down=True, at=5),
        DriverLost(
            "buzzers", told("the seat hub is gone: its program failed (x.py:1: OSError: 5)"), 6
        ),
        DriverBack("buzzers", 7),
        Noted("buzzers", told("the seat hub hung, and its watchdog restarted it"), 8),
    ]
    for signal in signals:
        Log(words_of("en")).heard(posted.append)(signal)
    assert posted == signals
    assert capsys.readouterr().err.splitlines() == [
        "doubtit: buzzers: the seat hub is gone: its program failed (x.py:1: OSError: 5)",
        "doubtit: buzzers: back",
        "doubtit: buzzers: the seat hub hung, and its watchdog restarted it",
    ]


def test_a_host_is_warned_of_a_hub_with_other_firmware_and_of_one_that_had_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("appliance.drivers.seat_hub.board.FIRMWARE", b"\1\2\3")
    wire = MockHub(SECOND, seats=4)
    wire.reset(WATCHDOG)
    wire.run(3 * SECOND)
    buzzers = Hub(HubSettings(), 4, wire.clock, wire)
    buzzers.open(lambda _signal: None)
    other, hung = map(said, buzzers.warnings())
    assert "has firmware 1.2.3, this table brings" in other
    assert "install it with doubtit hub install" in other
    assert hung == "the seat hub hung, and its watchdog restarted it"
    keys = hardware_of(Config(buzzers=choice("buzzers", {"driver": "keyboard"})), TableClock())
    assert isinstance(keys.source, KeyboardBuzzers)
    assert (keys.lamps, keys.camera) == (None, None)


@pytest.mark.parametrize("camera", ["picamera2", "v4l2"])
def test_a_real_camera_may_come_later(camera: Literal["picamera2", "v4l2"], tmp_path: Path) -> None:
    table: dict[str, object] = {"driver": camera}
    if camera == "v4l2":
        table["device"] = str(tmp_path / "video0")
    made = hardware_of(Config(camera=choice("camera", table)), TableClock())
    assert made.camera is not None
    made.camera.open()
    with pytest.raises(DriverError, match="camera"):
        made.camera.capture()
    made.camera.close()


class Held:
    """A power button that is held."""

    place = told("under the table")
    hold_ms = 500
    needs: tuple[Need, ...] = ()

    def open(self) -> None: ...

    def close(self) -> None: ...

    def wanted(self, _now: int) -> bool:
        return True


@pytest.mark.usefixtures("no_clock")
@pytest.mark.parametrize(
    ("command", "code"), [("[]", SWITCH_OFF), (f"[{sys.executable!r}, '-c', 'exit(4)']", 4)]
)
def test_the_power_button_closes_the_table_and_asks_for_the_rest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, code: int
) -> None:
    made = hardware_of(Config(buzzers=choice("buzzers", {"driver": "keyboard"})), TableClock())
    monkeypatch.setattr(
        "appliance.service.appliance.hardware_of", lambda *_: replace(made, power=Held())
    )
    config, journal = tmp_path / "table.toml", tmp_path / "e.journal"
    config.write_text(f"shutdown = {command}\n{KEYBOARD}")
    assert main(["run", "--config", str(config), "--journal", str(journal)]) == code
    assert len(entries(journal)) == 1  # whole, and closed


@pytest.mark.usefixtures("no_clock")
def test_a_table_without_a_loudspeaker_says_so_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "none such")
    play(monkeypatch, tmp_path, [[], []])
    assert capsys.readouterr().err.count("no sound") == 1


@pytest.mark.usefixtures("no_clock")
def test_replay_tells_the_evening_and_ends_where_it_stood(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = SimpleNamespace(type=DOWN, key=ord("3"), repeat=False)
    journal = play(monkeypatch, tmp_path, [[key], [], [], []])
    capsys.readouterr()
    assert main(["replay", str(journal)]) == 0
    told = capsys.readouterr().out
    assert "Sit down" in told
    assert "all alike" in told
    assert main(["replay", str(tmp_path / "none")]) == 5
    assert "no journal" in capsys.readouterr().err
