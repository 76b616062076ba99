"""Finds every index in a picture, and the pixels of cards, with small networks.

A detector locates indices and cards, the classifier (namer.onnx) names each index. Of two
detectors the larger one looks at photographs. Both work best on cards about `NETWORK_CARD_HEIGHT`
pixels high. If the scale is known one look is enough; otherwise several sizes are tried.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np

from appliance.vision.arrays import Floats, Image, Mask, Point
from appliance.vision.find.free_cards import free_cards
from appliance.vision.find.index import LABELS, SUITS, crop_index
from appliance.vision.find.runner import (
    NETWORKS,
    TRIAL_INPUTS,
    Network,
    Runner,
    fitting,
    load,
)

NETWORK_CARD_HEIGHT = 110.0
"""Height in pixels at which the detector sees a card best: it learned from such."""

STRIDE, CENTRE_UNIT = 4, 64.0
"""Pixels between two cells of the detector's maps, and for 1 in its vote for a card's middle."""

CROP_SCALES = (1.0, 1.25)
"""Sizes of the crops of each index; its label is their mean. One crop alone was too sure."""

NAMED_AT_ONCE = 32
"""Maximum number of crops that are named in one run: more take more memory, and no less time."""

LOOKED_AT_ONCE, BEYOND_HALF = 1_000_000, 208
"""A picture of more pixels is looked at in two halves, which need less memory at once.

Each half includes as many pixels beyond the middle as the large detector's output depends on, a
multiple of 16. So the results are those of one run (`tests/vision/test_finder.py`).
"""

MIN_PEAK = 0.2
"""Minimum chance at which a cell may be an index; below it, it is no detection. Set by eye."""

MIN_FACE = 0.5
"""Minimum chance at which a cell counts as a card's face."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleSearch:
    """Sizes of the looks at a picture of unknown scale. All set by eye."""

    first_sides: tuple[int, ...] = (176, 384, 768)
    """Longer sides of the first looks, pixels."""

    max_side: int = 1408
    """Maximum longer side of any further look, pixels; this size if the first find nothing."""

    max_enlargement: float = 1.6
    """Maximum factor by which a picture is enlarged for a look."""

    max_further_looks: int = 3
    """Maximum number of looks to approach the right size."""

    exponent: float = 1.3
    """Exponent that corrects a measured size ratio: the detector measures 3/4 of an error."""

    good_ratio: float = 1.3
    """Maximum ratio between the size of a look and the right one; above it follows another."""

    max_ratio: float = 1.7
    """The same; above it a look's detections are dropped once there is a good one."""

    min_worth: float = 0.3
    """Minimum `_worth` of a detection that counts for the size of the cards."""


SCALE_SEARCH = ScaleSearch()


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """One index: the middle of its glyph, and the glyph's `height`, pixels.

    `up` is a unit vector to its top and `confidence` the chance that an index is there.
    `card_centre` and `card_height` are its card's in pixels, by the vote of the index.
    `probabilities` are the chances of LABELS: float32 (25,), and `suits` those of SUITS: float32
    (4,), which are valid only for an index with a suit.
    """

    at: Point
    height: float
    up: Point
    confidence: float
    card_centre: Point
    card_height: float
    probabilities: Floats
    suits: Floats = field(default_factory=lambda: np.zeros(len(SUITS), np.float32))

    @property
    def label(self) -> str:
        """Likeliest label, without "none"."""
        return LABELS[int(self.probabilities[:-1].argmax())]

    @property
    def sure(self) -> float:
        """The chance of that label, 0 to 1."""
        return float(self.probabilities[:-1].max())

    @property
    def none(self) -> float:
        """The chance that it is no index at all, as the classifier sees it, 0 to 1."""
        return float(self.probabilities[-1])

    @property
    def score(self) -> float:
        """Worth of a detection among several, 0 to 1."""
        return self.sure * self.confidence

    def crop(self, image: Image, size: float = 1.0) -> Image:
        """Return the index in `image`, upright: uint8 BGR (56, 48, 3); `size` > 1 shows more."""
        return crop_index(image, self.at, self.height * size, self.up)

    def distance(self, other: "Detection") -> float:
        """Distance to `other`, in glyph heights of the larger one."""
        return abs(self.at - other.at) / max(self.height, other.height)

    def along(self, other: "Detection") -> float:
        """Return the cosine of the angle between both `up` vectors: -1 for opposite ones."""
        return (self.up / other.up).real


