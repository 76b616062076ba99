"""Computes a `Calibration` from pictures of the mat: the box's place, the scale and the lens.

Any part of the mat will do as long as all four sides of its frame show. Cards and hands may cover
markers, and each of several pictures may show different ones.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from appliance.box.light_check import BoxLight, measure, named_place, trouble
from appliance.box.markers import find_markers
from appliance.box.mat import design
from appliance.box.plane import MAX_BEND, Plane, fit
from appliance.core.reading import rectangle
from appliance.errors import CalibrationError
from appliance.vision.arrays import GrayImage, Image, Points
from bluffing.message import Message, message


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationLimits:
    """Limits for pictures of a calibration. Set by eye; bench.calibration measures them."""

    min_markers: int = 6
    """Minimum number of markers for a first calibration; later fewer will do (`BumpLimits`)."""

    ruler: tuple[float, float] = (90.0, 110.0)
    """Minimum and maximum length of the printed ruler, millimetres; else: print it again."""

    max_marker_error: float = 4.0
    """Maximum distance of a marker's corner from its place, millimetres; above it, left out."""

    min_kept: float = 0.75
    """Minimum share of markers that stay in; below it, the mat itself is faulty."""

    max_error: float = 1.5
    """Maximum error of all markers left (root mean square), mm; above it: refused."""

    max_motion: float = 2.0
    """Maximum distance of a marker from picture to picture, mm; above it the camera moved."""

    max_lens_error: float = 2.0
    """Maximum error of the lens at the picture's corner, pixels (one sigma); above it: straight."""

    min_px_per_mm: float = 1.1
    """Minimum pixels to a millimetre; below it no index can be read."""


CALIBRATION = CalibrationLimits()

MAT_PICTURES = 8
"""Number of pictures that show enough of the mat for a calibration."""

_LEFT, _TOP, _RIGHT, _BOTTOM = design.WINDOW

SIDES = {
    "top": {marker.number for marker in design.MARKERS if marker.y < _TOP},
    "right": {marker.number for marker in design.MARKERS if marker.x > _RIGHT},
    "bottom": {marker.number for marker in design.MARKERS if marker.y > _BOTTOM},
    "left": {marker.number for marker in design.MARKERS if marker.x < _LEFT},
}
"""The markers of each side of the frame, with the mat the right way up."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One picture of the mat: its grey levels, and the corners of the markers in it (pixels).

    `lanes` says if these markers are of a mat with lanes.
    """

    gray: GrayImage
    markers: Mapping[int, Points]
    lanes: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, pixels."""
        height, width = self.gray.shape
        return width, height


@dataclass(frozen=True, slots=True)
class Calibration:
    """A camera over its mat.

    `error` and `worst` are the root mean square and the maximum of the markers' distances from
    their places, in millimetres. `markers` are the numbers that it rests on. `lens_known` says if
    the lens was measured; otherwise it counts as straight. `ruler` is the real length of the mat's
    ruler of 100 mm: `plane` is in real millimetres over that, and so in the design's. `lanes` says
    if the mat has lanes.
    """

    plane: Plane
    lens_known: bool
    error: float
    worst: float
    markers: tuple[int, ...]
    light: BoxLight
    ruler: float = design.RULER_LENGTH
    lanes: bool = False

    @property
    def px_per_mm(self) -> float:
        """Pixels of the camera to a real millimetre, in the middle of the mat."""
        return self.plane.px_per_mm * design.RULER_LENGTH / self.ruler


def sight(image: Image) -> Sighting:
    """Find the mat's markers in a BGR picture; takes some 30 ms for two megapixels."""
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    return Sighting(gray, *find_markers(gray))


