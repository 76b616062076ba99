"""Doubt or force: a slap says who, and how long it lasts says which.

The first press decides the race whatever it becomes. Where a force is legal, a slap that is
held for 0.8 s forces, and one that is let go before doubts.
"""

from appliance.core.signals import MS
from appliance.presses.debounce import RELEASE
from appliance.rules.actions import Doubt, Force
from appliance.table.state import Table
from appliance.table.windows import NEVER, first

FORCE_AFTER = 800 * MS
"""A slap that is held so long forces."""


def kind_of(table: Table, now: int) -> Doubt | Force | None:
    """What the doubter's slap turned out to be, or None while it may still be either.

    A slap that is not remembered (the power was gone meanwhile) is what every slap is: a doubt.
    """
    seat = first(table)
    if seat is None or now < due(table, now):
        return None
    onset, end = _slap(table, now)
    return Doubt(seat) if end is not None and end - onset < FORCE_AFTER else Force(seat)


def due(table: Table, now: int) -> int:
    """When it will be known (ns): every edge that could still change it has arrived by then."""
    until = open_until(table, now)
    return until if until >= NEVER else until + table.settings.settle_ms * MS


def open_until(table: Table, now: int) -> int:
    """Up to when (ns) an edge of the doubter says which it is, as far as is known at `now`."""
    onset, end = _slap(table, now)
    held = onset + FORCE_AFTER
    return (held if end is None else min(end, held)) + RELEASE if onset >= 0 else NEVER


def _slap(table: Table, now: int) -> tuple[int, int | None]:
    """When the doubter's slap began and ended."""
    raced = table.turns.raced
    if raced is None:
        return -1, 0
    finish = raced.finish
    buzzer = finish.doubter
    onset = next(place.at for place in finish.places if place.buzzer == buzzer)
    presses = (one for one in table.buttons.presses(now) if one.buzzer == buzzer)
    press = next((one for one in presses if one.at == onset), None)
    return onset, onset if press is None else press.until
