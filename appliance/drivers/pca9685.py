"""Lamps on a PCA9685, a chip with 16 dimmable outputs on the Pi's I2C bus.

Two wires of the Pi drive any number of lamps, and the chip dims by itself. Registers and times are
those of NXP's data sheet, revision 4. A high output lights its lamp: the chip holds all outputs low
from power-on, so lamps stay dark until the program runs.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Protocol, Self

from appliance.core.effects import Rhythm
from appliance.core.hardware import Need
from appliance.core.signals import SECOND
from appliance.drivers import Context, Lamps, level
from appliance.errors import DriverError, reason
from bluffing.errors import SettingError
from bluffing.message import Message, message

MODE1, MODE2, FIRST, ALL, PRESCALE = 0x00, 0x01, 0x06, 0xFA, 0xFE
"""Registers: both modes, the first output's four, those of all outputs, and the frequency's."""

STEP_BY_ITSELF, ASLEEP = 0x20, 0x10
"""Bits of MODE1: several registers may be written at once; the clock is stopped."""

PUSH_PULL = 0x04
"""Bit of MODE2 with which an output is also driven high."""

OSCILLATOR, RESOLUTION = 25_000_000, 4096
"""Frequency of the chip's own clock (Hz), and its number of brightness steps."""

ALWAYS = 0x10
"""The bit of an output's second or fourth register that has it on, or off, all the time."""

NO_CHIPS_OWN = frozenset({0x70, *range(0x78, 0x80)})
"""Addresses that no chip may have: LED All Call, to which every chip responds at power-on (7.1.2
of the data sheet), and those that I2C reserves (NXP UM10204, 3.1.12).
"""

CHIP_LOOK_EVERY = SECOND
"""Time between two attempts to reach a chip that is gone (ns)."""


class Smbus(Protocol):
    """The used part of smbus2's SMBus. All methods raise OSError."""

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None:
        """Set one register."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None:
        """Set several, which follow each other."""

    def close(self) -> None:
        """Close the bus."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Bus and address of the chip, the output of each buzzer's lamp, and the PWM's frequency (Hz).

    Raises SettingError for an address that no chip may have.
    """

    bus: Annotated[int, range(256)] = 1
    address: Annotated[int, range(0x40, 0x80)] = 0x40
    outputs: tuple[Annotated[int, range(16)], ...] = tuple(range(11))
    hertz: Annotated[int, range(50, 1001)] = 200

    def __post_init__(self) -> None:
        if self.address in NO_CHIPS_OWN:
            raise SettingError(message("config.chip-address", address=f"0x{self.address:02x}"))


class ChipLamps(Lamps):
    """A dimmable lamp per output. A chip that stops to answer is looked for, and lit again."""

    needs = (
        Need(
            message("driver.need.i2c"),
            "i2c",
            ("/dev/i2c-*",),
            missing=message("driver.need.i2c.missing"),
        ),
    )

    @classmethod
    def of(cls, settings: Settings, context: Context) -> Self:
        """Return the lamps of a table, one for each buzzer."""
        return cls(settings, context.buzzers)

    def __init__(self, settings: Settings, count: int) -> None:
        self._outputs = settings.outputs[:count]
        self._settings = settings
        self.places = tuple(
            message("driver.place.pca9685", output=output, address=f"0x{settings.address:02x}")
            for output in self._outputs
        )
        self.rhythms = {}
        self._bus: Smbus | None = None
        self._answers = False
        self._shown: dict[int, int] = {}
        self._look_at = 0

    def open(self) -> None:
        """All lamps dark. Raises DriverError: no bus, or no chip of that address on it."""
        self.close()
        bus, address = self._settings.bus, f"0x{self._settings.address:02x}"
        about: dict[str, int | str] = {"bus": bus, "address": address}
        try:
            from smbus2 import SMBus  # noqa: PLC0415 - the table must start without it

            self._bus = SMBus(bus)
        except ImportError as error:
            raise DriverError.of("driver.pca9685.library") from error
        except OSError as error:
            raise DriverError.of("driver.pca9685.no-bus", error=reason(error), **about) from error
        try:
            self._begin(self._bus)
        except OSError as error:
            self._bus.close()
            self._bus = None
            raise DriverError.of("driver.pca9685.no-chip", error=reason(error), **about) from error

    def beat(self, at: int) -> None:
        """Set every lamp to the brightness of its rhythm at `at` (ns)."""
        if self._bus is None or (not self._answers and at < self._look_at):
            return
        try:
            if not self._answers:
                self._begin(self._bus)
            for lamp, output in enumerate(self._outputs):
                bright = round(level(self.rhythms.get(lamp, Rhythm.OFF), at, lamp) * RESOLUTION)
                if bright != self._shown.get(lamp, 0):
                    self._set(self._bus, FIRST + 4 * output, bright)
                    self._shown[lamp] = bright
        except OSError:
            self._answers = False
            self._look_at = at + CHIP_LOOK_EVERY

    @property
    def lost(self) -> Message | None:
        """Reason why lamps are dark: the chip does not answer; None: it does."""
        silent = self._bus is not None and not self._answers
        return message("driver.pca9685.gone") if silent else None

    def close(self) -> None:
        """Darken all outputs and let the bus go. May be called twice."""
        if self._bus is None:
            return
        with suppress(OSError):  # it has no power: it is dark
            self._set(self._bus, ALL, 0)
        self._bus.close()
        self._bus = None
        self._answers = False

    def _begin(self, bus: Smbus) -> None:
        """Set the chip up, dark: its frequency may change only while its clock is stopped."""
        address = self._settings.address
        bus.write_byte_data(address, MODE1, STEP_BY_ITSELF | ASLEEP)
        self._set(bus, ALL, 0)
        divider = round(OSCILLATOR / (RESOLUTION * self._settings.hertz))
        bus.write_byte_data(address, PRESCALE, divider - 1)
        bus.write_byte_data(address, MODE2, PUSH_PULL)
        bus.write_byte_data(address, MODE1, STEP_BY_ITSELF)
        self._shown.clear()
        self._answers = True

    def _set(self, bus: Smbus, register: int, bright: int) -> None:
        """Set the duty of an output, or of all, in steps of RESOLUTION."""
        match bright:
            case 0:
                values = [0, 0, 0, ALWAYS]
            case int() if bright == RESOLUTION:
                values = [0, ALWAYS, 0, 0]
            case _:
                values = [0, 0, bright & 0xFF, bright >> 8]
        bus.write_i2c_block_data(self._settings.address, register, values)
