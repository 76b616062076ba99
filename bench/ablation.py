"""`python -m bench.ablation`: what voting and the calibrated box buy, on the same pictures.

Cards lie still in the reveal box, before cameras that hang anyhow. Each scene is looked at three
times; the looks differ by the sensor's noise, the lamp's flicker and the camera's JPEG. It is read
without knowing anything of the box, with a card's height alone, and flattened by a calibration;
by the first look alone and by all of them (`fuse`), as the table does it.
"""

import random
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from appliance.box.bump_check import check_box
from appliance.box.calibrate import Calibration, sight, solve
from appliance.box.flatten import card_height, flatten, mask_mat
from appliance.box.mat.design import CARD_HEIGHT
from appliance.box.reader import read_flat
from appliance.core.fuse import fuse
from appliance.core.reading import Reading
from appliance.drivers import Image
from appliance.runtime.reader import FRAMES
from appliance.vision.read import CardReader
from bench import machine, printed
from bench.calibration import some_mounting
from bench.claims import Verdicts, claims_of
from bench.vision import HEAD, Tally
from bluffing.cards import Rank, pack
from lab.sim.photo.faces import STYLES, random_style
from lab.sim.photo.layouts import Pose
from lab.sim.photo.mounting import Mounting, deal_in_box
from lab.sim.photo.photograph import Scene, photograph, scene_of

CAMERAS = 12
"""Number of cameras in turn; each is calibrated once."""

FLICKER = 0.03
"""Share by which a look may be lighter or darker than the next."""

WAYS = ("nothing known", "card's height known", "flattened")

WRONG_RANKS = 8
"""Claims of a rank that is not there, for each scene."""

MOST = 4
"""Cards that lie in the box at most; more seldom have room there to lie apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """Cards that lie still: their ranks, and several looks at them."""

    ranks: tuple[Rank, ...]
    looks: tuple[Image, ...]


def sensed(image: Image, noise: float, quality: int, seed: int) -> Image:
    """`image` (uint8 BGR) with noise that grows with the root of the light, and as a JPEG."""
    rng = np.random.default_rng(seed)
    spread = noise * np.sqrt(np.maximum(image, 4) / 128.0)
    rough = np.clip(image + rng.standard_normal(image.shape) * spread, 0, 255).astype(np.uint8)
    done, packed = cv2.imencode(".jpg", rough, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError(f"OpenCV could not write a JPEG of quality {quality}")
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _drawn(seed: str, scene: Scene, mounting: Mounting) -> tuple[tuple[Rank, ...], Image]:
    """A scene of a drawn deck: the same one for the same seed, however lit."""
    rng = random.Random(seed)
    style = rng.choice(STYLES) if rng.random() < 0.3 else random_style(rng)
    cards = rng.sample(pack(2), rng.randint(1, MOST))
    if rng.random() < 0.5:
        cards = [card for card in pack(2) if card.rank is cards[0].rank][: len(cards)]
    image = photograph(cards, style, rng, scene, mounting=mounting).image
    return tuple(card.rank for card in cards), image


def _printed(
    seed: str, scene: Scene, mounting: Mounting, cards: Sequence[tuple[Path, Rank]]
) -> tuple[tuple[Rank, ...], Image]:
    """The same of a printed deck's faces."""
    rng = random.Random(seed)
    dealt = printed.deal(rng, cards)[:MOST]
    poses = _poses(rng, len(dealt), scene)
    image = printed.in_box(rng, [path for path, _ in dealt], poses, scene, mounting).image
    return tuple(rank for _, rank in dealt), image


def _poses(rng: random.Random, count: int, scene: Scene) -> tuple[Pose, ...]:
    """Place the cards so that each shows an index."""
    for _ in range(printed.TRIES if scene.overlap and count > 1 else 0):
        poses = deal_in_box(rng, count, overlap=True)
        if printed.shows_an_index([printed.quad_of(pose, 1.4) for pose in poses]):
            return poses
    return deal_in_box(rng, count, overlap=False)


