"""How light a picture is: quantiles of its grey levels."""

import cv2
import numpy as np

from appliance.vision.arrays import GrayImage


def level(values: GrayImage, share: float) -> int:
    """The lowest grey level (0 to 255) that at least `share` (0 to 1) of `values` don't exceed.

    By a histogram, which is faster than sorting. 0 where there are no values.
    """
    if not values.size:
        return 0
    counts = cv2.calcHist([np.ascontiguousarray(values)], [0], None, [256], [0, 256])
    return int(counts.ravel().cumsum().searchsorted(share * values.size))
