"""Cards entered with buttons where the camera can't tell, or where nobody can tell any more.

One party rings the ranks, the other holds to agree; or more than half of the other seats agree
in his stead. Behind the ranks the ring says what else may be the case: these are all, somebody
took or mixed the cards (and so is wrong), or nobody can tell.
"""

from dataclasses import replace

from appliance.core.effects import Sound
from appliance.presses.gestures import GestureKind
from appliance.table.elements import Basis, ByHand, Stop
from appliance.table.judge import Turn
from appliance.table.stages import Revealing
from appliance.table.state import Table
from appliance.table.verdict import Parties, call_off, conclude, most_agree, sought
from appliance.table.work import Work
from bluffing.actions import Settle
from bluffing.cards import RANKS, Rank
from bluffing.game import State
from bluffing.message import message

_SPOILT = (Settle(truth=False), Settle(truth=True), Settle(None))
"""Who took or mixed the cards, the owner or the doubter; or nobody can tell."""


def begin(work: Work) -> None:
    """The cards are entered with the buttons from now on, or once more."""
    _put(work, fresh(work.table.game))


def fresh(game: State) -> ByHand:
    """Nothing entered; the ring stands at the announced rank, never at one the camera saw."""
    return ByHand(RANKS[0] if game.claim is None else game.claim.rank)


def stops(table: Table) -> tuple[Stop, ...]:
    """List the stops of the ring, in order."""
    cards, stage = sought(table), table.inner
    by_hand = stage.by_hand if isinstance(stage, Revealing) else None
    if cards is None or by_hand is None:
        return ()
    more = cards.turn is Turn.PLAY or len(by_hand.ranks) < cards.count
    ranks = (*RANKS, Rank.JOKER) if more else ()
    done = (None,) if by_hand.ranks or cards.turn is Turn.PRODUCED else ()
    return (*ranks, *done, *(settle for settle in _SPOILT if _may(table, settle)))


def press(work: Work, made: GestureKind, seat: int, between: Parties) -> None:
    """A tap or a hold of `seat` while cards are entered."""
    by_hand = work.table.at(Revealing).by_hand
    if by_hand is None:
        return
    if not by_hand.done:
        if seat == between.other:
            _enter(work, by_hand, made)
    elif seat == between.owner and made is GestureKind.TAP:
        begin(work)
        work.set(notice=message("table.not-agreed-enter-again"))
    elif seat != between.other and made is GestureKind.HOLD:
        _agree(work, by_hand, seat, between)


def _may(table: Table, settle: Settle) -> bool:
    if settle.truth and table.game.doubter is None:
        return False
    return table.at(Revealing).showing is None and table.ruleset.refusal(table.game, settle) is None


def _enter(work: Work, by_hand: ByHand, made: GestureKind) -> None:
    ring, stop = stops(work.table), by_hand.stop
    if made is GestureKind.TAP:
        after = ring.index(stop) + 1 if stop in ring else 0
        _put(work, replace(by_hand, stop=ring[after % len(ring)]))
        work.sound(Sound.TICK)
    elif made is GestureKind.HOLD:
        if isinstance(stop, Rank):
            cards, ranks = sought(work.table), (*by_hand.ranks, stop)
            enough = cards is not None and len(ranks) == cards.count
            _put(work, replace(by_hand, ranks=ranks, stop=None if enough else stop))
        else:
            _put(work, replace(by_hand, done=True))
        work.sound(Sound.LOCK)


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
        begin(work)


def _put(work: Work, by_hand: ByHand) -> None:
    work.put(replace(work.table.at(Revealing), by_hand=by_hand))
