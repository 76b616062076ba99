"""The Pi's own camera, through picamera2, which comes from Raspberry Pi's archive (libcamera).

Exposure, white balance and focus are measured once and then fixed: only the cards change between
two pictures, not the camera. `Supervised` puts a deadline on every call.

By default picamera2 takes the sensor's mode that is nearest to the picture's size, and that may
crop the middle: 1920x1080 on a Module 2 shows 59 % of its width, and the camera has to hang twice
as high.
"""

import logging
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from math import prod
from time import monotonic_ns
from typing import Annotated, Any, Literal

from appliance.core.hardware import Need
from appliance.drivers import Clock, Context, Control, Found, Frame, Machine
from appliance.drivers.camera.watched import Checked, watched
from appliance.errors import DriverError, PictureError
from bluffing.message import Message, message

Named = Mapping[str, Any]  # libcamera's: numbers, and tuples of them, by its names for them
Mode = Named
"""One of picamera2's `sensor_modes`: its `size`, `bit_depth` and `crop_limits` (x, y, w, h)."""

MANUAL, CONTINUOUS = 0, 2
"""Values of libcamera's AfMode: fixed lens; continuous autofocus."""

FLICKER_OFF, FLICKER_MANUAL = 0, 1
"""Values of libcamera's AeFlickerMode: free exposures; exposures of whole flicker periods."""

NEARLY = 0.98
"""Share of the sensor that counts as the whole: modes differ in a few rows at the edge."""

FIXED = ("ExposureTime", "AnalogueGain", "ColourGains")
"""Controls that keep their measured values; setting them turns libcamera's automatics off."""

BUFFERS = 2
"""Number of picamera2's buffers: one is read while the next is filled. By default picamera2 has
6, and as many raw ones, of up to 25 MB each: too much of a small Pi's memory for cameras.
"""

SENSORS = ("imx", "ov", "arducam")
"""Prefixes of camera sensors' names, among the parts that the kernel lists for a camera."""

NO_LOG = logging.NullHandler()
"""Handler that discards picamera2's log: its errors are raised too, and would fill stderr."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Number of the camera (0 is the first), its picture's size, and its time to settle.

    `height_cm` is the distance of the mat from the lens (0: autofocus), `mains_hz` the mains
    frequency, by which lamps flicker (0: they don't). `converge` is the number of pictures until
    exposure settles, at 10 to 30 a second. `wait` is picamera2's own deadline for a picture, in
    seconds; it is a little less than that of Supervised, which catches the rest.
    """

    number: Annotated[int, range(10)] = 0
    width: Annotated[int, range(640, 4609)] = 1920
    height: Annotated[int, range(480, 2593)] = 1080
    height_cm: Annotated[int, range(5, 201)] | Literal[0] = 0
    mains_hz: Literal[0, 50, 60] = 50
    converge: Annotated[int, range(1, 601)] = 60
    wait: float = 2.5


