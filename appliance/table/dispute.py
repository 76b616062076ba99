"""A verdict is given. The loser takes the cards and the game goes on, or somebody disputes it.

Rules 6.2, ux: within 8 s of a verdict any seat may hold for 2.5 s; the 8 s begin as people can see
it. What was read is shown again. Both parties hold, or more than half of the other seats do, and
the verdict is turned round; a tap of either party lets it stand. The journal has it either way.
"""

from dataclasses import replace

from appliance.core.effects import FlagQuestion, Rhythm, Sound
from appliance.core.signals import SECOND, Chosen
from appliance.presses.gestures import LONG_AFTER, Gesture, GestureKind
from appliance.table import dealing, suspense
from appliance.table.elements import Basis
from appliance.table.part import Behaviour
from appliance.table.stages import Disputed, Judged, Ruling, Turns
from appliance.table.state import Table
from appliance.table.verdict import (
    call_off,
    judged_parties,
    loser,
    most_agree,
    next_extra,
    recorded,
    truth_of,
)
from appliance.table.work import Work
from bluffing.actions import Action, Answer, Discard, Settle
from bluffing.events import Shown
from bluffing.game import Phase
from bluffing.message import message
from bluffing.wagers import WagerGame

WITHIN = 8 * SECOND
"""How long after the word of a verdict has come down a dispute may begin."""


class InJudged(Behaviour):
    """A verdict is given."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """The loser holds when the cards are picked up; where nobody takes, any seat holds.

        A tap of anybody asks for more about the verdict, if it began when that was told.
        """
        if made.kind is GestureKind.TAP:
            _asked_for_more(work, made)
        if made.kind is not GestureKind.HOLD or not work.fresh(made):
            return
        who, seat = loser(work.table.at(Judged).ruling), work.table.seat_of(made.buzzer)
        if seat is not None and who in (None, seat):
            self.go_on(work, made.onset)

    def chosen(self, work: Work, signal: Chosen) -> None:
        """People tell the host what the verdict must be, or the right answer of a question."""
        match signal.action:
            case Settle():
                _settle(work, signal.action)
            case Answer() if isinstance(work.table.ruleset, WagerGame):
                _corrected(work, signal.action)
            case _:
                super().chosen(work, signal)

    def go_on(self, work: Work, at: int) -> None:
        """The cards are picked up: on with the game, or the winner."""
        table, now = work.table, work.now
        if table.game.phase is Phase.OVER:
            dealing.end(work)
        else:
            work.enter(Turns(now, match=table.match, ruling=table.ruling).opened(now))

    def tells_at(self, table: Table) -> int | None:
        """Time at which the word comes down."""
        judged = table.at(Judged)
        return None if judged.told else judged.since + suspense.kept_back(table, judged.ruling)

    def tell(self, work: Work) -> None:
        """Let the word come down."""
        work.put(replace(work.table.at(Judged), told=True, told_at=work.now))

    def moments(self, table: Table, now: int) -> list[int]:
        """Follow the time to dispute the verdict."""
        return [until(table, table.at(Judged).ruling)]

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the taker of the cards; until the word falls the parties, as before."""
        judged = table.at(Judged)
        if not judged.told:
            return Rhythm.SOLID if seat in judged_parties(judged.ruling) else Rhythm.DIM
        return Rhythm.LOSE if seat == loser(judged.ruling) else Rhythm.DIM


