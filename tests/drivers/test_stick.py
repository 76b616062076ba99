"""A USB stick takes a file whole, or one sentence says why it did not."""

import errno
import os
from pathlib import Path

import pytest
from said import said

from appliance.drivers.stick import Stick
from appliance.errors import DriverError

CAUSES = {
    errno.ENOSPC: "the USB stick is full: make room on it, or take another one",
    errno.EROFS: "the USB stick is write-protected: move its lock, or take another one",
    errno.EACCES: "the USB stick is write-protected: move its lock, or take another one",
    errno.EIO: "the USB stick was pulled out too early: plug it in, and try again",
    errno.ENODEV: "the USB stick was pulled out too early: plug it in, and try again",
    errno.ENAMETOOLONG: f"the USB stick does not take the picture "
    f"({os.strerror(errno.ENAMETOOLONG)}): try another one",
}


def plugged(_: Path) -> bool:
    return True


def test_a_stick_has_the_file_and_nothing_else(tmp_path: Path) -> None:
    stick = Stick(tmp_path, mounted=plugged)
    stick.write("a.png", b"first")
    stick.write("a.png", b"second")
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]
    assert (tmp_path / "a.png").read_bytes() == b"second"


def test_without_a_stick_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(DriverError) as missing:
        Stick(tmp_path).write("a.png", b"data")
    assert said(missing.value.says).startswith("no USB stick is plugged in")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("number", CAUSES)
def test_each_cause_has_its_own_sentence(tmp_path: Path, number: int) -> None:
    def fails(_data: bytes, path: Path) -> None:
        raise OSError(number, os.strerror(number), str(path))

    with pytest.raises(DriverError) as failed:
        Stick(tmp_path, mounted=plugged, save=fails).write("a.png", b"data")
    assert said(failed.value.says) == CAUSES[number]
