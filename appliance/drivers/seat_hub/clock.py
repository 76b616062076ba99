"""Converts the seat hub's clock to the table's, by an offset with a guaranteed error bound.

A question and its answer bound the offset to half their round trip. The best bound is kept and
grows with time, because two crystals drift apart; a better bound replaces it. The applied offset
follows the best estimate slowly: the order of edges is the board's own, and so are their distances,
to 200 ppm.
"""

from collections import deque
from dataclasses import dataclass

from appliance.core.signals import MS
from appliance.drivers.seat_hub.protocol import TICKS, ticks_diff

US = 1000
"""Nanoseconds in a microsecond."""

DRIFT = 50
"""Maximum drift between two crystals, in ns a ms (ppm): 20 for a Pi, 30 for a Pico."""

SLEW = 200
"""Maximum rate at which the applied offset follows the estimate, in ppm."""

OFF = 5 * MS
"""Maximum error of the applied offset; beyond it the offset jumps to the estimate."""

KEPT = 512
"""Number of remembered segments of the applied offset, for edges that were under way."""


@dataclass(frozen=True, slots=True)
class _Segment:
    """Segment of the offset (ns): from `since` (board us) it moves from `start` to `target`."""

    since: int
    start: int
    target: int

    def at(self, moment: int) -> int:
        reach = max(0, moment - self.since) * SLEW // 1000
        return self.start + max(-reach, min(reach, self.target - self.start))


class BoardClock:
    """Board microseconds, wrapping, to the table's nanoseconds.

    `best` is the best bound: at this moment (us) this offset (ns), with this error (ns).
    """

    def __init__(self, micros: int) -> None:
        self._latest = micros  # the newest moment known, without wraps
        self.best = (micros, 0, 1 << 62)  # nothing is known yet
        self._segments: deque[_Segment] = deque(maxlen=KEPT)

    def extend(self, micros: int) -> int:
        """Return `micros` without wraps; right within nine minutes of the newest known time."""
        return self._latest + ticks_diff(micros, self._latest % TICKS)

    def advance(self, micros: int) -> int:
        """The same; it is now the newest moment known, unless a newer one is."""
        moment = self.extend(micros)
        self._latest = max(self._latest, moment)
        return moment

    def learn(self, sent: int, got: int, micros: int, *, jump: bool = False) -> None:
        """Take the times of a question and its answer (ns of the table), and `micros` between.

        With `jump` the applied offset is set at once: only before any edge was stamped.
        """
        moment = self.advance(micros)
        offset, error = (sent + got) // 2 - moment * US, (got - sent + 1) // 2 + US
        aged = self._error(moment)
        contradicts = abs(offset - self.best[1]) > aged + error
        if error > aged and not contradicts:
            return
        self.best = (moment, offset, error)
        start = offset if jump or not self._segments else self._segments[-1].at(moment)
        if jump:
            self._segments.clear()
        self._segments.append(_Segment(moment, start, offset))

    def to_table(self, micros: int) -> int:
        """The table's time (ns) of `micros`. Later microseconds are always later nanoseconds."""
        moment = self.extend(micros)
        return moment * US + self._applied(moment)

    def to_board(self, at: int) -> int:
        """The board's time (us, wrapping) at `at` (ns), near the newest moment known."""
        return ((at - self._applied(self._latest)) // US) % TICKS

    def uncertainty(self) -> int:
        """Error bound of a stamp (ns) by the table's clock; between stamps 2 us at most."""
        return self._error(self._latest) + self._astray()

    def is_off(self) -> bool:
        """Return True if the estimate left the applied value: a clock was set, or slept."""
        return self._astray() > OFF

    def _error(self, moment: int) -> int:
        since, _, error = self.best
        return error + abs(moment - since) * DRIFT // 1000

    def _astray(self) -> int:
        return abs(self.best[1] - self._applied(self._latest))

    def _applied(self, moment: int) -> int:
        for segment in reversed(self._segments):
            if segment.since <= moment:
                return segment.at(moment)
        return self._segments[0].start if self._segments else 0
