"""Measures at every marker's paper and ink if the light in the box is good enough for cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from appliance.box.mat.design import GREY_STEPS, MARKER_SIDE, MARKERS, MODULES, QUIET_ZONE
from appliance.box.plane import Plane
from appliance.core.reading import rectangle
from appliance.vision.arrays import Floats, GrayImage, Points
from bluffing.message import Message, Spoken, message

Levels = npt.NDArray[np.float64]
"""Grey levels, 0 to 255, of any shape; between pixels they are fractions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LightLimits:
    """Limits of good light; beyond a limit the table names the remedy. Set by eye."""

    min_paper: float = 80.0
    """Minimum grey level of the mat's paper; below it the box is too dark."""

    burnt_out: float = 252.0
    """Minimum grey level at which paper counts as burnt out."""

    max_burnt: float = 0.5
    """Maximum share of the paper that is burnt out; above it the box is too bright."""

    max_unevenness: float = 1.9
    """Maximum ratio between the lightest and the darkest paper; above it the light is uneven."""

    max_ink: float = 0.55
    """Maximum ratio of ink's grey level to its paper's; above it, a reflection covers both."""

    max_edge: float = 1.4
    """Maximum width of an edge from a tenth to nine tenths, millimetres; above it: out of focus.

    An index has strokes of 0.9 mm; out of focus, they run into one another.
    """

    min_step: float = 8.0
    """Minimum difference in grey levels between two distinguishable steps of the patch."""


LIGHT = LightLimits()


@dataclass(frozen=True, slots=True)
class BoxLight:
    """The light of one picture, measured at the markers that show.

    `level` is the paper's grey level (0 to 255, the median of all markers). `unevenness` is the
    ratio of the lightest paper to the darkest, and `darkest` the darkest paper's place in pixels.
    `burnt` is the share of paper at the upper end, 0 to 1. `glare` are the places of markers under
    a reflection. `edge` is the width in millimetres over which ink turns to paper; less is sharper.
    `steps` is the number of distinguishable steps among the five greys.
    """

    level: float
    unevenness: float
    darkest: tuple[float, float]
    burnt: float
    glare: tuple[tuple[float, float], ...]
    edge: float
    steps: int

    def trouble(self, size: tuple[int, int]) -> Message | None:
        """Return the remedy for this light in a picture of `size`, or None if the light is good."""
        if self.level < LIGHT.min_paper:
            return trouble("light.dark")
        if self.burnt > LIGHT.max_burnt:
            return trouble("light.bright")
        if self.glare:
            return trouble("light.glare", where=named_place(self.glare[0], size))
        if self.unevenness > LIGHT.max_unevenness:
            return trouble("light.uneven", where=named_place(self.darkest, size))
        if self.edge > LIGHT.max_edge:
            return trouble("light.blurred")
        return None


def measure(gray: GrayImage, plane: Plane, numbers: Sequence[int]) -> BoxLight:
    """Measure the light at the markers `numbers`, at least one, all whole in `gray`."""
    papers, inks = levels(gray, plane, numbers)
    middles = samples_of(plane).middles[list(numbers)]
    places = [(float(x), float(y)) for x, y in middles]
    washed = inks > LIGHT.max_ink * papers
    greys = np.median(sample(gray, samples_of(plane).greys), axis=1)
    return BoxLight(
        level=float(np.median(papers)),
        unevenness=float(papers.max() / max(papers.min(), 1.0)),
        darkest=places[int(papers.argmin())],
        burnt=float((papers >= LIGHT.burnt_out).mean()),
        glare=tuple(place for place, glare in zip(places, washed, strict=True) if glare),
        edge=_edge(gray, plane, numbers),
        steps=1 + int((greys[:-1] - greys[1:] >= LIGHT.min_step).sum()),
    )


def levels(gray: GrayImage, plane: Plane, numbers: Sequence[int]) -> tuple[Levels, Levels]:
    """Return the grey levels of the paper around each marker, and of its black border."""
    samples, chosen = samples_of(plane), list(numbers)
    papers = sample(gray, samples.papers[chosen])
    inks = sample(gray, samples.inks[chosen])
    return np.median(papers, axis=1), np.median(inks, axis=1)


def sample(gray: GrayImage, points: Floats) -> Levels:
    """Return grey levels at `points` (..., 2), interpolated; 0 outside the picture."""
    across, down = points[..., 0].reshape(-1, 1), points[..., 1].reshape(-1, 1)
    grey = cv2.remap(gray, across, down, cv2.INTER_LINEAR)
    return np.asarray(grey, np.float64).reshape(points.shape[:-1])


