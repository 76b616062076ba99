"""The made mat as a picture, felt and all: for the simulator's box and for the documents."""

from functools import lru_cache

import cv2
import numpy as np

from appliance.box.mat.design import MAT_HEIGHT, MAT_WIDTH, WINDOW
from appliance.box.mat.shapes import frame
from appliance.vision.arrays import GrayImage

FINE_SCALE = 12
"""Pixels a millimetre while it is drawn: every side of a marker's module is a whole number."""

PAPER_LEVEL, INK_LEVEL = 236, 28
"""Grey levels of paper and of a printer's black, well lit."""


@lru_cache(maxsize=2)
def mat_picture(scale: int = 4, felt: int = 44) -> GrayImage:
    """The frame with its window of `felt` (a grey level): uint8 (260, 392) times `scale`.

    Raises:
        ValueError: if `scale` (pixels a millimetre) does not divide `FINE_SCALE`.
    """
    if FINE_SCALE % scale:
        raise ValueError(f"scale {scale}: allowed is a divisor of {FINE_SCALE}")
    fine = np.full(
        (round(MAT_HEIGHT * FINE_SCALE), round(MAT_WIDTH * FINE_SCALE)), PAPER_LEVEL, np.uint8
    )
    x0, y0, x1, y1 = (round(side * FINE_SCALE) for side in WINDOW)
    fine[y0:y1, x0:x1] = felt
    for patch in frame():
        points = np.array(patch.points) * FINE_SCALE
        tone = round(INK_LEVEL + (PAPER_LEVEL - INK_LEVEL) * patch.light)
        (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
        if len(points) == 4:  # a rectangle: without the half pixel that fillPoly adds around it
            fine[round(top) : round(bottom), round(left) : round(right)] = tone
        else:
            cv2.fillPoly(fine, [np.round(points).astype(np.int32)], (tone,))
    size = (round(MAT_WIDTH * scale), round(MAT_HEIGHT * scale))
    return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.uint8)
