"""Further looks at the same picture, upside down and smaller: the reader takes them before it asks.

What the networks say by a hair's breadth they say differently of the picture turned round. What
is there they see every time. So each look adds to the mean of those before it.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from appliance.vision.find.finder import IDEAL, STRIDE, Areas, Finder, Spot
from appliance.vision.find.index import Image
from appliance.vision.find.network import Map

LOOKS = ((True, 1.0), (False, 0.8), (True, 0.8))
"""Whether the picture is upside down, and how large it is over the first look."""

SAME = 0.6
"""Two looks at one index are not further apart than so many of its heights."""


def again(
    finder: Finder, image: Image, spots: Sequence[Spot], areas: Areas
) -> Iterator[tuple[list[Spot], Areas]]:
    """What is found in `image`, with each further look: the first found `spots` and `areas`.

    An index that some looks did not find counts as less likely.
    """
    for before, (turned, size) in enumerate(LOOKS, start=1):
        picture = np.ascontiguousarray(image[::-1, ::-1]) if turned else image
        found, seen = finder.find(picture, IDEAL * areas.zoom / size)
        if turned:
            height, width = image.shape[:2]
            found = [_upright(spot, width, height) for spot in found]
        spots = _joined(spots, found, before)
        areas = _mean(areas, _laid(seen, areas, image, turned=turned), before)
        yield spots, areas


def _upright(spot: Spot, width: int, height: int) -> Spot:
    """Where `spot`, of the picture upside down, is in the picture itself."""
    x, y = spot.centre
    return replace(
        spot,
        x=width - spot.x,
        y=height - spot.y,
        up=(-spot.up[0], -spot.up[1]),
        centre=(width - x, height - y),
    )


def _laid(areas: Areas, over: Areas, image: Image, *, turned: bool) -> Areas:
    """`areas` at the places of `over`, and turned back where the picture was upside down."""
    size, way = over.zoom / areas.zoom, -1 if turned else 1
    # a place's own middle is half a unit in
    start = (size * way - 1) / 2
    far = np.array(image.shape[1::-1]) / (STRIDE * areas.zoom) * turned
    to = np.array([[size * way, 0, far[0] + start], [0, size * way, far[1] + start]])
    height, width = over.face.shape

    def at_its_places(values: Map) -> Map:
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        laid = cv2.warpAffine(
            values, to, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(laid, np.float32)

    centres = at_its_places(areas.centres)
    if turned:
        centres = np.array(image.shape[1::-1], np.float32) - centres
    return Areas(at_its_places(areas.face), at_its_places(areas.back), centres, over.zoom)


def _mean(one: Areas, other: Areas, before: int) -> Areas:
    """The mean of a look and of `before` earlier ones, whose mean is `one`."""
    face, back, centres = (
        np.asarray((mine * before + theirs) / (before + 1), np.float32)
        for mine, theirs in (
            (one.face, other.face),
            (one.back, other.back),
            (one.centres, other.centres),
        )
    )
    return Areas(face, back, centres, one.zoom)


def _joined(spots: Sequence[Spot], found: Sequence[Spot], before: int) -> list[Spot]:
    """The spots of a look, `found`, and of `before` earlier ones, each once."""
    left, joined = list(found), []
    for spot in spots:
        near = min(left, key=lambda other: _apart(spot, other), default=None)
        if near is None or _apart(spot, near) > SAME:
            joined.append(replace(spot, chance=spot.chance * before / (before + 1)))
        else:
            left.remove(near)
            joined.append(_between(spot, near, before))
    return joined + [replace(spot, chance=spot.chance / (before + 1)) for spot in left]


def _apart(one: Spot, other: Spot) -> float:
    """How far two spots are from each other, in heights of the larger index."""
    return math.dist((one.x, one.y), (other.x, other.y)) / max(one.height, other.height)


def _between(one: Spot, other: Spot, before: int) -> Spot:
    """`one`, the mean of `before` looks, and `other` as one; each counts as it was likely."""
    chance = (before * one.chance + other.chance) / (before + 1)
    share = other.chance / (before + 1) / chance

    def mean(mine: float, theirs: float) -> float:
        return mine + share * (theirs - mine)

    x, y = (mean(mine, theirs) for mine, theirs in zip(one.up, other.up, strict=True))
    length = math.hypot(x, y) or 1.0
    across, down = (mean(*pair) for pair in zip(one.centre, other.centre, strict=True))
    return Spot(
        mean(one.x, other.x),
        mean(one.y, other.y),
        mean(one.height, other.height),
        (x / length, y / length),
        chance,
        (across, down),
        mean(one.card, other.card),
        np.asarray(one.names + share * (other.names - one.names), np.float32),
    )
