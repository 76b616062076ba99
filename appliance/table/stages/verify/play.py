"""The presses at a printed card, which is turned up as a guess is doubted: does it agree?

The answer that the question came with counts, whatever the card says and whether it is seen or not.
Only where an older print would judge the guess otherwise do people decide, as in a dispute: if both
parties say so, or more than half of the others, the question does not count. Rules 6.2: what is
spoilt is discarded, the same seat starts, and nobody loses.
"""

from dataclasses import replace

from appliance.core import signals
from appliance.core.effects import Effect, PassOver, ReadCode, Rhythm, Sound, StopReading
from appliance.core.question import CardCode
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table import verdict
from appliance.table.challenge import ASK_FOR, WAIT_FOR, InInterruption
from appliance.table.elements import Basis, PrintedAnswer
from appliance.table.outcomes import NextQuestion
from appliance.table.part import News
from appliance.table.stages.verify.facts import is_its_card, question_of, turns_round
from appliance.table.stages.verify.state import Verifying
from appliance.table.state import Table
from appliance.table.verdict import Parties, conclude, guess_parties, most_agree
from appliance.table.work import Work
from bluffing.actions import Discard
from bluffing.message import message


class InVerifying(InInterruption):
    """The question's card is asked for."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """A hold of either party goes on without the card; of anybody else, a long one pauses.

        Where an older print is in sight, holds and taps say what becomes of the question.
        """
        table, between = work.table, guess_parties(work.table)
        seat = table.seat_of(made.buzzer)
        if seat is None or seat in table.game.gone or not work.fresh(made):
            return
        if turns_round(table):
            _says(work, made.kind, seat, between)
        elif made.kind is GestureKind.LONG and seat not in between:
            work.pause(seat)
        elif made.kind is GestureKind.HOLD and seat in between:
            _judge(work)

    def go_on(self, work: Work, at: int) -> None:
        """As a hold of a party, or a tap: the table's answer counts."""
        _judge(work)

    def heard(self, work: Work, news: News) -> None:
        """Take the card in sight; a camera that is lost or back gives people new time."""
        match news:
            case signals.CodeSeen(request=work.table.request):
                _seen(work, news.card)
            case (
                signals.DriverLost(driver=signals.CAMERA)
                | signals.DriverBack(driver=signals.CAMERA)
            ):
                _seen(work, None)
            case _:
                pass

    def resume(self, work: Work) -> None:
        """Look for the card once more."""
        _look(work)

    def advance(self, work: Work) -> None:
        """People go on by the table's answer when it has taken too long."""
        if self.is_due(work):
            _judge(work)

    def moments(self, table: Table, now: int) -> list[int]:
        """Follow nothing: this doubt can't be called off."""
        return []

    def restarts(self, table: Table) -> tuple[Effect, ...]:
        """Ask the camera again for the printed card."""
        return (ReadCode(table.request),)

    def due(self, table: Table, now: int) -> int | None:
        """Time of that: sooner without a camera (ns)."""
        blind = signals.CAMERA in table.lost and not turns_round(table)
        return table.at(Verifying).shown_at + (ASK_FOR if blind else WAIT_FOR)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the doubter, who turns the card up, and those who have yet to agree."""
        verifying, between = table.at(Verifying), guess_parties(table)
        asked = (between.owner, between.other) if turns_round(table) else (between.other,)
        return Rhythm.WALK if seat in asked and seat not in verifying.agreed else Rhythm.DIM


def begin(work: Work) -> None:
    """On from the doubt to the printed card of its question."""
    doubt = work.table.doubt
    work.enter(
        Verifying(work.now, turns=doubt.turns, doubted_at=doubt.doubted_at, shown_at=work.now)
    )
    _look(work)


def _look(work: Work) -> None:
    """Ask the reader for the card, under a new number."""
    work.set(request=work.table.request + 1)
    work.effects.append(ReadCode(work.table.request))


def _seen(work: Work, card: CardCode | None) -> None:
    """Go on as soon as it is the right card; say which other one it is.

    Once people are asked about an older print it need not lie there any longer.
    """
    table, right = work.table, question_of(work.table).code
    if turns_round(table) and card != right:
        return
    work.put(replace(table.at(Verifying), card=card, shown_at=work.now, agreed=()))
    if is_its_card(work.table) and not turns_round(work.table):
        _judge(work)
    elif card is not None:
        work.sound(Sound.NOTICE)
        if not is_its_card(work.table):
            work.effects.append(PassOver(card.pack, card.id))


def _says(work: Work, kind: GestureKind, seat: int, between: Parties) -> None:
    """A tap of a party lets the table's answer count; a hold says that the question does not."""
    table, verifying = work.table, work.table.at(Verifying)
    if kind is GestureKind.TAP and seat in between:
        _judge(work)
    elif kind is GestureKind.HOLD and seat not in verifying.agreed:
        agreed = (*verifying.agreed, seat)
        work.put(replace(verifying, agreed=agreed))
        work.sound(Sound.LOCK)
        both = between.owner in agreed and between.other in agreed
        if both or most_agree(table, between, agreed):
            _drop(work)


def _judge(work: Work) -> None:
    """By the answer that the question came with, and what its card says to that."""
    table, card, checked = work.table, work.table.at(Verifying).card, PrintedAnswer()
    if card is not None and is_its_card(table):
        checked = PrintedAnswer(card.percent, card == question_of(table).code)
    conclude(work, verdict.answer(table), Basis.BANK, checked)


def _drop(work: Work) -> None:
    """The question does not count, and the same seat starts the next one."""
    if work.act(Discard()):
        work.effects.append(StopReading())
        work.enter(replace(work.table.doubt.turns, since=work.now, ruling=None).opened(work.now))
        work.leave(NextQuestion())
        work.set(notice=message("verify.dropped"))
