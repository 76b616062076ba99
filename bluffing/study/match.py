"""A whole game between players of any kind; none of them sees more than a player may."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from bluffing.options import Value
from bluffing.rulesets import RULESETS
from bluffing.study import bots
from bluffing.study.bots import Known, Strategy, Turn
from bluffing.study.choices import ORDER, ChoiceCode
from bluffing.study.dealt import HUNCH, Dealt, ToChoose

GIVEN_UP_AFTER = 600
"""Moves after which a game is given up: by their rules most of these games need not end."""


class Player(Protocol):
    """Player: a function of knowledge and chance."""

    def move(self, known: Known, rng: random.Random) -> Turn | None:
        """Choose a move for the player's turn, or None if none is allowed."""

    def doubts(self, known: Known, rng: random.Random) -> bool:
        """Return True to doubt the newest play, out of turn."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A player with a strategy."""

    strategy: Strategy

    def move(self, known: Known, rng: random.Random) -> Turn | None:
        """Decide as `bots` does."""
        if known.state.points:
            action = bots.wager(self.strategy, known, rng)
            return None if action is None else (action, ())
        return bots.move(self.strategy, known, rng)

    def doubts(self, known: Known, rng: random.Random) -> bool:
        """Decide as `bots` does."""
        return bots.suspects(self.strategy, known, rng)


def usual_seats(name: str) -> int:
    """Return four, or the nearest number of players that the game allows."""
    seats = RULESETS[name].seats
    return max(seats[0], min(4, seats[-1]))


def winners(
    name: str,
    players: Sequence[Player],
    seed: int,
    most: int = GIVEN_UP_AFTER,
    options: Mapping[str, Value] = MappingProxyType({}),
) -> tuple[int, ...]:
    """Play one game of ruleset `name` with one of `players` at each seat and return the winners.

    Several winners share the win; a game that is given up after `most` moves has none. The dealer
    is the seat `seed` modulo their number. House options that `options` lacks are those of the
    rules.
    """
    seats = len(players)
    dealt = Dealt(name, seats, options, seed, seed % seats)
    rng, moves = random.Random(seed), 0
    ranks = [card.rank for card in dealt.ruleset.deck(dealt.state)]
    packed = tuple(map(ranks.count, ORDER))
    while not dealt.over and moves < most and dealt.state.winner is None:
        seat, asked = dealt.asked
        if asked is ToChoose.PRODUCE:
            dealt.choose(max(dealt.legal()[:1], default=ChoiceCode.KEEP))
            continue
        known = Known(
            dealt.ruleset,
            dealt.state,
            seat,
            dealt.hands[seat],
            packed,
            dealt.hunches[seat],
            HUNCH,
        )
        if asked is ToChoose.DOUBT:
            doubts = players[seat].doubts(known, rng)
            dealt.choose(ChoiceCode.DOUBT if doubts else ChoiceCode.STAND)
        else:
            moves += 1
            turn = players[seat].move(known, rng)
            assert turn is not None, f"nothing to do in {dealt.state}"
            dealt.act(*turn)
    state = dealt.state
    if state.tied:
        return tuple(state.tied)
    return () if state.winner is None else (state.winner,)
