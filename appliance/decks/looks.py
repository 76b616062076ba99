"""Looks at cards through a camera or at photographs, each once it lies still."""

import time
from collections.abc import Callable, Iterator

import cv2
import numpy as np
import numpy.typing as npt

from appliance.drivers import Camera, Image
from appliance.errors import PictureError

BROKEN_AT_MOST = 60
"""Number of broken pictures in a row after which a camera counts as lost."""

STILL = 4.0
"""Maximum difference in grey levels of two pictures of a still scene."""

PATIENCE = 60.0
"""Seconds of waiting for each card."""


class Looks:
    """The camera's pictures of what lies still; a folder's pictures all count, and end."""

    def __init__(
        self,
        camera: Camera,
        clock: Callable[[], float] = time.monotonic,
        patience: float = PATIENCE,
    ) -> None:
        self._camera, self._clock, self._patience = camera, clock, patience
        self._before: npt.NDArray[np.float32] | None = None
        self.over = False
        """True once the last picture of a folder has been shown."""
        self.moves = 0
        """Number of movements so far: a card that was taken away is one."""

    def __iter__(self) -> Iterator[Image]:
        """Yield the next pictures until a folder ends or none comes for `patience` s.

        Raises:
            PictureError: many in a row were broken.
        """
        since, broken = self._clock(), 0
        while not self.over:
            try:
                image = self._camera.capture().image
            except PictureError:
                broken += 1
                if broken == BROKEN_AT_MOST or not self._camera.next():
                    raise
                continue
            if not self._camera.live:
                self.moves += 1
                self.over = not self._camera.next()
            elif not self._lies_still(image):
                self.moves += 1
                if self._clock() - since > self._patience:
                    return
                continue
            yield image
            since, broken = self._clock(), 0

    def _lies_still(self, image: Image) -> bool:
        """Return True if `image` shows the same as the one before."""
        small = np.asarray(cv2.resize(image, (96, 72), interpolation=cv2.INTER_AREA), np.float32)
        before, self._before = self._before, small
        return before is not None and float(np.abs(small - before).mean()) < STILL
