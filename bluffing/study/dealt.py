"""A game with its hidden cards: the hands, the seat that chooses next, and its choices.

The rules know counts and claims only. This module has the cards themselves, dealt from a seed. One
seat after the other chooses: after a play each seat that may doubt chooses once, in the order that
wins a tie. Cards that are turned up, produced or shown are always the real ones; nothing goes wrong
here.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any

from bluffing import actions, events
from bluffing.actions import Action
from bluffing.cardgame import CardGame
from bluffing.cards import RANKS, Rank, Trait
from bluffing.game import Phase, Setup
from bluffing.options import Value
from bluffing.study.choices import ORDER, STUDIED, ChoiceCode
from bluffing.study.memory import CardMemory
from bluffing.wagers import WagerGame

HUNCH = 15.0
"""Standard deviation, in percent, of each seat's hunch of the answer in the percentage game.
Without a hunch no seat would know anything, and there would be nothing to bluff about."""

_PLACE: Mapping[Trait, int] = {rank: place for place, rank in enumerate(ORDER)}
_NOBODY = (0,) * len(ORDER)


class ToChoose(IntEnum):
    """Kind of choice that the next seat has."""

    MOVE = 0
    DOUBT = 1  # or let the newest play stand
    PRODUCE = 2  # a card of the claimed rank, or none


class Dealt:
    """One game with its cards. `choose` changes it, and reads nothing hidden from a seat.

    Attributes:
        state: State of the game in the rules.
        packed: All cards of the game by rank, in the order of `choices.ORDER`.
        hands: Cards in hand by seat and rank, in the order of `choices.ORDER`.
        table: Cards on the table by rank, the newest play's among them.
        pending: Cards that the seat on turn is putting together, by rank.
        answer: Percentage that is asked for; `hunches` has each seat's guess of it.
        memories: CardMemory of each seat: turned-up cards, and its own.
    """

    def __init__(
        self,
        name: str,
        players: int,
        options: Mapping[str, Value],
        seed: int,
        dealer: int = 0,
    ) -> None:
        self.ruleset: Any = STUDIED[name]  # any game, with its family's additions
        self._chance = random.Random(seed)
        options = self.ruleset.fitted(players, options)
        self.state: Any = self.ruleset.start(  # any game's state
            Setup(players, dealer), options
        )
        self.seats = players
        self.table, self.pending = [*_NOBODY], [*_NOBODY]
        self.newest: tuple[int, ...] = ()  # places of ranks
        self.stock: list[int] = []
        self.packed: tuple[int, ...] = ()
        self.hands = self._deal()
        self.memories = [CardMemory.fresh(seat, players) for seat in range(players)]
        self.guess: int | None = None
        self.answer, self.hunches = 0.0, (0,) * players
        self._question = 0
        self._waiting: list[int] = []  # seats that may still doubt the newest play
        self._mover = self.state.turn
        self._legal: tuple[int, ...] | None = None  # until the next choice
        self._draw_question()

    def _deal(self) -> list[list[int]]:
        deck = [_PLACE[card.rank] for card in self.ruleset.deck(self.state)]
        self.packed = tuple(map(deck.count, range(len(ORDER))))
        self._chance.shuffle(deck)
        hands = []
        for count in self.state.hands:
            hand = [*_NOBODY]
            for place in deck[:count]:
                hand[place] += 1
            hands.append(hand)
            deck = deck[count:]
        self.stock = deck
        return hands

    # --- the next seat and its choices ---------------------------------------------------------

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return bool(self.state.phase is Phase.OVER)

    @property
    def asked(self) -> tuple[int, ToChoose]:
        """Seat that chooses next, and its kind of choice."""
        state = self.state
        if state.phase is Phase.PRODUCE:
            return state.claim.seat, ToChoose.PRODUCE
        if self._waiting:
            return self._waiting[0], ToChoose.DOUBT
        live = self.ruleset.live(state)
        if state.turn in live:
            return state.turn, ToChoose.MOVE
        return min(live, key=lambda seat: (seat - self._mover - 1) % self.seats), ToChoose.MOVE

    def legal(self) -> list[int]:
        """Return the next seat's choices, in ascending order; none once the game is over."""
        if self._legal is None:
            self._legal = () if self.over else tuple(self._listed())
        return [*self._legal]

    def _listed(self) -> list[int]:
        seat, asked = self.asked
        match asked:
            case ToChoose.DOUBT:
                doubts = (
                    (ChoiceCode.DOUBT, actions.Doubt(seat)),
                    (ChoiceCode.FORCE, actions.Force(seat)),
                )
                return [
                    *(choice for choice, action in doubts if self._may(action)),
                    ChoiceCode.STAND,
                ]
            case ToChoose.PRODUCE:
                return [*[ChoiceCode.PRODUCE] * (self._fitting(seat) is not None), ChoiceCode.KEEP]
        if isinstance(self.ruleset, WagerGame):
            return sorted(self._wagers(seat))
        return sorted(self._cards(seat))

    def _may(self, action: Action) -> bool:
        return self.ruleset.refusal(self.state, action) is None

    def _fitting(self, seat: int) -> int | None:
        """Return the place of a card that the forced seat can produce, or None."""
        rank, held = self.state.claim.rank, self.hands[seat]
        fits = (place for place in range(len(ORDER)) if held[place])
        return next(
            (place for place in fits if self.ruleset.fits(self.state, ORDER[place], rank)), None
        )

    def _cards(self, seat: int) -> Iterator[int]:
        """Yield the choices of a play card by card, by rising rank, or of any other move."""
        game: CardGame[Any, Any] = self.ruleset  # of any state
        held, laid = self.hands[seat], sum(self.pending)
        counts = game.counts(self.state, seat)
        if laid < max(counts, default=0):
            last = max((place for place in range(len(ORDER)) if self.pending[place]), default=0)
            for place in range(last, len(ORDER)):
                if held[place] > self.pending[place]:
                    yield ChoiceCode.LAY + place
        if laid in counts:
            for place, rank in enumerate(RANKS):
                if self._may(actions.Play(seat, laid, rank)):
                    yield ChoiceCode.CLAIM + place
        if not laid:
            yield from self._other_moves(seat)

    def _other_moves(self, seat: int) -> Iterator[int]:
        simple = (
            (ChoiceCode.PASS, actions.Pass(seat)),
            (ChoiceCode.DRAW, actions.Draw(seat)),
            (ChoiceCode.DOUBT, actions.Doubt(seat)),
            (ChoiceCode.BELIEVE, actions.Believe(seat)),
            (ChoiceCode.SHOW, actions.Show(seat, self._ranks(seat))),
        )
        # in races the seats that may doubt have chosen already
        races = self.ruleset.races_in(self.state)
        for choice, action in simple:
            if not (races and choice == ChoiceCode.DOUBT) and self._may(action):
                yield choice
        for place, rank in enumerate(RANKS):
            if self.hands[seat][place] >= 4 and self._may(actions.LayAway(seat, rank)):
                yield ChoiceCode.AWAY + place

    def _wagers(self, seat: int) -> Iterator[int]:
        """Yield the choices of a doubt, a New Player, or a guess and then its wager."""
        game, bid = self.ruleset, self.state.bid
        if self.guess is not None:
            for some in game.wagers(self.state, self.guess):
                yield from (ChoiceCode.WAGER + points for points in some)
            return
        if self._may(actions.Doubt(seat)):
            yield ChoiceCode.DOUBT
        yield from (ChoiceCode.PICK + new for new in game.picks(self.state))
        if bid is None or bid.seat != seat:  # a seat that has guessed keeps its guess, and picks
            for some in game.guesses(self.state):
                yield from (ChoiceCode.GUESS + guess for guess in some)

    def _ranks(self, seat: int) -> tuple[Rank, ...]:
        held = self.hands[seat]
        return tuple(ORDER[place] for place in range(len(ORDER)) for _ in range(held[place]))

    # --- what follows --------------------------------------------------------------------------

    def choose(self, choice: int) -> None:
        """Make the next seat's choice, one of `legal`.

        Raises:
            ValueError: the choice is none of them.
        """
        seat, asked = (0, None) if self.over else self.asked
        stands = asked is ToChoose.DOUBT and choice == ChoiceCode.STAND  # always legal then
        if not stands and choice not in self.legal():
            raise ValueError(f"{choice} is no legal choice")
        self._legal = None
        if ChoiceCode.LAY <= choice < ChoiceCode.CLAIM:
            self.pending[choice - ChoiceCode.LAY] += 1
        elif ChoiceCode.GUESS <= choice < ChoiceCode.WAGER:
            self.guess = choice - ChoiceCode.GUESS
        elif asked is ToChoose.DOUBT:
            self._answer_doubt(seat, choice)
        else:
            self._mover = seat
            self._do(self._action(seat, choice))
        self._turn_up()

    def act(self, action: Action, laid: Sequence[int] = ()) -> None:
        """Make the next seat's whole move, which `choose` builds number by number.

        `laid` holds the cards of a play: places in `choices.ORDER`.

        Raises:
            ValueError: no move is due, or the move is not legal with the seat's cards.
        """
        seat, asked = self.asked
        mine = asked is ToChoose.MOVE and getattr(action, "seat", None) == seat
        if not mine or not self._may(action) or not self._has(seat, action, laid):
            raise ValueError(f"{action} is no legal move of seat {seat}")
        self._legal = None
        for place in laid:
            self.pending[place] += 1
        self._mover = seat
        self._do(action)
        self._turn_up()

    def _has(self, seat: int, action: Action, laid: Sequence[int]) -> bool:
        """Return True if the seat has the cards of the move."""
        held = self.hands[seat]
        if isinstance(action, actions.Show):
            return action.ranks == self._ranks(seat)
        if isinstance(action, actions.LayAway):
            return held[_PLACE[action.rank]] >= 4
        counted = action.count if isinstance(action, actions.Play) else 0
        return len(laid) == counted and all(laid.count(place) <= held[place] for place in laid)

    def _answer_doubt(self, seat: int, choice: int) -> None:
        if choice != ChoiceCode.STAND:
            self._waiting = []
            self._do(actions.Doubt(seat) if choice == ChoiceCode.DOUBT else actions.Force(seat))
            return
        self._waiting = self._waiting[1:]
        if not self._waiting and self.state.phase is Phase.LAST_CARDS:
            self._do(actions.LetStand())

    def _action(self, seat: int, choice: int) -> Action:
        """Return the rules' action for a choice that is complete by itself."""
        simple: dict[int, Action] = {
            ChoiceCode.PASS: actions.Pass(seat),
            ChoiceCode.DRAW: actions.Draw(seat),
            ChoiceCode.DOUBT: actions.Doubt(seat),
            ChoiceCode.KEEP: actions.Produce(None),
            ChoiceCode.BELIEVE: actions.Believe(seat),
        }
        if choice in simple:
            return simple[choice]
        if choice == ChoiceCode.SHOW:
            return actions.Show(seat, self._ranks(seat))
        if choice == ChoiceCode.PRODUCE:
            place = self._fitting(seat)
            return actions.Produce(None if place is None else ORDER[place])
        if choice < ChoiceCode.PASS:
            return actions.Play(seat, sum(self.pending), RANKS[choice - ChoiceCode.CLAIM])
        if choice < ChoiceCode.GUESS:
            return actions.LayAway(seat, RANKS[choice - ChoiceCode.AWAY])
        if choice < ChoiceCode.PICK:
            guess, self.guess = self.guess or 0, None
            return actions.Guess(seat, guess, choice - ChoiceCode.WAGER)
        return actions.Pick(seat, choice - ChoiceCode.PICK)

    def _do(self, action: Action) -> None:
        before = self.state.claim
        self.state, news = self.ruleset.carry_out(self.state, action)  # `legal` has checked it
        for event in news:
            self._follow(event)
        claim, phase = self.state.claim, self.state.phase
        if claim is not before:
            opens = phase in (Phase.OPEN, Phase.LAST_CARDS)
            asks = opens and (self.ruleset.races_in(self.state) or phase is Phase.LAST_CARDS)
            self._waiting = list(self.ruleset.tie_order(self.state)) if asks else []
        self._draw_question()

    def _turn_up(self) -> None:
        """Turn up the doubted cards, or those that the rules turn up; or give the answer."""
        if self.state.phase is Phase.REVEAL:
            self._do(actions.Reveal(tuple(ORDER[place] for place in self.newest)))
        elif self.state.phase is Phase.ANSWER:
            self._do(actions.Answer(self.answer, self._chance.getrandbits(30)))

    def _follow(self, event: events.Event) -> None:
        """Move the cards themselves."""
        match event:
            case events.Played(seat):
                laid, self.pending = self.pending, [*_NOBODY]
                self.newest = tuple(p for p in range(len(ORDER)) for _ in range(laid[p]))
                for place in self.newest:
                    self._move(place, self.hands[seat], self.table)
            case events.Took(seat):
                for place in range(len(ORDER)):
                    self.hands[seat][place] += self.table[place]
                self.table = [*_NOBODY]
            case events.Removed():
                self.table = [*_NOBODY]
            case events.Drew(seat):
                self.hands[seat][self.stock.pop()] += 1
            case events.LaidAway(seat, rank):
                self.hands[seat][_PLACE[rank]] -= 4
            case events.Produced(seat, _, rank) if rank is not None:
                self._move(_PLACE[rank], self.hands[seat], self.table)
            case events.WentOut(seat):
                self.hands[seat] = [*_NOBODY]  # shown cards leave the game
            case _:
                pass
        laid_ranks = (
            [ORDER[place] for place in self.newest] if isinstance(event, events.Played) else ()
        )
        self.memories = [memory.after(event, laid_ranks) for memory in self.memories]

    @staticmethod
    def _move(place: int, out_of: list[int], into: list[int]) -> None:
        out_of[place] -= 1
        into[place] += 1

    def _draw_question(self) -> None:
        """Draw the answer of a new question of the percentage game, and each seat's hunch of it."""
        question = getattr(self.state, "question", 0)
        if question == self._question:
            return
        self._question, self.answer = question, float(self._chance.randint(0, 100))
        drawn = (round(self._chance.gauss(self.answer, HUNCH)) for _ in range(self.seats))
        self.hunches = tuple(min(100, max(0, hunch)) for hunch in drawn)
