"""A move is committed at one moment and registered a settle time later.

So a press stamped before it, but still under way, is a doubt of the play that it was meant for.
A take-back waits the same way.
"""

from dataclasses import replace

from appliance.core.effects import Sound
from appliance.message import message
from appliance.rules.actions import Action, Correct, Guess, Pass, Pick, Play, Show
from appliance.rules.events import Played
from appliance.rules.game import Phase
from appliance.table.doubting import (
    DEAD_TIME,
    TAKE_BACK,
    closes_at_of,
    held_until,
    menu_of,
    on_turn,
)
from appliance.table.state import Pending, Round, Table
from appliance.table.work import Work


def commit(work: Work, action: Action, at: int) -> None:
    """Commit `action` at `at` (ns), or say why not."""
    table, round_ = work.table, work.current
    like: Action | None = action
    if isinstance(action, Show) and not action.ranks:
        like = menu_of(table, action.seat).hand()  # which cards they are the reader will say
    why = message("table.no-hand-to-show") if like is None else None
    if like is not None:
        why = table.ruleset.refusal(round_.game, like)
    covers = like is not None and why is None and table.ruleset.covers(round_.game, like)
    if why is None and covers and at < held_until(table):
        why = message("table.still-open")
    last = round_.game.phase is Phase.LAST_CARDS
    if why is None and last and round_.closes_at is not None and at > round_.closes_at:
        why = message("table.window-ended")
    if why is not None:
        work.refuse(why)
        work.round(correction=None)
        return
    free = TAKE_BACK if _turns_up(table, action) else 0
    work.round(pending=Pending(action, at, covers or isinstance(action, Correct), at + free))


def _turns_up(table: Table, action: Action) -> bool:
    """Whether `action` makes cards be turned up without anybody's doubt."""
    if isinstance(action, Play):
        return table.ruleset.apply(table.game, action)[0].phase is Phase.REVEAL
    return isinstance(action, Show) and not action.ranks


def register(work: Work, pending: Pending) -> None:
    """What was committed counts from now on."""
    action, before = pending.action, work.current
    if action is None:
        _restore(work, pending)
        return
    automatic = automatic_pick(work.table)
    work.round(pending=None, entry=None, floor=None, floor_at=pending.at)
    if isinstance(action, Show) and not action.ranks:
        work.set(showing=action.seat, undo=None)
        work.round(counts_from=pending.at)
    elif not work.act(action):
        return
    else:
        _registered(work, action, pending.at, before)
        back = isinstance(action, (Play, Pass, Guess, Pick)) and action != automatic
        work.set(undo=_kept(before) if back else None)
    work.sound(Sound.LOCK)


def _registered(work: Work, action: Action, at: int, before: Round) -> None:
    """A play opens its window; another move leaves the one of the play before as it is."""
    game = work.current.game
    if isinstance(action, (Play, Correct)) or game.phase is not before.game.phase:
        open_ = game.phase in (Phase.OPEN, Phase.LAST_CARDS)
        work.round(opened_at=at, closes_at=closes_at_of(work.table, at) if open_ else None)
    work.round(counts_from=at, moved=action, moved_at=at)
    for event in work.table.happened:
        if isinstance(event, Played):
            work.round(announced=event.rank)


def _kept(before: Round) -> Round:
    """The round as a take-back restores it: without what people were about to do."""
    return Round(
        before.game, before.opened_at, before.counts_from, before.closes_at, before.announced
    )


def _restore(work: Work, pending: Pending) -> None:
    """The newest move is taken back. A slap was meant for it until hands have come to rest."""
    counts_from = work.now if _covered(work.table) else pending.at
    rest = pending.at + DEAD_TIME
    if work.table.undo is not None:
        work.set(round=replace(work.table.undo, counts_from=counts_from, slaps_from=rest))
    work.round(pending=None)
    work.set(undo=None, notice=message("table.taken-back"))
    work.sound(Sound.TICK)


def take_back(work: Work, at: int) -> None:
    """Commit, at `at` (ns), that the newest move is taken back."""
    work.round(pending=Pending(None, at, closes=_covered(work.table)))


def _covered(table: Table) -> bool:
    """Whether the newest move ended the chance to doubt the play before it."""
    before = table.undo.game.claim if table.undo is not None else None
    return isinstance(table.round and table.round.moved, Play) or before != table.game.claim


def automatic_pick(table: Table) -> Pick | None:
    """The seat on turn picks the only one that it may pick: nobody has to say so."""
    seat = on_turn(table)
    return menu_of(table, seat).automatic() if seat is not None else None
