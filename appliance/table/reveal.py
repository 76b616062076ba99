"""After a doubt: the photo finish, then the cards in the box until it is known what they are.

The same for the cards of a play, for the one that a forced claimant produces and for a hand
that is shown to win by it.
"""

from dataclasses import replace
from functools import partial

from appliance.core.effects import ReadCards
from appliance.core.reading import Reading
from appliance.core.signals import MS, SECOND, CardsSeen
from appliance.message import AtSeat, message
from appliance.presses.arbiter import Finish, complete
from appliance.presses.gestures import HOLD_AFTER, Gesture, Kind
from appliance.rules.actions import Action, Produce, Settle, Withdraw
from appliance.rules.game import Phase
from appliance.table import asking, byhand
from appliance.table.judge import Ask, Refuted, Sought, Turn, judge
from appliance.table.parties import Parties, outcome, parties, sought, truth_of
from appliance.table.state import Basis, Stage, Table
from appliance.table.verdict import call_off, conclude
from appliance.table.work import Work

SHOW_FINISH = 1500 * MS
"""How long the photo finish stands alone before the reveal is asked for."""

ASK_FOR = 8 * SECOND
"""How long the camera may ask before the cards are entered by hand."""

WAIT_FOR = 30 * SECOND
"""The same while it sees no card at all: people need their time to turn the cards up."""


# --- the doubt ------------------------------------------------------------------------------


def shown_until(table: Table) -> int:
    """When the doubt has stood alone for long enough (ns); without a race there is no need."""
    suspense = table.finish is not None or table.game.phase is Phase.ANSWER
    return table.since + (SHOW_FINISH if suspense else 0)


def doubt_advance(work: Work) -> None:
    """Fill the photo finish with the slaps that came after the first, then ask for the cards."""
    table = work.table
    if table.race is not None and table.finish is not None:
        finish = complete(
            table.race,
            _standing(table, table.finish, work.now),
            table.buttons.presses(work.now),
            work.now,
        )
        if finish != table.finish:
            work.set(finish=finish)
    if work.now >= shown_until(table):
        turn_up(work)


def _standing(table: Table, finish: Finish, now: int) -> Finish:
    """`finish` without those whom an edge that came too late has shown to have sparked only.

    The first and the tied stay: the race was decided by them, and is void where that is in doubt.
    """
    places = tuple(
        place
        for place in finish.places
        if place.tied or not table.buttons.unmade(place.buzzer, place.at, now)
    )
    return replace(finish, places=places)


def turn_up(work: Work) -> None:
    """On from the doubt: to the cards, or to the answer that the table keeps."""
    table = work.table
    if table.game.phase is not Phase.ANSWER:
        ask_for_cards(work)
    else:
        conclude(work, asking.answer(table), Basis.BANK)


def ask_for_cards(work: Work) -> None:
    """Begin the reveal: the cards that are sought go face up into the box."""
    cards = sought(work.table)
    if cards is None:
        return
    request = work.table.request + 1
    work.set(doubted_at=work.table.since, request=request)
    work.set(reading=None, ask=None, asks_at=None, asked_at=None, by_hand=None)
    work.enter(Stage.REVEAL)
    work.effects.append(ReadCards(request, cards.count))
    if any(driver == "camera" for driver, _ in work.table.lost):
        byhand.begin(work)


def doubt_gesture(work: Work, made: Gesture) -> None:
    """The photo finish is on: presses belong to it; only the parties may call the doubt off.

    Before an answer there is no race, and any press skips the suspense.
    """
    if work.table.game.phase is Phase.ANSWER and made.kind is Kind.PRESS and work.fresh(made):
        turn_up(work)
        return
    between, seat = parties(work.table), work.table.seat_of(made.buzzer)
    if between is not None and seat is not None:
        _withdrawn(work, made, seat, between)


def _withdrawn(work: Work, made: Gesture, seat: int, between: Parties) -> bool:
    """Whether this gesture is (half of) both parties' saying that the doubt was an accident."""
    table = work.table
    if seat not in between or made.kind is not Kind.HOLD or turned_up(table):
        return False
    doubted = table.since if table.stage is Stage.DOUBT else table.doubted_at
    until = doubted + table.ruleset.timing(table.game).withdraw_ms * MS
    other = table.buzzers[between.other if seat == between.owner else between.owner]
    began = next(
        (
            press.at
            for press in table.buttons.presses(work.now)
            if press.buzzer == other and press.until is None
        ),
        None,
    )
    if began is None or not (doubted < began <= until and doubted < made.onset <= until):
        return False
    if table.ruleset.refusal(table.game, Withdraw()) is not None:
        return False
    if work.now >= began + HOLD_AFTER:
        conclude(work, Withdraw(), Basis.PARTIES)
    return True


