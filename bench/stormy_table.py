"""`doubtit run` at a table on which six lines chatter at 1.5 kHz, for `bench.storms`.

One thread posts their edges, 18,000 a second, and taps each other buzzer once, to sit down. As soon
as its lamp gets that, a line on standard output says how many ms that took.
"""

import sys
import time
from threading import Thread
from typing import Self

from appliance.__main__ import main
from appliance.core.effects import Rhythm
from appliance.core.hardware import Stamp, Timekeeping
from appliance.core.signals import MS, SECOND, Edge
from appliance.drivers import DRIVERS, Context, Driver, Lamps, NoSettings, Post, Source
from bluffing.message import message

STORMY, ALL = 6, 11
HERTZ = 1500
EVERY, LONG = SECOND // 2, 80 * MS
"""Period and length of a tap on one of the others (ns)."""

pressed: dict[int, int] = {}
"""Time of a press whose lamp has not answered (ns)."""


class StormyBuzzers(Source):
    """Buzzers; a broken cable shakes six."""

    timekeeping = Timekeeping(Stamp.KERNEL, worst_delay=30 * MS, uncertainty=0)

    @classmethod
    def of(cls, _: NoSettings, context: Context) -> Self:
        """The buzzers of a table."""
        return cls(context)

    def __init__(self, context: Context) -> None:
        self._clock, self._stopped = context.clock, False
        self.places = tuple(
            message("text", text=f"line {number}") for number in range(context.buzzers)
        )

    def open(self, post: Post) -> None:
        """Let the storm begin."""
        self._post = post
        Thread(target=self._storm, daemon=True).start()

    def close(self) -> None:
        """End the storm."""
        self._stopped = True

    def _storm(self) -> None:
        half, at = SECOND // (2 * HERTZ), self._clock()
        down, taps_at, lets_go, quiet = False, at + SECOND, 0, list(range(STORMY, ALL))
        while not self._stopped:
            time.sleep(0.001)
            now = self._clock()
            while at + half <= now:
                at, down = at + half, not down
                for line in range(STORMY):
                    self._post(Edge(line, down, at))
            if quiet and now >= taps_at:
                taps_at, lets_go = now + EVERY, now + LONG
                pressed[quiet[0]] = now
                self._post(Edge(quiet[0], down=True, at=now))
            elif lets_go and now >= lets_go:
                self._post(Edge(quiet.pop(0), down=False, at=lets_go))
                lets_go = 0


class ToldLamps(Lamps):
    """Lamps that say how soon they were lit."""

    @classmethod
    def of(cls, _: NoSettings, context: Context) -> Self:
        """The lamps of a table."""
        return cls(context)

    def __init__(self, context: Context) -> None:
        self._clock, self.rhythms = context.clock, {}
        self.places = tuple(
            message("text", text=f"lamp {number}") for number in range(context.buzzers)
        )

    def open(self) -> None:
        """All dark."""

    def show(self, buzzer: int, rhythm: Rhythm) -> None:
        """Remember it, and say so."""
        super().show(buzzer, rhythm)
        if buzzer in pressed:
            print(f"{(self._clock() - pressed.pop(buzzer)) / MS:.2f}", flush=True)

    def beat(self, at: int) -> None:
        """Do nothing: these lamps have no light."""

    def close(self) -> None:
        """All dark."""


if __name__ == "__main__":
    DRIVERS["stormy"] = Driver("buzzers", "__main__", "StormyBuzzers", lamps="told")
    DRIVERS["told"] = Driver("lamps", "__main__", "ToldLamps")
    sys.exit(main())
