"""Decisions of people: which cards they lay, what they claim, guess and wager, and whom they doubt.

They see what a player sees: their own hand, the claims and each player's number of cards. They know
the rules, and so the legal actions (`Ruleset.refusal`); this module names no game. All players have
an idea of the answer to a question, some a better one; no player knows it. All chance comes in as a
seeded `random.Random`.
"""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from bluffing import actions
from bluffing.cards import Card, Trait
from bluffing.game import AnyRuleset, State
from bluffing.house import LEAST_CARDS
from bluffing.study import bots, personas
from bluffing.study.bots import Known, Strategy
from bluffing.study.choices import ORDER
from bluffing.study.memory import CardMemory
from bluffing.wagers import WagerGame
from lab.sim.people.characters import Policy

AnyWager: TypeAlias = WagerGame[Any]  # each has a state of its own

PASSES_ANYWAY = 0.08
"""Chance that a player passes in spite of holding true cards."""

BELIEVES = 0.1
"""Chance that the next player believes a play where that turns the cards up."""

SAFE = 12
"""Maximum percentage by which an opening guess is below the starter's belief."""

CHANGES = 0.04
"""Chance that a player corrects a guess before picking."""

LONE_DOUBTER = 4.0
"""Factor of suspicion of a player who alone may doubt a play, compared with one of a crowd."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and the real cards that it lays, shows or lays away."""

    action: actions.Action
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Sight:
    """The view of the player at `seat`: the public game, and the player's own `hand`."""

    rules: AnyRuleset
    game: State
    seat: int
    hand: tuple[Card, ...]
    memory: CardMemory | None = None

    def may(self, action: actions.Action) -> bool:
        """Return True if the rules allow `action` now."""
        return self.rules.refusal(self.game, action) is None

    def ranks(self) -> list[Trait]:
        """The ranks that the player may claim now."""
        plays = partial(actions.Play, self.seat)
        traits = self.rules.traits
        return [rank for rank in traits if any(self.may(plays(n, rank)) for n in LEAST_CARDS)]

    def fewest(self, rank: Trait) -> int:
        """Minimum number of cards that the player may lay as `rank`."""
        return next(n for n in LEAST_CARDS if self.may(actions.Play(self.seat, n, rank)))

    def most(self, rank: Trait) -> int:
        """Maximum number of cards that the player may lay as `rank`."""
        counts = range(len(self.hand), 1, -1)
        return next((n for n in counts if self.may(actions.Play(self.seat, n, rank))), 1)

    def true(self, rank: Trait) -> list[Card]:
        """Return the player's cards of `rank`, and then those that pass for it."""
        trait = self.rules.trait
        natural = [card for card in self.hand if trait(card) is rank]
        return natural + [
            card for card in self.hand if trait(card) is not rank and self.fits(card, rank)
        ]

    def fits(self, card: Card, rank: Trait) -> bool:
        """Return True if the card passes for `rank`."""
        return self.rules.fits(self.game, self.rules.trait(card), rank)


# --- in a turn ---------------------------------------------------------------------------------


def move(who: Policy, sight: Sight, rng: random.Random, keen: float) -> Choice | None:
    """Choose a move for the player's turn, or None if none is allowed.

    `keen` says how much people still care to doubt, 0 to 1.
    """
    seat, traits = sight.seat, tuple(map(sight.rules.trait, sight.hand))
    show = actions.Show(seat, traits)
    if sight.may(show):
        return Choice(show, sight.hand)
    for rank, number in Counter(traits).items():
        if number >= 4 and sight.may(actions.LayAway(seat, rank)) and rng.random() < 0.9:
            four = tuple(card for card in sight.hand if card.rank is rank)[:4]
            return Choice(actions.LayAway(seat, rank), four)
    doubts = suspects(who, sight, rng) and rng.random() < keen
    if doubts and not sight.rules.races_in(sight.game) and sight.may(actions.Doubt(seat)):
        return Choice(actions.Doubt(seat))
    believe = actions.Believe(seat)
    if sight.may(believe) and rng.random() < BELIEVES:
        return Choice(believe)
    ranks = sight.ranks()
    passes = PASSES_ANYWAY if any(map(sight.true, ranks)) else 1 - who.bluffs
    if ranks and rng.random() >= passes:
        return _lay(who, sight, ranks, rng)
    none = actions.Play(seat, 0, sight.game.required)
    fallbacks = [
        action for action in (none, actions.Draw(seat), actions.Pass(seat)) if sight.may(action)
    ]
    if fallbacks:
        return Choice(fallbacks[0])
    if ranks:
        return _lay(who, sight, ranks, rng)
    return Choice(actions.Doubt(seat)) if sight.may(actions.Doubt(seat)) else None


