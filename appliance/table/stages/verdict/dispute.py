"""A dispute of a verdict, and its end by the asked seats or by the host.

If both parties hold, or more than half of the other seats do, the verdict is reversed. The journal
has the dispute either way.
"""

from dataclasses import replace

from appliance.core.effects import FlagQuestion, Sound
from appliance.table.elements import Basis
from appliance.table.evening import drop_game
from appliance.table.objections import is_newest
from appliance.table.outcomes import End
from appliance.table.stages import Disputed, Ruling
from appliance.table.stages.verdict.state import Judged
from appliance.table.verdict import call_off, judged_parties, most_agree, recorded, truth_of
from appliance.table.work import Work
from bluffing.actions import Action, Answer, Discard, Settle
from bluffing.events import Shown
from bluffing.game import Phase
from bluffing.message import message
from bluffing.wagers import WagerGame


def begin(work: Work) -> None:
    """Show the verdict and what it rests on again, and ask the parties."""
    table, ruling = work.table, work.table.ruling
    assert ruling is not None
    if table.stage.over:
        drop_game(work)
    question = ruling.turns.match.question
    match_ = replace(table.match, happened=ruling.events, question=question, question_of=None)
    work.enter(Disputed(Judged(work.now, match=match_, ruling=ruling, told=True)))
    work.sound(Sound.LOCK)


def entered(work: Work, action: Action) -> bool:
    """Let the host enter the verdict, or the right answer; return False for another action."""
    match action:
        case Settle():
            _settle(work, action)
        case Answer() if isinstance(work.table.ruleset, WagerGame):
            _corrected(work, action)
        case _:
            return False
    return True


def agree(work: Work, disputed: Disputed, seat: int) -> None:
    """Count the player at `seat` as calling the verdict wrong."""
    between = judged_parties(disputed.stage.ruling)
    agreed = disputed.agreed if seat in disputed.agreed else (*disputed.agreed, seat)
    work.put(replace(disputed, agreed=agreed))
    work.sound(Sound.LOCK)
    if between.owner in agreed and between.other in agreed:
        _overrule(work, Basis.PARTIES)
    elif most_agree(work.table, between, agreed):
        _overrule(work, Basis.NEUTRALS)


def stands(work: Work) -> None:
    """Keep the verdict, for good."""
    judged = work.table.at(Judged)
    work.enter(replace(judged, since=work.now, ruling=replace(judged.ruling, final=True)))
    work.set(notice=message("table.verdict-stands"))


def _settle(work: Work, action: Settle) -> None:
    if action.truth is truth_of(work.table.at(Judged).ruling.event):
        stands(work)
    elif not is_newest(work.table):
        work.refuse(message("table.too-late-to-dispute"))
    elif action.truth is None:
        void(work)
    else:
        _overrule(work, Basis.HOST)


def _corrected(work: Work, answer: Answer) -> None:
    """Correct a wrong answer that was turned up: the right one gives the verdict."""
    if is_newest(work.table):
        _overrule(work, Basis.HOST, answer)
    else:
        work.refuse(message("table.too-late-to-dispute"))


def void(work: Work) -> None:
    """Void the verdict: the cards lie as if undoubted, and a question does not count.

    It was a wrong question, so it is not asked again. No player takes cards or loses points.
    """
    ruling, asks = work.table.ruling, isinstance(work.table.ruleset, WagerGame)
    assert ruling is not None
    turns, question = ruling.turns, ruling.turns.match.question
    if work.table.stage.over:
        drop_game(work)
    if not _again(work, ruling, Discard() if asks else Settle(None)):
        return
    match = replace(work.table.match, tale=turns.match.tale, catch=turns.match.catch)
    if asks and question is not None:
        work.effects.append(FlagQuestion(question.pack, question.id))
    stood = replace(turns, since=work.now, match=match, ruling=None)
    work.enter(stood.opened(work.now))
    if match.game.phase is Phase.OVER:
        work.leave(End())
    work.set(notice=message("table.question-flagged" if asks else "table.play-stands"))


def _again(work: Work, ruling: Ruling, action: Action) -> bool:
    """Let `action` follow on the game from before the verdict; else the verdict stands."""
    if isinstance(ruling.event, Shown):
        call_off(work, ruling.turns, message("table.shown-cards-do-not-win"))
        return False
    why = work.table.ruleset.refusal(ruling.before, action)
    if why is not None:
        stands(work)
        work.refuse(why)
        return False
    table = work.table
    before = replace(table.match, game=ruling.before, actions=ruling.turns.match.actions)
    work.put(table.stage.playing(before))
    return work.act(action)


def _overrule(work: Work, basis: Basis, action: Action | None = None) -> None:
    """Return to the game before the verdict, and give the opposite one, or that of `action`."""
    judged = work.table.at(Judged)
    ruling, event = judged.ruling, judged.ruling.event
    if not _again(work, ruling, action or Settle(not truth_of(event))):
        return
    match = recorded(work.table.match, ruling.turns.match)
    ruling = replace(
        ruling,
        at=work.now,
        after=match.game,
        events=match.happened,
        basis=basis,
        overruled=event,
        final=True,
    )
    work.enter(Judged(work.now, match=match, ruling=ruling))
