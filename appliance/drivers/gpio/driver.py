"""Buzzers and lamps on the Pi's own pins, through gpiozero's documented pin API.

Pins rather than gpiozero's Button: a Button's callback carries no time. Contacts close to
ground, against the pin's pull-up; nothing is debounced here (see appliance.presses.debounce).

What an edge's time is worth depends on the pin factory below gpiozero. With lgpio it is the
kernel's, taken in the interrupt: exact. With RPi.GPIO, and with rpi-lgpio, which takes its name
and place, it is the moment when Python got round to the callback: `exact` says so, and the table
waits longer and takes what is closer than the `uncertainty` for a tie. Mock pins are for trying
a configuration out on any machine: nobody can press them.

lgpio keeps a notification pipe in its working directory; set LG_WD to a writable one.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Literal, Protocol

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND, Edge
from appliance.drivers import Post
from appliance.drivers.gpio.pins import DEFAULT_PINS
from appliance.drivers.lamp_rhythm import level
from appliance.errors import DriverError

FactoryName = Literal["auto", "lgpio", "rpigpio", "rpi-lgpio", "mock"]

WORST_DELAY = {"LGPIOFactory": 30 * MS, "RPiGPIOFactory": 100 * MS, "MockFactory": 0}
"""The longest that an edge is under way, by the class of the pin factory.

lgpio: 20 ms seen at most, in idle Python, and half as much again. RPi.GPIO: its edges are
stamped only on arrival, so this is how late that stamp may be, and half as much again.
"""

UNCERTAINTY = {"LGPIOFactory": MS // 10, "RPiGPIOFactory": 70 * MS, "MockFactory": 0}
"""How far a stamp can be from its edge, by the class of the pin factory.

lgpio: edges so far apart were in order on the kernel's simulated lines. RPi.GPIO: a callback
beside one busy Python thread was 67 ms late.
"""


LOOKS = 5
"""So often the two clocks are compared at open: a look that was interrupted is off by as long."""

_FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "rpi-lgpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}
_BY_ITSELF = ("lgpio", "rpigpio")
"""What `auto` tries, the best first; rpi-lgpio answers to RPi.GPIO's name."""


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
        f"the Pi's pins can't be opened ({'; '.join(failures)}): on a Pi install python3-lgpio "
        "and join the group gpio; without one, use keyboard buzzers"
    )


def _opened(kind: str) -> Factory:
    module, name = _FACTORIES[kind]
    if kind == "rpi-lgpio" and not hasattr(import_module("RPi.GPIO"), "lgpio"):
        raise ImportError("RPi.GPIO here is not rpi-lgpio, and both can't be installed")
    made = getattr(import_module(module), name)
    pins: Factory = made(pin_class=import_module(module).MockPWMPin) if kind == "mock" else made()
    return pins


class Board:
    """One pin factory for several drivers: the first to open opens it, the last closes it.

    gpiozero's factories share their pins, so one that closes takes the pins of the others with
    it. Hand one Board to buzzers and lamps. A `given` factory is never closed here.
    """

    def __init__(self, name: FactoryName = "auto", given: Factory | None = None) -> None:
        self._name: FactoryName = name
        self._given = given
        self._opened: Factory | None = None
        self._users = 0
        self._low: list[Pin] = []

    @property
    def worst_delay(self) -> int:
        """The longest that an edge is under way (ns); the worst of all until that is known."""
        return self._of("worst_delay", WORST_DELAY)

    @property
    def uncertainty(self) -> int:
        """How far a stamp can be from its edge (ns); the worst of all until that is known."""
        return self._of("uncertainty", UNCERTAINTY)

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


@dataclass(frozen=True, slots=True)
class BuzzerSettings:
    """The BCM pin of each buzzer, and the library that reads it."""

    pins: tuple[int, ...] = DEFAULT_PINS.buzzers
    factory: FactoryName = "auto"


