"""Chance of a claim by public knowledge: counts, and cards that were turned up.

It uses no hidden card and no strategy. It is the share of all deals in which the claimant could
have told the truth: all deals that agree with the public knowledge are equally likely. Public are
the number of cards in each place and, for cards that were turned up, their certain places. A player
who takes three kings up has three; after laying two cards face down, at least one.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import comb
from typing import Any, TypeAlias

from bluffing import events
from bluffing.actions import Action
from bluffing.cardgame import CardGame
from bluffing.cards import Trait
from bluffing.events import Event
from bluffing.game import Phase

AnyCardGame: TypeAlias = CardGame[Any, Any]  # each game's are its own
"""Any game with cards: each has its own states and house options."""

Cards: TypeAlias = Mapping[Trait, int]
"""Number of cards of each rank; a missing rank is 0."""

_NONE: Cards = {}


def chance_of(held: int, hand: int, kind: int, cards: int) -> float:
    """Return the chance that `held` of a hand's cards are of a kind: `kind` of all `cards` are.

    The hypergeometric distribution: every hand is equally likely.
    """
    if held > min(hand, kind) or hand - held > cards - kind:
        return 0.0
    return comb(kind, held) * comb(cards - kind, hand - held) / comb(cards, hand)


@dataclass(frozen=True, slots=True)
class PublicCards:
    """Certain places of cards by public knowledge: the least number of each rank.

    `hands` has one entry a seat; `table` holds the table's cards, `removed` those that left the
    game. `before` is the same just before the newest play.
    """

    hands: tuple[Cards, ...]
    table: Cards = field(default_factory=dict)
    removed: Cards = field(default_factory=dict)
    before: "PublicCards | None" = None

    @property
    def known(self) -> Counter[Trait]:
        """Certain cards in all places together."""
        return sum((Counter(cards) for cards in (*self.hands, self.table, self.removed)), Counter())

    def after(self, state: Any, happened: Iterable[Event]) -> "PublicCards":  # noqa: ANN401 - any game's
        """Return the knowledge after `happened`; `state` is the game before it, of any class."""
        public = self
        for event in happened:
            public = public._followed(state, event)
        return public

    def _followed(self, state: Any, event: Event) -> "PublicCards":  # noqa: ANN401 - any game's
        match event:
            case events.Played(seat, count):
                public = replace(self, before=None)
                return replace(public.laid(seat, count, state.hands[seat]), before=public)
            case events.Corrected(seat, was, count) if self.before is not None:
                hand = state.hands[seat] + was
                return replace(self.before.laid(seat, count, hand), before=self.before)
            case events.Verdict(seat, _, _, ranks) if ranks and self.before is not None:
                return self.before.turned_up(seat, ranks)
            case events.Produced(seat, _, rank) if rank is not None:
                return self.turned_up(seat, (rank,))
            case events.Took(seat):
                return replace(self._with(seat, _sum(self.hands[seat], self.table)), table=_NONE)
            case events.Removed():
                return replace(self, table=_NONE, removed=_sum(self.removed, self.table))
            case _:
                before = None if self.before is None else self.before.beside(event)
                return replace(self.beside(event), before=before)

    def beside(self, event: Event) -> "PublicCards":
        """Return the knowledge after an event that may also happen before the play is covered."""
        match event:
            case events.LaidAway(seat, rank):
                four = {rank: 4}
                left = self._with(seat, _less(self.hands[seat], four))
                return replace(left, removed=_sum(self.removed, four))
            case events.Shown(seat, ranks):
                return self._with(seat, Counter(ranks))
            case events.Left(seat, _, to_table):
                return self._gone(seat, to_table=to_table)
            case events.Adjusted(giver, _):
                return self._with(giver, _reduced(self.hands[giver], 1))
            case events.Audited():
                return PublicCards(tuple(_NONE for _ in self.hands), removed=self.removed)
            case _:
                return self

    def _with(self, seat: int, cards: Cards) -> "PublicCards":
        return replace(self, hands=(*self.hands[:seat], cards, *self.hands[seat + 1 :]))

    def laid(self, seat: int, count: int, hand: int) -> "PublicCards":
        """Return the knowledge after `seat` lays any `count` of its `hand` cards face down."""
        certain = self.hands[seat]
        down = {rank: count - (hand - held) for rank, held in certain.items()}
        laid = {rank: number for rank, number in down.items() if number > 0}
        return replace(self._with(seat, _reduced(certain, count)), table=_sum(self.table, laid))

    def turned_up(self, seat: int, ranks: tuple[Trait, ...]) -> "PublicCards":
        """Return the knowledge after `seat` lays these cards face up."""
        left = self._with(seat, _less(self.hands[seat], Counter(ranks)))
        return replace(left, table=_sum(self.table, Counter(ranks)), before=None)

    def _gone(self, seat: int, *, to_table: bool) -> "PublicCards":
        """Return the knowledge after `seat` leaves; its cards join the table or leave the game."""
        certain, left = self.hands[seat], self._with(seat, _NONE)
        if to_table:
            return replace(left, table=_sum(self.table, certain))
        return replace(left, removed=_sum(self.removed, certain))


def public_cards(game: AnyCardGame, start: Any, actions: Iterable[Action]) -> PublicCards:  # noqa: ANN401 - any game's
    """Return the public knowledge after `actions` since the deal; `start` is the new game."""
    state, public = start, PublicCards(tuple(_NONE for _ in start.hands))
    for action in actions:
        after, happened = game.carry_out(state, action)
        public, state = public.after(state, happened), after
    return public


def probability(game: AnyCardGame, state: Any, public: PublicCards) -> float | None:  # noqa: ANN401 - any game's
    """Return the chance that the newest play of `state` was true, 0 to 1, or None without a claim.

    It is the chance that the claimant held enough cards that pass for the claimed rank just before
    the play. For a forced seat it is the chance that the hand has one such card now. `public` is
    the public knowledge in `state`.
    """
    claim = state.claim
    if claim is None:
        return None
    forced = state.phase is Phase.PRODUCE
    then = public if forced else public.before or public
    hand = state.hands[claim.seat] + (0 if forced else claim.count)
    need = 1 if forced else claim.count
    pack = Counter(map(game.trait, game.deck(state)))
    fits = [rank for rank in pack if game.fits(state, rank, claim.rank)]
    return at_least(need, hand, fits, pack, then, claim.seat)


def at_least(  # noqa: PLR0917 - all that the chance depends on
    need: int, hand: int, fits: Iterable[Trait], pack: Cards, public: PublicCards, seat: int
) -> float:
    """Return the chance that `need` of `seat`'s `hand` cards are of the ranks that fit, 0 to 1.

    `pack` holds all cards of the game. Public knowledge that is impossible, because something went
    wrong at the table, is ignored: then the counts alone decide.
    """
    fits = tuple(fits)
    certain, known = public.hands[seat], public.known
    cards, unknown = sum(pack.values()), hand - sum(certain.values())
    hidden = cards - sum(known.values())
    wrong = any(number > pack.get(rank, 0) for rank, number in known.items())
    if wrong or not 0 <= unknown <= hidden:
        certain, known, unknown, hidden = _NONE, Counter(), hand, max(cards, hand)
    missing = need - sum(certain.get(rank, 0) for rank in fits)
    kind = sum(pack.get(rank, 0) - known[rank] for rank in fits)
    if missing <= 0:
        return 1.0
    return sum(chance_of(held, unknown, kind, hidden) for held in range(missing, unknown + 1))


def _sum(some: Cards, more: Cards) -> Cards:
    return Counter(some) + Counter(more)


def _less(some: Cards, gone: Cards) -> Cards:
    return Counter(some) - Counter(gone)


def _reduced(some: Cards, count: int) -> Cards:
    """Return the cards of each rank that are sure to be left when any `count` cards are gone."""
    return {rank: held - count for rank, held in some.items() if held > count}
