"""The presses of a reveal: cards lie in the box until the table knows them.

They are the same for the cards of a play, for the card that a forced claimant produces, and for a
hand that is shown to win by it.
"""

from dataclasses import replace

from appliance.core import signals
from appliance.core.effects import Effect, ReadCards, Rhythm, Sound
from appliance.core.reading import Ask
from appliance.core.signals import CardsSeen, DriverLost
from appliance.core.weighing import zero_below
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.challenge import ASK_FOR, WAIT_FOR, InInterruption, withdrawn
from appliance.table.elements import Asked, Basis
from appliance.table.judge import Turn, known_traits, settle_number
from appliance.table.part import News
from appliance.table.stages.reveal import byhand
from appliance.table.stages.reveal.state import Revealing
from appliance.table.stages.reveal.witness import (
    below,
    confirms,
    differs,
    empty,
    needs_witness,
    weighed,
    witnesses,
)
from appliance.table.state import Table
from appliance.table.verdict import call_off, conclude, parties, proven, refusal, sought
from appliance.table.work import Work


class InRevealing(InInterruption):
    """Behaviour while the cards are turned up."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """Handle the buttons while cards are turned up; the rest enters them by hand.

        The owner's opponent may begin that by a hold at any time. A forced claimant holds for "I
        have none", and a player who shows a hand holds to leave it.
        """
        table, by_hand = work.table, work.table.at(Revealing).by_hand
        seat, between = table.seat_of(made.buzzer), parties(table)
        if seat is None or between is None:
            return
        if withdrawn(work, made, seat, between) or not work.fresh(made):
            return
        if made.kind is GestureKind.HOLD and confirms(work.table, seat, made.onset):
            _confirmed(work, seat)
        elif made.kind is GestureKind.LONG and seat != between.other:
            work.pause(seat)
        elif made.kind is GestureKind.HOLD and seat == between.owner and byhand.gives_up(work):
            return
        elif by_hand is not None:
            byhand.press(work, made.kind, seat, between)
        elif made.kind is GestureKind.HOLD and seat == between.other:
            byhand.begin(work)

    def heard(self, work: Work, news: News) -> None:
        """Take the reader's readings. Without a camera people enter the cards."""
        match news:
            case CardsSeen(request=work.table.request):
                _seen(work, news)
            case DriverLost(driver=signals.CAMERA):
                asked = Asked(Ask(news.reason), work.now)
                revealing = work.table.at(Revealing)
                by_hand = revealing.by_hand or byhand.fresh(work.table)
                lost = replace(revealing, reading=None, asked=asked, by_hand=by_hand, proven=False)
                work.put(lost)
            case _:
                super().heard(work, news)

    def cut(self, work: Work) -> None:
        """Let the person who entered the cards start again."""
        if work.table.at(Revealing).by_hand is not None:
            byhand.begin(work)

    def restarts(self, table: Table) -> tuple[Effect, ...]:
        """Ask the camera again for the cards that are turned up."""
        cards = sought(table)
        return () if cards is None else (ReadCards(table.request, cards.count),)

    def resume(self, work: Work) -> None:
        """Ask the reader for the cards once more."""
        _look(work)

    def advance(self, work: Work) -> None:
        """Let people enter the cards when the camera has asked for too long."""
        if self.is_due(work):
            byhand.begin(work)

    def due(self, table: Table, now: int) -> int | None:
        """Time at which the camera has asked, or said nothing, for too long; or None."""
        revealing = table.at(Revealing)
        if revealing.by_hand is not None:
            return None
        if revealing.asked is None:  # a reader that is slow, or hangs
            return revealing.since + WAIT_FOR
        empty = revealing.reading is not None and not revealing.reading.cards
        return revealing.asked.since + (WAIT_FOR if empty or revealing.proven else ASK_FOR)

    def moments(self, table: Table, now: int) -> list[int]:
        """Follow the time to call the doubt off, and the time without a word from the camera."""
        return [*super().moments(table, now), table.at(Revealing).unhurried_until]

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the person who enters the cards, or who agrees."""
        between, by_hand = parties(table), table.at(Revealing).by_hand
        if seat in witnesses(table):
            return Rhythm.WALK
        if between is None or by_hand is None:
            return super().lamp(table, seat)
        asked = between.owner if by_hand.done else between.other
        return Rhythm.WALK if seat == asked else Rhythm.DIM


def begin(work: Work) -> None:
    """Go on from the photo finish to the cards, if there are any to turn up."""
    table, doubt = work.table, work.table.doubt
    if sought(table) is None:
        return
    work.enter(
        Revealing(
            work.now,
            turns=doubt.turns,
            raced=doubt.raced,
            showing=doubt.showing,
            doubted_at=doubt.doubted_at,
            by_hand=byhand.fresh(table) if signals.CAMERA in table.lost else None,
        )
    )
    _look(work)


def _look(work: Work) -> None:
    """Ask the reader for the cards to turn up, under a new number."""
    cards, request = sought(work.table), work.table.request + 1
    if cards is not None:
        work.set(request=request)
        work.effects.append(ReadCards(request, cards.count))


def _seen(work: Work, seen: CardsSeen) -> None:
    """Give a verdict if the reader is sure and the rules accept it, otherwise ask."""
    empty(work, seen)
    reading, table = seen.reading, work.table
    before, cards = table.at(Revealing), sought(table)
    by_hand, asked = before.by_hand, before.asked
    if cards is None or (by_hand is not None and (by_hand.ranks or by_hand.done)):
        return  # people are entering the cards and may be touching them
    if asked is not None and reading.cards and not (before.reading and before.reading.cards):
        asked = replace(asked, since=work.now)  # from when there is something to see
    revealing = replace(before, reading=reading, weight=seen.weight, asked=asked, proven=False)
    work.put(revealing)
    answer, shown = proven(table, settle_number(reading, cards, weighed(table, seen)), cards)
    if not isinstance(answer, Ask):
        why = refusal(table, answer)
        number = None
        if why is None and needs_witness(table, cards, answer):
            number = weighed(table, seen)
            if number is None:
                asks = below(table, cards, scale=seen.weight is not None)
                _ask_witness(work, revealing, asks, again=before.proven)
                return
        if number is not None and number != len(reading.cards):
            answer = differs(number, reading)
        elif why is None:
            work.put(replace(revealing, reading=shown))
            conclude(work, answer, Basis.CAMERA, weighed=number)
            return
        elif cards.turn is Turn.HAND:
            call_off(work, revealing.turns, why)
            return
        else:
            answer = Ask(why)
    since = work.now if asked is None else asked.since
    work.put(replace(revealing, asked=Asked(answer, since)))


def _ask_witness(work: Work, revealing: Revealing, asks: Ask, *, again: bool) -> None:
    """Ask if anything lies below the cards that make the claim true."""
    since = revealing.asked.since if again and revealing.asked is not None else work.now
    work.put(replace(revealing, asked=Asked(asks, since), proven=True))
    if not again:
        work.sound(Sound.NOTICE)


def _confirmed(work: Work, seat: int) -> None:
    """Accept the reading, because nothing lies below its cards."""
    revealing, cards = work.table.at(Revealing), sought(work.table)
    assert revealing.reading is not None, "nothing but a reading is confirmed"
    assert cards is not None, "a reading is of cards that are sought"
    assert revealing.asked is not None, "a seat confirms what it is asked about"
    zero = zero_below(revealing.weight, len(revealing.reading.cards), revealing.asked.since)
    if zero is not None:
        work.set(zero=zero)
    traits = known_traits(revealing.reading.cards, work.table.ruleset.trait)
    conclude(work, cards.action(traits), Basis.CAMERA, witness=seat)
