"""The mat's markers in a picture: which are there, and where their corners are to a tenth pixel."""

from functools import lru_cache

import cv2
import numpy as np

from appliance.box.mat.design import MARKERS, MODULES
from appliance.vision.arrays import GrayImage, Points

CORNER_WINDOW = 0.35
"""Half the window in which a corner is refined, over a module's side: more takes in the next."""


@lru_cache(maxsize=1)
def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


@lru_cache(maxsize=64)
def pattern(number: int) -> tuple[tuple[bool, ...], ...]:
    """The modules of marker `number`, row by row, its black border included; True is white.

    Raises:
        ValueError: if the dictionary has no such marker.
    """
    if not 0 <= number < 50:
        raise ValueError(f"marker {number}: the dictionary has 0 to 49")
    drawn = cv2.aruco.generateImageMarker(_dictionary(), number, MODULES)
    return tuple(tuple(bool(module) for module in row) for row in drawn)


def find_markers(gray: GrayImage) -> dict[int, Points]:
    """Each of the mat's markers that shows whole: number to its four corners, pixels.

    The corners come as `Marker.corners` has them. A number that is seen twice is left out: one
    of the two is a mirror image, another mat or chance.
    """
    detector = cv2.aruco.ArucoDetector(_dictionary())
    quads, numbers, _ = detector.detectMarkers(gray)
    if len(quads) == 0:
        return {}
    seen: dict[int, list[Points]] = {}
    for number, quad in zip(np.ravel(numbers), quads, strict=True):
        seen.setdefault(int(number), []).append(np.asarray(quad, np.float64).reshape(4, 2))
    known = {marker.number for marker in MARKERS}
    return {
        number: refined(gray, found[0])
        for number, found in sorted(seen.items())
        if number in known and len(found) == 1
    }


def refined(gray: GrayImage, corners: Points) -> Points:
    """The `corners` of markers, four each, moved to where the edges really meet."""
    quads = corners.reshape(-1, 4, 2)
    side = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2).min()
    reach = int(np.clip(CORNER_WINDOW * side / MODULES, 1, 6))
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 20, 0.02)
    near = corners.astype(np.float32).reshape(-1, 1, 2).copy()
    height, width = gray.shape
    inside = (near > reach).all() and (near < (width - reach - 1, height - reach - 1)).all()
    if not inside:
        return corners
    moved = cv2.cornerSubPix(gray, near, (reach, reach), (-1, -1), stop)
    return np.asarray(moved, np.float64).reshape(-1, 2)
