"""Plain files in folders that other accounts may change: no link is followed."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path, PurePath
from stat import S_IMODE, S_ISREG
from typing import BinaryIO

READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""Opening a pipe without a writer does not block."""

WRITE_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


class NotPlainError(OSError):
    """The path of a plain file has a folder, link, device, pipe or socket."""


def open_below(folder: Path, name: PurePath | str) -> BufferedReader:
    """Open the plain file `name` below `folder` to read; only `folder` itself may be a link.

    Raises:
        NotPlainError: `name` is something else.
        OSError: it can't be opened, or a folder on the way is a link.
    """
    *between, last = PurePath(name).parts
    at = os.open(folder, _FOLDER)
    try:
        for part in between:
            inner = os.open(part, _FOLDER | os.O_NOFOLLOW, dir_fd=at)
            os.close(at)
            at = inner
        _check(os.stat(last, dir_fd=at, follow_symlinks=False), folder / name)
        return _plain(os.open(last, READ, dir_fd=at), folder / name)
    finally:
        os.close(at)


def open_plain(path: Path) -> BufferedReader:
    """Open the plain file at `path` to read; `path` may be a link that the caller has named.

    Raises:
        NotPlainError: it is something else.
        OSError: it can't be opened.
    """
    _check(path.stat(), path)  # to open a device may be to use it
    return _plain(os.open(path, READ & ~os.O_NOFOLLOW), path)


def _plain(descriptor: int, path: Path) -> BufferedReader:
    try:
        _check(os.fstat(descriptor), path)
    except NotPlainError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def _check(status: os.stat_result, path: Path) -> None:
    if not S_ISREG(status.st_mode):
        raise NotPlainError(errno.EINVAL, "no plain file", str(path))


def is_plain(folder: Path, name: PurePath | str) -> bool:
    """Return whether `open_below` would open this file."""
    try:
        open_below(folder, name).close()
    except OSError:
        return False
    return True


def sync_folder(folder: Path) -> None:
    """Wait until the names in `folder` are on the disk. Raises OSError."""
    descriptor = os.open(folder, _FOLDER)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def new_plain(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Make the file `path`, which must not exist; at the end it is on the disk. Raises OSError."""
    with os.fdopen(os.open(path, WRITE_NEW, mode), "wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def rewrite(data: bytes, path: Path) -> None:
    """Replace the plain file at `path` in one step, or create it; owner and mode stay.

    Raises:
        NotPlainError: the path has something else.
        OSError: it can't be written; the file has not changed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        before = path.lstat()
    except FileNotFoundError:
        before = None
    if before is not None:
        _check(before, path)
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    with new_plain(beside, 0o600) as file:
        file.write(data)
        os.fchmod(file.fileno(), 0o644 if before is None else S_IMODE(before.st_mode))
        if before is not None:
            with suppress(PermissionError):  # only root may give a file away
                os.fchown(file.fileno(), before.st_uid, before.st_gid)
    beside.replace(path)
    sync_folder(path.parent)
