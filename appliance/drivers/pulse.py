"""Signs of life of a thread, its pauses after failures, and its priority.

A thread beats in each of its rounds, and others see the time of its last beat. After a failure it
pauses, so that it neither gives up nor keeps the processor busy.
"""

import os
import sys
from contextlib import suppress
from threading import get_native_id
from time import monotonic_ns

from appliance.core.signals import SECOND

ROUND = 10.0
"""Most seconds that one round of a driver's thread may take; it takes some ms, a look more."""


NICE = 10
"""Nice value of background threads: the thread that answers presses goes first."""


class Pulse:
    """The beats of one thread. `limit` is how many seconds may lie between two."""

    def __init__(self, limit: float = ROUND) -> None:
        self._limit = round(limit * SECOND)
        self._beaten: int | None = None

    def beat(self) -> None:
        """Record a sign of life of the thread."""
        self._beaten = monotonic_ns()

    def rest(self) -> None:
        """Suspend the check: the thread ends, or waits for an unlimited time."""
        self._beaten = None

    def missing(self, now: int) -> bool:
        """Return True if the thread missed its beat at `now` (ns, monotonic clock)."""
        return self._beaten is not None and now - self._beaten > self._limit


class Pauses:
    """The pauses between attempts (ns): each twice the one before, from `first` up to `longest`.

    After `longest` without a failure they restart at `first`.
    """

    def __init__(self, first: int, longest: int) -> None:
        self._first, self._longest = first, longest
        self._pause = 0
        self._until = 0  # the end of the newest pause, ns

    def after(self, now: int) -> int:
        """The pause after what failed at `now` (ns)."""
        anew = not self._pause or now - self._until > self._longest
        self._pause = self._first if anew else min(2 * self._pause, self._longest)
        self._until = now + self._pause
        return self._pause


def lower_priority() -> None:
    """Lower the priority of the calling thread below the one that answers presses."""
    if sys.platform == "linux":  # systems whose threads have a nice value of their own
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, get_native_id(), NICE)
