"""A driver comes with a package of its own: two that are made up here serve a whole table.

What docs/add-a-driver.md promises: nothing in the project knows them.
"""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from said import said
from test_run_and_replay import entries, no_clock

from appliance.__main__ import main
from appliance.core.signals import DriverLost, Edge, Held
from appliance.display.window import Window
from appliance.drivers import DRIVERS, Driver, Machine, drivers
from appliance.errors import ConfigError, DriverError
from appliance.runtime.journal import Journal
from bluffing.message import Message

__all__ = ["no_clock"]

SETTINGS = """
[seats]
buzzers = 3
[buzzers]
driver = "pedals"
bus = "/dev/pedals0"
newton = 30
side = "right"
[camera]
driver = "slides"
tray = "trays/summer"
[display]
width = 800
height = 480
"""


ENTRIES = """
[doubtit.drivers]
buzzers.pedals = made_up_pedals:PedalBuzzers
camera.slides = made_up_slides:SlideCamera
buzzers.keyboard = made_up_pedals:PedalBuzzers
lamps.broken = made_up_and_missing:Lamps
buzzers.lit = made_up_and_missing:Buzzers
camera.faulty = test_made_up_drivers:FaultyLook
system.parts = made_up_and_missing:system
lamps.lit-lamps = made_up_and_missing:Lamps
coffee.machine = made_up_and_missing:Machine
pedals = made_up_pedals:PedalBuzzers
"""
"""As a package's `[project.entry-points]` are installed."""


