"""Until when the facts of a table stay as they are, if nothing happens at it. All times are ns."""

from appliance.core.signals import NEVER
from appliance.table import objections
from appliance.table.parts import part_of
from appliance.table.spare import named_until
from appliance.table.state import Table


def unchanged_until(table: Table, now: int) -> int:
    """Until when they stay as they are at `now`, but for the buttons held.

    Whatever of the facts depends on time must have its moment here, but for a choice that moves by
    itself.
    """
    times = part_of(table.inner).moments(table, now)
    times += named_until(table, now)
    if table.settings.some_step:
        times += _disputes_until(table)
    return min((at for at in times if at >= now), default=NEVER)


def _disputes_until(table: Table) -> list[int]:
    """The last moments at which a long hold disputes something, for who steps to that."""
    match, ruling = table.stage.match, table.ruling
    times = [] if ruling is None else [objections.until(table, ruling) - 1]
    return times if match is None or match.amended is None else [*times, match.amended.until - 1]
