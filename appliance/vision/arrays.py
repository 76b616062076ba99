"""The kinds of array that the card reader works with. Each has its name here and nowhere else."""

import numpy as np
import numpy.typing as npt

from appliance.drivers import Image

__all__ = ["BoolMask", "Floats", "GrayImage", "Image", "Mask", "Points"]

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
