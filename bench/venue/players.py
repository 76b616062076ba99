"""Tables that play recorded evenings at the pace of people, each with a publisher of its own.

Each publisher has its own connection, and some share a process. One thread writes the public files
of all tables.
"""

import heapq
import json
import multiprocessing
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from threading import Event, Lock, Thread

from venue.files import SUFFIX, Line
from venue.service import LOOK_S, TableLink
from venue.settings import VenueSettings

BETWEEN_S = 10.0
"""Seconds from the end of an evening to the next."""

OFF_S = 0.5
"""Seconds until the player looks again at a table without power."""

LOST_BYTES = 20_000
"""Maximum size of a file's end that a power cut takes: half a minute or more of lines."""

EventKey = tuple[str, str, int]
"""Table, evening and number of an event."""

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["venue.service"])


class Publishers:
    """A process with the publishers of some tables, which may be killed."""

    def __init__(self) -> None:
        self.settings: list[VenueSettings] = []
        self._process: ForkServerProcess | None = None

    @property
    def pid(self) -> int:
        """The running process."""
        assert self._process is not None  # noqa: S101 - after `start`
        return self._process.pid or 0

    def start(self) -> None:
        """Start it, if it does not run."""
        if self._process is None:
            self._process = _processes.Process(target=_publish, args=(self.settings,), daemon=True)
            self._process.start()

    def kill(self) -> None:
        """End it at once."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
            self._process = None


def _publish(tables: Sequence[VenueSettings]) -> None:
    links = [TableLink(settings, lambda _: None) for settings in tables]
    due = time.monotonic()
    while True:
        for link in links:
            link.look(0.0)
        due = max(due + LOOK_S, time.monotonic())
        time.sleep(max(0.0, due - time.monotonic()))


@dataclass
class PlayedTable:
    """A table with its `settings`, which plays the `recorded` evening again and again.

    Its publisher is one of the `publishers`. `played` has all lines of each evening, and `written`
    the time (s, monotonic) of each line that was written at its time.
    """

    settings: VenueSettings
    publishers: Publishers
    recorded: Sequence[Line]
    played: dict[str, list[bytes]] = field(default_factory=dict)
    written: dict[EventKey, float] = field(default_factory=dict)
    on: bool = True

    def __post_init__(self) -> None:
        self.folder = Path(self.settings.folder)
        self.folder.mkdir(parents=True)
        self._lock = Lock()
        self.publishers.settings.append(self.settings)
        self._evening = ""

    @property
    def _path(self) -> Path:
        return self.folder / f"{self._evening}{SUFFIX}"

    def begin(self, count: int = 0) -> None:
        """Begin an evening, with its first `count` lines at once."""
        self._evening = f"e{len(self.played) + 1:03}.1"
        self.played[self._evening] = []
        for _ in range(count):
            self._add()
        with self._path.open("ab") as file:
            file.write(b"".join(self.played[self._evening]))

    def play(self) -> float:
        """Write the next line, and return the seconds until the one after it."""
        with self._lock:
            if not self.on:
                return OFF_S
            lines = self.played[self._evening]
            if len(lines) == len(self.recorded):
                self.begin()
                return self._pause(0)
            self._add()
            with self._path.open("ab") as file:
                file.write(lines[-1])
            self.written[(self.settings.table, self._evening, len(lines))] = time.monotonic()
            return self._pause(len(lines))

    def _add(self) -> None:
        lines = self.played[self._evening]
        line = {**self.recorded[len(lines)], "evening": self._evening}
        lines.append(json.dumps(line, separators=(",", ":")).encode() + b"\n")

    def _pause(self, number: int) -> float:
        if number == len(self.recorded):
            return BETWEEN_S
        before = self.recorded[number - 1]["at_ms"] if number else 0
        return max(0.0, float(self.recorded[number]["at_ms"] - before) / 1000)

    def cut_power(self, rng: random.Random) -> None:
        """End table and publisher at once; the end of the public file is lost, or half a line."""
        with self._lock:
            self.on = False
            self.publishers.kill()
            size = self._path.stat().st_size
            with self._path.open("r+b") as file:
                file.truncate(rng.randint(max(0, size - LOST_BYTES), size))

    def restore_power(self) -> None:
        """Start the table, which writes the lines that its file lacks, and the publisher."""
        with self._lock:
            whole = self._path.read_bytes()
            kept = whole[: whole.rfind(b"\n") + 1]
            lines = self.played[self._evening]
            with self._path.open("r+b") as file:
                file.truncate(len(kept))
                file.seek(len(kept))
                file.write(b"".join(lines[kept.count(b"\n") :]))
            self.publishers.start()
            self.on = True

    def stored_lines(self) -> Iterator[tuple[str, list[Line]]]:
        """Yield each evening with the events that the store should have."""
        for evening, lines in self.played.items():
            yield evening, [{"table": self.settings.table, **json.loads(line)} for line in lines]


class Players(Thread):
    """Lets all tables play until `stop`."""

    def __init__(self, tables: Sequence[PlayedTable], rng: random.Random) -> None:
        super().__init__(name="players", daemon=True)
        self._tables, self._rng = tables, rng
        self._stop_playing = Event()
        self.late = 0.0
        for table in tables:
            table.begin(rng.randrange(len(table.recorded) // 2))

    def run(self) -> None:
        """Play."""
        now = time.monotonic()
        due = [(now + self._rng.uniform(0, 5), index) for index in range(len(self._tables))]
        heapq.heapify(due)
        while not self._stop_playing.is_set():
            at, index = due[0]
            rest = at - time.monotonic()
            if rest > 0:
                self._stop_playing.wait(rest)
                continue
            self.late = max(self.late, -rest)
            heapq.heapreplace(due, (at + self._tables[index].play(), index))

    def stop(self) -> None:
        """Let no table play any more."""
        self._stop_playing.set()
        self.join()