def stills(count: int, seed: int, faces: Path | None) -> Iterator[tuple[Still, Mounting]]:
    """`count` scenes with FRAMES looks each, and the camera that saw them; told by the seed.

    Raises:
        PictureError: there is no deck in `faces`.
    """
    decks = tuple(printed.decks(faces).values()) if faces is not None else ()
    share = -(-count // CAMERAS)
    for number in range(count):
        mounting = some_mounting(random.Random(f"camera {seed} {number // share}"))
        rng = random.Random(f"light {seed} {number}")
        drawn = scene_of(rng)
        still = replace(drawn, motion=0, noise=0.0, jpeg=0)
        name, looks = f"still {seed} {number}", []
        ranks: tuple[Rank, ...] = ()
        for look in range(FRAMES):
            lit = replace(still, light=still.light * (1 + rng.uniform(-FLICKER, FLICKER)))
            if decks:
                ranks, image = _printed(name, lit, mounting, decks[number % len(decks)])
            else:
                ranks, image = _drawn(name, lit, mounting)
            looks.append(
                sensed(image, drawn.noise, drawn.jpeg or 90, seed * 10**6 + number * FRAMES + look)
            )
        yield Still(ranks, tuple(looks)), mounting


def calibrated(mounting: Mounting) -> Calibration:
    """Calibrate this camera from one picture of the empty box."""
    rng = random.Random(1)
    return solve([sight(photograph((), STYLES[0], rng, Scene(), mounting=mounting).image)])


def read(reader: CardReader, image: Image, way: str, known: Calibration) -> Reading:
    """The reading of one look in one of WAYS."""
    if way == WAYS[0]:
        return reader.read(image)
    if way == WAYS[1]:
        return reader.read(image, CARD_HEIGHT * known.px_per_mm)
    flat = mask_mat(flatten(image, known), check_box(image, known).markers)
    card = card_height(known)
    return read_flat(reader, flat, card)


@dataclass(slots=True)
class Row:
    """Results of all scenes in one way: of their cards, and of claims about them."""

    cards: Tally = field(default_factory=Tally)
    claims: Verdicts = field(default_factory=Verdicts)

    def add(self, still: Still, name: str, reading: Reading, spent: float) -> None:
        """Count a scene, read in `spent` milliseconds of CPU time."""
        self.cards.add(still.ranks, reading, spent)
        self.claims.judge(reading, claims_of(still.ranks, name, 0, WRONG_RANKS))


def measure(
    count: int, seed: int, faces: Path | None, ways: Sequence[str] = WAYS
) -> dict[str, Row]:
    """A row of figures for each way of reading, by one look and by all."""
    reader = CardReader()
    rows = {
        f"{method}, {looks} look{'s' * (looks > 1)}": Row()
        for method in ways
        for looks in (1, FRAMES)
    }
    known: dict[Mounting, Calibration] = {}
    for number, (still, mounting) in enumerate(stills(count, seed, faces), start=1):
        if mounting not in known:
            known = {mounting: calibrated(mounting)}
        name = f"still {seed} {number}"
        for method in ways:
            readings, spent = [], []
            for look in still.looks:
                began = time.process_time()
                readings.append(read(reader, look, method, known[mounting]))
                spent.append((time.process_time() - began) * 1000)
            rows[f"{method}, 1 look"].add(still, name, readings[0], spent[0])
            rows[f"{method}, {FRAMES} looks"].add(still, name, fuse(readings), sum(spent))
        machine.progress(number, count, 1, f"{number} of {count} scenes")
    return rows


def report(args: Namespace) -> None:
    """Print everything."""
    cv2.setNumThreads(1)
    rows = measure(args.scenes, args.seed, args.faces, WAYS[-1:] if args.flattened else WAYS)
    print(HEAD)
    for name, row in rows.items():
        print(row.cards.line(name))
    for name, row in rows.items():
        print(f"\nclaims, {name}")
        print("\n".join(row.claims.lines()))


if __name__ == "__main__":
    OPTION = machine.option("--flattened", action="store_true", help="only the calibrated box")
    sys.exit(machine.run(report, {"scenes": 240, "seed": 1}, machine.FACES, OPTION))