class PiCamera:
    """A camera on the Pi's connector. Implements Pictures. `clock` is the table's, ns.

    `monotonic` is CLOCK_MONOTONIC (ns), in which the sensor stamps its pictures.
    """

    needs = (
        Need(
            message("driver.need.camera"),
            "video",
            ("/dev/media*", "/dev/video*", "/dev/dma_heap/*"),
            missing=message("driver.need.picamera.missing"),
        ),
    )

    @classmethod
    def found(cls, machine: Machine) -> Found | Message:
        """A sensor on the Pi's connector, as the kernel names it, where picamera2 is installed."""
        parts = (machine.root / "sys/class/video4linux").glob("v4l-subdev*/name")
        names = sorted(machine.text(path).partition(" ")[0] for path in parts)
        sensors = [name for name in names if name.startswith(SENSORS)]
        if not sensors:
            return message("driver.picamera.found-none")
        if not machine.installed("picamera2"):
            return message("driver.found.library", library="picamera2")
        return Found(message("driver.picamera.found", sensor=sensors[0]), Settings())

    @classmethod
    def of(cls, settings: Settings, context: Context) -> Checked:
        """Make the camera of a table, supervised."""
        return watched(lambda: cls(settings, context.clock), context.clock, needs=cls.needs)

    def __init__(self, settings: Settings, clock: Clock, monotonic: Clock = monotonic_ns) -> None:
        self._settings, self._clock, self._monotonic = settings, clock, monotonic
        self._camera: Any = None  # picamera2's types are not for mypy: it is not there to check
        self._controls: tuple[Control, ...] = ()
        self._offset = 0

    def open(self) -> None:
        """Start the camera and fix its controls. Raises DriverError: no picamera2, or no camera."""
        self.close()
        try:
            library = import_module("picamera2")
        except ImportError as error:
            raise DriverError.of("driver.picamera.no-library", error=str(error)) from error
        logging.getLogger("picamera2").addHandler(NO_LOG)
        number = self._settings.number
        try:
            self._find(library)
            # in two steps: if the second one fails, the object can still be closed
            self._camera = library.Picamera2.__new__(library.Picamera2)
            self._camera.__init__(number)
            self._start(library)
        except Exception as error:
            self.close()
            raise DriverError.of(
                "driver.picamera.not-opened", number=number, error=_why(error)
            ) from error

    def capture(self) -> Frame:
        """Take a picture whose exposure begins after the call; return it with that time.

        Raises:
            DriverError: the camera is closed, or no picture came.
            PictureError: its shape is wrong.
        """
        if self._camera is None:
            raise DriverError.of("driver.picamera.closed")
        number, asked, wait = self._settings.number, self._monotonic(), self._settings.wait
        try:
            with self._camera.captured_request(wait=wait, flush=asked) as request:
                image, metadata = request.make_array("main"), request.get_metadata()
        except Exception as error:
            _cancel(self._camera)
            raise DriverError.of(
                "driver.picamera.no-picture", number=number, error=_why(error)
            ) from error
        wanted = (self._settings.height, self._settings.width, 3)
        if image.shape != wanted or image.dtype != "uint8":
            shape, kind = str(image.shape), str(image.dtype)
            raise PictureError(
                message("driver.picamera.other-shape", number=number, shape=shape, kind=kind),
                message("driver.picamera.other-shape.todo", wanted=str(wanted)),
            )
        # as picamera2 reckons: the stamp is the end of the first row's exposure, which is in us
        began = metadata["SensorTimestamp"] - 1000 * metadata["ExposureTime"]
        return Frame(image, began + self._offset, self._controls)

    def close(self) -> None:
        """Stop the camera and let it go."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        _cancel(camera)
        with suppress(Exception):  # a camera that has failed fails at this too
            # not `stop` before it: that asks picamera2's own loop, which may be waiting for ever
            camera.close()
        if getattr(camera, "started", False):
            return  # it can't be stopped, and its threads may still use all that it has
        pipe = getattr(camera, "notifymeread", None)
        if pipe is not None and not pipe.closed:  # picamera2 leaves both ends open when it fails
            pipe.close()
            os.close(camera.notifyme_w)
        with suppress(AttributeError):  # closing, picamera2 opens its memory's device once more
            del camera.allocator

    def _find(self, library: Any) -> None:  # noqa: ANN401 - a module without types
        """Raise LookupError without enough cameras: picamera2's own error varies."""
        count = len(library.Picamera2.global_camera_info())
        if self._settings.number >= count:
            raise LookupError("no camera is found" if not count else f"only {count} found")

    def _start(self, library: Any) -> None:  # noqa: ANN401 - as above
        settings, camera = self._settings, self._camera
        modes = camera.sensor_modes
        mode = whole_sensor(modes, settings.width, settings.height)
        sensor = {"output_size": mode["size"], "bit_depth": mode["bit_depth"]} if mode else {}
        wished = wishes(camera.camera_controls, settings.height_cm, settings.mains_hz)
        # libcamera's RGB888 lies in memory as OpenCV's BGR; without a queue no picture is kept back
        main = {"size": (settings.width, settings.height), "format": "RGB888"}
        configuration = camera.create_video_configuration(
            main=main, raw=None, sensor=sensor, controls=wished, buffer_count=BUFFERS, queue=False
        )
        camera.configure(configuration)
        camera.start_preview(library.Preview.NULL)
        camera.start()
        self._offset = self._clock() - self._monotonic()
        metadata: dict[str, Any] = {}  # values of many types
        for _ in range(settings.converge):
            metadata = camera.capture_metadata(wait=settings.wait)
        fixed = {key: metadata[key] for key in FIXED if key in metadata}
        if wished.get("AfMode") == CONTINUOUS and "LensPosition" in metadata:
            fixed |= {"AfMode": MANUAL, "LensPosition": metadata["LensPosition"]}
        if fixed:
            camera.set_controls(fixed)
        self._controls = controls_in_force(
            modes, camera.camera_configuration().get("sensor"), wished, metadata
        )


def _why(error: Exception) -> str:
    """Return the fault in picamera2's words, with its cause."""
    if isinstance(error, TimeoutError):
        return "no picture came in time"
    cause = error.__cause__ or error.__context__
    text = f"{error}" or repr(error)
    return text if cause is None else f"{text} ({cause})"


def _cancel(camera: Any) -> None:  # noqa: ANN401 - as above
    """Cancel picamera2's unanswered requests: it would carry them out first, and keep them."""
    with suppress(Exception):  # picamera2 before 0.3.22 can't
        camera.cancel_all_and_flush()


