"""The way from a picture of the box to millimetres on its mat, and back: perspective and lens.

One plane and one camera: a homography, after a lens that bends straight lines. The lens is the
division model of one number (Fitzgibbon 2001), because both ways are closed formulas and it fits
the barrel of small wide lenses with that one number. `fit` finds them: least squares in pixels.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from appliance.box.mat.design import MAT_HEIGHT, MAT_WIDTH
from appliance.errors import CalibrationError
from appliance.vision.arrays import Points

SPAN = 200.0
"""Millimetres that count as 1 while fitting a plane: half the mat, so that values are near 1."""

MAT_CENTRE = np.array([MAT_WIDTH / 2, MAT_HEIGHT / 2])

MAX_ITERATIONS = 12
"""Maximum steps of the Levenberg-Marquardt method; a good start needs only five."""

MIN_CORNER_ERROR = 0.1
"""Minimum assumed error of a found corner in pixels, for any quality of the fit."""

MAX_BEND = 0.45
"""Maximum bend of a lens, either way; the model does not fit a fisheye, which bends more."""


@dataclass(frozen=True)
class Plane:
    """The mat in a picture of `size` (width, height).

    `matrix` is the homography, nine numbers row by row, from the mat to the picture without a
    lens: from (x, y) less the mat's middle, over `SPAN`, to pixels from the picture's middle,
    over half its diagonal. `bend` is the lens: a point at radius r there would without a lens be
    at r / (1 + bend * r**2). Barrels are negative.
    """

    size: tuple[int, int]
    matrix: tuple[float, ...]
    bend: float = 0.0

    def to_picture(self, mat: Points) -> Points:
        """Map places of the mat (mm) to the picture (pixels)."""
        flat = project(self._matrix, (mat - MAT_CENTRE) / SPAN)
        return distort(flat, self.bend) * half_diagonal(self.size) + (np.array(self.size) - 1) / 2

    def to_mat(self, picture: Points) -> Points:
        """Map pixels to the places of the mat (mm) that they show.

        The exact inverse of `to_picture`.
        """
        flat = undistort(to_lens(picture, self.size), self.bend)
        return np.asarray(project(self._inverse, flat) * SPAN + MAT_CENTRE, np.float64)

    @cached_property
    def px_per_mm(self) -> float:
        """Pixels to a millimetre in the middle of the mat: the root of the growth of its area."""
        near = MAT_CENTRE + np.array([(-1.0, 0), (1, 0), (0, -1), (0, 1)])
        left, right, top, bottom = self.to_picture(near)
        return float(abs(np.linalg.det(np.array([right - left, bottom - top]) / 2)) ** 0.5)

    @cached_property
    def _matrix(self) -> Points:
        return np.array(self.matrix).reshape(3, 3)

    @cached_property
    def _inverse(self) -> Points:
        return np.asarray(np.linalg.inv(self._matrix), np.float64)


def half_diagonal(size: tuple[int, int]) -> float:
    """Return half the diagonal of a picture of `size`, pixels."""
    return float(np.hypot(*size) / 2)


def to_lens(pixels: Points, size: tuple[int, int]) -> Points:
    """Return pixels relative to the picture's middle, in units of its half diagonal."""
    return np.asarray((pixels - (np.array(size) - 1) / 2) / half_diagonal(size), np.float64)


def project(matrix: Points, points: Points) -> Points:
    """Map `points` through a homography (3, 3)."""
    lifted = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(lifted[:, :2] / lifted[:, 2:], np.float64)


def distort(points: Points, bend: float) -> Points:
    """Map `points` through a lens, in units of the half diagonal."""
    radius = (points**2).sum(axis=1, keepdims=True)
    # a pincushion has a maximum radius of rays: points beyond it stay there
    root = np.sqrt(np.maximum(1 - 4 * bend * radius, 0.0))
    return np.asarray(points * 2 / (1 + root), np.float64)


def undistort(points: Points, bend: float) -> Points:
    """Map `points` back to their places without the lens."""
    return np.asarray(points / (1 + bend * (points**2).sum(axis=1, keepdims=True)), np.float64)


def fit(
    mat: Points, picture: Points, size: tuple[int, int], bend: float | None = None
) -> tuple[Plane, float]:
    """Return the plane that shows `mat` (mm) at `picture` (pixels), and the error of its lens.

    A given `bend` is kept. The error is the lens's spread (one sigma) at the picture's corner,
    pixels.

    Raises:
        CalibrationError: the points do not determine a plane: fewer than four, or on a line.
    """
    flat, target = (mat - MAT_CENTRE) / SPAN, to_lens(picture, size)
    start = bend or 0.0
    homography = cv2.findHomography(flat, undistort(target, start), 0)[0] if len(mat) >= 4 else None
    if homography is None or abs(homography[2, 2]) < 1e-9:
        raise CalibrationError.of("calibration.no-plane", corners=len(mat))
    values = np.asarray(homography / homography[2, 2], np.float64).ravel()[:8]
    if bend is None:
        values = np.append(values, start)
    values, spread = _least_squares(values, flat, target, bend, half_diagonal(size))
    lens = bend if bend is not None else float(values[8])
    return Plane(size, (*values[:8].tolist(), 1.0), lens), spread


def _least_squares(
    values: Points, flat: Points, target: Points, bend: float | None, unit: float
) -> tuple[Points, float]:
    """Return the best values and the spread in pixels of the last, the lens.

    `unit` pixels count as 1.
    """

    def off(now: Points) -> Points:
        lens = float(np.clip(now[8], -MAX_BEND, MAX_BEND)) if bend is None else bend
        matrix = np.append(now[:8], 1.0).reshape(3, 3)
        return np.asarray((distort(project(matrix, flat), lens) - target).ravel(), np.float64)

    error, damp = off(values), 1e-4
    slope = _slope(off, values, error)
    for _ in range(MAX_ITERATIONS):
        normal = slope.T @ slope
        step = np.linalg.solve(normal + damp * np.diag(np.diag(normal)), slope.T @ error)
        better = off(values - step)
        if better @ better >= error @ error:
            damp *= 10
            continue
        gain = 1 - float(better @ better) / max(float(error @ error), 1e-30)
        values, error, damp = values - step, better, damp / 10
        slope = _slope(off, values, error)
        if gain < 1e-6:
            break
    free = max(1, len(error) - len(values))
    noise = max(float(error @ error) / free, (MIN_CORNER_ERROR / unit) ** 2)
    spread = float(np.sqrt(noise * np.linalg.pinv(slope.T @ slope)[-1, -1]))
    return values, spread * unit


def _slope(off: Callable[[Points], Points], values: Points, error: Points) -> Points:
    """Return the derivative of each error by each value: (errors, values)."""
    moves = np.eye(len(values)) * 1e-6
    return np.stack([(off(values + move) - error) / 1e-6 for move in moves], axis=1)
