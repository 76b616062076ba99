"""Crops: training pictures with their truth, and how they are stored.

One shard is a NumPy archive of crops; cards and indices of all of them stand one after the other
in it, and `counts` says how many belong to each.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from appliance.drivers import Image
from appliance.vision.find.finder import STRIDE

SIZE = 256
"""Pixels a side of a crop."""

PLACES = SIZE // STRIDE
"""Places a side of the finder's maps of a crop."""

UNKNOWN = 255
"""Owner of a place whose owner is unknown, in crops of photographs."""

EACH = 128
"""Crops of one shard."""


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """One training picture and its truth.

    `image` uint8 BGR (256, 256, 3). `owner` uint8 (64, 64): which card shows there, from 1, or 0,
    or UNKNOWN. `cards` float32 (n, 4): middle x, y and height in pixels, 1 for a back. `indices`
    float32 (m, 7): middle x, y and height of the glyph in pixels, its up x, y as a unit vector,
    its card's row in `cards`, the share that shows (0 to 1). `labels`: theirs, as printed. `suits`:
    C, D, H or S for each, or "" if it is unknown or missing.
    """

    image: Image
    owner: npt.NDArray[np.uint8]
    cards: npt.NDArray[np.float32]
    indices: npt.NDArray[np.float32]
    labels: tuple[str, ...]
    suits: tuple[str, ...]


def save(path: Path, crops: list[Crop]) -> None:
    """Write a shard at once, so that a reader never sees half of one."""
    half = path.with_suffix(".part.npz")
    np.savez(
        half,
        images=np.stack([crop.image for crop in crops]),
        owners=np.stack([crop.owner for crop in crops]),
        cards=np.concatenate([crop.cards for crop in crops]),
        indices=np.concatenate([crop.indices for crop in crops]),
        labels=np.array([label for crop in crops for label in crop.labels], str),
        suits=np.array([suit for crop in crops for suit in crop.suits], str),
        counts=np.array([(len(crop.cards), len(crop.indices)) for crop in crops]),
    )
    half.rename(path)


def load(path: Path) -> list[Crop]:
    """The crops of a shard."""
    with np.load(path) as shard:
        parts = {name: shard[name] for name in shard.files}
    ends = np.cumsum(parts["counts"], axis=0)
    crops, card, index = [], 0, 0
    for number, (cards, indices) in enumerate(ends.tolist()):
        crops.append(
            Crop(
                parts["images"][number],
                parts["owners"][number],
                parts["cards"][card:cards],
                parts["indices"][index:indices],
                tuple(parts["labels"][index:indices].tolist()),
                tuple(parts["suits"][index:indices].tolist()),
            )
        )
        card, index = cards, indices
    return crops


def shards(folder: Path) -> list[Path]:
    """The whole shards of `folder`, in the order of their numbers."""
    return [path for path in sorted(folder.glob("shard-*.npz")) if ".part" not in path.name]
