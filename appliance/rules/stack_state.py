"""What a table knows of a game in which a leader names the rank and the others follow it."""

from dataclasses import dataclass
from typing import Generic

from appliance.rules.cards import Rank
from appliance.rules.cardstate import CardState, H_co, playing
from appliance.rules.game import Phase
from appliance.rules.house import House


@dataclass(frozen=True, slots=True)
class StackState(CardState[H_co], Generic[H_co]):
    """One moment of a stack game. `required` is None while the leader is free.

    `passed` are the seats that passed: since the newest play, or by house option since the
    lead. `last` laid the newest cards, also when they can't be doubted any more; None on a new
    stack. `forced` says that the doubter asks for a card out of the claimant's hand. `picked`
    are the seats that have picked up cards and may lay away sets of four on their next turn,
    `laid_away` the ranks that left the game so.
    """

    passed: tuple[int, ...] = ()
    last: int | None = None
    forced: bool = False
    picked: tuple[int, ...] = ()
    laid_away: tuple[Rank, ...] = ()

    @property
    def phase(self) -> Phase:
        """Follows from the rest, so it can never contradict it."""
        if self.over:
            return Phase.OVER
        if self.claim is None:
            return Phase.READY
        if self.doubter is not None:
            return Phase.PRODUCE if self.forced else Phase.REVEAL
        if self.hands[self.claim.seat]:
            return Phase.OPEN
        return Phase.REVEAL if self.terms.shows_last else Phase.LAST_CARDS


def followers(state: StackState[House]) -> tuple[int, ...]:
    """The seats that may still lay cards before the one that laid the newest leads anew."""
    return tuple(seat for seat in playing(state) if seat != state.last and seat not in state.passed)


def to_follow(hands: tuple[int, ...], locked: tuple[int, ...], seat: int) -> int:
    """The next seat on the left of `seat` that holds cards and is not locked; else itself."""
    seats = len(hands)
    for step in range(1, seats):
        left = (seat + step) % seats
        if hands[left] and left not in locked:
            return left
    return seat
