"""The offers to a seat in a turn, as a tree of questions; `menu` walks it by taps and holds.

The questions follow from `Ruleset.refusal` alone, so that no game needs a menu of its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import chain, islice
from typing import Any, ClassVar, TypeVar

from bluffing.actions import (
    Action,
    Believe,
    Correct,
    Doubt,
    Draw,
    Force,
    Guess,
    LayAway,
    Pass,
    Pick,
    Play,
    Show,
)
from bluffing.cards import Rank, Trait
from bluffing.game import AnyRuleset, State
from bluffing.house import LEAST_CARDS
from bluffing.message import AtSeat, Spoken, message
from bluffing.wagers import WagerGame

T = TypeVar("T")

MOST_JOKERS = 4
"""Maximum number of jokers in a hand: two to a pack, and at most two packs."""


class Asks(StrEnum):
    """Subject of a choice with the button."""

    MOVE = "move"
    INSTEAD = "instead"  # of laying cards
    RANK = "rank"
    FOUR = "four"  # rank of the four cards to lay away
    NUMBER = "number"  # of cards
    GUESS = "guess"
    WAGER = "wager"
    KIND = "kind"  # of question
    CARD = "card"  # entered by hand
    ITEM = "item"  # of correction in a pause
    GIVER = "giver"  # of a card that is moved
    TAKER = "taker"
    SCORE = "score"  # of a seat, which is wrong
    WAY = "way"  # of all that a seat may say or do


@dataclass(frozen=True, slots=True)
class RingOption:
    """One option of a ring: its label and the node behind it."""

    label: Spoken
    then: Callable[[], "Node"]


@dataclass(frozen=True, slots=True)
class Ring:
    """A choice of one of several options; the cursor begins at `start`."""

    title: Asks
    options: tuple[RingOption, ...]
    start: int = 0

    def after(self, place: int) -> "Node | None":
        """Return the node after the option at `place`, or None without an option there."""
        return self.options[place].then() if place < len(self.options) else None


@dataclass(frozen=True, slots=True)
class CardCount:
    """A count of cards, by a tap each. `after` returns the node behind a number of cards."""

    title: ClassVar = Asks.NUMBER
    start: ClassVar = 0
    legal: Callable[[int], bool]
    after: Callable[[int], "Node | None"]  # None: nothing can


Node = Action | CardCount | Ring


@dataclass(frozen=True, slots=True)
class Offers:
    """Offers of `ruleset` to `seat` in the state `game`.

    `announced` is the last claimed rank, the start of a ring of ranks: never one that the camera
    saw.
    """

    ruleset: AnyRuleset
    game: Any  # the state of that ruleset, whichever it is
    seat: int
    announced: Trait | None = None

    def root(self) -> CardCount | Ring:
        """Return the first question: the number of cards or, if none can be laid, the move."""
        least = next((count for count in LEAST_CARDS if self._ranks(count, most=1)), None)
        if least is None:
            return Ring(Asks.MOVE, self._moves())

        def then(count: int) -> Node | None:
            if count:
                ranks = self._ranks(count)
                if not ranks:
                    return None
                return self._ring_of_ranks(
                    Asks.RANK, ranks, lambda rank: Play(self.seat, count, rank)
                )
            moves = self._moves()
            return Ring(Asks.INSTEAD, moves) if moves else None

        return CardCount(lambda count: bool(self._ranks(max(least, count), most=1)), then)

    def hand(self) -> Show | None:
        """Return some hand that would win if `seat` showed it, or None if it may not show."""
        cards, required = self.game.hands[self.seat], self.game.required
        if not cards:
            return None
        for jokers in range(max(0, cards - 4 * self.game.packs), min(cards, MOST_JOKERS) + 1):
            for rank in self.ruleset.traits if required is None else (required,):
                hand = (rank,) * (cards - jokers) + (Rank.JOKER,) * jokers
                show = Show(self.seat, hand)
                if self._legal(show):
                    return show
        return None

    def _legal(self, action: Action) -> bool:
        return self.ruleset.refusal(self.game, action) is None

    # --- cards and ranks ---------------------------------------------------------------------

    def _ranks(self, count: int, most: int | None = None) -> list[Trait]:
        """Return the first `most` legal ranks of a claim of `count` cards."""
        required = self.game.required
        ranks = self.ruleset.traits if required is None else (required,)
        if count > self.game.hands[self.seat]:
            return []
        legal = (rank for rank in ranks if self._legal(Play(self.seat, count, rank)))
        return list(islice(legal, most))

    def _ring_of_ranks(
        self, title: Asks, ranks: Sequence[Trait], then: Callable[[Trait], Action]
    ) -> Ring:
        """Return a ring that starts at the last announced rank, or at the next legal one.

        If nothing was announced yet, it starts at the first rank that the game lists.
        """
        listed = (one.rank for one in self.ruleset.moves(self.game) if isinstance(one, Play))
        begins = self.announced or next(filter(None, listed), None)
        order = self.ruleset.traits
        first = order.index(begins) if begins in order else 0
        ahead = [(order.index(rank) - first) % len(order) for rank in ranks]
        options = tuple(_of(rank, rank, then) for rank in ranks)
        return Ring(title, options, ahead.index(min(ahead)))

    def _correct(self) -> CardCount:
        return CardCount(
            legal=lambda count: any(self._legal(Correct(count + by)) for by in (0, 1)),
            after=lambda count: Correct(count) if self._legal(Correct(count)) else None,
        )

    # --- the kinds of moves ------------------------------------------------------------------

    def _moves(self) -> tuple[RingOption, ...]:
        """Return all moves of the seat beside laying cards, each kind once."""
        seat, required, claim = self.seat, self.game.required, self.game.claim
        found: list[RingOption] = []
        if required is not None and self._legal(Play(seat, 0, required)):
            nothing = Play(seat, 0, required)
            found.append(RingOption(message("move.none", rank=required), lambda: nothing))
        found += self._simple(Pass(seat)) + self._simple(Draw(seat))
        if self.hand() is not None:
            # the cards are still unknown: the table reads them and then decides
            found.append(_named("show", lambda: Show(seat, ())))
        four = self.ruleset.traits if self.game.hands[seat] >= 4 else ()
        away = [rank for rank in four if self._legal(LayAway(seat, rank))]
        if away:
            which = self._ring_of_ranks(Asks.FOUR, away, lambda rank: LayAway(seat, rank))
            found.append(_named("lay-away", lambda: which))
        if isinstance(self.ruleset, WagerGame) and seat in self.ruleset.live(self.game):
            picks = self.ruleset.picks(self.game)
            found += [_of(new, AtSeat(new), lambda new: Pick(seat, new)) for new in picks]
            found += self._guesses(self.ruleset)
        others = (claim.count - 1, claim.count + 1) if claim and claim.seat == seat else ()
        if any(self._legal(Correct(count)) for count in others):
            found.append(_named("wrong-number", self._correct))
        simple: tuple[Doubt | Force | Believe, ...] = (Doubt(seat), Force(seat), Believe(seat))
        for action in simple:
            found += self._simple(action)
        return tuple(found)

    def _simple(self, action: Pass | Draw | Doubt | Force | Believe) -> list[RingOption]:
        name = type(action).__name__.lower()
        return [_named(name, lambda: action)] if self._legal(action) else []

    # --- guesses and wagers -------------------------------------------------------------

    def _guesses(self, rules: WagerGame[State]) -> list[RingOption]:
        """List a first guess, the seat's own again, or raises by guess, wager or both."""
        legal, bid = list(chain.from_iterable(rules.guesses(self.game))), self.game.bid
        if not legal:
            return []

        wagers = partial(self._wagered, rules)

        def full(guess: int) -> Node:
            return self._wagers(guess, wagers(guess))

        def same_wager(guess: int) -> Guess:
            return Guess(self.seat, guess, wagers(guess)[0])

        if bid is None or bid.seat == self.seat:
            label = "guess" if bid is None else "change"
            if bid is not None and not wagers(bid.guess):
                legal = [guess for guess in legal if guess != bid.guess]
            return [_named(label, lambda: _digits("guess", legal, full))]
        if self.game.points[self.seat] < self.game.highest_wager:  # all points, with any guess
            return [_named("all-in", lambda: _digits("guess", legal, full))]
        higher = [guess for guess in legal if guess > bid.guess]
        more = any(len(wagers(guess)) > 1 for guess in (*higher[:1], *higher[-1:]))
        options = []
        if higher:
            label = "guess" if more else "all-in"
            options.append(_named(label, lambda: _digits("guess", higher, same_wager)))
        if bid.guess in legal:
            options.append(_of(bid.guess, message("move.wager"), full))
        if more:
            options.append(_named("both", lambda: _digits("guess", higher, full)))
        return options

    def _wagered(self, rules: WagerGame[State], guess: int) -> list[int]:
        """List the wagers with `guess`, except the seat's own current bid."""
        bid, found = self.game.bid, chain.from_iterable(rules.wagers(self.game, guess))
        own = bid is not None and (bid.seat, bid.guess) == (self.seat, guess)
        return [wager for wager in found if not (own and wager == bid.wager)]

    def _wagers(self, guess: int, legal: Sequence[int]) -> Node:
        named = {"min": legal[0], "all": legal[-1]}
        half = self.game.points[self.seat] // 2
        if half in legal and half not in named.values():
            named = {"min": legal[0], "half": half, "all": legal[-1]}

        def then(wager: int) -> Guess:
            return Guess(self.seat, guess, wager)

        if len(legal) == 1:
            return then(legal[0])
        options = [
            _of(wager, message(f"move.wager-{name}", wager=wager), then)
            for name, wager in named.items()
        ]
        if len(legal) > len(named):
            options.append(_named("digits", lambda: _digits("wager", legal, then)))
        return Ring(Asks.WAGER, tuple(options))


def through(node: Node | None) -> Node | None:
    """Return `node`; a node with one option gives the node behind it."""
    while isinstance(node, Ring) and len(node.options) == 1:
        node = node.options[0].then()
    return node


def _of(value: T, label: Spoken, then: Callable[[T], Node]) -> RingOption:
    """Return the option of one `value`."""
    return RingOption(label, lambda: then(value))


def _named(name: str, then: Callable[[], Node]) -> RingOption:
    """Return the option with the catalogue's `move.name` as its label."""
    return RingOption(message(f"move.{name}"), then)


def _digits(field: str, legal: Sequence[int], then: Callable[[int], Node]) -> Ring:
    """Return a ring of tens and units of a number from 0 to 100, of legal numbers only."""

    def units(ten: int) -> Ring:
        numbers = [number for number in legal if number // 10 == ten]
        return Ring(Asks(field), tuple(_of(number, str(number), then) for number in numbers))

    tens = sorted({number // 10 for number in legal})
    return Ring(
        Asks(field), tuple(_of(ten, f"{ten}_" if ten < 10 else "100", units) for ten in tens)
    )