def _lay(who: Policy, sight: Sight, ranks: list[Trait], rng: random.Random) -> Choice:
    """Lay cards as one of `ranks`: true ones if the hand has any, or a lie."""
    hand, held = sight.hand, Counter(map(sight.rules.trait, sight.hand))
    if who.wild:
        rank = rng.choice(ranks)
        fewest = sight.fewest(rank)
        cards = tuple(rng.sample(hand, rng.randint(fewest, min(3, sight.most(rank)))))
        return Choice(actions.Play(sight.seat, len(cards), rank), cards)
    natural = [rank for rank in ranks if held[rank]]
    if not natural or rng.random() < who.bluffs / 4:
        rank = rng.choice(ranks)
    else:
        rng.shuffle(natural)
        rank = max(natural, key=held.__getitem__)
    most = sight.most(rank)
    true = sight.true(rank)[:most]
    false = [card for card in hand if not sight.fits(card, rank)]
    rng.shuffle(false)
    extra = (0 if true else 1) + (rng.random() < who.pads)
    extra = max(extra, sight.fewest(rank) - len(true))
    cards = (*true, *false[: min(extra, most - len(true))])
    return Choice(actions.Play(sight.seat, len(cards), rank), cards)


def miscounted(choice: Choice, sight: Sight, rng: random.Random) -> Choice:
    """Return the same cards with one more or one less claimed, if the rules allow it."""
    laid, play = len(choice.cards), choice.action
    if not isinstance(play, actions.Play) or laid in (0, len(sight.hand)):
        return choice
    slip = actions.Play(play.seat, laid + rng.choice((-1, 1)), play.rank)
    if not 1 <= slip.count < len(sight.hand) or not sight.may(slip):
        return choice
    return Choice(slip, choice.cards)


# --- doubts --------------------------------------------------------------------------------------


def suspects(who: Policy, sight: Sight, rng: random.Random) -> bool:
    """Return True to doubt the newest play."""
    game, claim = sight.game, sight.game.claim
    if claim is None:
        return False
    pack = [card for card in sight.rules.deck(game) if sight.fits(card, claim.rank)]
    free = len(pack) - len(sight.true(claim.rank))
    if who.counts and claim.count > free:
        return True
    same = sum(game.heaps) if game.required is claim.rank else claim.count
    chance: float = who.doubts * min(claim.count, 4) ** 1.3
    if who.counts and same >= free:
        chance *= min(2 + same - free, 4)
    if not sight.rules.races_in(game) or len(sight.rules.tie_order(game)) == 1:
        chance *= LONE_DOUBTER
    last = not game.hands[claim.seat]
    return rng.random() < (max(chance, who.last) if last else chance)


# --- guesses -------------------------------------------------------------------------------------


