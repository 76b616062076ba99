"""GpioBuzzers on gpiozero's real lgpio pins, with a stand-in for the C library below them."""

import sys
from collections.abc import Callable
from types import ModuleType

import pytest
from gpiozero.pins import local

from appliance.core.hardware import Stamp
from appliance.core.signals import MS, SECOND, Edge, Signal
from appliance.drivers.gpio import board
from appliance.drivers.gpio.board import PinBoard
from appliance.drivers.gpio.driver import (
    BuzzerSettings,
    GpioBuzzers,
    GpioLamps,
    LampSettings,
)

Heard = Callable[[int, int, int, int], None]
OUTPUT, PULL_UP, PULL_DOWN, IDLE = 1 << 1, 1 << 5, 1 << 6, 1 << 8


class FakeLgpio(ModuleType):
    """As much of lgpio as reading a pin takes; it keeps the flags and callback of each line."""

    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 1 << 7, PULL_UP, PULL_DOWN
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.flags: dict[int, int] = {}
        self.debounce: dict[int, int] = {}
        self.pwm: dict[int, tuple[int, int]] = {}
        self.heard: dict[int, Heard] = {}
        self.open_chips = 0

    def gpiochip_open(self, chip: int) -> int:
        self.open_chips += 1
        return chip

    def gpiochip_close(self, _handle: int) -> None:
        self.open_chips -= 1

    def gpio_claim_input(self, _handle: int, line: int, flags: int = 0) -> None:
        self.flags[line] = flags

    def gpio_claim_output(self, _handle: int, line: int) -> None:
        self.flags[line] = OUTPUT

    def tx_pwm(self, _handle: int, line: int, hertz: int, duty: int) -> None:
        self.pwm[line] = hertz, duty

    def gpio_free(self, _handle: int, line: int) -> None:
        del self.flags[line]

    def gpio_get_mode(self, _handle: int, line: int) -> int:
        return self.flags[line] | IDLE

    def gpio_read(self, _handle: int, _line: int) -> int:
        return 1

    def gpio_set_debounce_micros(self, _handle: int, line: int, micros: int) -> None:
        self.debounce[line] = micros

    def gpio_claim_alert(self, _handle: int, line: int, edges: int, flags: int) -> None:
        assert edges == self.BOTH_EDGES
        self.flags[line] = flags

    def callback(self, _handle: int, line: int, _edges: int, heard: Heard) -> "FakeLgpio.Callback":
        self.heard[line] = heard
        return self.Callback(self, line)

    class Callback:
        def __init__(self, library: "FakeLgpio", line: int) -> None:
            self._library, self._line = library, line

        def cancel(self) -> None:
            del self._library.heard[self._line]


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> FakeLgpio:
    fake = FakeLgpio()
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr(local, "get_pi_revision", lambda: 0xC03111)
    monkeypatch.setattr(local, "monotonic", lambda: 1000.0)  # the kernel's clock, as the Pi sees it
    monkeypatch.setattr(local.LocalPiFactory, "pins", {})
    return fake


def test_the_kernels_stamp_becomes_the_tables_time(lgpio: FakeLgpio) -> None:
    posted: list[Signal] = []
    buzzers = GpioBuzzers(BuzzerSettings((4, 17), factory="auto"), lambda: 5 * SECOND)
    buzzers.open(posted.append)
    assert (buzzers.timekeeping.stamp, buzzers.timekeeping.worst_delay) == (Stamp.KERNEL, 30 * MS)
    assert lgpio.debounce == {4: 0, 17: 0}
    assert all(flags & PULL_UP for flags in lgpio.flags.values())
    stamp = 999 * SECOND + 123_456_789  # a second before we looked, if late
    lgpio.heard[17](0, 17, 0, stamp)
    lgpio.heard[17](0, 17, 1, stamp + 1)
    assert posted == [
        Edge(1, down=True, at=4 * SECOND + 123_456_789),
        Edge(1, down=False, at=4 * SECOND + 123_456_790),
    ]
    buzzers.close()
    assert lgpio.heard == {}
    assert lgpio.open_chips == 0


def test_drivers_on_one_board_do_not_close_it_for_each_other(lgpio: FakeLgpio) -> None:
    posted: list[Signal] = []
    board = PinBoard("lgpio")
    buzzers = GpioBuzzers(BuzzerSettings((4,)), lambda: 0, board)
    other = GpioBuzzers(BuzzerSettings((17,)), lambda: 0, board)
    buzzers.open(posted.append)
    other.open(posted.append)
    assert lgpio.open_chips == 1
    buzzers.close()
    buzzers.close()
    assert lgpio.open_chips == 1
    lgpio.heard[17](0, 17, 0, 1000 * SECOND)
    assert posted == [Edge(0, down=True, at=0)]
    other.close()
    assert lgpio.open_chips == 0
    buzzers.open(posted.append)
    assert lgpio.open_chips == 1


@pytest.mark.parametrize("attempts", [1, 3, 99])
def test_a_line_that_stays_busy_for_a_moment_keeps_nothing_open(
    lgpio: FakeLgpio, attempts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board, "CLOSED_AGAIN_AFTER", (0.0, 0.0, 0.0))
    buzzers = GpioBuzzers(BuzzerSettings((4, 17, 27), "lgpio"), lambda: 0)
    buzzers.open(lambda _: None)
    claim, refused = lgpio.gpio_claim_input, list[int]()

    def busy(handle: int, line: int, flags: int = 0) -> None:
        if line == 17 and len(refused) < attempts:
            refused.append(line)
            raise RuntimeError("GPIO busy")
        claim(handle, line, flags)

    monkeypatch.setattr(lgpio, "gpio_claim_input", busy)
    buzzers.close()
    assert len(refused) == min(attempts, 4)
    assert lgpio.open_chips == 0
    assert not lgpio.heard


def test_the_lines_of_closed_lamps_do_not_float(lgpio: FakeLgpio) -> None:
    """gpiozero leaves a line without any pull, and a lamp's driver may glow then."""
    lamps = GpioLamps(LampSettings((2, 17, 18), "lgpio"))
    lamps.open()
    assert set(lgpio.flags.values()) == {OUTPUT}
    lamps.close()
    assert lgpio.pwm == {2: (0, 0), 17: (0, 0), 18: (0, 0)}
    assert {lgpio.flags[17], lgpio.flags[18]} == {PULL_DOWN}
    assert lgpio.flags[2] != PULL_DOWN  # a resistor on the board pulls it up
    assert lgpio.open_chips == 0


def test_the_settle_time_is_safe_before_the_library_is_known(lgpio: FakeLgpio) -> None:
    assert lgpio.open_chips == 0
    assert (
        GpioBuzzers(BuzzerSettings(factory="auto"), lambda: 0).timekeeping.worst_delay == 100 * MS
    )
    assert (
        GpioBuzzers(BuzzerSettings(factory="rpigpio"), lambda: 0).timekeeping.worst_delay
        == 100 * MS
    )
    assert (
        GpioBuzzers(BuzzerSettings(factory="lgpio"), lambda: 0).timekeeping.worst_delay == 30 * MS
    )
