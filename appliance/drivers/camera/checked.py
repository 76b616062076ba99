"""Pictures that arrive in time, are new and show something: the rest is caught before it is read.

A picture from before it was asked for, or the same one again, may show the cards of an earlier
reveal: a verdict on them would be wrong, and nobody could tell why.

A camera whose sensor, cable or lens has failed often goes on delivering frames, and its driver
calls that success: black, one colour, a test pattern or snow. No reveal box can look so by itself:
its mat is lit, has grain, and every sensor adds noise of its own to every frame.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from appliance.core.hardware import Need
from appliance.core.signals import MS, SECOND
from appliance.drivers import Clock, Frame, Image, Pictures
from appliance.errors import DriverError, PictureError
from appliance.message import Message, message

PICTURE_TRIES = 5
"""How many late, repeated or broken pictures in a row count as a failure."""


BLACK = 24
"""Of 255: if the brightest hundredth of a picture is no brighter, there is no light to read by."""

FLAT = 1.0
"""Of 255: the largest standard deviation of a picture of one colour; noise alone gives more."""

STRAIGHT = 0.9
"""The share of columns that are one colour from top to bottom in a pattern of bars."""

SNOW = 0.2
"""The largest correlation of neighbouring pixels (1: the same) in a picture that is noise."""

EVERY = 4
"""Only every fourth row and column is looked at: enough for all but noise, 16 times cheaper."""


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
        clock: Clock,
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


def dead(image: Image) -> tuple[Message, Message] | None:
    """Why `image` (BGR) shows nothing, and what to do; None where it may show something.

    The first is said as the rest of "the picture is ...".
    """
    grey = image[::EVERY, ::EVERY].mean(axis=2, dtype=np.float32)
    if np.quantile(grey, 0.99) <= BLACK:
        why = "black"
    elif grey.std() < FLAT:
        why = "flat"
    elif _bars(grey):
        why = "pattern"
    elif _snow(image[: EVERY * 64, : EVERY * 64].mean(axis=2, dtype=np.float32)):
        why = "noise"
    else:
        return None
    return message(f"driver.dead.{why}"), message(f"driver.dead.{why}.todo")


def _bars(grey: npt.NDArray[np.float32]) -> bool:
    """Columns (or rows) of one colour each, side by side; a pattern may have a caption."""
    middles = (turned[len(turned) // 8 : len(turned) // 2] for turned in (grey, grey.T))
    return any((middle.std(axis=0) < FLAT).mean() >= STRAIGHT for middle in middles)


def _snow(grey: npt.NDArray[np.float32]) -> bool:
    """No pixel tells anything about the next."""
    left, right = grey[:, :-1].ravel(), grey[:, 1:].ravel()
    spread = float(left.std() * right.std())
    if spread < 100:  # too even to be snow, and too even to divide by
        return False
    alike = float(((left - left.mean()) * (right - right.mean())).mean()) / spread
    return alike < SNOW
