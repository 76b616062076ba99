"""A verdict that somebody doesn't believe: looked at again, and overruled when people agree.

Rules 6.2, ux: within 8 s of a verdict any seat may hold for 2.5 s. What was read is shown
again. Both parties hold, or more than half of the other seats do, and the verdict is turned
round; a tap of either party lets it stand. The journal has it either way.
"""

from dataclasses import replace

from appliance.core.effects import Sound
from appliance.core.signals import SECOND
from appliance.message import message
from appliance.presses.gestures import LONG_AFTER, Gesture, Kind
from appliance.rules.actions import Settle
from appliance.rules.events import Shown
from appliance.table.parties import judged_parties, most_agree, outcome, truth_of
from appliance.table.state import Basis, Dispute, Stage, Table
from appliance.table.verdict import call_off
from appliance.table.work import Work

WITHIN = 8 * SECOND
"""How long after a verdict a dispute may begin."""

_STAGES = (Stage.VERDICT, Stage.QUESTION, Stage.PLAY, Stage.OVER)


def opens(table: Table, made: Gesture) -> bool:
    """Whether this long hold disputes the newest verdict.

    The cards may be picked up by then (the hold that says so can be held on), but nothing else
    may have happened since, and an overruled verdict is final.
    """
    judged = table.judged
    return (
        judged is not None
        and not judged.final
        and table.dispute is None
        and made.kind is Kind.LONG
        and table.seat_of(made.buzzer) is not None
        and judged.at < made.onset <= judged.at + WITHIN
        and untouched(table)
    )


def shows_cards(table: Table, now: int) -> bool:
    """Whether the picture of the cards is shown, or may be yet, at `now` (ns), by a dispute.

    Who takes the cards leaves the verdict with the very hold that, held on, disputes it.
    """
    if table.stage in (Stage.REVEAL, Stage.VERDICT):
        return True
    judged = table.judged
    return (
        judged is not None
        and not judged.final
        and now <= judged.at + WITHIN + LONG_AFTER
        and untouched(table)
    )


def untouched(table: Table) -> bool:
    """Whether nothing has happened since the newest verdict but that the cards were picked up."""
    round_, judged = table.round, table.judged
    return (
        table.stage in _STAGES
        and round_ is not None
        and judged is not None
        and round_.pending is None
        and round_.game == judged.after
    )


def open_(work: Work) -> None:
    """Show the verdict and what it rests on again, and ask the parties."""
    table = work.table
    assert table.judged is not None  # noqa: S101 - `opens` looked
    if table.stage is Stage.OVER:
        work.set(games=table.games - 1)
    judged = table.judged
    work.set(reading=judged.reading, happened=judged.events)
    work.set(question=judged.question, question_of=None)
    work.enter(Stage.VERDICT)
    work.set(dispute=Dispute())
    work.sound(Sound.LOCK)


def gesture(work: Work, made: Gesture) -> None:
    """The parties, or the others, say whether the verdict is wrong."""
    table = work.table
    between, seat = judged_parties(table), table.seat_of(made.buzzer)
    if table.dispute is None or between is None or seat is None or not work.fresh(made):
        return
    if made.kind is Kind.TAP and seat in between:
        stands(work)
    elif made.kind is Kind.HOLD and seat not in table.game.gone:
        agreed = table.dispute.agreed
        agreed = agreed if seat in agreed else (*agreed, seat)
        work.set(dispute=replace(table.dispute, agreed=agreed))
        work.sound(Sound.LOCK)
        if between.owner in agreed and between.other in agreed:
            overrule(work, Basis.PARTIES)
        elif most_agree(table, between, agreed):
            overrule(work, Basis.NEUTRALS)


def stands(work: Work) -> None:
    """The verdict stands, for good."""
    judged = work.table.judged
    work.enter(Stage.VERDICT)
    work.set(dispute=None, judged=judged and replace(judged, final=True))
    work.set(notice=message("table.verdict-stands"))


def settle(work: Work, action: Settle) -> None:
    """People tell the host what the verdict must be."""
    judged = work.table.judged
    event = outcome(judged.events) if judged is not None else None
    if event is None or action.truth is None or action.truth == truth_of(event):
        stands(work)
    elif untouched(work.table):
        overrule(work, Basis.HOST)
    else:
        work.refuse(message("table.too-late-to-dispute"))


def overrule(work: Work, basis: Basis) -> None:
    """The game from before the verdict, and the other verdict."""
    judged = work.table.judged
    event = outcome(judged.events) if judged is not None else None
    if judged is None or event is None:
        return
    work.set(dispute=None)
    work.round(game=judged.before)
    if isinstance(event, Shown):
        work.set(judged=None)
        call_off(work, message("table.shown-cards-do-not-win"))
        return
    if not work.act(Settle(not truth_of(event))):
        notice = work.table.notice
        work.round(game=judged.after)
        stands(work)
        work.set(notice=notice)
        return
    after, events = work.table.game, work.table.happened
    over = outcome(events)
    new = replace(
        judged, at=work.now, after=after, events=events, basis=basis, overruled=event, final=True
    )
    work.set(judged=new, reading=judged.reading)
    work.enter(Stage.VERDICT)
    if over is not None:
        work.sound(Sound.TRUTH if truth_of(over) else Sound.LIE)
