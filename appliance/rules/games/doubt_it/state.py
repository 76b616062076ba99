"""What a table knows of a game of Doubt/it!: points, who guesses what, and for how much."""

from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from appliance.message import AtSeat, message
from appliance.rules.cards import Rank
from appliance.rules.game import Claim, Phase, Refused
from appliance.rules.wagers import Bid, Loss

MOST_POINTS = 100


@dataclass(frozen=True, slots=True)
class DoubtItHouse:
    """The house options in force, each under its own key."""

    start_points: int
    min_wager: int
    min_raise_guess: int
    min_raise_wager: int
    short_must_raise_guess: bool
    resume_equal_is_raise: bool
    tagback_if_no_choice: Literal["allow"]
    fact_answer_rounding: Literal["none", "nearest"]
    sudden_death_starter: Literal["rotation", "loser", "random"]
    question_kind: Literal["starter_chooses", "alternate", "random"]


@dataclass(frozen=True, slots=True)
class Bidding:
    """How far one question has got; `number` counts the questions of the game from 1.

    `before` is the guess that `bid` raised, and `highest_before` the highest wager until then:
    a number entered wrongly is put right against these. `new_player` was picked; `doubted` says
    that he doubts. `firm` says that a New Player was picked on this guess, whether he stayed or
    left, so that its numbers stand.
    """

    number: int
    bid: Bid | None = None
    before: Bid | None = None
    highest_before: int = 0
    new_player: int | None = None
    doubted: bool = False
    firm: bool = False


@dataclass(frozen=True, slots=True)
class DoubtItState:
    """One moment of Doubt/it!; fulfils `wagers.WagerState`, whose docstrings hold here.

    `asked` is the question being played, `fell` who lost or left a sudden death, in that order.
    `over` is True once there is a winner, or the game was ended without one.
    """

    house: DoubtItHouse
    dealer: int
    starter: int
    points: tuple[int, ...]
    in_play: tuple[int, ...]
    asked: Bidding
    sudden_death: bool = False
    last_loss: Loss | None = None
    fell: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    over: bool = False
    winner: int | None = None

    @property
    def phase(self) -> Phase:
        """Follows from the rest, so it can never contradict it."""
        if self.over:
            return Phase.OVER
        return Phase.ANSWER if self.asked.doubted else Phase.READY

    @property
    def turn(self) -> int:
        """The starter until he opens, then the Confident Player who picks, then the New Player."""
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
        """How the kind of a question is found."""
        return self.house.question_kind

    @property
    def bid(self) -> Bid | None:
        """The newest guess."""
        return self.asked.bid

    @property
    def confident(self) -> int | None:
        """Whose guess it is."""
        return None if self.asked.bid is None else self.asked.bid.seat

    @property
    def guess(self) -> int | None:
        """Its percent."""
        return None if self.asked.bid is None else self.asked.bid.guess

    @property
    def wager(self) -> int | None:
        """Its wager."""
        return None if self.asked.bid is None else self.asked.bid.wager

    @property
    def highest_wager(self) -> int:
        """The highest wager of this question so far."""
        bid, highest = self.asked.bid, self.asked.highest_before
        return highest if bid is None else max(highest, bid.wager)

    @property
    def new_player(self) -> int | None:
        """Who was picked."""
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
        """All seats, best first; seats that share a place stand together.

        D16: by points. Who reached sudden death stands before all others, and there the later
        one falls the better. Ours: who left is ranked by his points, but can't win.
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
        """Nobody holds cards."""
        return (0,) * len(self.points)

    @property
    def heaps(self) -> tuple[int, ...]:
        """No cards lie on the table."""
        return (0,) * len(self.points)

    @property
    def packs(self) -> int:
        """Played without cards."""
        return 0

    @property
    def removed(self) -> int:
        """No card ever leaves the game."""
        return 0

    @property
    def stock(self) -> int:
        """No cards lie beside the game."""
        return 0

    @property
    def required(self) -> Rank | None:
        """No rank is ever claimed."""
        return None

    @property
    def claim(self) -> Claim | None:
        """No cards are ever laid: the newest guess is `bid`."""
        return None

    @property
    def loser(self) -> int | None:
        """The game names a winner and no loser; who lost a round is in `last_loss`."""
        return None


def at(state: DoubtItState, asked: Bidding, starter: int | None = None) -> DoubtItState:
    """`state` with another moment of a question: what most actions change."""
    return DoubtItState(
        state.house,
        state.dealer,
        state.starter if starter is None else starter,
        state.points,
        state.in_play,
        asked,
        state.sudden_death,
        state.last_loss,
        state.fell,
        state.gone,
    )


def next_in_play(in_play: tuple[int, ...], first: int, seats: int) -> int:
    """The first seat from `first` clockwise that is in play, of `seats` seats."""
    return min(in_play, key=lambda seat: (seat - first) % seats)


def midgame(
    state: DoubtItState,
    *,
    points: tuple[int, ...] | None = None,
    starter: int | None = None,
    sudden_death: bool = False,
    in_play: tuple[int, ...] | None = None,
) -> DoubtItState:
    """`state`, set at the start of a question in the middle of a game.

    None keeps what `state` has, so far as it can be: a starter out of play is skipped, and in
    sudden death those with one point are in play. Seats outside `in_play` are out in a sudden
    death, and have left in any other game.

    Raises:
        Refused: for seats or points that cannot be.
    """
    points = state.points if points is None else tuple(points)
    seats = range(len(state.points))
    if len(points) != len(seats) or any(number not in range(MOST_POINTS + 1) for number in points):
        raise Refused(
            message(
                "doubt-it.points-each",
                seats=len(seats),
                least=0,
                most=MOST_POINTS,
                given=repr(points),
            )
        )
    if in_play is None:
        in_play = tuple(seat for seat in seats if not sudden_death or points[seat] == 1)
    if len(set(in_play)) != len(in_play) or len(in_play) < 2 or not set(in_play) <= set(seats):
        raise Refused(message("doubt-it.two-in-play", given=repr(in_play)))
    in_play = tuple(sorted(in_play))
    for seat in in_play:
        if sudden_death and points[seat] != 1:
            raise Refused(message("doubt-it.one-point-each", seat=AtSeat(seat), given=points[seat]))
        if points[seat] < 1:
            raise Refused(message("doubt-it.a-point-at-least", seat=AtSeat(seat)))
    if starter is None:
        starter = next_in_play(in_play, state.starter, len(seats))
    if starter not in in_play:
        raise Refused(message("doubt-it.cannot-start", number=starter, given=repr(in_play)))
    behind = tuple(seat for seat in seats if seat not in in_play)
    return DoubtItState(
        state.house,
        state.dealer,
        starter,
        points,
        in_play,
        Bidding(state.question),
        sudden_death,
        gone=() if sudden_death else behind,
    )
