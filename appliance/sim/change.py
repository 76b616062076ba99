"""One change of the table, as whoever watches an evening is told of it."""

from collections.abc import Callable
from dataclasses import dataclass

from appliance.rules.events import Event
from appliance.runtime.reader import Shot
from appliance.table import Table
from appliance.table.facts import Facts


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
