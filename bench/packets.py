"""`python -m bench.packets`: plays as hands turn them up in the calibrated box.

Cards are laid apart, loosely fanned, swept along, or turned over as one packet. All are of the rank
that was announced, so only their number can be a lie. As many plays again have one card slipped in
that was not announced. The figures say what the picture alone comes to:

- confirmed: the claim is true. Of a play with a card slipped in that is the worst mistake.
- asked: the cards have to be slid apart.
- lie: the truth about a play with a card slipped in, and a mistake about an honest one.

`with a scale` is what comes of it with a simulated scale below the box: a claim that the picture
confirms, or in which only the number of cards is in doubt, stands if as many cards are weighed.
Without a scale a seat is asked about all that the picture confirms.

The last rows are of pairs passed off as one card, by how far the lower card shows, and of one card
alone.
"""

import math
import random
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import cv2

from appliance.box.bump_check import check_box
from appliance.box.flatten import MaskedPicture, card_height, flatten, mask_mat
from appliance.box.lone_card import DeckSize
from appliance.box.mat import design
from appliance.box.reader import read_flat
from appliance.core.reading import Reading
from appliance.core.signals import MS, SECOND
from appliance.core.weighing import Mass, count_of, renewed, zero_below
from appliance.drivers.scale.steady import SteadyScale
from appliance.runtime.reader import SCALE_BEHIND
from appliance.table.judge import Proof, Sought, Turn, settle_number, weigh
from appliance.vision.read import CardReader
from bench import machine
from bench.ablation import calibrated
from bench.calibration import some_mounting
from bluffing.cards import RANKS, Card, Rank, pack
from lab.sim.eyes import SimCell
from lab.sim.mail import VirtualClock
from lab.sim.photo.faces import STYLES, random_style
from lab.sim.photo.layouts import Pose
from lab.sim.photo.packets import Motion, lie
from lab.sim.photo.photograph import photograph, scene_of
from lab.sim.truth import Box

PLAYS_A_CAMERA = 10
"""Each camera is calibrated once."""

SHOWS = (0.0, 0.3, 0.6, 1.0, 1.5, 2.0, 3.0)
"""Between these millimetres the lower card of a pair shows, any way; a row of figures each."""

PAIR_TURN = 0.3
"""Spread, in degrees, of how such a lower card is turned."""


BETWEEN_PLAYS, HANDS_AWAY, LOOKS_EVERY = 60 * SECOND, 8 * SECOND, 50 * MS
"""Times (ns) at a scale: between two plays, until hands are away, and between two looks."""

LEARNED = 10
"""Cards that lay alone before."""


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards of one rank as they lie, in millimetres of the mat, and the number announced."""

    cards: tuple[Card, ...]
    poses: tuple[Pose, ...]
    announced: int


@dataclass(frozen=True, slots=True, eq=False)
class Play:
    """A pile, and the box as the reader gets it, with a card's height in pixels."""

    pile: Pile
    flat: MaskedPicture
    card: float


def pile(rng: random.Random, *, motion: Motion, slipped: bool) -> Pile:
    """Two to four cards as `motion` leaves them, `slipped` one more than was announced."""
    count = rng.choice((2, 2, 3, 4))
    x0, y0, x1, y1 = design.WINDOW
    poses = lie(rng, count, (round(x1 - x0), round(y1 - y0)), design.CARD_HEIGHT, motion)
    return _pile(rng, poses, count - slipped)


def pair(rng: random.Random, *, shows: tuple[float, float]) -> Pile:
    """Two cards passed off as one; the lower one shows by some millimetres."""
    (over,), far = _single(rng), rng.uniform(*shows)
    heading = rng.uniform(0, 2 * math.pi)
    x, y = over.x + far * math.cos(heading), over.y + far * math.sin(heading)
    under = over._replace(x=x, y=y, angle=over.angle + rng.gauss(0, PAIR_TURN))
    return _pile(rng, (under, over), 1)


def _single(rng: random.Random) -> tuple[Pose, ...]:
    x0, y0, x1, y1 = design.WINDOW
    size = round(x1 - x0), round(y1 - y0)
    return lie(rng, 1, size, design.CARD_HEIGHT, Motion.APART)


def _pile(rng: random.Random, poses: Sequence[Pose], announced: int) -> Pile:
    rank, (x, y, *_) = rng.choice(RANKS), design.WINDOW
    cards = rng.sample([card for card in pack() if card.rank is rank], len(poses))
    placed = tuple(pose._replace(x=pose.x + x, y=pose.y + y) for pose in poses)
    return Pile(tuple(cards), placed, announced)


