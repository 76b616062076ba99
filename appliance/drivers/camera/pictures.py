"""Picture files, alone or as a camera: checked first, because a decoder accepts anything.

A truncated JPEG decodes without complaint, its missing part grey; a few bytes of header may request
gigabytes. Reading the file's structure first detects both. Every picture file that the project
reads passes through here.
"""

import re
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from typing import Self

from appliance.drivers import Camera, Clock, Context, Frame, Image
from appliance.errors import DriverError, PictureError, reason
from bluffing.message import Spoken, message

MAX_BYTES = 100_000_000
MAX_PIXELS = 50_000_000
"""A phone's sharpest photo; decoded it takes 150 MB, about as much as a Pi's memory bears."""

MIN_SIDE = 32
"""Minimum side in pixels; no card is legible in less."""

MAX_RATIO = 20
"""Maximum ratio of long to short side. No camera takes longer strips; reduced they are blank."""

EDGE, MISSING = 16, 128
"""Minimum number of rows, and their grey level, at the edge of a decoded JPEG without its end."""

FACTORS = (1, 2, 4, 8)
"""Factors by which a decoder can reduce a picture."""

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8"
_SCAN_ENDS = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)  # a marker, not data or restart
_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # the SOF markers
_SCAN, _END = 0xDA, 0xD9


def load_picture(path: Path) -> Image:
    """Load the picture in the JPEG or PNG file `path`, turned by its EXIF orientation.

    Raises:
        PictureError: no such file, no picture, damaged, cut off, too small or too large.
    """
    return load_reduced(path)[0]


def load_reduced(path: Path, enough: int = MAX_BYTES) -> tuple[Image, int]:
    """Load a picture as `load_picture` does, reduced if its longer side keeps `enough` pixels.

    Return it and the factor by which it is smaller: 1, 2, 4 or 8. A JPEG is decoded in that size,
    which takes less memory.

    Raises:
        PictureError: as in `load_picture`.
    """
    data = _contents(path)
    width, height = _size(path, data)
    size: dict[str, Spoken] = {"path": str(path), "width": width, "height": height}
    if min(width, height) < MIN_SIDE:
        raise PictureError(message("picture.too-small", **size))
    if width * height > MAX_PIXELS:
        most = MAX_PIXELS // 1_000_000
        raise PictureError(message("picture.too-large", most=most, **size))
    if max(width, height) > MAX_RATIO * min(width, height):
        raise PictureError(message("picture.strip", **size))
    factor = max(each for each in FACTORS if each == 1 or max(width, height) >= each * enough)
    return _decode(path, data, factor), factor


def _contents(path: Path) -> bytes:
    try:
        about = path.stat()
        if not S_ISREG(about.st_mode):
            raise PictureError.of("picture.no-file", path=str(path))
        if about.st_size > MAX_BYTES:
            raise PictureError(
                message("picture.too-many-bytes", path=str(path), most=MAX_BYTES // 1_000_000)
            )
        return path.read_bytes()
    except (OSError, ValueError) as error:  # a path may have a NUL in it
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise PictureError.of("picture.not-read", path=str(path), error=why) from error


def _decode(path: Path, data: bytes, factor: int) -> Image:
    import cv2  # noqa: PLC0415 - with the first picture, not with the settings
    import numpy as np  # noqa: PLC0415 - as above

    flag = cv2.IMREAD_COLOR if factor == 1 else getattr(cv2, f"IMREAD_REDUCED_COLOR_{factor}")
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flag)
    except cv2.error as error:
        raise PictureError.of(
            "picture.not-decoded", path=str(path), error=str(error.err)
        ) from error
    if image is None:
        raise PictureError.of("picture.not-decoded-at-all", path=str(path))
    # an EXIF turn may have brought the end to any side
    edge = EDGE // factor
    ends = (image[-edge:], image[:edge], image[:, -edge:], image[:, :edge])
    if data.startswith(_JPEG) and any((end == MISSING).all() for end in ends):
        raise PictureError.of("picture.ends-in-grey", path=str(path))
    return image.astype(np.uint8, copy=False)


def _size(path: Path, data: bytes) -> tuple[int, int]:
    """Return width and height of the header, after checking that the file is complete."""
    try:
        if data.startswith(_PNG):
            return _png_size(path, data)
        if data.startswith(_JPEG):
            return _jpeg_size(path, data)
    except (IndexError, struct.error) as error:
        raise PictureError.of("picture.cut-off", path=str(path)) from error
    raise PictureError.of("picture.neither", path=str(path))


def _png_size(path: Path, data: bytes) -> tuple[int, int]:
    """Walk the chunks to IEND, and check the sum that each has."""
    width, height = struct.unpack_from(">II", data, 16)
    at = len(_PNG)
    while True:
        length, kind = struct.unpack_from(">I4s", data, at)
        at += 12 + length
        if at > len(data):
            raise IndexError
        if data[at - 4 : at] != struct.pack(">I", zlib.crc32(data[at - 8 - length : at - 4])):
            raise PictureError.of("picture.damaged-png", path=str(path))
        if kind == b"IEND":
            return width, height


def _jpeg_size(path: Path, data: bytes) -> tuple[int, int]:
    """Walk the segments, over the scans, to the end-of-image marker; later bytes are ignored.

    Of several sizes the largest counts: decoders differ in their choice.
    """
    size = (0, 0)
    at = len(_JPEG)
    while True:
        while data[at + 1] == 0xFF:  # padding
            at += 1
        if data[at] != 0xFF:
            raise PictureError.of("picture.damaged-jpeg", path=str(path))
        marker = data[at + 1]
        if marker == _END:
            return size
        (length,) = struct.unpack_from(">H", data, at + 2)
        if marker in _SIZES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            size = max(size, (width, height), key=lambda each: each[0] * each[1])
        at += 2 + length
        if marker == _SCAN:
            end = _SCAN_ENDS.search(data, at)
            if end is None:
                raise IndexError
            at = end.start()


# --- a folder of them as a camera ------------------------------------------------------------

PICTURE_ENDINGS = frozenset({".jpg", ".jpeg", ".png"})


@dataclass(frozen=True, slots=True)
class Settings:
    """The folder of the pictures, which are shown in the order of their names."""

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
        """Return the shown picture.

        Raises:
            DriverError: the camera is closed.
            PictureError: this file is no complete picture; `next` advances to the next one.
        """
        if not self._paths:
            raise DriverError.of("driver.folder.closed", folder=str(self._folder))
        if self._image is None:
            self._image = load_picture(self._paths[self._shown])
        return Frame(self._image.copy(), self._clock())

    def next(self) -> bool:
        """Show the next picture; after the last one return False and keep it."""
        if self._shown + 1 >= len(self._paths):
            return False
        self._shown, self._image = self._shown + 1, None
        return True

    def close(self) -> None:
        """Forget the pictures."""
        self._paths, self._image = [], None
