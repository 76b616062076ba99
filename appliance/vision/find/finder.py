"""Finds every index in a picture, and which pixels are cards, with one small network.

The network looks at cards about IDEAL pixels high. Where that scale is known one look is
enough; where it is not, the picture is looked at in several sizes, at more cost.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from appliance.vision.find.index import LABELS, Image, cut
from appliance.vision.find.network import Map, Runner, load
from appliance.vision.find.runner import fitting

NETWORKS = Path(__file__).parent
"""Where finder.onnx and namer.onnx are."""

IDEAL = 110.0
"""Height in pixels at which a card is looked at best."""

STRIDE, VOTE = 4, 64.0
"""Pixels for one place of the network's maps, and for a vote of one."""

SIZES = (1.0, 1.25)
"""An index is named in so many cuts, of these sizes: what is sure in one only isn't sure."""

LEAST = 0.2
"""Least chance at which a place may be an index at all."""

FIRST, OTHER = (176, 384, 768), 1408
"""Longer sides of a picture, in pixels, in which cards of an unknown size are first looked for;
and another, where nothing is found."""

GAIN, MORE = 2.0, 3
"""The network takes cards that are far too large, or too small, for about half as far off; and
so many more looks to find the right size."""

LARGEST, ENLARGED = 1408, 1.6
"""No look is at more pixels a side, nor at a picture that is enlarged by more."""

NEAR = 1.3
"""Cards that look so many times too large or too small are looked at again, in another size."""

FAR = 1.7
"""A look in which the cards are so many times too large or too small does not count."""

LIKELY = 0.3
"""From this chance on an index, surely named, tells how large the cards are."""

_NONE = LABELS.index("none")


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """One index: the middle of its rank at (`x`, `y`) and the rank's `height` in pixels.

    `up` is a unit vector, `chance` (0 to 1) that an index is there, `centre` its card's middle
    and `card` its card's height in pixels, `names` the chance of each of LABELS.
    """

    x: float
    y: float
    height: float
    up: tuple[float, float]
    chance: float
    centre: tuple[float, float]
    card: float
    names: Map

    @property
    def label(self) -> str:
        """What most likely stands there."""
        return LABELS[int(self.names[:_NONE].argmax())]

    @property
    def sure(self) -> float:
        """How likely that is, 0 to 1."""
        return float(self.names[:_NONE].max())


@dataclass(frozen=True, slots=True, eq=False)
class Areas:
    """Which places of a picture are cards, STRIDE * `zoom` pixels apart.

    `face` and `back` are chances, float32 (h, w); `centres` float32 (h, w, 2) the middle of the
    card that each place belongs to, in pixels of the picture.
    """

    face: Map
    back: Map
    centres: Map
    zoom: float


