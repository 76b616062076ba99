"""The players of the simulated world: what they lay, when they doubt, how fast they are.

They see what a player sees: their own hand, the claim and everybody's number of cards. All
chance comes in as a seeded `random.Random`.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from appliance.rules.cards import Card, Rank
from appliance.rules.game import Claim
from appliance.signals import MS


@dataclass(frozen=True, slots=True)
class Policy:
    """One kind of player; each number is a chance, 0 to 1.

    `pads` is for false cards beside true ones, or more than one where a lie can't be avoided;
    `doubts` for doubting a single card, more for more cards; `last` for doubting last cards.
    A player who `counts` knows a claim that can't be true. `wild` ones lay whatever comes.
    """

    name: str
    pads: float
    doubts: float
    last: float
    counts: bool = True
    wild: bool = False

    def lay(
        self, hand: Sequence[Card], rank: Rank, cap: int | None, rng: random.Random
    ) -> tuple[Card, ...]:
        """The cards to lay out of `hand` (1 or more) as `rank`, at most `cap` of them."""
        most = len(hand) if cap is None else min(cap, len(hand))
        if self.wild:
            return tuple(rng.sample(tuple(hand), rng.randint(1, min(3, most))))
        true = [card for card in hand if card.rank is rank][:most]
        others = [card for card in hand if card.rank is not rank]
        rng.shuffle(others)
        extra = 0 if true else 1
        if rng.random() < self.pads:
            extra += 1
        return (*true, *others[: min(extra, most - len(true))])

    def suspects(
        self, hand: Sequence[Card], claim: Claim, left: int, packs: int, rng: random.Random
    ) -> bool:
        """Whether to doubt `claim`, whose player has `left` cards, with `hand` in one's own."""
        own = sum(card.rank is claim.rank for card in hand)
        if self.counts and own + claim.count > 4 * packs:
            return True
        chance: float = self.doubts * min(claim.count, 4) ** 1.3
        if self.counts and own + claim.count == 4 * packs:
            chance *= 2
        return rng.random() < (max(chance, self.last) if left == 0 else chance)


POLICIES: dict[str, Policy] = {
    policy.name: policy
    for policy in (
        Policy("honest", pads=0.05, doubts=0.01, last=0.1),
        Policy("bluffer", pads=0.5, doubts=0.015, last=0.15),
        Policy("sceptic", pads=0.2, doubts=0.04, last=0.3),
        Policy("random", pads=0.5, doubts=0.02, last=0.15, counts=False, wild=True),
    )
}
"""Every kind of player by name."""


def reaction(rng: random.Random) -> int:
    """From seeing to pressing, ns: log-normal about 0.55 s, kept within 0.25 to 1.5 s."""
    seconds = math.exp(rng.gauss(math.log(0.55), 0.4))
    return round(min(max(seconds, 0.25), 1.5) * 1000 * MS) + rng.randrange(MS)


def crowd_gap(rng: random.Random) -> int:
    """How far two hands that race are apart, ns, either way: often next to nothing."""
    widest = rng.choice((0, 20_000, 2 * MS, 10 * MS, 15 * MS, 40 * MS, 80 * MS, 150 * MS))
    return rng.randint(-widest, widest)
