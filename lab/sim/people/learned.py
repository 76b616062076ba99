"""Choices of strong players: those of `study.bots`, with the cards that they really hold."""

import random

from bluffing.actions import LayAway, Play, Show
from bluffing.cards import Card
from bluffing.study import bots
from bluffing.study.bots import Known, Strategy
from bluffing.study.choices import ORDER
from lab.sim.people.characters import Policy
from lab.sim.people.minds import Choice, Sight


def move(_who: Policy, sight: Sight, rng: random.Random, keen: float) -> Choice | None:
    """Choose a move for one's turn, or None if none is allowed.

    `keen` says how much people still care to doubt, 0 to 1.
    """
    turn = bots.move(_strategy(sight), _known(sight), rng, keen)
    if turn is None:
        return None
    action, laid = turn
    if isinstance(action, Show):
        return Choice(action, sight.hand)
    if isinstance(action, LayAway):
        return Choice(action, tuple(card for card in sight.hand if card.rank is action.rank)[:4])
    return Choice(action, _cards(sight, laid) if isinstance(action, Play) else ())


def suspects(_who: Policy, sight: Sight, rng: random.Random) -> bool:
    """Return True to doubt the newest play."""
    return bots.suspects(_strategy(sight), _known(sight), rng)


def wager(who: Policy, sight: Sight, belief: float, rng: random.Random) -> Choice | None:
    """Guess, raise, doubt or pick; None when nothing may be done."""
    action = bots.wager(_strategy(sight), _known(sight, belief, who.vague), rng)
    return None if action is None else Choice(action)


def _strategy(sight: Sight) -> Strategy:
    return bots.strategy_of(sight.rules.name)


def _known(sight: Sight, belief: float = 50.0, vague: float = 1.0) -> Known:
    held = [card.rank for card in sight.hand]
    packed = [card.rank for card in sight.rules.deck(sight.game)]
    hand, all_cards = tuple(map(held.count, ORDER)), tuple(map(packed.count, ORDER))
    return Known(sight.rules, sight.game, sight.seat, hand, all_cards, belief, vague)


def _cards(sight: Sight, laid: tuple[int, ...]) -> tuple[Card, ...]:
    """Cards of the hand, of the ranks at these places."""
    left = list(sight.hand)
    cards = []
    for place in laid:
        card = next(held for held in left if held.rank is ORDER[place])
        left.remove(card)
        cards.append(card)
    return tuple(cards)
