"""Pictures that arrive in time, are new and show something: the rest is caught before it is read.

A picture from before it was asked for, or the same one again, may show the cards of an earlier
reveal: a verdict on them would be wrong, and nobody could tell why.
"""

from collections.abc import Callable
from dataclasses import dataclass

from appliance.core.hardware import Need
from appliance.core.signals import MS, SECOND
from appliance.drivers import Frame, Pictures
from appliance.drivers.camera.dead import dead
from appliance.errors import DriverError, PictureError
from appliance.message import Message, message

PICTURE_TRIES = 5
"""How many late, repeated or broken pictures in a row count as a failure."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a camera may do without being at fault; times in ns.

    `late`: how long before the request a picture may have been exposed. `dead`: how long pictures
    may show nothing, because a hand over the lens is no fault. `noisy`: whether no two pictures of
    this camera are the same, as with every real one.
    """

    late: int = 500 * MS
    dead: int = 3 * SECOND
    noisy: bool = True


class Checked:
    """A camera whose pictures are looked at before they are handed on. Implements Camera.

    `clock` is the table's, ns. `failed` is told what is wrong where opening the camera anew may
    help, and gives the error to raise. `needs` are the camera's own.
    """

    live = True

    def __init__(
        self,
        camera: Pictures,
        clock: Callable[[], int],
        limits: Limits | None = None,
        failed: Callable[[DriverError], DriverError] = lambda error: error,
        *,
        needs: tuple[Need, ...] = (),
    ) -> None:
        self.needs = needs
        self._camera, self._clock, self._failed = camera, clock, failed
        self._limits = limits or Limits()
        self._last = b""
        self._dead_since: int | None = None

    def open(self) -> None:
        """Open the camera. Raises DriverError as the camera does."""
        self._dead_since = None
        self._camera.open()

    def capture(self) -> Frame:
        """A whole picture, new, exposed since it was asked for.

        Raises:
            DriverError: the camera's own, or it gives no such picture.
            PictureError: pictures come, but broken.
        """
        asked = self._clock()
        wrong: Message | PictureError = message("driver.camera.frozen")
        for _ in range(PICTURE_TRIES):
            try:
                frame = self._camera.capture()
            except PictureError as error:
                wrong = error
                continue
            late = asked - frame.at
            pixels = frame.image.tobytes() if self._limits.noisy else b""
            if late > self._limits.late:
                wrong = message("driver.camera.late", late=late / SECOND)
            elif pixels and pixels == self._last:
                wrong = message("driver.camera.frozen")
            else:
                self._last = pixels
                self._must_show(frame)
                return frame
        if isinstance(wrong, PictureError):
            raise wrong
        raise self._failed(DriverError(wrong, message("driver.camera.comes-back")))

    def next(self) -> bool:
        """There is always another picture."""
        return True

    def close(self) -> None:
        """Close the camera."""
        self._camera.close()

    def _must_show(self, frame: Frame) -> None:
        """Refuse a picture that shows nothing once that has gone on for too long."""
        why, now = dead(frame.image), self._clock()
        if why is None:
            self._dead_since = None
            return
        if self._dead_since is None:
            self._dead_since = now
        if now - self._dead_since >= self._limits.dead:
            what, todo = why
            raise DriverError(message("driver.camera.dead", why=what), todo)
