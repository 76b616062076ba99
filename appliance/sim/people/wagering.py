"""What people do where they guess and wager: as near to what they believe as they dare.

Everybody has an idea of the answer, some a better one; nobody knows it. What a player may do
the rules say (`wagers.WagerGame`), and no game is known here by its name.
"""

import random
from collections.abc import Iterable
from typing import Any

from appliance.rules.actions import Doubt, Guess, Pick
from appliance.rules.wagers import Bid, WagerGame
from appliance.sim.people.characters import Policy
from appliance.sim.people.minds import Choice, Sight

SAFE = 12
"""An opening guess is up to so many percent below what the starter believes."""

CHANGES = 0.04
"""How often somebody puts his own guess right before he picks."""


def believes(who: Policy, answer: float, rng: random.Random) -> float:
    """What the answer might be, percent, to somebody of that character."""
    return min(max(answer + rng.gauss(0, who.vague), 0.0), 100.0)


def move(who: Policy, sight: Sight, belief: float, rng: random.Random) -> Choice | None:
    """Guess, raise, doubt or pick; None when nothing may be done."""
    rules, game, seat = sight.rules, sight.game, sight.seat
    if not isinstance(rules, WagerGame):
        return None
    bid: Bid | None = getattr(game, "bid", None)
    picks, guess = rules.picks(game), _guess(who, rules, sight, belief, rng)
    if picks:
        changes = len(picks) > 1 and rng.random() < CHANGES
        if changes and guess is not None and sight.may(guess):
            return Choice(guess)
        return Choice(Pick(seat, rng.choice(picks)))
    doubt = Doubt(seat)
    if bid is not None and sight.may(doubt) and (guess is None or _incredible(bid, belief, rng)):
        return Choice(doubt)
    return None if guess is None else Choice(guess)


def _incredible(bid: Bid, belief: float, rng: random.Random) -> bool:
    """Whether a raise looks worse than a doubt."""
    return bid.guess + rng.randint(0, 8) > belief + rng.randint(0, 6)


def _guess(
    who: Policy,
    rules: WagerGame[Any],  # each has a state of its own
    sight: Sight,
    belief: float,
    rng: random.Random,
) -> Guess | None:
    """The guess that is nearest to what he would like to say, and a wager after his courage."""
    game = sight.game
    bid: Bid | None = getattr(game, "bid", None)
    wish = belief - rng.randint(0, SAFE)
    if bid is not None:
        wish = bid.guess + rng.randint(0, max(1, round(belief - bid.guess)))
    guess = _nearest(rules.guesses(game), wish)
    if guess is None:
        return None
    stake = game.points[sight.seat] * who.courage * rng.uniform(0.4, 1.4)
    wager = _nearest(rules.wagers(game, guess), stake)
    return None if wager is None else Guess(sight.seat, guess, wager)


def _nearest(legal: Iterable[range], wish: float) -> int | None:
    numbers = [number for some in legal for number in some]
    return min(numbers, key=lambda number: abs(number - wish), default=None)
