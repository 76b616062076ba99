"""Characters of bots: three dials on one strong strategy, and a quirk that people can learn.

The dials: how often a bot lies without need, how sure it must be to doubt, and how long it
remembers a player who cheated it. The quirks are small functions of what the player knows.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from bluffing.actions import Play
from bluffing.study import bots
from bluffing.study.bots import Known, Strategy, Turn

INDIFFERENT = 0.75
"""Chance of a lie at which one of four players gains nothing by a doubt: a right one helps all
others, a wrong one costs the doubter alone."""

GRUDGE = 0.2
"""Decrease of the chance at which a bot doubts a player who cheated it."""

FEW_CARDS = 4
"""Number of cards in hand at which the sleeper wakes."""


@dataclass(frozen=True, slots=True)
class Persona:
    """Character of a bot.

    Attributes:
        lies: Factor of every chance of a lie without need.
        sure: Chance of a lie at which it doubts, where INDIFFERENT means its strategy's own.
        remembers: Number of its own plays for which it remembers who cheated it.
        doubted: It feels cheated by a wrong doubt of its play, and else by a lie.
        counts: People see it think long about the fourth card of a rank.
        wakes: Factor of lies in place of `lies` once it has FEW_CARDS cards.
        opens: Factor of lies in place of `lies` on an empty table, and right after it was caught.
        honest_from: Least number of cards that are always true.
        careless: Largest random error in what it believes of a play.
    """

    lies: float = 1.0
    sure: float = INDIFFERENT
    remembers: int = 0
    doubted: bool = False
    counts: bool = False
    wakes: float | None = None
    opens: float | None = None
    honest_from: int | None = None
    careless: float = 0.0

    def strategy(self, strong: Strategy, known: Known) -> Strategy:
        """Return the strategy of this moment, made of a `strong` one."""
        if self is NO_PERSONA:
            return strong
        factor, shift = self._lies(known), self.sure - INDIFFERENT
        if self._is_cheated_by_claimant(known):
            shift -= GRUDGE
        return replace(
            strong,
            doubts=_share(strong.doubts + shift),
            last=_share(strong.last + shift),
            wavers=_share(strong.wavers + self.careless),
            pads=_share(strong.pads * factor),
            bluffs=_share(strong.bluffs * factor),
            swaps=_share(strong.swaps * factor),
            safe=_share(strong.safe + 0.1 * (1 - factor)),
        )

    def _lies(self, known: Known) -> float:
        memory, held = known.memory, sum(known.hand)
        if self.wakes is not None and 0 < held <= FEW_CARDS:
            return self.wakes
        if self.opens is not None and memory is not None and held:
            caught = memory.lied[known.seat] == 0
            return self.opens if caught or not any(known.state.heaps) else self.lies
        return self.lies

    def _is_cheated_by_claimant(self, known: Known) -> bool:
        claim, memory = known.state.claim, known.memory
        if claim is None or memory is None:
            return False
        since = memory.wronged if self.doubted else memory.lied
        return bool(since[claim.seat] < self.remembers)

    def kept(self, turn: Turn, known: Known) -> Turn:
        """Return the same turn without false cards where the character never adds one."""
        play, laid = turn
        least = self.honest_from
        if least is None or not isinstance(play, Play) or play.rank is None or len(laid) < least:
            return turn
        passing = known.passing(play.rank)
        true = tuple(place for place in laid if place in passing)
        honest = replace(play, count=len(true))
        return (honest, true) if true and known.may(honest) else turn


def _share(number: float) -> float:
    return min(1.0, max(0.0, number))


NO_PERSONA = Persona()
"""A strong bot without a character."""

PERSONAS: Mapping[str, Persona] = MappingProxyType(
    {
        "cautious": Persona(lies=0.4, sure=0.85, remembers=10, honest_from=3),
        "brazen": Persona(lies=1.5, sure=0.7, opens=3.0),
        "grudge-bearer": Persona(sure=0.8, remembers=5, doubted=True),
        "accountant": Persona(counts=True),
        "sleeper": Persona(lies=0.7, sure=0.8, wakes=3.0),
    }
)
"""Characters by name, each nearly as good as a strong bot."""

EASY = Persona(lies=1.5, sure=0.7, careless=0.15)
"""A bot for beginners."""


def move(
    persona: Persona, strong: Strategy, known: Known, rng: random.Random, keen: float = 1.0
) -> Turn | None:
    """Choose a move for the player's turn in any game, or None if none is allowed.

    `keen` is the chance that a player who would doubt in turn really does.
    """
    strategy = persona.strategy(strong, known)
    if known.state.points:
        action = bots.wager(strategy, known, rng)
        return None if action is None else (action, ())
    turn = bots.move(strategy, known, rng, keen)
    return None if turn is None else persona.kept(turn, known)
