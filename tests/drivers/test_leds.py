"""Lamps that are files: LEDs that may not be switched, that go and that come back."""

from pathlib import Path

import pytest
from fake_evdev import FakeKernel

from appliance.core.effects import Rhythm
from appliance.core.signals import SECOND
from appliance.drivers.usb.keymap import Key
from appliance.drivers.usb.leds import LedLamps
from appliance.errors import DriverError

KEY = Key("Buzz", "usb-1.1", 2, "buzz1")


def led(folder: Path, name: str = "0003:054C:1000.0001::buzz1") -> Path:
    path = folder / name
    path.mkdir()
    (path / "max_brightness").write_text("1\n")
    (path / "brightness").write_text("0\n")
    return path


def test_a_lamp_that_comes_back_under_another_name_shines_again(tmp_path: Path) -> None:
    kernel, path = FakeKernel(), led(tmp_path)
    receiver = kernel.add("Buzz", "usb-1.1")
    receiver.lamps = (path,)
    lamps = LedLamps((KEY,), kernel.there)
    lamps.open()
    lamps.show(0, Rhythm.SOLID)
    lamps.beat(0)
    assert (path / "brightness").read_text() == "1"
    for file in path.iterdir():
        file.unlink()
    path.rmdir()
    assert [lamps.lost] == [None]
    lamps.show(0, Rhythm.OFF)
    lamps.beat(SECOND)
    assert [lamps.lost] != [None]
    lamps.show(0, Rhythm.SOLID)
    again = led(tmp_path, "0003:054C:1000.0002::buzz1")
    receiver.lamps = (again,)
    lamps.beat(2 * SECOND)
    lamps.beat(2 * SECOND + 1)
    assert (again / "brightness").read_text() == "1"
    assert [lamps.lost] == [None]
    lamps.close()
    assert (again / "brightness").read_text() == "0"


def test_lamps_that_are_not_there_or_not_ours_say_what_to_do(tmp_path: Path) -> None:
    kernel = FakeKernel()
    lamps = LedLamps((KEY,), kernel.there)
    with pytest.raises(DriverError, match="plug it in"):
        lamps.open()
    receiver = kernel.add("Buzz", "usb-1.1")
    with pytest.raises(DriverError, match="is not there"):
        lamps.open()
    path = led(tmp_path)
    receiver.lamps = (path,)
    (path / "brightness").unlink()
    (path / "brightness").mkdir()  # as root writes whatever it likes, but no folder
    with pytest.raises(DriverError, match=r"60-doubtit\.rules"):
        lamps.open()
    lamps.close()
