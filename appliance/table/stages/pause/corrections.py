"""Corrections of a paused game, which people agree on and may dispute.

A long hold disputes a correction like a verdict; others must agree to that, too.
"""

from dataclasses import replace

from appliance.core.effects import FlagQuestion, Sound
from appliance.core.signals import BUZZERS, SCREEN, SECOND
from appliance.table.elements import Amendment, Item, Match, Pause
from appliance.table.objections import WITHIN, can_be_void
from appliance.table.outcomes import Annulment, Redeal, Reopening, Resumption
from appliance.table.stages import Paused
from appliance.table.state import Table
from appliance.table.windows import closes_at_of
from appliance.table.work import Work
from bluffing.actions import Action, Adjust, Audit, Discard, Rescore
from bluffing.game import Phase
from bluffing.message import message

# --- begin and end --------------------------------------------------------------------------


def go_on(work: Work) -> None:
    """Go on with the game, all its times shifted by the pause; presses during it mean nothing.

    Refused without buzzers, even by touch, because no player could doubt; and without a screen,
    which names the next action.
    """
    paused, lost = work.table.at(Paused), work.table.lost
    gone = lost.get(BUZZERS) or lost.get(SCREEN)
    if gone is not None:
        work.refuse(gone)
        return
    stage = paused.stage.shifted(work.now - paused.at, work.now)
    match = stage.match if paused.inner.pauses else None
    if match is not None:
        amended = match.amended and replace(match.amended, until=work.now + WITHIN)
        began = match.began + work.now - paused.at
        stage = stage.playing(replace(match, amended=amended, began=began))
    work.enter(stage)
    work.leave(Resumption())


# --- agreed corrections ---------------------------------------------------------------------


def carry_out(work: Work, pause: Pause, chance: int) -> None:
    """Carry the proposal out."""
    if pause.item is Item.UNDO:
        _undo(work)
    elif pause.item is Item.FLAG:
        _flag(work)
    elif pause.action is not None:
        apply(work, pause.action)
    else:
        go_on(work)
        work.leave(Redeal(chance))


def _flag(work: Work) -> None:
    """Put a wrong question away, which is not asked again; a verdict by its answer is void."""
    question = work.table.match.question
    assert question is not None
    if can_be_void(work.table):
        go_on(work)
        if work.table.paused is None:
            work.leave(Annulment())
        return
    work.effects.append(FlagQuestion(question.pack, question.id))
    if work.table.ruleset.refusal(work.table.game, Discard()) is None:
        apply(work, Discard())
    else:
        ring(work, pause_of(work.table).seat)
    work.set(notice=message("table.question-flagged"))


def ring(work: Work, seat: int | None) -> None:
    """Let `seat` go round the items from the beginning."""
    put(work, Pause(work.now, seat))
    work.set(notice=None)
    work.sound(Sound.TICK)


def apply(work: Work, action: Action) -> None:
    """Apply a procedure; the game stays paused, unless it ends or draws another question."""
    before = work.table.match
    put(work, Pause(work.now, pause_of(work.table).seat))
    if not work.act(action):
        return
    work.sound(Sound.LOCK)
    over = work.table.game.phase is Phase.OVER
    if over or isinstance(action, (Adjust, Audit, Rescore)):
        amended = Amendment(work.now, work.now + WITHIN, replace(before, amended=None))
        _standing(work, replace(work.table.match, amended=amended), before.game.phase)
        work.set(notice=message("table.can-be-disputed", seconds=WITHIN // SECOND))
    if over or isinstance(action, Discard):
        go_on(work)


def _standing(work: Work, match: Match, was: Phase) -> None:
    """Replace the paused game by `match`; a window for another kind of doubt opens again."""
    work.put(work.table.stage.playing(match))
    at, turns, phase = work.table.at(Paused).at, work.table.playing, match.game.phase
    other = phase.doubtable and phase is not was
    if turns is not None and other:
        work.put(turns.opened(at, closes_at_of(work.table, at)))


def protest(work: Work, seat: int | None) -> None:
    """Pause the game, and ask the others if the correction is to be undone."""
    if work.table.paused is None:
        work.pause(seat)
    put(work, Pause(work.now, seat, Item.UNDO, ready=True))
    work.sound(Sound.LOCK)


def _undo(work: Work) -> None:
    """Undo the correction: the game from before it, still paused."""
    table, amended = work.table, work.table.match.amended
    assert amended is not None
    put(work, Pause(work.now, pause_of(table).seat))
    if table.inner.over:
        work.leave(Reopening())
    _standing(work, amended.match, table.game.phase)
    work.set(notice=message("table.as-it-was"))
    work.sound(Sound.BACK)


def pause_of(table: Table) -> Pause:
    """Return the correction in the pause."""
    return table.at(Paused).pause


def put(work: Work, pause: Pause) -> None:
    """Give the pause other fields."""
    work.put(replace(work.table.at(Paused), pause=pause))
