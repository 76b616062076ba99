"""Checks the mat's markers in each later picture: was the camera bumped, is the light good?

If nothing moved, the check costs a few hundred grey levels: it reads each marker at its last place.
If too few markers are there, it searches the whole picture and recalibrates the box from the
markers in sight, with the known lens.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

import cv2
import numpy as np

from appliance.box.calibrate import Calibration, cut_off, fit_markers, places
from appliance.box.light_check import BoxLight, levels, measure, sample, samples_of
from appliance.box.markers import PATTERNS, find_markers, refined
from appliance.box.mat.design import MAT_HEIGHT, MAT_WIDTH, WINDOW
from appliance.box.plane import Plane
from appliance.core.reading import rectangle
from appliance.errors import CalibrationError
from appliance.vision.arrays import GrayImage, Image
from bluffing.message import Message, message


@dataclass(frozen=True, slots=True, kw_only=True)
class BumpLimits:
    """Limits for a box that is found again, or moved. Set by eye; bench.calibration measures."""

    min_markers: int = 3
    """Minimum number of visible markers; below it the place of the box is unknown."""

    min_spread: float = 0.12
    """Minimum area that these markers span, as a share of the mat; one corner is not enough."""

    max_motion: float = 1.5
    """Maximum motion in millimetres of an unmoved box; a card's index is 8 mm high."""

    min_contrast: float = 25.0
    """Minimum grey levels between paper and ink; below it no marker can be read."""

    max_wrong_modules: int = 1
    """Maximum number of misread modules among a marker's 36, by a speck or noise."""

    max_error: float = 1.0
    """Maximum error of the markers (root mean square), mm; above it the box is not found."""


BUMP = BumpLimits()


@dataclass(frozen=True, slots=True)
class BoxCheck:
    """Result of checking one later picture.

    `moved` is the largest motion of the box since `calibrate` in millimetres, or None if too few
    markers show. `calibration` is the one to use next: the same, a new one if the box moved, or
    None if that is unknown. `markers` are those that it rests on.
    """

    markers: tuple[int, ...] = ()
    moved: float | None = None
    calibration: Calibration | None = None
    light: BoxLight | None = None

    @property
    def bumped(self) -> bool:
        """Return True if the camera or the mat has moved."""
        return self.moved is not None and self.moved > BUMP.max_motion

    @property
    def trouble(self) -> Message | None:
        """Return the fault of view or light with its remedy, or None if all is good or unknown."""
        if self.light is None or self.calibration is None:
            return None
        plane = self.calibration.plane
        return cut_off(plane) or self.light.trouble(plane.size)


def check_box(image: Image, calibration: Calibration, *, search: bool = True) -> BoxCheck:
    """Look at the mat in a later BGR picture; without `search` only at its last place.

    Raises:
        CalibrationError: the size of `image` differs from that of the calibrated pictures.
    """
    plane = calibration.plane
    if image.shape[1::-1] != plane.size:
        sizes = {"size": str(image.shape[1::-1]), "calibrated": str(plane.size)}
        symptom = message("calibration.other-size", **sizes)
        raise CalibrationError(symptom, message("calibration.again"))
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    markers = in_place(gray, plane, lanes=calibration.lanes)
    if spans(markers):
        was = places(markers)
        now = plane.to_mat(refined(gray, plane.to_picture(was)))
        moved = float(np.median(np.linalg.norm(now - was, axis=1)))
        if moved <= BUMP.max_motion:
            return BoxCheck(markers, moved, calibration, measure(gray, plane, markers))
    return _anew(gray, calibration) if search else BoxCheck()


def in_place(gray: GrayImage, plane: Plane, *, lanes: bool) -> tuple[int, ...]:
    """Return the markers, of a mat with or without `lanes`, that are exactly at their places."""
    samples = samples_of(plane)
    inside = list(samples.inside)
    if not inside:
        return ()
    papers, inks = levels(gray, plane, inside)
    white = sample(gray, samples.modules[inside]) > ((papers + inks) / 2)[:, None]
    wrong = (white != PATTERNS[lanes][inside].reshape(white.shape)).sum(axis=1)
    good = (wrong <= BUMP.max_wrong_modules) & (papers - inks >= BUMP.min_contrast)
    return tuple(compress(inside, good))


def spans(numbers: Sequence[int]) -> bool:
    """Return True if these markers are enough, and far enough apart, to hold a plane."""
    if len(numbers) < BUMP.min_markers:
        return False
    hull = cv2.convexHull(places(numbers).astype(np.float32))
    return cv2.contourArea(hull) >= BUMP.min_spread * MAT_WIDTH * MAT_HEIGHT


def _anew(gray: GrayImage, calibration: Calibration) -> BoxCheck:
    """Find the mat anywhere in the picture, and solve it with the known lens."""
    plane, (markers, lanes) = calibration.plane, find_markers(gray)
    numbers = tuple(markers)
    if not spans(numbers):
        return BoxCheck()
    now, _, misses = fit_markers(markers, plane.size, plane.bend)
    error = float(np.sqrt((misses**2).mean()))
    if error > max(BUMP.max_error, 2 * calibration.error):
        return BoxCheck()
    window = np.array([*rectangle(*WINDOW), (MAT_WIDTH / 2, MAT_HEIGHT / 2)])
    moved = float(np.linalg.norm(plane.to_mat(now.to_picture(window)) - window, axis=1).max())
    light, worst = measure(gray, now, numbers), float(misses.max())
    if moved > BUMP.max_motion or lanes != calibration.lanes:
        calibration = Calibration(
            now, calibration.lens_known, error, worst, numbers, light, calibration.ruler, lanes
        )
    return BoxCheck(numbers, moved, calibration, light)
