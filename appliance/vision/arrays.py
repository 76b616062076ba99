"""Array types of the card reader, and points."""

from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from appliance.core.reading import Place
from appliance.drivers import Image as Image  # noqa: PLC0414 - handed on

Point = complex
"""A position or an offset in pixels: x is the real part, y (down) the imaginary part.

`offset / up` is an offset in the frame of a card whose unit vector is `up`: the real part points
to the card's top, the imaginary part to its right. `up * (above + right * 1j)` is the inverse.
"""

GrayImage = npt.NDArray[np.uint8]
"""Shape (height, width): grey levels, 0 is black and 255 is white."""

Mask = npt.NDArray[np.uint8]
"""Shape (height, width): 1 where something is so, 0 elsewhere. OpenCV wants it in this form."""

BoolMask = npt.NDArray[np.bool_]
"""Shape (height, width): the same for numpy."""

Floats = npt.NDArray[np.float32]
"""Inputs and outputs of networks, maps of a picture, and vectors. Each use states its shape."""

PointMap = npt.NDArray[np.complex128]
"""Shape (rows, columns): a Point for each."""

Points = npt.NDArray[np.float64]
"""Shape (n, 2): x to the right and y down. In pixels a whole number is the middle of a pixel."""


SUBPIXELS = 32
"""Steps from one pixel to the next."""


def xy(point: Point) -> Place:
    """The same place as two coordinates."""
    return point.real, point.imag


AnyImage = TypeVar("AnyImage", GrayImage, Floats)


def resampled(
    values: AnyImage, start: Point, right: Point, size: tuple[int, ...], *, rim: int | None = None
) -> AnyImage:
    """Sample a window of `size` (width, height) from `values`; its first pixel is at `start`.

    `right` is the offset between neighbours in a row. Pixels outside `values` get the value `rim`,
    or the value of the nearest edge if `rim` is None.
    """
    width, height = size
    return sampled(
        values, start + right * (np.arange(width) + 1j * np.arange(height)[:, None]), rim=rim
    )


def sampled(values: AnyImage, places: PointMap, *, rim: int | None = None) -> AnyImage:
    """Sample `values` at `places`, which may be between pixels; outside as in `resampled`.

    The result is the same with every OpenCV, as later thresholds require: places are rounded to
    1/32 of a pixel, as in OpenCV 4, and values are rounded once, at the end.
    """
    x, y = (np.rint(axis * SUBPIXELS) / SUBPIXELS for axis in (places.real, places.imag))
    columns, rows = (
        slice(max(0, min(int(axis.min()), many - 1)), max(1, min(int(axis.max()) + 2, many)))
        for axis, many in ((x, values.shape[1]), (y, values.shape[0]))
    )
    exact = np.float32 if values.dtype == np.uint8 else np.float64  # so that no product is rounded
    moved = cv2.remap(
        values[rows, columns].astype(exact),
        (x - columns.start).astype(np.float32),
        (y - rows.start).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE if rim is None else cv2.BORDER_CONSTANT,
        borderValue=rim or 0,
    )
    return np.asarray(np.rint(moved) if values.dtype == np.uint8 else moved, values.dtype)


def level(values: GrayImage, share: float) -> int:
    """Return the lowest grey level (0 to 255) that at least `share` of `values` don't exceed.

    `share` is 0 to 1. A histogram is faster than sorting. Without values it returns 0.
    """
    if not values.size:
        return 0
    counts = cv2.calcHist([np.ascontiguousarray(values)], [0], None, [256], [0, 256])
    return int(counts.ravel().cumsum().searchsorted(share * values.size))
