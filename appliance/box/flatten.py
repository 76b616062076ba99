"""Flat pictures of the box from above at one fixed scale for any camera, and the way back.

The card reader then needs no search for the scale, and each picture has the same few pixels. The
mat's frame is removed, too, because it is white paper with black signs, like a card.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from appliance.box.calibrate import Calibration
from appliance.box.mat import design
from appliance.box.mat.lanes import marks
from appliance.box.plane import MAT_CENTRE, Plane
from appliance.core.reading import Quad, Reading
from appliance.vision.arrays import BoolMask, GrayImage, Image, Points, level

FLAT_SCALE = 1.6
"""Pixels to a millimetre of the flat picture: a card is 142 pixels high, an index of 8 mm 13."""

FLAT_SIZE = (688, 480)
"""Width and height of the flat picture: the whole mat, and some 20 mm around it."""


def card_height(calibration: Calibration) -> float:
    """Return the height of a card in the flat picture, in pixels."""
    return design.CARD_HEIGHT * FLAT_SCALE * design.RULER_LENGTH / calibration.ruler


def flatten(image: Image, calibration: Calibration) -> Image:
    """Return the box from above: uint8 BGR of `FLAT_SIZE`, black outside the camera's view.

    Raises:
        ValueError: if the size of `image` differs from that of the calibrated pictures.
    """
    plane = calibration.plane
    if image.shape[1::-1] != plane.size:
        raise ValueError(f"a picture of {image.shape[1::-1]}, calibrated is {plane.size}")
    fewer = _fewer(plane)
    if fewer > 1:  # otherwise fine print turns into noise
        size = plane.size[0] // fewer, plane.size[1] // fewer
        cut = image[: size[1] * fewer, : size[0] * fewer]
        image = np.asarray(cv2.resize(cut, size, interpolation=cv2.INTER_AREA), np.uint8)
    flat = cv2.remap(image, *_maps(plane), cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(flat, np.uint8)


def to_picture(flat: Points, plane: Plane) -> Points:
    """Map places of the flat picture (n, 2) to the camera's, both in pixels."""
    return plane.to_picture((flat - (np.array(FLAT_SIZE) - 1) / 2) / FLAT_SCALE + MAT_CENTRE)


def unflattened(reading: Reading, corner: tuple[int, int], calibration: Calibration) -> Reading:
    """Return `reading`, of a flat picture's part from `corner`, in the camera's pixels."""
    plane = calibration.plane

    def back(quad: Quad) -> Quad:
        return tuple((float(x), float(y)) for x, y in to_picture(np.array(quad) + corner, plane))

    return reading.moved(*plane.size, back)


def _fewer(plane: Plane) -> int:
    """Return the number of camera pixels, across and down, that are first reduced to one."""
    return max(1, int(plane.px_per_mm / FLAT_SCALE))


@lru_cache(maxsize=2)
def _maps(plane: Plane) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]:
    """Map each pixel of the flat picture to the (reduced) picture of the camera.

    As `cv2.remap` takes it: whole pixels (h, w, 2), and its code (h, w) for what is between.
    """
    across, down = np.meshgrid(np.arange(FLAT_SIZE[0]), np.arange(FLAT_SIZE[1]))
    flat = np.stack([across.ravel(), down.ravel()], axis=1).astype(np.float64)
    source = (to_picture(flat, plane) + 0.5) / _fewer(plane) - 0.5
    x, y = source.astype(np.float32).reshape(FLAT_SIZE[1], FLAT_SIZE[0], 2).transpose(2, 0, 1)
    coarse, fine = cv2.convertMaps(np.ascontiguousarray(x), np.ascontiguousarray(y), cv2.CV_16SC2)
    return np.asarray(coarse, np.int16), np.asarray(fine, np.uint16)


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskingLimits:
    """Limits of a bare part of the frame, and of the picture to keep. Set by eye."""

    margin: float = 1.5
    """Distance in millimetres by which a blurred edge may reach into paper, or a mat be off."""

    min_paper: float = 0.72
    """Minimum grey level of bare paper, as a share of the part's median; darker is none."""

    max_dark: float = 0.02
    """Maximum share of darker pixels (noise, dirt, a crease); above it, an object lies there."""

    ground_share: float = 0.3
    """Darkest share of the window, which shows its ground, because cards are light and few."""

    stride: int = 3
    """Distance between the pixels of the window that are sampled to find its ground."""

    border: float = 10.0
    """Millimetres to keep around the kept part, so that no card ends at the picture's edge."""


MASKING = MaskingLimits()

PixelIndices = npt.NDArray[np.intp]
"""Shape (n,): pixels of the flat picture, counted row by row; faster to take from than a mask."""