class InDisputed(InJudged):
    """The verdict is disputed: the parties, or the others, say whether it is wrong."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """A tap of a party lets the verdict stand; a hold says that it is wrong."""
        table, disputed = work.table, work.table.at(Disputed)
        between, seat = judged_parties(disputed.stage.ruling), table.seat_of(made.buzzer)
        if seat is None or not work.fresh(made):
            return
        if made.kind is GestureKind.TAP and seat in between:
            _stands(work)
        elif made.kind is GestureKind.HOLD and seat not in table.game.gone:
            agreed = disputed.agreed if seat in disputed.agreed else (*disputed.agreed, seat)
            work.put(replace(disputed, agreed=agreed))
            work.sound(Sound.LOCK)
            if between.owner in agreed and between.other in agreed:
                _overrule(work, Basis.PARTIES)
            elif most_agree(table, between, agreed):
                _overrule(work, Basis.NEUTRALS)

    def go_on(self, work: Work, at: int) -> None:
        """As a tap of a party."""
        _stands(work)

    def cut(self, work: Work) -> None:
        """Clear the dispute: people who still dispute say so again."""
        work.put(work.table.at(Judged))

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """The parties are asked, until they have agreed."""
        disputed = table.at(Disputed)
        asked = seat in judged_parties(disputed.stage.ruling) and seat not in disputed.agreed
        return Rhythm.WALK if asked else Rhythm.DIM


def _asked_for_more(work: Work, made: Gesture) -> None:
    """Show the extras of a verdict one after the other, and then the verdict again."""
    table, judged = work.table, work.table.at(Judged)
    more, seat = next_extra(judged), table.seat_of(made.buzzer)
    asks = judged.told and made.onset > judged.told_at and work.fresh(made)
    if asks and seat is not None and seat not in table.game.gone and more is not judged.extra:
        work.put(replace(judged, extra=more))
        work.sound(Sound.TICK)


def opens(table: Table, made: Gesture) -> bool:
    """Return True if this long hold disputes the newest verdict.

    The cards may be picked up by then: the hold that says so can be held on.
    """
    ruling = _disputable(table)
    return (
        ruling is not None
        and table.stage is table.inner
        and made.kind is GestureKind.LONG
        and table.seat_of(made.buzzer) is not None
        and ruling.at < made.onset <= until(table, ruling)
    )


def until(table: Table, ruling: Ruling) -> int:
    """Latest press (ns) that may dispute a verdict: people must have seen it."""
    return suspense.seen_at(table, ruling) + WITHIN


def shows_cards(table: Table, now: int) -> bool:
    """Return True if a dispute shows the picture of the cards, or may yet, at `now` (ns).

    Who takes the cards leaves the verdict with the very hold that, held on, disputes it.
    """
    ruling = _disputable(table)
    in_time = ruling is not None and now <= until(table, ruling) + LONG_AFTER
    return in_time or table.inner.shows_cards


def _disputable(table: Table) -> Ruling | None:
    """The newest verdict if it can be disputed: an overruled one is final."""
    ruling = table.ruling
    return ruling if ruling is not None and not ruling.final and _untouched(table) else None


def _untouched(table: Table) -> bool:
    """Return True if nothing but the picking up of cards followed the newest verdict."""
    ruling = table.ruling if table.inner.settled else None
    return ruling is not None and table.game == ruling.after


def open_(work: Work) -> None:
    """Show the verdict and what it rests on again, and ask the parties."""
    table, ruling = work.table, work.table.ruling
    assert ruling is not None
    if table.stage.over:
        dealing.reopen(work)
    question = ruling.turns.match.question
    match_ = replace(table.match, happened=ruling.events, question=question, question_of=None)
    work.enter(Disputed(Judged(work.now, match=match_, ruling=ruling, told=True)))
    work.sound(Sound.LOCK)


def _stands(work: Work) -> None:
    """The verdict stands, for good."""
    judged = work.table.at(Judged)
    work.enter(replace(judged, since=work.now, ruling=replace(judged.ruling, final=True)))
    work.set(notice=message("table.verdict-stands"))


def _settle(work: Work, action: Settle) -> None:
    if action.truth is truth_of(work.table.at(Judged).ruling.event):
        _stands(work)
    elif not _untouched(work.table):
        work.refuse(message("table.too-late-to-dispute"))
    elif action.truth is None:
        void(work)
    else:
        _overrule(work, Basis.HOST)


def _corrected(work: Work, answer: Answer) -> None:
    """The answer that was turned up was wrong: the verdict is by the right one."""
    if _untouched(work.table):
        _overrule(work, Basis.HOST, answer)
    else:
        work.refuse(message("table.too-late-to-dispute"))


def can_be_void(table: Table) -> bool:
    """Return True if the newest verdict is of the current question, and nothing followed it."""
    ruling = table.ruling
    shown = table.open_turns is None and _untouched(table)
    return shown and ruling is not None and ruling.turns.match.question is not None


def void(work: Work) -> None:
    """Nobody was right: cards lie as if nobody had doubted them, and a question does not count.

    It was a wrong question, so it is not asked again. Nobody takes cards or loses points.
    """
    ruling, asks = work.table.ruling, isinstance(work.table.ruleset, WagerGame)
    assert ruling is not None
    turns, question = ruling.turns, ruling.turns.match.question
    if work.table.stage.over:
        dealing.reopen(work)
    if not _again(work, ruling, Discard() if asks else Settle(None)):
        return
    match = replace(work.table.match, tale=turns.match.tale)
    if asks and question is not None:
        work.effects.append(FlagQuestion(question.pack, question.id))
    stood = replace(turns, since=work.now, match=match, ruling=None)
    work.enter(stood.opened(work.now))
    if match.game.phase is Phase.OVER:
        dealing.end(work)
    work.set(notice=message("table.question-flagged" if asks else "table.play-stands"))


def _again(work: Work, ruling: Ruling, action: Action) -> bool:
    """Let `action` follow on the game from before the verdict; else the verdict stands."""
    if isinstance(ruling.event, Shown):
        call_off(work, ruling.turns, message("table.shown-cards-do-not-win"))
        return False
    why = work.table.ruleset.refusal(ruling.before, action)
    if why is not None:
        _stands(work)
        work.refuse(why)
        return False
    table = work.table
    before = replace(table.match, game=ruling.before, actions=ruling.turns.match.actions)
    work.put(table.stage.playing(before))
    return work.act(action)


def _overrule(work: Work, basis: Basis, action: Action | None = None) -> None:
    """The game from before the verdict, and the other verdict, or the one by `action`."""
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
