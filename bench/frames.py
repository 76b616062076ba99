"""`python -m bench.frames`: the card reader's cost of a frame in the calibrated box, CPU ms.

Cards lie before a camera of 1920x1080; the same pictures are read again and again on one thread, so
that the machine's other work shows in the spread. The whole frame is all that is done to a camera's
picture (look at the mat, flatten it, take its frame out, read it, look at the ground), the reading
alone is the networks' work and its evaluation.
"""

import random
import sys
import time
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from statistics import median

import cv2

from appliance.box.bump_check import check_box
from appliance.box.calibrate import Calibration
from appliance.box.flatten import card_height, flatten, mask_mat
from appliance.box.reader import BoxReader
from appliance.drivers import Image
from appliance.vision.read import CardReader
from bench import machine
from bench.ablation import calibrated
from bluffing.cards import pack
from lab.sim.photo.faces import STYLES
from lab.sim.photo.mounting import Mounting, deal_in_box
from lab.sim.photo.photograph import Scene, photograph

CAMERA = Mounting((1920, 1080), scale=4.0, turn=2.0, tilt=(0.03, -0.02), barrel=-0.05)

COUNTS = (1, 2, 4, 8)

APART = 4
"""More cards than this have no room to lie apart."""

SCENES = 5
"""Pictures of each number of cards."""


def pictures(count: int) -> list[Image]:
    """Draw the same pictures of the given number of cards each time."""
    images = []
    for number in range(SCENES):
        rng = random.Random(f"{count} {number}")
        poses = deal_in_box(rng, count, overlap=count > APART)
        cards = rng.sample(pack(), count)
        images.append(photograph(cards, STYLES[1], rng, Scene(), poses, mounting=CAMERA).image)
    return images


def spent(work: Callable[[], object]) -> float:
    """CPU milliseconds."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def measure(rounds: int) -> list[tuple[int, list[float], list[float]]]:
    """For each of COUNTS the milliseconds of readings alone, and of whole frames."""
    reader, known = CardReader(), calibrated(CAMERA)
    rows = []
    for done, count in enumerate(COUNTS, start=1):
        alone: list[float] = []
        whole: list[float] = []
        for image in pictures(count):
            box, part = BoxReader(reader, known), _part(image, known)
            for _ in range(rounds):
                whole.append(spent(partial(box, image)))
                alone.append(spent(partial(reader.read, part, card_height(known))))
        rows.append((count, alone, whole))
        machine.progress(done, len(COUNTS), 1, f"{done} of {len(COUNTS)} numbers of cards")
    return rows


def _part(image: Image, known: Calibration) -> Image:
    """Return the part of a camera's picture that the networks get."""
    return mask_mat(flatten(image, known), check_box(image, known).markers).image


def report(args: Namespace) -> None:
    """Print everything."""
    cv2.setNumThreads(1)
    rows = measure(args.rounds)
    print(f"{'':7}{'the reading alone':>24}{'the whole frame':>24}")
    print(f"{'cards':7}" + f"{'median':>12}{'quietest':>12}" * 2)
    for count, *parts in rows:
        # the fastest tenth is what the work takes; the rest is the machine's other work
        figures = (f"{median(part):12.1f}{machine.quantile(part, 0.1):12.1f}" for part in parts)
        print(f"{count:<7}" + "".join(figures))


if __name__ == "__main__":
    sys.exit(machine.run(report, {"rounds": 30}))
