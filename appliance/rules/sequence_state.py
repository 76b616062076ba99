"""What a table knows of a game that follows a fixed sequence of ranks."""

from dataclasses import dataclass

from appliance.rules.cards import RANKS, Rank
from appliance.rules.game import Claim, Phase, Refused
from appliance.rules.house import House


@dataclass(frozen=True, slots=True)
class Terms:
    """What stays the same during one game. `cap` is the most cards in one play, if any.

    `adjusts` says that a misdeal is put right by moving counts instead of by a new deal.
    """

    dealer: int
    packs: int
    cap: int | None
    adjusts: bool
    house: House


@dataclass(frozen=True, slots=True)
class SequenceState:
    """One moment of a sequence game; fulfils `game.State`, whose docstrings hold here.

    `begun` is True from the first play on.
    """

    terms: Terms
    turn: int
    required: Rank
    hands: tuple[int, ...]
    heaps: tuple[int, ...]
    claim: Claim | None = None
    doubter: int | None = None
    winner: int | None = None
    begun: bool = False

    @property
    def phase(self) -> Phase:
        """Follows from the rest, so it can never contradict it."""
        if self.winner is not None:
            return Phase.OVER
        if self.claim is None:
            return Phase.READY
        if self.doubter is not None:
            return Phase.REVEAL
        return Phase.OPEN if self.hands[self.claim.seat] else Phase.LAST_CARDS

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self.terms.dealer

    @property
    def packs(self) -> int:
        """How many packs of 52 cards are in the game."""
        return self.terms.packs

    @property
    def paid(self) -> int:
        """Points paid to the winner: one a card left in a hand. 0 unless points are played."""
        return sum(self.hands) if self.winner is not None and self.terms.house.points else 0


def midgame(
    state: SequenceState,
    *,
    turn: int | None = None,
    rank: Rank | None = None,
    table: int = 0,
) -> SequenceState:
    """`state`, set in the middle of a game with nothing to doubt.

    Seat `turn` must claim `rank` next; None keeps what `state` has. The `table` cards count
    as laid by the seat to the right of the one on turn.

    Raises:
        Refused: for a seat, rank or number of cards that cannot be.
    """
    seats = len(state.hands)
    turn = state.turn if turn is None else turn
    rank = state.required if rank is None else rank
    if turn not in range(seats):
        raise Refused(no_seat(state, turn))
    if rank not in RANKS:
        raise Refused(f"Rank {rank} can't be claimed: the ranks are {', '.join(RANKS)}.")
    if table < 0:
        raise Refused(f"{table} cards can't lie on the table: give 0 or more.")
    heaps = moved((0,) * seats, (turn - 1) % seats, table)
    return SequenceState(state.terms, turn, Rank(rank), state.hands, heaps, begun=True)


def no_seat(state: SequenceState, seat: int) -> str:
    """Why `seat` is refused, for a player."""
    return f"There is no seat {seat}: seats are 0 to {len(state.hands) - 1}."


def moved(cards: tuple[int, ...], seat: int, change: int) -> tuple[int, ...]:
    """`cards` with `change` more at `seat`."""
    return (*cards[:seat], cards[seat] + change, *cards[seat + 1 :])
