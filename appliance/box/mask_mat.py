"""Takes the mat's frame out of a flat picture: to the card reader its print may look like cards.

White paper with black signs is what cards are too. Where a marker can be read nothing lies on it,
and the paper around it is bare if nothing is seen there that is not the mat's. That part of the
frame, and what is beyond it, becomes as dark as the window's ground, or is cut off: the window is
little more than half of the picture, and the card reader's time goes with its size. Where a card or
a hand lies on the frame all stays as it is, and the card reader sees it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from appliance.box.flatten import SCALE, SIZE
from appliance.box.markers import Image
from appliance.box.mat.design import HEIGHT, MARKERS, SIDE, STAR, STEPS, WIDTH, WINDOW
from appliance.vision.find.grey_levels import level

Mask = npt.NDArray[np.bool_]

RIM = 1.5
"""Millimetres by which a blurred edge may reach into paper, or a mat's edge be off."""

INK = 0.72
"""Darker than this share of a cell's middle level is no paper of the mat."""

SPECKS = 0.02
"""Share of a cell's paper that may be: noise, dirt, a crease."""

GROUND = 0.3
"""This share of the window, the darkest, shows its ground: cards are light, and are few."""

SOME = 3
"""Every so many places of the window are enough to tell its ground."""

MARGIN = 10.0
"""Millimetres around what stays that stay, too: no card ends where its picture does."""

Places = npt.NDArray[np.intp]
"""Places of the flat picture, counted row by row: to take from there is faster than by a mask."""

IN_WINDOW = len(MARKERS)


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """What stays of a flat picture: `image`, uint8 BGR, whose first pixel was the one at `corner`.

    `window` says which of its places are inside the mat's window, without its edge: bool.
    """

    image: Image
    window: Mask
    corner: tuple[int, int]


class _Cells(NamedTuple):
    """The flat picture cut up by the nearest marker.

    `parts` has the marker's number where no window is and `IN_WINDOW` there, uint8 (480, 688), and
    `boxes` the first column and row of each, and those after its last; `papers` are the places of
    each marker's bare paper, and `inside` some of those of the `window`.
    """

    parts: Image
    boxes: npt.NDArray[np.intp]
    papers: tuple[Places, ...]
    window: Mask
    inside: Places


def bare(flat: Image, seen: Sequence[int]) -> Bare:
    """The flat picture without its frame, as far as the markers `seen` tell of it.

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
    return Bare(image, cells.window[part], (int(left), int(top)))


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
    inside = np.flatnonzero(window)[::SOME]
    return _Cells(parts, _boxes(parts), papers, window, inside)


def _boxes(parts: Image) -> npt.NDArray[np.intp]:
    """The box around each of the `parts`, and MARGIN around it: left, top, right, bottom."""
    margin, boxes = round(MARGIN * SCALE), []
    for number in range(IN_WINDOW + 1):
        left, top, width, height = cv2.boundingRect((parts == number).astype(np.uint8))
        boxes.append((left - margin, top - margin, left + width + margin, top + height + margin))
    return np.array(boxes).clip(0, SIZE * 2)
