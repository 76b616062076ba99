"""The presses at a printed card, which a doubt of a guess turns up: does it agree?

The drawn question's answer counts, with or without a card, and whatever the card says. People
decide only if an older print would judge the guess otherwise. As in a dispute, if both parties say
so, or more than half of the others, the question does not count. Rules 6.2: a spoilt question is
discarded, the same seat starts, and no player loses.
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
    """Behaviour while the table asks for the question's card."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """Go on without the card at a hold of either party; pause at a long hold of another seat.

        With an older print in sight, holds and taps decide if the question counts.
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
        """Let the table's answer count, like a hold of a party, or a tap."""
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
        """Go on by the table's answer when the card takes too long."""
        if self.is_due(work):
            _judge(work)

    def moments(self, table: Table, now: int) -> list[int]:
        """Follow nothing: this doubt can't be called off."""
        return []

    def restarts(self, table: Table) -> tuple[Effect, ...]:
        """Ask the camera again for the printed card."""
        return (ReadCode(table.request),)

    def due(self, table: Table, now: int) -> int | None:
        """Return the time (ns) of that: sooner without a camera."""
        blind = signals.CAMERA in table.lost and not turns_round(table)
        return table.at(Verifying).shown_at + (ASK_FOR if blind else WAIT_FOR)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the doubter, who turns the card up, and the seats that have yet to agree."""
        verifying, between = table.at(Verifying), guess_parties(table)
        asked = (between.owner, between.other) if turns_round(table) else (between.other,)
        return Rhythm.WALK if seat in asked and seat not in verifying.agreed else Rhythm.DIM


def begin(work: Work) -> None:
    """Go on from the doubt to the printed card of its question."""
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
    """Go on at the right card; name any other card.

    Once people vote about an older print, the card need not stay in sight.
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
    """Let the table's answer count at a party's tap; a hold votes against the question."""
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
    """Judge by the drawn question's answer, and record its card's answer."""
    table, card, checked = work.table, work.table.at(Verifying).card, PrintedAnswer()
    if card is not None and is_its_card(table):
        checked = PrintedAnswer(card.percent, card == question_of(table).code)
    conclude(work, verdict.answer(table), Basis.BANK, checked)


def _drop(work: Work) -> None:
    """Drop the question, which does not count; the same seat starts the next one."""
    if work.act(Discard()):
        work.effects.append(StopReading())
        work.enter(replace(work.table.doubt.turns, since=work.now, ruling=None).opened(work.now))
        work.leave(NextQuestion())
        work.set(notice=message("verify.dropped"))
