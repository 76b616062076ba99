"""Finds the mat's markers in a picture, with their corners to a tenth of a pixel."""

from operator import itemgetter

import cv2
import numpy as np

from appliance.box.mat.design import MARKERS, MODULES
from appliance.box.mat.lanes import LANED
from appliance.vision.arrays import BoolMask, GrayImage, Points

CORNER_WINDOW = 0.35
"""Half the window in which a corner is refined, over a module's side: more takes in the next."""


_DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def _patterns(start: int) -> BoolMask:
    numbers = (start + marker.number for marker in MARKERS)
    modules = [cv2.aruco.generateImageMarker(_DICTIONARY, number, MODULES) for number in numbers]
    return np.array(modules).astype(np.bool_)


PATTERNS = {False: _patterns(0), True: _patterns(LANED)}
"""The modules of each marker on a mat without lanes, and on one with lanes.

Row by row, the black border included: (18, 6, 6), True is white.
"""


def find_markers(gray: GrayImage) -> tuple[dict[int, Points], bool]:
    """Return the mat's whole markers, number to its four corners (pixels), and if it has lanes.

    The corners have the order of `Marker.corners`. A number seen twice is left out: one of the two
    is a mirror image, another mat or chance. Of mats of both kinds that with more markers counts.
    """
    quads, ids, _ = cv2.aruco.ArucoDetector(_DICTIONARY).detectMarkers(gray)
    numbers = [int(number) for number in np.ravel(ids)] if len(quads) else []
    kinds = [number // LANED for number in numbers]
    lanes = kinds.count(1) > kinds.count(0)
    markers = {
        number - lanes * LANED: refined(gray, np.asarray(quad, np.float64).reshape(4, 2))
        for number, kind, quad in sorted(zip(numbers, kinds, quads, strict=True), key=itemgetter(0))
        if kind == lanes and numbers.count(number) == 1
    }
    return markers, lanes


def refined(gray: GrayImage, corners: Points) -> Points:
    """Return the `corners` of markers, four each, moved to the real crossings of the edges."""
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
