"""The core's interface to hardware: a few Protocols and one table of drivers.

A driver is one plain class in one file, with its own frozen `Settings`: a settings file has a table
for each part, and `DRIVERS` maps a name in it to a class. A driver imports its hardware library
when it opens, never at import; it never waits, decides or draws. Fakes are complete drivers that
pass the same contract tests as the real ones.
"""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, cast, get_args, get_type_hints

from appliance.core.effects import Rhythm
from appliance.core.hardware import Need, Receiver, Timekeeping
from appliance.core.signals import MS, Signal
from appliance.core.weighing import Mass
from appliance.drivers.pulse import Pulse
from appliance.drivers.seat_hub import board
from appliance.drivers.seat_hub.protocol import PERIOD, RHYTHMS
from appliance.errors import DriverError
from bluffing.message import Message, message

Post = Callable[[Signal], None]
"""Hands a signal to the loop. Safe from any thread; returns at once."""

Clock = Callable[[], int]
"""Says what time it is, ns."""

if TYPE_CHECKING:  # a command that reads no picture begins without numpy
    import numpy as np
    import numpy.typing as npt

    Image = npt.NDArray[np.uint8]
else:
    Image = Any  # only a type checker reads it
"""Shape (height, width, 3), BGR as OpenCV has it, 0 to 255."""

PartName = Literal["buzzers", "lamps", "camera", "power", "speech", "scale"]
"""Parts that a driver can drive: the names of the tables in a settings file."""

T = TypeVar("T")


class Openable(Protocol):
    """A device that is opened before its use and closed afterwards."""

    def open(self) -> None:
        """Raises DriverError if it is missing or busy."""

    def close(self) -> None:
        """Release the device. May be called twice."""


OpenableT = TypeVar("OpenableT", bound=Openable)


@contextmanager
def opened(part: OpenableT) -> Iterator[OpenableT]:
    """Open `part`, and close it at the end."""
    part.open()
    try:
        yield part
    finally:
        part.close()


@dataclass(frozen=True, slots=True)
class NoSettings:
    """The `Settings` of a driver that has nothing to set."""


@dataclass(frozen=True, slots=True)
class Context:
    """Resources that all drivers of one table share.

    `clock` is the table's, ns; `buzzers` is the number of buzzers. `boards` are the boards that
    several drivers use at once, by their class: a pin factory, a seat hub.
    """

    clock: Clock
    buzzers: int
    boards: dict[type, object] = field(default_factory=dict)

    def shared(self, board: type[T], make: Callable[[], T]) -> T:
        """The one `board` of this table; the first driver that asks for it makes it."""
        if board not in self.boards:
            self.boards[board] = make()
        return cast("T", self.boards[board])


def installed(library: str) -> bool:
    """Return True if a Python module of this name can be imported; it is not imported."""
    return find_spec(library) is not None


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine in which drivers look for their hardware; nothing is opened or written.

    `root` is the folder of its /dev, /proc and /sys, `installed` returns True for an available
    Python module, and `buzzers` is the number of buzzers in the settings.
    """

    root: Path = Path("/")
    installed: Callable[[str], bool] = installed
    buzzers: int = 6

    def text(self, path: Path) -> str:
        """Return the text of the file at `path`, or "" without one."""
        try:
            return path.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return ""

    def shut(self, *devices: Path) -> Message | None:
        """Return a message if this process may not open one of `devices`, else None."""
        for device in devices:
            if not os.access(device, os.R_OK):
                return message("driver.found.shut", device=str(device))
        return None


@dataclass(frozen=True, slots=True)
class Found:
    """Hardware that a driver has found: its description (`seen`), and the `settings` for it.

    `buzzers` is their number, if known. `last`: use it only if no other driver finds anything.
    """

    seen: Message
    settings: object
    buzzers: int | None = None
    last: bool = False


@dataclass(frozen=True, slots=True)
class Control:
    """One requested setting of a camera, and the setting in force (`seen`).

    `todo` is the remedy if the camera ignores the request.
    """

    name: Message
    seen: Message
    todo: Message | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the reveal box and the start of its exposure (ns, the table's clock).

    `controls` are the settings of its camera, if it has any.
    """

    image: Image
    at: int
    controls: tuple[Control, ...] = ()


@dataclass(frozen=True, slots=True)
class Stroke:
    """A key of the keyboard went down or up. `key` is SDL's number of the character that it types.

    `at` is the time, ns of CLOCK_MONOTONIC; None if the window system doesn't provide it.
    """

    key: int
    down: bool
    at: int | None = None


class Typed(Protocol):
    """Receiver of the window's key strokes. `exact`: the window system stamps them."""

    exact: bool

    def takes(self, key: int) -> bool:
        """Return True if the key of this number is a buzzer."""

    def handle(self, strokes: Sequence[Stroke], now: int) -> None:
        """All strokes since the last call; `now` (ns) is from before the window was asked."""


