"""Stand-ins for picamera2 and OpenCV's VideoCapture, with the API that they document.

One `Hardware` is the camera behind either, with all that can go wrong with it. What a library
does on a real machine (which error, what blocks) is taken from its source: picamera2 raises
RuntimeError when it can't open a camera, and waits for ever for a picture unless it is told a
number of seconds; OpenCV answers False.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from appliance.signals import MS


@dataclass
class Hardware:
    """A camera that can be put into any state. `now` is CLOCK_MONOTONIC, ns."""

    now: int = 5_000 * MS
    missing: bool = False
    busy: bool = False
    hangs: bool = False
    frozen: bool = False
    dark: bool = False
    stamps: bool = True
    deaf: bool = False  # the library ignores its own deadline
    lag: int = 0
    size: tuple[int, int] = (64, 48)
    shape: tuple[int, ...] | None = None
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

    def wait(self, seconds: float | None) -> None:
        """What waiting for a picture is like: it blocks for ever, or says so after its time."""
        if self.hangs:
            if seconds is not None and not self.deaf:
                raise TimeoutError
            self.woken.wait()

    def monotonic(self) -> int:
        """CLOCK_MONOTONIC."""
        return self.now


def picamera2(hardware: Hardware) -> SimpleNamespace:  # noqa: C901 - a module, in one scope
    """The module."""

    class Request:
        def __init__(self) -> None:
            self._image = hardware.picture()

        def make_array(self, name: str) -> npt.NDArray[np.uint8]:
            assert name == "main"
            return self._image

        def get_metadata(self) -> dict[str, Any]:
            found: dict[str, Any] = {
                "ExposureTime": 20_000,
                "AnalogueGain": 1.5,
                "ColourGains": (1.8, 1.6),
                "Lux": 300.0,
            }
            if hardware.stamps:
                found["SensorTimestamp"] = hardware.now - hardware.lag
            return found

        def release(self) -> None:
            hardware.calls.append("release")

    class Picamera2:
        def __init__(self, camera_num: int = 0) -> None:
            if hardware.missing:
                raise IndexError("list index out of range")
            if hardware.busy:
                cause = RuntimeError("Failed to acquire camera: Device or resource busy")
                raise RuntimeError("Camera __init__ sequence did not complete.") from cause
            hardware.users += 1
            hardware.calls.append(f"open {camera_num}")

        def create_video_configuration(
            self, main: dict[str, Any], *, queue: bool = True
        ) -> dict[str, Any]:
            assert main["format"] == "RGB888"
            return {"main": main, "queue": queue}

        def configure(self, config: dict[str, Any]) -> None:
            assert config["queue"] is False
            hardware.size = config["main"]["size"]

        def start_preview(self, preview: object) -> None:
            assert preview == "null"

        def start(self) -> None:
            hardware.calls.append("start")

        def set_controls(self, controls: dict[str, Any]) -> None:
            hardware.controls |= controls

        def capture_metadata(self, wait: float | None = None) -> dict[str, Any]:
            hardware.wait(wait)
            return Request().get_metadata()

        @contextmanager
        def captured_request(self, wait: float | None = None) -> Iterator[Request]:
            hardware.wait(wait)
            request = Request()
            try:
                yield request
            finally:
                request.release()

        def stop(self) -> None:
            if hardware.hangs and hardware.deaf:
                hardware.woken.wait()
            hardware.calls.append("stop")

        def close(self) -> None:
            hardware.users -= 1
            hardware.calls.append("close")

    return SimpleNamespace(Picamera2=Picamera2, Preview=SimpleNamespace(NULL="null"))


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
