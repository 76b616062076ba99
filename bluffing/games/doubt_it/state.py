"""Public state of a game of Doubt/it!: points, guesses and wagers."""

from dataclasses import dataclass
from itertools import groupby
from math import floor
from typing import ClassVar

from bluffing.actions import Guess
from bluffing.cards import Rank
from bluffing.events import LostPoints
from bluffing.game import Claim, Phase
from bluffing.games.doubt_it.house import DoubtItHouse
from bluffing.sketch import sketch


@dataclass(frozen=True, slots=True)
class Bidding:
    """Progress of one question; `number` counts the questions of the game, from 1.

    `before` is the guess that `bid` raised, and `highest_before` the highest wager until then; a
    wrong entry is corrected against these. `new_player` was picked; `doubted` is True if that
    player doubts. `firm` is True if a New Player was picked on this guess, even one who left since,
    so that its numbers stay. `earlier` holds all guesses that were raised, in order: no player may
    repeat their own.
    """

    number: int
    bid: Guess | None = None
    before: Guess | None = None
    highest_before: int = 0
    new_player: int | None = None
    doubted: bool = False
    firm: bool = False
    earlier: tuple[Guess, ...] = ()


@dataclass(frozen=True, slots=True)
class DoubtItState:
    """One moment of Doubt/it!; fulfils `game.State` as `wagers.WagerGame` needs it.

    `asked` is the current question, `fell` the seats that lost or left a sudden death, in that
    order. `over` is True once there is a winner, or the game was ended without one.
    """

    house: DoubtItHouse
    dealer: int
    starter: int
    points: tuple[int, ...]
    in_play: tuple[int, ...]
    asked: Bidding
    sudden_death: bool = False
    last_loss: LostPoints | None = None
    fell: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    over: bool = False
    winner: int | None = None

    # the game has no cards and names no loser; `last_loss` has the loser of a round
    packs: ClassVar[int] = 0
    removed: ClassVar[int] = 0
    stock: ClassVar[int] = 0
    required: ClassVar[Rank | None] = None
    claim: ClassVar[Claim | None] = None
    lying: ClassVar[int] = 0
    tied: ClassVar[tuple[int, ...]] = ()
    loser: ClassVar[int | None] = None

    def __str__(self) -> str:
        bid = self.bid
        return sketch(
            self, {} if bid is None else {bid.seat: f"guesses {bid.guess} for {bid.wager}"}
        )

    @property
    def phase(self) -> Phase:
        """Phase of the game; it follows from the other fields, so it can never contradict them."""
        if self.over:
            return Phase.OVER
        return Phase.ANSWER if self.asked.doubted else Phase.READY

    @property
    def turn(self) -> int:
        """Starter until the opening, then the Confident Player who picks, then the New Player."""
        asked = self.asked
        if asked.new_player is not None:
            return asked.new_player
        return self.starter if asked.bid is None else asked.bid.seat

    @property
    def question(self) -> int:
        """The number of the question, from 1."""
        return self.asked.number

    @property
    def question_kind(self) -> str:
        """Way to choose the kind of a question."""
        return self.house.question_kind

    @property
    def printed_cards(self) -> bool:
        """True if the printed card of a doubted question is turned up, too."""
        return self.house.printed_cards

    def compared(self, percent: float) -> float:
        """Return the answer to compare guesses with: `percent`, or the nearest whole number."""
        if self.house.fact_answer_rounding == "none":
            return percent
        whole = floor(percent)
        return whole + (percent - whole >= 0.5)

    @property
    def bid(self) -> Guess | None:
        """The newest guess."""
        return self.asked.bid

    @property
    def confident(self) -> int | None:
        """Confident Player: the seat with the newest guess."""
        return None if self.asked.bid is None else self.asked.bid.seat

    @property
    def highest_wager(self) -> int:
        """The highest wager of this question so far."""
        bid, highest = self.asked.bid, self.asked.highest_before
        return highest if bid is None else max(highest, bid.wager)

    @property
    def new_player(self) -> int | None:
        """Picked player."""
        return self.asked.new_player

    @property
    def doubter(self) -> int | None:
        """The New Player who doubts."""
        return self.asked.new_player if self.asked.doubted else None

    @property
    def out(self) -> tuple[int, ...]:
        """Seats that play no more and did not leave, the worst placed first."""
        behind = [seat for place in self.ranking for seat in place]
        still = {*self.in_play, *self.gone}
        return tuple(seat for seat in reversed(behind) if seat not in still)

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """All seats, best first; seats that share a place are grouped.

        D16: by points. Players who reached sudden death rank before all others, and among them a
        later exit ranks higher. Ours: a player who left is ranked by points, but can't win.
        """
        first: list[tuple[int, ...]] = []
        if self.sudden_death:
            first = [self.in_play, *((seat,) for seat in reversed(self.fell))]
        elif self.winner is not None:
            first = [(self.winner,)]
        placed = {seat for place in first for seat in place}
        rest = [seat for seat in range(len(self.points)) if seat not in placed]
        rest.sort(key=lambda seat: -self.points[seat])
        places = groupby(rest, key=lambda seat: self.points[seat])
        return (*first, *(tuple(seats) for _, seats in places))

    @property
    def hands(self) -> tuple[int, ...]:
        """Zeros: there are no cards in hands or on the table."""
        return (0,) * len(self.points)

    heaps = hands


def next_in_play(in_play: tuple[int, ...], first: int, seats: int) -> int:
    """Return the first seat in play clockwise from `first`, of `seats` seats."""
    return min(in_play, key=lambda seat: (seat - first) % seats)
