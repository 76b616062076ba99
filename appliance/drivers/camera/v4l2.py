"""A USB camera, through OpenCV's V4L2. `Supervised` puts a deadline on every call.

Exposure, white balance and focus are measured once and then fixed, if the camera supports it.
The controls go through V4L2's own ioctls, on the device that OpenCV streams from. OpenCV itself has
no power line frequency, and reports success even if the camera took another value or none. Numbers
and layouts: linux/videodev2.h and linux/v4l2-controls.h; they never change.
"""

import os
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fcntl import ioctl
from functools import partial
from time import monotonic_ns
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from appliance.core.hardware import Need
from appliance.core.signals import MS, SECOND
from appliance.drivers import Clock, Context, Control, Found, Frame, Machine
from appliance.drivers.camera.watched import Checked, watched
from appliance.errors import DriverError, PictureError, reason
from bluffing.message import Message, message

if TYPE_CHECKING:  # settings are read without numpy
    import cv2
    import numpy.typing as npt

    Picture = npt.NDArray[Any]  # pixels of any type
else:
    Picture = Any  # only a type checker reads it

"""A camera's picture from OpenCV, of any shape and type."""

EXPOSURE_AUTO, EXPOSURE_ABSOLUTE = 0x009A0901, 0x009A0902
FOCUS_ABSOLUTE, FOCUS_AUTO = 0x009A090A, 0x009A090C
AUTO_WHITE_BALANCE, WHITE_BALANCE_TEMPERATURE = 0x0098090C, 0x0098091A
AUTOGAIN, GAIN = 0x00980912, 0x00980913
POWER_LINE_FREQUENCY = 0x00980918
MENU_OF_HZ = {0: 0, 50: 1, 60: 2}
"""The mains' frequency in POWER_LINE_FREQUENCY's menu; 3 is automatic."""

QUERY, GET, SET = 0xC0445624, 0xC008561B, 0xC008561C
"""VIDIOC_QUERYCTRL, VIDIOC_G_CTRL and VIDIOC_S_CTRL."""

_QUERIED = struct.Struct("II32s4iI2I")  # id, type, name, least, most, step, default, flags, 0, 0
_CONTROL = struct.Struct("Ii")  # id, value
_DISABLED = 1  # of the flags

CHANGED = 0.15
"""Maximum change of brightness or colour when a control is fixed, as a share.

Above it the control is made automatic again.
"""

SETTLE = 5
"""Number of pictures until a control that was set takes effect."""

BLURRED = 0.5
"""Minimum share of its detail that a picture keeps when its controls are fixed; less is blurred."""

FIXED_CODE = "control.fixed"
"""Code of the message about a control that keeps its measured value."""

EVEN_LIGHT = message("control.even-light")
"""Remedy if a camera keeps adjusting itself."""


@dataclass(frozen=True, slots=True)
class Automatic:
    """A control that a camera adjusts until `switch` is `off`; then `value` decides.

    `on` are the values of automatic adjustment, the best one first; `unit` is the unit of `value`.
    `name` is a code of the catalogue.
    """

    name: str
    switch: int
    on: tuple[int, ...]
    off: int
    value: int
    unit: str = ""


AUTOMATICS = (
    # by time alone (3: aperture priority); by time and iris (0) if the camera has no other mode
    Automatic("control.exposure", EXPOSURE_AUTO, (3, 0), 1, EXPOSURE_ABSOLUTE, " x 0.1 ms"),
    Automatic("control.gain", AUTOGAIN, (1,), 0, GAIN),
    Automatic(
        "control.white-balance", AUTO_WHITE_BALANCE, (1,), 0, WHITE_BALANCE_TEMPERATURE, " K"
    ),
    Automatic("control.lens", FOCUS_AUTO, (1,), 0, FOCUS_ABSOLUTE),
)


