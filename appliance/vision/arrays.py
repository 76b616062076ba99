"""What the card reader works with: its kinds of array, each with one name, and points."""

import cv2
import numpy as np
import numpy.typing as npt

from appliance.core.reading import Place
from appliance.drivers import Image

__all__ = ["BoolMask", "Floats", "GrayImage", "Image", "Mask", "Point", "Points", "level", "xy"]

Point = complex
"""A place or a way: x to the right, and y down as the imaginary part.

Seen by who stands as the unit vector `up` does, `way / up` leads so far up (the real part) and to
the right (the imaginary part). `up * (above + right * 1j)` is the way back.
"""

GrayImage = npt.NDArray[np.uint8]
"""Shape (height, width): grey levels, 0 is black and 255 is white."""

Mask = npt.NDArray[np.uint8]
"""Shape (height, width): 1 where something is so, 0 elsewhere. OpenCV wants it in this form."""

BoolMask = npt.NDArray[np.bool_]
"""Shape (height, width): the same for numpy."""

Floats = npt.NDArray[np.float32]
"""What networks take and give, maps of a picture, and vectors. Each use tells its shape."""

Points = npt.NDArray[np.float64]
"""Shape (n, 2): x to the right and y down. In pixels a whole number is the middle of a pixel."""


def xy(point: Point) -> Place:
    """The same place as two coordinates."""
    return point.real, point.imag


def level(values: GrayImage, share: float) -> int:
    """The lowest grey level (0 to 255) that at least `share` (0 to 1) of `values` don't exceed.

    By a histogram, which is faster than sorting. 0 where there are no values.
    """
    if not values.size:
        return 0
    counts = cv2.calcHist([np.ascontiguousarray(values)], [0], None, [256], [0, 256])
    return int(counts.ravel().cumsum().searchsorted(share * values.size))
