"""GpioBuzzers on gpiozero's RPi.GPIO pins, with a stand-in for the library below them.

Its edges carry no time. The table knows that, and no library of pins has to be there.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from at_table import playing, race_ruleset
from gpiozero.pins import local
from said import ENGLISH, said

from appliance.config import Config, choice, load_config
from appliance.core.hardware import Stamp
from appliance.core.signals import MS, SECOND, Edge, Signal
from appliance.display.view_of import view_of
from appliance.drivers.gpio.board import FactoryName, PinBoard, open_factory
from appliance.drivers.gpio.driver import BuzzerSettings, GpioBuzzers
from appliance.drivers.keyboard import KeyboardBuzzers
from appliance.drivers.keyboard import Settings as KeyboardSettings
from appliance.drivers.seat_hub.driver import Hub
from appliance.errors import DriverError
from appliance.presses.arbiter import decide
from appliance.presses.debounce import Press
from appliance.service.equip import hardware_of, warnings
from appliance.table import Table
from appliance.table.windows import race_of

Heard = Callable[[int], None]


class FakeRpiGpio(ModuleType):
    """As much of RPi.GPIO as reading a pin takes."""

    BCM, IN, OUT, HARD_PWM, SERIAL, I2C, SPI, UNKNOWN = 11, 1, 0, 43, 40, 42, 41, -1
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
    RISING, FALLING, BOTH = 31, 32, 33

    def __init__(self) -> None:
        super().__init__("RPi.GPIO")
        self.pulls: dict[int, int] = {}
        self.heard: dict[int, Heard] = {}
        self.levels: dict[int, int] = {}
        self.deaf = False

    def setmode(self, mode: int) -> None:
        assert mode == self.BCM

    def setwarnings(self, _on: bool) -> None: ...

    def cleanup(self, channel: int | None = None) -> None:
        self.heard.pop(-1 if channel is None else channel, None)

    def setup(self, channel: int, _way: int, pull: int = 20) -> None:
        self.pulls[channel] = pull

    def gpio_function(self, _channel: int) -> int:
        return self.IN

    def input(self, channel: int) -> int:
        return self.levels.get(channel, 1)

    def add_event_detect(self, channel: int, edges: int, callback: Heard, bouncetime: int) -> None:
        assert (edges, bouncetime) == (self.BOTH, -666)  # gpiozero's word for none
        if self.deaf:
            raise RuntimeError("Failed to add edge detection")
        self.heard[channel] = callback

    def remove_event_detect(self, channel: int) -> None:
        self.heard.pop(channel, None)

    def move(self, channel: int, level: int) -> None:
        self.levels[channel] = level
        self.heard[channel](channel)


@pytest.fixture
def rpi_gpio(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeRpiGpio]:
    fake, package = FakeRpiGpio(), ModuleType("RPi")
    package.GPIO = fake  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "RPi", package)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", fake)
    monkeypatch.setitem(sys.modules, "lgpio", None)  # it is not installed
    for name in ("rpigpio", "lgpio"):
        monkeypatch.delitem(sys.modules, f"gpiozero.pins.{name}", raising=False)
    monkeypatch.setattr(local, "get_pi_revision", lambda: 0xC03111)
    monkeypatch.setattr(local.LocalPiFactory, "pins", {})
    yield fake
    sys.modules.pop("gpiozero.pins.rpigpio", None)  # it knows the stand-in


def test_without_lgpio_it_is_taken_and_says_what_its_times_are_worth(
    rpi_gpio: FakeRpiGpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard_at = 1000.0
    monkeypatch.setattr(local, "monotonic", lambda: heard_at)
    posted: list[Signal] = []
    buzzers = GpioBuzzers(BuzzerSettings((4, 17)), lambda: 5 * SECOND)
    buzzers.open(posted.append)
    assert buzzers.timekeeping.stamp is Stamp.CALLBACK
    assert (buzzers.timekeeping.worst_delay, buzzers.timekeeping.uncertainty) == (100 * MS, 70 * MS)
    assert rpi_gpio.pulls == {4: rpi_gpio.PUD_UP, 17: rpi_gpio.PUD_UP}
    heard_at = 1000.25
    rpi_gpio.move(17, 0)
    rpi_gpio.move(17, 1)
    at = 5 * SECOND + 250 * MS  # when it was heard of, whenever it was
    assert posted == [Edge(1, down=True, at=at), Edge(1, down=False, at=at)]
    [warning] = map(said, warnings(buzzers))
    assert "up to 70 ms late: presses so close are a tie now" in warning
    assert "install python3-lgpio" in warning
    buzzers.close()
    assert rpi_gpio.heard == {}


def test_a_kernel_that_it_can_not_hear_is_named(rpi_gpio: FakeRpiGpio) -> None:
    rpi_gpio.deaf = True
    with pytest.raises(DriverError, match=r"buzzer 0 on BCM 4 .*kernels from 6\.6 on; install"):
        GpioBuzzers(BuzzerSettings((4,)), lambda: 0).open(print)


def test_rpi_lgpio_is_told_from_rpi_gpio(rpi_gpio: FakeRpiGpio) -> None:
    with pytest.raises(DriverError, match=r"RPi\.GPIO here is not rpi-lgpio"):
        open_factory("rpi-lgpio")
    rpi_gpio.lgpio = ModuleType("lgpio")  # type: ignore[attr-defined]
    names: tuple[FactoryName, ...] = ("rpi-lgpio", "rpigpio")
    for name in names:
        factory = open_factory(name)
        assert type(factory).__name__ == "RPiGPIOFactory"
        factory.close()


def test_mock_pins_only_where_they_are_asked_for() -> None:
    config = Config(buzzers=choice("buzzers", {"factory": "mock"}))
    hardware = hardware_of(config, lambda: 0)
    assert hardware.lamps is not None
    hardware.lamps.open()
    hardware.source.open(print)
    assert isinstance(hardware.source, GpioBuzzers)
    assert hardware.source.timekeeping.stamp is Stamp.MOCK
    assert (hardware.source.timekeeping.worst_delay, hardware.source.timekeeping.uncertainty) == (
        0,
        0,
    )
    assert "they have no buttons" in said(next(warnings(hardware.source)))
    hardware.source.close()
    hardware.lamps.close()


def test_the_config_names_the_factory(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    names: tuple[FactoryName, ...] = ("auto", "lgpio", "rpigpio", "rpi-lgpio", "mock")
    for name in names:
        path.write_text(f'[buzzers]\nfactory = "{name}"\n')
        assert load_config(path).buzzers.settings == BuzzerSettings(factory=name)


@pytest.mark.parametrize(
    ("name", "worst"),
    [("auto", 70 * MS), ("lgpio", MS // 10), ("rpigpio", 70 * MS), ("rpi-lgpio", 70 * MS)],
)
def test_what_is_not_known_yet_is_taken_for_the_worst(name: FactoryName, worst: int) -> None:
    assert PinBoard(name).timekeeping.uncertainty == worst


def test_every_source_says_how_far_its_stamps_can_be_off() -> None:
    assert Hub.timekeeping.uncertainty == 15_000
    keys = KeyboardBuzzers(KeyboardSettings(), lambda: 0)
    assert keys.timekeeping.uncertainty == 34 * MS
    keys.exact = True
    assert keys.timekeeping.uncertainty == 2 * MS


# --- the table's use of edges -------------------------------------------------------------------


def blind(tie_ms: int) -> Table:
    people = playing(4, race_ruleset(), tie_window_ms=10)
    people.lay(1, 1)
    return _with(people.table, tie_ms)


def _with(table: Table, tie_ms: int) -> Table:
    return replace(table, settings=replace(table.settings, tie_ms=tie_ms))


@pytest.mark.parametrize(("tie_ms", "window"), [(0, 10), (34, 34), (70, 70), (5, 10)])
def test_the_tie_window_is_as_wide_as_the_stamps_need(tie_ms: int, window: int) -> None:
    race = race_of(blind(tie_ms))
    assert race is not None
    assert race.tie_window == window * MS


def test_within_it_the_rule_decides_and_not_the_stamp() -> None:
    for tie_ms, doubter in ((0, 3), (70, 2)):
        race = race_of(blind(tie_ms))
        assert race is not None
        opened = race.opened_at
        presses = (Press(3, opened + SECOND, None), Press(2, opened + SECOND + 60 * MS, None))
        finish = decide(race, presses, opened + 3 * SECOND)
        assert finish is not None
        assert finish.doubter == doubter


def test_it_says_so_before_the_first_game() -> None:
    table = Table(playing(4, race_ruleset()).table.settings)
    assert "tie" not in view_of(table, 0, ENGLISH).detail
    assert "doubts within 70 ms are a tie" in view_of(_with(table, 70), 0, ENGLISH).detail
