"""One change of the table, as whoever watches an evening is told of it."""

from collections.abc import Callable
from dataclasses import dataclass

from appliance.rules.events import Event
from appliance.runtime.reader import Shot
from appliance.table import Table


@dataclass(frozen=True, slots=True)
class Change:
    """The table before and after, what happened in between, in order, and when (ns).

    `shot` is what the reader has kept of the cards by then.
    """

    before: Table
    after: Table
    events: tuple[Event, ...]
    now: int
    shot: Shot | None = None


Watch = Callable[[Change], None]
