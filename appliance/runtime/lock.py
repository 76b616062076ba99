"""One writer for a journal: a lock on a file beside it, which ends with its process.

It is no lock on the journal itself: SQLite has its own there, and closing any descriptor of that
file would drop them (sqlite.org/howtocorrupt.html, section 2.2).
"""

import errno
import fcntl
import os
from pathlib import Path
from stat import S_ISREG

from appliance.errors import UnreachableError
from bluffing.message import message

_FLAGS = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC

_NOT_PLAIN = {errno.ELOOP, errno.EISDIR, errno.ENXIO, errno.ENODEV}
"""Errors for a link, a folder, a socket and a device without a driver."""


class TakenError(Exception):
    """Another process has the lock; `process` is its number, or "" if unknown."""

    def __init__(self, process: str) -> None:
        super().__init__(process)
        self.process = process


class Lock:
    """The lock of the journal at `path`, taken. The file stays.

    Raises:
        TakenError: another process has it.
        UnreachableError: it is no plain file, or belongs to another account.
        OSError: the file can't be made.
    """

    def __init__(self, path: Path) -> None:
        self._file = _opened(path.with_name(f"{path.name}-lock"))
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            process = os.pread(self._file, 20, 0).decode("ascii", "replace").strip()
            os.close(self._file)
            raise TakenError(process if process.isdecimal() else "") from error
        except OSError:
            os.close(self._file)
            raise
        try:  # the owner's id is only information: a full disk must not stop a start
            if os.fstat(self._file).st_nlink == 1:  # else it is another file, too
                os.ftruncate(self._file, 0)
                os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)
        except OSError:
            pass

    def close(self) -> None:
        """Release the lock. May be called twice."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def _opened(name: Path) -> int:
    """Open the lock file, or create it; a read-only one can be locked, too."""
    if os.path.lexists(name) and not S_ISREG(name.lstat().st_mode):
        raise UnreachableError.of("journal.lock-foreign", path=str(name))
    try:
        try:
            file = os.open(name, os.O_RDWR | os.O_CREAT | _FLAGS, 0o644)
        except PermissionError:
            if not os.path.lexists(name):
                raise  # it is the folder that can't be written
            file = os.open(name, os.O_RDONLY | _FLAGS)
    except PermissionError as error:
        if not os.path.lexists(name):
            raise
        folder = str(name.parent)
        raise UnreachableError(
            message("journal.lock-denied", path=str(name), folder=folder)
        ) from error
    except OSError as error:
        if error.errno not in _NOT_PLAIN:
            raise
        raise UnreachableError.of("journal.lock-foreign", path=str(name)) from error
    if not S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise UnreachableError.of("journal.lock-foreign", path=str(name))
    return file
