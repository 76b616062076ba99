"""The controls of a USB camera: sets them, reads them back and reports the values in force.

They go through V4L2's own ioctls, on the device that OpenCV streams from. OpenCV itself has no
power line frequency, and reports success even if the camera took another value or none. Numbers
and layouts: linux/videodev2.h and linux/v4l2-controls.h; they never change.
"""

import os
import struct
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fcntl import ioctl
from typing import TYPE_CHECKING, Any, Self

from appliance.drivers import Control
from bluffing.message import message

if TYPE_CHECKING:  # settings are read without numpy
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
