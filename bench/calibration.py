"""`python -m bench.calibration`: the calibrated box against the truth, and what it costs.

Random cameras over the simulated mat: any turn, tilt, lens, blur, noise and covered markers. What
a look at the mat says of a bump and of the light is counted as right or wrong.
"""

import random
import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from appliance.box.bump_check import BUMP, check_box
from appliance.box.calibrate import MAT_PICTURES, Calibration, sight, solve
from appliance.box.flatten import flatten
from appliance.box.mat.design import MAT_HEIGHT, MAT_WIDTH, WINDOW
from appliance.box.plane import Plane
from appliance.core.reading import rectangle
from appliance.drivers import Image
from appliance.words import words_of
from bench import machine
from bluffing.cards import pack
from lab.sim.photo.faces import STYLES
from lab.sim.photo.mounting import Mounting
from lab.sim.photo.photograph import Photo, Scene, photograph

SIZES = {(640, 480): 1.45, (960, 720): 2.15, (1280, 720): 2.35, (1920, 1080): 3.55}
"""Pictures, and the pixels a millimetre at which the mat just fills them."""

BAD: dict[str, Callable[[Scene], Scene]] = {
    "too dark": lambda scene: replace(scene, light=0.25),
    "too bright": lambda scene: replace(scene, light=1.9, slope=0.0),
    "uneven light": lambda scene: replace(scene, slope=1.4),
    "blurred": lambda scene: replace(scene, blur=4.0),
}
"""Light and focus that ought to be reported, by their messages."""

NEAR = 0.5
"""Millimetres around the limit in which a moved box may be called either."""


def some_mounting(rng: random.Random) -> Mounting:
    """A camera that hangs over the box."""
    size = rng.choice(tuple(SIZES))
    return Mounting(
        size,
        scale=SIZES[size] * rng.uniform(0.86, 0.96),
        turn=rng.choice((0, 180)) + rng.uniform(-6, 6),
        tilt=(rng.uniform(-0.05, 0.05), rng.uniform(-0.05, 0.05)),
        barrel=rng.uniform(-0.12, 0.03),
    )


def bumped(mounting: Mounting, rng: random.Random) -> Mounting:
    """The same camera after a bump by an elbow, with hands on some markers."""
    return replace(
        mounting,
        turn=mounting.turn + rng.uniform(-2, 2),
        shift=(rng.uniform(-12, 12), rng.uniform(-12, 12)),
        covered=tuple(rng.sample(range(18), rng.randrange(9))),
    )


def miss(plane: Plane, mounting: Mounting) -> float:
    """Return the largest error of a place in the window, mm of the mat."""
    x, y = np.meshgrid(np.linspace(WINDOW[0], WINDOW[2], 9), np.linspace(WINDOW[1], WINDOW[3], 7))
    grid = np.stack([x.ravel(), y.ravel()], axis=1)
    off = plane.to_picture(grid) - mounting.seen(grid)
    return float(np.linalg.norm(off, axis=1).max() / mounting.scale)


def moved(one: Mounting, other: Mounting) -> float:
    """Return the motion of the window's corners and middle between two mountings, mm of the mat."""
    window = np.array([*rectangle(*WINDOW), (MAT_WIDTH / 2, MAT_HEIGHT / 2)])
    off = one.seen(window) - other.seen(window)
    return float(np.linalg.norm(off, axis=1).max() / one.scale)


def cost(known: Calibration, image: Image) -> tuple[float, float]:
    """CPU milliseconds of a flat picture and of a look at the mat, once all is warm."""
    flatten(image, known)
    check_box(image, known)
    began = time.process_time()
    for _ in range(5):
        flatten(image, known)
    between = time.process_time()
    for _ in range(5):
        check_box(image, known)
    return (between - began) * 200, (time.process_time() - between) * 200


