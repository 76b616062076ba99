"""The table's open camera for two: the reader of cards, and a job of the menu."""

from threading import Lock

from appliance.core.hardware import Need
from appliance.drivers import Camera, Frame


class Lent:
    """A camera that its owner opens and closes; whoever has it lent takes pictures, one at a time.

    Implements Camera.
    """

    def __init__(self, camera: Camera) -> None:
        self._camera, self._taking = camera, Lock()
        self.needs: tuple[Need, ...] = camera.needs

    @property
    def live(self) -> bool:
        """True if it shows the present."""
        return self._camera.live

    def open(self) -> None:
        """It is open."""

    def capture(self) -> Frame:
        """The newest picture, when nobody else takes one. Raises as the camera does."""
        with self._taking:
            return self._camera.capture()

    def next(self) -> bool:
        """Go on to the next picture, as the camera does."""
        return self._camera.next()

    def close(self) -> None:
        """It stays open."""
