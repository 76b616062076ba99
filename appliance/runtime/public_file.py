"""The public file of an evening: what people agreed to publish, for programs beside the table.

A thread of its own reads the record that the journal has, and appends lines (`record/public.py`)
to a file in a folder. The file follows from the record alone, so nothing waits for the disk: a
start cuts a torn end off and writes the missing lines again, byte for byte. The thread holds no
queue. A slow, full or missing folder makes the file late, and never the table.
"""

import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from errno import ENOSPC
from pathlib import Path
from threading import Event, Thread
from typing import Any

from appliance.errors import JournalError
from appliance.record.public import CUT, FILLED, LINE_BYTES, PublicLines, read_lines
from appliance.runtime import database as files
from appliance.runtime.evening import KeptEvening, key_of_evening
from appliance.runtime.stored_record import agreed_at, count_entries, entries_after

EVENING_BYTES = 8_000_000
"""Maximum size of a file: twenty evenings of usual length. Then it ends with the line `full`."""

FOLDER_BYTES = 4 * EVENING_BYTES
"""Maximum size of all files together: the oldest evenings leave the folder."""

TAIL_BYTES = 16 * LINE_BYTES
"""The end of a file that a start checks: a power cut takes or spoils some seconds of lines."""

AT_ONCE = 200
"""Entries of one look into the journal."""

SUFFIX = ".jsonl"

READABLE = 0o644
"""Mode of a file: every user of the machine may read what is public."""


class PublicFile:
    """Publishes the evening of the journal at `path` in `folder`. Implements Openable.

    `ring` says that the record has grown; it never waits.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        self._path, self._folder = path, folder
        self._wake, self._stop = Event(), Event()
        self._thread = Thread(target=self._work, name="public file", daemon=True)
        self._file: _OpenFile | None = None

    def open(self) -> None:
        """Start the thread."""
        self._thread.start()
        self.ring()

    def close(self) -> None:
        """Write what is known, and stop."""
        self._stop.set()
        self.ring()
        self._thread.join(timeout=2)  # a folder that hangs does not keep the table open

    def ring(self) -> None:
        """Say that the record has grown."""
        self._wake.set()

    def _work(self) -> None:
        stops = False
        while not stops:
            self._wake.wait()
            self._wake.clear()
            stops = self._stop.is_set()
            self.catch_up()

    def catch_up(self) -> None:
        """Append all public entries that the file lacks; what fails is tried at the next ring."""
        with (
            suppress(OSError, sqlite3.Error, JournalError, ValueError),
            files.connected(self._path, "ro") as database,
            closing(database),
        ):
            if self._file is None:
                self._file = self._opened(database)
            while self._file is not None and self._file.follow(database):
                pass

    def _opened(self, database: sqlite3.Connection) -> "_OpenFile | None":
        """Return the file of the evening, or None before its first step."""
        evening = KeptEvening(database, self._path)
        if not evening.steps:
            return None
        key = key_of_evening(evening.began, evening.span[1])
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{key}{SUFFIX}"
        remove_old(self._folder, path)
        return _OpenFile(path, key, database)


def remove_old(folder: Path, present: Path) -> None:
    """Remove the files that do not fit in the folder beside the `present` one; the oldest go first.

    Raises OSError.
    """
    older = [path for path in folder.glob(f"*{SUFFIX}") if path != present and path.is_file()]
    room = FOLDER_BYTES - EVENING_BYTES
    for path in sorted(older, key=lambda path: path.stat().st_mtime, reverse=True):
        room -= path.stat().st_size
        if room < 0:
            path.unlink()


class _OpenFile:
    """A public file that grows. Its end is checked, and continues the record in `database`.

    Raises OSError, sqlite3.Error, ValueError.
    """

    def __init__(self, path: Path, evening: str, database: sqlite3.Connection) -> None:
        self._path = path
        self._size, newest = _checked(path)
        self._lines = PublicLines(evening) if newest is None else PublicLines.behind(newest)
        self._full = newest is not None and newest["type"] == FILLED
        count = count_entries(database)
        self._read = min(self._lines.entry, count)  # the number of the newest entry that was read
        if newest is not None and (newest["type"] == CUT or self._lines.entry > count):
            self._lines.agreed = agreed_at(database, self._read)
        if self._lines.entry > count and not self._full:
            self._append(b"".join(self._lines.cut(count)))

    def follow(self, database: sqlite3.Connection) -> bool:
        """Append the lines of the next entries; True if there may be more. Raises as the class."""
        if self._full:
            return False
        entries, lines = list(entries_after(database, self._read, AT_ONCE)), replace(self._lines)
        written, size, full = list[bytes](), self._size, False
        for number, entry in entries:
            for line in lines.lines(number, entry):
                size += len(line)
                written.append(line)
            if full := size > EVENING_BYTES - 2 * LINE_BYTES:
                written += lines.full()
                break
        self._append(b"".join(written))
        self._lines, self._full = lines, full
        self._read = entries[-1][0] if entries else self._read
        return len(entries) == AT_ONCE and not full

    def _append(self, lines: bytes) -> None:
        """Write `lines`, all or nothing. Raises OSError."""
        if not lines:
            return
        opened = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, READABLE)
        os.fchmod(opened, READABLE)  # whatever the service's own mask is
        with open(opened, "r+b", buffering=0) as file:  # noqa: PTH123 - a descriptor
            file.truncate(self._size)  # of what a full disk has left of an earlier try
            file.seek(self._size)
            taken = file.write(lines)
        if taken != len(lines):
            raise OSError(ENOSPC, os.strerror(ENOSPC), str(self._path))
        self._size += len(lines)


def _checked(path: Path) -> tuple[int, dict[str, Any] | None]:  # JSON's own types
    """Return the size of the undamaged part of a file, and its newest line. Raises OSError."""
    try:
        with path.open("rb") as file:
            start = max(0, file.seek(0, os.SEEK_END) - TAIL_BYTES)
            file.seek(start)
            tail = file.read()
    except FileNotFoundError:
        return 0, None
    skipped = tail.find(b"\n") + 1 if start else 0
    size, newest = start + skipped, None
    for text, line in read_lines(tail[skipped:]):
        size, newest = size + len(text), line
    return (0, None) if newest is None else (size, newest)
