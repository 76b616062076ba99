"""The journal's disk: where it is, how much fits, and how long a commit takes there."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile

from appliance.errors import reason
from appliance.message import Spoken, message
from appliance.selftest.judge import Finding
from appliance.selftest.judge.disk import room as free_room
from appliance.selftest.judge.disk import speed, writable
from appliance.selftest.observe.room import Room

COMMITS = 20
PAGE = bytes(4096)
"""SQLite writes whole pages; one row of a journal is less than one."""


def look(room: Room) -> Iterator[Finding]:
    """Write a little beside the journal, into a file without a name that is gone afterwards."""
    journal = Path(room.config.journal)
    wanted = journal.absolute().parent
    folder = next(one for one in (wanted, *wanted.parents) if one.is_dir())
    about = os.statvfs(folder)
    read_only = bool(about.f_flag & os.ST_RDONLY)
    commits: list[int] = []
    error: Spoken = ""
    try:
        commits += _commits(room, folder)
    except OSError as refused:
        error = reason(refused)
    if not error and journal.exists() and not os.access(journal, os.R_OK | os.W_OK):
        error = message("selftest.disk.foreign")
    missing = folder != wanted
    yield writable(str(journal), str(folder), missing=missing, read_only=read_only, error=error)
    if not (read_only or error):
        yield speed(commits)
    yield free_room(about.f_bavail * about.f_frsize, str(journal))


def _commits(room: Room, folder: Path) -> Iterator[int]:
    """How long each write takes until it is safe (ns). Raises OSError where none can be made."""
    with TemporaryFile(dir=folder) as file:
        for _ in range(COMMITS):
            began = room.clock()
            file.write(PAGE)
            file.flush()
            os.fsync(file.fileno())
            yield room.clock() - began
