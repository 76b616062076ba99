"""Cal's BS: after the lead all players may add, pass or doubt, in no order.

Only the opening of Pagat's page was available (pagat.com/invented/calsbs.html), so the game keeps
to its text. The rules allow a game without end: all cards that leave a hand come back to a hand.

House rulings where the opening is silent:

- A new set gives all players the choice again.
- A player who has passed may still doubt.
- The newest set can be doubted until the next one, even while its player is about to lead again.
- A wrong show changes nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from bluffing.actions import Action, Adjust, Audit, Correct, Pass, Play, Show, TurnMove
from bluffing.cardlegality import passing
from bluffing.cards import Rank, Trait
from bluffing.house import House
from bluffing.message import AtSeat, Message, message, of_seats
from bluffing.options import Lesson, Preset, Rule, Topic, rule, rules
from bluffing.stack import StackGame, StackOutcome, StackState


@dataclass(frozen=True, kw_only=True)
class CalsBSHouse(House):
    """House options in force."""

    wild = "jokers"
    jokers = 2

    def tell(self) -> Iterator[Rule]:
        """Tell the game, Pagat's opening first."""
        cards = self.how_many()
        yield rule("calsbs.CB1")
        yield rule("calsbs.CB2", cards=cards)
        yield rule("calsbs.CB3", cards=cards, leads=self.who_leads())
        yield from rules("calsbs.CB4", "calsbs.CB5")


_State = StackState[CalsBSHouse]


@dataclass(frozen=True, kw_only=True)
class _CalsBS(StackGame[CalsBSHouse]):
    """Cal's BS as a stack game: no order after the lead, and last cards go face up only."""

    turn_moves = (Play, Pass, Show)

    def live(self, state: _State) -> tuple[int, ...]:
        """Return after the lead the seats that have not passed, except the newest set's player."""
        if state.required is None or not state.settled:
            return super().live(state)
        return state.followers

    def refuse_turn(self, state: _State, move: TurnMove) -> Message | None:
        """Return the reason why the seat of `move` may not move, or None; no cards are doubted."""
        seat = move.seat
        if seat in self.live(state):
            return None
        absent = state.absent(seat)
        if absent is not None:
            return absent
        if state.required is None:
            return of_seats("calsbs.not-your-lead", seat, turn=state.turn)
        if seat == state.last:
            return of_seats("calsbs.laid-newest", seat)
        return of_seats("calsbs.has-passed", seat)

    def counts(self, state: _State, seat: int) -> range:
        """Return the numbers of cards; the last card never goes face down."""
        return range(1, state.capped(state.hands[seat] - 1) + 1)

    def refuse_play(self, state: _State, play: Play) -> Message | None:
        """Extend the base: a player must show the last cards."""
        if state.hands[play.seat] <= max(1, play.count):
            return of_seats("calsbs.keep-a-card", play.seat)
        return super().refuse_play(state, play)

    def refuse_correct(self, state: _State, correct: Correct) -> Message | None:
        """Extend the base: last cards never went face down."""
        why, claim = super().refuse_correct(state, correct), state.claim
        if why is None and claim and correct.count == state.lying + state.hands[claim.seat]:
            return of_seats("calsbs.take-one-back", claim.seat)
        return why

    def refuse_counted(self, state: _State, counted: Adjust | Audit) -> Message | None:
        """Extend the base: the newest set was not of last cards, so its player keeps a card."""
        why, claim = super().refuse_counted(state, counted), state.claim
        if why is None and claim is not None:
            left = state.hands[claim.seat]
            if isinstance(counted, Audit):
                left = counted.hands[claim.seat]
            elif counted.giver == claim.seat:
                left -= 1
            if not left:
                return of_seats("calsbs.take-one-back", claim.seat)
        return why

    def refuse_move(self, state: _State, action: Action) -> Message | None:
        """Return the reason why a pass or a show of the last cards is not legal, or None."""
        if not isinstance(action, Show):
            return super().refuse_move(state, action)
        seat, ranks = action.seat, action.ranks
        most = state.capped(state.hands[seat])
        if len(ranks) != state.hands[seat] or len(ranks) > most:
            return message("calsbs.show-all", seat=AtSeat(seat), most=most)
        for rank in dict.fromkeys(ranks):
            limit = self.limit(state, rank)
            if ranks.count(rank) > limit:
                return message("calsbs.too-many-of-a-rank", n=limit, rank=rank)
        led = state.required or ranks[0]  # jokers come last
        if not all(self.fits(state, rank, led) for rank in ranks):
            if state.required is None:
                return of_seats("calsbs.show-one-rank", seat)
            return message("calsbs.show-that-rank", seat=AtSeat(seat), rank=state.required)
        return None

    def other_moves(self, state: _State, seat: int) -> tuple[Action, ...]:
        """Return a pass, and all cards shown at once if one play may have so many."""
        led, cards, cap = state.required, state.hands[seat], state.terms.cap
        passes = () if led is None else passing(seat)
        if cap is not None and cards > cap:
            return passes
        ranks = self.ranks(state) if led is None else (led,)
        most, most_jokers = self.limit(state, ranks[0]), self.limit(state, Rank.JOKER)
        return passes + _shows(seat, ranks, cards, most, most_jokers)

    def legal_actions(self, state: _State) -> Iterator[Action]:
        """Extend the base: the newest set's player keeps a card in every adjustment."""
        for action in super().legal_actions(state):
            if not isinstance(action, Adjust) or self.refusal(state, action) is None:
                yield action

    def least_counted(self, state: _State) -> Mapping[int, int]:
        """Return one card for the player of the newest set: last cards go face up."""
        return {} if state.claim is None else {state.claim.seat: 1}

    def follower(self, state: _State, passed: tuple[int, ...], seat: int) -> int:
        """Return the first seat that may still move, on the left of the newest set's player."""
        seats, last = len(state.hands), seat if state.last is None else state.last
        order = ((last + i) % seats for i in range(1, seats))
        free = (left for left in order if state.hands[left] and left not in passed)
        return next(free, last)

    def move(self, state: _State, action: Action) -> StackOutcome[CalsBSHouse]:
        """Carry out a pass, or a show that wins the game."""
        if not isinstance(action, Show):
            return super().move(state, action)
        state, events = self.emptied(state, action.seat)
        return state, (action, *events)


@lru_cache(maxsize=1024)
def _shows(
    seat: int, ranks: tuple[Trait, ...], size: int, most: int, most_jokers: int
) -> tuple[Show, ...]:
    """Return all ways to show `size` cards: at most `most` of one of the ranks, and some jokers."""
    sets = (
        (rank,) * (size - jokers) + (Rank.JOKER,) * jokers
        for rank in ranks
        for jokers in range(max(0, size - most), min(size, most_jokers) + 1)
    )
    return tuple(Show(seat, cards) for cards in dict.fromkeys(sets))


CALSBS = _CalsBS(
    name="calsbs",
    seats=range(3, 8),
    usual=CalsBSHouse(after_challenge="winner_leads", cards_max=6, leaver="leaves_play"),
    presets=(
        Preset("pagat"),
        Preset("calm", (("min_hold_ms", 5000), ("cards_max", 4))),
    ),
    lessons=(
        Lesson(Topic.DEAL, ("CB1",)),
        Lesson(Topic.TURN, ("CB2",)),
        Lesson(Topic.ANSWER, ("CB3",)),
        Lesson(Topic.AFTER, ("CB4",)),
        Lesson(Topic.END, ("CB5",)),
    ),
)
