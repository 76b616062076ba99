"""The journal's disk: where it is, how much fits, and how long a commit takes there."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile

from appliance.message import Spoken, message
from appliance.selftest.judge import Finding
from appliance.selftest.judge.disk import DiskSeen, findings
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
    error: Spoken
    commits, error = _commits(room, folder)
    if not error and journal.exists() and not os.access(journal, os.R_OK | os.W_OK):
        error = message("selftest.disk.foreign")
    yield from findings(
        DiskSeen(
            journal=str(journal),
            folder=str(folder),
            missing=folder != wanted,
            read_only=bool(about.f_flag & os.ST_RDONLY),
            free=about.f_bavail * about.f_frsize,
            commits=commits,
            error=error,
        )
    )


def _commits(room: Room, folder: Path) -> tuple[tuple[int, ...], str]:
    """How long each write took until it was safe (ns), and why there are none."""
    times = []
    try:
        with TemporaryFile(dir=folder) as file:
            for _ in range(COMMITS):
                began = room.clock()
                file.write(PAGE)
                file.flush()
                os.fsync(file.fileno())
                times.append(room.clock() - began)
    except OSError as error:
        return (), error.strerror or str(error)
    return tuple(times), ""
