"""`python -m bench.optics`: the reader on pictures as cameras of hardware/build.toml take them.

The simulated camera hangs at the recommended height, with exactly that many pixels to a millimetre,
askew and with a lens that bends. The box is calibrated from one picture of the mat.
"""

import math
import random
import sys
from argparse import Namespace

import cv2

from appliance.box.calibrate import sight, solve
from appliance.box.mat.design import MAT_HEIGHT, MAT_WIDTH
from appliance.box.reader import BoxReader
from appliance.builds.build import Optics
from appliance.builds.file import plan_of, shipped
from appliance.vision.read import CardReader
from bench import machine
from bluffing.cards import pack
from lab.sim.photo.faces import STYLES
from lab.sim.photo.mounting import Mounting
from lab.sim.photo.photograph import Scene, photograph
from workshop.optics import BARREL, TILT, look, recommended_cm

CARDS = 5


def mounting_of(optics: Optics, rng: random.Random) -> Mounting:
    """The camera at its recommended height, hung by eye."""
    at = look(optics, recommended_cm(optics))
    lean = math.sin(math.radians(TILT)) / (10 * at.height_cm)
    width, height = optics.picture
    return Mounting(
        (width, height),
        scale=at.px_per_mm,
        turn=rng.choice((0, 180)) + rng.uniform(-2, 2),
        tilt=(rng.uniform(-lean, lean) * MAT_WIDTH, rng.uniform(-lean, lean) * MAT_HEIGHT),
        barrel=rng.uniform(BARREL, 0.0),
    )


def report(args: Namespace) -> None:
    """Print how many cards each camera lets the reader read."""
    cv2.setNumThreads(1)
    optics = plan_of(shipped()).optics
    rows = []
    for done, (name, camera) in enumerate(optics.items()):
        right = asked = wrong = 0
        for number in range(args.boxes):
            rng = random.Random(number)
            mounting = mounting_of(camera, rng)
            scene = Scene(blur=rng.uniform(0.3, 1), noise=rng.uniform(1, 4))
            empty = photograph((), STYLES[0], rng, scene, mounting=mounting).image
            reader = BoxReader(CardReader(), solve([sight(empty)]), lambda _: None)
            cards = rng.sample(pack(), CARDS)
            image = photograph(cards, rng.choice(STYLES), rng, scene, mounting=mounting).image
            reading = reader(image)
            if reading.ask is not None:
                asked += 1
            elif sorted(reading.ranks) == sorted(card.rank for card in cards):
                right += 1
            else:
                wrong += 1
        rows.append((name, recommended_cm(camera), right, asked, wrong))
        machine.progress(done + 1, len(optics), 1, f"{name}")
    print(f"\n{args.boxes} boxes of {CARDS} cards a camera, at its recommended height:")
    print(f"\n{'camera':16} height  all right  asked  wrong")
    for name, height, right, asked, wrong in rows:
        print(f"{name:16} {height:3} cm {right:10} {asked:6} {wrong:6}")


if __name__ == "__main__":
    sys.exit(machine.run(report, {"boxes": 20}))
