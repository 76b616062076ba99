"""The crops to learn from: the newest that were drawn, and those of photographs."""

import random
import time
from collections import Counter, deque
from pathlib import Path

import numpy as np

from training.crops import Crop, load, shards
from training.varied import varied

LARGEST = 215.0
"""Pixels: higher cards are never looked at, the reader shrinks the picture first."""

ENOUGH = 512
"""Drawn crops with which training may begin."""


OFTEN = 0.5
"""Share of the drawn crops of a batch that show a card with more than two of its indices."""


def has_more_corners(crop: Crop) -> bool:
    """Return True if it shows three or four indices of one card."""
    return any(count > 2 for count in Counter(crop.indices[:, 5].tolist()).values())


def is_fitting(crop: Crop) -> bool:
    """Return True if its cards have a size at which the finder is used."""
    return not len(crop.cards) or float(np.median(crop.cards[:, 2])) < LARGEST


class Supply:
    """Drawn crops out of a folder into which they may still be being made, and photographs'."""

    def __init__(self, drawn: Path, photos: Path | None, kept: int) -> None:
        """Load the photographs' crops; of the drawn ones the newest `kept` will be."""
        self.drawn: deque[Crop] = deque(maxlen=kept)
        self._cornered: deque[Crop] = deque(maxlen=kept)
        self.photos = [crop for path in shards(photos) for crop in load(path)] if photos else []
        self.seen = 0
        """Drawn crops that were loaded so far."""
        self._folder = drawn
        self._known: set[Path] = set()

    def refresh(self, most: int) -> int:
        """Load up to `most` new shards; gives how many."""
        new = [path for path in shards(self._folder) if path not in self._known][:most]
        for path in new:
            fitting = [crop for crop in load(path) if is_fitting(crop)]
            self.drawn.extend(fitting)
            self._cornered.extend(filter(has_more_corners, fitting))
            self.seen += len(fitting)
        self._known.update(new)
        return len(new)

    def wait(self) -> None:
        """Wait until the makers have drawn enough to begin."""
        while len(self.drawn) < ENOUGH:
            if not self.refresh(200):
                time.sleep(2)

    def batch(self, size: int, share: float, rng: random.Random) -> list[Crop]:
        """`size` crops, turned and coloured by chance, about a `share` of them photographs'."""
        chosen = []
        for _ in range(size):
            photo = self.photos and rng.random() < share
            drawn = self._cornered if self._cornered and rng.random() < OFTEN else self.drawn
            chosen.append(varied(rng.choice(self.photos if photo else drawn), rng))
        return chosen
