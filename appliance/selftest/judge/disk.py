"""The journal's disk: room, speed, and whether it can be written at all."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from appliance.core.signals import MS
from appliance.message import Spoken, message
from appliance.selftest.judge import Finding, Level, Part, found

MB = 1_000_000
NEARLY_FULL, FULL = 500 * MB, 50 * MB
"""Bytes free: an evening's journal has a few megabytes, but a full disk stops the table."""

SLOW, STALLS = 15 * MS, 200 * MS
"""The time of one commit (ns), usual and at worst: the table answers nothing before it is done."""


@dataclass(frozen=True, slots=True)
class DiskSeen:
    """What was observed of the folder of the `journal`.

    `commits` are the times (ns) that small writes took until they were safe on the disk; `error`
    says why there are none. `missing`: the folder is yet to be made, in the one that was tried.
    """

    journal: str
    folder: str
    missing: bool
    read_only: bool
    free: int
    commits: tuple[int, ...] = ()
    error: Spoken = ""


def findings(disk: DiskSeen) -> Iterator[Finding]:
    """What is to be said of the disk."""
    where: Spoken = disk.folder
    if disk.missing:
        where = message("selftest.disk.to-be-made", folder=disk.folder)
    level, code = Level.FAIL, "unwritable"
    if disk.read_only:
        code = "read-only"
    elif not disk.error:
        level, code = Level.OK, "writable"
    yield found(
        Part.DISK,
        "journal",
        level,
        f"selftest.disk.{code}",
        journal=disk.journal,
        folder=disk.folder,
        where=where,
        error=disk.error,
    )
    if level is Level.OK:
        yield _speed(disk)
    yield _room(disk)


def _speed(disk: DiskSeen) -> Finding:
    usual, worst = median(disk.commits), max(disk.commits)
    slow = usual > SLOW or worst > STALLS
    level, code = (Level.WARN, "slow") if slow else (Level.OK, "speed")
    return found(
        Part.DISK,
        "speed",
        level,
        f"selftest.disk.{code}",
        commit_ms=usual / MS,
        worst_commit_ms=worst / MS,
    )


def _room(disk: DiskSeen) -> Finding:
    level, code = Level.OK, "room"
    if disk.free < NEARLY_FULL:
        level, code = Level.FAIL if disk.free < FULL else Level.WARN, "little-room"
    return found(
        Part.DISK,
        "room",
        level,
        f"selftest.disk.{code}",
        free_bytes=disk.free,
        free_mb=disk.free / MB,
        journal=disk.journal,
    )
