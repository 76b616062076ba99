"""Takes the mat's frame out of a flat picture: to the card reader its print may look like cards.

White paper with black signs is what cards are too. Where a marker can be read nothing lies on it,
and the paper around it is bare if nothing is seen there that is not the mat's. That part of the
frame, and what is beyond it, becomes as dark as the window's ground. Where a card or a hand lies
on the frame all stays as it is, and the card reader sees it.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from appliance.mat.design import HEIGHT, MARKERS, SIDE, STAR, STEPS, WIDTH, WINDOW
from appliance.vision.flatten import SCALE, SIZE
from appliance.vision.markers import Image

Mask = npt.NDArray[np.bool_]

RIM = 1.5
"""Millimetres by which a blurred edge may reach into paper, or a mat's edge be off."""

INK = 0.72
"""Darker than this share of a cell's middle level is no paper of the mat."""

SPECKS = 0.02
"""Share of a cell's paper that may be: noise, dirt, a crease."""

GROUND = 0.3
"""This share of the window, the darkest, shows its ground: cards are light, and are few."""


Places = npt.NDArray[np.intp]
"""Places of the flat picture, counted row by row: to take from there is faster than by a mask."""

IN_WINDOW = len(MARKERS)


class _Cells(NamedTuple):
    """The flat picture cut up by the nearest marker.

    `parts` has the marker's number where no window is and `IN_WINDOW` there, uint8 (480, 688);
    `papers` are the places of each marker's bare paper, and `inside` those of the `window`.
    """

    parts: Image
    papers: tuple[Places, ...]
    window: Mask
    inside: Places


def bare(flat: Image, seen: Sequence[int]) -> Image:
    """A copy of the flat picture without its frame, as far as the markers `seen` tell of it.

    `flat` is uint8 BGR of `flatten.SIZE`; `seen` numbers of markers that were read in it.
    """
    cells, planes = _cells(), cv2.split(flat)
    grey = np.maximum.reduce(planes)
    inside = grey.take(cells.inside)
    ground = cells.inside[inside <= level(inside, GROUND)]
    keeps = np.full(256, 255, np.uint8)
    for number in seen:
        paper = grey.take(cells.papers[number])
        if (paper < INK * level(paper, 0.5)).mean() <= SPECKS:
            keeps[number] = 0
    kept = cv2.LUT(cells.parts, keeps)
    blank = [np.full_like(plane, level(plane.take(ground), 0.5)) for plane in planes]
    filled = [cv2.copyTo(plane, kept, to) for plane, to in zip(planes, blank, strict=True)]
    return np.asarray(cv2.merge(filled), np.uint8)


def window() -> Mask:
    """The places of the flat picture inside the mat's window, without its edge: bool (480, 688)."""
    return _cells().window


def level(values: Image, share: float) -> int:
    """The least level that `share` of `values` do not exceed; counted, for many are fast so."""
    if not values.size:
        return 0
    counts = cv2.calcHist([values], [0], None, [256], [0, 256])
    return int(counts.ravel().cumsum().searchsorted(share * values.size))


@lru_cache(maxsize=1)
def _cells() -> _Cells:
    width, height = SIZE
    x, y = np.meshgrid(
        (np.arange(width) - (width - 1) / 2) / SCALE + WIDTH / 2,
        (np.arange(height) - (height - 1) / 2) / SCALE + HEIGHT / 2,
    )

    def within(box: tuple[float, float, float, float], rim: float = 0.0) -> Mask:
        x0, y0, x1, y1 = box
        return np.asarray(
            (x >= x0 - rim) & (x <= x1 + rim) & (y >= y0 - rim) & (y <= y1 + rim), np.bool_
        )

    window = within(WINDOW, -RIM)
    printed = np.zeros_like(window)
    for marker in MARKERS:
        half = SIDE / 2
        printed |= within((marker.x - half, marker.y - half, marker.x + half, marker.y + half), RIM)
    for step in STEPS:
        printed |= within(step.box, RIM)
    star_x, star_y, radius, _ = STAR
    printed |= np.hypot(x - star_x, y - star_y) <= radius + RIM
    inner = within((0, 0, WIDTH, HEIGHT), -RIM) & ~within(WINDOW, RIM)
    far = np.stack([np.hypot(x - marker.x, y - marker.y) for marker in MARKERS]).argmin(axis=0)
    parts = np.where(window, IN_WINDOW, far).astype(np.uint8)
    papers = tuple(np.flatnonzero(inner & ~printed & (far == one.number)) for one in MARKERS)
    return _Cells(parts, papers, window, np.flatnonzero(window))
