"""Everything the core wants of hardware: a few Protocols and one table of drivers.

A driver is one plain class in one file, with its own frozen `Settings`. It imports its
hardware library when it opens, never at import; it never waits, decides or draws. Fakes are
complete drivers that pass the same contract tests as the real ones.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from appliance.core.effects import Rhythm
from appliance.core.signals import Signal

Post = Callable[[Signal], None]
"""Hands a signal to the loop. Safe from any thread; returns at once."""

Image = npt.NDArray[np.uint8]
"""Shape (height, width, 3), BGR as OpenCV has it, 0 to 255."""


@dataclass(frozen=True, slots=True)
class Control:
    """One thing that a camera was asked to keep to, and what is in force (`seen`, in words).

    `todo` says what can be done where the camera doesn't do as it was asked; "" where it does.
    """

    name: str
    seen: str
    todo: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the reveal box and when its exposure began (ns, the table's clock).

    `controls` are what its camera was set to, where it can be set at all.
    """

    image: Image
    at: int
    controls: tuple[Control, ...] = ()


class Source(Protocol):
    """Something people press: posts Edge (and, for comfort, Chosen) signals while open."""

    @property
    def worst_delay(self) -> int:
        """The longest that an edge is under way before it is posted (ns): the settle time.

        Where one board serves several drivers it is known once that board is open.
        """

    @property
    def uncertainty(self) -> int:
        """How far the stamps of two edges can be from what lies between them (ns): known then too.

        Presses that are closer than that are a tie, whatever their stamps say.
        """

    def open(self, post: Post) -> None:
        """Start posting. Raises DriverError when the hardware is not there or is busy."""

    def close(self) -> None:
        """Stop and let go of the hardware. May be called twice."""


class Lamps(Protocol):
    """One lamp a buzzer."""

    def open(self) -> None:
        """Take the lamps, all dark. Raises DriverError when they are not there or are busy."""

    def show(self, buzzer: int, rhythm: Rhythm) -> None:
        """Remember what the lamp of `buzzer` shows from now on."""

    def beat(self, at: int) -> None:
        """Bring every lamp to where its rhythm is at `at` (ns). Called once a frame."""

    def close(self) -> None:
        """Darken the lamps and let them go. May be called twice."""


class Camera(Protocol):
    """A look into the reveal box."""

    def open(self) -> None:
        """Raises DriverError when there is no camera or it is busy."""

    def capture(self) -> Frame:
        """The newest picture. Raises DriverError if none comes, PictureError if it is broken."""

    def close(self) -> None:
        """Let go of the camera. May be called twice."""


class Switch(Protocol):
    """Something that can ask for the table to be switched off."""

    def open(self) -> None:
        """Raises DriverError when it is not there or is busy."""

    def wanted(self, now: int) -> bool:
        """Whether the table shall be switched off, at `now` (ns). Asked once a frame."""

    def close(self) -> None:
        """Let go of it. May be called twice."""


@dataclass(frozen=True, slots=True)
class Driver:
    """Where to find a driver; its module is imported only by `load`."""

    kind: Literal["source", "lamps", "camera", "switch"]
    module: str
    name: str

    def load(self) -> Any:  # noqa: ANN401 - each driver's class has its own settings
        """The driver's class: call it with its settings, then open it."""
        return getattr(import_module(f"appliance.drivers.{self.module}"), self.name)


DRIVERS: dict[str, Driver] = {
    "gpio": Driver("source", "gpio.driver", "GpioBuzzers"),
    "keyboard": Driver("source", "keyboard", "KeyboardBuzzers"),
    "hub": Driver("source", "seat_hub.driver", "HubBuzzers"),
    "evdev": Driver("source", "usb.driver", "EvdevBuzzers"),
    "gpio-lamps": Driver("lamps", "gpio.driver", "GpioLamps"),
    "hub-lamps": Driver("lamps", "seat_hub.driver", "HubLamps"),
    "evdev-lamps": Driver("lamps", "usb.leds", "LedLamps"),
    "picamera2": Driver("camera", "camera.picamera", "PiCamera"),
    "v4l2": Driver("camera", "camera.v4l2", "V4l2Camera"),
    "folder": Driver("camera", "camera.folder", "FolderCamera"),
    "power": Driver("switch", "power", "PowerButton"),
}
"""Every driver, by the name that settings call it. A new one is a file and a line here."""
