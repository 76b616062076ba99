"""The players of the simulated world: their characters, and how fast they are.

What a character makes of cards stands in `minds.py`, of questions in `wagering.py`.
"""

import math
import random
from dataclasses import dataclass

from appliance.core.signals import MS


@dataclass(frozen=True, slots=True)
class Policy:
    """One kind of player; each number is a chance or a share, 0 to 1.

    `pads` is for false cards beside true ones, or more than one where a lie can't be avoided;
    `bluffs` for a lie where passing or drawing would do; `doubts` for doubting a single card,
    more for more cards; `last` for doubting last cards; `forces` for forcing instead. A player
    who `counts` knows a claim that can't be true. `wild` ones lay whatever comes. `courage` is
    the share of his points that he wagers, and `vague` how many percent he is off in a guess.
    """

    name: str
    pads: float
    bluffs: float
    doubts: float
    last: float
    forces: float
    courage: float
    vague: float
    counts: bool = True
    wild: bool = False


POLICIES: dict[str, Policy] = {
    policy.name: policy
    for policy in (
        Policy("honest", 0.05, 0.1, 0.01, 0.1, forces=0.2, courage=0.2, vague=9),
        Policy("bluffer", 0.5, 0.7, 0.015, 0.15, forces=0.5, courage=0.5, vague=16),
        Policy("sceptic", 0.2, 0.3, 0.04, 0.3, forces=0.4, courage=0.3, vague=6),
        Policy(
            "random",
            0.5,
            0.5,
            0.02,
            0.15,
            forces=0.5,
            courage=0.6,
            vague=30,
            counts=False,
            wild=True,
        ),
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
