"""The Pi's pins and their uses, and gpiozero's pin factories below them.

One `PinBoard` serves all drivers of a table; each driver is `OnPins`.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Annotated, Literal, Protocol, Self

from appliance.core.hardware import Need, Stamp, Timekeeping
from appliance.core.signals import MS
from appliance.errors import ConfigError, DriverError
from bluffing.message import Message, Spoken, message

Bcm = Annotated[int, range(2, 28)]
"""A BCM number on the 40-pin header; 0 and 1 belong to the ID EEPROM of add-on boards."""

HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21,
    25: 22, 11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38,
    21: 40,
}  # fmt: skip
"""The pin of the Pi's 40-pin header that has a BCM number."""


BUZZER_PINS = (4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16)
LAMP_PINS = (17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27)
"""Default BCM numbers of the buzzers: those of hardware/build.toml."""

FactoryName = Literal["auto", "lgpio", "rpigpio", "rpi-lgpio", "mock"]

TIMEKEEPING_OF = {
    "LGPIOFactory": Timekeeping(Stamp.KERNEL, worst_delay=30 * MS, uncertainty=MS // 10),
    "RPiGPIOFactory": Timekeeping(Stamp.CALLBACK, worst_delay=100 * MS, uncertainty=70 * MS),
    "MockFactory": Timekeeping(Stamp.MOCK, worst_delay=0, uncertainty=0),
}
"""Precision of a pin factory's edges, by its class.

lgpio: 20 ms late at most in idle Python, and half as much again; edges 0.1 ms apart were in order
on the kernel's simulated lines. RPi.GPIO stamps on arrival: a callback beside one busy Python
thread was 67 ms late, so a stamp may be too; its worst delay is half as much again.
"""

_FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "rpi-lgpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}
LGPIO_PIPE = ".lgd-nfy"
"""Prefix of the pipes that lgpio makes in its working folder (LG_WD) for its callbacks."""

_BY_ITSELF = ("lgpio", "rpigpio")
"""Pin factories that `auto` tries, the best first; rpi-lgpio has RPi.GPIO's name."""


CLOSED_AGAIN_AFTER = (0.001, 0.01, 0.1)
"""Pauses before further attempts to close a pin (s). On several cores lgpio's thread may still wait
for an edge of the line, and the kernel keeps that line until it stops waiting."""


class Pin(Protocol):
    """The used part of a gpiozero pin; `info` is its key in the factory."""

    info: object
    function: str
    pull: str
    edges: str
    bounce: float | None
    frequency: float | None
    state: float
    when_changed: Callable[[float, float], None] | None

    def close(self) -> None:
        """Make it an idle input."""


class Factory(Protocol):
    """The used part of a gpiozero pin factory; `pins` are those that it closes with itself."""

    pins: dict[object, Pin]

    def pin(self, name: int) -> Pin:
        """The pin of this BCM number."""

    def ticks(self) -> float:
        """The clock of its edges, now, in seconds."""

    def close(self) -> None:
        """Let all pins go."""


def place(bcm: int) -> Message:
    """Name the place of a pin for people."""
    return message("driver.place.pin", bcm=bcm, header=HEADER[bcm])


def open_factory(name: FactoryName = "auto") -> Factory:
    """Open the pin factory of this name; `auto`: lgpio's, or else that of RPi.GPIO or rpi-lgpio.

    Raises:
        DriverError: the library or the pins are missing.
    """
    failures = []
    for kind in _BY_ITSELF if name == "auto" else (name,):
        try:
            return _open_kind(kind)
        except Exception as error:  # noqa: BLE001 - three libraries, each with its own root
            failures.append(f"{kind}: {error}")
    fault = message("driver.gpio.no-pins", failures="; ".join(failures))
    cause = "no-pipe" if LGPIO_PIPE in failures[0] else "no-pins"
    raise DriverError(fault, message(f"driver.gpio.{cause}.todo"))


def _open_kind(kind: str) -> Factory:
    module, name = _FACTORIES[kind]
    if kind == "rpi-lgpio" and not hasattr(import_module("RPi.GPIO"), "lgpio"):
        raise ImportError("RPi.GPIO here is not rpi-lgpio, and both can't be installed")
    factory = getattr(import_module(module), name)
    pins: Factory = (
        factory(pin_class=import_module(module).MockPWMPin) if kind == "mock" else factory()
    )
    return pins


def _closes(pin: Pin) -> bool:
    """Make `pin` an idle input; return False if it stays busy, and the others can be closed."""
    for pause in (0.0, *CLOSED_AGAIN_AFTER):
        time.sleep(pause)
        with suppress(Exception):  # three libraries, each with its own root
            pin.when_changed = pin.frequency = None
            pin.close()
            return True
    return False


class PinBoard:
    """One pin factory for several drivers: the first to open opens it, the last closes it.

    gpiozero's factories share their pins, so closing one closes the pins of the others. Pass one
    board to buzzers and lamps. A `given` factory has one more user, who never releases it.
    """

    def __init__(self, name: FactoryName = "auto", given: Factory | None = None) -> None:
        self._name: FactoryName = name
        self._factory = given
        self._users = 0 if given is None else 1
        self._low: list[Pin] = []
        self._takers: dict[int, str] = {}  # which setting has taken a pin

    def wired(self, part: str, name: FactoryName, wanted: dict[str, int]) -> Self:
        """Reserve the `wanted` pins, by setting, for `part`; return this board.

        Raises:
            ConfigError: a pin is taken already, or another part uses another pin factory.
        """
        if self._name == "auto":
            self._name = name
        elif name not in ("auto", self._name):
            key, taken = f"{part}.factory", self._name
            raise ConfigError(message("config.other-factory", key=key, name=name, other=taken))
        for setting, pin in wanted.items():
            key = f"{part}.{setting}"
            taker = self._takers.setdefault(pin, key)
            if taker != key:
                raise ConfigError(message("config.pin-taken", key=key, pin=pin, taker=taker))
        return self

    @property
    def timekeeping(self) -> Timekeeping:
        """Precision of its edges; the worst guess while the library is unknown."""
        _, named = _FACTORIES.get(self._name, _FACTORIES["rpigpio"])
        kind = named if self._factory is None else type(self._factory).__name__
        known = TIMEKEEPING_OF.get(kind, TIMEKEEPING_OF["RPiGPIOFactory"])
        return getattr(self._factory, "timekeeping", known)

    def take(self) -> Factory:
        """The factory, for one more driver. Raises DriverError as open_factory does."""
        if self._factory is None:
            self._factory = open_factory(self._name)
        self._users += 1
        return self._factory

    def give_back(self, low: list[Pin]) -> None:
        """One driver is done with the factory; its pins `low` stay pulled down when it closes."""
        self._low += low
        self._users -= 1
        factory = self._factory
        if self._users or factory is None:
            return
        for pin in self._low:
            # gpiozero lets every pin that it knows float at the end, and what drives a lamp may
            # glow then. A pin with a resistor on the board says no
            with suppress(Exception):
                pin.pull = "down"
                del factory.pins[pin.info]
        self._low.clear()
        factory.close()
        self._factory = None


class OnPins:
    """Base of the drivers on the Pi's pins: some pins of a `board`.

    `what` is a part of the catalogue's codes. With `low` the pins stay pulled down after closing.
    """

    needs: tuple[Need, ...] = (
        Need(
            message("driver.need.pins"),
            "gpio",
            ("/dev/gpiochip*",),
            missing=message("driver.need.pins.missing"),
        ),
    )

    def __init__(self, board: PinBoard, what: str, *, low: bool = False) -> None:
        self._pins: list[Pin] = []
        self._board, self._what, self._low = board, what, low
        self._factory: Factory | None = None

    def close(self) -> None:
        """Make all pins idle and release the factory. May be called twice."""
        for pin in self._pins:
            if not _closes(pin) and self._factory is not None:
                self._factory.pins.pop(pin.info, None)  # else the factory's own close fails, too
        if self._factory is not None:
            self._factory = None
            self._board.give_back(self._pins if self._low else [])
        self._pins.clear()

    def _open_factory(self) -> Factory:
        self.close()
        self._factory = self._board.take()
        return self._factory

    @contextmanager
    def _take(self, number: int, **values: Spoken) -> Iterator[Pin]:
        """Take one more pin for its setup; if that fails all pins are closed.

        Raises:
            DriverError: the pin is in use or lacks a feature; its message takes `values`.
        """
        assert self._factory is not None  # noqa: S101 - a bug: it was not opened
        try:
            pin = self._factory.pin(number)
            self._pins.append(pin)
            yield pin
        except Exception as error:
            self.close()
            # RPi.GPIO's error on an unknown kernel: "edge detection"
            fault = "deaf" if "edge detection" in str(error) else "not-opened"
            code = f"driver.{self._what}.{fault}"
            raise DriverError.of(code, pin=number, error=str(error), **values) from error
