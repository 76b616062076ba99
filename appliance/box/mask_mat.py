"""Removes the mat's frame from a flat picture: to the card reader its print may look like cards.

The frame is white paper with black signs, and so are cards. Where a marker can be read nothing lies
on it. If the paper around it shows nothing but paper, that part of the frame is bare: it is painted
as dark as the window's ground, or cut off. The window is little more than half of the picture, and
the card reader's time grows with its size. Where a card or a hand lies on the frame, that part
stays, and the card reader sees it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from appliance.box.flatten import FLAT_SCALE, FLAT_SIZE
from appliance.box.mat import design
from appliance.vision.arrays import BoolMask, GrayImage, Image, level


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskingLimits:
    """When a part of the frame counts as bare, and how much of the picture stays. Set by eye."""

    margin: float = 1.5
    """Distance in millimetres by which a blurred edge may reach into paper, or a mat be off."""

    min_paper: float = 0.72
    """Minimum grey level of bare paper, as a share of the part's median; darker is none."""

    max_dark: float = 0.02
    """Maximum share of darker pixels: noise, dirt, a crease. Above it something lies there."""

    ground_share: float = 0.3
    """Share of the window, the darkest, that shows its ground: cards are light, and are few."""

    stride: int = 3
    """Distance in pixels between those of the window that tell its ground: not all are needed."""

    border: float = 10.0
    """Millimetres that stay around what stays: no card ends where its picture does."""


MASKING = MaskingLimits()

PixelIndices = npt.NDArray[np.intp]
"""Shape (n,): pixels of the flat picture, counted row by row; faster to take from than a mask."""

IN_WINDOW = len(design.MARKERS)


@dataclass(frozen=True, slots=True, eq=False)
class MaskedPicture:
    """What stays of a flat picture: `image`, uint8 BGR, whose first pixel was the one at `corner`.

    `window` says which of its pixels are inside the mat's window, without its edge.
    """

    image: Image
    window: BoolMask
    corner: tuple[int, int]


class _Cells(NamedTuple):
    """The flat picture cut up by the nearest marker.

    `parts` has the marker's number where no window is and `IN_WINDOW` there, uint8 (480, 688), and
    `boxes` the first column and row of each part, and those after its last. `papers` is each
    marker's bare paper, and `inside` some of the `window`.
    """

    parts: GrayImage
    boxes: PixelIndices
    papers: tuple[PixelIndices, ...]
    window: BoolMask
    inside: PixelIndices


def mask_mat(flat: Image, seen: Sequence[int]) -> MaskedPicture:
    """The flat picture without its frame, as far as the markers `seen` tell of it.

    `flat` is uint8 BGR of `FLAT_SIZE`; `seen` are the numbers of markers that were read in it.
    """
    cells, planes = _cells(), cv2.split(flat)
    grey = np.maximum.reduce(planes)
    inside = grey.take(cells.inside)
    ground = cells.inside[inside <= level(inside, MASKING.ground_share)]
    keeps = np.full(256, 255, np.uint8)
    for number in seen:
        paper = grey.take(cells.papers[number])
        if (paper < MASKING.min_paper * level(paper, 0.5)).mean() <= MASKING.max_dark:
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
    for step in design.GREY_STEPS:
        printed |= within(step.box, margin)
    star_x, star_y, radius, _ = design.STAR
    printed |= np.hypot(x - star_x, y - star_y) <= radius + margin
    paper = within((0, 0, design.MAT_WIDTH, design.MAT_HEIGHT), -margin) & ~printed
    paper &= ~within(design.WINDOW, margin)
    far = np.stack([np.hypot(x - one.x, y - one.y) for one in design.MARKERS]).argmin(axis=0)
    parts = np.where(window, IN_WINDOW, far).astype(np.uint8)
    papers = tuple(np.flatnonzero(paper & (far == one.number)) for one in design.MARKERS)
    inside = np.flatnonzero(window)[:: MASKING.stride]
    return _Cells(parts, _boxes(parts), papers, window, inside)


def _boxes(parts: GrayImage) -> PixelIndices:
    """The box around each of the `parts`, border included: left, top, right, bottom."""
    border, boxes = round(MASKING.border * FLAT_SCALE), []
    for number in range(IN_WINDOW + 1):
        left, top, width, height = cv2.boundingRect((parts == number).astype(np.uint8))
        boxes.append((left - border, top - border, left + width + border, top + height + border))
    return np.array(boxes).clip(0, FLAT_SIZE * 2)
