"""The cards are in the box until it is known what they are: read, or entered by hand.

The same for the cards of a play, for the one that a forced claimant produces and for a hand
that is shown to win by it.
"""

from dataclasses import replace
from functools import partial

from appliance.core import signals
from appliance.core.effects import Effect, ReadCards, Rhythm, Sound
from appliance.core.reading import Ask, Reading
from appliance.core.signals import SECOND, CardsSeen, DriverLost
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table import byhand
from appliance.table.doubting import InDoubting, withdrawn
from appliance.table.elements import Asked, Basis
from appliance.table.judge import Refuted, Sought, Turn, judge
from appliance.table.part import News
from appliance.table.stages import Revealing
from appliance.table.state import Table
from appliance.table.verdict import call_off, conclude, parties, refusal, sought
from appliance.table.witness import below, confirms, needs_witness, witnesses
from appliance.table.work import Work
from bluffing.actions import Action, Produce, Settle

ASK_FOR = 8 * SECOND
"""How long the camera may ask before the cards are entered by hand."""

WAIT_FOR = 30 * SECOND
"""The same while it sees no card at all, or the reader says nothing: people need their time to turn
the cards up."""


UNHURRIED = 8 * SECOND
"""Time to turn the cards up, in which an empty box is no reason to ask for anything."""


def unhurried_until(revealing: Revealing) -> int:
    """Return the moment (ns) up to which the table waits for cards without a word; 0: no wait."""
    empty = revealing.reading is not None and not revealing.reading.cards
    return revealing.since + UNHURRIED - 1 if empty and revealing.by_hand is None else 0


class InRevealing(InDoubting):
    """The cards are turned up."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """Handle the buttons while cards are turned up; the rest enters them by hand.

        Who speaks against the owner may begin that by a hold at any time. A forced claimant holds
        for "I have none", and who shows a hand holds to leave it.
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
        elif made.kind is GestureKind.HOLD and seat == between.owner and _gives_up(work):
            return
        elif by_hand is not None:
            byhand.press(work, made.kind, seat, between)
        elif made.kind is GestureKind.HOLD and seat == between.other:
            byhand.begin(work)

    def heard(self, work: Work, news: News) -> None:
        """Take the reader's readings. Without a camera people enter the cards."""
        match news:
            case CardsSeen(request=work.table.request):
                _seen(work, news.reading)
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

    def tells_at(self, table: Table) -> int | None:
        """Keep nothing back."""
        return None

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
        return [*super().moments(table, now), unhurried_until(table.at(Revealing))]

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the person who enters the cards, or who agrees."""
        between, by_hand = parties(table), table.at(Revealing).by_hand
        if seat in witnesses(table):
            return Rhythm.WALK
        if between is None or by_hand is None:
            return super().lamp(table, seat)
        asked = between.owner if by_hand.done else between.other
        return Rhythm.WALK if seat == asked else Rhythm.DIM


def _seen(work: Work, reading: Reading) -> None:
    """A verdict when the reader is sure and the rules believe it, else a question."""
    table, before, cards = work.table, work.table.at(Revealing), sought(work.table)
    by_hand, asked = before.by_hand, before.asked
    if cards is None or (by_hand is not None and (by_hand.ranks or by_hand.done)):
        return  # people are entering the cards and may be touching them
    if asked is not None and reading.cards and not (before.reading and before.reading.cards):
        asked = replace(asked, since=work.now)  # from when there is something to see
    revealing = replace(before, reading=reading, asked=asked, proven=False)
    work.put(revealing)
    answer, shown = _proven(table, reading, cards)
    if not isinstance(answer, Ask):
        why = refusal(table, answer)
        if why is None and needs_witness(table, cards, answer):
            _ask_witness(work, revealing, cards, again=before.proven)
            return
        if why is None:
            work.put(replace(revealing, reading=shown))
            conclude(work, answer, Basis.CAMERA)
            return
        if cards.turn is Turn.HAND:
            call_off(work, revealing.turns, why)
            return
        answer = Ask(why)
    since = work.now if asked is None else asked.since
    work.put(replace(revealing, asked=Asked(answer, since)))


def _ask_witness(work: Work, revealing: Revealing, cards: Sought, *, again: bool) -> None:
    """Ask whether anything lies below the cards that make the claim true."""
    since = revealing.asked.since if again and revealing.asked is not None else work.now
    work.put(replace(revealing, asked=Asked(below(cards), since), proven=True))
    if not again:
        work.sound(Sound.NOTICE)


def _confirmed(work: Work, seat: int) -> None:
    """The reading counts: nothing lies below the cards that it has."""
    revealing, cards = work.table.at(Revealing), sought(work.table)
    assert revealing.reading is not None, "nothing but a reading is confirmed"
    assert cards is not None, "a reading is of cards that are sought"
    ranks = tuple(card.known for card in revealing.reading.cards if card.known is not None)
    conclude(work, cards.action(ranks), Basis.CAMERA, witness=seat)


def _proven(table: Table, reading: Reading, cards: Sought) -> tuple[Action | Ask, Reading]:
    """Return the action or the question that `reading` proves, and its part of `reading`.

    A lie that is certain by a part of the cards is one once as many cards as announced are in
    sight: until then people may still be laying them, or another's may lie there.
    """
    refutes = partial(table.ruleset.refutes, table.game)
    answer = judge(reading, cards, table.ruleset.deck(table.game), refutes)
    if not isinstance(answer, Refuted):
        return answer, reading
    if len(reading.cards) < cards.count:
        return answer.ask, reading
    # nobody sees a card on the screen that may be another one seen twice
    return Settle(truth=False), replace(reading, cards=answer.cards)


def _gives_up(work: Work) -> bool:
    """Return True if a hold of the owner ends the reveal without such a card."""
    cards, revealing = sought(work.table), work.table.at(Revealing)
    if cards is None or (revealing.by_hand is not None and revealing.by_hand.done):
        return False
    if cards.turn is Turn.PRODUCED:
        return conclude(work, Produce(None), Basis.PARTIES)
    if cards.turn is Turn.HAND:
        call_off(work, revealing.turns, None)
        return True
    return False
