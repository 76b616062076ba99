"""Time up to which the facts of an idle table stay the same. All times are ns."""

from appliance.core.signals import MS, NEVER
from appliance.presses.grammar import Grammar
from appliance.table import objections
from appliance.table.elements import Stepping, Steps
from appliance.table.parts import part_of
from appliance.table.spare import named_until
from appliance.table.state import Table

ROUNDS = 2
"""Number of rounds of a scan that a player began without a prompt."""


def unchanged_until(table: Table, now: int) -> int:
    """Return the time up to which the facts stay the same as at `now`, except held buttons.

    Every fact that depends on time must have its moment here, except a choice that moves by itself.
    """
    times = part_of(table.inner).moments(table, now)
    times += named_until(table, now)
    if table.settings.some_step:
        times += _disputes_until(table)
    return min((at for at in times if at >= now), default=NEVER)


def _disputes_until(table: Table) -> list[int]:
    """Return the ends of the times to dispute by a long hold, for stepping seats."""
    match, ruling = table.stage.match, table.ruling
    times = [] if ruling is None else [objections.until(table, ruling) - 1]
    return times if match is None or match.amended is None else [*times, match.amended.until - 1]


# --- a choice that moves by itself ---------------------------------------------------------------


def lit(table: Table, buzzer: int, at: int) -> int | None:
    """Return the option that the seat of `buzzer` would take at `at` (ns), or None."""
    one = table.stepping.get(buzzer)
    if one is None or one.place is None or at < one.at:
        return None
    if not _moves(table, buzzer, one):
        return one.place
    gone = (at - one.at) // pace(table)
    return None if _ends(one, gone) else (one.place + gone) % len(one.ways)


def moves_on(table: Table, buzzer: int, at: int) -> int:
    """Return the time (ns) up to which the option lit at `at` stays lit without a press, or NEVER.

    NEVER means that the choice does not move.
    """
    one = table.stepping.get(buzzer)
    if one is None or one.place is None or not _moves(table, buzzer, one):
        return NEVER
    if at < one.at:
        return one.at
    gone = (at - one.at) // pace(table)
    return NEVER if _ends(one, gone) else one.at + (gone + 1) * pace(table)


def _moves(table: Table, buzzer: int, one: Stepping) -> bool:
    """Return True if the choice moves by itself."""
    scans = table.settings.grammar(buzzer) is Grammar.SCAN
    return scans and one.steps is not Steps.AT_ONCE and one.taken is None


def _ends(one: Stepping, gone: int) -> bool:
    """Return True if the scan of a seat without a question is over after so many steps."""
    return one.steps is Steps.QUIET and gone >= ROUNDS * len(one.ways)


def pace(table: Table) -> int:
    """Return the time (ns) for which a moving choice rests on an option."""
    return table.settings.scan_ms * MS


def lit_until(table: Table, now: int) -> int:
    """Return the time (ns) up to which every moving choice rests."""
    return min((moves_on(table, one, now) - 1 for one in table.stepping), default=NEVER)
