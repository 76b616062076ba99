"""`python -m bench.lanes`: plays that hands lay into the mat's lanes, with and without a scale.

All cards are of the rank that was announced, so only their number can be a lie. Half of the plays
of each kind have a card slipped in: in a lane of its own, loosely below another card, or squared up
below it (`lab.sim.photo.lanes` has the spreads and shares). What a look asks about is laid once
more, with more care, for a second look. Lamps don't mirror in dull felt here, and only at the first
look a hand may still throw its shadow.

The figures of `picture` say what the pictures alone come to. A verdict takes a second witness for a
claim that they confirm: `with a scale` a simulated one has to weigh as many cards; without one a
player has to say that nothing lies below. The row of dark faces counts for no limit: a picture of
black cards on dark felt shows no edges.

The exit status is 1 if more than one play with a card slipped in is confirmed, or too few honest
ones. `--kind` runs one kind alone.
"""

import random
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace

import cv2

from appliance.box.bump_check import check_box
from appliance.box.flatten import card_height, flatten, mask_mat
from appliance.box.lone_card import DeckSize
from appliance.box.reader import read_flat
from appliance.core.reading import Reading
from appliance.table.judge import Proof, weigh
from appliance.vision.read import CardReader
from bench import machine
from bench.ablation import calibrated
from bench.calibration import some_mounting
from bench.packets import LEARNED, PLAYS_A_CAMERA, Balance, plays, second
from bluffing.cards import RANKS, pack
from lab.sim.people.characters import some_slip
from lab.sim.photo.faces import STYLES, Style, dark_style, random_style
from lab.sim.photo.lanes import CARE, CAREFUL, Laying, lay_in_lanes
from lab.sim.photo.photograph import photograph, scene_of

DARK = "dark faces"

KINDS = {**{kind.value: kind for kind in Laying}, DARK: Laying.PUSH}

LIGHT_PAPER = 150
"""Minimum grey level of a light face's paper."""

WRONG = 1
"""Maximum number of plays with a card slipped in that are confirmed."""

FIRST, SECOND_LOOK, WEIGHED = 0.90, 0.99, 0.97
"""Minimum shares of honest plays confirmed: at the first look, by the second, and with a scale."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What one play came to at the first look and by the second; alone, and with a scale."""

    alone: tuple[Proof, Proof]
    weighed: tuple[Proof, Proof]


def answers(count: int, seed: int, kind: str, *, slipped: bool) -> Iterator[Answers]:
    """Look at `count` plays of a kind, by the seed."""
    reader, deck = CardReader(), DeckSize()
    for play in plays(LEARNED, seed, "one card, honest"):
        read_flat(reader, play.flat, play.card, deck)
    for number in range(count):
        if number % PLAYS_A_CAMERA == 0:
            rng = random.Random(f"camera {seed} {number // PLAYS_A_CAMERA}")
            mounting = replace(some_mounting(rng), lanes=True)
            known = calibrated(mounting)
        rng = random.Random(f"{kind} {slipped} {seed} {number}")
        style, rank = _style(rng, kind), rng.choice(RANKS)
        dealt = rng.choice((2, 2, 3, 4))
        slip = some_slip(rng) if slipped else None
        cards = rng.sample([card for card in pack() if card.rank is rank], dealt)
        scene = replace(scene_of(rng), overlap=False, glare=0.0)
        still = replace(scene, hand=0.0, motion=0)
        weighed = Balance(f"{kind} {slipped} {seed} {number}").count(cards)
        readings: list[Reading] = []
        for care, light in ((CARE[KINDS[kind]], scene), (CAREFUL, still)):
            poses = lay_in_lanes(rng, dealt, care, slip)
            image = photograph(cards, style, rng, light, poses, mounting=mounting).image
            flat = mask_mat(flatten(image, known), check_box(image, known).markers)
            size = card_height(known)
            readings.append(read_flat(reader, flat, size, deepcopy(deck), lanes=True))
        announced = dealt - slipped
        alone = [weigh(reading, announced, rank, pack()).proof for reading in readings]
        both = [second(reading, announced, rank, weighed) for reading in readings]
        yield Answers(_by_looks(alone), _by_looks(both))


def _style(rng: random.Random, kind: str) -> Style:
    """Return a deck with light faces, or with dark ones for their kind."""
    if kind == DARK:
        return dark_style(rng)
    while True:
        style = rng.choice(STYLES) if rng.random() < 0.5 else random_style(rng)
        if min(style.paper) >= LIGHT_PAPER:
            return style


def _by_looks(proofs: list[Proof]) -> tuple[Proof, Proof]:
    """Return the answer at the first look and by the second, which only an ask leads to."""
    first, again = proofs
    return first, again if first is Proof.ASK else first


def report(args: Namespace) -> int:
    """Print everything; return 1 if a limit is broken."""
    cv2.setNumThreads(1)
    kinds = [kind for kind in KINDS if args.kind in (None, kind)]
    rows = [(kind, slipped) for kind in kinds for slipped in (False, True)]
    columns = "first look", "by the second", "scale, first", "scale, second"
    print(f"{'confirmed, a lie, asked':44}" + "".join(f"{name:>18}" for name in columns))
    broken = 0
    for place, (kind, slipped) in enumerate(rows):
        tally = [Counter[Proof]() for _ in columns]
        for number, answer in enumerate(answers(args.plays, args.seed, kind, slipped=slipped), 1):
            for counter, proof in zip(tally, (*answer.alone, *answer.weighed), strict=True):
                counter[proof] += 1
            done, every = place * args.plays + number, len(rows) * args.plays
            machine.progress(done, every, 1, f"{done} of {every} plays")
        cells = (" ".join(f"{counter[proof]:5}" for proof in Proof) for counter in tally)
        name = f"{kind}, {'one slipped in' if slipped else 'honest'}"
        print(f"{name:44}" + "".join(f"{cell:>18}" for cell in cells), flush=True)
        if kind != DARK:
            broken |= _breaks([counter[Proof.CONFIRMED] for counter in tally], args.plays, slipped)
    return broken


def _breaks(confirmed: list[int], count: int, slipped: bool) -> bool:
    """Return True if a row breaks a limit."""
    first, later, weighed, weighed_later = confirmed
    if slipped:
        return later > WRONG or weighed_later > 0
    return first < FIRST * count or later < SECOND_LOOK * count or weighed < WEIGHED * count


if __name__ == "__main__":
    kind = machine.option("--kind", choices=tuple(KINDS))
    sys.exit(machine.run(report, {"plays": 500, "seed": 1}, kind))
