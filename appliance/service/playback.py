"""Replays an evening in a window, from any moment.

The table of a moment is computed from the nearest state in the journal and the few steps after it,
so a seek takes as long in a long evening as in a short one. The replay reveals nothing before its
time: a later doubt has its mark on the timeline, but no verdict.
"""

import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from appliance.core.signals import MS, SECOND
from appliance.display.draw import Artist
from appliance.display.pen import shared_kit
from appliance.display.quiet import pygame
from appliance.display.strokes import quits
from appliance.display.timeline import draw_timeline, part_touched, strip_of
from appliance.display.view_of import view_of
from appliance.display.window import Window
from appliance.record.entry import EntryKind
from appliance.runtime.backlog import STATE_ROWS
from appliance.runtime.evening import KeptEvening
from appliance.runtime.journal import Journal
from appliance.runtime.rows import Standing
from appliance.table import Table
from appliance.words import Words

PACES = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Speeds of a replay; 1 is the original speed."""


@dataclass(frozen=True, slots=True)
class DoubtMark:
    """A doubt at `at` (ns). `words` are its verdicts: the time of each, and True for a truth.

    Usually there is one; none if the doubt was void, two if people overruled the verdict.
    """

    at: int
    words: tuple[tuple[int, bool], ...] = ()

    def truth(self, now: int) -> bool | None:
        """Return the verdict known to people at `now` (ns), the newest by then, or None."""
        verdicts = [truth for at, truth in self.words if at <= now]
        return verdicts[-1] if verdicts else None


class Recording:
    """Recording of an open `journal`: its length, and its doubts.

    It reads only requested parts: a seek takes no longer in a longer evening.
    """

    def __init__(self, journal: Journal) -> None:
        """Read the doubts. Raises JournalError: there is no such evening, or it is broken."""
        self._journal = journal
        self.steps = journal.steps
        self.began = journal.moment_of(1) if self.steps else 0
        self.ended = journal.moment_of(self.steps) if self.steps else 0
        with KeptEvening.open(journal.path) as evening:
            self.doubts = tuple(_marks(evening, self.began))
        self._newest = Standing(Table(journal.settings))  # the newest table

    def step_at(self, now: int) -> int:
        """Return the number of steps by `now` (ns)."""
        steps = range(1, self.steps + 1)
        return bisect_right(steps, now, key=self._journal.moment_of)

    def table_at(self, number: int) -> Table:
        """Return the table after `number` steps. Raises JournalError as `Journal.replay`."""
        if not 0 <= number - self._newest.number <= STATE_ROWS:
            self._newest = self._journal.state_before(number)
        self._newest = self._journal.standing(self._newest, number)
        return self._newest.table


def _marks(evening: KeptEvening, began: int) -> Iterator[DoubtMark]:
    """Yield the doubts of an evening whose first step was at `began` (ns)."""
    mark = None
    for _, entry in evening.record(story=False):
        at = began + entry.at_ms * MS
        if entry.kind == EntryKind.CHALLENGE:
            if mark is not None:
                yield mark
            mark = DoubtMark(at)
        elif entry.kind == EntryKind.SHOWN and mark is not None:
            mark = DoubtMark(mark.at, (*mark.words, (at, entry.data["truth"])))
    if mark is not None:
        yield mark


class Playback:
    """A recording that plays: `now` (ns) advances with the machine's time, at some pace."""

    def __init__(self, recording: Recording, machine: int, speed: float = 1.0) -> None:
        self.recording = recording
        self.now = recording.began
        self.paused = False
        self._machine, self._pace = machine, PACES.index(speed)

    @property
    def speed(self) -> float:
        """Speed of the replay."""
        return PACES[self._pace]

    @property
    def table(self) -> Table:
        """The table at the current moment."""
        return self.recording.table_at(self.recording.step_at(self.now))

    @property
    def part(self) -> float:
        """Position in the replay, 0 to 1."""
        return self.part_of(self.now)

    def part_of(self, at: int) -> float:
        """Position of `at` (ns) on the timeline, 0 to 1."""
        length = self.recording.ended - self.recording.began
        return (at - self.recording.began) / length if length else 0.0

    def doubts(self) -> list[tuple[float, bool | None]]:
        """List each doubt's position, 0 to 1, with the verdict known at that moment."""
        return [(self.part_of(doubt.at), doubt.truth(self.now)) for doubt in self.recording.doubts]

    def to(self, machine: int) -> None:
        """Set the machine's time to `machine` (ns)."""
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
        """Seek forward, or back."""
        self.seek(self.now + seconds * SECOND)

    def faster(self, by: int) -> None:
        """Change the pace by `steps`."""
        self._pace = min(max(self._pace + by, 0), len(PACES) - 1)

    def next_doubt(self, by: int) -> None:
        """Seek to the moment before the next doubt, or with a negative `by` the previous one."""
        places = [
            max(doubt.at - 2 * SECOND, self.recording.began) for doubt in self.recording.doubts
        ]
        later = [place for place in places if place > self.now]
        earlier = [place for place in places if place < self.now - SECOND]
        if by > 0 and later:
            self.seek(later[0])
        elif by < 0:
            self.seek(earlier[-1] if earlier else self.recording.began)


