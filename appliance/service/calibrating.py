"""Calibration from the table's menu: a live picture of the box, and a look at its mat."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import cv2
import numpy as np

from appliance.box.calibrate import MAT_PICTURES, Calibration, Sighting, lacking, sight, solve
from appliance.box.file import save
from appliance.box.mat.design import MARKERS
from appliance.display.develop import live_picture
from appliance.drivers import Camera, Image
from appliance.errors import CalibrationError, PictureError
from appliance.service.jobs import Tell
from appliance.service.picture import Viewfinder
from bluffing.message import Message, message

LIVE_EVERY = 0.15
"""Seconds between two live pictures: hands move the camera, and nothing else has to be fast."""

SEEN_COLOUR = (0, 196, 255)
"""BGR of the frame around a marker that was found."""


@dataclass(frozen=True, slots=True)
class Calibrating:
    """Calibrates what `camera` shows, writes it to `path`, and has it `used` at once.

    It goes on showing the picture for as long as somebody looks.
    """

    camera: Camera
    path: Path
    used: Callable[[Calibration], None]
    finder: Viewfinder = field(default_factory=Viewfinder)

    def work(self, tell: Tell, stop: Event) -> None:
        """Look until the mat was seen often enough, and then until nobody looks any more.

        Raises:
            DoubtItError: there is no picture, or the file can't be written.
        """
        good: list[Sighting] = []
        done = False
        try:
            while not stop.wait(LIVE_EVERY):
                try:
                    image = self.camera.capture().image
                except PictureError as error:
                    tell((error.says,))
                    continue
                seen = sight(image)
                self.finder.picture = live_picture(outlined(image, seen))
                if not done:
                    done = self._take(seen, good, tell)
        finally:
            self.finder.picture = None

    def _take(self, seen: Sighting, good: list[Sighting], tell: Tell) -> bool:
        """One more look at the mat; whether that was enough of them."""
        why = lacking(seen.markers)
        if why is not None:
            tell((_markers(seen), why.says))
            return False
        good.append(seen)
        if len(good) < MAT_PICTURES:
            tell((_markers(seen), message("job.hold-still", n=MAT_PICTURES - len(good))))
            return False
        try:
            found = solve(good)
        except CalibrationError as error:  # the camera moved, or the mat is odd: look again
            good.clear()
            tell((_markers(seen), error.says))
            return False
        save(found, self.path)
        self.used(found)
        done = message("job.calibrated", error_mm=found.error, path=str(self.path))
        trouble = found.light.trouble(found.plane.size)
        tell((_markers(seen), done, *([] if trouble is None else [trouble])), done=True)
        return True


def outlined(image: Image, seen: Sighting) -> Image:
    """The picture with a frame around each marker that was found in it."""
    shown = image.copy()
    corners = [np.round(one).astype(np.int32) for one in seen.markers.values()]
    cv2.polylines(shown, corners, isClosed=True, color=SEEN_COLOUR, thickness=3)
    return shown


def _markers(seen: Sighting) -> Message:
    return message("job.markers", seen=len(seen.markers), of=len(MARKERS))
