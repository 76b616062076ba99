"""The self-test's judgement: from what was observed of a part to findings that a person can use.

Pure: no file, no clock, no device. `observe` looks; here is decided what that means,
one file a part. A finding that is not fine says what to do about it.
"""

from dataclasses import dataclass
from enum import StrEnum

Figure = float | int | str | bool | None


class Level(StrEnum):
    """How it stands with one thing."""

    OK = "ok"
    WARN = "warn"  # the table works, but less well
    FAIL = "fail"  # it doesn't, or not as it should
    SKIP = "skipped"  # not looked at, and why


class Part(StrEnum):
    """What can be checked, in the order in which it is."""

    PERMISSIONS = "permissions"
    DISK = "disk"
    DISPLAY = "display"
    SOUND = "sound"
    HUB = "hub"
    BUZZERS = "buzzers"
    LAMPS = "lamps"
    POWER = "power"
    READER = "reader"
    CAMERA = "camera"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was seen of `name`, a thing of `part`, and what to do where that is not fine.

    `figures` are the same for programs: a name and a value each.
    """

    part: Part
    name: str
    level: Level
    seen: str
    todo: str = ""
    figures: tuple[tuple[str, Figure], ...] = ()


BUSY = "stop the table if it runs (sudo systemctl stop doubtit), and check again"
"""What to do where a driver says no more than that it can't."""


def exit_code(findings: tuple[Finding, ...]) -> int:
    """0 where nothing has failed, else 1."""
    return int(any(one.level is Level.FAIL for one in findings))


def skipped(part: Part, name: str, why: str) -> Finding:
    """`name` was not looked at."""
    return Finding(part, name, Level.SKIP, why)


def failed(part: Part, name: str, error: Exception) -> Finding:
    """A driver refused: its message says what happened and, behind a colon, what to do."""
    seen, colon, todo = str(error).rpartition(": ")
    if not colon:
        return Finding(part, name, Level.FAIL, str(error), BUSY)
    return Finding(part, name, Level.FAIL, seen, todo)
