"""An HX711 as its data sheet has it, at the end of an SPI bus: it sees each level of MOSI."""

from collections.abc import Callable

from appliance.drivers.scale.hx711 import SPI_HERTZ
from appliance.errors import DriverError
from bluffing.message import message

BIT_US = 1e6 / SPI_HERTZ
OFF_AFTER_US, LEAST_US, MOST_US = 60.0, 0.2, 50.0
PERIOD = 100_000_000


class FakeHx711:
    """Implements Spi. A conversion is ready each 100 ms; `code` is the bridge's.

    `gap` is a pause (us) between two bytes, in which MOSI keeps its level. `line` replaces DOUT: a
    wire that is loose. Pulses that the data sheet forbids are in `flaws`.
    """

    def __init__(self, clock: Callable[[], int], code: int = 0) -> None:
        self.code, self.gap = code, 0.0
        self.line: int | None = None
        self.plugged = True
        self.flaws: list[str] = []
        self._clock = clock
        self._opened = self._down = False
        self._ready_at = clock() + PERIOD
        self._word, self._pulses = 0, 0

    def open(self) -> None:
        if not self.plugged:
            raise DriverError(message("driver.scale.failed", error="no such device"))
        self._opened = True

    def close(self) -> None:
        self._opened = False

    def transfer(self, sent: bytes) -> bytes:
        if not (self._opened and self.plugged):
            raise DriverError(message("driver.scale.failed", error="no such device"))
        received, level, high_us = [], 0, 0.0
        for byte in sent:
            answer = 0
            for place in reversed(range(8)):
                bit = byte >> place & 1
                if bit and not level:
                    self._rises()
                high_us = self._held(bit, level, high_us, BIT_US)
                answer = answer << 1 | self._out()
                level = bit
            received.append(answer)
            high_us = self._held(level, level, high_us, self.gap)
        if level:
            self.flaws.append("the clock stays high")
        if self._pulses:
            if self._pulses != 25:
                self.flaws.append(f"{self._pulses} pulses")
            self._pulses, self._ready_at = 0, self._clock() + PERIOD
        return bytes(received)

    def _held(self, bit: int, level: int, high_us: float, span: float) -> float:
        """Hold the clock at `bit` for `span` (us); return for how long it is high by now."""
        if bit:
            high_us = (high_us if level else 0.0) + span
            if high_us > OFF_AFTER_US:
                self._down = True
            if not LEAST_US <= high_us <= MOST_US:
                self.flaws.append(f"high for {high_us} us")
            return high_us
        return 0.0

    def _rises(self) -> None:
        if not self._pulses:
            self._word = self.code & 0xFFFFFF
        self._pulses += 1

    def _out(self) -> int:
        if self.line is not None:
            return self.line
        if self._down:
            return 1
        if not self._pulses:
            return int(self._clock() < self._ready_at)
        return 1 if self._pulses > 24 else self._word >> (24 - self._pulses) & 1
