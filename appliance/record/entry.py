"""The entries of a record: the public facts of a table, in a form that outlives the code.

An entry uses words of its own and plain JSON, never our classes: so it stays the same when a class
or a rule changes. `EVENT_KINDS` names every event of the rules; docs/record.md describes each
kind.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any  # JSON's own types

from bluffing import events
from bluffing.cards import Trait
from bluffing.events import Event
from bluffing.message import Message


class EntryKind(StrEnum):
    """The kinds of entries beside the events of the rules."""

    DEALT = "dealt"
    DECIDED = "decided"
    TAKEN_BACK = "taken-back"
    CHALLENGE = "challenge"
    FINISH = "finish"
    SHOWN = "shown"
    QUESTION = "question"
    ENDED = "ended"
    FAULT = "fault"
    AGREEMENT = "agreement"
    TOLD = "told"


SECOND_MS = 1000
"""Milliseconds of a second, which `RecordEntry.at_ms` counts."""

OF_GAMES = (EntryKind.DEALT, EntryKind.ENDED, EntryKind.QUESTION)
"""The rare kinds: a list of evenings and a start read these alone."""

EVENT_KINDS: Mapping[type[Event], str] = MappingProxyType({
    events.Played: "played",
    events.LastCards: "last-cards",
    events.Passed: "passed",
    events.Removed: "removed",
    events.Shown: "showed",
    events.Drew: "drew",
    events.LaidAway: "laid-away",
    events.Guessed: "guessed",
    events.Picked: "picked",
    events.Doubted: "doubted",
    events.Forced: "forced",
    events.Believed: "believed",
    events.Verdict: "verdict",
    events.Produced: "produced",
    events.Answered: "answered",
    events.Withdrawn: "withdrawn",
    events.Stands: "stands",
    events.Took: "took",
    events.Owes: "owes",
    events.LostPoints: "lost-points",
    events.SuddenDeath: "sudden-death",
    events.WentOut: "went-out",
    events.CameBack: "came-back",
    events.Won: "won",
    events.Tied: "tied",
    events.Lost: "lost",
    events.Paid: "paid",
    events.Corrected: "corrected",
    events.Adjusted: "adjusted",
    events.Audited: "audited",
    events.Rescored: "rescored",
    events.Left: "left",
    events.Discarded: "discarded",
    events.TimeCalled: "time-called",
    events.Voided: "voided",
})  # fmt: skip
"""The kind of each event of the rules."""


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """One public fact of that `kind`, with `data` in JSON's types.

    `row` is the journal's row that made it known, `at_ms` the time since the evening's first step,
    in milliseconds, and `game` the number of the deal (0: before the first). `line` is the sentence
    of an evening's story, in a `EntryKind.TOLD` entry.
    """

    row: int
    at_ms: int
    game: int
    kind: str
    data: Mapping[str, Any]  # as JSON has it
    line: Message | None = None


@dataclass(frozen=True, slots=True)
class SeatNames:
    """Names of the seats, valid since entry number `since`. No entry holds a name."""

    since: int
    names: tuple[str, ...]


def data_of(event: Event) -> dict[str, Any]:  # as JSON has it
    """Return the fields of an event of the rules as JSON has them; a rank is its sign, "Q"."""
    return {field.name: _plain(getattr(event, field.name)) for field in fields(event)}


def _plain(value: object) -> object:
    if isinstance(value, Trait):
        return value.value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def names_at(names: Iterable[SeatNames], number: int) -> tuple[str, ...]:
    """Return the names of the seats at the entry of that `number`."""
    called: tuple[str, ...] = ()
    for change in names:
        if change.since > number:
            break
        called = change.names
    return called
