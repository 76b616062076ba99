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
    lit, known, corner = part & 1, (part <= 1).astype(np.uint8), np.array((left, top, 0.0))

    def misfit(others: Mask, pose: Pose) -> int:
        """How many pixels are light outside of all outlines, or dark inside of one."""
        drawn = _drawn(others, [pose], card)
        return cv2.countNonZero(cv2.bitwise_and(cv2.bitwise_xor(drawn, lit), known))

    read = [_pose(one) - corner for one in cards]
    poses, most = list(read), (shift, shift, FIT.max_turn)
    for (step, turn), _, number in product(FIT.steps, range(FIT.passes), range(len(poses))):
        others = _drawn(np.zeros_like(lit), [*poses[:number], *poses[number + 1 :]], card)
        least = misfit(others, poses[number])
        for way in (*np.eye(3), *-np.eye(3)):
            move = way * (step, step, turn)
            while (np.abs((moved := poses[number] + move) - read[number]) <= most).all():
                now = misfit(others, moved)
                if now >= least:
                    break
                least, poses[number] = now, moved
    return [_quad(pose + corner, card) for pose in poses]


def _drawn(over: Mask, poses: Sequence[Pose], card: float) -> Mask:
    """A copy that is 1 inside the outlines, too."""
    drawn = over.copy()
    for pose in poses:
        corners = np.round(np.array(_quad(pose, card)) * 16).astype(np.int32)
        cv2.fillConvexPoly(drawn, corners, (1,), shift=4)
    return drawn


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
