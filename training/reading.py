"""Fits how bots read claims: a logistic regression over claims of self-play that came out."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from bench.exploiters import LAYS, Exploiter
from bluffing.actions import Doubt, Play
from bluffing.study import bots
from bluffing.study.bots import Known, Strategy, Turn
from bluffing.study.match import Bot, Player, usual_seats, winners

MIXED_EVERY = 4
"""One game in so many has a player who follows one sentence among the bots."""

RIDGE = 1.0
"""Weight of the squares of the weights, so that a rare feature gets none."""

NEWTON_STEPS = 25
"""Steps of Newton's method."""


@dataclass(slots=True)
class Claims:
    """Claims as other players saw them, and which were lies."""

    rows: list[tuple[float, ...]] = field(default_factory=list)
    lies: list[bool] = field(default_factory=list)
    newest: bool = False  # True if the newest play is a lie

    def look(self, known: Known, strategy: Strategy) -> None:
        """Note the newest play, if the player at `known` may doubt it and can't be certain."""
        if known.may(Doubt(known.seat)) and not bots.is_impossible(known):
            self.rows.append(bots.features(known, strategy.others))
            self.lies.append(self.newest)


@dataclass(frozen=True, slots=True)
class ClaimWitness:
    """A player who notes claims."""

    player: Player
    strategy: Strategy
    claims: Claims

    def move(self, known: Known, rng: random.Random) -> Turn | None:
        """Move as the player does."""
        self.claims.look(known, self.strategy)
        turn = self.player.move(known, rng)
        if turn is not None and isinstance(turn[0], Play) and turn[0].rank is not None:
            passing = known.passing(turn[0].rank)
            self.claims.newest = any(place not in passing for place in turn[1])
        return turn

    def doubts(self, known: Known, rng: random.Random) -> bool:
        """Doubt as the player does."""
        self.claims.look(known, self.strategy)
        return self.player.doubts(known, rng)


def fitted(name: str, strategy: Strategy, seeds: Sequence[int], most: int) -> Strategy:
    """Return the strategy with weights that fit the claims of games of ruleset `name`."""
    claims, rng = Claims(), random.Random(name)
    rules = [Exploiter(strategy, lays, "as bots do") for lays in LAYS[1:]]
    for number in seeds:
        players: list[Player] = [Bot(strategy)] * usual_seats(name)
        if number % MIXED_EVERY == 0:
            players[rng.randrange(len(players))] = rng.choice(rules)
        witnesses = [ClaimWitness(player, strategy, claims) for player in players]
        winners(name, witnesses, number, most)
    if not any(claims.lies):
        return strategy
    return replace(strategy, reading=regression(claims.rows, claims.lies))


def regression(rows: Sequence[Sequence[float]], lies: Sequence[bool]) -> tuple[float, ...]:
    """Return the weights of the log odds of a lie, by ridge regression with Newton's method."""
    features, outcomes = np.asarray(rows, float), np.asarray(lies, float)
    weights = np.zeros(features.shape[1])
    for _ in range(NEWTON_STEPS):
        chances = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (chances - outcomes) + RIDGE * weights
        spread = (features * (chances * (1 - chances))[:, None]).T @ features
        weights -= np.linalg.solve(spread + RIDGE * np.eye(len(weights)), slope)
    return tuple(round(float(weight), 2) for weight in weights)
