"""Until when the facts of a table stay as they are, if nothing happens at it. All times are ns."""

from collections.abc import Sequence

from appliance.core.signals import NEVER
from appliance.presses.debounce import Press
from appliance.presses.gestures import HOLD_AFTER
from appliance.presses.grammar import REPEATS_FOR
from appliance.table import dealing, dispute
from appliance.table.facts.of_stage import withdraws_until
from appliance.table.lobby import rests_until
from appliance.table.revealing import unhurried_until
from appliance.table.spare import named_until
from appliance.table.stages import Doubting, Judged, Lobby, Over, Revealing, Turns
from appliance.table.state import Table
from appliance.table.windows import (
    TAKE_BACK,
    again,
    back_from,
    back_until,
    floor_from,
    floor_until,
    held_until,
    race_of,
    settles,
    turn_free_at,
    turn_from,
)


def unchanged_until(table: Table, newest: Sequence[Press], now: int) -> int:
    """Until when they stay as they are at `now`, but for the buttons held.

    `newest` are the last presses. Whatever of the facts depends on time must have its moment here,
    but for a choice that moves by itself.
    """
    match table.inner:
        case Lobby() as lobby:  # buttons get stuck, and come free
            due = table.buttons.deadline(now)
            times = [NEVER if due is None else due - 1]
            times += [rests_until(ring) - 1 for ring in lobby.choices]
        case Turns():
            times = _in_turns(table, now)
        case Doubting() as doubt:
            times = [withdraws_until(table, doubt)]
        case Revealing() as doubt:
            times = [withdraws_until(table, doubt), unhurried_until(doubt)]
        case Judged(ruling=ruling):
            times = [dispute.until(table, ruling)]
        case Over():
            times = [one.at + HOLD_AFTER - 1 for one in newest if one.until is None]
            times.append(dealing.readable_from(table))
        case _:
            times = []
    times += named_until(table, now)
    if table.settings.some_step:
        times += _disputes_until(table)
    return min((at for at in times if at >= now), default=NEVER)


def _in_turns(table: Table, now: int) -> list[int]:
    turns = table.turns
    presses = [turn_free_at(table), turns.moved_at, floor_from(table) - 1]
    presses += [turns.floor_told + settles(table), floor_until(table, now)]
    if turns.mover is not None:
        moved = table, turns.mover, turns.moved_at
        presses += [back_from(*moved), back_from(*moved) + TAKE_BACK, back_until(*moved)]
    race = race_of(table)
    if race is not None:
        presses += [race.opened_at, race.closes_at]
    presses += [turn_from(table, seat) - 1 for seat in table.ruleset.live(turns.game)]
    if turns.pending is not None:
        presses += [turns.pending.at, turns.pending.free_until]
        presses += [turns.pending.at + REPEATS_FOR] * table.settings.some_step
    if turns.raced is not None:
        presses += again(table, turns.raced)
    covers_from = held_until(table)
    times = [covers_from - HOLD_AFTER - 1, covers_from - 1]
    return times + [at - 1 for at in presses]  # facts say what a press just after them does


def _disputes_until(table: Table) -> list[int]:
    """The last moments at which a long hold disputes something, for who steps to that."""
    match, ruling = table.stage.match, table.ruling
    times = [] if ruling is None else [dispute.until(table, ruling) - 1]
    return times if match is None or match.amended is None else [*times, match.amended.until - 1]
