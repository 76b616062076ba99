"""People who show photographs: each comes up as a truth if possible, and as a lie."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from bluffing.actions import Play
from bluffing.cards import RANKS, Card, Rank, Suit
from bluffing.game import Setup
from bluffing.rulesets import RULESETS
from lab.sim.labels import PLAYERS, Labelled
from lab.sim.people.characters import CALM, POLICIES
from lab.sim.people.minds import Choice
from lab.sim.people.outlook import Glimpse
from lab.sim.people.players import Players
from lab.sim.truth import Cards

RULESET = "catsatcards"
"""A game that fixes the rank to claim, and lets people lay any number of cards."""


@dataclass(frozen=True, slots=True)
class _Counted(Cards):
    """Hands that are mere counts: a photograph's cards come into being when laid."""

    def _without(self, seat: int, cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
        left = self.hands[seat][len(cards) :]
        return (*self.hands[:seat], left, *self.hands[seat + 1 :])

    def conserved(self) -> bool:
        """True if the number of cards is still the same."""
        return sum(self.counts()) + sum(self.heaps()) == len(self.whole)


def order() -> tuple[Rank, ...]:
    """Return the ranks of the game in the order of their claims."""
    game, ranks = RULESETS[RULESET], list[Rank]()
    state = game.start(Setup(PLAYERS), {})
    while state.required is not None and state.required not in ranks:
        ranks.append(state.required)
        state, _ = game.apply(state, Play(state.turn, 1))
    return tuple(ranks)


class Supply:
    """The photographs of one batch that still have to come up, as truths and as lies.

    `order` is the sequence of claimed ranks.
    """

    def __init__(
        self, photos: Sequence[Labelled], order: tuple[Rank, ...], rng: random.Random
    ) -> None:
        self._photos, self._order, self._rng = tuple(photos), order, rng
        self._most = max((len(photo.ranks) for photo in photos), default=0)
        self.truths = [photo for photo in photos if photo.only in RANKS]
        self.lies = list(photos)
        rng.shuffle(self.lies)

    def next(self, rank: Rank, hand: int) -> tuple[Labelled, int] | None:
        """Choose cards and claim of the player on turn, who claims `rank` with `hand` cards.

        None if nothing is left, or a new game gets there sooner.
        """
        if not self.left:
            return None
        for photo in self.truths:
            if photo.only is rank and len(photo.ranks) <= hand:
                self.truths.remove(photo)
                return photo, len(photo.ranks)
        for photo in self.lies:
            if photo.only is not rank and len(photo.ranks) < hand:
                self.lies.remove(photo)
                return photo, self._said(photo, hand)
        if not self.truths and len(self.lies) == 1 and len(self.lies[0].ranks) < hand:
            photo = self.lies.pop()  # of this very rank: he lies about the number
            return photo, len(photo.ranks) + 1
        if hand <= self._most or self._distance(rank) > self._distance(self._order[0]):
            return None
        fit = [photo for photo in self._photos if photo.only is not rank]
        return (self._rng.choice(fit), 0) if fit else None

    @property
    def left(self) -> int:
        """Number of cards still to come."""
        return len(self.truths) + len(self.lies)

    def _said(self, photo: Labelled, hand: int) -> int:
        """Return the claimed number of cards, which is sometimes a lie, too."""
        count = len(photo.ranks)
        if self._rng.random() < 0.1:
            count += self._rng.choice((-1, 1))
        return min(max(count, 1), hand)

    def _distance(self, rank: Rank) -> int:
        """Number of plays until a remaining photograph fits, if `rank` is due now."""
        ranks = [photo.only for photo in self.truths]
        now, order = self._order.index(rank), self._order
        places = [(order.index(rank) - now) % len(order) for rank in ranks if rank is not None]
        return min(places, default=0 if not self.lies else 1)


class PhotoPlayers(Players):
    """People who show photographs instead of cards; another player always doubts."""

    spreads = 1
    certain = True

    def __init__(self, seed: int, supply: Supply) -> None:
        super().__init__(seed, [POLICIES["honest"]] * PLAYERS, range(PLAYERS), CALM)
        self.supply = supply
        self.photo: Labelled | None = None

    def choose(self, glimpse: Glimpse, seat: int) -> Choice:
        """Choose the next photograph that fits."""
        rank = glimpse.playing.required
        assert isinstance(rank, Rank)  # noqa: S101 - the game that is played here requires one
        supplied = self.supply.next(rank, glimpse.playing.hands[seat])
        if supplied is None:
            self.done = True
            return Choice(Play(seat, 1, rank), (Card(rank, Suit.SPADES),))
        self.photo, lie = supplied
        cards = tuple(Card(rank, Suit.SPADES) for rank in self.photo.ranks)
        return Choice(Play(seat, lie or len(cards), rank), cards)

    def doubters(self, glimpse: Glimpse) -> list[int]:
        """Return a doubter for every play."""
        return [self.stream("doubter").choice(glimpse.rules.tie_order(glimpse.playing))]

    def deal(self, glimpse: Glimpse) -> None:
        """Deal hands that are mere counts."""
        super().deal(glimpse)
        self.cards = _Counted(self.held.whole, self.held.hands)