@dataclass(frozen=True, eq=False)
class CardMaps:
    """Detector output for each cell of a picture; cells are STRIDE * `zoom` pixels wide.

    `face` and `back` are the chances that a card's face or back lies there, float32 (h, w).
    `card_centres` is the middle of that card in pixels: float32 (h, w, 2).
    """

    face: Floats
    back: Floats
    card_centres: Floats
    zoom: float

    @property
    def cell(self) -> float:
        """The width of a cell, pixels."""
        return STRIDE * self.zoom

    @cached_property
    def faces(self) -> Mask:
        """1 at the cells that show a card's face: uint8 (h, w)."""
        return (self.face > MIN_FACE).astype(np.uint8)

    def cell_of(self, detection: Detection) -> tuple[int, int]:
        """The row and column at which an index is."""
        rows, columns = self.face.shape
        row, column = (int(side / self.cell) for side in (detection.at.imag, detection.at.real))
        return min(max(0, row), rows - 1), min(max(0, column), columns - 1)

    def around(self, detection: Detection, reach: int) -> tuple[slice, slice]:
        """Return the rows and columns within `reach` cells of an index."""
        row, column = (slice(max(0, at - reach), at + reach + 1) for at in self.cell_of(detection))
        return row, column


View = tuple[list[Detection], CardMaps]
"""Result of one look at a picture."""


