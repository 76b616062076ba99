"""Losses of an evening, and files that no table can continue: kept and reported."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG

from appliance.errors import JournalError
from appliance.runtime.aside import (
    FILES,
    OTHER,
    SET_ASIDE,
    beside,
    number_of,
    part,
    set_aside,
    word_of,
)
from appliance.runtime.bookmark import bookmark_of, read_bookmark
from appliance.runtime.database import is_database, unreachable, wrong
from bluffing.message import Message, message

ENDS_IN = ".journal"
"""Default suffix of a journal."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A loss of an evening: its description, and the number of steps if known."""

    why: Message
    steps: int | None


def loss_before(path: Path) -> Loss | None:
    """Return the loss of an evening that a start set aside, if that start came no further."""
    aside = max(beside(path), key=lambda other: number_of(other, path), default=None)
    if aside is None or word_of(aside, path) not in {OTHER, SET_ASIDE}:
        return None
    why = message("journal.set-aside", error=wrong("gone", path).seen, aside=str(aside))
    return Loss(why, _steps_of(aside))


def _steps_of(path: Path) -> int | None:
    """Return the number of steps in a bookmark; None if it can't be read."""
    with suppress(OSError, ValueError):
        reached = read_bookmark(path)
        return None if reached is None else reached.rows
    return None


def put_aside(path: Path, error: JournalError) -> Loss:
    """Rename an unusable journal, and return the loss to report."""
    is_older = error.seen.code == "journal.older"
    steps = _steps_of(path)
    aside = set_aside(path, OTHER if is_older else SET_ASIDE)
    return Loss(message("journal.set-aside", error=error.seen, aside=str(aside)), steps)


def refuse_strange(path: Path) -> None:
    """Raise UnreachableError for a file that no table wrote: it belongs to another program.

    A journal of ours that is damaged has a bookmark beside it, or is called like one.
    """
    ours = path.suffix == ENDS_IN or bookmark_of(path).exists()
    if ours:
        return
    with path.open("rb") as file:
        if not is_database(file, path):
            raise unreachable("strange", path)


def refuse_special(path: Path) -> None:
    """Raise UnreachableError if one of a journal's files is no regular file, and so not ours."""
    for suffix in FILES:
        file = part(path, suffix)
        with suppress(FileNotFoundError):
            if not S_ISREG(file.stat().st_mode):
                raise unreachable("no-file", file)
