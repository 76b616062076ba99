"""Buzzers, lamps and the power button on the Pi's own pins, by gpiozero's documented pin API.

Pins rather than gpiozero's Button: a Button's callback carries no time. Contacts close to
ground, against the pin's pull-up; nothing is debounced here (see appliance.presses.debounce).

The precision of an edge's time depends on the pin factory below gpiozero. With lgpio it is the
kernel's, taken in the interrupt: exact. (lgpio keeps a pipe in its working directory: set LG_WD to
a writable one.) With RPi.GPIO, and with rpi-lgpio under its name, it is the time at which Python
reached the callback: the table waits longer and counts more presses as a tie. Mock pins can't be
pressed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Self

from appliance.core.effects import Rhythm
from appliance.core.hardware import Stamp, Timekeeping
from appliance.core.signals import MS, SECOND, Edge
from appliance.drivers import (
    Clock,
    Context,
    Found,
    Lamps,
    Machine,
    Post,
    Source,
    Switch,
    level,
)
from appliance.drivers.gpio.board import (
    BUZZER_PINS,
    LAMP_PINS,
    Bcm,
    FactoryName,
    OnPins,
    PinBoard,
    place,
)
from appliance.errors import ConfigError
from bluffing.message import Message, message

RESTING_LOOKS = 5
"""Number of comparisons of the two clocks at open; the least disturbed one counts."""


@dataclass(frozen=True, slots=True)
class BuzzerSettings:
    """The BCM pin of each buzzer, and the library that reads it."""

    pins: tuple[Bcm, ...] = BUZZER_PINS
    factory: FactoryName = "auto"


class GpioBuzzers(OnPins, Source):
    """A contact to ground per buzzer.

    `clock` is the table's, ns; it and the factory's ticks must run at the same rate, so their
    distance is measured once, at open. Ticks are seconds in a double: exact to the nanosecond
    for the first month that a Pi is up.
    """

    @classmethod
    def found(cls, machine: Machine) -> Found | Message:
        """Find the pins of a Raspberry Pi; the buttons that are wired to them can't be detected."""
        model = machine.text(machine.root / "proc/device-tree/model")
        chips = sorted((machine.root / "dev").glob("gpiochip*"))
        if not (model.startswith("Raspberry Pi") and chips):
            return message("driver.gpio.found-none")
        if not machine.installed("gpiozero"):
            return message("driver.found.library", library="gpiozero")
        if shut := machine.shut(chips[0]):
            return shut
        return Found(message("driver.gpio.found", model=model), BuzzerSettings())

    @classmethod
    def of(cls, settings: BuzzerSettings, context: Context) -> Self:
        """Make the buzzers of a table. Raises ConfigError for too few pins, or one in use."""
        count = context.buzzers
        if len(settings.pins) < count:
            raise ConfigError(message("config.few-pins", count=count, pins=len(settings.pins)))
        used = replace(settings, pins=settings.pins[:count])
        board = context.shared(PinBoard, PinBoard)
        return cls(used, context.clock, board.wired("buzzers", used.factory, _keys(used.pins)))

    def __init__(
        self, settings: BuzzerSettings, clock: Clock, board: PinBoard | None = None
    ) -> None:
        super().__init__(board or PinBoard(settings.factory), "gpio.buzzer")
        self.places = tuple(map(place, settings.pins))
        self._settings, self._clock = settings, clock
        self._callbacks: list[Callable[[float, float], None]] = []  # pins hold theirs weakly

    def open(self, post: Post) -> None:
        """Start posting. Raises DriverError: no pins here, or one of them is in use."""
        factory = self._open_factory()
        offset = _distance(self._clock, factory.ticks)
        self._callbacks = [
            partial(_changed, post, buzzer, offset) for buzzer in range(len(self.places))
        ]
        for buzzer, number in enumerate(self._settings.pins):
            with self._take(number, index=buzzer) as pin:
                pin.function, pin.pull, pin.bounce, pin.edges = "input", "up", None, "both"
                pin.when_changed = self._callbacks[buzzer]

    @property
    def timekeeping(self) -> Timekeeping:
        """Precision of the pin library, certain once it is open."""
        return self._board.timekeeping

    def warnings(self) -> Iterator[Message]:
        """Yield warnings about the pin library in use, for a host."""
        match self.timekeeping:
            case Timekeeping(Stamp.MOCK):
                yield message("driver.gpio.mock")
            case Timekeeping(Stamp.CALLBACK, settle, late):
                yield message("driver.gpio.stamps-late", late=late // MS, settle=settle // MS)
            case _:
                pass

    def held(self) -> tuple[int, ...]:
        """Return the buzzers whose contact is closed now: at start, they are stuck or miswired."""
        return tuple(buzzer for buzzer, pin in enumerate(self._pins) if not pin.state)


@dataclass(frozen=True, slots=True)
class LampSettings:
    """The BCM pin of each buzzer's lamp, the library that drives it, and its PWM in hertz."""

    pins: tuple[Bcm, ...] = LAMP_PINS
    factory: FactoryName = "auto"
    hertz: Annotated[int, range(50, 1001)] = 200


class GpioLamps(OnPins, Lamps):
    """A dimmable lamp per buzzer, lit when its pin is high."""

    @classmethod
    def of(cls, settings: LampSettings, context: Context) -> Self:
        """Make the lamps of a table. Raises ConfigError if one of their pins is in use."""
        used = replace(settings, pins=settings.pins[: context.buzzers])
        board = context.shared(PinBoard, PinBoard)
        return cls(used, board.wired("lamps", used.factory, _keys(used.pins)))

    def __init__(self, settings: LampSettings, board: PinBoard | None = None) -> None:
        super().__init__(board or PinBoard(settings.factory), "gpio.lamp", low=True)
        self.places = tuple(map(place, settings.pins))
        self._settings = settings
        self._shown: list[float] = []
        self.rhythms = {}

    def open(self) -> None:
        """All lamps dark. Raises DriverError: no pins here, or one of them is in use."""
        self._open_factory()
        for lamp, number in enumerate(self._settings.pins):
            with self._take(number, index=lamp) as pin:
                pin.function = "output"
                pin.frequency = self._settings.hertz
                pin.state = 0.0
        self._shown = [0.0] * len(self._settings.pins)

    def beat(self, at: int) -> None:
        """Set every lamp to the brightness of its rhythm at `at` (ns), in steps of a hundredth."""
        for buzzer, pin in enumerate(self._pins):
            bright = round(level(self.rhythms.get(buzzer, Rhythm.OFF), at, buzzer), 2)
            if bright != self._shown[buzzer]:
                self._shown[buzzer] = bright
                pin.state = bright


@dataclass(frozen=True, slots=True)
class PowerSettings:
    """BCM pin of a contact to ground, the time to hold it (ms), and the library below."""

    pin: Bcm
    hold_ms: Annotated[int, range(500, 10_001)] = 3000
    factory: FactoryName = "auto"


class PowerButton(OnPins, Switch):
    """A button that switches the table off: held for some seconds, so that no elbow does.

    The table reads its pin once a frame. That needs no edge and no thread, and bounce only restarts
    the time.
    """

    @classmethod
    def of(cls, settings: PowerSettings, context: Context) -> Self:
        """Make the button of a table. Raises ConfigError if its pin is in use."""
        board = context.shared(PinBoard, PinBoard)
        return cls(settings, board.wired("power", settings.factory, {"pin": settings.pin}))

    def __init__(self, settings: PowerSettings, board: PinBoard | None = None) -> None:
        super().__init__(board or PinBoard(settings.factory), "power")
        self.place = place(settings.pin)
        self._settings = settings
        self.hold_ms = settings.hold_ms
        self._free = False  # seen open at least once: a stuck contact is ignored
        self._since: int | None = None

    def open(self) -> None:
        """Take the pin. Raises DriverError: no pins here, or this one is in use."""
        self._open_factory()
        with self._take(self._settings.pin) as pin:
            pin.function, pin.pull = "input", "up"
        self._free, self._since = False, None

    def wanted(self, now: int) -> bool:
        """Return True if the button has been down long enough at `now` (ns). Ask once a frame."""
        if not self._pins:
            return False
        if self._pins[0].state:
            self._free, self._since = True, None
        elif self._free and self._since is None:
            self._since = now
        return self._since is not None and now - self._since >= self.hold_ms * MS


def _keys(pins: tuple[int, ...]) -> dict[str, int]:
    """Each pin by the setting that wants it."""
    return {f"pins[{place}]": pin for place, pin in enumerate(pins)}


def _changed(post: Post, buzzer: int, offset: int, ticks: float, state: float) -> None:
    """Post a pin's edge. It runs on gpiozero's thread, so it does nothing else."""
    post(Edge(buzzer, not state, _ns(ticks) + offset))


def _distance(clock: Clock, ticks: Callable[[], float]) -> int:
    """Return how far the table's clock is ahead of the pins' (ns), by the least disturbed look."""
    looks = []
    for _ in range(RESTING_LOOKS):
        before, at, after = clock(), _ns(ticks()), clock()
        looks.append((after - before, (before + after) // 2 - at))
    return min(looks)[1]


def _ns(ticks: float) -> int:
    return round(ticks * SECOND)
