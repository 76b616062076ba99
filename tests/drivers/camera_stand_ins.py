"""A camera that can be put into any state, and a stand-in for OpenCV's VideoCapture before it.

One `Hardware` is the camera behind either library, with all that can go wrong with it. Before it
stand the real picamera2 (`real_picamera2.py`), or `video_capture` here: what OpenCV does on a real
machine (what blocks, where it answers False) is taken from its source.
"""

from dataclasses import dataclass, field
from threading import Event
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from sensor_modules import MODULE_3, Module

from appliance.signals import MS


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
    sharp: float = 2.6  # what automatic focus finds, dioptres
    stuck: bool = False  # its lens doesn't move
    woken: Event = field(default_factory=Event)  # set at a test's end: who hangs goes on
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
            return np.full(shape, self.frames % 2, np.uint8)
        base = np.linspace(40, 180, int(np.prod(shape)), dtype=np.float64).reshape(shape)
        noise = np.random.default_rng(self.frames).integers(-3, 4, shape)
        return (base + noise).astype(np.uint8)

    def monotonic(self) -> int:
        """CLOCK_MONOTONIC."""
        return self.now


def video_capture(hardware: Hardware) -> type[object]:
    """The class cv2.VideoCapture."""

    class VideoCapture:
        def __init__(self, device: int | str, backend: int) -> None:
            assert backend == cv2.CAP_V4L2
            hardware.calls.append(f"open {device!r}")
            self._opened = not (hardware.missing or hardware.busy)
            hardware.users += self._opened

        def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own name
            return self._opened

        def set(self, prop: int, value: float) -> bool:
            hardware.controls[str(prop)] = value
            if prop in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT):
                place = int(prop == cv2.CAP_PROP_FRAME_HEIGHT)
                size = list(hardware.size)
                size[place] = int(value)
                hardware.size = (size[0], size[1])
            return True

        def get(self, prop: int) -> float:
            assert prop == cv2.CAP_PROP_POS_MSEC
            return (hardware.now - hardware.lag) / MS if hardware.stamps else 0.0

        def read(self) -> tuple[bool, npt.NDArray[np.uint8] | None]:
            if hardware.missing:  # unplugged while it was open
                return False, None
            if hardware.hangs:
                hardware.woken.wait()
                return False, None
            return True, hardware.picture()

        def release(self) -> None:
            hardware.users -= self._opened
            self._opened = False

    return VideoCapture
