"""What a lamp's rhythm looks like on the display: the lamps' visual twin, never over 3 Hz."""

import math

from appliance.effects import Rhythm
from appliance.signals import MS

MOVING = frozenset(
    {Rhythm.BREATHE, Rhythm.FLASH, Rhythm.NEXT, Rhythm.WALK, Rhythm.LOSE, Rhythm.WIN}
)
"""The rhythms that change with time."""

_STEADY = {Rhythm.OFF: 0.0, Rhythm.DIM: 0.22, Rhythm.NEXT: 0.5, Rhythm.WALK: 0.7}


def level(rhythm: Rhythm, at: int, buzzer: int = 0, *, calm: bool = False) -> float:
    """How bright a lamp is at `at` (ns), 0 to 1; `calm` (reduced motion) holds it still."""
    if calm or rhythm not in MOVING:
        return _STEADY.get(rhythm, 1.0)
    return _wave(rhythm, at // MS, buzzer)


def _wave(rhythm: Rhythm, ms: int, buzzer: int) -> float:
    """A moving rhythm's brightness after `ms` milliseconds."""
    if rhythm is Rhythm.BREATHE:  # 0.5 Hz
        return 0.55 - 0.45 * math.cos(2 * math.pi * (ms % 2000) / 2000)
    if rhythm is Rhythm.WIN:  # a light that runs round the table
        return 0.3 + 0.7 * abs(math.cos(math.pi * (ms % 1200 / 1200 - buzzer / 6)))
    lit = {
        Rhythm.FLASH: ms % 400 < 200,  # 2.5 Hz
        Rhythm.NEXT: ms % 2000 < 170 or 350 <= ms % 2000 < 520,  # two blinks, then a rest
        Rhythm.WALK: ms % 800 < 400,
        Rhythm.LOSE: ms % 4000 < 3000 and ms % 1000 < 500,  # three slow flashes, then a rest
    }
    return 1.0 if lit[rhythm] else 0.15
