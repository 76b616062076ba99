"""Signals under way in virtual time."""

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass

from appliance.core.signals import MS, Signal
from lab.sim.wiring import UNDER_WAY


@dataclass
class VirtualClock:
    """Virtual time, ns."""

    now: int = 0

    def __call__(self) -> int:
        """The time."""
        return self.now


class Mail:
    """Signals under way: they arrive late, and not in the order in which they were sent."""

    def __init__(self, clock: Callable[[], int], rng: random.Random) -> None:
        self._clock, self._rng = clock, rng
        self._bag: list[tuple[int, int, Signal]] = []
        self._sent = 0

    @property
    def next_at(self) -> int | None:
        """Time of the next signal (ns), or None."""
        return self._bag[0][0] if self._bag else None

    def send(self, signal: Signal, delay: int = 0) -> None:
        """Send by a wire with that delay (ns)."""
        self._sent += 1
        heapq.heappush(self._bag, (self._clock() + delay, self._sent, signal))

    def send_slowly(self, signal: Signal) -> None:
        """Send by a wire that is sometimes slow."""
        worst = self._rng.choice((0, 0, MS, 5 * MS, UNDER_WAY))
        self.send(signal, self._rng.randint(0, worst))

    def arrived(self, now: int) -> list[Signal]:
        """Return the signals that have arrived by `now` (ns)."""
        signals = []
        while self._bag and self._bag[0][0] <= now:
            signals.append(heapq.heappop(self._bag)[2])
        return signals
