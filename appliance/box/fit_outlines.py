"""Lays the outlines of cards that touch snugly over what is light.

Where cards hide each other's indices their middles are guesses, some millimetres off. But cards are
light, the ground is dark and a card's size is known. So each outline is moved and turned, a step at
a time, as long as all of them together lie less on the ground and leave less light outside.
"""

from collections.abc import Sequence
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from appliance.box.flatten import SCALE
from appliance.core.reading import Quad
from appliance.vision.arrays import Image

WIDE = 0.714
"""Width over height of a poker card, the widest that are usual: a narrower one only fits worse."""

FAR, ASKEW = 7.0, 0.09
"""So many millimetres, and radians, may a card lie from where it was read."""

STEPS = ((2.0, 0.02), (0.8, 0.008))
"""Pixels and radians by which outlines are moved and turned, ..."""

PASSES = 2
"""... each so many times, if it is of use."""

Pose = npt.NDArray[np.float64]
"""A card's middle in pixels, and its turn in radians."""


def snug(light: Image, cards: Sequence[Quad], card: float) -> list[Quad]:
    """Where `cards` lie, all of them `card` pixels high: by what is `light` rather than as read.

    `light` is uint8: 1 where it is, 0 on the ground, and anything else where nobody can tell.
    """
    x, y, width, height = cv2.boundingRect(np.array(cards, np.float32).reshape(-1, 2))
    left, top = (max(0, int(side - FAR * SCALE)) for side in (x, y))
    right, bottom = (int(side + FAR * SCALE) for side in (x + width, y + height))
    part = light[top:bottom, left:right]
    corner = np.array((left, top, 0.0))
    laid = _Laid(part, [_pose(one) - corner for one in cards], card)
    laid.settle()
    return [_quad(pose + corner, card) for pose in laid.poses]


class _Laid:
    """Outlines over a part of a picture, and how badly they fit."""

    def __init__(self, light: Image, poses: list[Pose], card: float) -> None:
        self._light, self._known = light & 1, (light <= 1).astype(np.uint8)
        self._card, self._read = card, poses
        self.poses = list(poses)

    def settle(self) -> None:
        """Move and turn each outline for as long as that makes all of them fit better."""
        for step, turn in STEPS:
            moves = [way * np.array((step, step, turn)) for way in (*np.eye(3), *-np.eye(3))]
            for _, number in product(range(PASSES), range(len(self.poses))):
                others = self._drawn([*self.poses[:number], *self.poses[number + 1 :]])
                least = self._unfit(others, self.poses[number])
                for move in moves:
                    while self._may_lie(moved := self.poses[number] + move, number):
                        unfit = self._unfit(others, moved)
                        if unfit >= least:
                            break
                        least, self.poses[number] = unfit, moved

    def _may_lie(self, pose: Pose, number: int) -> bool:
        off = np.abs(pose - self._read[number])
        return bool((off <= (FAR * SCALE, FAR * SCALE, ASKEW)).all())

    def _drawn(self, poses: Sequence[Pose], over: Image | None = None) -> Image:
        """1 in the outlines, over what is drawn already."""
        drawn = np.zeros_like(self._light) if over is None else over.copy()
        for pose in poses:
            corners = np.round(np.array(_quad(pose, self._card)) * 16).astype(np.int32)
            cv2.fillConvexPoly(drawn, corners, (1,), shift=4)
        return drawn

    def _unfit(self, others: Image, pose: Pose) -> int:
        """How many places are light outside of all outlines, or dark inside of one."""
        drawn = self._drawn([pose], others)
        return cv2.countNonZero(cv2.bitwise_and(cv2.bitwise_xor(drawn, self._light), self._known))


def _pose(card: Quad) -> Pose:
    corners = np.array(card)
    across = corners[1] - corners[0]
    return np.array((*corners.mean(axis=0), np.arctan2(across[1], across[0])))


def _quad(pose: Pose, card: float) -> Quad:
    """The corners of a card in `pose`, from its own top left."""
    x, y, turn = pose.tolist()
    right = np.array((np.cos(turn), np.sin(turn))) * card * WIDE / 2
    down = np.array((-np.sin(turn), np.cos(turn))) * card / 2
    corners = (-right - down, right - down, right + down, down - right)
    return tuple((float(x + across), float(y + along)) for across, along in corners)
