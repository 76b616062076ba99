"""A USB camera, through OpenCV's V4L2. `Supervised` puts a deadline on all of it."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic_ns
from typing import Any

import numpy as np

from appliance.drivers import Frame
from appliance.errors import DriverError, PictureError
from appliance.signals import MS, SECOND

BELIEVED = 60 * SECOND
"""A stamp older than this, or from the future, is of another clock than CLOCK_MONOTONIC."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Which camera: a number, as in /dev/video0, or a path such as one in /dev/v4l/by-id.

    Of its pictures only the newest is kept; the first `skip`, while it finds its exposure, are
    let go by.
    """

    device: str = "0"
    width: int = 1920
    height: int = 1080
    skip: int = 30


class V4l2Camera:
    """A camera that Linux knows as a video device. Implements Camera. `clock` is the table's, ns.

    `monotonic` is CLOCK_MONOTONIC (ns), in which most drivers stamp their pictures. The size is
    a wish: a camera that has no such picture gives the nearest.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Callable[[], int],
        monotonic: Callable[[], int] = monotonic_ns,
    ) -> None:
        self._settings, self._clock, self._monotonic = settings, clock, monotonic
        self._capture: Any = None
        self._offset = 0

    def open(self) -> None:
        """Start the camera and let it find its exposure.

        Raises:
            DriverError: no camera there, or it is in use.
        """
        self.close()
        import cv2  # noqa: PLC0415 - hardware libraries are imported when they are needed

        self._offset = self._clock() - self._monotonic()
        try:
            self._start(cv2)
        except cv2.error as error:
            self.close()
            raise DriverError(f"USB camera {self._settings.device} fails: {error}") from error
        except DriverError:
            self.close()
            raise

    def capture(self) -> Frame:
        """The next picture.

        Raises:
            DriverError: the camera is closed, or was unplugged.
            PictureError: it is no colour picture.
        """
        if self._capture is None:
            raise DriverError("the USB camera is closed: open it first")
        image, at = self._read()
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            raise PictureError(
                f"USB camera {self._settings.device} gave a picture of {image.shape}, "
                f"{image.dtype}: a colour picture is needed"
            )
        return Frame(image, at)

    def close(self) -> None:
        """Let go of the camera."""
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    def _start(self, cv2: Any) -> None:  # noqa: ANN401 - a module, and a type cannot say so
        settings = self._settings
        device = int(settings.device) if settings.device.isdecimal() else settings.device
        self._capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise DriverError(
                f"USB camera {settings.device} can't be opened: plug it in, stop what else uses "
                "it, join the group video, or name another camera_device"
            )
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        # uncompressed pictures of this size come at 5 a second over USB 2
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, settings.width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, settings.height)
        for _ in range(settings.skip):
            self._read()

    def _read(self) -> tuple[Any, int]:
        """The next picture and when it was taken (ns of the table's clock)."""
        import cv2  # noqa: PLC0415 - as in open

        try:
            done, image = self._capture.read()
            stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC)
        except cv2.error as error:
            raise DriverError(f"USB camera {self._settings.device} fails: {error}") from error
        if not done or image is None:
            raise DriverError(
                f"USB camera {self._settings.device} gives no picture: plug it in again"
            )
        now = self._clock()
        at = round(stamp * MS) + self._offset
        return image, at if stamp and now - BELIEVED < at <= now else now
