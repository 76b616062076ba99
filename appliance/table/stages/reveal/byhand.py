"""Judges a play with buttons if the camera can't tell, or if the cards are spoilt.

The doubter sees the cards and says one word: a lie, or the truth. The claimant holds to agree, or
more than half of the other seats agree instead. If the claimant taps no, or the word is not enough,
the doubter chooses the ranks in the ring. The ring's last options are: these are all; a party took
or mixed the cards (and so is wrong); the truth is unknowable.

The ring of words begins at the lie, because the claimant answers next and will refuse a false one.
"""

from dataclasses import replace

from appliance.core.effects import Sound
from appliance.presses.gestures import GestureKind
from appliance.table.elements import Basis, ByHand
from appliance.table.judge import Turn
from appliance.table.stages.reveal.facts import WORD_STOPS, stops
from appliance.table.stages.reveal.state import Revealing
from appliance.table.state import Table
from appliance.table.verdict import Parties, call_off, conclude, most_agree, sought
from appliance.table.work import Work
from bluffing.actions import Produce, Settle
from bluffing.cards import Trait
from bluffing.message import message


def begin(work: Work) -> None:
    """Ask the doubter, or ask once more."""
    _put(work, fresh(work.table))


def fresh(table: Table) -> ByHand:
    """Return the first question: a word about a play, else the cards."""
    cards = sought(table)
    if cards is not None and cards.turn is Turn.PLAY:
        return ByHand(WORD_STOPS[0], word=True)
    return _no_ranks(table)


def _no_ranks(table: Table) -> ByHand:
    """Return an empty entry; its ring starts at the announced rank, never at one the camera saw."""
    claim = table.game.claim
    return ByHand(table.ruleset.traits[0] if claim is None else claim.rank)


def press(work: Work, made: GestureKind, seat: int, between: Parties) -> None:
    """Apply a tap or a hold of `seat`, the doubter or a seat that may agree."""
    by_hand = work.table.at(Revealing).by_hand
    if by_hand is None:
        return
    match made, by_hand.done:
        case GestureKind.TAP, False if seat == between.other:
            _step(work, by_hand)
        case GestureKind.HOLD, False if seat == between.other:
            _take(work, by_hand)
        case GestureKind.TAP, True if seat == between.owner:
            _disagree(work, by_hand)
        case GestureKind.HOLD, True if seat != between.other:
            _agree(work, by_hand, seat, between)


def _step(work: Work, by_hand: ByHand) -> None:
    """Go on to the next stop of the ring."""
    ring, stop = stops(work.table), by_hand.stop
    after = ring.index(stop) + 1 if stop in ring else 0
    _put(work, replace(by_hand, stop=ring[after % len(ring)]))
    work.sound(Sound.TICK)


def _take(work: Work, by_hand: ByHand) -> None:
    """Take the ring's current stop."""
    stop = by_hand.stop
    if isinstance(stop, Trait):
        cards, ranks = sought(work.table), (*by_hand.ranks, stop)
        enough = cards is not None and len(ranks) == cards.count
        _put(work, replace(by_hand, ranks=ranks, stop=None if enough else stop))
    elif by_hand.word and stop is None:
        _put(work, _no_ranks(work.table))
    else:
        _put(work, replace(by_hand, done=True))
    work.sound(Sound.LOCK)


def _disagree(work: Work, by_hand: ByHand) -> None:
    """Let the doubter enter the cards, once more or after a word."""
    again = "table.not-agreed-enter" if by_hand.word else "table.not-agreed-enter-again"
    _put(work, _no_ranks(work.table))
    work.set(notice=message(again))


def _agree(work: Work, by_hand: ByHand, seat: int, between: Parties) -> None:
    agreed = by_hand.agreed if seat in by_hand.agreed else (*by_hand.agreed, seat)
    if seat == between.owner:
        _apply(work, by_hand, Basis.PARTIES)
    elif most_agree(work.table, between, agreed):
        _apply(work, by_hand, Basis.NEUTRALS)
    else:
        _put(work, replace(by_hand, agreed=agreed))
        work.sound(Sound.LOCK)


def _apply(work: Work, by_hand: ByHand, basis: Basis) -> None:
    cards = sought(work.table)
    if cards is None:
        return
    stop = by_hand.stop
    action = stop if isinstance(stop, Settle) else cards.action(by_hand.ranks)
    if conclude(work, action, basis):
        return
    if cards.turn is Turn.HAND:
        call_off(work, work.table.at(Revealing).turns, work.table.notice)
    else:
        _put(work, _no_ranks(work.table))


def _put(work: Work, by_hand: ByHand) -> None:
    work.put(replace(work.table.at(Revealing), by_hand=by_hand))


def gives_up(work: Work) -> bool:
    """Return True if a hold of the owner ends the reveal without the needed cards."""
    cards, revealing = sought(work.table), work.table.at(Revealing)
    if cards is None or (revealing.by_hand is not None and revealing.by_hand.done):
        return False
    if cards.turn is Turn.PRODUCED:
        return conclude(work, Produce(None), Basis.PARTIES)
    if cards.turn is Turn.HAND:
        call_off(work, revealing.turns, None)
        return True
    return False
