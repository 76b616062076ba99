"""Races that can't be decided: a press may be lost, or came too late to be waited for.

Nobody is declared first by what happened to arrive. The race is void, the play stays open, and
everybody is told to press again.
"""

from dataclasses import replace

from appliance.core.effects import Sound
from appliance.core.signals import DriverBack, DriverLost, EdgesLost
from appliance.message import message
from appliance.presses.arbiter import Race
from appliance.presses.debounce import JUDGED
from appliance.rules.actions import Withdraw
from appliance.table import pausing, reveal
from appliance.table.doubting import NEVER, closes_at_of, floor_race, race_of
from appliance.table.force import open_until
from appliance.table.lost import BUZZERS
from appliance.table.state import Basis, Stage, Table
from appliance.table.verdict import conclude
from appliance.table.work import Work

DRIVER = BUZZERS
"""What the source of edges is called when it is lost."""

AGAIN = message("table.press-again")


def edges_lost(work: Work, lost: EdgesLost) -> None:
    """Void what the missing edges could have decided otherwise."""
    table = work.table
    if table.paused_at is not None or table.round is None:
        return
    if table.stage is Stage.PLAY:
        _in_play(work, lost)
    elif table.stage in (Stage.DOUBT, Stage.REVEAL):
        _in_doubt(work, lost)


def buzzers(work: Work, signal: DriverLost | DriverBack) -> None:
    """Without buzzers nobody can doubt: the game is paused and says why.

    What was committed and not yet registered is dropped, as by a power cut: a doubt from before it
    may be unheard, or known and not yet judged.
    """
    if work.table.stage in (Stage.ATTRACT, Stage.LOBBY):
        return
    if isinstance(signal, DriverBack):
        if work.table.paused_at is not None:
            work.set(notice=message("table.buzzers-are-back"))
        return
    if work.table.paused_at is None:
        if work.table.round is not None and work.current.pending is not None:
            work.round(pending=None, entry=None, correction=None)
        pausing.begin(work, None)
    work.set(notice=signal.reason)


def _in_play(work: Work, lost: EdgesLost) -> None:
    table, round_ = work.table, work.current
    if round_.doubter is not None:
        if _spoils_finish(table, lost) or _spoils_kind(table, lost, work.now):
            _reopen(work)
        return
    before = _before_newest_move(table, lost)
    if before is not None:
        work.table = before
        _reopen(work)
        return
    race = race_of(table)
    if race is not None and _spoils(
        race, NEVER if race.closes_at is None else race.closes_at, lost
    ):
        _reopen(work)
    elif floor_race(table) is not None:
        work.round(floor_at=max(round_.floor_at, work.now))


def _in_doubt(work: Work, lost: EdgesLost) -> None:
    """As long as no card is turned up, a doubt that was decided can be taken back."""
    table = work.table
    may = table.ruleset.refusal(table.game, Withdraw()) is None and not reveal.turned_up(table)
    if may and _spoils_finish(table, lost) and conclude(work, Withdraw(), Basis.PARTIES):
        work.set(race=None, finish=None, notice=AGAIN)
        work.sound(Sound.TICK)


def _before_newest_move(table: Table, lost: EdgesLost) -> Table | None:
    """The table before a move that covered a play which a missing press may have doubted."""
    undo, round_ = table.undo, table.round
    if undo is None or round_ is None or undo.game.claim == round_.game.claim:
        return None
    before = replace(table, round=undo)
    race = race_of(before)
    return before if race is not None and _spoils(race, round_.moved_at, lost) else None


def _reopen(work: Work) -> None:
    """The play that could be doubted can be doubted anew, for as long as at first."""
    closes_at = work.current.closes_at
    work.round(
        opened_at=work.now,
        counts_from=work.now,
        closes_at=None if closes_at is None else closes_at_of(work.table, work.now),
        entry=None,
        floor=None,
        floor_at=work.now,
        slap=None,
        doubter=None,
        pending=None,
    )
    work.set(race=None, finish=None, undo=None, notice=AGAIN)
    work.sound(Sound.TICK)


def _spoils_finish(table: Table, lost: EdgesLost) -> bool:
    """Whether the race that made the doubter could have ended otherwise."""
    race, finish = table.race, table.finish
    if race is None or finish is None:
        return False
    return _spoils(race, finish.places[0].at + race.tie_window + JUDGED, lost)


def _spoils_kind(table: Table, lost: EdgesLost, now: int) -> bool:
    """Whether the doubter may have let go unheard: it is not known whether he doubts or forces."""
    return table.race is not None and _spoils(table.race, open_until(table, now), lost)


def _spoils(race: Race, until: int, lost: EdgesLost) -> bool:
    """Whether edges between the opening of `race` and `until` (ns) may be missing."""
    return lost.since <= until and lost.at > race.opened_at
