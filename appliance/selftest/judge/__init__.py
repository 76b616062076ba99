"""The self-test's judgement: from what was observed of a part to findings that a person can use.

Pure: no file, no clock, no device. `observe` looks; here is decided what that means,
one file a part. A finding that is not fine says what to do about it. What is said are messages:
the catalogue has a sentence for each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

from appliance.errors import DoubtItError
from appliance.message import Message, Spoken, message


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

    The values of `seen` are its figures for programs.
    """

    part: Part
    name: Message
    level: Level
    seen: Message
    todo: Message | None = None


def found(
    part: Part, name: str | Message, level: Level, code: str, /, **values: "Spoken | None"
) -> Finding:
    """A finding with the catalogue's sentence `code`, and `code`.todo where it is not fine.

    `name` is a Message or what follows "selftest.name." in the catalogue. A value of None is
    left out.
    """
    known = {key: value for key, value in values.items() if value is not None}
    bad = level in (Level.WARN, Level.FAIL)
    todo = message(f"{code}.todo", **known) if bad else None
    return Finding(part, _name(name), level, message(code, **known), todo)


def skipped(part: Part, name: str | Message, code: str, /, **values: Spoken) -> Finding:
    """`name` was not looked at; `code` says why."""
    return found(part, name, Level.SKIP, code, **values)


def failed(part: Part, name: str | Message, error: DoubtItError) -> Finding:
    """Something refused, and says what happened and what to do."""
    seen, todo = parted(error.says)
    return Finding(part, _name(name), Level.FAIL, seen, todo or message("selftest.busy"))


def parted(what: Message) -> tuple[Message, Message | None]:
    """What happened, and what to do, where `what` has both."""
    if what.code != "error.todo":
        return what, None
    return _part(what, "seen"), _part(what, "todo")


def _part(both: Message, name: str) -> Message:
    part = both[name]
    return part if isinstance(part, Message) else message("text", text=str(part))


def chained(code: str, items: Sequence[Spoken]) -> Spoken:
    """Several things in a row; `code` puts a `left` and a `right` one together."""
    return reduce(lambda left, right: message(code, left=left, right=right), items)


def exit_code(findings: tuple[Finding, ...]) -> int:
    """0 where nothing has failed, else 1."""
    return int(any(one.level is Level.FAIL for one in findings))


def _name(name: str | Message) -> Message:
    return message(f"selftest.name.{name}") if isinstance(name, str) else name
