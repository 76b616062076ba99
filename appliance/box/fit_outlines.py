"""Fits the outlines of cards that touch to what is light in the box.

Where cards hide each other's indices their middles are guesses, some millimetres off. But cards are
light, the ground is dark and a card's size is known. So each outline is moved and turned, a step at
a time, as long as all of them together cover less ground and leave less light outside.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from appliance.box.flatten import FLAT_SCALE
from appliance.core.reading import Quad
from appliance.vision.arrays import Mask, Points


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineFit:
    """How outlines are fitted. Set by eye but for the aspect."""

    aspect: float = 0.714
    """Width over height of a poker card, the widest in use: a narrower one only fits worse."""

    max_shift: float = 7.0
    """Maximum distance from where a card was read, millimetres either way."""

    max_turn: float = 0.09
    """Maximum turn from how it was read, radians."""

    steps: tuple[tuple[float, float], ...] = ((2.0, 0.02), (0.8, 0.008))
    """Pixels and radians by which an outline is moved and turned, coarse steps first."""

    passes: int = 2
    """How often all outlines are tried with each of these steps."""


FIT = OutlineFit()

Pose = Points
"""A card's middle (x, y) in pixels and its turn in radians: shape (3,)."""


def fit_outlines(light: Mask, cards: Sequence[Quad], card: float) -> list[Quad]:
    """Where `cards` lie by what is `light` rather than as read; all are `card` pixels high.

    `light` is uint8: 1 where it is, 0 on the ground, and anything else where nobody can tell.
    """
    x, y, width, height = cv2.boundingRect(np.array(cards, np.float32).reshape(-1, 2))
    shift = FIT.max_shift * FLAT_SCALE
    left, top = (max(0, int(side - shift)) for side in (x, y))
    right, bottom = (int(side + shift) for side in (x + width, y + height))
    part = light[top:bottom, left:right]
    corner = np.array((left, top, 0.0))
    fitting = _Fitting(part, [_pose(one) - corner for one in cards], card)
    fitting.settle()
    return [_quad(pose + corner, card) for pose in fitting.poses]


class _Fitting:
    """Outlines over a part of a picture, and how badly they fit."""

    def __init__(self, light: Mask, poses: list[Pose], card: float) -> None:
        self._light, self._known = light & 1, (light <= 1).astype(np.uint8)
        self._card, self._read = card, poses
        self.poses = list(poses)

    def settle(self) -> None:
        """Move and turn each outline for as long as that makes all of them fit better."""
        for step, turn in FIT.steps:
            moves = [way * np.array((step, step, turn)) for way in (*np.eye(3), *-np.eye(3))]
            for _, number in product(range(FIT.passes), range(len(self.poses))):
                others = self._drawn([*self.poses[:number], *self.poses[number + 1 :]])
                least = self._misfit(others, self.poses[number])
                for move in moves:
                    while self._allowed(moved := self.poses[number] + move, number):
                        misfit = self._misfit(others, moved)
                        if misfit >= least:
                            break
                        least, self.poses[number] = misfit, moved

    def _allowed(self, pose: Pose, number: int) -> bool:
        shift = FIT.max_shift * FLAT_SCALE
        return bool((np.abs(pose - self._read[number]) <= (shift, shift, FIT.max_turn)).all())

    def _drawn(self, poses: Sequence[Pose], over: Mask | None = None) -> Mask:
        """1 in the outlines, over what is drawn already."""
        drawn = np.zeros_like(self._light) if over is None else over.copy()
        for pose in poses:
            corners = np.round(np.array(_quad(pose, self._card)) * 16).astype(np.int32)
            cv2.fillConvexPoly(drawn, corners, (1,), shift=4)
        return drawn

    def _misfit(self, others: Mask, pose: Pose) -> int:
        """How many pixels are light outside of all outlines, or dark inside of one."""
        drawn = self._drawn([pose], others)
        return cv2.countNonZero(cv2.bitwise_and(cv2.bitwise_xor(drawn, self._light), self._known))


def _pose(card: Quad) -> Pose:
    corners = np.array(card)
    across = corners[1] - corners[0]
    return np.array((*corners.mean(axis=0), np.arctan2(across[1], across[0])))


def _quad(pose: Pose, card: float) -> Quad:
    """The corners of a card in `pose`, clockwise from its own top left."""
    x, y, turn = pose.tolist()
    right = np.array((np.cos(turn), np.sin(turn))) * card * FIT.aspect / 2
    down = np.array((-np.sin(turn), np.cos(turn))) * card / 2
    corners = (-right - down, right - down, right + down, down - right)
    return tuple((float(x + across), float(y + along)) for across, along in corners)
