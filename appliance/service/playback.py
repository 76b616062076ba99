"""An evening as it was, at any moment of it: what a replay in a window shows, and where to seek.

All is taken off the journal's steps. The table of a moment is made of the nearest one that was kept
and the few steps after that, so a seek takes as long in a long evening as in a short one. What was
not told yet at that moment is not known here either: a doubt that is still to come has its mark on
the timeline, and no verdict.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from appliance.core.signals import SECOND, Signal
from appliance.rules.events import Answered, Produced, Verdict
from appliance.runtime.journal import Journal
from appliance.table import Table, TableSettings, step
from appliance.table.stages import Doubting, Judged, Revealing
from appliance.table.verdict import truth_of

KEPT_EVERY = 200
"""Steps from one table that is kept to the next. A step takes about 0.1 ms."""

PACES = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""How fast an evening may be played, 1 being as it was."""


@dataclass(frozen=True, slots=True)
class DoubtMark:
    """A doubt at `at` (ns). `words` came down on it: each when, and whether it was a truth.

    One is the usual; none where the doubt was void, two where people overruled the verdict.
    """

    at: int
    words: tuple[tuple[int, bool], ...] = ()

    def truth(self, now: int) -> bool | None:
        """What people knew of it at `now` (ns): the newest word by then; None: nothing yet."""
        told = [truth for at, truth in self.words if at <= now]
        return told[-1] if told else None


class Recording:
    """An evening: its `steps`, each with its moment (ns), and the doubts in it."""

    def __init__(self, settings: TableSettings, steps: Iterable[tuple[int, Signal, Table]]) -> None:
        self.moments, self._signals = list[int](), list[Signal]()
        self._kept = [Table(settings)]
        self.doubts: tuple[DoubtMark, ...] = ()
        before = self._kept[0]
        for now, signal, table in steps:
            self.moments.append(now)
            self._signals.append(signal)
            if len(self._signals) % KEPT_EVERY == 0:
                self._kept.append(table)
            self._mark(before, table, now)
            before = table
        self._newest = (0, self._kept[0])  # the table that was made last, and of which step

    @classmethod
    def read(cls, journal: Journal) -> "Recording":
        """That of a journal. Raises JournalError as `Journal.replay`."""
        rows = ((row.now, row.signal, table) for row, table in journal.replay())
        return cls(journal.settings, rows)

    def _mark(self, before: Table, table: Table, now: int) -> None:
        """Note a doubt, and its verdict as soon as everybody may know it."""
        was, inner = before.inner, table.inner
        doubted = (Doubting, Revealing)  # a rule, too, may have cards turned up
        if isinstance(inner, doubted) and not isinstance(was, doubted):
            self.doubts = (*self.doubts, DoubtMark(now))
        ruling = table.ruling
        told = inner.told if isinstance(inner, Judged) else ruling is not None
        if not self.doubts or ruling is None or not told:
            return
        event, newest = ruling.event, self.doubts[-1]
        if isinstance(event, Verdict | Produced | Answered) and ruling.at >= newest.at:
            truth, words = truth_of(event), newest.words
            if not words or words[-1][1] != truth:
                newest = DoubtMark(newest.at, (*words, (now, truth)))
                self.doubts = (*self.doubts[:-1], newest)

    @property
    def began(self) -> int:
        """The moment of the first step (ns)."""
        return self.moments[0] if self.moments else 0

    @property
    def ended(self) -> int:
        """The moment of the last step (ns)."""
        return self.moments[-1] if self.moments else 0

    def step_at(self, now: int) -> int:
        """How many steps there were by `now` (ns)."""
        return bisect_right(self.moments, now)

    def table_at(self, number: int) -> Table:
        """The table after so many steps."""
        place, table = self._newest
        kept = min(number // KEPT_EVERY, len(self._kept) - 1)
        if not kept * KEPT_EVERY <= place <= number:
            place, table = kept * KEPT_EVERY, self._kept[kept]
        for at in range(place, number):
            table, _ = step(table, self._signals[at], self.moments[at])
        self._newest = (number, table)
        return table


class Playback:
    """A recording that is played: `now` (ns) goes on with the machine's time, at some pace."""

    def __init__(self, recording: Recording, machine: int, speed: float = 1.0) -> None:
        self.recording = recording
        self.now = recording.began
        self.paused = False
        self._machine, self._pace = machine, PACES.index(speed)

    @property
    def speed(self) -> float:
        """How fast it is played."""
        return PACES[self._pace]

    @property
    def table(self) -> Table:
        """As it stood at that moment."""
        return self.recording.table_at(self.recording.step_at(self.now))

    @property
    def part(self) -> float:
        """How far it has come, 0 to 1."""
        return self.part_of(self.now)

    def part_of(self, at: int) -> float:
        """Where `at` (ns) is on the timeline, 0 to 1."""
        length = self.recording.ended - self.recording.began
        return (at - self.recording.began) / length if length else 0.0

    def doubts(self) -> list[tuple[float, bool | None]]:
        """Where each doubt is, 0 to 1, and what people knew of it at that moment."""
        return [(self.part_of(one.at), one.truth(self.now)) for one in self.recording.doubts]

    def to(self, machine: int) -> None:
        """The machine's time is `machine` (ns)."""
        went, self._machine = max(0, machine - self._machine), machine
        if not self.paused:
            self.seek(self.now + int(went * self.speed))

    def seek(self, now: int) -> None:
        """Go to `now` (ns), or as near as there is."""
        self.now = min(max(now, self.recording.began), self.recording.ended)

    def seek_part(self, part: float) -> None:
        """Go to that part of the timeline, 0 to 1."""
        length = self.recording.ended - self.recording.began
        self.seek(self.recording.began + round(length * part))

    def skip(self, seconds: int) -> None:
        """So far on, or back."""
        self.seek(self.now + seconds * SECOND)

    def faster(self, by: int) -> None:
        """So many steps faster, or slower."""
        self._pace = min(max(self._pace + by, 0), len(PACES) - 1)

    def next_doubt(self, by: int) -> None:
        """To the moment before the next doubt, or the one before."""
        places = [max(one.at - 2 * SECOND, self.recording.began) for one in self.recording.doubts]
        later = [one for one in places if one > self.now]
        earlier = [one for one in places if one < self.now - SECOND]
        if by > 0 and later:
            self.seek(later[0])
        elif by < 0:
            self.seek(earlier[-1] if earlier else self.recording.began)