PLAYER_FPS = 30

_KEYS: dict[int, Callable[[Playback], None]] = {
    pygame.K_RIGHT: lambda it: it.skip(10),
    pygame.K_LEFT: lambda it: it.skip(-10),
    pygame.K_PAGEDOWN: lambda it: it.skip(300),
    pygame.K_PAGEUP: lambda it: it.skip(-300),
    pygame.K_UP: lambda it: it.faster(1),
    pygame.K_DOWN: lambda it: it.faster(-1),
    pygame.K_HOME: lambda it: it.seek_part(0.0),
    pygame.K_END: lambda it: it.seek_part(1.0),
    pygame.K_n: lambda it: it.next_doubt(1),
    pygame.K_p: lambda it: it.next_doubt(-1),
}


class Rerun:
    """Draws a playback on a surface: the table of its moment, and the timeline at the foot."""

    def __init__(self, words: Words) -> None:
        self._words, self._artist = words, Artist(kit=shared_kit())
        self._size: tuple[int, int] | None = None
        self._drawn_at: int | None = None
        self._strip: object = None

    def draw(self, surface: pygame.Surface, it: Playback) -> list[pygame.Rect]:
        """Draw the changes; return their rectangles."""
        size = surface.get_size()
        if size != self._size or (self._drawn_at is not None and it.now < self._drawn_at):
            self._artist.forget()  # moving parts only animate forwards
            self._strip = None
        self._size, self._drawn_at = size, it.now
        strip = strip_of(size)
        above = surface.subsurface(pygame.Rect(0, 0, size[0], strip.top))
        new = self._artist.redraw(above, view_of(it.table, it.now, self._words), it.now)
        position = self._position(it)
        content = (position, round(it.part * size[0]), tuple(it.doubts()))
        if content != self._strip:
            self._strip = content
            keys = self._words("command.replay.keys")
            new = [*new, draw_timeline(surface, it.part, it.doubts(), position, keys)]
        return new

    def _position(self, it: Playback) -> str:
        began, ended = it.recording.began, it.recording.ended
        code = "command.replay.paused" if it.paused else "command.replay.at"
        at, end = _clock(it.now - began), _clock(ended - began)
        return self._words(code, at=at, of=end, speed=it.speed)


def _clock(ns: int) -> str:
    minutes, seconds = divmod(ns // SECOND, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}"


def heard(events: Sequence[pygame.event.Event], it: Playback, size: tuple[int, int]) -> bool:
    """Handle keys and touches; return True to close the window."""
    for event in events:
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_SPACE:
                it.paused = not it.paused
            elif event.key in _KEYS:
                _KEYS[event.key](it)
        elif event.type == pygame.MOUSEBUTTONDOWN or (
            event.type == pygame.MOUSEMOTION and event.buttons[0]
        ):
            part = part_touched(event.pos, size)
            if part is not None:
                it.seek_part(part)
    return quits(events)


def play_again(window: Window, it: Playback, words: Words) -> None:
    """Play it in the open window until that is closed."""
    rerun = Rerun(words)
    while not heard(window.poll(), it, window.size):
        it.to(time.monotonic_ns())
        window.change(lambda surface: rerun.draw(surface, it))
        window.wait(1 / PLAYER_FPS)