@pytest.fixture(autouse=True)
def _package(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    site = tmp_path_factory.mktemp("site")
    installed = site / "made_up_parts-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: made-up-parts\nVersion: 1.0\n"
    )
    (installed / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(str(site))
    drivers.cache_clear()
    yield
    drivers.cache_clear()


def test_a_package_brings_drivers_under_names_that_are_free() -> None:
    made = drivers()
    assert [*made][: len(DRIVERS)] == [*DRIVERS]
    assert [*made][len(DRIVERS) :] == ["pedals", "slides", "broken", "lit", "faulty", "lit-lamps"]
    assert made["keyboard"] is DRIVERS["keyboard"]
    assert made["lit"].lamps == "lit-lamps"
    assert made["pedals"].lamps == ""


def test_a_driver_that_cannot_be_imported_is_one_line(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table.write_text(f"{table.read_text()}\n[lamps]\ndriver = 'broken'\n")
    assert main(["run", "--config", str(table)]) == DriverError.exit_code
    line = capsys.readouterr().err.splitlines()[-1]
    assert line.startswith("doubtit: a driver of the package made-up-parts can't be loaded (")
    assert "made_up_and_missing" in line
    assert line.endswith(": install that package again, or remove it")


@pytest.mark.parametrize("name", ["lit", "faulty"])
def test_a_broken_driver_is_no_obstacle_to_others(name: str) -> None:
    look = drivers()[name].found(Machine(Path("/"), lambda _: False))
    assert isinstance(look, Message)
    assert "made-up-parts" in said(look)


def test_a_fault_in_a_driver_of_the_table_is_not_hidden() -> None:
    with pytest.raises(ModuleNotFoundError):
        Driver("camera", "made_up_and_missing", "Camera").found(Machine(Path("/"), lambda _: False))
    with pytest.raises(ModuleNotFoundError):
        Driver("camera", "made_up_and_missing", "Camera").load()


class FaultyLook:
    """A driver of another package whose look for its hardware fails."""

    @classmethod
    def found(cls, machine: Machine) -> None:
        raise KeyError(str(machine.root))


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings of a table with both."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    path = tmp_path / "table.toml"
    path.write_text(f"journal = '{tmp_path / 'e.journal'}'\n{SETTINGS}")
    return path


@pytest.mark.usefixtures("no_clock")
def test_a_table_runs_with_them(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rounds: Iterator[list[object]] = iter([[]] * 20)
    monkeypatch.setattr(Window, "poll", lambda _: next(rounds, [_Quit(), _Quit()]))
    assert main(["run", "--config", str(table)]) == 0
    told = capsys.readouterr().err.splitlines()
    assert "doubtit: these pedals take 30 N: children can't press them" in told
    assert any("buzzer 3 is down already" in line for line in told)
    evening = [entry.signal for entry in entries(table.with_name("e.journal"))]
    assert [signal.buzzer for signal in evening if isinstance(signal, Edge)] == [0, 0]
    assert [signal.buzzers for signal in evening if isinstance(signal, Held)] == [(2,)]
    assert not [signal for signal in evening if isinstance(signal, DriverLost)]


class _Quit:
    """The window was closed."""

    type = 0x100


@pytest.mark.usefixtures("no_clock")
def test_they_are_found_without_a_word_in_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "pedals0").touch()
    machine = Machine(tmp_path, lambda _: False)
    monkeypatch.setattr("appliance.service.equip.MACHINE", machine)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    rounds: Iterator[list[object]] = iter([[]] * 20)
    monkeypatch.setattr(Window, "poll", lambda _: next(rounds, [_Quit(), _Quit()]))
    assert main(["run", "--journal", str(tmp_path / "e.journal")]) == 0
    told = capsys.readouterr().err.splitlines()
    assert any(line.startswith("doubtit: buzzers: pedals on pedals0 (no seat hub") for line in told)
    evening = [entry.signal for entry in entries(tmp_path / "e.journal")]
    assert [signal.buzzer for signal in evening if isinstance(signal, Edge)] == [0, 0]
    with closing(Journal.read(tmp_path / "e.journal")) as journal:
        assert journal.settings.buzzers == 3


@pytest.mark.usefixtures("no_clock")
def test_the_self_test_asks_for_their_devices_and_calls_their_places_as_they_do(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = [f"--part={part}" for part in ("permissions", "buzzers", "lamps", "camera", "hub")]
    assert main(["check", "--config", str(table), "--no-ask", "--json", *parts]) == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    found = {(finding["part"], finding["name"]): finding for finding in findings}
    for part, name, todo in (
        ("permissions", "pedals (pedalists)", "plug the pedals in"),
        ("permissions", "slides (projector)", "put a tray in"),
        ("permissions", "files for the system", "install that package again, or remove it"),
    ):
        assert (found[part, name]["level"], found[part, name]["todo"]) == ("fail", todo)
    assert not [name for part, name in found if part == "permissions" and "pins" in name]
    assert found["buzzers", "pedal bus"]["seen"] == (
        "plugged in at /dev/pedals0, a press comes within 3 ms"
    )
    assert found["buzzers", "times"]["seen"].endswith(
        "a race waits 12 ms, presses within 3 ms are a tie"
    )
    assert ("buzzers", "buzzer 2, right pedal 2 of 3") in found
    assert found["buzzers", "buzzer 3, right pedal 3 of 3"]["level"] == "fail", "it is held"
    assert found["lamps", "lamps"]["level"] == "skipped"
    assert found["hub", "hub"]["seen"] == 'not used: buzzers.driver is "pedals"'
    assert found["camera", "pictures"]["seen"] == "640x480, out of a folder"
    assert found["camera", "lamp"]["seen"] == "150 W over summer"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("newton = 30", "newton = 3", "buzzers.newton = 3: allowed is a whole number from 5 to 50"),
        ('"right"', '"top"', 'buzzers.side = \'top\': allowed is "left" or "right"'),
        ('bus = "/dev/pedals0"', "", "buzzers.bus is missing: allowed is a text"),
        ('tray = "trays/summer"', "watts = true", "camera.watts = True: allowed is a whole number"),
        ("newton = 30", "port = 3", "unknown key 'port'; known are driver, bus, newton, side"),
        ('"pedals"', '"pedal"', '"keyboard" or "pedals"'),
    ],
)
def test_their_settings_are_checked_as_all_others_are(
    table: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, says: str
) -> None:
    table.write_text(table.read_text().replace(old, new))
    assert main(["run", "--config", str(table)]) == ConfigError.exit_code
    assert says in capsys.readouterr().err


def test_what_they_raise_is_one_line(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table.write_text(table.read_text().replace("pedals0", "pedals7"))
    assert main(["run", "--config", str(table)]) == DriverError.exit_code
    assert capsys.readouterr().err.splitlines()[-1] == (
        "doubtit: no pedals on /dev/pedals7: plug them in"
    )
