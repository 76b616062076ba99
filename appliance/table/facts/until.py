"""Until when the facts of a table stay as they are, if nothing happens at it. All times are ns."""

from appliance.core.signals import MS, NEVER
from appliance.presses.grammar import Grammar
from appliance.table import objections
from appliance.table.elements import Stepping, Steps
from appliance.table.parts import part_of
from appliance.table.spare import named_until
from appliance.table.state import Table

ROUNDS = 2
"""So often a scan goes round that somebody began who is asked nothing."""


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


# --- a choice that moves by itself ---------------------------------------------------------------


def lit(table: Table, buzzer: int, at: int) -> int | None:
    """Option that the seat of `buzzer` would take at `at` (ns), or None."""
    one = table.stepping.get(buzzer)
    if one is None or one.place is None or at < one.at:
        return None
    if not _moves(table, buzzer, one):
        return one.place
    gone = (at - one.at) // pace(table)
    return None if _ends(one, gone) else (one.place + gone) % len(one.ways)


def moves_on(table: Table, buzzer: int, at: int) -> int:
    """Until when (ns) what is lit at `at` stays lit, if nobody presses; NEVER where it rests."""
    one = table.stepping.get(buzzer)
    if one is None or one.place is None or not _moves(table, buzzer, one):
        return NEVER
    if at < one.at:
        return one.at
    gone = (at - one.at) // pace(table)
    return NEVER if _ends(one, gone) else one.at + (gone + 1) * pace(table)


def _moves(table: Table, buzzer: int, one: Stepping) -> bool:
    """Return True if the choice goes on by itself."""
    scans = table.settings.grammar(buzzer) is Grammar.SCAN
    return scans and one.steps is not Steps.AT_ONCE and one.taken is None


def _ends(one: Stepping, gone: int) -> bool:
    """Return True if the scan of a seat without a question is over after so many steps."""
    return one.steps is Steps.QUIET and gone >= ROUNDS * len(one.ways)


def pace(table: Table) -> int:
    """Time (ns) that a moving choice rests on an option."""
    return table.settings.scan_ms * MS


def lit_until(table: Table, now: int) -> int:
    """Until when (ns) every choice that moves by itself stays where it is."""
    return min((moves_on(table, one, now) - 1 for one in table.stepping), default=NEVER)
