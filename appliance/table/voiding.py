"""Races that can't be decided: a press may be lost, or came after the time to wait for it.

The table declares no winner from incomplete presses. The race is void, the play stays open, and the
screen asks all to press again.
"""

from dataclasses import replace

from appliance.core.effects import Sound
from appliance.core.signals import DriverBack, DriverLost, EdgesLost
from appliance.presses.arbiter import Race
from appliance.presses.debounce import JUDGED
from appliance.table.elements import Basis, Raced
from appliance.table.stages import Turns
from appliance.table.state import Table
from appliance.table.verdict import conclude
from appliance.table.windows import closes_at_of, floor_race, race_of, slap_until
from appliance.table.work import Work
from bluffing.actions import Withdraw
from bluffing.message import message

AGAIN = message("table.press-again")


def in_turns(work: Work, lost: EdgesLost) -> None:
    """Void every decision that the missing edges could change."""
    table, turns = work.table, work.turns
    if turns.raced is not None:
        # unknown if a doubt or a force: the doubter may have let go unheard
        kind = _spoils(turns.raced.race, slap_until(table, turns.raced, work.now), lost)
        if kind or _spoils_finish(turns.raced, lost):
            _reopen(work)
        return
    before = _before_newest_move(table, lost)
    if before is not None:
        work.put(before)
        _reopen(work)
        return
    race = race_of(table)
    if race is not None and _spoils(race, race.closes_at, lost):
        _reopen(work)
    elif floor_race(table) is not None:
        work.put(replace(turns, floor_at=max(turns.floor_at, work.now)))


def in_doubt(work: Work, lost: EdgesLost, raced: Raced) -> None:
    """Take a decided doubt back, as long as no card is turned up."""
    may = work.table.ruleset.refusal(work.table.game, Withdraw()) is None
    if may and _spoils_finish(raced, lost) and conclude(work, Withdraw(), Basis.PARTIES):
        work.set(notice=AGAIN)
        work.sound(Sound.NOTICE)


def buzzers(work: Work, signal: DriverLost | DriverBack) -> None:
    """Pause the game and say why, because without buzzers no player can doubt.

    A move that was committed and not yet registered is dropped, as by a power cut: an earlier doubt
    may be unheard, or known and not yet judged.
    """
    paused, turns = work.table.paused is not None, work.table.playing
    if not work.table.inner.pauses:
        return
    if isinstance(signal, DriverBack):
        if paused:
            work.set(notice=message("table.buzzers-are-back"))
        return
    if not paused and turns is not None and turns.pending is not None:
        work.put(replace(turns, pending=None, entry=None, correction=None))
    if not paused:
        work.pause(None)
    work.set(notice=signal.reason)


def _before_newest_move(table: Table, lost: EdgesLost) -> Turns | None:
    """Return the turns before the newest move, if a missing press may doubt the play it covered."""
    turns, undo = table.turns, table.turns.undo
    if undo is None or undo.game.claim == turns.game.claim:
        return None
    race = race_of(replace(table, stage=undo))
    spoiled = race is not None and _spoils(race, turns.moved_at, lost)
    return replace(undo, ruling=turns.ruling, wanted=turns.wanted) if spoiled else None


def _reopen(work: Work) -> None:
    """Reopen the doubt window of the newest play at its full length."""
    turns, now = work.turns, work.now
    timed = turns.closes_at is not None
    reopened = replace(turns.at_rest, wanted=turns.wanted, correction=turns.correction)
    reopened = reopened.opened(now, closes_at_of(work.table, now) if timed else None)
    work.put(replace(reopened, floor=None, floor_at=now))
    work.set(notice=AGAIN)
    work.sound(Sound.NOTICE)


def _spoils_finish(raced: Raced, lost: EdgesLost) -> bool:
    """Return True if the doubter's race could have ended differently."""
    race = raced.race
    return _spoils(race, raced.finish.places[0].at + race.tie_window + JUDGED, lost)


def _spoils(race: Race, until: int, lost: EdgesLost) -> bool:
    """Return True if edges between the opening of `race` and `until` (ns) may be missing."""
    return lost.since <= until and lost.at > race.opened_at
