"""The Pi's own camera, through picamera2, which comes from Raspberry Pi's archive (libcamera).

Exposure and white balance are found once and then stay: what has changed between two pictures
is then the cards and not the camera. `Supervised` puts a deadline on all of it.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from time import monotonic_ns
from typing import Any

import numpy as np

from appliance.drivers import Frame
from appliance.errors import DriverError, PictureError

FIXED = ("ExposureTime", "AnalogueGain", "ColourGains")
"""What is kept as it was found; given so, libcamera's automatics for them are off."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Which camera (0 is the first), its picture's size, and for how long it finds its exposure.

    `converge` counts pictures at 30 a second; `wait` is picamera2's own deadline for one, in
    seconds, a little less than that of Supervised, which catches what this one doesn't.
    """

    number: int = 0
    width: int = 1920
    height: int = 1080
    converge: int = 60
    wait: float = 2.5


class PiCamera:
    """A camera on the Pi's connector. Implements Camera. `clock` is the table's, ns.

    `monotonic` is CLOCK_MONOTONIC (ns), in which the sensor stamps its pictures.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Callable[[], int],
        monotonic: Callable[[], int] = monotonic_ns,
    ) -> None:
        self._settings, self._clock, self._monotonic = settings, clock, monotonic
        self._camera: Any = None
        self._offset = 0

    def open(self) -> None:
        """Start the camera, let it find exposure and colours, and fix them.

        Raises:
            DriverError: no picamera2, no camera, or it is in use.
        """
        self.close()
        try:
            library = import_module("picamera2")
        except ImportError as error:
            raise DriverError(
                f"picamera2 can't be imported ({error}): on a Pi install python3-picamera2 with "
                "apt, and make the virtual environment with --system-site-packages"
            ) from error
        number = self._settings.number
        try:
            self._camera = library.Picamera2(number)
            self._start(library)
        except Exception as error:
            self.close()
            cause = error.__cause__ or error.__context__
            why = f"{error} ({cause})" if cause is not None else f"{error}"
            raise DriverError(
                f"camera {number} can't be opened: {why}: check its cable, and stop what else "
                "uses it"
            ) from error

    def capture(self) -> Frame:
        """The next picture, with the time at which its first line was exposed.

        Raises:
            DriverError: the camera is closed, or no picture came.
            PictureError: it has not the shape that was asked for.
        """
        if self._camera is None:
            raise DriverError("the Pi's camera is closed: open it first")
        try:
            with self._camera.captured_request(wait=self._settings.wait) as request:
                image, metadata = request.make_array("main"), request.get_metadata()
        except Exception as error:
            raise DriverError(
                f"camera {self._settings.number} gives no picture ({error!r}): check its cable"
            ) from error
        wanted = (self._settings.height, self._settings.width, 3)
        if image.shape != wanted or image.dtype != np.uint8:
            raise PictureError(
                f"camera {self._settings.number} gave a picture of {image.shape}, {image.dtype}: "
                f"{wanted} was asked for; another camera_width and camera_height may work"
            )
        stamp = metadata.get("SensorTimestamp")
        return Frame(image, self._clock() if stamp is None else stamp + self._offset)

    def close(self) -> None:
        """Stop the camera and let it go."""
        camera, self._camera = self._camera, None
        if camera is not None:
            for let_go in (camera.stop, camera.close):
                with suppress(Exception):  # a camera that has failed fails at this too
                    let_go()

    def _start(self, library: Any) -> None:  # noqa: ANN401 - a module without types
        settings, camera = self._settings, self._camera
        # libcamera's RGB888 lies in memory as OpenCV's BGR; without a queue a picture is always
        # one from after it was asked for
        main = {"size": (settings.width, settings.height), "format": "RGB888"}
        camera.configure(camera.create_video_configuration(main=main, queue=False))
        camera.start_preview(library.Preview.NULL)
        camera.start()
        self._offset = self._clock() - self._monotonic()
        metadata: dict[str, Any] = {}
        for _ in range(settings.converge):
            metadata = camera.capture_metadata(wait=settings.wait)
        fixed = {key: metadata[key] for key in FIXED if key in metadata}
        if fixed:
            camera.set_controls(fixed)
