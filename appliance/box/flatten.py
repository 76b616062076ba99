"""The box seen straight from above at one fixed scale, whatever the camera, and the way back.

The card reader then needs no search for the scale, and a picture has the same few pixels.
"""

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from appliance.box.calibrate import Calibration
from appliance.box.mat.design import CARD_HEIGHT, RULER_LENGTH
from appliance.box.plane import MAT_CENTRE, Plane
from appliance.core.reading import Quad, Reading
from appliance.vision.arrays import Image, Points

FLAT_SCALE = 1.6
"""Pixels to a millimetre of the flat picture: a card is 142 pixels high, an index of 8 mm 13."""

FLAT_SIZE = (688, 480)
"""Width and height of the flat picture: the whole mat, and some 20 mm around it."""

RemapTables = tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]
"""What `cv2.remap` takes: whole pixels (h, w, 2), and its code (h, w) for what is between."""


def card_height(calibration: Calibration) -> float:
    """How high a card is in the flat picture, pixels."""
    return CARD_HEIGHT * FLAT_SCALE * RULER_LENGTH / calibration.ruler


def flatten(image: Image, calibration: Calibration) -> Image:
    """The box from above: uint8 BGR of `FLAT_SIZE`; what the camera does not see is black.

    Raises:
        ValueError: if `image` has not the size of the calibrated pictures.
    """
    plane = calibration.plane
    if image.shape[1::-1] != plane.size:
        raise ValueError(f"a picture of {image.shape[1::-1]}, calibrated is {plane.size}")
    fewer = _fewer(plane)
    if fewer > 1:  # else fine print would turn into noise
        size = plane.size[0] // fewer, plane.size[1] // fewer
        cut = image[: size[1] * fewer, : size[0] * fewer]
        image = np.asarray(cv2.resize(cut, size, interpolation=cv2.INTER_AREA), np.uint8)
    flat = cv2.remap(image, *_maps(plane), cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(flat, np.uint8)


def to_picture(flat: Points, plane: Plane) -> Points:
    """Where places of the flat picture (n, 2) are in the camera's, pixels both."""
    return plane.to_picture((flat - (np.array(FLAT_SIZE) - 1) / 2) / FLAT_SCALE + MAT_CENTRE)


def unflattened(reading: Reading, corner: tuple[int, int], calibration: Calibration) -> Reading:
    """`reading` of a part of the flat picture, as one of the camera's: size and places are its own.

    `corner` (x, y) is where in the flat picture the part begins.
    """
    plane = calibration.plane

    def back(quad: Quad) -> Quad:
        return tuple((float(x), float(y)) for x, y in to_picture(np.array(quad) + corner, plane))

    return reading.moved(*plane.size, back)


def _fewer(plane: Plane) -> int:
    """How many pixels of the camera, across and down, become one before all else."""
    return max(1, int(plane.px_per_mm / FLAT_SCALE))


@lru_cache(maxsize=2)
def _maps(plane: Plane) -> RemapTables:
    """Where each pixel of the flat picture is in the (reduced) picture of the camera."""
    across, down = np.meshgrid(np.arange(FLAT_SIZE[0]), np.arange(FLAT_SIZE[1]))
    flat = np.stack([across.ravel(), down.ravel()], axis=1).astype(np.float64)
    seen = (to_picture(flat, plane) + 0.5) / _fewer(plane) - 0.5
    x, y = seen.astype(np.float32).reshape(FLAT_SIZE[1], FLAT_SIZE[0], 2).transpose(2, 0, 1)
    coarse, fine = cv2.convertMaps(np.ascontiguousarray(x), np.ascontiguousarray(y), cv2.CV_16SC2)
    return np.asarray(coarse, np.int16), np.asarray(fine, np.uint16)
