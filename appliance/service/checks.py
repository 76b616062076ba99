"""Checks from the table's menu: calibration with a live picture of the box, and the self-test."""

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
from appliance.selftest.judge import Finding, Level
from appliance.selftest.observe import look
from appliance.selftest.observe.room import Room
from appliance.service.jobs import Tell
from appliance.service.picture import Viewfinder
from bluffing.message import Message, message

LIVE_EVERY = 0.15
"""Seconds between two live pictures: hands move the camera slowly."""

SEEN_COLOUR = (0, 196, 255)
"""BGR of the frame around a marker that was found."""


@dataclass(frozen=True, slots=True)
class Calibrating:
    """Calibrates `camera`, writes the calibration to `path`, and passes it to `used` at once.

    It shows the live picture until it is stopped.
    """

    camera: Camera
    path: Path
    used: Callable[[Calibration], None]
    finder: Viewfinder = field(default_factory=Viewfinder)

    def work(self, tell: Tell, stop: Event) -> None:
        """Look until the mat was seen often enough; then show the picture until `stop`.

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
                sighting = sight(image)
                self.finder.picture = live_picture(outlined(image, sighting))
                if not done:
                    done = self._take(sighting, good, tell)
        finally:
            self.finder.picture = None

    def _take(self, sighting: Sighting, good: list[Sighting], tell: Tell) -> bool:
        """Use one more look at the mat; return True if the calibration is done."""
        why = lacking(sighting.markers)
        if why is not None:
            tell((_markers(sighting), why.says))
            return False
        good.append(sighting)
        if len(good) < MAT_PICTURES:
            tell((_markers(sighting), message("job.hold-still", n=MAT_PICTURES - len(good))))
            return False
        try:
            calibration = solve(good)
        except CalibrationError as error:  # the camera moved, or the mat is odd: look again
            good.clear()
            tell((_markers(sighting), error.says))
            return False
        save(calibration, self.path)
        self.used(calibration)
        done = message("job.calibrated", error_mm=calibration.error, path=str(self.path))
        trouble = calibration.light.trouble(calibration.plane.size)
        tell((_markers(sighting), done, *([] if trouble is None else [trouble])), done=True)
        return True


def outlined(image: Image, sighting: Sighting) -> Image:
    """Return the picture with a frame around each of its markers."""
    shown = image.copy()
    corners = [np.round(quad).astype(np.int32) for quad in sighting.markers.values()]
    cv2.polylines(shown, corners, isClosed=True, color=SEEN_COLOUR, thickness=3)
    return shown


def _markers(seen: Sighting) -> Message:
    return message("job.markers", seen=len(seen.markers), of=len(MARKERS))


# --- the self-test -------------------------------------------------------------------------------

PARTS = ("permissions", "disk", "supply", "machine", "reader", "camera")
"""Parts that can be tested while the table is open; the lobby itself shows the buzzers."""


def self_test(room: Room, tell: Tell, stop: Event) -> None:
    """Report the findings that are not fine, and the number of the others."""
    lines: list[Message] = []
    fine = 0
    for part in PARTS:
        tell((*lines, message("job.looking", part=message(f"job.part.{part}"))))
        for finding in look(part, room):
            if stop.is_set():
                return
            if finding.level in (Level.WARN, Level.FAIL):
                lines.append(_line(finding))
            fine += finding.level is Level.OK
    tell((*lines, message("job.fine", n=fine), message("job.rest")))


def _line(finding: Finding) -> Message:
    level = message(f"selftest.level.{finding.level}")
    line = message("job.finding", level=level, name=finding.name, seen=finding.seen)
    return line if finding.todo is None else message("error.todo", seen=line, todo=finding.todo)