def wager(who: Policy, sight: Sight, belief: float, rng: random.Random) -> Choice | None:
    """Guess, raise, doubt or pick; None if no action is legal."""
    rules, game, seat = sight.rules, sight.game, sight.seat
    if not isinstance(rules, WagerGame):
        return None
    bid: actions.Guess | None = getattr(game, "bid", None)
    picks, guess = rules.picks(game), _guess(who, rules, sight, belief, rng)
    if picks:
        changes = len(picks) > 1 and rng.random() < CHANGES
        if changes and guess is not None and sight.may(guess):
            return Choice(guess)
        return Choice(actions.Pick(seat, rng.choice(picks)))
    doubt = actions.Doubt(seat)
    if bid is not None and sight.may(doubt) and (guess is None or _incredible(bid, belief, rng)):
        return Choice(doubt)
    return None if guess is None else Choice(guess)


def _incredible(bid: actions.Guess, belief: float, rng: random.Random) -> bool:
    return bid.guess + rng.randint(0, 8) > belief + rng.randint(0, 6)


def _guess(
    who: Policy, rules: AnyWager, sight: Sight, belief: float, rng: random.Random
) -> actions.Guess | None:
    """Return the legal guess nearest to the player's wish, with a wager by the player's courage."""
    game = sight.game
    bid: actions.Guess | None = getattr(game, "bid", None)
    wish = belief - rng.randint(0, SAFE)
    if bid is not None:
        wish = bid.guess + rng.randint(0, max(1, round(belief - bid.guess)))
    guess = _nearest(rules.guesses(game), wish)
    if guess is None:
        return None
    stake = game.points[sight.seat] * who.courage * rng.uniform(0.4, 1.4)
    points = _nearest(rules.wagers(game, guess), stake)
    return None if points is None else actions.Guess(sight.seat, guess, points)


def _nearest(legal: Iterable[range], wish: float) -> int | None:
    numbers = [number for some in legal for number in some]
    return min(numbers, key=lambda number: abs(number - wish), default=None)


# --- strong players: the choices of `study.bots`, with the cards that they really hold -----------


def strong_move(who: Policy, sight: Sight, rng: random.Random, keen: float) -> Choice | None:
    """Choose a move for one's turn, or None if none is allowed.

    `keen` says how much people still care to doubt, 0 to 1.
    """
    turn = personas.move(who.persona, _strategy(sight), _known(sight), rng, keen)
    if turn is None:
        return None
    action, laid = turn
    if isinstance(action, actions.Show):
        return Choice(action, sight.hand)
    if isinstance(action, actions.LayAway):
        return Choice(action, tuple(card for card in sight.hand if card.rank is action.rank)[:4])
    return Choice(action, _cards(sight, laid) if isinstance(action, actions.Play) else ())


def strong_suspicion(who: Policy, sight: Sight, rng: random.Random) -> bool:
    """Return True to doubt the newest play."""
    known = _known(sight)
    return bots.suspects(who.persona.strategy(_strategy(sight), known), known, rng)


def strong_wager(who: Policy, sight: Sight, belief: float, rng: random.Random) -> Choice | None:
    """Guess, raise, doubt or pick; None when nothing may be done."""
    turn = personas.move(who.persona, _strategy(sight), _known(sight, belief, who.vague), rng)
    return None if turn is None else Choice(turn[0])


def _strategy(sight: Sight) -> Strategy:
    return bots.strategy_of(sight.rules.name)


def _known(sight: Sight, belief: float = 50.0, vague: float = 1.0) -> Known:
    held = [card.rank for card in sight.hand]
    packed = [card.rank for card in sight.rules.deck(sight.game)]
    hand, all_cards = tuple(map(held.count, ORDER)), tuple(map(packed.count, ORDER))
    return Known(sight.rules, sight.game, sight.seat, hand, all_cards, belief, vague, sight.memory)


def _cards(sight: Sight, laid: tuple[int, ...]) -> tuple[Card, ...]:
    """Cards of the hand, of the ranks at these places."""
    left = list(sight.hand)
    cards = []
    for place in laid:
        card = next(held for held in left if held.rank is ORDER[place])
        left.remove(card)
        cards.append(card)
    return tuple(cards)
