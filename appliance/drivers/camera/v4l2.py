"""A USB camera, through OpenCV's V4L2. `Supervised` puts a deadline on all of it.

Exposure, white balance and focus are found once and then stay, where the camera can be told so
(`v4l2_controls.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic_ns
from typing import Annotated, Any, Literal

import numpy as np

from appliance.core.hardware import Need
from appliance.core.signals import MS, SECOND
from appliance.drivers import Context, Control, Frame, Range
from appliance.drivers.camera.checked import Checked
from appliance.drivers.camera.supervised import watched
from appliance.drivers.camera.v4l2_controls import Fixing, VideoDevice
from appliance.errors import DriverError, PictureError
from appliance.message import message

LONGEST_EXPOSURE = SECOND // 30
"""The longest exposure of a camera that tells none: the time between two pictures (ns)."""

STAMP_BELIEVED = 60 * SECOND
"""A stamp that is older, or further ahead than LONGEST_EXPOSURE, is of another clock (ns).

Drivers reckon when a picture ends: a little ahead is usual (12 ms with the kernel's vivid).
"""

READOUT = LONGEST_EXPOSURE
"""The longest time between the first row of a picture and its stamp (ns)."""

STALE = 10
"""The most old pictures that are skipped after a request; buffers are empty by then."""

SETTLE = 5
"""How many pictures after a control was set the effect shows."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Which camera: a number, as in /dev/video0, or a path such as one in /dev/v4l/by-id.

    Of its pictures only the newest is kept; the first `skip`, while it finds its exposure, are
    let go by. `mains_hz` is what lamps flicker by (0: they don't).
    """

    device: str = "0"
    width: Annotated[int, Range(640, 4608)] = 1920
    height: Annotated[int, Range(480, 2592)] = 1080
    mains_hz: Literal[0, 50, 60] = 50
    skip: Annotated[int, Range(0, 600)] = 30


class V4l2Camera:
    """A camera that Linux knows as a video device. Implements Pictures. `clock` is the table's, ns.

    `monotonic` is CLOCK_MONOTONIC (ns), in which most drivers stamp their pictures. The size is
    a wish: a camera that has no such picture gives the nearest.
    """

    needs = (
        Need(
            message("driver.need.camera"),
            "video",
            ("/dev/video*",),
            missing=message("driver.need.v4l2.missing"),
        ),
    )

    @classmethod
    def of(cls, settings: Settings, context: Context) -> Checked:
        """The camera of a table: watched, and it may come later."""
        return watched(lambda: cls(settings, context.clock), context.clock, needs=cls.needs)

    def __init__(
        self,
        settings: Settings,
        clock: Callable[[], int],
        monotonic: Callable[[], int] = monotonic_ns,
    ) -> None:
        self._settings, self._clock, self._monotonic = settings, clock, monotonic
        self._capture: Any = None  # OpenCV's, which has no types
        self._controls: tuple[Control, ...] = ()
        self._exposure = LONGEST_EXPOSURE
        self._offset = 0

    def open(self) -> None:
        """Start the camera, let it find exposure, colours and focus, and fix them.

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
            raise DriverError(
                message("driver.v4l2.fails", device=self._settings.device, error=str(error))
            ) from error
        except DriverError:
            self.close()
            raise

    def capture(self) -> Frame:
        """A picture whose exposure began after it was asked for, and when that was.

        Raises:
            DriverError: the camera is closed, was unplugged, or gives pictures from before.
            PictureError: it is no colour picture.
        """
        if self._capture is None:
            raise DriverError(message("driver.v4l2.closed"), message("driver.v4l2.closed.todo"))
        asked = self._clock()
        for _ in range(STALE):
            at = self._next()
            if at >= asked:
                break
        else:
            raise DriverError(
                message(
                    "driver.v4l2.late", device=self._settings.device, late=(asked - at) / SECOND
                ),
                message("driver.v4l2.late.todo"),
            )
        image = self._image()
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            raise PictureError(
                message(
                    "driver.v4l2.no-colour",
                    device=self._settings.device,
                    shape=str(image.shape),
                    kind=str(image.dtype),
                ),
                message("driver.v4l2.no-colour.todo"),
            )
        return Frame(image, at, self._controls)

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
                message("driver.v4l2.not-opened", device=settings.device),
                message("driver.v4l2.not-opened.todo"),
            )
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        # uncompressed pictures of this size come at 5 a second over USB 2
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, settings.width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, settings.height)
        path = f"/dev/video{device}" if isinstance(device, int) else device
        try:
            with VideoDevice(path) as controls:
                self._fix(Fixing(controls))
        except OSError as error:
            self._skip(settings.skip)
            seen = message("control.as-it-likes", path=path, error=error.strerror or str(error))
            todo = message("control.as-it-likes.todo")
            self._controls = (Control(message("control.all"), seen, todo),)

    def _fix(self, fixing: Fixing) -> None:
        """Let the camera find what suits the box, and hold it to that."""
        fixing.begin(self._settings.mains_hz)
        self._skip(self._settings.skip)
        before = self._image()
        fixing.fix()
        self._skip(SETTLE)
        fixing.compare(before, self._image())
        self._exposure = max(LONGEST_EXPOSURE, fixing.exposure or 0)
        self._controls = fixing.told

    def _skip(self, count: int) -> None:
        """Let so many pictures go by."""
        for _ in range(count):
            self._next()

    def _next(self) -> int:
        """Wait for the next picture; when its exposure began, or earlier (ns, the table's clock).

        It isn't decoded yet: that takes longer than anything else here.
        """
        import cv2  # noqa: PLC0415 - as in open

        try:
            done, stamp = self._capture.grab(), self._capture.get(cv2.CAP_PROP_POS_MSEC)
        except cv2.error as error:
            raise DriverError(
                message("driver.v4l2.fails", device=self._settings.device, error=str(error))
            ) from error
        if not done:
            raise self._lost()
        now = self._clock()
        at: int = round(stamp * MS) + self._offset
        if not stamp or not now - STAMP_BELIEVED < at <= now + LONGEST_EXPOSURE:
            return now  # no stamp to go by: with one buffer a picture is queued when asked for
        return at - READOUT - self._exposure

    def _image(self) -> Any:  # noqa: ANN401 - OpenCV's pictures may have any shape
        """The picture that came last."""
        import cv2  # noqa: PLC0415 - as in open

        try:
            done, image = self._capture.retrieve()
        except cv2.error as error:
            raise DriverError(
                message("driver.v4l2.fails", device=self._settings.device, error=str(error))
            ) from error
        if not done or image is None:
            raise self._lost()
        return image

    def _lost(self) -> DriverError:
        return DriverError(
            message("driver.v4l2.no-picture", device=self._settings.device),
            message("driver.v4l2.no-picture.todo"),
        )
