"""The Pi's pins, through gpiozero's pin factories: one for all drivers of a table."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Literal, Protocol

from appliance.core.hardware import Need
from appliance.core.signals import MS
from appliance.drivers import Context
from appliance.errors import ConfigError, DriverError
from appliance.message import message

FactoryName = Literal["auto", "lgpio", "rpigpio", "rpi-lgpio", "mock"]

WORST_DELAY_OF = {"LGPIOFactory": 30 * MS, "RPiGPIOFactory": 100 * MS, "MockFactory": 0}
"""The longest that an edge is under way, by the class of the pin factory.

lgpio: 20 ms seen at most, in idle Python, and half as much again. RPi.GPIO: its edges are
stamped only on arrival, so this is how late that stamp may be, and half as much again.
"""

UNCERTAINTY_OF = {"LGPIOFactory": MS // 10, "RPiGPIOFactory": 70 * MS, "MockFactory": 0}
"""How far a stamp can be from its edge, by the class of the pin factory.

lgpio: edges so far apart were in order on the kernel's simulated lines. RPi.GPIO: a callback
beside one busy Python thread was 67 ms late.
"""


_FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "rpi-lgpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}
_BY_ITSELF = ("lgpio", "rpigpio")
"""What `auto` tries, the best first; rpi-lgpio answers to RPi.GPIO's name."""


PINS_NEEDED = (
    Need(
        message("driver.need.pins"),
        "gpio",
        ("/dev/gpiochip*",),
        missing=message("driver.need.pins.missing"),
    ),
)
"""What whoever opens the Pi's pins must be allowed to open."""


class Pin(Protocol):
    """What is used of a gpiozero pin; `info` is its key in the factory."""

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
    """What is used of a gpiozero pin factory; `pins` are those that it closes when it is closed."""

    pins: dict[object, Pin]

    def pin(self, name: int) -> Pin:
        """The pin of this BCM number."""

    def ticks(self) -> float:
        """The clock of its edges, now, in seconds."""

    def close(self) -> None:
        """Let all pins go."""


def open_factory(name: FactoryName = "auto") -> Factory:
    """The pin factory of this name; `auto`: lgpio's, or else that of RPi.GPIO or rpi-lgpio.

    Raises:
        DriverError: the library is not there, or the pins are not.
    """
    failures = []
    for kind in _BY_ITSELF if name == "auto" else (name,):
        try:
            opened = _opened(kind)
        except Exception as error:  # noqa: BLE001 - three libraries, each with its own root
            failures.append(f"{kind}: {error}")
        else:
            return opened
    raise DriverError(
        message("driver.gpio.no-pins", failures="; ".join(failures)),
        message("driver.gpio.no-pins.todo"),
    )


def _opened(kind: str) -> Factory:
    module, name = _FACTORIES[kind]
    if kind == "rpi-lgpio" and not hasattr(import_module("RPi.GPIO"), "lgpio"):
        raise ImportError("RPi.GPIO here is not rpi-lgpio, and both can't be installed")
    made = getattr(import_module(module), name)
    pins: Factory = made(pin_class=import_module(module).MockPWMPin) if kind == "mock" else made()
    return pins


class PinBoard:
    """One pin factory for several drivers: the first to open opens it, the last closes it.

    gpiozero's factories share their pins, so one that closes takes the pins of the others with
    it. Hand one to buzzers and lamps. A `given` factory is never closed here.
    """

    def __init__(self, name: FactoryName = "auto", given: Factory | None = None) -> None:
        self._name: FactoryName = name
        self._given = given
        self._opened: Factory | None = None
        self._users = 0
        self._low: list[Pin] = []
        self._takers: dict[int, str] = {}  # which setting has taken a pin

    def asked_for(self, key: str, name: FactoryName) -> None:
        """The setting `key` wants this pin factory. Raises ConfigError where another is wanted."""
        if name not in ("auto", self._name) and self._name != "auto":
            raise ConfigError(message("config.other-factory", key=key, name=name, other=self._name))
        self._name = self._name if name == "auto" else name

    def claim(self, wanted: dict[str, int]) -> None:
        """Give settings their pins, by the settings' keys. Raises ConfigError for a taken one."""
        for key, pin in wanted.items():
            if pin in self._takers:
                raise ConfigError(
                    message("config.pin-taken", key=key, pin=pin, taker=self._takers[pin])
                )
            self._takers[pin] = key

    @property
    def worst_delay(self) -> int:
        """The longest that an edge is under way (ns); the worst of all until that is known."""
        return self._of("worst_delay", WORST_DELAY_OF)

    @property
    def uncertainty(self) -> int:
        """How far a stamp can be from its edge (ns); the worst of all until that is known."""
        return self._of("uncertainty", UNCERTAINTY_OF)

    @property
    def kind(self) -> str:
        """The class of the pin factory, or "" while only the library that is there will tell."""
        if self._given is None and self._opened is None:
            return "" if self._name == "auto" else _FACTORIES[self._name][1]
        return type(self._given or self._opened).__name__

    def _of(self, what: str, table: dict[str, int]) -> int:
        return int(getattr(self._given, what, table.get(self.kind, max(table.values()))))

    def take(self) -> Factory:
        """The factory, for one more driver. Raises DriverError as open_factory does."""
        if self._given is not None:
            return self._given
        if self._opened is None:
            self._opened = open_factory(self._name)
        self._users += 1
        return self._opened

    def give_back(self, low: Sequence[Pin] = ()) -> None:
        """One driver is done with the factory; its pins `low` stay pulled down when it closes."""
        self._low += low
        self._users = max(0, self._users - 1)
        if self._users == 0 and self._opened is not None:
            for pin in self._low:
                # gpiozero lets every pin that it knows float at the end, and what drives a lamp
                # may glow then. A pin with a resistor on the board says no
                with suppress(Exception):
                    pin.pull = "down"
                    del self._opened.pins[pin.info]
            self._low.clear()
            self._opened.close()
            self._opened = None


def board_of(given: PinBoard | Factory | None, name: FactoryName) -> PinBoard:
    """`given`, or a board over the pin factory that was given, or over the one of that name."""
    return given if isinstance(given, PinBoard) else PinBoard(name, given)


def pins_for(part: str, factory: FactoryName, wanted: dict[str, int], context: Context) -> PinBoard:
    """The pins of this table, of which the settings of `part` take those `wanted`.

    Raises:
        ConfigError: a pin is taken already, or another part wants another pin factory.
    """
    board = context.shared(PinBoard, PinBoard)
    board.asked_for(f"{part}.factory", factory)
    board.claim(wanted)
    return board
