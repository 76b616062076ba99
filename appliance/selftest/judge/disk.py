"""The journal's disk: room, speed, and whether it can be written at all."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from appliance.core.signals import MS
from appliance.selftest.judge import Finding, Level, Part

MB = 1_000_000
NEARLY_FULL, FULL = 500 * MB, 50 * MB
"""Bytes free: an evening's journal has a few megabytes, but a full disk stops the table."""

SLOW, STALLS = 15 * MS, 200 * MS
"""The time of one commit (ns), usual and at worst: the table answers nothing before it is done."""


@dataclass(frozen=True, slots=True)
class Disk:
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
    error: str = ""


def findings(disk: Disk) -> Iterator[Finding]:
    """What is to be said of the disk."""
    where = f"{disk.folder}, to be made" if disk.missing else disk.folder
    if disk.read_only:
        yield Finding(
            Part.DISK,
            "journal",
            Level.FAIL,
            f"{where} is on a disk that is read-only",
            "sudo mount -o remount,rw / (or turn the overlay file system off in raspi-config), "
            "or set journal to a file on another disk",
        )
    elif disk.error:
        yield Finding(
            Part.DISK,
            "journal",
            Level.FAIL,
            f"{disk.journal} can't be written: {disk.error}",
            f"sudo chown $(id -un) {disk.folder}, or name another file with journal or --journal",
        )
    else:
        yield Finding(Part.DISK, "journal", Level.OK, f"{disk.journal} can be written")
        yield _speed(disk)
    yield _room(disk)


def _speed(disk: Disk) -> Finding:
    usual, worst = median(disk.commits), max(disk.commits)
    figures = (("commit_ms", round(usual / MS, 2)), ("worst_commit_ms", round(worst / MS, 2)))
    says = f"a commit takes {usual / MS:.1f} ms, at worst {worst / MS:.1f} ms"
    if usual > SLOW or worst > STALLS:
        todo = (
            "use a better SD card (A1 or A2), an SSD or a USB stick, and stop what else writes: "
            "the lamps answer a press only when it is on the disk"
        )
        return Finding(Part.DISK, "speed", Level.WARN, f"slow: {says}", todo, figures)
    return Finding(Part.DISK, "speed", Level.OK, says, "", figures)


def _room(disk: Disk) -> Finding:
    says = f"{disk.free / MB:,.0f} MB free"
    figures = (("free_bytes", disk.free),)
    if disk.free >= NEARLY_FULL:
        return Finding(Part.DISK, "room", Level.OK, says, "", figures)
    level = Level.FAIL if disk.free < FULL else Level.WARN
    todo = f"remove old evenings beside {disk.journal}, or sudo apt clean"
    return Finding(Part.DISK, "room", level, f"only {says}", todo, figures)