class VideoDevice:
    """A video device, for its controls only. A missing control is None everywhere.

    The camera keeps its controls after closing, until it loses its power.
    """

    def __init__(self, path: str) -> None:
        """Open the device. Raises OSError."""
        self._file = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def step(self, control: int) -> int | None:
        """Return the step between values of `control`."""
        try:
            answer = ioctl(self._file, QUERY, _QUERIED.pack(control, 0, b"", *([0] * 7)))
        except OSError:
            return None
        _, _, _, _, _, step, _, flags, _, _ = _QUERIED.unpack(answer)
        return None if flags & _DISABLED else max(1, step)

    def get(self, control: int) -> int | None:
        """Return the value of `control`, or None."""
        with suppress(OSError):
            if self.step(control):
                value: int = _CONTROL.unpack(ioctl(self._file, GET, _CONTROL.pack(control, 0)))[1]
                return value
        return None

    def set(self, control: int, value: int) -> bool:
        """Set it; whether it then is so, read back."""
        with suppress(OSError):  # a camera that refuses is one that keeps its value
            ioctl(self._file, SET, _CONTROL.pack(control, value))
        now = self.get(control)
        return now is not None and abs(now - value) < (self.step(control) or 1)


def fix(
    device: VideoDevice, mains_hz: int, skip: int, look: Callable[[int], Picture]
) -> tuple[Control, ...]:
    """Let the camera settle its exposure, colours and focus, then fix them; return the controls.

    `mains_hz` is the mains frequency, by which lamps flicker, `skip` the number of pictures until
    everything has settled; `look` takes that many pictures and returns the last one.

    Some cameras report an old value while they are automatic: fixed at that, the picture would be
    dark, blue or blurred. If fixing changes the picture, everything is made automatic again.
    """
    for automatic in AUTOMATICS:  # whatever the last user left
        _let_find(device, automatic)
    flicker = _set_flicker(device, mains_hz)
    before = look(skip)
    controls = {automatic: _hold(device, automatic) for automatic in AUTOMATICS}
    if not _alike(before, look(SETTLE)):
        for automatic, control in controls.items():
            if control.seen.code == FIXED_CODE:
                _let_find(device, automatic)
                state = message("control.automatic.changed")
                controls[automatic] = Control(control.name, state, EVEN_LIGHT)
    return (*controls.values(), flicker)


def _let_find(device: VideoDevice, one: Automatic) -> None:
    any(device.set(one.switch, on) for on in one.on)


def _hold(device: VideoDevice, automatic: Automatic) -> Control:
    name, value = message(automatic.name), device.get(automatic.value)
    if device.get(automatic.switch) is None:
        if value is None:
            return Control(name, message("control.not-to-be-set"))
        return Control(name, message("control.no-automatic", value=value, unit=automatic.unit))
    if value is None:
        return Control(name, message("control.automatic.not-told"))
    if device.set(automatic.switch, automatic.off) and device.set(automatic.value, value):
        return Control(name, message(FIXED_CODE, value=value, unit=automatic.unit))
    _let_find(device, automatic)
    return Control(name, message("control.automatic.kept"), EVEN_LIGHT)


def _set_flicker(device: VideoDevice, mains_hz: int) -> Control:
    name = message("control.flicker")
    if device.get(POWER_LINE_FREQUENCY) is None:
        return Control(name, message("control.flicker.no-setting"))
    done = device.set(POWER_LINE_FREQUENCY, MENU_OF_HZ[mains_hz])
    if not mains_hz:
        return Control(name, message("control.flicker.not-allowed-for"))
    if done:
        return Control(name, message("control.flicker.allowed-for", hz=mains_hz))
    state = message("control.flicker.refused", hz=mains_hz)
    return Control(name, state, message("control.flicker.refused.todo"))


def _alike(before: Picture, after: Picture) -> bool:
    """Return True if two pictures of the same box agree in brightness, colour and sharpness."""
    was, now = (image.mean(axis=(0, 1)) for image in (before, after))
    # two of 255 are noise in a dark picture
    same = abs(now - was) <= CHANGED * was + 2
    return bool(same.all()) and _detail(after) >= BLURRED * _detail(before)


def _detail(image: Picture) -> float:
    rows = image[::4].astype("int16")
    return float(abs(rows[:, 1:] - rows[:, :-1]).mean())


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
