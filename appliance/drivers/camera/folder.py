"""A camera that shows the pictures of a folder: for trying the reader, and for recorded games."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from appliance.drivers import Camera, Clock, Context, Frame, Image
from appliance.drivers.camera.pictures import load_picture
from appliance.errors import DriverError, reason

PICTURE_ENDINGS = frozenset({".jpg", ".jpeg", ".png"})


@dataclass(frozen=True, slots=True)
class Settings:
    """The folder whose pictures are shown, by name."""

    folder: Path


class FolderCamera(Camera):
    """Shows one picture until told `next`. `clock` is the table's, ns."""

    live = False

    @classmethod
    def of(cls, settings: Settings, context: Context) -> Self:
        """The pictures as a table's camera."""
        return cls(settings, context.clock)

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._folder = settings.folder
        self._clock = clock
        self._paths: list[Path] = []
        self._shown = 0
        self._image: Image | None = None

    def open(self) -> None:
        """Show the first picture. Raises DriverError: no such folder, or no picture in it."""
        try:
            paths = sorted(self._folder.iterdir())
        except OSError as error:
            raise DriverError.of(
                "driver.folder.not-opened", folder=str(self._folder), error=reason(error)
            ) from error
        self._paths = [path for path in paths if path.suffix.lower() in PICTURE_ENDINGS]
        if not self._paths:
            raise DriverError.of("driver.folder.empty", folder=str(self._folder))
        self._shown, self._image = 0, None

    def capture(self) -> Frame:
        """The picture that is shown.

        Raises:
            DriverError: the camera is closed.
            PictureError: this file is no whole picture; `next` goes on to the next one.
        """
        if not self._paths:
            raise DriverError.of("driver.folder.closed", folder=str(self._folder))
        if self._image is None:
            self._image = load_picture(self._paths[self._shown])
        return Frame(self._image.copy(), self._clock())

    def next(self) -> bool:
        """Show the next picture; False, and the last one stays, when there is none."""
        if self._shown + 1 >= len(self._paths):
            return False
        self._shown, self._image = self._shown + 1, None
        return True

    def close(self) -> None:
        """Forget the pictures."""
        self._paths, self._image = [], None