def trouble(code: str, **values: Spoken) -> Message:
    """Return the fault (the catalogue's `code`) with its remedy (`code`.todo)."""
    return message("error.todo", seen=message(code, **values), todo=message(f"{code}.todo"))


def named_place(place: tuple[float, float], size: tuple[int, int]) -> Message:
    """Name the ninth of a picture of `size` that holds `place`: "at the top left"."""
    across = ("left", "middle", "right")[min(2, max(0, int(3 * place[0] / size[0])))]
    down = ("top", "middle", "bottom")[min(2, max(0, int(3 * place[1] / size[1])))]
    return message(f"place.{down}-{across}")


@dataclass(frozen=True, slots=True, eq=False)
class MarkerSamples:
    """Places to sample in the picture, for each marker by its number: float32 (18, ..., 2).

    `middles` are those of the markers, `papers` lie around them, `inks` on their borders, and
    `modules` run row by row. `edges` are six paths on each of four sides, across the edge from ink
    to paper. `greys` are nine places in each step of the light patch: float32 (5, 9, 2). `inside`
    are the numbers of the markers inside the picture, with their paper.
    """

    middles: Floats
    papers: Floats
    inks: Floats
    modules: Floats
    edges: Floats
    greys: Floats
    inside: tuple[int, ...]


@lru_cache(maxsize=2)
def samples_of(plane: Plane) -> MarkerSamples:
    """Return the sample places in the pictures of `plane`, cached while nothing moves."""
    middles = np.array([(marker.x, marker.y) for marker in MARKERS])

    def in_picture(points: Points) -> Floats:
        pixels = plane.to_picture(points.reshape(-1, 2)).reshape(points.shape)
        return np.asarray(pixels, np.float32)

    def of_each(around: Points) -> Floats:
        return in_picture(middles.reshape(-1, *(1,) * (around.ndim - 1), 2) + around)

    steps = (np.arange(MODULES) - (MODULES - 1) / 2) * MARKER_SIDE / MODULES
    modules = np.array([(x, y) for y in steps for x in steps])
    border = np.abs(modules).max(axis=1) > steps[-1] - 0.1
    side = MARKER_SIDE / 2 + 3  # with paper around
    around = of_each(np.array(rectangle(-side, -side, side, side)))
    inside = ((around >= 1) & (around <= np.array(plane.size) - 2)).all(axis=(1, 2))
    far, along = MARKER_SIDE / 2 + QUIET_ZONE / 2, np.linspace(-0.4, 0.4, 3) * MARKER_SIDE
    papers = [(x, y) for x in along for y in (-far, far)]
    papers += [(x, y) for y in along for x in (-far, far)]
    across = np.arange(-_REACH, _REACH + _STEP / 2, _STEP)
    outs = np.array([(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)])[:, None, None]
    beside = outs[..., ::-1] * (-1, 1)
    edges = steps[:, None, None] * beside + (MARKER_SIDE / 2 + across)[:, None] * outs
    boxes = np.array(GREY_STEPS)[:, None]
    shares = np.array(list(product(np.linspace(0.3, 0.7, 3), repeat=2)))
    return MarkerSamples(
        in_picture(middles),
        of_each(np.array(papers)),
        of_each(modules[border]),
        of_each(modules),
        of_each(edges),
        in_picture(boxes[..., :2] + shares * (boxes[..., 2:] - boxes[..., :2])),
        tuple(np.flatnonzero(inside).tolist()),
    )


_REACH, _STEP = 1.6, 0.1  # mm: across an edge, without leaving the black border or the paper


def _edge(gray: GrayImage, plane: Plane, numbers: Sequence[int]) -> float:
    """Return the median width in millimetres over which outer edges rise from 10 to 90 %."""
    greys = sample(gray, samples_of(plane).edges[list(numbers)]).mean(axis=2)
    profiles = greys.reshape(-1, greys.shape[-1])
    low = profiles[:, :3].mean(axis=1, keepdims=True)
    high = profiles[:, -3:].mean(axis=1, keepdims=True)
    up = np.maximum.accumulate((profiles - low) / np.maximum(high - low, 1.0), axis=1)
    rise = _reaches(up, 0.9) - _reaches(up, 0.1)
    return float(np.median(rise)) * _STEP


def _reaches(up: Levels, level: float) -> Levels:
    """Return the step, with its fraction, at which each rising row of `up` reaches `level`."""
    last = up.shape[1] - 1
    after = np.where(up[:, -1] >= level, (up >= level).argmax(axis=1), last).clip(1)
    rows = np.arange(len(up))
    below, above = up[rows, after - 1], up[rows, after]
    part = (level - below) / np.maximum(above - below, 1e-9)
    return np.asarray(after - 1 + part.clip(0, 1), np.float64)
