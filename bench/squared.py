"""`python -m bench.squared`: cards that lie below others in the calibrated box: are they noticed?

Cards of one rank lie apart before cameras that hang anyhow, in any light. Below one of them there
may be one more, which shows by a few millimetres, as a cheat would lay it: to the card reader by
itself the two may be one. Or the cards lie in a heap, as they fell, and nothing at all may show of
some; or in a close fan, in which the next card covers an index, partly or wholly. Each scene
is read by the reader alone, and as the box does it, which looks at the bare ground, too, and closer
at close fans.
"""

import cmath
import math
import random
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

import cv2

from appliance.box.bump_check import check_box
from appliance.box.flatten import MaskedPicture, card_height, flatten, mask_mat
from appliance.box.mat import design
from appliance.box.reader import read_flat
from appliance.core.reading import Reading
from appliance.vision.find.grouping import ASPECT
from appliance.vision.read import CardReader
from bench import machine
from bench.ablation import calibrated
from bench.calibration import some_mounting
from bluffing.cards import RANKS, Card, Rank, pack
from lab.sim.photo.faces import STYLES, random_style
from lab.sim.photo.layouts import Pose
from lab.sim.photo.mounting import deal_in_box
from lab.sim.photo.photograph import photograph, scene_of

SCENES_A_CAMERA = 10
"""Each camera is calibrated once."""

SHOWS = (1.0, 3.0, 6.0, 9.0, 12.0)
"""Between these millimetres the lower card is shifted, any way; a row of figures each."""

KINDS = ("squared", "apart", "heap", "fan")

ALIKE = 0.6
"""Share of heaps and fans of one rank."""

STEP = (0.1, 0.3)
"""Least and most of its width by which a card of a close fan lies beside the one before."""

UNEVEN = 1.5
"""Spread, in degrees and millimetres, of how each card of a fan lies."""

TURNED = 3.0
"""Degrees by which every second lower card is turned, as a spread."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """The box as the reader gets it; `shift` says by how many mm a card shows below another."""

    flat: MaskedPicture
    card: float  # its height, pixels
    ranks: tuple[Rank, ...]
    shift: float | None


@dataclass(slots=True)
class Row:
    """Results of some scenes, by the reader alone and by the box's looks."""

    scenes: int = 0
    alone: Counter[str] = field(default_factory=Counter)
    looked: Counter[str] = field(default_factory=Counter)

    def line(self, name: str) -> str:
        """One row of figures, as HEAD names them."""
        figures = "".join(
            f"{results[result] / max(1, self.scenes):9.3f}"
            for results in (self.alone, self.looked)
            for result in ("right", "asked", "wrong")
        )
        return f"{name:22}{self.scenes:7}{figures}"


HEAD = (
    f"{'':22}{'':7}{'the reader alone':>27}{'as the box looks':>27}\n"
    f"{'':22}{'scenes':>7}" + "".join(f"{result:>9}" for result in ("right", "asked", "wrong") * 2)
)


def scenes(count: int, seed: int, kind: str) -> Iterator[Scene]:
    """`count` scenes of one of KINDS, told by the seed."""
    for number in range(count):
        mounting = some_mounting(random.Random(f"camera {seed} {number // SCENES_A_CAMERA}"))
        if number % SCENES_A_CAMERA == 0:
            known = calibrated(mounting)
        rng = random.Random(f"{kind} {seed} {number}")
        light = replace(scene_of(rng), overlap=kind == "heap")
        style = rng.choice(STYLES) if rng.random() < 0.5 else random_style(rng)
        shift = None
        cards, poses = {"heap": _heap, "fan": _fan}.get(kind, _apart)(rng)
        if kind == "squared":
            shift = rng.uniform(SHOWS[0], SHOWS[-1])
            cards.append(
                next(card for card in pack() if card.rank is cards[0].rank and card not in cards)
            )
            poses.insert(0, _below(rng, rng.choice(poses), shift))
        image = photograph(cards, style, rng, light, poses, mounting=mounting).image
        flat = mask_mat(flatten(image, known), check_box(image, known).markers)
        yield Scene(flat, card_height(known), tuple(card.rank for card in cards), shift)


