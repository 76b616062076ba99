"""One writer for a journal: a lock on a file beside it, which ends with the process that has it.

It is no lock on the journal itself: SQLite has its own there, and closing any descriptor of that
file would drop them (sqlite.org/howtocorrupt.html, section 2.2).
"""

import fcntl
import os
from pathlib import Path


class TakenError(Exception):
    """Another process has the lock; `process` is its number, or "" where it has not said so."""

    def __init__(self, process: str) -> None:
        super().__init__(process)
        self.process = process


class Lock:
    """The lock of the journal at `path`, taken. Raises TakenError, or OSError. The file stays."""

    def __init__(self, path: Path) -> None:
        name = path.with_name(f"{path.name}-lock")
        self._file = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            process = os.pread(self._file, 20, 0).decode("ascii", "replace").strip()
            os.close(self._file)
            raise TakenError(process if process.isdecimal() else "") from error
        except OSError:
            os.close(self._file)
            raise
        try:  # whose it is, is only told: a full disk must not keep anybody out
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)
        except OSError:
            pass

    def close(self) -> None:
        """Let go of it. May be called twice."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
