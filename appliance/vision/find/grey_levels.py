"""How light a picture is: grey levels, counted."""

import cv2
import numpy as np

from appliance.vision.find.index import Image


def level(values: Image, share: float) -> int:
    """The least level that `share` of `values` do not exceed; counted, for many are fast so.

    0 where there are none.
    """
    if not values.size:
        return 0
    counts = cv2.calcHist([np.ascontiguousarray(values)], [0], None, [256], [0, 256])
    return int(counts.ravel().cumsum().searchsorted(share * values.size))
