"""A real table on real hardware: a race is run as in `bench.raceway`, but in real time.

The main thread never rests: between two turns of the loop it is busy for as long as a slow picture
takes, and now and then for longer.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from appliance.core.signals import MS, SECOND, Edge, Signal
from appliance.drivers import Source
from appliance.runtime.loop import Loop
from appliance.table import TableSettings
from appliance.table.elements import Match
from appliance.table.stages import Turns
from appliance.table.windows import first
from bench.races import Place
from bench.raceway import BUZZERS, Unwritten, table_of

FRAME, HICCUP = 33 * MS, 150 * MS


@dataclass(frozen=True, slots=True)
class Outcome:
    """The doubter (None: no doubt in time), or that the race is `void` and to be repeated."""

    doubter: int | None
    void: bool = False


@dataclass(frozen=True, slots=True)
class Heard:
    """An edge, and when it was posted (ns of the table's clock)."""

    edge: Edge
    at: int


class LiveTable:
    """One table with buzzers from `source`. `clock` is the table's, ns."""

    def __init__(self, source: Source, clock: Callable[[], int], chance: Random) -> None:
        self.source, self._clock, self._chance = source, clock, chance
        self.heard: list[Heard] = []
        self.told: list[Signal] = []  # all but edges
        settings = TableSettings(
            buzzers=BUZZERS, settle_ms=-(-source.timekeeping.worst_delay // MS)
        )
        self._journal = Unwritten.open(None, settings)
        self.loop = Loop(self._journal, ())
        source.open(self._post)

    def close(self) -> None:
        """Let the hardware go."""
        self.source.close()
        self._journal.close()

    def begin(self, place: Place) -> tuple[int, ...]:
        """A play has just been registered at `place`; gives the buzzers of its seats."""
        self.heard.clear()
        now = self._clock()
        self.loop.turn(now)
        table, heard = table_of(place, self.loop.table.settings.settle_ms), self.loop.table
        turns = Turns(
            now, match=Match(table.game), opened_at=now, counts_from=now, closes_at=now + 5 * SECOND
        )
        self.loop.table = replace(table, stage=turns, buttons=heard.buttons, marks=heard.marks)
        return table.buzzers

    def decide(self, patience: int) -> Outcome:
        """Go on until the race is decided, for at most `patience` ns."""
        began = self._clock()
        at_first = self.loop.table.open_turns
        counts_from = None if at_first is None else at_first.counts_from
        while (now := self._clock()) < began + patience:
            self.loop.turn(now)
            table, turns = self.loop.table, self.loop.table.open_turns
            if turns is None or table.paused is not None or turns.counts_from != counts_from:
                return Outcome(None, void=True)
            decided = first(table) if turns is table.inner else None
            doubter = table.game.doubter if decided is None else decided
            if doubter is not None:
                return Outcome(doubter)
            self.keep_busy()
        return Outcome(None)

    def keep_busy(self, span: int | None = None) -> None:
        """Compute, in Python, so that the interpreter's lock is ours as often as it can be.

        For `span` ns, or as long as a picture takes.
        """
        longest = HICCUP if self._chance.random() < 0.05 else FRAME
        until = time.monotonic_ns() + (self._chance.randint(0, longest) if span is None else span)
        number = 1
        while time.monotonic_ns() < until:
            for _ in range(200):
                number = number * 48271 % 2147483647

    def _post(self, signal: Signal) -> None:
        if isinstance(signal, Edge):
            self.heard.append(Heard(signal, self._clock()))
        else:
            self.told.append(signal)
        self.loop.post(signal)


@dataclass
class RealBench:
    """Real time: what is under way arrives while one waits."""

    within: int = 2 * MS
    pause: int = 123_457
    posted: list[Signal] = field(default_factory=list)

    def clock(self) -> int:
        return time.monotonic_ns()

    def wait(self, span: int) -> None:
        time.sleep(span / SECOND)

    def settle(self) -> None:
        time.sleep(0.3)
