"""The players of the simulated world: their characters, habits and reaction times.

`minds.py` has a character's decisions about cards and questions.
"""

import math
import random
from dataclasses import dataclass

from appliance.core.signals import MS, SECOND
from bluffing.study.personas import NO_PERSONA, Persona
from lab.sim.photo.lanes import Laying, Slip
from lab.sim.photo.packets import Motion


@dataclass(frozen=True, slots=True)
class Policy:
    """One kind of player; each number is a chance or a share, 0 to 1.

    `pads` is for false cards beside true ones, or for several when a lie is unavoidable; `bluffs`
    for a lie when passing or drawing would do; `doubts` for doubting a single card, more for more
    cards; `last` for doubting last cards; `forces` for forcing instead. A player who `counts` knows
    an impossible claim. `wild` ones lay random cards. `courage` is the share of their points that
    they wager, and `vague` the error of a guess in percent. A `strong` one plays as bots have
    learned (`study.bots`), by its `persona`, and ignores the other numbers except `vague` and
    `forces`.
    """

    pads: float
    bluffs: float
    doubts: float
    last: float
    forces: float
    courage: float
    vague: float
    counts: bool = True
    wild: bool = False
    strong: bool = False
    persona: Persona = NO_PERSONA


STRONG = Policy(0.2, 0.3, 0.04, 0.3, 0.2, courage=0.2, vague=9, strong=True)
"""A player as good as bots have learned to be."""

POLICIES = {
    "honest": Policy(0.05, 0.1, 0.01, 0.1, 0.2, courage=0.2, vague=9),
    "bluffer": Policy(0.5, 0.7, 0.015, 0.15, 0.5, courage=0.5, vague=16),
    "sceptic": Policy(0.2, 0.3, 0.04, 0.3, 0.4, courage=0.3, vague=6),
    "random": Policy(0.5, 0.5, 0.02, 0.15, 0.5, courage=0.6, vague=30, counts=False, wild=True),
}
"""Every kind of player by name."""


@dataclass(frozen=True, slots=True)
class PrintHabits:
    """Chances, 0 to 1, of habits with the printed card of a question."""

    wrong: float = 0.1  # another question's card is turned over first
    missing: float = 0.03  # no player finds the card
    old: float = 0.1  # the card was printed when another answer was thought true


@dataclass(frozen=True, slots=True)
class Habits:
    """Chances, 0 to 1, of habits that make a table's life hard."""

    crowd: float = 0.35  # others slap together with a doubter
    miscount: float = 0.02  # says another number than he lays, and corrects it
    slips: float = 0.6  # keeps silent about a card too many until the others let it pass
    takes_back: float = 0.02
    edge: float = 0.02  # slaps in the very moment of a commit or of the end of a window
    by_hold: float = 0.15  # the seat on turn doubts by a hold after its window
    more_time: float = 0.1
    pauses: float = 0.01
    glitch: float = 0.05  # a spark on a player's line during a play
    unwilling: float = 0.1  # the claimant does not agree to cards entered by hand
    packets: float = 0.6  # turns the doubted cards up in one of MOTIONS
    lanes: float = 0.85  # where the mat has lanes, lays the doubted cards into these
    forgets: float = 0.02  # leaves one of the doubted cards where it was
    hides: float = 0.05  # a forced claimant has the card and does not produce it
    withdraws: float = 0.02  # the parties agree that a doubt was an accident
    disputes: float = 0.02  # a player doesn't believe a verdict
    recounts: float = 0.004  # everybody counts the cards
    leaves: float = 0.002  # a player leaves in the middle of a game
    discards: float = 0.01  # a question is thrown away
    prints: PrintHabits = PrintHabits()


MOTIONS = {Motion.APART: 0.4, Motion.FAN: 0.2, Motion.SWEEP: 0.15, Motion.TURN: 0.25}
"""Shares of the motions that turn several cards up. Set by eye, without a count."""

LAYINGS = {Laying.PUSH: 0.5, Laying.FLIP: 0.3, Laying.SLIDE: 0.2}
"""Shares of the ways to lay cards into lanes. Set by eye, without a count."""

SLIPS = {Slip.LANE: 0.3, Slip.LOOSE: 0.4, Slip.SQUARED: 0.3}
"""Shares of the places of a card that is slipped in, in lanes. Set by eye, without a count."""

CALM = Habits(
    **dict.fromkeys({*Habits.__slots__} - {"prints"}, 0.0), prints=PrintHabits(0.0, 0.0, 0.0)
)
"""Habits of people who do nothing odd."""


def some_motion(rng: random.Random, habits: Habits, *, lanes: bool) -> Motion | Laying | None:
    """Return the hands' way to turn cards up, with `lanes` below; None: the cards fall anyhow."""
    motion: Motion | Laying | None = None
    if habits.packets > rng.random():
        (motion,) = rng.choices(tuple(MOTIONS), tuple(MOTIONS.values()))
    if lanes and habits.lanes > rng.random():
        (motion,) = rng.choices(tuple(LAYINGS), tuple(LAYINGS.values()))
    return motion


def some_slip(rng: random.Random) -> Slip:
    """Return the place of a card that is slipped in."""
    (slip,) = rng.choices(tuple(SLIPS), tuple(SLIPS.values()))
    return slip


def reaction(rng: random.Random) -> int:
    """Time from seeing to pressing, ns: log-normal about 0.55 s, kept within 0.25 to 1.5 s."""
    seconds = math.exp(rng.gauss(math.log(0.55), 0.4))
    return round(min(max(seconds, 0.25), 1.5) * 1000 * MS) + rng.randrange(MS)


LONG_THOUGHT = 3500 * MS
"""Least time that the accountant thinks when the fourth card of a rank is claimed."""


def thought(rng: random.Random) -> int:
    """Return the time that a bot thinks about a move, ns: 0.8 to 4 s, most often about 1.5 s."""
    return round(rng.triangular(0.8, 4.0, 1.5) * SECOND)


def crowd_gap(rng: random.Random) -> int:
    """Gap between two hands that race, in ns, either way: often next to nothing."""
    widest = rng.choice((0, 20_000, 2 * MS, 10 * MS, 15 * MS, 40 * MS, 80 * MS, 150 * MS))
    return rng.randint(-widest, widest)