@dataclass(slots=True)
class Report:
    """Everything that is measured. `right`, `wrong` and `unknown` count what looks said."""

    first: list[float] = field(default_factory=list)
    later: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    spent: dict[tuple[int, int], list[tuple[float, float]]] = field(default_factory=dict)
    right: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)

    def tell(self, kind: str, said: object, truth: object) -> None:
        """Count an answer."""
        (self.right if said == truth else self.wrong)[kind] += 1

    def camera(self, number: int) -> None:
        """Measure one camera, whatever it is like."""
        rng = random.Random(number)
        mounting = some_mounting(rng)
        scene = Scene(blur=rng.uniform(0.3, 1), noise=rng.uniform(1, 4))
        empty = photograph((), STYLES[0], rng, scene, mounting=mounting).image
        began = time.process_time()
        sighting = sight(empty)
        between = time.process_time()
        known = solve([sighting])
        solving = time.process_time() - between
        self.seconds.append((between - began) * MAT_PICTURES + solving)
        self.first.append(miss(known.plane, mounting))
        cards = rng.sample(pack(), 5)
        image = photograph(cards, STYLES[0], rng, scene, mounting=mounting).image
        self.spent.setdefault(mounting.size, []).append(cost(known, image))
        look = check_box(image, known)
        self.tell("nothing moved", look.bumped, truth=False)
        good = photograph((), STYLES[0], rng, replace(scene, blur=0.3), mounting=mounting)
        self.tell("good light", check_box(good.image, known).trouble, truth=None)
        self._bad_light(known, mounting, scene, rng)
        now = bumped(mounting, rng)
        self._bumped(known, mounting, now, photograph(cards, STYLES[0], rng, scene, mounting=now))

    def _bad_light(
        self, known: Calibration, mounting: Mounting, scene: Scene, rng: random.Random
    ) -> None:
        for word, spoilt in BAD.items():
            photo = photograph((), STYLES[0], rng, spoilt(scene), mounting=mounting)
            look = check_box(photo.image, known)
            if look.moved is None:
                self.unknown[word] += 1
            else:
                trouble = "" if look.trouble is None else words_of("en").say(look.trouble)
                self.tell(word, word in trouble, truth=True)

    def _bumped(self, known: Calibration, was: Mounting, now: Mounting, photo: Photo) -> None:
        far = moved(was, now)
        kind = "moved by more than 2 mm" if far > BUMP.max_motion + NEAR else "moved by less"
        look = check_box(photo.image, known)
        if look.calibration is None or look.moved is None:
            self.unknown[kind] += 1
            return
        self.later.append(miss(look.calibration.plane, now))
        if abs(far - BUMP.max_motion) > NEAR:
            self.tell(kind, look.bumped, far > BUMP.max_motion)

    def print(self) -> None:
        """The whole report."""
        print("\nmm by which the worst place of the window is missed:")
        print(f"  calibrated                 {machine.quantiles(self.first)}")
        print(f"  bumped, with cards, hands  {machine.quantiles(self.later)}")
        print(
            f"\nCPU s of a calibration ({MAT_PICTURES} pictures): {machine.quantiles(self.seconds)}"
        )
        print(f"\n{'what a look says':26}   right   wrong  not known")
        for kind in dict.fromkeys((*self.right, *self.wrong, *self.unknown)):
            counts = self.right[kind], self.wrong[kind], self.unknown[kind]
            print(f"  {kind:24} {counts[0]:7} {counts[1]:7} {counts[2]:10}")
        print("\nCPU ms of one thread: a flat picture, and a look at the mat")
        for size, costs in sorted(self.spent.items()):
            flat, look_ms = (sorted(times)[len(times) // 2] for times in zip(*costs, strict=True))
            print(f"  {size[0]}x{size[1]:<5} {flat:6.1f} {look_ms:6.1f}")


def report(args: Namespace) -> None:
    """Print everything."""
    cv2.setNumThreads(1)
    report = Report()
    for number in range(args.cameras):
        report.camera(number)
        done = number + 1
        machine.progress(done, args.cameras, 1, f"{done} of {args.cameras} cameras")
    report.print()


if __name__ == "__main__":
    sys.exit(machine.run(report, {"cameras": 24}))