class Finder:
    """The two networks. Not for use by two threads at once."""

    def __init__(self, networks: Path = NETWORKS, runner: Runner | None = None) -> None:
        """Load both networks of a folder, for a `runner` or for the one that works here.

        Raises:
            ModelError: a file is no network, or nothing here can run one.
        """
        runner = runner or fitting()
        self._finder = load(networks / "finder.onnx", runner)
        self._namer = load(networks / "namer.onnx", runner)

    def find(self, image: Image, card: float | None) -> tuple[list[Spot], Areas]:
        """Every index in `image`, the likeliest first, and the areas of the cards.

        `card` is a card's height in pixels where it is known.
        """
        looks = self._looks(image) if card is None else [self._look(image, IDEAL / card)]
        best = _apart([spot for spots, _ in looks for spot in spots])
        return best, _fitting([areas for _, areas in looks], best)

    def _looks(self, image: Image) -> list[tuple[list[Spot], Areas]]:
        """Looks in as many sizes as it takes to see cards of an unknown one well."""
        longest = max(image.shape[:2])
        looks = [self._look(image, side / longest) for side in FIRST]
        if _fit(looks) is None:
            looks.append(self._look(image, min(OTHER / longest, ENLARGED)))
        for _ in range(MORE):
            fit = _fit(looks)
            if fit is None:
                break
            best = min(fit, LARGEST / longest, ENLARGED)
            if any(_off(best, areas) <= NEAR for _, areas in looks):
                # what looks like an index in another size is a pip or a picture
                return [look for look in looks if _off(best, look[1]) <= FAR]
            looks.append(self._look(image, best))
        return looks

    def _look(self, image: Image, scale: float) -> tuple[list[Spot], Areas]:
        """The places that may be an index, named, in a picture reduced to `scale`."""
        height, width = (max(32, round(side * scale)) for side in image.shape[:2])
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = cv2.resize(image, (width, height), interpolation=way)
        small = cv2.copyMakeBorder(small, 0, -height % 16, 0, -width % 16, cv2.BORDER_REPLICATE)
        maps = self._finder(np.stack(cv2.split(small))[None] * np.float32(1 / 255))[0]
        maps = maps[:, : -(-height // STRIDE), : -(-width // STRIDE)]
        peak = maps[0]
        tops = (peak >= LEAST) & (peak >= cv2.dilate(peak, np.ones((3, 3), np.uint8)))
        rows, columns = np.nonzero(tops)
        unit = STRIDE / scale
        across = (np.arange(maps.shape[2], dtype=np.float32) + 0.5) * unit
        down = (np.arange(maps.shape[1], dtype=np.float32) + 0.5) * unit
        centres = np.stack(
            [across + maps[8] * (VOTE / scale), down[:, None] + maps[9] * (VOTE / scale)], axis=-1
        )
        nothing = np.zeros(len(LABELS), np.float32)
        spots = []
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            values = maps[:, row, column]
            length = float(np.hypot(values[5], values[6])) or 1.0
            spots.append(
                Spot(
                    float(across[column] + values[3] * unit),
                    float(down[row] + values[4] * unit),
                    float(np.exp(np.clip(values[7], 0, 6)) / scale),
                    (float(values[5]) / length, float(values[6]) / length),
                    float(values[0]),
                    (float(centres[row, column, 0]), float(centres[row, column, 1])),
                    float(np.exp(np.clip(values[10], 2, 7)) / scale),
                    nothing,
                )
            )
        return self._named(image, spots), Areas(maps[1], maps[2], centres, unit / STRIDE)

    def _named(self, image: Image, spots: Sequence[Spot]) -> list[Spot]:
        """The spots with what stands there."""
        if not spots:
            return []
        cuts = [
            cut(image, spot.x, spot.y, spot.height * size, spot.up)
            for spot in spots
            for size in SIZES
        ]
        values = np.array([cv2.split(one) for one in cuts], np.float32)
        values -= values.mean(axis=(1, 2, 3), keepdims=True)
        values /= values.std(axis=(1, 2, 3), keepdims=True) + 8.0
        names = self._namer(values)
        means = names.reshape(len(spots), len(SIZES), len(LABELS)).mean(axis=1)
        return [replace(spot, names=chances) for spot, chances in zip(spots, means, strict=True)]


def _off(scale: float, areas: Areas) -> float:
    """How many times too large or too small a picture was looked at, for a `scale` that fits."""
    return float(np.exp(abs(np.log(scale * areas.zoom))))


def _fit(looks: Sequence[tuple[list[Spot], Areas]]) -> float | None:
    """The size in which the cards found so far would be IDEAL, over the picture's own."""
    fits = [
        (IDEAL * areas.zoom / spot.card) ** GAIN / areas.zoom
        for spots, areas in looks
        for spot in spots
        if _worth(spot) > LIKELY
    ]
    return float(np.median(fits)) if fits else None


def _worth(spot: Spot) -> float:
    """How good a look at an index is: likely there, surely named, from about the right distance."""
    return spot.chance * (1 - float(spot.names[_NONE])) * spot.sure


def _apart(spots: Sequence[Spot]) -> list[Spot]:
    """The best look at each index, of several at the same one."""
    kept: list[Spot] = []
    for spot in sorted(spots, key=_worth, reverse=True):
        near = (
            np.hypot(spot.x - other.x, spot.y - other.y) < 0.6 * max(spot.height, other.height)
            for other in kept
        )
        if not any(near):
            kept.append(spot)
    return kept


def _fitting(areas: Sequence[Areas], spots: Sequence[Spot]) -> Areas:
    """Of several looks the one in which the cards were nearest to the ideal size."""
    sizes = [spot.card for spot in spots if _worth(spot) > LIKELY]
    if not sizes:
        return areas[-1]
    middle = float(np.median(sizes))
    return min(areas, key=lambda one: abs(np.log(middle / one.zoom / IDEAL)))
