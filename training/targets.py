"""The finder's right answers for a crop, and the weight of each."""

import math

import numpy as np
import numpy.typing as npt

from appliance.vision.find.finder import CENTRE_UNIT, STRIDE
from appliance.vision.find.grouping import ASPECT
from training.crops import PLACES, UNKNOWN, Crop

Map = npt.NDArray[np.float32]

CHANNELS = ("index", "face", "back", "dx", "dy", "upx", "upy", "glyph", "votex", "votey", "card")
"""The finder's maps. The first three are chances, 0 to 1; dx, dy lead from the place's middle to
the index's, in places; up is a vector of length one; glyph and card are natural logarithms of
heights in pixels; the vote leads from the place to its card's middle, in CENTRE_UNIT pixels."""

INDEX, FACE, BACK, DX, DY, UPX, UPY, GLYPH, VOTEX, VOTEY, CARD = range(len(CHANNELS))
AREAS = slice(FACE, BACK + 1)
AT_INDEX = slice(DX, GLYPH + 1)
ON_CARD = slice(VOTEX, CARD + 1)

GOOD, HIDDEN = 0.5, 0.35
"""Shares of an index that show: from GOOD it must be found, up to HIDDEN it must not be."""

LEAST = 6.5
"""Pixels of a glyph: lower ones can't be read, so that nothing is asked about them."""

READ = 12.0
"""Extra weight of the card's middle and size at an index, where they are read."""

SLIVER = 3.0
"""Largest extra weight where little of a card shows: root of the whole over that part."""

PEAK = 0.14
"""Spread of the peak at an index, in heights of its glyph; at least LEAST_PEAK places."""
LEAST_PEAK = 0.75

NEAR = 2.3
"""Squared distance, in places, up to which a place says where the index is."""

_Y, _X = np.mgrid[:PLACES, :PLACES].astype(np.float32)


def targets(crop: Crop) -> tuple[Map, Map]:
    """The finder's maps, float32 (11, 64, 64), and how much each place of them counts."""
    goal = np.zeros((len(CHANNELS), PLACES, PLACES), np.float32)
    weight = np.zeros_like(goal)
    weight[INDEX] = 1
    weight[AREAS] = crop.owner != UNKNOWN
    at_index = _indices(crop, goal, weight)
    for number, (x, y, height, back) in enumerate(crop.cards.tolist(), start=1):
        mine = crop.owner == number
        goal[BACK if back else FACE, mine] = 1
        if not back:
            weight[ON_CARD, mine] = _rarity(height, int(mine.sum()))
            weight[ON_CARD, mine & at_index] = READ
            goal[VOTEX, mine] = (x - (_X[mine] + 0.5) * STRIDE) / CENTRE_UNIT
            goal[VOTEY, mine] = (y - (_Y[mine] + 0.5) * STRIDE) / CENTRE_UNIT
            goal[CARD, mine] = math.log(height)
    return goal, weight


def _rarity(height: float, places: int) -> float:
    """Weight of each of the `places` at which a card of `height` pixels shows."""
    whole = ASPECT * (height / STRIDE) ** 2
    return min(SLIVER, max(1.0, math.sqrt(whole / max(places, 1))))


def _indices(crop: Crop, goal: Map, weight: Map) -> npt.NDArray[np.bool_]:
    """Write the indices into both maps; gives the places at any of them, bool (64, 64)."""
    nearest = np.full((PLACES, PLACES), np.inf, np.float32)
    for x, y, height, upx, upy, _, shown in crop.indices.tolist():
        if shown <= HIDDEN:
            continue
        dx, dy = x / STRIDE - 0.5 - _X, y / STRIDE - 0.5 - _Y
        far = dx * dx + dy * dy
        if shown < GOOD or height < LEAST:  # neither right nor wrong: nothing is asked here
            weight[INDEX, np.sqrt(far) < max(1.5, 0.7 * height / STRIDE)] = 0
            continue
        spread = max(LEAST_PEAK, PEAK * height / STRIDE)
        goal[INDEX] = np.maximum(goal[INDEX], np.exp(-far / (2 * spread * spread)))
        near = (far <= NEAR) & (far < nearest)
        nearest[near] = far[near]
        weight[AT_INDEX, near] = 1
        goal[DX, near], goal[DY, near] = dx[near], dy[near]
        goal[UPX, near], goal[UPY, near] = upx, upy
        goal[GLYPH, near] = math.log(height)
        row, column = int(y / STRIDE), int(x / STRIDE)
        if 0 <= row < PLACES and 0 <= column < PLACES:
            goal[INDEX, row, column] = 1.0
    return np.isfinite(nearest)
