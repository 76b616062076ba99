"""The lamps' visual twin: a seat's sign on the display shines as the lamp of its buzzer does."""

from appliance.core.effects import Rhythm
from appliance.drivers import lamp_rhythm as rhythms

MOVING = frozenset(Rhythm) - {Rhythm.OFF, Rhythm.DIM, Rhythm.SOLID}
"""The rhythms that change with time."""

_CALM = 0.6


def level(rhythm: Rhythm, at: int, buzzer: int = 0, *, calm: bool = False) -> float:
    """How bright a sign is at `at` (ns), 0 to 1; `calm` (reduced motion) holds it still."""
    return _CALM if calm and rhythm in MOVING else rhythms.level(rhythm, at, buzzer)
