"""A load cell on an HX711, read by the Pi's SPI: MOSI is the chip's clock, MISO its data.

The chip has two wires of its own kind: each pulse of PD_SCK shifts a bit out of DOUT, and a pulse
that stays high for more than 60 us switches the chip off (Avia Semiconductor, HX711 data sheet,
"Serial interface" and "Reset and power-down"). A program that moves pins can be interrupted in the
middle of a pulse; SPI can't. A bit 1 and a bit 0 on MOSI are one pulse, each byte ends low, and a
pause between two bytes is a pause while the clock is low. So every pulse is high for one bit of
SPI, 4 us, whatever the processor does. SCLK and the chip select stay unconnected.

Each bit of the chip is read twice, before and after the pulse falls. Both must agree, and DOUT must
be high after the last pulse: a loose wire gives no weight.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any, Protocol, Self

from appliance.core.hardware import Need
from appliance.core.weighing import CARD_G
from appliance.drivers import Context
from appliance.drivers.scale.steady import SteadyScale
from appliance.errors import DriverError
from bluffing.message import message

SPI_HERTZ = 250_000
"""Bits of SPI a second: a pulse is high for 4 us, of at least 0.2 us and at most 50 us."""

PULSES = b"\xaa" * 6 + b"\x80"
"""24 pulses for the bits, and one that selects channel A with a gain of 128 for the next."""

BITS = 24
MOST_CODE, LEAST_CODE = 0x7FFFFF, -0x800000
"""Codes of a bridge beyond the range: too much load, or a broken wire."""

COUNTS_A_CARD = 38_655
"""Counts of a card of 1.8 g: the bar gives 1 mV/V for 100 g, the chip 2^24 counts for 40 mV at 5 V.

Cells differ by a tenth and more, so a scale is taught with cards.
"""


class Spi(Protocol):
    """Transfers bytes both ways at once."""

    def open(self) -> None:
        """Raises DriverError if it is missing or busy."""

    def transfer(self, sent: bytes) -> bytes:
        """Send bytes and return as many. Raises DriverError: it fails."""

    def close(self) -> None:
        """Let it go. May be called twice."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`bus` and `select` name the device, /dev/spidev0.0; `counts` are those of a taught card."""

    counts: Annotated[int, range(1000, 1_000_001)] = COUNTS_A_CARD
    bus: Annotated[int, range(16)] = 0
    select: Annotated[int, range(4)] = 0


class LgpioSpi:
    """An SPI device of the Pi by lgpio."""

    def __init__(self, bus: int, select: int) -> None:
        self._bus, self._select = bus, select
        self._lgpio: Any = None  # the module, which has no types
        self._handle: int | None = None

    def open(self) -> None:
        """Open the device. Raises DriverError: no library, or no such device."""
        try:
            import lgpio  # noqa: PLC0415 - the table must start without it
        except ImportError as error:
            raise DriverError.of("driver.scale.library") from error
        self._lgpio = lgpio
        try:
            self._handle = lgpio.spi_open(self._bus, self._select, SPI_HERTZ, 0)
        except lgpio.error as error:
            device = f"/dev/spidev{self._bus}.{self._select}"
            raise DriverError.of("driver.scale.no-bus", device=device, error=str(error)) from error

    def transfer(self, sent: bytes) -> bytes:
        """Send bytes and return as many. Raises DriverError: it fails."""
        try:
            _, received = self._lgpio.spi_xfer(self._handle, sent)
        except self._lgpio.error as error:
            raise DriverError(message("driver.scale.failed", error=str(error))) from error
        return bytes(received)

    def close(self) -> None:
        """Close the device."""
        if self._handle is not None:
            with suppress(self._lgpio.error):
                self._lgpio.spi_close(self._handle)
            self._handle = None


class Hx711:
    """The chip at the other end of `spi`. Implements Cell."""

    needs: tuple[Need, ...] = (
        Need(
            message("driver.need.spi"),
            "spi",
            ("/dev/spidev*",),
            missing=message("driver.need.spi.missing"),
        ),
    )

    def __init__(self, spi: Spi, counts: int) -> None:
        self._spi, self._grams_a_count = spi, CARD_G / counts

    def open(self) -> None:
        """Open the bus. Raises DriverError: it is missing or busy."""
        self._spi.open()

    def sample(self) -> float | None:
        """Return the newest weight (g); None: the chip is not ready.

        Raises DriverError: the bus fails, or the load is out of range.
        """
        if any(self._spi.transfer(b"\0")):
            return None
        code = decoded(self._spi.transfer(PULSES))
        if code in (MOST_CODE, LEAST_CODE):
            raise DriverError.of("driver.scale.range")
        return None if code is None else code * self._grams_a_count

    def close(self) -> None:
        """Close the bus."""
        self._spi.close()


def decoded(received: bytes) -> int | None:
    """Return the code in the bytes that came for `PULSES`; None: they are no answer of a chip."""
    halves, after = int.from_bytes(received[:-1]), received[-1]
    if after & 0x3F != 0x3F:
        return None
    code = 0
    for place in reversed(range(BITS)):
        pair = halves >> 2 * place & 3
        if pair not in (0, 3):
            return None
        code = code << 1 | pair & 1
    return code - (code >> (BITS - 1) << BITS)


class Hx711Scale(SteadyScale):
    """A scale out of an HX711 and a bar of 100 g."""

    @classmethod
    def of(cls, settings: Settings, context: Context) -> Self:
        """The scale of a table."""
        spi = LgpioSpi(settings.bus, settings.select)
        return cls(Hx711(spi, settings.counts), context.clock)
