"""Makes shards of training crops, those that are not there yet.

`python -m training.make --out SHARDS --fonts FONTS --decks DECKS --shards 500`
"""

import argparse
import sys
import time
from pathlib import Path

import cv2

from training.crops import EACH, save
from training.scenes import SceneMaker

SEED = 1_000_000
"""The first maker's; each further one's is the next number."""


def main() -> int:
    """Make every `--step`th shard, beginning at `--first`, and return the exit status."""
    parser = argparse.ArgumentParser(prog="training.make", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of the shards")
    parser.add_argument("--fonts", type=Path, required=True, help="folder of fonts")
    parser.add_argument("--decks", type=Path, help="face art: one folder a deck")
    parser.add_argument("--first", type=int, default=0, help="number of the first shard")
    parser.add_argument("--step", type=int, default=1, help="makers that share the work")
    parser.add_argument(
        "--shards", type=int, default=500, help="number up to which they are made; 128 crops each"
    )
    options = parser.parse_args()
    if options.first >= options.shards:
        parser.error(f"--shards {options.shards} is not above --first {options.first}: no shard")
    cv2.setNumThreads(1)
    maker = SceneMaker(SEED + options.first, options.fonts, options.decks)
    if not maker.decks.fonts.cyrillic:
        print(
            f"{options.fonts} holds no font with Cyrillic letters: see README.md", file=sys.stderr
        )
        return 1
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.first, options.shards, options.step):
        path = options.out / f"shard-{number:04}.npz"
        if not path.exists():
            began = time.monotonic()
            save(path, [maker.crop() for _ in range(EACH)])
            print(f"{path.name}: {EACH} crops, {time.monotonic() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
