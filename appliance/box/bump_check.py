"""Looks at the mat's markers in each later picture: has the camera been bumped, is the light good?

Where nothing moved it costs a few hundred grey levels: each marker is read at the place where it
was. Only when too few are there is the whole picture searched, and the box solved anew from
whatever shows, with the lens that is known.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from appliance.box.calibrate import Calibration, cut_off, off, places
from appliance.box.light_check import Light, levels, measure, sample, spots
from appliance.box.markers import Gray, Image, find, pattern, refined
from appliance.box.mat.design import HEIGHT, MARKERS, SIDE, WIDTH, WINDOW
from appliance.box.mat.shapes import box
from appliance.box.plane import Plane
from appliance.box.plane_fit import fit

FEWEST = 3
"""Markers that must show to know where the box is once the lens is known."""

SPREAD = 0.12
"""Share of the mat that the markers that show must span: a plane can't be had from one corner."""

MOVED = 1.5
"""Millimetres: a box that moved by less than this is where it was. A card's index is 8 mm high."""

FAINTEST = 25.0
"""Grey levels between paper and ink below which no marker is read."""

MISREAD = 1
"""Modules of 36 that may come out wrong, by a speck or noise."""

BELIEVED = 1.0
"""Millimetres, typically: markers that miss their places by more were misread or moved alone."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one later picture says of the box.

    `moved` is by how many millimetres it moved at most since `calibrate`, or None where too few
    markers show to tell. `calibration` is the one to go on with: the same, a new one if it moved,
    or None where that is not known. `seen` are the markers that it rests on.
    """

    seen: tuple[int, ...]
    moved: float | None
    calibration: Calibration | None
    light: Light | None

    @property
    def bumped(self) -> bool:
        """Whether the camera (or the mat) is no longer where it was."""
        return self.moved is not None and self.moved > MOVED

    @property
    def trouble(self) -> str:
        """What is wrong with view or light, and what to do; "" where all is good or not known."""
        if self.light is None or self.calibration is None:
            return ""
        plane = self.calibration.plane
        return cut_off(plane) or self.light.trouble(plane.size)


def check(image: Image, calibration: Calibration, *, search: bool = True) -> Look:
    """Look at the mat in a later BGR picture; without `search` only where it was.

    Raises:
        ValueError: if `image` has not the size of the calibrated pictures.
    """
    plane = calibration.plane
    if image.shape[1::-1] != plane.size:
        raise ValueError(f"a picture of {image.shape[1::-1]}, calibrated is {plane.size}")
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    seen = in_place(gray, plane)
    if spans(seen):
        moved = _drift(gray, plane, seen)
        if moved <= MOVED:
            return Look(seen, moved, calibration, measure(gray, plane, seen))
    return _anew(gray, calibration) if search else Look((), None, None, None)


def in_place(gray: Gray, plane: Plane) -> tuple[int, ...]:
    """The markers that can be read exactly where `plane` says that they are."""
    inside = _inside(plane)
    if not inside:
        return ()
    papers, inks = levels(gray, plane, inside)
    seen, bits = sample(gray, spots(plane).modules[list(inside)]), _bits()[list(inside)]
    white = seen > ((papers + inks) / 2)[:, None]
    good = ((white != bits).sum(axis=1) <= MISREAD) & (papers - inks >= FAINTEST)
    return tuple(number for number, one in zip(inside, good, strict=True) if one)


def spans(numbers: Sequence[int]) -> bool:
    """Whether these markers are enough, and far enough apart, to hold a plane."""
    if len(numbers) < FEWEST:
        return False
    hull = cv2.convexHull(places(numbers).astype(np.float32))
    return cv2.contourArea(hull) >= SPREAD * WIDTH * HEIGHT


def _drift(gray: Gray, plane: Plane, numbers: Sequence[int]) -> float:
    """By how many mm the corners of these markers moved: the middle one of them."""
    was = places(numbers)
    now = plane.to_mat(refined(gray, plane.to_picture(was)))
    return float(np.median(np.linalg.norm(now - was, axis=1)))


def _anew(gray: Gray, calibration: Calibration) -> Look:
    """Find the mat wherever it is now, and solve it with the lens that is known."""
    plane, markers = calibration.plane, find(gray)
    if not spans(tuple(markers)):
        return Look((), None, None, None)
    numbers = tuple(markers)
    seen = np.concatenate(list(markers.values()))
    now = fit(places(numbers), seen, plane.size, bend=plane.bend).plane
    misses = off(now, markers)
    error = float(np.sqrt((misses**2).mean()))
    if error > max(BELIEVED, 2 * calibration.error):
        return Look((), None, None, None)
    moved = distance(plane, now)
    light = measure(gray, now, numbers)
    if moved <= MOVED:
        return Look(numbers, moved, calibration, light)
    new = replace(
        calibration, plane=now, error=error, worst=float(misses.max()), markers=numbers, light=light
    )
    return Look(numbers, moved, new, light)


def distance(one: Plane, other: Plane) -> float:
    """By how many mm the window's corners and middle moved between two planes, at most."""
    window = np.array([*box(*WINDOW), (WIDTH / 2, HEIGHT / 2)])
    moved = one.to_mat(other.to_picture(window)) - window
    return float(np.linalg.norm(moved, axis=1).max())


@lru_cache(maxsize=2)
def _inside(plane: Plane) -> tuple[int, ...]:
    """The markers that are inside the picture, with their paper."""
    found = []
    for marker in MARKERS:
        far = SIDE / 2 + 3
        around = box(marker.x - far, marker.y - far, marker.x + far, marker.y + far)
        seen = plane.to_picture(np.array(around))
        if (seen >= 1).all() and (seen <= np.array(plane.size) - 2).all():
            found.append(marker.number)
    return tuple(found)


@lru_cache(maxsize=1)
def _bits() -> npt.NDArray[np.bool_]:
    """Which modules of each marker are white: (18, 36)."""
    return np.array([np.ravel(pattern(marker.number)) for marker in MARKERS], np.bool_)
