"""`python -m bench.calibration`: the calibrated box against the truth, and what it costs.

Random cameras over the simulated mat: any turn, tilt, lens, blur, noise and covered markers.
"""

import argparse
import random
import time
from dataclasses import replace

import cv2
import numpy as np

from appliance.mat.design import WINDOW
from appliance.rules.cards import pack
from appliance.sim.faces import STYLES
from appliance.sim.mounting import Mounting
from appliance.sim.photograph import Scene, photograph
from appliance.vision.calibrate import Calibration, calibrate
from appliance.vision.flatten import flatten
from appliance.vision.markers import Image
from appliance.vision.plane import Plane
from appliance.vision.watch import check
from bench import machine

SIZES = {(640, 480): 1.45, (960, 720): 2.15, (1280, 720): 2.35, (1920, 1080): 3.55}
"""Pictures, and the pixels a millimetre at which the mat just fills them."""


def some_mounting(rng: random.Random) -> Mounting:
    """A camera that somebody has hung over the box."""
    size = rng.choice(tuple(SIZES))
    return Mounting(
        size,
        scale=SIZES[size] * rng.uniform(0.86, 0.96),
        turn=rng.choice((0, 180)) + rng.uniform(-6, 6),
        tilt=(rng.uniform(-0.05, 0.05), rng.uniform(-0.05, 0.05)),
        barrel=rng.uniform(-0.12, 0.03),
    )


def bumped(mounting: Mounting, rng: random.Random) -> Mounting:
    """The same camera after somebody's elbow, with hands on some markers."""
    return replace(
        mounting,
        turn=mounting.turn + rng.uniform(-2, 2),
        shift=(rng.uniform(-12, 12), rng.uniform(-12, 12)),
        covered=tuple(rng.sample(range(18), rng.randrange(9))),
    )


def miss(plane: Plane, mounting: Mounting) -> float:
    """By how many mm of the mat a place in the window is missed at most."""
    x, y = np.meshgrid(np.linspace(WINDOW[0], WINDOW[2], 9), np.linspace(WINDOW[1], WINDOW[3], 7))
    grid = np.stack([x.ravel(), y.ravel()], axis=1)
    off = plane.to_picture(grid) - mounting.seen(grid)
    return float(np.linalg.norm(off, axis=1).max() / mounting.scale)


def cost(known: Calibration, image: Image) -> tuple[float, float]:
    """CPU milliseconds of a flat picture and of a look at the mat, once all is warm."""
    flatten(image, known)
    check(image, known)
    began = time.process_time()
    for _ in range(5):
        flatten(image, known)
    between = time.process_time()
    for _ in range(5):
        check(image, known)
    return (between - began) * 200, (time.process_time() - between) * 200


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(prog="python -m bench.calibration", description=__doc__)
    parser.add_argument("--cameras", type=int, default=40)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    print(machine.describe())
    first, later, unseen = list[float](), list[float](), 0
    spent: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for number in range(args.cameras):
        rng = random.Random(number)
        mounting = some_mounting(rng)
        scene = Scene(blur=rng.uniform(0.3, 1), noise=rng.uniform(1, 4))
        known = calibrate([photograph((), STYLES[0], rng, scene, mounting=mounting).image])
        first.append(miss(known.plane, mounting))
        now = bumped(mounting, rng)
        cards = rng.sample(pack(), 5)
        look = check(photograph(cards, STYLES[0], rng, scene, mounting=now).image, known)
        if look.calibration is None:
            unseen += 1
        else:
            later.append(miss(look.calibration.plane, now))
        image = photograph(cards, STYLES[0], rng, scene, mounting=mounting).image
        spent.setdefault(mounting.size, []).append(cost(known, image))
    print("\nmm by which the worst place of the window is missed:")
    print(f"  calibrated                 {machine.quantiles(first)}")
    print(f"  bumped, with cards, hands  {machine.quantiles(later)}   not known: {unseen}")
    print("\nCPU ms of one thread: a flat picture, and a look at the mat")
    for size, costs in sorted(spent.items()):
        flat, look_ms = (sorted(one)[len(one) // 2] for one in zip(*costs, strict=True))
        print(f"  {size[0]}x{size[1]:<5} {flat:6.1f} {look_ms:6.1f}")


if __name__ == "__main__":
    main()
