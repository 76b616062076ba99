"""What the card reader makes of labelled pictures: photos in a folder, or drawn ones.

`python bench/vision.py FOLDER` reads every photo of FOLDER/labels.json (a list of `file`,
`ranks`, the multiset that faces up, and `set`); `--simulated 1000` draws as many pictures
of the simulated reveal box instead. A wrong reading is one without `ask` whose ranks are
not exactly the true ones.
"""

import argparse
import hashlib
import json
import random
import resource
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from appliance.rules.cards import pack
from appliance.sim.faces import STYLES, random_style
from appliance.sim.photograph import photograph, scene_of
from appliance.vision.locate import Image
from appliance.vision.read import CardReader


class Shot(NamedTuple):
    """A picture and the truth about it."""

    name: str
    kind: str
    image: Image
    ranks: list[str]


class Tally:
    """Sums over the pictures of one kind."""

    def __init__(self) -> None:
        self.photos = self.answered = self.wrong = self.exact = self.counted = 0
        self.read = self.there = self.right = 0
        self.spent: list[float] = []

    def line(self, name: str) -> str:
        """One row of figures."""
        slow = sorted(self.spent)
        return (
            f"{name:14} {self.photos:8} {self.right / max(1, self.there):7.3f}"
            f" {self.right / max(1, self.read):10.3f} {self.counted / self.photos:6.3f}"
            f" {self.exact / self.photos:6.3f} {self.answered:9} {self.answered / self.photos:6.3f}"
            f" {self.wrong:6} {slow[len(slow) // 2]:7.1f} {slow[int(len(slow) * 0.95)]:7.1f}"
        )


def photos(folder: Path, half: str) -> Iterator[Shot]:
    """The labelled photos whose name's hash is in the `half` asked for."""
    for entry in json.loads((folder / "labels.json").read_text()):
        odd = hashlib.sha256(entry["file"].encode()).digest()[0] % 2
        if half == "all" or odd == (half == "odd"):
            image = cv2.imread(str(folder / entry["file"]))
            pixels = np.zeros((1, 1, 3), np.uint8) if image is None else np.asarray(image, np.uint8)
            yield Shot(entry["file"], entry.get("set", "photos"), pixels, entry["ranks"])


def simulated(count: int, seed: int) -> Iterator[Shot]:
    """Drawn pictures of one to six cards, of the shipped decks and of random ones."""
    for number in range(seed, seed + count):
        rng = random.Random(number)
        style = rng.choice(STYLES) if rng.random() < 0.3 else random_style(rng)
        scene = scene_of(rng)
        cards = rng.sample(pack(2), rng.choice((1, 1, 2, 2, 3, 3, 4, 4, 5, 6)))
        if rng.random() < 0.5:
            cards = [card for card in pack(2) if card.rank is cards[0].rank][: len(cards)]
        kind = "overlapping" if scene.overlap and len(cards) > 1 else "apart"
        image = photograph(cards, style, rng, scene).image
        yield Shot(f"seed {number}", kind, image, [str(card.rank) for card in cards])


def main() -> None:
    """Print one row a kind of picture, the wrong readings, and why the others asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="photos with a labels.json")
    parser.add_argument(
        "--half", choices=("all", "even", "odd"), default="all", help="training saw only `even`"
    )
    parser.add_argument("--simulated", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=0, help="of the first simulated picture")
    options = parser.parse_args()
    if not (options.folder or options.simulated):
        parser.error("name a folder of photos or give --simulated N")
    cv2.setNumThreads(1)
    reader = CardReader()
    tallies: dict[str, Tally] = defaultdict(Tally)
    asks: Counter[str] = Counter()
    shots = (
        simulated(options.simulated, options.seed)
        if options.simulated
        else photos(options.folder, options.half)
    )
    for shot in shots:
        start = time.process_time()
        reading = reader.read(shot.image)
        spent = (time.process_time() - start) * 1000
        want, got = Counter(shot.ranks), Counter(str(rank) for rank in reading.ranks)
        for kind in (shot.kind, "all"):
            tally = tallies[kind]
            tally.photos += 1
            tally.spent.append(spent)
            tally.right += (want & got).total()
            tally.read += got.total()
            tally.there += want.total()
            tally.counted += want.total() == len(reading.cards)
            tally.exact += want == got
            tally.answered += reading.ask is None
            tally.wrong += reading.ask is None and want != got
        asks[f"{shot.kind}: {reading.ask or '(answered)'}"] += 1
        if reading.ask is None and want != got:
            print(f"wrong: {shot.name}: read {sorted(got.elements())}, true {sorted(shot.ranks)}")
    print(
        "kind           pictures  recall  precision  count  exact  answered  share  wrong"
        "  ms p50  ms p95"
    )
    for kind, tally in sorted(tallies.items()):
        print(tally.line(kind))
    for ask, count in asks.most_common():
        print(f"{count:7} {ask}")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
