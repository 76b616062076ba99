"""The journal's disk: room, speed, and whether it can be written at all."""

from collections.abc import Sequence
from statistics import median

from appliance.core.signals import MS
from appliance.message import Spoken, message
from appliance.selftest.judge import Finding, Level, found

MB = 1_000_000
NEARLY_FULL, FULL = 500 * MB, 50 * MB
"""Bytes free: an evening's journal has a few megabytes, but a full disk stops the table."""

SLOW, STALLS = 15 * MS, 200 * MS
"""The time of one commit (ns), usual and at worst: the table answers nothing before it is done."""


def writable(
    journal: str, folder: str, *, missing: bool, read_only: bool, error: Spoken
) -> Finding:
    """Whether the journal can be written in `folder`; `error` says why not, or is "".

    `missing`: the journal's own folder is yet to be made, in this one.
    """
    level, code = Level.FAIL, "unwritable"
    if read_only:
        code = "read-only"
    elif not error:
        level, code = Level.OK, "writable"
    where = message("selftest.disk.to-be-made", folder=folder) if missing else folder
    values = {"journal": journal, "folder": folder, "where": where, "error": error}
    return found("journal", level, f"selftest.disk.{code}", **values)


def speed(commits: Sequence[int]) -> Finding:
    """How long small writes took until they were safe on the disk (ns)."""
    usual, worst = median(commits), max(commits)
    slow = usual > SLOW or worst > STALLS
    level, code = (Level.WARN, "slow") if slow else (Level.OK, "speed")
    times = {"commit_ms": usual / MS, "worst_commit_ms": worst / MS}
    return found("speed", level, f"selftest.disk.{code}", **times)


def room(free: int, journal: str) -> Finding:
    """Whether so many bytes are enough."""
    level, code = Level.OK, "room"
    if free < NEARLY_FULL:
        level, code = Level.FAIL if free < FULL else Level.WARN, "little-room"
    values: dict[str, Spoken] = {"free_bytes": free, "free_mb": free / MB, "journal": journal}
    return found("room", level, f"selftest.disk.{code}", **values)
