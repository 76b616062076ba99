"""Lamps on a PCA9685, by the real smbus2 with a chip in the kernel's place."""

import re

import pytest
from lamp_chip import LampChip
from said import said

from appliance.builds.file import plan_of, shipped
from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND
from appliance.drivers.pca9685 import CHIP_LOOK_EVERY, ChipLamps, Settings
from appliance.errors import DriverError
from bluffing.errors import SettingError

NIGHT = SECOND


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> LampChip:
    made = LampChip()
    made.install(monkeypatch)
    return made


@pytest.mark.parametrize("hertz", [50, 200, 1000])
def test_it_dims_as_often_as_it_was_told(chip: LampChip, hertz: int) -> None:
    lamps = ChipLamps(Settings(hertz=hertz), 3)
    lamps.open()
    assert chip.hertz == pytest.approx(hertz, rel=0.1)
    lamps.close()


def test_lamps_are_on_the_outputs_that_settings_name(chip: LampChip) -> None:
    lamps = ChipLamps(Settings(outputs=(15, 3)), 2)
    lamps.open()
    lamps.show(1, Rhythm.SOLID)
    lamps.beat(NIGHT)
    assert [number for number in range(16) if chip.bright(number)] == [3]
    lamps.close()


def test_what_has_not_changed_is_not_told_again(chip: LampChip) -> None:
    lamps = ChipLamps(Settings(), 11)
    lamps.open()
    lamps.show(4, Rhythm.SOLID)
    lamps.beat(NIGHT)
    told = chip.writes
    lamps.beat(NIGHT + 33 * MS)
    assert chip.writes == told
    lamps.close()


def test_a_chip_that_lost_its_power_is_lit_again(chip: LampChip) -> None:
    lamps = ChipLamps(Settings(), 3)
    lamps.open()
    lamps.show(0, Rhythm.SOLID)
    lamps.beat(NIGHT)
    chip.power(on=False)
    lamps.show(1, Rhythm.SOLID)
    assert [lamps.lost] == [None]
    lamps.beat(NIGHT + 33 * MS)
    assert [lamps.lost] != [None]
    chip.power(on=True)
    lamps.beat(NIGHT + 66 * MS)
    assert chip.bright(1) == 0.0  # it is not asked again at once
    lamps.beat(NIGHT + 33 * MS + CHIP_LOOK_EVERY)
    assert (chip.bright(0), chip.bright(1)) == (1.0, 1.0)
    assert [lamps.lost] == [None]
    chip.power(on=False)
    lamps.close()
    assert [lamps.lost] == [None]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (Settings(bus=7), "the I2C bus 7 can't be opened"),
        (Settings(address=0x41), "no lamp chip answers at 0x41 on the I2C bus 1"),
    ],
)
def test_what_is_not_there_is_said(chip: LampChip, settings: Settings, said: str) -> None:
    lamps = ChipLamps(settings, 3)
    with pytest.raises(DriverError, match=re.escape(said)):
        lamps.open()
    lamps.beat(NIGHT)
    assert chip.writes == 0


def test_an_address_is_refused_if_no_chip_of_the_build_file_may_have_it() -> None:
    dimmer = plan_of(shipped()).dimmer["pca9685"]
    first, last = dimmer.addresses
    for address in range(first, last + 1):
        if address in dimmer.reserved:
            with pytest.raises(SettingError) as refused:
                Settings(address=address)
            assert said(refused.value.why).startswith(f"address = 0x{address:02x}: all chips")
        else:
            Settings(address=address)


def test_a_library_that_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "smbus2", None)
    with pytest.raises(DriverError, match="smbus2, is not installed"):
        ChipLamps(Settings(), 3).open()
