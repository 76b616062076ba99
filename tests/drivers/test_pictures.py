"""Pictures are refused for what is wrong with them, and for nothing else."""

import os
import random
import struct
import zlib
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from appliance.drivers import Image
from appliance.drivers.camera.pictures import FolderCamera, Settings, load_picture, load_reduced
from appliance.errors import DriverError, PictureError
from appliance.vision.read import CardReader
from bluffing.cards import Card, Rank, Suit
from lab.sim.photo.faces import STYLES
from lab.sim.photo.photograph import Scene, photograph

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
        (png_header(10_000, 10_000), "more than 50 megapixels; make it smaller"),
        (png_header(10_000, 5_001), "more than 50 megapixels; make it smaller"),
        (png_header(1_000_000, 32), "a strip, not a photo"),
        (png_header(640, 480), "can't be decoded"),
        (png_header(640, 480)[:-1] + b"?", "damaged PNG"),
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
    with pytest.raises(PictureError, match="can't be read"):
        load_picture(Path("a\0b.jpg"))


def test_a_folder_or_a_pipe_is_no_picture(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    for place in (tmp_path, tmp_path / "pipe.jpg"):
        with pytest.raises(PictureError, match="is no file: name a picture"):
            load_picture(place)


def test_of_two_sizes_in_a_jpeg_the_larger_counts(path: Path) -> None:
    data = encoded(".jpg")
    huge = struct.pack(">BBHBHHBBBB", 0xFF, 0xC0, 11, 8, 20_000, 20_000, 1, 1, 0x11, 0)
    for forged in (data[:2] + huge + data[2:], data[:-2] + huge + data[-2:]):
        path.write_bytes(forged)
        with pytest.raises(PictureError, match="20000x20000: more than 50 megapixels"):
            load_picture(path)


def turned(data: bytes, turn: int) -> bytes:
    """Return a JPEG with this EXIF orientation."""
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0" + bytes([turn]) + bytes(7)
    return data[:2] + struct.pack(">BBH", 0xFF, 0xE1, len(exif) + 2) + exif + data[2:]


@pytest.mark.parametrize("enough", [200, 80, 40, 20])
@pytest.mark.parametrize("turn", range(1, 9))
def test_a_jpeg_that_was_cut_off_and_closed_again(turn: int, enough: int, path: Path) -> None:
    data = turned(encoded(".jpg"), turn)
    path.write_bytes(data)
    tall, size = turn >= 5, (160, 120)
    assert load_picture(path).shape == (*(size if tall else size[::-1]), 3)
    path.write_bytes(data[: len(data) // 2] + b"\xff\xd9")
    with pytest.raises(PictureError, match="ends in blank grey, as if cut off"):
        load_reduced(path, enough)


@pytest.mark.parametrize("ending", [".jpg", ".png"])
@given(turn=st.integers(1, 8), enough=st.integers(16, 200), dark=st.integers(0, 3))
def test_a_reduced_picture_is_the_picture_and_has_enough_pixels(
    tmp_path_factory: pytest.TempPathFactory, ending: str, turn: int, enough: int, dark: int
) -> None:
    path = tmp_path_factory.getbasetemp() / f"reduced{ending}"
    quarters = np.full((120, 160, 3), 200, np.uint8)
    quarters[dark // 2 * 60 :, dark % 2 * 80 :][:60, :80] = 30
    _, data = cv2.imencode(ending, quarters)
    path.write_bytes(turned(data.tobytes(), turn) if ending == ".jpg" else data.tobytes())
    whole = load_picture(path)
    image, factor = load_reduced(path, enough)
    high, wide = (-(-side // factor) for side in whole.shape[:2])
    assert image.shape == (high, wide, 3)
    assert factor == 1 or max(image.shape) >= enough
    assert factor == 8 or max(whole.shape) < 2 * factor * enough
    small = cv2.resize(whole, (wide, high), interpolation=cv2.INTER_AREA)
    assert np.abs(image.astype(int) - small).mean() < 8


# --- whatever the bytes --------------------------------------------------------------------------


@cache
def photograph_of_cards(ending: str) -> bytes:
    cards = [Card(Rank.SEVEN, Suit.HEARTS), Card(Rank.KING, Suit.CLUBS)]
    shot = photograph(cards, STYLES[0], random.Random(4), Scene(table="green felt"))
    _, data = cv2.imencode(ending, shot.image)
    return data.tobytes()


def loaded(path: Path, data: bytes) -> Image | None:
    """The picture, or None where it is refused in one line that names the file."""
    path.write_bytes(data)
    why = ""
    try:
        image = load_picture(path)
    except PictureError as error:
        why = str(error)
    if why:
        assert why.startswith(str(path))
        assert "\n" not in why
        return None
    assert image.dtype == np.uint8
    assert image.shape[2:] == (3,)
    return image


@given(
    st.one_of(
        st.binary(max_size=200),
        st.binary(max_size=200).map(b"\xff\xd8".__add__),
        st.binary(max_size=200).map(b"\x89PNG\r\n\x1a\n".__add__),
    )
)
def test_any_bytes_are_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    assert loaded(tmp_path_factory.getbasetemp() / "any.jpg", data) is None


@given(st.sampled_from([".jpg", ".png"]), st.floats(0, 1, exclude_max=True))
def test_any_part_of_a_photograph_is_refused(
    tmp_path_factory: pytest.TempPathFactory, ending: str, part: float
) -> None:
    data = photograph_of_cards(ending)
    path = tmp_path_factory.getbasetemp() / f"part{ending}"
    assert loaded(path, data[: int(part * len(data))]) is None


@pytest.mark.thorough
@settings(max_examples=30)
@given(st.sampled_from([".jpg", ".png"]), st.data())
def test_spoilt_bytes_are_refused_or_read_and_never_crash(
    tmp_path_factory: pytest.TempPathFactory, ending: str, given_: st.DataObject
) -> None:
    data = bytearray(photograph_of_cards(ending))
    for _ in range(given_.draw(st.integers(1, 4))):
        data[given_.draw(st.integers(0, len(data) - 1))] = given_.draw(st.integers(0, 255))
    image = loaded(tmp_path_factory.getbasetemp() / f"spoilt{ending}", bytes(data))
    if image is not None:
        reading = CardReader().read(image)
        assert (reading.height, reading.width) == image.shape[:2]


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
