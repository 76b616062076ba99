"""A camera that can be put into any state, and a stand-in for OpenCV's VideoCapture before it.

One `Hardware` is the camera behind either library, with all that can go wrong with it. Before it
stand the real picamera2 (`real_picamera2.py`), or `VideoCapture` here: what OpenCV does on a real
machine (what blocks, where it answers False) is taken from its source.
"""

import errno
import struct
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from sensor_modules import MODULE_3, Module

from appliance.core.signals import MS, SECOND
from appliance.drivers.camera.v4l2 import (
    AUTO_WHITE_BALANCE,
    EXPOSURE_ABSOLUTE,
    EXPOSURE_AUTO,
    FOCUS_ABSOLUTE,
    FOCUS_AUTO,
    GAIN,
    GET,
    POWER_LINE_FREQUENCY,
    QUERY,
    SET,
    WHITE_BALANCE_TEMPERATURE,
)

PERIOD = SECOND // 30
"""Between two pictures, ns."""


@dataclass
class Knob:
    """A control of a USB camera. It takes what is `allowed`; a `deaf` one says so and doesn't."""

    value: int
    allowed: tuple[int, ...] | range
    deaf: bool = False
    disabled: bool = False


def webcam() -> dict[int, Knob]:
    """The controls of a usual USB camera, by V4L2's numbers."""
    return {
        EXPOSURE_AUTO: Knob(3, (1, 3)),
        EXPOSURE_ABSOLUTE: Knob(156, range(3, 2048)),
        GAIN: Knob(20, range(256)),
        AUTO_WHITE_BALANCE: Knob(1, (0, 1)),
        WHITE_BALANCE_TEMPERATURE: Knob(4600, range(2800, 6501)),
        FOCUS_AUTO: Knob(1, (0, 1)),
        FOCUS_ABSOLUTE: Knob(30, range(0, 251, 5)),
        POWER_LINE_FREQUENCY: Knob(2, (0, 1, 2)),
    }


@dataclass
class Hardware:
    """A camera that can be put into any state. `now` is CLOCK_MONOTONIC, ns."""

    now: int = 5_000 * MS
    missing: bool = False
    busy: bool = False
    hangs: bool = False  # no picture comes
    deaf: bool = False  # where it hangs, the library ignores its own deadline
    lost: bool = False  # its cable is out: no picture comes, and it can't be started
    frozen: bool = False
    dark: bool = False
    stamps: bool = True
    lag: int = 0  # so much later than usual its pictures come, ns
    size: tuple[int, int] = (64, 48)
    shape: tuple[int, ...] | None = None  # of OpenCV's pictures, whatever was asked for
    adjusted: tuple[int, int] | None = None  # the size that libcamera makes of any other
    module: Module = MODULE_3
    cameras: int = 1
    exposure: int = 20_500  # what automatic exposure finds, us
    free: bool = False  # its automatic exposure doesn't care for the flicker
    cropped: bool = False  # libcamera takes another mode than it was asked for
    sharp: float = 2.6  # what automatic focus finds, dioptres
    stuck: bool = False  # its lens doesn't move
    woken: Event = field(default_factory=Event)  # set at a test's end: who hangs goes on
    knobs: dict[int, Knob] = field(default_factory=webcam)
    dim: bool = False  # it tells an exposure that it doesn't use: fixed at that, all is dark
    users: int = 0  # those that have opened and not closed it
    frames: int = 0
    controls: dict[str, Any] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)

    def picture(self) -> npt.NDArray[np.uint8]:
        """The next picture: a gradient with a little noise, as every real one has."""
        if not self.frozen:
            self.frames += 1
        width, height = self.size
        shape = self.shape or (height, width, 3)
        if self.dark:
            return np.full(shape, self.frames % 7, np.uint8)
        base = np.linspace(40, 180, int(np.prod(shape)), dtype=np.float64).reshape(shape)
        noise = np.random.default_rng(self.frames).integers(-3, 4, shape)
        dark = self.dim and self.knobs[EXPOSURE_AUTO].value == 1
        return ((base + noise) / (3 if dark else 1)).astype(np.uint8)

    def ioctl(self, _file: int, request: int, data: bytes) -> bytes:
        """Return what the kernel does with a V4L2 device's controls, down to the bytes."""
        number, *_ = struct.unpack_from("I", data)
        knob = self.knobs.get(number)
        if knob is None:
            raise OSError(errno.EINVAL, "Invalid argument")
        if request == QUERY:
            assert len(data) == 68
            allowed = knob.allowed
            step = allowed.step if isinstance(allowed, range) else 1
            about = (min(allowed), max(allowed), step, 0, int(knob.disabled))
            return struct.pack("II32s4iI2I", number, 1, b"", *about, 0, 0)
        assert len(data) == 8
        if request == SET:
            wanted = struct.unpack("Ii", data)[1]
            if isinstance(knob.allowed, range):  # a number is led back to what is allowed
                wanted = min(knob.allowed, key=lambda value: abs(value - wanted))
            elif wanted not in knob.allowed:
                raise OSError(errno.EINVAL, "Invalid argument")
            if not knob.deaf:
                knob.value = wanted
        else:
            assert request == GET
        return struct.pack("Ii", number, knob.value)

    def monotonic(self) -> int:
        """CLOCK_MONOTONIC."""
        return self.now


class VideoCapture:
    """cv2.VideoCapture, on `hardware`."""

    def __init__(self, hardware: Hardware, device: int | str, backend: int) -> None:
        assert backend == cv2.CAP_V4L2
        self._hardware = hardware
        self._hardware.calls.append(f"open {device!r}")
        self._opened = not (self._hardware.missing or self._hardware.busy)
        self._hardware.users += self._opened

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own name
        return self._opened

    def set(self, prop: int, value: float) -> bool:
        self._hardware.controls[str(prop)] = value
        width, height = self._hardware.size
        if prop == cv2.CAP_PROP_FRAME_WIDTH:
            self._hardware.size = int(value), height
        elif prop == cv2.CAP_PROP_FRAME_HEIGHT:
            self._hardware.size = width, int(value)
        return True

    def get(self, prop: int) -> float:
        assert prop == cv2.CAP_PROP_POS_MSEC
        return (self._hardware.now - self._hardware.lag) / MS if self._hardware.stamps else 0.0

    def grab(self) -> bool:
        if self._hardware.missing:  # unplugged while it was open
            return False
        if self._hardware.hangs:
            self._hardware.woken.wait()
            return False
        self._hardware.now += PERIOD
        return True

    def retrieve(self) -> tuple[bool, npt.NDArray[np.uint8]]:
        return True, self._hardware.picture()

    def release(self) -> None:
        self._hardware.users -= self._opened
        self._opened = False
