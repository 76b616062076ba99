"""Further looks at the same picture, upside down and smaller, before the reader asks.

Networks often decide differently about an unclear detection once the picture is turned round, but
they detect a real index every time. So the result is the mean of all looks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from appliance.vision.arrays import Floats, Image, Point, resampled, xy
from appliance.vision.find.finder import NETWORK_CARD_HEIGHT, CardMaps, Detection, Finder, View

FURTHER_LOOKS = ((True, 1.0), (False, 0.8), (True, 0.8))
"""Pairs: True if the picture is upside down, and its size relative to the first look."""

MAX_MERGE_DISTANCE = 0.6
"""Maximum distance between two looks' detections of one index, in glyph heights. Set by eye."""


def further_looks(
    finder: Finder, image: Image, detections: Sequence[Detection], maps: CardMaps
) -> Iterator[View]:
    """Yield the detections in `image` after each further look; the first includes the given ones.

    An index that some looks did not detect has less confidence.
    """
    for earlier, (turned, size) in enumerate(FURTHER_LOOKS, start=1):
        picture = np.ascontiguousarray(image[::-1, ::-1]) if turned else image
        whole = complex(*image.shape[1::-1]) if turned else None
        look, look_maps = finder.find(picture, NETWORK_CARD_HEIGHT * maps.zoom / size, large=True)
        if whole:
            look = [_turn(detection, whole) for detection in look]
        detections = _merge(detections, look, earlier)
        maps = _mean(maps, look_maps, earlier, whole)
        yield detections, maps


def _turn(one: Detection, size: Point) -> Detection:
    """Map a detection in the picture upside down to the picture itself."""
    return replace(one, at=size - one.at, up=-one.up, card_centre=size - one.card_centre)


def _mean(mean: CardMaps, look: CardMaps, earlier: int, size: Point | None) -> CardMaps:
    """Return the mean of a `look` and of `earlier` ones, at the cells of their `mean`.

    `size` is that of a picture that was turned upside down.
    """
    sign, far = (-1, size) if size else (1, 0j)
    right = sign * mean.zoom / look.zoom
    start = far / look.cell + (right - 1) * (1 + 1j) / 2  # a cell's middle is half a cell in

    def mix(old: Floats, new: Floats, sign: int = 1, far: Point = 0j) -> Floats:
        moved = sign * resampled(new, start, right, old.shape[1::-1])
        if far:
            moved += np.array(xy(far), np.float32)
        return np.asarray((old * earlier + moved) / (earlier + 1), np.float32)

    return CardMaps(
        mix(mean.face, look.face),
        mix(mean.back, look.back),
        mix(mean.card_centres, look.card_centres, sign, far),
        mean.zoom,
    )


def _merge(
    detections: Sequence[Detection], look: Sequence[Detection], earlier: int
) -> list[Detection]:
    """Merge a `look` with the `detections` of `earlier` ones, each index once."""
    left, merged = list(look), []
    for detection in detections:
        near = min(left, key=detection.distance, default=None)
        if near is None or detection.distance(near) > MAX_MERGE_DISTANCE:
            merged.append(
                replace(detection, confidence=detection.confidence * earlier / (earlier + 1))
            )
        else:
            left.remove(near)
            merged.append(_mean_detection(detection, near, earlier))
    return merged + [
        replace(detection, confidence=detection.confidence / (earlier + 1)) for detection in left
    ]


def _mean_detection(one: Detection, other: Detection, earlier: int) -> Detection:
    """Return the mean of `one`, from `earlier` looks, and `other`, weighted by their confidence."""
    confidence = (earlier * one.confidence + other.confidence) / (earlier + 1)
    share = other.confidence / (earlier + 1) / confidence
    up = one.up + share * (other.up - one.up)
    return Detection(
        one.at + share * (other.at - one.at),
        one.height + share * (other.height - one.height),
        up / abs(up) if up else one.up,
        confidence,
        one.card_centre + share * (other.card_centre - one.card_centre),
        one.card_height + share * (other.card_height - one.card_height),
        one.probabilities + np.float32(share) * (other.probabilities - one.probabilities),
        one.suits + np.float32(share) * (other.suits - one.suits),
    )
