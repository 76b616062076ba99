"""The clock of a guess, by house option: its end, its warning, and the time given once more."""

from dataclasses import replace

from appliance.core.signals import MS, SECOND
from appliance.presses.debounce import JUDGED
from appliance.presses.gestures import HOLD_AFTER
from appliance.table import windows
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.message import message

WARNS_FOR = 10 * SECOND
"""Time before the end in which the screen warns, and one press gives the time again."""

TEAM_MORE = 15 * SECOND
"""Time that a team has beside that of a player."""

IS_UP = message("table.time-is-up")


def clock(table: Table) -> tuple[int, int] | None:
    """Return start and end (ns) of the time of the seat on turn, or None without a clock.

    A team has 15 s more to agree. The time of a player who has more time by setting is doubled. It
    starts again after a pause.
    """
    turns = table.playing
    turn_ms = None if turns is None else table.ruleset.timing(turns.game).turn_ms
    if turns is None or turn_ms is None:
        return None
    times = 2 if table.buzzers[turns.game.turn] in table.settings.more_time else 1
    began = max(turns.since, turns.moved_at, turns.counts_from, turns.again_at)
    more = TEAM_MORE if table.settings.team_play else 0
    return began, began + times * (turn_ms * MS + more)


def warns_at(table: Table) -> int | None:
    """Return the time (ns) of the warning, or None without a clock."""
    known = clock(table)
    return None if known is None else known[1] - WARNS_FOR


def warns(table: Table, at: int) -> bool:
    """Return True if the screen warns at `at` (ns)."""
    begins = warns_at(table)
    return begins is not None and at >= begins


def gives_again(table: Table, at: int) -> bool:
    """Return True if a press of the seat on turn at `at` (ns) gives the time again: once a turn."""
    known, turns = clock(table), table.turns
    unused = turns.again_at <= max(turns.since, turns.moved_at)
    return known is not None and unused and known[1] - WARNS_FOR <= at <= known[1]


def give_again(work: Work, at: int) -> None:
    """Let the time begin again at `at` (ns), if a press gives it."""
    if gives_again(work.table, at):
        work.put(replace(work.turns, again_at=at))


def up_at(table: Table, now: int) -> int | None:
    """Return the time (ns) at which no press of the seat on turn can be in time, or None."""
    known = clock(table)
    if known is None:
        return None
    buzzer, ends = table.buzzers[table.turns.game.turn], known[1]
    held = (
        press.at + HOLD_AFTER
        for press in windows.pressed(table, now)
        if press.buzzer == buzzer and press.until is None and press.at <= ends
    )
    return max(ends, *held, 0) + JUDGED + table.settings.settle_ms * MS


def moments(table: Table) -> list[int]:
    """List the times (ns) up to which the clock's facts hold."""
    known = clock(table)
    return [] if known is None else [known[1] - WARNS_FOR - 2, known[1] - 1]
