"""Commits a move at one moment and registers it a settle time later.

So a press with an earlier stamp that is still under way doubts the play that it was meant for. A
take-back waits the same way.
"""

from dataclasses import replace

from appliance.core.effects import Sound
from appliance.table import windows
from appliance.table.elements import Pending
from appliance.table.outcomes import Challenge
from appliance.table.stages.turns.state import Turns
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.actions import Action, Correct, Guess, Pass, Pick, Play, Show, TurnMove
from bluffing.events import Played
from bluffing.game import Phase
from bluffing.message import AtSeat, message


def commit(work: Work, action: Action, at: int) -> None:
    """Commit `action` at `at` (ns), or say why not."""
    table, turns = work.table, work.turns
    like: Action | None = action
    if isinstance(action, Show) and not action.ranks:
        # the reader will name the cards
        like = windows.menu_of(table, action.seat).hand()
    why = message("table.no-hand-to-show") if like is None else None
    if like is not None:
        why = table.ruleset.refusal(turns.game, like)
    covers = like is not None and why is None and table.ruleset.covers(turns.game, like)
    if why is None and covers and at < windows.held_until(table):
        taker = table.ruleset.awaits(turns.game)
        right = None if taker is None else message("table.awaits", seat=AtSeat(taker))
        why = right or message("table.still-open")
    last = turns.game.phase is Phase.LAST_CARDS
    if why is None and last and turns.closes_at is not None and at > turns.closes_at:
        why = message("table.window-ended")
    if why is not None:
        work.refuse(why)
        work.put(replace(turns, correction=None))
        return
    free = at
    if isinstance(action, (Play, Show)) and _turns_up(table, action):
        free = windows.back_from(table, action.seat, at) + windows.TAKE_BACK
    pending = Pending(action, at, covers or isinstance(action, Correct), free)
    work.put(replace(turns, pending=pending))


def _turns_up(table: Table, action: Play | Show) -> bool:
    """Return True if `action` turns cards up without a doubt."""
    if isinstance(action, Play):
        return table.ruleset.apply(table.game, action)[0].phase is Phase.REVEAL
    return not action.ranks


def register(work: Work, pending: Pending) -> None:
    """Register the committed move."""
    action, before = pending.action, work.turns
    if action is None:
        _restore(work, pending)
        return
    automatic = windows.automatic_pick(work.table)
    turns = replace(before, pending=None, entry=None, floor=None, floor_at=pending.at)
    if isinstance(action, Show) and not action.ranks:
        turns = replace(turns.at_rest, counts_from=pending.at)
        work.leave(Challenge(turns, showing=action.seat))
    else:
        work.put(turns)
        if not work.act(action):
            return
        back = isinstance(action, (Play, Pass, Guess, Pick)) and action != automatic
        turns = _registered(work.table, action, pending.at, before.game.phase)
        work.put(replace(turns, undo=_kept(before) if back else None))
    seat = getattr(action, "seat", None)
    work.sound(Sound.LOCK, None if seat is None else work.table.buzzers[seat])


def _registered(table: Table, action: Action, at: int, before: Phase) -> Turns:
    """Return the turns after `action`: a play opens its window, another move keeps the old one."""
    turns, phase = table.turns, table.game.phase
    if isinstance(action, (Play, Correct)) or phase is not before:
        opens, begins = phase.doubtable, at
        if isinstance(action, Play) and before is Phase.OPEN and table.ruleset.races_in(table.game):
            begins = windows.settled(table, at)  # an earlier slap is for the play before
        closes_at = windows.closes_at_of(table, begins) if opens else None
        turns = replace(
            turns, opened_at=at, slaps_from=max(begins, turns.slaps_from), closes_at=closes_at
        )
    played = (one.rank for one in turns.match.happened if isinstance(one, Played))
    announced = next(played, turns.match.announced)
    moves = turns.match.moves + isinstance(action, TurnMove)
    match = replace(turns.match, announced=announced, moved=action, moved_at=at, moves=moves)
    return replace(turns, match=match, counts_from=at)


def _kept(before: Turns) -> Turns:
    """Return the turns for a take-back, without entries and moves under way."""
    return Turns(
        before.since,
        match=replace(before.match, moved=None, moved_at=0),
        opened_at=before.opened_at,
        counts_from=before.counts_from,
        closes_at=before.closes_at,
    )


def _restore(work: Work, pending: Pending) -> None:
    """Take the newest move back. Until hands have come to rest, a slap was meant for that move."""
    turns, undo = work.turns, work.turns.undo
    if undo is not None:
        turns = replace(
            undo,
            ruling=turns.ruling,
            wanted=turns.wanted,
            counts_from=work.now if _covered(turns) else pending.at,
            slaps_from=pending.at + windows.settles(work.table),
        )
    work.put(replace(turns, pending=None, undo=None))
    work.set(notice=message("table.taken-back"))
    work.sound(Sound.BACK)


def take_back(work: Work, at: int) -> None:
    """Commit, at `at` (ns), to take the newest move back."""
    pending = Pending(None, at, closes=_covered(work.turns))
    work.put(replace(work.turns, pending=pending))


def _covered(turns: Turns) -> bool:
    """Return True if the newest move ended the chance to doubt the play before it."""
    before = turns.undo.game.claim if turns.undo is not None else None
    return isinstance(turns.match.moved, Play) or before != turns.game.claim