def _apart(rng: random.Random) -> tuple[list[Card], list[Pose]]:
    """One to three cards of one rank."""
    rank, count = rng.choice(RANKS), rng.choice((1, 1, 2, 3))
    return [card for card in pack() if card.rank is rank][:count], list(deal_in_box(rng, count))


def _hand(rng: random.Random, least: int) -> list[Card]:
    """Return `least` to five cards, often of one rank."""
    cards = rng.sample(pack(2), rng.randint(least, 5))
    if rng.random() < ALIKE:
        cards = [card for card in pack(2) if card.rank is cards[0].rank][: len(cards)]
    return cards


def _heap(rng: random.Random) -> tuple[list[Card], list[Pose]]:
    """Two to five cards as they fell."""
    cards = _hand(rng, 2)
    return cards, list(deal_in_box(rng, len(cards), overlap=True))


def _fan(rng: random.Random) -> tuple[list[Card], list[Pose]]:
    """Three to five cards, or both jokers, in a close fan in the middle of the window."""
    cards = _hand(rng, 3)
    left, top, right, bottom = design.WINDOW
    middle, angle = complex(left + right, top + bottom) / 2, rng.uniform(0, 360)
    step = rng.uniform(*STEP) * ASPECT * design.CARD_HEIGHT * rng.choice((1, -1))
    poses = []
    for number in range(len(cards)):
        offset = complex((number - (len(cards) - 1) / 2) * step, rng.gauss(0, UNEVEN))
        place = middle + offset * cmath.rect(1, math.radians(angle))
        turn = angle + rng.gauss(0, UNEVEN)
        poses.append(Pose(place.real, place.imag, turn, design.CARD_HEIGHT))
    return cards, poses


def _below(rng: random.Random, over: Pose, shift: float) -> Pose:
    """A pose squared up below another, `shift` mm aside."""
    angle, turn = rng.uniform(0, 2 * math.pi), rng.choice((0.0, rng.gauss(0, TURNED)))
    x, y = over.x + shift * math.cos(angle), over.y + shift * math.sin(angle)
    return over._replace(x=x, y=y, angle=over.angle + turn)


def made_of(reading: Reading, ranks: tuple[Rank, ...]) -> str:
    """Judge a reading: right, asked or wrong."""
    if reading.ask is not None:
        return "asked"
    return "right" if Counter(reading.ranks) == Counter(ranks) else "wrong"


def measure(count: int, seed: int) -> dict[str, Row]:
    """A row of figures for each range of SHOWS, and one for each other kind."""
    reader = CardReader()
    names = [f"shows by {low:g} to {high:g} mm" for low, high in pairwise(SHOWS)]
    notes = {"apart": "none hides", "heap": "heaps", "fan": "close fans"}
    rows = {name: Row() for name in (*names, *notes.values())}
    for place, kind in enumerate(KINDS):
        for number, scene in enumerate(scenes(count, seed, kind), start=1):
            if scene.shift is None:
                name = notes[kind]
            else:
                name = names[sum(scene.shift >= edge for edge in SHOWS[1:-1])]
            reading = reader.read(scene.flat.image, scene.card)
            row = rows[name]
            row.scenes += 1
            row.alone[made_of(reading, scene.ranks)] += 1
            looked = read_flat(reader, scene.flat, scene.card)
            row.looked[made_of(looked, scene.ranks)] += 1
            done, every = place * count + number, len(KINDS) * count
            machine.progress(done, every, 1, f"{done} of {every} scenes")
    return rows


def report(args: Namespace) -> None:
    """Print everything."""
    cv2.setNumThreads(1)
    rows = measure(args.scenes, args.seed)
    print(HEAD)
    for name, row in rows.items():
        print(row.line(name))


if __name__ == "__main__":
    sys.exit(machine.run(report, {"scenes": 300, "seed": 1}))