def solve(sightings: Sequence[Sighting], ruler: float = design.RULER_LENGTH) -> Calibration:
    """Return the calibration from pictures of one size by an unmoved camera.

    `ruler` is the length of the printed ruler, mm.

    Raises:
        CalibrationError: too little of the mat shows, it isn't flat, it isn't printed to scale,
            or the camera moved between the pictures.
    """
    if not CALIBRATION.ruler[0] <= ruler <= CALIBRATION.ruler[1]:
        raise CalibrationError.of("calibration.ruler", measured=ruler, printed=design.RULER_LENGTH)
    best = max(sightings, key=lambda sighting: len(sighting.markers))
    if any(sighting.size != best.size for sighting in sightings):
        raise CalibrationError.of("calibration.sizes")
    if any(sighting.markers and sighting.lanes != best.lanes for sighting in sightings):
        raise CalibrationError.of("calibration.moved")
    markers = _combined(sightings)
    missing = lacking(markers)
    if missing is not None:
        raise missing
    (plane, lens_error, misses), markers = _robust(markers, best.size)
    lens_known = lens_error <= CALIBRATION.max_lens_error and abs(plane.bend) < MAX_BEND
    if not lens_known:
        plane, _, misses = fit_markers(markers, best.size, bend=0.0)
    error = float(np.sqrt((misses**2).mean()))
    if error > CALIBRATION.max_error:
        raise CalibrationError.of("calibration.error", error_mm=error)
    outside = cut_off(plane)
    if outside:
        raise CalibrationError(outside)
    if plane.px_per_mm < CALIBRATION.min_px_per_mm:
        least = CALIBRATION.min_px_per_mm
        raise CalibrationError.of("calibration.scale", px_per_mm=plane.px_per_mm, least=least)
    light = measure(best.gray, plane, [number for number in markers if number in best.markers])
    worst, numbers = float(misses.max()), tuple(markers)
    return Calibration(plane, lens_known, error, worst, numbers, light, float(ruler), best.lanes)


def lacking(markers: Mapping[int, Points]) -> CalibrationError | None:
    """Return what a first calibration lacks and its remedy, or None if it lacks nothing."""
    if not markers:
        return CalibrationError.of("calibration.no-mat")
    counts = {"seen": len(markers), "of": len(design.MARKERS)}
    blind = [side for side, numbers in SIDES.items() if not numbers & markers.keys()]
    if blind:
        sides = tuple(message(f"calibration.side.{side}") for side in blind)
        return CalibrationError.of("calibration.blind-side", sides=sides, **counts)
    if len(markers) < CALIBRATION.min_markers:
        return CalibrationError.of(
            "calibration.few-markers", least=CALIBRATION.min_markers, **counts
        )
    return None


def cut_off(plane: Plane) -> Message | None:
    """Return the corner of the window outside the picture and its remedy, or None."""
    corners = plane.to_picture(np.array(rectangle(*design.WINDOW)))
    for corner in corners:
        if (corner < 0).any() or (corner > np.array(plane.size) - 1).any():
            place = named_place((float(corner[0]), float(corner[1])), plane.size)
            return trouble("calibration.cut-off", where=place)
    return None


def places(numbers: Iterable[int]) -> Points:
    """Return the corners of these markers on the mat, four each, in mm."""
    return np.array([corner for number in numbers for corner in design.MARKERS[number].corners])


def _combined(sightings: Sequence[Sighting]) -> dict[int, Points]:
    """Return the median place of each marker.

    Raises:
        CalibrationError: one of them moved.
    """
    together = {}
    for number in sorted({number for sighting in sightings for number in sighting.markers}):
        corners = np.stack(
            [sighting.markers[number] for sighting in sightings if number in sighting.markers]
        )
        middle = np.asarray(np.median(corners, axis=0), np.float64)
        side = np.linalg.norm(middle[0] - middle[1])
        if np.abs(corners - middle).max() * design.MARKER_SIDE / side > CALIBRATION.max_motion:
            raise CalibrationError.of("calibration.moved")
        together[number] = middle
    return together


Fit = tuple[Plane, float, Points]
"""A plane, the error of its lens as `fit` has it, and each corner's distance from its place, mm."""


def fit_markers(
    markers: Mapping[int, Points], size: tuple[int, int], bend: float | None = None
) -> Fit:
    """Return the plane with the corners of `markers` at these pixels; the rest is as in `fit`."""
    mat, picture = places(markers), np.concatenate(list(markers.values()))
    plane, lens_error = fit(mat, picture, size, bend)
    return plane, lens_error, np.linalg.norm(plane.to_mat(picture) - mat, axis=1)


def _robust(markers: Mapping[int, Points], size: tuple[int, int]) -> tuple[Fit, dict[int, Points]]:
    """Return the best fit without the markers far off their places, bent up or misread."""
    kept = dict(markers)
    while True:
        solution = fit_markers(kept, size)
        misses = solution[2].reshape(-1, 4).max(axis=1)
        worst = list(kept)[int(misses.argmax())]
        without = {number: corners for number, corners in kept.items() if number != worst}
        few = len(without) < CALIBRATION.min_kept * len(markers)
        if misses.max() <= CALIBRATION.max_marker_error or few or lacking(without):
            return solution, kept
        kept = without
