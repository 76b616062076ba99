"""The namer's lessons: indices cut out of crops, and false ones that look like them."""

import math
import random
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from appliance.drivers import Image
from appliance.vision.find.finder import STRIDE
from appliance.vision.find.index import LABELS, SUITS, crop_index
from training.crops import SIZE, Crop
from training.faces import JOKER
from training.targets import DX, DY, GLYPH, INDEX, LEAST, UPX, UPY

NONE = LABELS.index("none")

UNASKED = -1
"""Suit of a patch without one, or with an unknown one."""

_SUITS = {str(suit): number for number, suit in enumerate(SUITS)}

READABLE = 0.93
"""Least share of an index that shows, for it to be named."""

COVERED, LEAST_COVERED = (0.1, 0.75), 7.0
"""Shares between which an index shows too little to be named, and its least height in pixels.

Of an ace whose index showed by half the left half was read as a four, with 0.96.
"""

MOST, HALF, EMPTY, WRONG = 6, 3, 2, 2
"""Cut from each crop at most: indices, covered ones, places without one, the finder's mistakes."""

HEAT = -1.4
"""Least logit (a chance of 0.2, as find.finder.LEAST) of a mistake of the finder."""

_EDGE = 3  # pixels from a crop's edge within which no index is cut out
_SLIP, _TURN, _SIZE = 0.07, 0.07, 0.1
"""Error of the finder's aim: heights to the side, radians, logarithm of the height."""
_LOOSE, _ASTRAY = 2.0, 3.0
"""Factors on the aim's distance for a joker, and at the rest of a covered index."""
_FLAT, _UPRIGHT = 0.1, (math.pi, math.pi, math.pi / 2, -math.pi / 2)
"""Share of indices that are cut on their side or upside down, so that they are none."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Assumed place of an index: its middle and height in pixels, its up as a unit vector."""

    x: float
    y: float
    height: float
    upx: float
    upy: float

    def crop(self, image: Image) -> Image:
        """Picture for the namer, uint8 BGR (56, 48, 3)."""
        return crop_index(image, complex(self.x, self.y), self.height, complex(self.upx, self.upy))

    def jittered(self, turn: float, rng: random.Random, loose: float = 1.0) -> "Aim":
        """The aim turned by `turn` radians, and a little off: `loose` times as much as usual."""
        c, s = math.cos(turn), math.sin(turn)
        return Aim(
            self.x + rng.gauss(0, _SLIP * loose) * self.height,
            self.y + rng.gauss(0, _SLIP * loose) * self.height,
            self.height * math.exp(rng.gauss(0, _SIZE * loose)),
            self.upx * c - self.upy * s,
            self.upx * s + self.upy * c,
        )

    def is_apart(self, crop: Crop, share: float) -> bool:
        """Return True if each index of `crop` is further away than `share` of the larger height."""
        return all(
            math.dist(row[:2], (self.x, self.y)) > share * max(row[2], self.height)
            for row in crop.indices.tolist()
        )


class Cut(NamedTuple):
    """The namer's input, uint8 BGR (56, 48, 3), and its right answer.

    `name` is a number of LABELS, `suit` one of SUITS, or UNASKED.
    """

    image: Image
    name: int = NONE
    suit: int = UNASKED


def patches(crop: Crop, rng: random.Random) -> list[Cut]:
    """Indices cut out as the finder would point at them and places that are none."""
    nothing = [Cut(aim.crop(crop.image)) for aim in (*_covered(crop, rng), *_empty(crop, rng))]
    return [*_shown(crop, rng), *nothing]


def _shown(crop: Crop, rng: random.Random) -> list[Cut]:
    """Indices that can be read; some are turned so far that they are none."""
    low, high = _EDGE, SIZE - 1 - _EDGE
    inside = [
        number
        for number, (x, y, height, _, _, _, shown) in enumerate(crop.indices.tolist())
        if shown >= READABLE and height >= LEAST and low < min(x, y) and max(x, y) < high
    ]
    rng.shuffle(inside)
    cuts = []
    for number in inside[:MOST]:
        turn, name = rng.gauss(0, _TURN), LABELS.index(crop.labels[number])
        suit = _SUITS.get(crop.suits[number], UNASKED)
        if rng.random() < _FLAT:
            turn, name, suit = turn + rng.choice(_UPRIGHT), NONE, UNASKED
        # the extent of a joker's mark is unclear: the finder is often off
        loose = _LOOSE if crop.labels[number] == JOKER else 1.0
        aim = _aim(crop, number).jittered(turn, rng, loose)
        cuts.append(Cut(aim.crop(crop.image), name, suit))
    return cuts


def _covered(crop: Crop, rng: random.Random) -> list[Aim]:
    """Indices that show too little."""
    low, high = COVERED
    indices = [
        number
        for number, (_, _, height, _, _, _, shown) in enumerate(crop.indices.tolist())
        if low < shown < high and height >= LEAST_COVERED
    ]
    chosen = rng.sample(indices, min(HALF, len(indices)))
    return [
        _aim(crop, number).jittered(rng.gauss(0, _TURN), rng, rng.choice((1.0, _ASTRAY)))
        for number in chosen
    ]


def _empty(crop: Crop, rng: random.Random) -> list[Aim]:
    """Places at which there is no index."""
    cuts = []
    for _ in range(EMPTY):
        x, y = rng.uniform(4, SIZE - 4), rng.uniform(4, SIZE - 4)
        height = math.exp(rng.uniform(math.log(7), math.log(40)))
        aim = Aim(x, y, height, 0, -1)
        if aim.is_apart(crop, 0.6):
            turn = rng.uniform(0, 2 * math.pi)
            cuts.append(replace(aim, upx=math.cos(turn), upy=math.sin(turn)))
    return cuts


def mistaken(crop: Crop, maps: npt.NDArray[np.float32]) -> list[Cut]:
    """Return at most two false indices of the finder in `crop`, cut out as the finder would.

    `maps` are the finder's for this crop, float32 (11, 64, 64), with logits.
    """
    heat = maps[INDEX]
    tops = (heat > HEAT) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8)))
    cuts: list[Cut] = []
    for row, column in sorted(np.argwhere(tops).tolist(), key=lambda at: -heat[at[0], at[1]]):
        aim = _aimed(maps[:, row, column].tolist(), row, column)
        if aim is not None and aim.is_apart(crop, 0.7):
            cuts.append(Cut(aim.crop(crop.image)))
            if len(cuts) == WRONG:
                break
    return cuts


def _aim(crop: Crop, number: int) -> Aim:
    """Return the true place of the index in that row of the crop."""
    return Aim(*crop.indices[number, :5].tolist())


def _aimed(values: list[float], row: int, column: int) -> Aim | None:
    """Return the finder's place of an index, by its answers there, or None without an up."""
    length = math.hypot(values[UPX], values[UPY])
    if length <= 0.1:
        return None
    return Aim(
        (column + 0.5 + values[DX]) * STRIDE,
        (row + 0.5 + values[DY]) * STRIDE,
        math.exp(min(max(values[GLYPH], 1.5), 4.5)),
        values[UPX] / length,
        values[UPY] / length,
    )
