"""The made mat as a picture, felt and all: for the simulator's box and for the documents."""

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from appliance.box.mat.design import HEIGHT, WIDTH, WINDOW
from appliance.box.mat.shapes import frame

FINE = 12
"""Pixels a millimetre while it is drawn: every side of a marker's module is a whole number."""

PAPER, INK = 236, 28
"""Grey levels of paper and of a printer's black, well lit."""


@lru_cache(maxsize=2)
def mat_picture(scale: int = 4, felt: int = 44) -> npt.NDArray[np.uint8]:
    """The frame with its window of `felt` (a grey level): uint8 (HEIGHT, WIDTH) times `scale`.

    Raises:
        ValueError: if `scale` (pixels a millimetre) does not divide `FINE`.
    """
    if FINE % scale:
        raise ValueError(f"scale {scale}: allowed is a divisor of {FINE}")
    fine = np.full((round(HEIGHT * FINE), round(WIDTH * FINE)), PAPER, np.uint8)
    x0, y0, x1, y1 = (round(side * FINE) for side in WINDOW)
    fine[y0:y1, x0:x1] = felt
    for patch in frame():
        points = np.array(patch.points) * FINE
        tone = round(INK + (PAPER - INK) * patch.light)
        (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
        if len(points) == 4:  # a rectangle: without the half pixel that fillPoly adds around it
            fine[round(top) : round(bottom), round(left) : round(right)] = tone
        else:
            cv2.fillPoly(fine, [np.round(points).astype(np.int32)], (tone,))
    size = (round(WIDTH * scale), round(HEIGHT * scale))
    return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.uint8)