class Component(Protocol):
    """A part of the hardware; `needs` are the device nodes that it has to open."""

    needs: tuple[Need, ...] = ()

    def close(self) -> None:
        """Stop and release the hardware; lamps go dark. May be called twice."""


class Source(Component, Protocol):
    """Buzzers: post Edge (and, for comfort, Chosen) signals while open.

    Drivers derive from it and inherit its default answers. `places` describes the connection of
    each buzzer for a person with a screwdriver. `typed` receives the key strokes of the table's
    window if the buzzers are keys. `pulse` is that of the driver's thread, if any.
    """

    places: tuple[Message, ...]
    typed: Typed | None = None
    pulse: Pulse | None = None

    @property
    def timekeeping(self) -> Timekeeping:
        """Precision of its times; certain once the driver, or its board, is open."""

    def open(self, post: Post) -> None:
        """Start posting; a buzzer that is down already posts nothing until its release.

        Raises DriverError if the hardware is missing or busy.
        """

    def held(self) -> tuple[int, ...]:
        """Return the buzzers that were down when the source opened, if it can detect them."""
        return ()

    def warnings(self) -> Iterable[Message]:
        """Yield warnings about the open source for a host, before the first game."""
        return ()

    def receivers(self) -> tuple[Receiver, ...]:
        """Return the devices of the buzzers, if these are separate."""
        return ()


class Lamps(Openable, Component, Protocol):
    """One lamp per buzzer: dark when they are opened, and when they are closed.

    Drivers derive from it. `places` describes the connection of each lamp; there may be fewer than
    buzzers, or none. `rhythms` are the shown rhythms, by buzzer.
    """

    places: tuple[Message, ...]
    rhythms: dict[int, Rhythm]

    def show(self, buzzer: int, rhythm: Rhythm) -> None:
        """Set the rhythm of the lamp of `buzzer`; a buzzer without a lamp is no error."""
        self.rhythms[buzzer] = rhythm

    def beat(self, at: int) -> None:
        """Set every lamp to the brightness of its rhythm at `at` (ns). Called once a frame."""

    @property
    def lost(self) -> Message | None:
        """Reason why connected lamps are dark now; None: they work."""
        return None