ROWS: dict[str, Callable[[random.Random], Pile]] = {
    **{f"{motion}, honest": partial(pile, motion=motion, slipped=False) for motion in Motion},
    **{
        f"{motion}, one slipped in": partial(pile, motion=motion, slipped=True) for motion in Motion
    },
    **{
        f"a pair, shows {low:g} to {high:g} mm": partial(pair, shows=(low, high))
        for low, high in pairwise(SHOWS)
    },
    "one card, honest": lambda rng: _pile(rng, _single(rng), 1),
}
"""All kinds of plays; `honest` says that the number is true."""


def plays(count: int, seed: int, row: str) -> Iterator[Play]:
    """`count` plays of one of ROWS, by the seed."""
    for number in range(count):
        mounting = some_mounting(random.Random(f"camera {seed} {number // PLAYS_A_CAMERA}"))
        if number % PLAYS_A_CAMERA == 0:
            known = calibrated(mounting)
        rng = random.Random(f"{row} {seed} {number}")
        lying, scene = ROWS[row](rng), replace(scene_of(rng), overlap=False)
        style = rng.choice(STYLES) if rng.random() < 0.5 else random_style(rng)
        image = photograph(lying.cards, style, rng, scene, lying.poses, mounting=mounting).image
        flat = mask_mat(flatten(image, known), check_box(image, known).markers)
        yield Play(lying, flat, card_height(known))


class Balance:
    """A scale in an evening of its own, in which one play came before. All happens by the seed."""

    def __init__(self, seed: object) -> None:
        self._clock = VirtualClock()
        self._box: Box | None = None
        self._scale = SteadyScale(SimCell(lambda: self._box, self._clock, seed), self._clock)
        self._scale.open(lambda _: None)
        self._rest()
        confirmed = self._lay(pack()[:1])  # by a player, in the first play
        self._zero = zero_below(confirmed, 1, self._clock.now)
        self._lay(())
        self._clock.now += BETWEEN_PLAYS
        self._zero = renewed(self._zero, self._rest(), self._clock.now)

    def count(self, cards: Sequence[Card]) -> int | None:
        """Return the number of `cards` by the scale, once hands are away; None: it can't tell."""
        mass = self._lay(cards)
        return count_of(mass, self._zero, self._clock.now)

    def _lay(self, cards: Sequence[Card]) -> Mass | None:
        self._box = Box(tuple(cards), (0, self._clock.now), 0) if cards else None
        return self._rest()

    def _rest(self) -> Mass | None:
        """Return the weight as a reading of cards would have it."""
        mass = None
        for passed in range(0, HANDS_AWAY, LOOKS_EVERY):
            self._clock.now += LOOKS_EVERY
            mass = self._scale.weigh()
            if mass is not None and mass.settled and passed >= SCALE_BEHIND:
                break
        return mass


def second(reading: Reading, announced: int, rank: Rank, weighed: int | None) -> Proof:
    """Return what picture and scale prove together about `announced` cards of `rank`."""
    reading = settle_number(reading, Sought(Turn.PLAY, 0, announced), weighed)
    proof = weigh(reading, announced, rank, pack()).proof
    return Proof.ASK if proof is Proof.CONFIRMED and weighed != announced else proof


def measure(count: int, seed: int) -> dict[str, tuple[Counter[Proof], Counter[Proof]]]:
    """Count what the pictures of each kind of play prove, alone and with a scale.

    All cards are of one size, which the box has learned from some that lay alone.
    """
    reader, known = CardReader(), DeckSize()
    rows = dict[str, tuple[Counter[Proof], Counter[Proof]]]()
    for play in plays(LEARNED, seed, "one card, honest"):
        read_flat(reader, play.flat, play.card, known)
    for place, row in enumerate(ROWS):
        alone, both = rows[row] = Counter(), Counter()
        for number, play in enumerate(plays(count, seed, row), start=1):
            reading = read_flat(reader, play.flat, play.card, deepcopy(known))
            lying, rank = play.pile, play.pile.cards[0].rank
            proof = weigh(reading, lying.announced, rank, pack()).proof
            alone[proof] += 1
            weighed = Balance(f"{row} {seed} {number}").count(lying.cards)
            both[second(reading, lying.announced, rank, weighed)] += 1
            done, every = place * count + number, len(ROWS) * count
            machine.progress(done, every, 1, f"{done} of {every} plays")
    return rows


def report(args: Namespace) -> None:
    """Print everything."""
    cv2.setNumThreads(1)
    print(f"{'':36}{'the picture alone':>42}{'with a scale':>42}")
    print(f"{'':36}" + 2 * "".join(f"{proof:>14}" for proof in Proof))
    for name, columns in measure(args.plays, args.seed).items():
        print(f"{name:36}" + "".join(f"{row[proof]:14}" for row in columns for proof in Proof))


if __name__ == "__main__":
    sys.exit(machine.run(report, {"plays": 60, "seed": 1}))