class GpioBuzzers:
    """A contact to ground per buzzer. Implements Source.

    `clock` is the table's, ns; it and the factory's ticks must run at the same rate, so their
    distance is measured once, at open. Ticks are seconds in a double: exact to the nanosecond
    for the first month that a Pi is up.
    """

    def __init__(
        self,
        settings: BuzzerSettings,
        clock: Callable[[], int],
        board: Board | Factory | None = None,
    ) -> None:
        self._board = board if isinstance(board, Board) else Board(settings.factory, board)
        self.exact = False
        self._settings = settings
        self._clock = clock
        self._open = False
        self._pins: list[Pin] = []
        self._callbacks: list[Callable[[float, float], None]] = []  # pins hold theirs weakly

    def open(self, post: Post) -> None:
        """Start posting. A buzzer that is down already posts nothing until it is let go.

        Raises:
            DriverError: no pins here, or one of them is in use.
        """
        self.close()
        factory = self._board.take()
        self._open = True
        self.exact = type(factory).__name__ != "RPiGPIOFactory"
        offset = _distance(self._clock, factory.ticks)
        for buzzer, number in enumerate(self._settings.pins):
            callback = _poster(post, buzzer, offset)
            try:
                pin = factory.pin(number)
                self._pins.append(pin)
                pin.function, pin.pull, pin.bounce, pin.edges = "input", "up", None, "both"
                pin.when_changed = callback
            except Exception as error:
                self.close()
                raise DriverError(_busy("buzzer", buzzer, number, error)) from error
            self._callbacks.append(callback)

    @property
    def worst_delay(self) -> int:
        """The longest that an edge is under way (ns)."""
        return self._board.worst_delay

    @property
    def uncertainty(self) -> int:
        """How far a stamp can be from its edge (ns)."""
        return self._board.uncertainty

    @property
    def mock(self) -> bool:
        """Whether the pins are none: nobody can press these buzzers."""
        return self._board.kind == "MockFactory"

    def held(self) -> tuple[int, ...]:
        """The buzzers whose contact is closed now: at start, they are stuck or miswired."""
        return tuple(buzzer for buzzer, pin in enumerate(self._pins) if not pin.state)

    def close(self) -> None:
        """Stop posting and let the pins go."""
        for pin in self._pins:
            pin.when_changed = None
            pin.close()
        self._pins.clear()
        self._callbacks.clear()
        if self._open:
            self._open = False
            self._board.give_back()


@dataclass(frozen=True, slots=True)
class LampSettings:
    """The BCM pin of each buzzer's lamp, the library that drives it, and its PWM in hertz."""

    pins: tuple[int, ...] = DEFAULT_PINS.lamps
    factory: FactoryName = "auto"
    hertz: int = 200


class GpioLamps:
    """A dimmable lamp per buzzer, lit when its pin is high. Implements Lamps."""

    def __init__(self, settings: LampSettings, board: Board | Factory | None = None) -> None:
        self._board = board if isinstance(board, Board) else Board(settings.factory, board)
        self._settings = settings
        self._open = False
        self._pins: list[Pin] = []
        self._shown: list[float] = []
        self._rhythms: dict[int, Rhythm] = {}

    def open(self) -> None:
        """Take the pins, all lamps dark.

        Raises:
            DriverError: no pins here, or one of them is in use.
        """
        self.close()
        factory = self._board.take()
        self._open = True
        for lamp, number in enumerate(self._settings.pins):
            try:
                pin = factory.pin(number)
                self._pins.append(pin)
                pin.function = "output"
                pin.frequency = self._settings.hertz
                pin.state = 0.0
            except Exception as error:
                self.close()
                raise DriverError(_busy("lamp", lamp, number, error)) from error
        self._shown = [0.0] * len(self._pins)

    def show(self, buzzer: int, rhythm: Rhythm) -> None:
        """Remember what the lamp of `buzzer` shows; a buzzer without a lamp is no error."""
        self._rhythms[buzzer] = rhythm

    def beat(self, at: int) -> None:
        """Bring every lamp to where its rhythm is at `at` (ns), in steps of a hundredth."""
        for buzzer, pin in enumerate(self._pins):
            bright = round(level(self._rhythms.get(buzzer, Rhythm.OFF), at, buzzer), 2)
            if bright != self._shown[buzzer]:
                self._shown[buzzer] = bright
                pin.state = bright

    def close(self) -> None:
        """Darken the lamps and let the pins go."""
        for pin in self._pins:
            pin.frequency = None
            pin.close()
        if self._open:
            self._open = False
            self._board.give_back(low=self._pins)
        self._pins.clear()


def _poster(post: Post, buzzer: int, offset: int) -> Callable[[float, float], None]:
    """The callback of one pin; it runs on gpiozero's thread, so it posts and does no more."""

    def changed(ticks: float, state: float) -> None:
        post(Edge(buzzer, not state, _ns(ticks) + offset))

    return changed


def _distance(clock: Callable[[], int], ticks: Callable[[], float]) -> int:
    """How far the table's clock is ahead of the pins' (ns), by the least disturbed look."""
    looks = []
    for _ in range(LOOKS):
        before, at, after = clock(), _ns(ticks()), clock()
        looks.append((after - before, (before + after) // 2 - at))
    return min(looks)[1]


def _ns(ticks: float) -> int:
    return round(ticks * SECOND)


def _busy(what: str, index: int, number: int, error: Exception) -> str:
    if "edge detection" in str(error):  # what RPi.GPIO says on a kernel that it does not know
        return (
            f"RPi.GPIO hears no edges of {what} {index} on BCM {number} ({error}): it does not "
            "work on kernels from 6.6 on; install python3-lgpio, or python3-rpi-lgpio in its place"
        )
    return (
        f"{what} {index} on BCM {number} can't be opened ({error}): stop what else uses that "
        "pin, or name another in the pins file"
    )
