"""The real smbus2 and the kernel's I2C below it: lamps on a chip of registers (i2c-stub).

Run in the guest, by `make guest-test`; each check prints its figures. The kernel's stand-in for a
chip keeps what is written to it, and no more: it does not carry what is written to all outputs over
to each, and can't lose its power. Those are tried in tests/drivers/test_pca9685.py.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import smbus2
from figures import spread, told

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND
from appliance.drivers import level
from appliance.drivers.pca9685 import ALWAYS, FIRST, MODE1, MODE2, PRESCALE, ChipLamps, Settings
from appliance.errors import DriverError

ADDRESS, NOBODY = 0x40, 0x41
ALL_OFF = 0xFD
"""The register whose bit ALWAYS has every output dark."""

LAMPS = 11
BEATS = 300
STEPS = 4096


@pytest.fixture(scope="module")
def bus() -> int:
    """The number of the bus on which the kernel's chip is."""
    names = {path: path.read_text() for path in Path("/sys/bus/i2c/devices").glob("i2c-*/name")}
    [found] = [path for path, name in names.items() if name.startswith("SMBus stub")]
    return int(found.parent.name.removeprefix("i2c-"))


@pytest.fixture
def chip(bus: int) -> Iterator[smbus2.SMBus]:
    """A second look at the chip's registers."""
    with smbus2.SMBus(bus) as opened:
        yield opened


@pytest.fixture
def lamps(bus: int, chip: smbus2.SMBus) -> Iterator[ChipLamps]:
    made = ChipLamps(Settings(bus=bus, address=ADDRESS), LAMPS)
    made.open()
    for output in range(16):  # as the chip itself does when all are darkened
        chip.write_i2c_block_data(ADDRESS, FIRST + 4 * output, [0, 0, 0, ALWAYS])
    yield made
    made.close()


def brightness(chip: smbus2.SMBus, output: int) -> float:
    """Return what an output's registers say, 0 to 1."""
    values = chip.read_i2c_block_data(ADDRESS, FIRST + 4 * output, 4)
    if values[3] & ALWAYS:
        return 0.0
    if values[1] & ALWAYS:
        return 1.0
    return (values[2] + 256 * values[3] - values[0] - 256 * values[1]) / STEPS


def check_it_is_set_up_as_the_data_sheet_has_it(lamps: ChipLamps, chip: smbus2.SMBus) -> None:
    assert lamps.places
    modes = [chip.read_byte_data(ADDRESS, register) for register in (MODE1, MODE2, PRESCALE)]
    assert modes == [0x20, 0x04, 30]  # 25 MHz / 4096 / 200 Hz, less one
    told("smbus2", smbus2.__version__)


@pytest.mark.parametrize("rhythm", Rhythm)
def check_every_lamp_is_as_bright_as_its_rhythm(
    lamps: ChipLamps, chip: smbus2.SMBus, rhythm: Rhythm
) -> None:
    for lamp in range(LAMPS):
        lamps.show(lamp, rhythm)
    for at in (SECOND, SECOND + 130 * MS, 2 * SECOND + 470 * MS):
        lamps.beat(at)
        wanted = [round(level(rhythm, at, lamp) * STEPS) / STEPS for lamp in range(LAMPS)]
        seen = [brightness(chip, lamp) for lamp in range(LAMPS)]
        assert seen == wanted


def check_closed_lamps_are_dark(bus: int, chip: smbus2.SMBus) -> None:
    made = ChipLamps(Settings(bus=bus, address=ADDRESS), LAMPS)
    made.open()
    made.show(3, Rhythm.SOLID)
    made.beat(SECOND)
    chip.write_byte_data(ADDRESS, ALL_OFF, 0)
    made.close()
    assert chip.read_byte_data(ADDRESS, ALL_OFF) & ALWAYS


def check_a_chip_that_is_not_there_is_told(bus: int) -> None:
    with pytest.raises(DriverError) as raised:
        ChipLamps(Settings(bus=bus, address=NOBODY), LAMPS).open()
    assert raised.value.seen.code == "driver.pca9685.no-chip"
    with pytest.raises(DriverError) as raised:
        ChipLamps(Settings(bus=bus + 100, address=ADDRESS), LAMPS).open()
    assert raised.value.seen.code == "driver.pca9685.no-bus"


def check_what_a_beat_takes_in_which_all_lamps_change(lamps: ChipLamps) -> None:
    taken = []
    for number in range(BEATS):
        for lamp in range(LAMPS):
            lamps.show(lamp, (Rhythm.SOLID, Rhythm.OFF)[number % 2])
        begun = time.monotonic_ns()
        lamps.beat(SECOND)
        taken.append(time.monotonic_ns() - begun)
    told("a beat of 11 lamps", spread(taken))
