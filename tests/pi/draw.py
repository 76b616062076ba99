"""Draws N photographs of the reveal box, with labels, for `doubtit read` on a Pi: draw.py DIR N."""

import json
import random
import sys
from dataclasses import replace
from pathlib import Path

import cv2

from bluffing.cards import pack
from lab.sim.photo.faces import STYLES
from lab.sim.photo.photograph import photograph, scene_of

SIZE = (1280, 720)
"""Smaller than a table's camera gives: emulated, each takes its time."""

SEED = 15


def main() -> None:
    """Write N pictures and labels.json into DIR."""
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    labels = []
    for number in range(count):
        rng = random.Random(f"{SEED} {number}")
        cards = rng.sample(pack(2), 1 + number % 5)
        scene = replace(scene_of(rng), size=SIZE, hand=0.0, glare=0.0, motion=0)
        file = f"{number:02}.png"
        cv2.imwrite(str(folder / file), photograph(cards, rng.choice(STYLES), rng, scene).image)
        labels.append({"file": file, "ranks": [card.rank for card in cards]})
    (folder / "labels.json").write_text(json.dumps(labels))


if __name__ == "__main__":
    main()
