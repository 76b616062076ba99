"""A disk with faults, for a real folder: full, failing, cut off in the middle of a write, torn.

It stands between the journal and SQLite, and counts the calls by which files get their names. What
a power cut leaves is rebuilt from copies of the files: all that the disk had confirmed, and of what
was written since then any sectors, whole, torn or not at all (`bench.diskwrites`).
"""

import os
import resource
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from random import Random
from typing import Any

from appliance.runtime import database as files
from appliance.runtime.bookmark import bookmark_of
from bench.diskwrites import SECTOR, Stored

Files = dict[str, tuple[bytes, int]]
"""The files of a folder by their names in it: the bytes, and when they changed (ns)."""

VIRTUAL = 123_456_789
"""The nanoseconds of every time that was set here: the system's own times never have them."""

NAMING = ("fsync", "replace", "rename", "unlink")
"""Calls of `os` before which the power may go."""

_GONE = ("-shm", "-lock")
"""Endings of files that mean nothing after a power cut."""


class PowerCutError(BaseException):
    """The power is gone: nothing but the disk is left. No handler of errors may catch it."""


class FaultyDisk:
    """The disk that `folder` is on; faults are in force inside `with`.

    `full` and `failing` say what goes wrong with writes now. `cut_in` names what is cut off next:
    "commit" or "checkpoint". `calls` is the number of calls until the power goes, if it goes.
    `left` are the files after a power cut; later writes don't count.
    """

    def __init__(self, folder: Path, journal: Path, chance: Random) -> None:
        self.folder, self.journal, self.chance = folder, journal, chance
        self.full = self.failing = False
        self.cut_in = ""
        self.calls: int | None = None
        self.left: Files | None = None
        self.refused = 0  # writes that failed
        self._marked: bytes = b""  # the bookmark before the newest commit

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Stand between the table and its files."""
        was = {name: getattr(os, name) for name in NAMING}
        append, checkpoint = files.append, files.checkpoint
        files.append = self._append(append)
        files.checkpoint = self._checkpoint(checkpoint)
        for name, call in was.items():
            setattr(os, name, self._counted(call))
        try:
            yield
        finally:
            files.append, files.checkpoint = append, checkpoint
            for name, call in was.items():
                setattr(os, name, call)

    # --- what goes wrong -------------------------------------------------------------------------

    def _append(self, append: Callable[..., None]) -> Callable[..., None]:
        def faulty(database: sqlite3.Connection, rows: Iterable[Any]) -> None:
            rows = list(rows)
            if self.left is not None:
                raise PowerCutError
            self._refuse(database)
            with suppress(OSError):
                self._marked = bookmark_of(self.journal).read_bytes()
            if self.cut_in != "commit":
                with self.no_room() if self.failing else nullcontext():
                    append(database, rows)
                return
            before = self.files()
            append(database, rows)
            self._cut(self._torn(before, self.files()))

        return faulty

    def _checkpoint(self, checkpoint: Callable[..., None]) -> Callable[..., None]:
        def faulty(database: sqlite3.Connection) -> None:
            if self.left is not None:
                return
            if self.failing:
                self.refused += 1
                raise _error("disk I/O error", sqlite3.SQLITE_IOERR)
            if self.cut_in != "checkpoint":
                checkpoint(database)
                return
            before = self.files()
            checkpoint(database)
            after, log = self.files(), f"{self._name}-wal"
            if self.chance.random() < 0.5:  # the log restarts once the main file is whole
                after |= {log: before[log]} if log in before else {}
            else:
                before |= {self._name: after[self._name]}
            self._cut(self._torn(before, after))

        return faulty

    def _counted(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **more: Any) -> Any:  # noqa: ANN401 - as the call has it
            if self.calls is not None:
                self.calls -= 1
                if self.calls < 0:
                    self.calls = None
                    self._cut(self.files())
            return call(*args, **more)

        return counted

    def _refuse(self, database: sqlite3.Connection) -> None:
        """Fail as SQLite does on a full disk: nothing of a transaction stays."""
        if self.full:
            self.refused += 1
            database.execute("BEGIN IMMEDIATE")
            database.execute("ROLLBACK")
            raise _error("database or disk is full", sqlite3.SQLITE_FULL)

    @contextmanager
    def no_room(self) -> Iterator[None]:
        """Let no file grow beyond a few kilobytes: a write fails in its middle."""
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.chance.randrange(8192), hard))
        try:
            yield
        except (OSError, sqlite3.Error):
            self.refused += 1
            raise
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    # --- what is left ----------------------------------------------------------------------------

    @property
    def _name(self) -> str:
        return self.journal.relative_to(self.folder).as_posix()

    def files(self) -> Files:
        """All files at this moment."""
        files = (path for path in sorted(self.folder.rglob("*")) if path.is_file())
        return {
            path.relative_to(self.folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
            for path in files
        }

    def cut(self) -> Files:
        """Cut the power now, between two writes; gives what is left."""
        if self.left is None:
            files, mark = self.files(), f"{self._name}-bookmark"
            before = dict(files)
            if self._marked and mark in files:  # no thread waits for it
                before[mark] = self._marked, files[mark][1]
            self.left = self._torn(before, files)
        return self.left

    def cut_now(self) -> None:
        """Say on the table's own thread that the power is gone. Raises PowerCutError."""
        raise PowerCutError

    def put(self, there: Files) -> None:
        """Let the folder have these files, and no others."""
        for file in sorted(self.folder.rglob("*"), reverse=True):
            if file.is_dir() and not file.is_symlink():
                with suppress(OSError):
                    file.rmdir()
            elif file.relative_to(self.folder).as_posix() not in there:
                file.unlink()
        for name, (data, at) in there.items():
            path = self.folder / name
            if not (path.is_file() and path.read_bytes() == data):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            os.utime(path, ns=(at, at))

    def date(self, wall: int) -> None:
        """Date the changes since the last dating at `wall` (seconds since 1970)."""
        at = wall * 1_000_000_000 + VIRTUAL
        for path in self.folder.rglob("*"):
            if path.is_file() and path.stat().st_mtime_ns % 1_000_000_000 != VIRTUAL:
                os.utime(path, ns=(at, at))

    def repair(self) -> None:
        """The power is back, and nothing is wrong any more."""
        self.full = self.failing = False
        self.cut_in, self.calls, self.left, self._marked = "", None, None, b""

    def _cut(self, left: Files) -> None:
        self.left = {name: content for name, content in left.items() if not name.endswith(_GONE)}
        raise PowerCutError

    def _torn(self, before: Files, after: Files) -> Files:
        """Choose a possible state of the disk between `before` and `after`."""
        left = Files()
        for name in sorted({*before, *after}):
            old, new = before.get(name), after.get(name)
            if name.endswith(_GONE):
                continue
            if old == new or old is None or new is None:
                content = old or new
                if content is not None and (old == new or self.chance.random() < 0.5):
                    left[name] = content
                continue
            stored = Stored(old[0], list(_changes(old[0], new[0])))
            left[name] = stored.survives(self.chance), new[1]
        return left


def _changes(old: bytes, new: bytes) -> Iterator[tuple[int, bytes | None]]:
    """Yield the changed bytes of each sector in which they differ, and a new, lower end.

    Bytes that a write does not name stay, however it is torn: SQLite counts on that
    (sqlite.org/psow.html).
    """
    for at in range(0, len(new), SECTOR):
        was, now = old[at : at + SECTOR], new[at : at + SECTOR]
        if was != now:
            pairs = enumerate(zip(was, now, strict=False))
            same = next((place for place, (before, after) in pairs if before != after), len(was))
            yield at + same, now[same:]
    if len(new) < len(old):
        yield len(new), None


def _error(text: str, code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error
