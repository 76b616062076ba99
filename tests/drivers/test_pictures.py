"""Pictures are refused for what is wrong with them, and for nothing else."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from appliance.drivers.folder_camera import FolderCamera, Settings
from appliance.drivers.pictures import load_picture
from appliance.errors import DriverError, PictureError

JPEG_KINDS = {
    "plain": [],
    "progressive": [cv2.IMWRITE_JPEG_PROGRESSIVE, 1],
    "restarts": [cv2.IMWRITE_JPEG_RST_INTERVAL, 2],
}


def noise(width: int = 160, height: int = 120) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.random.default_rng(1).integers(0, 256, (height, width, 3), np.uint8)


def encoded(ending: str, options: list[int] | None = None) -> bytes:
    done, data = cv2.imencode(ending, noise(), options or [])
    assert done
    return data.tobytes()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cards.jpg"


def test_a_png_comes_back_as_it_was(path: Path) -> None:
    path.write_bytes(encoded(".png"))
    assert (load_picture(path) == noise()).all()


@pytest.mark.parametrize("kind", JPEG_KINDS)
def test_a_jpeg_is_whole_or_refused_wherever_it_is_cut(kind: str, path: Path) -> None:
    data = encoded(".jpg", JPEG_KINDS[kind])
    path.write_bytes(data + b"what a phone puts behind the picture \xff\xd8")
    assert load_picture(path).shape == (120, 160, 3)
    # a thumbnail inside, with an end of its own, must not pass for the end of the picture
    data = data[:2] + b"\xff\xe1\x00\x08ab\xff\xd9cd" + data[2:]
    for length in (2, 3, 11, 12, 30, len(data) // 2, len(data) - 2, len(data) - 1):
        path.write_bytes(data[:length])
        with pytest.raises(PictureError, match=r"cards\.jpg is cut off"):
            load_picture(path)


def test_a_png_cut_off(path: Path) -> None:
    data = encoded(".png")
    for length in (9, 20, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:length])
        with pytest.raises(PictureError, match="cut off"):
            load_picture(path)


def png_header(width: int, height: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no JPEG or PNG"),
        (b"GIF89a", "no JPEG or PNG"),
        (b"\xff\xd8 and then nothing of the kind", "damaged"),
        (png_header(1, 1), "1x1: too small"),
        (png_header(10_000, 6_001), "more than 60 megapixels"),
        (png_header(640, 480), "can't be decoded"),
    ],
)
def test_what_is_no_picture(data: bytes, says: str, path: Path) -> None:
    path.write_bytes(data)
    with pytest.raises(PictureError, match=says) as caught:
        load_picture(path)
    assert str(path) in str(caught.value)


def test_a_missing_picture_is_named(path: Path) -> None:
    with pytest.raises(PictureError, match=r"cards\.jpg can't be read"):
        load_picture(path)


def test_a_folder_is_shown_in_order_and_past_a_broken_picture(tmp_path: Path) -> None:
    for name, grey in (("1.png", 10), ("3.png", 30)):
        cv2.imwrite(str(tmp_path / name), np.full((40, 40, 3), grey, np.uint8))
    (tmp_path / "2.jpg").write_bytes(b"no")
    camera = FolderCamera(Settings(tmp_path), lambda: 0)
    camera.open()
    assert camera.capture().image.max() == camera.capture().image.max() == 10
    assert camera.next()
    with pytest.raises(PictureError, match=r"2\.jpg"):
        camera.capture()
    assert camera.next()
    assert camera.capture().image.max() == 30
    assert not camera.next()
    assert camera.capture().image.max() == 30


def test_a_folder_without_pictures(tmp_path: Path) -> None:
    with pytest.raises(DriverError, match="is empty: put"):
        FolderCamera(Settings(tmp_path), lambda: 0).open()
    with pytest.raises(DriverError, match="make it"):
        FolderCamera(Settings(tmp_path / "gone"), lambda: 0).open()
