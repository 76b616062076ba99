"""Writes shards of labelled corners: `python -m training.make --out DIR --shards 8`."""

import argparse
from pathlib import Path

import cv2
import numpy as np

from training.corners import Maker
from training.draw import fonts
from training.harvest import harvest, rehearse


def main() -> None:
    """Make the shards that are not there yet; each has its own seed, so any can be remade."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--each", type=int, default=6000)
    parser.add_argument("--pictures", type=int, default=0, help="simulated pictures a shard")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fonts", type=Path, nargs="*", default=[])
    parser.add_argument("--decks", type=Path, help="folder of free card art, see README.md")
    parser.add_argument("--photos", type=Path, help="folder with labels.json, see README.md")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    grounds: list = []
    if options.photos:
        corners, labels, grounds = harvest(options.photos, options.seed)
        np.savez(options.out / "photos.npz", corners=corners, labels=labels)
        print(f"photos: {len(labels)} corners", flush=True)
    found = [path for folder in options.fonts for path in fonts(folder)]
    for number in range(options.shards):
        path = options.out / f"shard-{number:02d}.npz"
        if path.exists():
            continue
        maker = Maker(options.seed * 1000 + number, found, options.decks, grounds)
        corners, labels = maker.some(options.each)
        if options.pictures:
            more, names = rehearse(options.pictures, options.seed * 1000 + number)
            corners, labels = np.concatenate([corners, more]), np.concatenate([labels, names])
        part = path.with_suffix(".part.npz")
        np.savez(part, corners=corners, labels=labels)
        part.rename(path)
        print(f"{path.name}: {len(labels)} corners", flush=True)


if __name__ == "__main__":
    main()
