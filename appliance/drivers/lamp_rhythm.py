"""What a lamp's rhythm is in light: brightness as a pure function of time.

Apart from the drivers, so that every kind of lamp blinks alike and a test needs no lamp. No
rhythm is faster than 3 Hz: flashes above that can set off seizures (WCAG 2.3.1).
"""

import math

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND

DIM = 0.12
"""Brightness of a seated player's lamp: seen in a dark room, overlooked while others blink."""


def level(rhythm: Rhythm, at: int, buzzer: int = 0) -> float:
    """How bright a lamp is at `at` (ns), 0 (dark) to 1. WIN runs round the buzzers."""
    match rhythm:
        case Rhythm.OFF:
            return 0.0
        case Rhythm.DIM:
            return DIM
        case Rhythm.SOLID:
            return 1.0
        case Rhythm.BREATHE:  # 0.5 Hz
            turn = (at % (2 * SECOND)) / (2 * SECOND)
            return DIM + (1 - DIM) * (1 - math.cos(2 * math.pi * turn)) / 2
        case Rhythm.FLASH:  # 2.5 Hz
            return _blink(at, 400 * MS, (0, 200 * MS))
        case Rhythm.NEXT:  # a double blink, then a rest
            return _blink(at, 2 * SECOND, (0, 150 * MS), (400 * MS, 550 * MS)) or DIM
        case Rhythm.WALK:
            return _blink(at, 800 * MS, (0, 400 * MS))
        case Rhythm.LOSE:  # three slow flashes, then a rest
            beats = (0, SECOND, 2 * SECOND)
            return _blink(at, 4 * SECOND, *((beat, beat + SECOND // 2) for beat in beats))
        case Rhythm.WIN:
            start = buzzer % 4 * 200 * MS
            return _blink(at, 800 * MS, (start, start + 200 * MS)) or DIM


def _blink(at: int, period: int, *lit: tuple[int, int]) -> float:
    """1.0 within the `lit` parts (start, end) of each `period`, else 0.0."""
    return float(any(start <= at % period < end for start, end in lit))
