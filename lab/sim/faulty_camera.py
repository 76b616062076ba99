"""A camera with scheduled faults, for simulated games and for trying a table out.

It wraps any camera and spoils its pictures by a schedule, so that every failure happens at the same
moment each time.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from appliance.drivers import Clock, Frame, Pictures
from appliance.errors import DriverError, PictureError
from bluffing.message import message

BEHIND = 8
"""Number of pictures by which a late camera is behind."""


class CameraFault(StrEnum):
    """Kinds of faults of a camera."""

    LOST = "lost"  # unplugged, or its cable is loose
    BUSY = "busy"  # another program has it; it matters when the camera opens
    HANG = "hang"  # no picture, and no word
    DARK = "dark"  # the light is off, or the lens covered
    FROZEN = "frozen"  # the same picture with its old time, again and again
    LATE = "late"  # a picture from before, with its own time
    BROKEN = "broken"  # half a picture


@dataclass(frozen=True, slots=True)
class Spell:
    """A fault of the camera from `since` until `until` (ns of the table's clock)."""

    fault: CameraFault
    since: int
    until: int


class FaultyCamera:
    """Another camera, with faults. Implements Pictures.

    A hanging camera calls `block` before it gives up; in virtual time it does nothing.
    """

    def __init__(
        self,
        camera: Pictures,
        clock: Clock,
        spells: Sequence[Spell],
        block: Callable[[], object] = lambda: None,
    ) -> None:
        self._camera, self._clock, self._spells, self._block = camera, clock, spells, block
        self._before: deque[Frame] = deque(maxlen=BEHIND)  # pictures from before, oldest first

    def open(self) -> None:
        """Open the camera. Raises DriverError while it is lost or busy, or as the camera does."""
        fault = self._fault()
        if fault in (CameraFault.LOST, CameraFault.BUSY):
            raise DriverError(message("driver.camera.asked-fault", fault=fault.value))
        self._camera.open()

    def capture(self) -> Frame:
        """Return a picture, spoilt by the current fault.

        Raises:
            DriverError: lost or hanging, or as the camera does.
            PictureError: broken, or as the camera does.
        """
        fault = self._fault()
        if fault is CameraFault.LOST:
            raise DriverError(message("driver.camera.asked-lost"))
        if fault is CameraFault.HANG:
            self._block()
            raise DriverError(message("driver.camera.asked-hang"))
        frame = self._camera.capture()
        if fault is CameraFault.BROKEN:
            raise PictureError(message("driver.camera.asked-broken"))
        if fault is CameraFault.DARK:
            return Frame(np.zeros_like(frame.image), frame.at)
        if fault is CameraFault.LATE or not self._before:
            self._before.append(frame)
        if fault in (CameraFault.FROZEN, CameraFault.LATE):
            return Frame(self._before[0].image.copy(), self._before[0].at)
        self._before = deque([frame], BEHIND)
        return frame

    def close(self) -> None:
        """Close the camera."""
        self._camera.close()

    def _fault(self) -> CameraFault | None:
        now = self._clock()
        return next(
            (spell.fault for spell in self._spells if spell.since <= now < spell.until), None
        )