def whole_sensor(modes: Sequence[Mode], width: int, height: int) -> Mode | None:
    """Return the mode of the whole sensor with the fewest pixels that suffice for the picture.

    If none suffices, the one with the most; None if the camera lists no modes.
    """
    known = [mode for mode in modes if "crop_limits" in mode]
    most = max((prod(mode["crop_limits"][2:]) for mode in known), default=0)
    whole = [mode for mode in known if prod(mode["crop_limits"][2:]) >= NEARLY * most]
    enough = [mode for mode in whole if mode["size"][0] >= width and mode["size"][1] >= height]
    if enough:
        return min(enough, key=lambda mode: (prod(mode["size"]), -mode["bit_depth"]))
    return max(whole, key=lambda mode: (prod(mode["size"]), mode["bit_depth"]), default=None)


def wishes(offered: Named, height_cm: int, mains_hz: int) -> dict[str, float]:
    """Return the initial controls, limited to those that the camera offers.

    `height_cm` and `mains_hz` are those of Settings.
    """
    wished: dict[str, float] = {}
    if "AfMode" in offered and "LensPosition" in offered:
        wished["AfMode"] = MANUAL if height_cm else CONTINUOUS
        if height_cm:  # the position of the lens for that, in dioptres, clipped to its range
            least, most, _ = offered["LensPosition"]
            wished["LensPosition"] = float(min(max(100 / height_cm, least), most))
    if "AeFlickerMode" in offered and "AeFlickerPeriod" in offered:
        wished["AeFlickerMode"] = FLICKER_MANUAL if mains_hz else FLICKER_OFF
        if mains_hz:  # a lamp flickers twice in each of the mains' periods; in microseconds
            wished["AeFlickerPeriod"] = round(1e6 / (2 * mains_hz))
    return wished


def controls_in_force(
    modes: Sequence[Mode], sensor: Named | None, wished: Named, metadata: Named
) -> tuple[Control, ...]:
    """Return the controls in force: `sensor` is libcamera's mode, `metadata` a picture's own."""
    controls = (
        _sensor(modes, sensor, metadata),
        _lens(wished, metadata),
        _flicker(wished, metadata),
    )
    return tuple(control for control in controls if control is not None)


def _sensor(modes: Sequence[Mode], sensor: Named | None, metadata: Named) -> Control | None:
    crops = [mode["crop_limits"] for mode in modes if "crop_limits" in mode]
    if not (sensor and crops and "ScalerCrop" in metadata):
        return None
    width, height = sensor["output_size"]
    whole = max(crops, key=lambda crop: prod(crop[2:]))
    wide, tall = (metadata["ScalerCrop"][place] / whole[place] for place in (2, 3))
    bits: int = sensor["bit_depth"]
    state = message(
        "control.sensor.shows", width=width, height=height, bits=bits, wide=wide, tall=tall
    )
    todo = None if max(wide, tall) >= NEARLY else message("control.sensor.todo")
    return Control(message("control.sensor"), state, todo)


def _lens(wished: Named, metadata: Named) -> Control:
    name = message("control.lens")
    if "AfMode" not in wished:
        return Control(name, message("control.lens.by-hand"))
    place = metadata.get("LensPosition", 0.0)
    distance = (
        message("control.lens.at", cm=100 / place) if place > 0 else message("control.lens.far")
    )
    if wished["AfMode"] == CONTINUOUS:
        return Control(name, message("control.lens.found", where=distance))
    if abs(place - wished["LensPosition"]) > 0.05 * wished["LensPosition"]:
        wanted = 100 / wished["LensPosition"]
        state = message("control.lens.elsewhere", where=distance, wanted=wanted)
        return Control(name, state, message("control.lens.todo"))
    return Control(name, message("control.lens.set", where=distance))


def _flicker(wished: Named, metadata: Named) -> Control:
    exposure = metadata.get("ExposureTime", 0)
    period = wished.get("AeFlickerPeriod")
    if "AeFlickerMode" not in wished:
        code = "no-setting"
    elif period is None:
        code = "not-allowed-for"
    elif exposure < period:
        code = "too-bright"
    elif abs(exposure - round(exposure / period) * period) > 0.05 * period:
        code = "does-not-fit"
    else:
        code = "fits"
    hz = {} if period is None else {"hz": round(1e6 / (2 * period))}
    state = message(f"control.exposed.{code}", ms=exposure / 1000, **hz)
    bad = code in ("too-bright", "does-not-fit")
    todo = message(f"control.exposed.{code}.todo") if bad else None
    return Control(message("control.flicker"), state, todo)