class Finder:
    """The networks. Not for use by two threads at once."""

    def __init__(self, runner: Runner | None = None, networks: Path | None = None) -> None:
        """Load all networks, or those of another folder, for a `runner` or the first that works.

        Raises:
            ModelError: a file is no network, or no library can run one.
        """
        runner, folder = runner or fitting(), networks or NETWORKS
        self._detector = load(folder / "finder.onnx", runner)
        self._large = load(folder / "large_finder.onnx", runner)
        self._classifier = load(folder / "namer.onnx", runner)

    def prepare(self) -> None:
        """Run each network once, with the input of its trial."""
        networks = self._detector, self._large, self._classifier
        for network, shape in zip(networks, TRIAL_INPUTS.values(), strict=True):
            network(np.zeros(shape, np.float32))

    def find(self, image: Image, card_height: float | None, *, large: bool = False) -> View:
        """Every index in the BGR `image`, the best first, and the maps of the cards.

        `card_height` is in pixels if known; without it, or with `large`, the large network looks.
        """
        if card_height is None:
            views = self._search(image)
        else:
            detector = self._large if large else self._detector
            views = [self._look(image, NETWORK_CARD_HEIGHT / card_height, detector)]
        best = _suppress([detection for detections, _ in views for detection in detections])
        return best, _best_maps([maps for _, maps in views], best)

    def _search(self, image: Image) -> list[View]:
        """Look at several sizes until cards of unknown size are seen well."""
        longest, search = max(image.shape[:2]), SCALE_SEARCH
        most = min(search.max_side / longest, search.max_enlargement)
        views = [self._look(image, side / longest, self._large) for side in search.first_sides]
        if _best_scale(views) is None:
            views.append(self._look(image, most, self._large))
        for _ in range(search.max_further_looks):
            wanted = _best_scale(views)
            if wanted is None:
                break
            scale = min(wanted, most)
            if any(_ratio(scale, maps) <= search.good_ratio for _, maps in views):
                # an index in a wrong size is a pip or a picture
                return [view for view in views if _ratio(scale, view[1]) <= search.max_ratio]
            views.append(self._look(image, scale, self._large))
        return views

    def _look(self, image: Image, scale: float, detector: Network) -> View:
        """Return the detector's finds in a picture reduced to `scale`."""
        height, width = (max(32, round(side * scale)) for side in image.shape[:2])
        interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = cv2.resize(image, (width, height), interpolation=interpolation)
        small = cv2.copyMakeBorder(small, 0, -height % 16, 0, -width % 16, cv2.BORDER_REPLICATE)
        out = _output(detector, np.asarray(small, np.uint8))
        out = out[:, : -(-height // STRIDE), : -(-width // STRIDE)]
        peaks = (out[0] >= MIN_PEAK) & (out[0] >= cv2.dilate(out[0], np.ones((3, 3), np.uint8)))
        cell, unit = STRIDE / scale, CENTRE_UNIT / scale
        x = (np.arange(out.shape[2], dtype=np.float32) + 0.5) * cell
        y = (np.arange(out.shape[1], dtype=np.float32) + 0.5) * cell
        centres = np.stack([x + out[8] * unit, y[:, None] + out[9] * unit], axis=-1)
        detections = []
        for row, column in np.argwhere(peaks).tolist():
            chance, _, _, right, down, across, along, high, _, _, tall = out[:, row, column]
            up = complex(across, along)
            detections.append(
                Detection(
                    complex(x[column] + right * cell, y[row] + down * cell),
                    float(np.exp(np.clip(high, 0, 6)) / scale),
                    up / abs(up) if up else -1j,
                    float(chance),
                    complex(*centres[row, column]),
                    float(np.exp(np.clip(tall, 2, 7)) / scale),
                    np.zeros(len(LABELS), np.float32),
                )
            )
        return self.named(image, detections), CardMaps(out[1], out[2], centres, cell / STRIDE)

    def named(self, image: Image, detections: Sequence[Detection]) -> list[Detection]:
        """Return `detections` of the BGR `image` with the names that the network reads there."""
        if not detections:
            return []
        crops = [detection.crop(image, size) for detection in detections for size in CROP_SCALES]
        starts = range(0, len(crops), NAMED_AT_ONCE)
        parts = [self._names(crops[start : start + NAMED_AT_ONCE]) for start in starts]
        out = np.concatenate(parts).reshape(len(detections), len(CROP_SCALES), -1)
        means, end = out.mean(axis=1), len(LABELS)
        return [
            replace(detection, probabilities=mean[:end], suits=mean[end:])
            for detection, mean in zip(detections, means, strict=True)
        ]

    def _names(self, crops: Sequence[Image]) -> Floats:
        """Return the classifier's output for `crops`: float32 (n, labels and suits)."""
        values = np.array([cv2.split(crop) for crop in crops], np.float32)
        values -= values.mean(axis=(1, 2, 3), keepdims=True)
        values /= values.std(axis=(1, 2, 3), keepdims=True) + 8.0
        return self._classifier(values)


def _output(detector: Network, image: Image) -> Floats:
    """Return the detector's output for a picture whose sides are divisible by 16: (11, h, w)."""
    height, width = image.shape[:2]
    if height * width <= LOOKED_AT_ONCE:
        return _run(detector, image)
    middle = max(height, width) // 32 * 16
    if width > height:
        first = _run(detector, image[:, : middle + BEYOND_HALF])[:, :, : middle // STRIDE]
        last = _run(detector, image[:, middle - BEYOND_HALF :])[:, :, BEYOND_HALF // STRIDE :]
        return np.concatenate([first, last], axis=2)
    first = _run(detector, image[: middle + BEYOND_HALF])[:, : middle // STRIDE]
    last = _run(detector, image[middle - BEYOND_HALF :])[:, BEYOND_HALF // STRIDE :]
    return np.concatenate([first, last], axis=1)


def _run(detector: Network, image: Image) -> Floats:
    out: Floats = detector(np.stack(cv2.split(image))[None] * np.float32(1 / 255))[0]
    return out


def _ratio(scale: float, maps: CardMaps) -> float:
    """Return how many times too large or too small a look was, where `scale` would be right."""
    return float(np.exp(abs(np.log(scale * maps.zoom))))


def _best_scale(views: Sequence[View]) -> float | None:
    """Return the scale at which the cards found so far have the detector's preferred size."""
    scales = [
        (NETWORK_CARD_HEIGHT * maps.zoom / detection.card_height) ** SCALE_SEARCH.exponent
        / maps.zoom
        for detections, maps in views
        for detection in detections
        if _worth(detection) > SCALE_SEARCH.min_worth
    ]
    return float(np.median(scales)) if scales else None


def _worth(one: Detection) -> float:
    """Worth of a look at an index: likely there, surely named, seen in a good size."""
    return one.confidence * (1 - one.none) * one.sure


def _suppress(detections: Sequence[Detection]) -> list[Detection]:
    """Non-maximum suppression: of detections within 0.6 glyph heights only the best stays."""
    kept: list[Detection] = []
    for detection in sorted(detections, key=_worth, reverse=True):
        if all(detection.distance(better) >= 0.6 for better in kept):
            kept.append(detection)
    return kept


def _best_maps(maps: Sequence[CardMaps], detections: Sequence[Detection]) -> CardMaps:
    """Return the maps of the look in which the cards were nearest to the detector's size.

    Without any index the shapes of cards that lie apart determine it.
    """
    heights = [
        detection.card_height
        for detection in detections
        if _worth(detection) > SCALE_SEARCH.min_worth
    ]
    if heights:
        middle = float(np.median(heights))
        return min(maps, key=lambda look: _size_error(middle, look))
    shapes = [(look, list(free_cards(look.faces, look.cell))) for look in maps]
    return min(
        ((_size_error(card.height, look), look) for look, cards in shapes for card in cards),
        key=lambda size: size[0],
        default=(0.0, maps[-1]),
    )[1]


def _size_error(height: float, maps: CardMaps) -> float:
    """Return how far a card's `height` in pixels is from the detector's size in that look."""
    return float(abs(np.log(height / maps.zoom / NETWORK_CARD_HEIGHT)))
