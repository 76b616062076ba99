"""A second look at the same picture, turned upside down: the reader takes one before it asks.

What the networks say by a hair's breadth they say differently of the picture turned round. What
is there they see both times.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from appliance.vision.find import IDEAL, Areas, Finder, Spot
from appliance.vision.index import Image
from appliance.vision.network import Map

SAME = 0.6
"""Two looks at one index are not further apart than so many of its heights."""


def both(
    finder: Finder, image: Image, spots: Sequence[Spot], areas: Areas
) -> tuple[list[Spot], Areas]:
    """The mean of what was found in `image`, `spots` and `areas`, and of a second look.

    An index that was found in one look only counts half as likely as it looked there.
    """
    turned = np.ascontiguousarray(image[::-1, ::-1])
    found, seen = finder.find(turned, IDEAL * areas.zoom)
    height, width = image.shape[:2]
    rest = [_turned(spot, width, height) for spot in found]
    paired = []
    for spot in spots:
        near = [other for other in rest if _apart(spot, other) < SAME]
        if near:
            other = min(near, key=lambda one: _apart(spot, one))
            rest.remove(other)
            paired.append(_between(spot, other))
        else:
            paired.append(replace(spot, chance=spot.chance / 2))
    paired += [replace(spot, chance=spot.chance / 2) for spot in rest]
    # turned back, a place of the second look is less than one place off
    centres = np.array([width, height], np.float32) - seen.centres[::-1, ::-1]
    return paired, Areas(
        _mean(areas.face, seen.face[::-1, ::-1]),
        _mean(areas.back, seen.back[::-1, ::-1]),
        _mean(areas.centres, centres),
        areas.zoom,
    )


def _mean(one: Map, other: Map) -> Map:
    return np.asarray((one + other) / 2, np.float32)


def _turned(spot: Spot, width: int, height: int) -> Spot:
    """Where `spot`, of the picture upside down, is in the picture itself."""
    x, y = spot.centre
    return replace(
        spot,
        x=width - spot.x,
        y=height - spot.y,
        up=(-spot.up[0], -spot.up[1]),
        centre=(width - x, height - y),
    )


def _apart(one: Spot, other: Spot) -> float:
    """How far two spots are from each other, in heights of the larger index."""
    return math.dist((one.x, one.y), (other.x, other.y)) / max(one.height, other.height)


def _between(one: Spot, other: Spot) -> Spot:
    """Two looks at one index as one: each counts as much as it was likely."""
    share = one.chance / (one.chance + other.chance)

    def mean(mine: float, theirs: float) -> float:
        return share * mine + (1 - share) * theirs

    x, y = (mean(mine, theirs) for mine, theirs in zip(one.up, other.up, strict=True))
    length = math.hypot(x, y) or 1.0
    across, down = (mean(*pair) for pair in zip(one.centre, other.centre, strict=True))
    return Spot(
        mean(one.x, other.x),
        mean(one.y, other.y),
        mean(one.height, other.height),
        (x / length, y / length),
        (one.chance + other.chance) / 2,
        (across, down),
        mean(one.card, other.card),
        np.asarray(share * one.names + (1 - share) * other.names, np.float32),
    )
