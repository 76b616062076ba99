"""What the card reader works with: its kinds of array, each with one name, and points."""

from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from appliance.core.reading import Place
from appliance.drivers import Image as Image  # noqa: PLC0414 - handed on

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
    """A window of `size` (width, height) into `values`, whose first place is at `start`.

    `right` is the way from one place to the next in its rows. Beyond the rim of `values` all is
    `rim`, or as it is there.
    """
    width, height = size
    return sampled(
        values, start + right * (np.arange(width) + 1j * np.arange(height)[:, None]), rim=rim
    )


def sampled(values: AnyImage, places: PointMap, *, rim: int | None = None) -> AnyImage:
    """`values` at `places`, which may be between theirs; beyond the rim as in `resampled`.

    They are the same with every OpenCV, which a threshold behind them needs: places are rounded to
    1/32 of a pixel, as OpenCV 4 does by itself, and values are rounded once, at the end.
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
    """The lowest grey level (0 to 255) that at least `share` (0 to 1) of `values` don't exceed.

    By a histogram, which is faster than sorting. 0 where there are no values.
    """
    if not values.size:
        return 0
    counts = cv2.calcHist([np.ascontiguousarray(values)], [0], None, [256], [0, 256])
    return int(counts.ravel().cumsum().searchsorted(share * values.size))
