"""What a lamp's rhythm is in light: brightness as a pure function of time.

Apart from the drivers, so that every kind of lamp blinks alike and a test needs no lamp. The seat
hub's board shines its lamps by the very same function. No rhythm is faster than 3 Hz: flashes
above that can set off seizures (WCAG 2.3.1).
"""

from appliance.core.effects import Rhythm
from appliance.core.signals import MS
from appliance.drivers.seat_hub import board
from appliance.drivers.seat_hub.protocol import PERIOD, RHYTHMS


def level(rhythm: Rhythm, at: int, buzzer: int = 0) -> float:
    """How bright a lamp is at `at` (ns), 0 (dark) to 1. WIN runs round the buzzers."""
    return board.level(RHYTHMS.index(rhythm.value), at // MS % PERIOD, buzzer)
