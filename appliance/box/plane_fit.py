"""Fits a `Plane` to corners that were seen: least squares in pixels, and how sure the lens is."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from appliance.box.plane import (
    MAT_CENTRE,
    SPAN,
    Plane,
    distort,
    half_diagonal,
    project,
    to_lens,
    undistort,
)
from appliance.vision.arrays import Points

MAX_ITERATIONS = 12
"""Maximum steps of the Levenberg-Marquardt method; from a good start five are enough."""

MIN_CORNER_ERROR = 0.1
"""Minimum error in pixels with which a corner counts as found, however well all fit."""

MAX_BEND = 0.45
"""Maximum bend of a lens, either way; a fisheye bends more, and the model does not fit it."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A plane, and the spread (one sigma) with which the lens's number is known."""

    plane: Plane
    bend_spread: float


def fit(mat: Points, picture: Points, size: tuple[int, int], bend: float | None = None) -> Fit:
    """The plane that shows `mat` (mm) at `picture` (pixels); a lens that is given is kept.

    Raises:
        ValueError: if the points do not determine a plane: fewer than four, or on a line.
    """
    flat, seen = (mat - MAT_CENTRE) / SPAN, to_lens(picture, size)
    start = bend or 0.0
    unfit = ValueError(f"{len(mat)} points do not determine a plane")
    if len(mat) < 4:
        raise unfit
    found: object = cv2.findHomography(flat, undistort(seen, start), 0)[0]
    if found is None:
        raise unfit
    first = np.asarray(found, np.float64)
    if abs(first[2, 2]) < 1e-9:
        raise unfit
    first = (first / first[2, 2]).ravel()[:8]
    values = first if bend is not None else np.append(first, start)
    values, spread = _least_squares(values, flat, seen, bend, half_diagonal(size))
    lens = bend if bend is not None else float(values[8])
    plane = Plane(size, (*(float(one) for one in values[:8]), 1.0), lens)
    return Fit(plane, spread)


def _least_squares(
    values: Points, flat: Points, seen: Points, bend: float | None, unit: float
) -> tuple[Points, float]:
    """The best values, and the spread of the last one (the lens); `unit` pixels are 1."""

    def off(now: Points) -> Points:
        lens = float(np.clip(now[8], -MAX_BEND, MAX_BEND)) if bend is None else bend
        matrix = np.append(now[:8], 1.0).reshape(3, 3)
        return np.asarray((distort(project(matrix, flat), lens) - seen).ravel(), np.float64)

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
    return values, spread


def _slope(off: Callable[[Points], Points], values: Points, error: Points) -> Points:
    """How each error changes with each value: (errors, values)."""
    columns = []
    for place in range(len(values)):
        moved = values.copy()
        moved[place] += 1e-6
        columns.append((off(moved) - error) / 1e-6)
    return np.stack(columns, axis=1)