IN_WINDOW = len(design.MARKERS)


@dataclass(frozen=True, slots=True, eq=False)
class MaskedPicture:
    """The kept part of a flat picture: `image`, uint8 BGR, with its first pixel from `corner`.

    `window` marks its pixels inside the mat's window, without its edge.
    """

    image: Image
    window: BoolMask
    corner: tuple[int, int]


class _Cells(NamedTuple):
    """The flat picture cut up by the nearest marker.

    `parts` has the marker's number where no window is and `IN_WINDOW` there, uint8 (480, 688), and
    `boxes` around each part and a border the left, top, right and bottom. `papers` is each marker's
    bare paper, and `inside` some of the `window`.
    """

    parts: GrayImage
    boxes: PixelIndices
    papers: tuple[PixelIndices, ...]
    window: BoolMask
    inside: PixelIndices


def mask_mat(flat: Image, markers: Sequence[int]) -> MaskedPicture:
    """Return the flat picture without its frame, as far as readable `markers` show it bare.

    A readable marker has nothing on it. If the area around it is bare paper, that part of the frame
    is bare: it is painted as dark as the window's ground, or cut off. A part of the frame with a
    card or a hand on it stays, and the card reader sees it.

    `flat` is uint8 BGR of `FLAT_SIZE`; `markers` are the numbers of those that were read in it.
    """
    cells, planes = _cells(), cv2.split(flat)
    grey = np.maximum.reduce(planes)
    inside = grey.take(cells.inside)
    ground = cells.inside[inside <= level(inside, MASKING.ground_share)]
    keeps = np.full(256, 255, np.uint8)
    for number in markers:
        paper = grey.take(cells.papers[number])
        dark = np.count_nonzero(paper < MASKING.min_paper * level(paper, 0.5))
        if dark <= MASKING.max_dark * paper.size:
            keeps[number] = 0
    kept = cells.boxes[keeps[: len(cells.boxes)] > 0]
    left, top = kept[:, :2].min(axis=0)
    right, bottom = kept[:, 2:].max(axis=0)
    part = slice(top, bottom), slice(left, right)
    stays = cv2.LUT(cells.parts[part], keeps)
    filled = []
    for plane in planes:
        blank = np.full(stays.shape, level(plane.take(ground), 0.5), np.uint8)
        filled.append(cv2.copyTo(plane[part], stays, blank))
    image = np.asarray(cv2.merge(filled), np.uint8)
    return MaskedPicture(image, cells.window[part], (int(left), int(top)))


@lru_cache(maxsize=1)
def _cells() -> _Cells:
    width, height = FLAT_SIZE
    x, y = np.meshgrid(
        (np.arange(width) - (width - 1) / 2) / FLAT_SCALE + design.MAT_WIDTH / 2,
        (np.arange(height) - (height - 1) / 2) / FLAT_SCALE + design.MAT_HEIGHT / 2,
    )

    def within(box: tuple[float, float, float, float], margin: float = 0.0) -> BoolMask:
        x0, y0, x1, y1 = box
        across = (x >= x0 - margin) & (x <= x1 + margin)
        return np.asarray(across & (y >= y0 - margin) & (y <= y1 + margin), np.bool_)

    margin = MASKING.margin
    window = within(design.WINDOW, -margin)
    printed = np.zeros_like(window)
    for marker in design.MARKERS:
        printed |= within((*marker.corners[0], *marker.corners[2]), margin)
    for box in (*design.GREY_STEPS, *marks()):  # earlier mats have no marks of lanes
        printed |= within(box, margin)
    star_x, star_y, radius, _ = design.STAR
    printed |= np.hypot(x - star_x, y - star_y) <= radius + margin
    paper = within((0, 0, design.MAT_WIDTH, design.MAT_HEIGHT), -margin) & ~printed
    paper &= ~within(design.WINDOW, margin)
    far = np.stack([np.hypot(x - marker.x, y - marker.y) for marker in design.MARKERS]).argmin(
        axis=0
    )
    parts = np.where(window, IN_WINDOW, far).astype(np.uint8)
    border, boxes = round(MASKING.border * FLAT_SCALE), []
    for number in range(IN_WINDOW + 1):
        left, top, wide, high = cv2.boundingRect((parts == number).astype(np.uint8))
        boxes.append((left - border, top - border, left + wide + border, top + high + border))
    papers = tuple(np.flatnonzero(paper & (far == marker.number)) for marker in design.MARKERS)
    inside = np.flatnonzero(window)[:: MASKING.stride]
    return _Cells(parts, np.array(boxes).clip(0, FLAT_SIZE * 2), papers, window, inside)
