"""What is told of an evening: each change of the table, and what its games come to."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields

from appliance.runtime.reader import Shot
from appliance.table import Table
from appliance.table.facts import Facts
from bluffing.events import Event
from bluffing.message import Message


@dataclass(frozen=True, slots=True)
class Change:
    """What is known of the table before and after, what happened in between, and when (ns).

    `events` are in order. `tables` are the tables themselves, before and after: the whole state,
    for a screen and for who judges when presses counted. `shot` is what the reader has kept of the
    cards by then.
    """

    before: Facts
    after: Facts
    events: tuple[Event, ...]
    now: int
    tables: tuple[Table, Table]
    shot: Shot | None = None


Watch = Callable[[Change], None]
"""Whoever is told of each change."""


@dataclass(slots=True)
class Score:
    """Counts over games.

    Of all `challenges` the verdict was `right`, `wrong`, or people were `asked` to enter the
    cards by hand. `first_try` are those right at the first spread; `misread` had the right
    verdict on wrong ranks. `faults` say what went wrong. `read_ms` is the time that reading
    took, in milliseconds.
    """

    games: int = 0
    finished: int = 0
    plays: int = 0
    challenges: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    wrong_doubters: int = 0
    first_try: int = 0
    misread: int = 0
    read_ms: float = 0.0
    faults: list[Message] = field(default_factory=list)

    def add(self, other: "Score") -> None:
        """Add what `other` counted."""
        for one in fields(other):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    @property
    def clean(self) -> bool:
        """True if everything went as it must."""
        wrongs = self.wrong or self.wrong_doubters or self.misread or self.faults
        return not wrongs and self.finished == self.games
