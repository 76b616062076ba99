"""A whole game between players of any kind; none of them sees more than a player may."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from bluffing.options import Value
from bluffing.study import bots, personas
from bluffing.study.bots import Known, Strategy, Turn
from bluffing.study.choices import STUDIED, ChoiceCode
from bluffing.study.dealt import HUNCH, Dealt, ToChoose
from bluffing.study.personas import NO_PERSONA, Persona

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
    """A player with a strategy, and maybe a character."""

    strategy: Strategy
    persona: Persona = NO_PERSONA

    def move(self, known: Known, rng: random.Random) -> Turn | None:
        """Decide as `personas` does."""
        return personas.move(self.persona, self.strategy, known, rng)

    def doubts(self, known: Known, rng: random.Random) -> bool:
        """Decide as `personas` does."""
        return bots.suspects(self.persona.strategy(self.strategy, known), known, rng)


def usual_seats(name: str) -> int:
    """Return four, or the nearest number of players that the game allows."""
    seats = STUDIED[name].seats
    return max(seats[0], min(4, seats[-1]))


def known_by(dealt: Dealt, seat: int) -> Known:
    """Return the knowledge of the player at `seat`."""
    return Known(
        dealt.ruleset,
        dealt.state,
        seat,
        dealt.hands[seat],
        dealt.packed,
        dealt.hunches[seat],
        HUNCH,
        dealt.memories[seat],
    )


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
    while not dealt.over and moves < most and dealt.state.winner is None:
        seat, asked = dealt.asked
        if asked is ToChoose.PRODUCE:
            dealt.choose(max(dealt.legal()[:1], default=ChoiceCode.KEEP))
            continue
        known = known_by(dealt, seat)
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
