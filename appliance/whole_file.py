"""Writes files completely or not at all, even in a power cut. Only regular files are replaced.

A folder, device, pipe, socket or dangling link is left alone, whatever the settings name. A
symbolic link stays too: the file that it names is replaced, provided that the link belongs to the
current user or to root. Another user's link may name any file.
"""

import os
from errno import ELOOP
from pathlib import Path
from stat import S_ISLNK, S_ISREG

from appliance.errors import IrregularFileError

LINKS_AT_MOST = 40
"""Number of links that lead from one to the next, as in Linux (path_resolution(7))."""


def is_file(path: Path) -> bool:
    """Return True if a regular file is at `path`, or at the end of a link there.

    Raises:
        IrregularFileError: a folder, device, pipe, socket or a dangling link is there.
        OSError: the system refuses the check.
    """
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        if path.is_symlink():
            raise IrregularFileError(str(path)) from None
        return False
    except OSError as error:
        if error.errno == ELOOP:
            raise IrregularFileError(str(path)) from error
        raise
    if not S_ISREG(mode):
        raise IrregularFileError(str(path))
    return True


def target_of(path: Path) -> Path:
    """Return the file that writing to `path` replaces or makes: `path`, or the target of its link.

    Raises:
        IrregularFileError: the existing file may not be replaced.
        OSError: the system refuses the check.
    """
    target = path
    for _ in range(LINKS_AT_MOST):
        try:
            about = target.lstat()
        except (FileNotFoundError, NotADirectoryError):
            if target is path:
                return path
            break
        if S_ISREG(about.st_mode):
            return target
        if not S_ISLNK(about.st_mode) or about.st_uid not in (0, os.geteuid()):
            break
        target = target.parent / target.readlink()
    raise IrregularFileError(str(path))


def refuse_irregular(path: Path) -> None:
    """Raise IrregularFileError where anything but a regular file is at `path`, a link too."""
    try:
        mode = path.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return
    if not S_ISREG(mode):
        raise IrregularFileError(str(path))


def write_whole(data: bytes, path: Path, *, folders: bool = True) -> None:
    """Write `data` to `path`, and create its `folders` if they are missing.

    The old file stays until all data are on the disk: the new one is written beside it first.

    Raises:
        IrregularFileError: the existing file may not be replaced.
        OSError: the file can't be written.
    """
    target = target_of(path)
    beside = target.with_name(f"{target.name}.new")
    if folders:
        target.parent.mkdir(parents=True, exist_ok=True)
    refuse_irregular(beside)
    beside.unlink(missing_ok=True)  # a power cut left it there
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def rename_broken(path: Path) -> Path:
    """Rename the file at `path`, or its link's target, to NAME.broken-1 or a free number.

    Return its new name.

    Raises:
        IrregularFileError: the existing file may not be renamed.
        OSError: it can't be renamed.
    """
    target, number = target_of(path), 1
    while os.path.lexists(aside := target.with_name(f"{target.name}.broken-{number}")):
        number += 1
    target.rename(aside)
    return aside
