"""The report of an evening: each change of the table, and the result of its games."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields

from appliance.runtime.reader import Shot
from appliance.table import Table
from appliance.table.facts import Facts
from bluffing.events import Event
from bluffing.message import Message


@dataclass(frozen=True, slots=True)
class Change:
    """Public facts before and after a change, the events in between, and its time (ns).

    `events` are in order. `tables` are the tables before and after, with the whole state: screens
    draw it, and the judge of counting presses reads it. `shot` is the reader's latest picture of
    the cards.
    """

    before: Facts
    after: Facts
    events: tuple[Event, ...]
    now: int
    tables: tuple[Table, Table]
    shot: Shot | None = None


Watch = Callable[[Change], None]
"""A function that receives each change."""


@dataclass(slots=True)
class Score:
    """Counts over games.

    The verdicts of all `challenges` were `right`, `wrong`, or people were `asked` to enter the
    cards by hand. `first_try` counts right verdicts at the first spread; `misread` counts right
    verdicts on wrong ranks. `faults` describe errors. `read_ms` is the time spent on reading, in
    milliseconds.
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
        """Add the counts of `other`."""
        for count in fields(other):
            setattr(self, count.name, getattr(self, count.name) + getattr(other, count.name))

    @property
    def clean(self) -> bool:
        """True if there is no fault."""
        wrongs = self.wrong or self.wrong_doubters or self.misread or self.faults
        return not wrongs and self.finished == self.games
