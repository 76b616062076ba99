"""A USB camera, through OpenCV's V4L2. `Supervised` puts a deadline on every call.

Exposure, white balance and focus are measured once and then fixed, if the camera supports it
(`v4l2_controls.py`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from time import monotonic_ns
from typing import TYPE_CHECKING, Annotated, Literal

from appliance.core.hardware import Need
from appliance.core.signals import MS, SECOND
from appliance.drivers import Clock, Context, Control, Found, Frame, Machine
from appliance.drivers.camera.v4l2_controls import EXPOSURE_ABSOLUTE, Picture, VideoDevice, fix
from appliance.drivers.camera.watched import Checked, watched
from appliance.errors import DriverError, PictureError, reason
from bluffing.message import Message, message

if TYPE_CHECKING:
    import cv2

LONGEST_EXPOSURE = SECOND // 30
"""Default of a camera's longest exposure: the time between two pictures (ns)."""

STAMP_BELIEVED = 60 * SECOND
"""A stamp that is older, or further ahead than LONGEST_EXPOSURE, is of another clock (ns).

Drivers reckon when a picture ends: a little ahead is usual (12 ms with the kernel's vivid).
"""

READOUT = LONGEST_EXPOSURE
"""The longest time between the first row of a picture and its stamp (ns)."""

STALE = 10
"""The most old pictures that are skipped after a request; buffers are empty by then."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Device of the camera: a number, as in /dev/video0, or a path such as one in /dev/v4l/by-id.

    Only the newest picture is kept. The first `skip` pictures, while the exposure settles, are
    discarded. `mains_hz` is the mains frequency, by which lamps flicker (0: they don't).
    """

    device: str = "0"
    width: Annotated[int, range(640, 4609)] = 1920
    height: Annotated[int, range(480, 2593)] = 1080
    mains_hz: Literal[0, 50, 60] = 50
    skip: Annotated[int, range(601)] = 30


class V4l2Camera:
    """A camera that Linux knows as a video device. Implements Pictures. `clock` is the table's, ns.

    `monotonic` is CLOCK_MONOTONIC (ns), in which most drivers stamp their pictures. The size is a
    request: a camera without such a picture uses the nearest.
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
    def found(cls, machine: Machine) -> Found | Message:
        """Find the first USB camera; on a Pi other video nodes are codecs."""
        nodes = (machine.root / "sys/class/video4linux").glob("video*")
        for node in sorted(nodes, key=lambda one: (len(one.name), one.name)):
            if "/usb" not in str(node.resolve()) or machine.text(node / "index") != "0":
                continue
            device = machine.root / "dev" / node.name
            if shut := machine.shut(device):
                return shut
            stays = (link for link in (machine.root / "dev/v4l/by-id").glob("*"))
            named = min(
                (str(link) for link in stays if link.resolve() == device.resolve()), default=""
            )
            sighting = message("driver.v4l2.found", camera=machine.text(node / "name"))
            return Found(sighting, Settings(named or str(device)))
        return message("driver.v4l2.found-none")

    @classmethod
    def of(cls, settings: Settings, context: Context) -> Checked:
        """Make the camera of a table, supervised."""
        return watched(lambda: cls(settings, context.clock), context.clock, needs=cls.needs)

    def __init__(self, settings: Settings, clock: Clock, monotonic: Clock = monotonic_ns) -> None:
        self._settings, self._clock, self._monotonic = settings, clock, monotonic
        self._capture: cv2.VideoCapture | None = None
        self._controls: tuple[Control, ...] = ()
        self._exposure = LONGEST_EXPOSURE
        self._offset = 0

    def open(self) -> None:
        """Start the camera and fix its controls. Raises DriverError: it is missing or busy."""
        self.close()
        self._offset = self._clock() - self._monotonic()
        try:
            with self._opencv():
                self._start()
        except DriverError:
            self.close()
            raise

    def capture(self) -> Frame:
        """Take a picture whose exposure begins after the call; return it with that time.

        Raises:
            DriverError: the camera is closed, was unplugged, or delivers old pictures.
            PictureError: it is no colour picture.
        """
        if self._capture is None:
            raise DriverError.of("driver.v4l2.closed")
        device, asked, at = self._settings.device, self._clock(), 0
        with self._opencv():
            for _ in range(STALE):
                at = self._next(self._capture)
                if at >= asked:
                    break
            else:
                raise DriverError.of("driver.v4l2.late", device=device, late=(asked - at) / SECOND)
            image = self._image(self._capture)
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != "uint8":
            shape, kind = str(image.shape), str(image.dtype)
            raise PictureError.of("driver.v4l2.no-colour", device=device, shape=shape, kind=kind)
        return Frame(image.astype("uint8", copy=False), at, self._controls)

    def close(self) -> None:
        """Release the camera."""
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    @contextmanager
    def _opencv(self) -> Iterator[None]:
        """Whatever OpenCV raises is a fault of the camera."""
        import cv2  # noqa: PLC0415 - when it opens, not with the settings

        try:
            yield
        except cv2.error as error:
            raise DriverError(
                message("driver.v4l2.fails", device=self._settings.device, error=str(error))
            ) from error

    def _start(self) -> None:
        import cv2  # noqa: PLC0415 - as above

        settings = self._settings
        device = int(settings.device) if settings.device.isdecimal() else settings.device
        capture = self._capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
        if not capture.isOpened():
            raise DriverError.of("driver.v4l2.not-opened", device=settings.device)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        # uncompressed pictures of this size come at 5 a second over USB 2
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, settings.width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, settings.height)
        path = f"/dev/video{device}" if isinstance(device, int) else device
        try:
            with VideoDevice(path) as controls:
                look = partial(self._look, capture)
                self._controls = fix(controls, settings.mains_hz, settings.skip, look)
                exposure = controls.get(EXPOSURE_ABSOLUTE) or 0  # in tenths of a millisecond
                self._exposure = max(LONGEST_EXPOSURE, exposure * MS // 10)
        except OSError as error:
            for _ in range(settings.skip):
                self._next(capture)
            state = message("control.as-it-likes", path=path, error=reason(error))
            todo = message("control.as-it-likes.todo")
            self._controls = (Control(message("control.all"), state, todo),)

    def _look(self, capture: "cv2.VideoCapture", count: int) -> Picture:
        """Take `count` pictures, and return the last one."""
        for _ in range(count):
            self._next(capture)
        return self._image(capture)

    def _next(self, capture: "cv2.VideoCapture") -> int:
        """Wait for the next picture; return the start of its exposure, or an earlier time (ns).

        It isn't decoded yet: decoding takes longer than anything else here.
        """
        import cv2  # noqa: PLC0415 - as above

        done, stamp = capture.grab(), capture.get(cv2.CAP_PROP_POS_MSEC)
        if not done:
            raise DriverError.of("driver.v4l2.no-picture", device=self._settings.device)
        now = self._clock()
        at = round(stamp * MS) + self._offset
        if not stamp or not now - STAMP_BELIEVED < at <= now + LONGEST_EXPOSURE:
            return now  # no usable stamp: with one buffer a picture is queued on request
        return at - READOUT - self._exposure

    def _image(self, capture: "cv2.VideoCapture") -> Picture:
        """Decode the newest picture, of any shape."""
        done, image = capture.retrieve()
        if not done or image is None:
            raise DriverError.of("driver.v4l2.no-picture", device=self._settings.device)
        return image