def level(rhythm: Rhythm, at: int, buzzer: int = 0) -> float:
    """Brightness of a lamp at `at` (ns), 0 (dark) to 1. WIN runs round the buzzers.

    The seat hub's board shines its lamps by the very same function, so every kind blinks alike. No
    rhythm is faster than 3 Hz: flashes above that can set off seizures (WCAG 2.3.1).
    """
    return board.level(RHYTHMS.index(rhythm.value), at // MS % PERIOD, buzzer)


class Pictures(Openable, Protocol):
    """A source of pictures of the reveal box, one at a time. It may block."""

    def capture(self) -> Frame:
        """Return the newest picture. Raises DriverError without one, PictureError if broken."""


class Camera(Pictures, Component, Protocol):
    """A look into the reveal box, fit for a table: it answers in time."""

    @property
    def live(self) -> bool:
        """True if it shows the present; otherwise a picture stays until `next`."""
        return True

    def next(self) -> bool:
        """Advance to the next picture; False after the last one. A live camera has no last one."""
        return True


class Scale(Component, Protocol):
    """A scale below the reveal box. It never waits."""

    def open(self, post: Post) -> None:
        """Begin to weigh; `post` gets its loss and its return.

        Raises DriverError if it is missing or busy; `weigh` tries again.
        """

    def weigh(self) -> Mass | None:
        """Take a sample if one is ready, and return the weight; None: it does not weigh now."""


class Switch(Openable, Component, Protocol):
    """A switch that can request to switch the table off.

    `place` is its connection, for people, and `hold_ms` the time to hold it.
    """

    place: Message
    hold_ms: int

    def wanted(self, now: int) -> bool:
        """Return True if the table should switch off, at `now` (ns). Asked once a frame."""


class Loudspeaker(Protocol):
    """Output of a voice: the table's own mixer. Any thread may call it."""

    def speak(self, samples: bytes, rate: int) -> float | None:
        """Begin to play mono 16-bit samples at `rate` Hz; return their duration (s).

        None if they are not heard.
        """

    def fall_silent(self) -> None:
        """End what `speak` plays."""


class Voice(Openable, Component, Protocol):
    """A voice that reads sentences aloud. It never waits: sentences queue up."""

    @property
    def busy(self) -> bool:
        """True while it is speaking or has sentences left."""

    def tells(self, post: Post) -> None:
        """Register the receiver of its loss and its return."""

    def through(self, loudspeaker: Loudspeaker) -> None:
        """Say everything through `loudspeaker`."""

    def say(self, text: str, language: str) -> None:
        """Say `text` in the language of that code, after the sentences before it."""

    def hush(self) -> None:
        """Break off all sentences."""


@dataclass(frozen=True, slots=True)
class Hardware:
    """The configured parts; None for a part that the table does without.

    `boards` are shared by several drivers, by class: a pin factory, a seat hub.
    """

    source: Source
    lamps: Lamps | None = None
    camera: Camera | None = None
    power: Switch | None = None
    voice: Voice | None = None
    scale: Scale | None = None
    boards: dict[type, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Driver:
    """Location of a driver; its module is imported only by `load`.

    `part` is the part that it drives, `module` is absolute or begins with a dot, and `lamps` is the
    driver of the lamps in these buzzers, if any. `package` is the installed package that provides
    it, "" for the table's own.
    """

    part: PartName
    module: str
    name: str
    lamps: str = ""
    package: str = ""

    def load(self) -> Any:  # noqa: ANN401 - each driver's class has its own settings
        """Return the driver's class. `of(settings, context)` makes a driver, not opened yet.

        Raises:
            DriverError: the driver is part of another package, and can't be imported.
        """
        try:
            return getattr(import_module(self.module, __name__), self.name)
        except Exception as error:
            if not self.package:
                raise
            raise self._broken(error) from error

    def found(self, machine: Machine) -> Found | Message | None:
        """Return the hardware that the driver finds in `machine`, or the reason it can't be used.

        It asks the class method `found` of the driver's class; None if the class has none.
        """
        try:
            look = getattr(self.load(), "found", None)
            finding: Found | Message | None = None if look is None else look(machine)
        except Exception as error:
            if not self.package:
                raise
            broken = error if isinstance(error, DriverError) else self._broken(error)
            return broken.says
        return finding

    def _broken(self, error: Exception) -> DriverError:
        return DriverError.of("driver.plug-in", package=self.package, error=repr(error))

    @property
    def settings(self) -> type:
        """Return the driver's own `Settings`: the class of the first parameter of its `of`."""
        settings: type = next(iter(get_type_hints(self.load().of).values()))
        return settings


DRIVERS: dict[str, Driver] = {
    "hub": Driver("buzzers", ".seat_hub.driver", "Hub", lamps="hub-lamps"),
    "evdev": Driver("buzzers", ".usb.driver", "EvdevBuzzers", lamps="evdev-lamps"),
    "gpio": Driver("buzzers", ".gpio.driver", "GpioBuzzers", lamps="gpio-lamps"),
    "keyboard": Driver("buzzers", ".keyboard", "KeyboardBuzzers"),
    "gpio-lamps": Driver("lamps", ".gpio.driver", "GpioLamps"),
    "hub-lamps": Driver("lamps", ".seat_hub.driver", "HubLamps"),
    "evdev-lamps": Driver("lamps", ".usb.leds", "LedLamps"),
    "pca9685": Driver("lamps", ".pca9685", "ChipLamps"),
    "picamera2": Driver("camera", ".camera.picamera", "PiCamera"),
    "v4l2": Driver("camera", ".camera.v4l2", "V4l2Camera"),
    "folder": Driver("camera", ".camera.pictures", "FolderCamera"),
    "gpio-power": Driver("power", ".gpio.driver", "PowerButton"),
    "hx711": Driver("scale", ".scale.hx711", "Hx711Scale"),
    "espeak": Driver("speech", ".speech", "EspeakVoice"),
}
"""The table's own drivers, by their names in settings. A new one is a file and a line.

Without settings the table looks for hardware in this order.
"""

PLUG_INS = "doubtit.drivers"
"""Group of entry points for other packages' drivers.

An entry's name is part and name, as in `buzzers.pedals = "doubtit_pedals:PedalBuzzers"`.
"""


@cache
def drivers() -> Mapping[str, Driver]:
    """Return the table's own drivers, then those of other packages, by their names.

    A plug-in never replaces another driver. Buzzers `x` use the lamps `x-lamps`, if there are any.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow, and help needs none

    entries = entry_points(group=PLUG_INS)
    names = {entry.name for entry in entries}
    plugged: dict[str, Driver] = {}
    for entry in entries:
        part, _, name = entry.name.partition(".")
        if part in get_args(PartName) and name:
            lamps = f"{name}-lamps" if part == "buzzers" and f"lamps.{name}-lamps" in names else ""
            package = entry.dist.name if entry.dist else entry.module
            driver = Driver(cast("PartName", part), entry.module, entry.attr, lamps, package)
            plugged.setdefault(name, driver)
    return DRIVERS | {name: driver for name, driver in plugged.items() if name not in DRIVERS}


def driver_of(name: object) -> Driver | None:
    """Return the driver of that name in settings, or None.

    Other packages are searched only for a name that is none of the table's own: that takes 20 ms.
    """
    if not isinstance(name, str):
        return None
    return DRIVERS.get(name) or drivers().get(name)


class DriverNames(Collection[str]):
    """The names of all drivers of a part; other packages are searched as `driver_of` does."""

    def __init__(self, part: PartName) -> None:
        self._part = part

    def __contains__(self, name: object) -> bool:
        driver = driver_of(name)
        return driver is not None and driver.part == self._part

    def __iter__(self) -> Iterator[str]:
        return (name for name, driver in drivers().items() if driver.part == self._part)

    def __len__(self) -> int:
        return sum(1 for _ in self)