def turned_up(table: Table) -> bool:
    """Whether a card was read or entered already, so that no doubt can be called off any more."""
    read = table.reading is not None and bool(table.reading.cards)
    return read or (table.by_hand is not None and bool(table.by_hand.ranks))


# --- the cards ------------------------------------------------------------------------------


def seen(work: Work, signal: CardsSeen) -> None:
    """The reader's answer: a verdict when it is sure and the rules believe it, else a question."""
    table = work.table
    by_hand, cards = table.by_hand, sought(table)
    if table.stage is not Stage.REVEAL or signal.request != table.request or cards is None:
        return
    if by_hand is not None and (by_hand.ranks or by_hand.done):
        return  # people are entering the cards and may be touching them
    first_cards = bool(signal.reading.cards) and not (table.reading and table.reading.cards)
    if first_cards and table.asked_at is not None:
        work.set(asked_at=work.now)  # the camera's time runs from when there is something to see
    work.set(reading=signal.reading)
    answer = _proven(table, signal.reading, cards)
    if not isinstance(answer, Ask):
        why = table.ruleset.refusal(table.game, answer)
        if why is None and _produces_nothing(table, answer):
            why = message("table.card-of-another-rank")
        if why is None:
            conclude(work, answer, Basis.CAMERA)
            return
        if cards.turn is Turn.HAND:
            call_off(work, why)
            return
        answer = Ask(why)
    work.set(asks_at=answer.at)
    if answer.reason != table.ask or table.asked_at is None:
        asked_at = work.table.asked_at if table.asked_at is not None else work.now
        work.set(ask=answer.reason, asked_at=asked_at)


def _proven(table: Table, reading: Reading, cards: Sought) -> Action | Ask:
    """What the rules are told of `reading`, or what is asked.

    A lie that is certain by a part of the cards is one once as many cards as announced are in
    sight: until then people may still be laying them, or another's may lie there.
    """
    refutes = partial(table.ruleset.refutes, table.game)
    answer = judge(reading, cards, table.ruleset.deck(table.game), refutes)
    if not isinstance(answer, Refuted):
        return answer
    return Settle(truth=False) if len(reading.cards) >= cards.count else answer.ask


def _produces_nothing(table: Table, answer: Action) -> bool:
    """Whether it is a card that doesn't help a forced claimant: nobody shows that on purpose."""
    if not isinstance(answer, Produce):
        return False
    event = outcome(table.ruleset.apply(table.game, answer)[1])
    return event is not None and not truth_of(event)


def reveal_advance(work: Work) -> None:
    """Where the camera has asked for too long, let people enter the cards."""
    at = by_hand_at(work.table)
    if at is not None and work.now >= at:
        byhand.begin(work)


def by_hand_at(table: Table) -> int | None:
    """When the reveal turns to entering by hand, or None."""
    if table.by_hand is not None or table.asked_at is None:
        return None
    empty = table.reading is not None and not table.reading.cards
    return table.asked_at + (WAIT_FOR if empty else ASK_FOR)


def look_again(work: Work) -> None:
    """After a pause the reader is asked anew, under a new number."""
    cards = sought(work.table)
    if work.table.stage is Stage.REVEAL and cards is not None:
        work.set(request=work.table.request + 1)
        work.effects.append(ReadCards(work.table.request, cards.count))


def gesture(work: Work, made: Gesture) -> None:
    """What the buttons say while cards are turned up; all else is entering them by hand.

    Who speaks against the owner may begin that by a hold at any time. A forced claimant holds
    for "I have none", and who shows a hand holds to leave it.
    """
    table = work.table
    seat, between = table.seat_of(made.buzzer), parties(table)
    if seat is None or between is None:
        return
    if _withdrawn(work, made, seat, between) or not work.fresh(made):
        return
    if made.kind is Kind.LONG and seat != between.other:
        work.set(paused_at=work.now, notice=message("table.paused", seat=AtSeat(seat)))
    elif made.kind is Kind.HOLD and seat == between.owner and _gives_up(work):
        return
    elif table.by_hand is not None:
        byhand.press(work, made.kind, seat, between)
    elif made.kind is Kind.HOLD and seat == between.other:
        byhand.begin(work)


def _gives_up(work: Work) -> bool:
    """Whether a hold of the owner ends the reveal: he has no such card, or shows none."""
    cards, by_hand = sought(work.table), work.table.by_hand
    if cards is None or (by_hand is not None and by_hand.done):
        return False
    if cards.turn is Turn.PRODUCED:
        return conclude(work, Produce(None), Basis.PARTIES)
    if cards.turn is Turn.HAND:
        call_off(work, None)
        return True
    return False
