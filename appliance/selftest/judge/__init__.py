"""The self-test's judgement: turns observations of a part into findings that a person can use.

Pure: no file, no clock, no device. `observe` looks, this package judges. A finding that is not fine
has a remedy. All texts are messages of the catalogue.
"""

from dataclasses import dataclass
from enum import StrEnum

from appliance.errors import DoubtItError
from bluffing.message import Message, Spoken, message


class Level(StrEnum):
    """Severity of a finding."""

    OK = "ok"
    WARN = "warn"  # the table works, but less well
    FAIL = "fail"  # it doesn't, or not as it should
    SKIP = "skipped"  # not looked at, and why


@dataclass(frozen=True, slots=True)
class Finding:
    """The observation (`seen`) of a part, and a remedy if it is not fine.

    The values of `seen` are its figures for programs.
    """

    name: Message
    level: Level
    seen: Message
    todo: Message | None = None


def found(name: str | Message, level: Level, code: str, /, **values: "Spoken | None") -> Finding:
    """Return a finding with the catalogue's sentence `code`, and `code`.todo if it is not fine.

    `name` is a Message, or the part of a code after "selftest.name.". A value of None is left out.
    """
    known = {key: value for key, value in values.items() if value is not None}
    bad = level in (Level.WARN, Level.FAIL)
    todo = message(f"{code}.todo", **known) if bad else None
    return Finding(_name_of(name), level, message(code, **known), todo)


def skipped(name: str | Message, code: str, /, **values: Spoken) -> Finding:
    """Return the finding that `name` was skipped; `code` has the reason."""
    return found(name, Level.SKIP, code, **values)


def failed(name: str, error: DoubtItError) -> Finding:
    """Return the finding for an error, with its remedy."""
    fault, todo = parted(error.says)
    return Finding(_name_of(name), Level.FAIL, fault, todo or message("selftest.busy"))


def answered(
    name: str | Message, answer: bool | None, codes: tuple[str, str, str], /, **values: Spoken
) -> Finding:
    """Judge people's answers: `codes` for yes, for no, and for no answer."""
    yes, no, nothing = codes
    if answer is None:
        return skipped(name, nothing, **values)
    return found(name, *((Level.OK, yes) if answer else (Level.FAIL, no)), **values)


def parted(what: Message) -> tuple[Message, Message | None]:
    """Split `what` into the fault and its remedy."""
    match what:
        case Message("error.todo", ((_, Message() as fault), (_, Message() as todo))):
            return fault, todo
        case _:
            return what, None


def _name_of(name: str | Message) -> Message:
    return message(f"selftest.name.{name}") if isinstance(name, str) else name
