"""Cards as hands lay them into the lanes of the mat, one a lane.

All spreads and shares are set by eye, without a count of real hands.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from appliance.box.mat.design import CARD_HEIGHT, MAT_HEIGHT, MAT_WIDTH
from appliance.box.mat.lanes import LANE_WIDTH, TALL_LANES, Box, lanes_for
from lab.sim.photo.layouts import Pose


class Laying(StrEnum):
    """A way to lay a packet into lanes."""

    PUSH = "pushed off one by one"
    FLIP = "turned over in their lanes"
    SLIDE = "slid apart from a fan"


@dataclass(frozen=True, slots=True)
class Care:
    """How exactly hands lay cards: spreads in mm and degrees, and chances of each card.

    `shift` is across the lane, and `along` in a tall one. A card `sticks` to the one before, or
    `misses` its lane by up to half of the lane's width.
    """

    shift: float
    along: float
    turn: float
    sticks: float = 0.01
    misses: float = 0.03


CARE = {
    Laying.PUSH: Care(4.0, 12.0, 4.0),
    Laying.FLIP: Care(6.0, 15.0, 8.0),
    Laying.SLIDE: Care(5.0, 15.0, 10.0),
}
"""At the first look."""

CAREFUL = Care(3.0, 10.0, 3.0, 0.002, 0.005)
"""At a second look, once the table has asked for one card a lane."""

STUCK_SPREADS = (4.0, 2.0)
"""Spreads of a card that sticks to the one below it: mm either way, and degrees."""

SQUARED_SPREADS = (2.0, 1.5)
"""The same of a card that its owner hides below another on purpose."""

MISS_TURN = 15.0
"""Spread of the turn of a card that misses its lane, degrees."""


class Slip(StrEnum):
    """Place of a card more than was announced."""

    LANE = "in a lane of its own"
    LOOSE = "loosely below another"
    SQUARED = "squared up below another"


def lay_in_lanes(
    rng: random.Random, count: int, care: Care, slip: Slip | None = None
) -> tuple[Pose, ...]:
    """Return the poses of `count` cards (mm of the mat) in the first lanes, the last one on top.

    One of them is slipped in where `slip` says.
    """
    poses: list[Pose] = []
    lane, below = 0, slip in (Slip.LOOSE, Slip.SQUARED)
    for number in range(count - below):
        if number and rng.random() < care.sticks:
            poses.append(_upon(rng, poses[-1], STUCK_SPREADS))
            continue
        poses.append(_in_lane(rng, lanes_for(count - below)[lane], care))
        lane += 1
    if below:
        place = rng.randrange(len(poses))
        spreads = SQUARED_SPREADS if slip is Slip.SQUARED else STUCK_SPREADS
        poses.insert(place, _upon(rng, poses[place], spreads))
    return tuple(poses)


def in_frame(poses: Sequence[Pose], size: tuple[int, int], height: float) -> tuple[Pose, ...]:
    """Return `poses` on the mat in a frame of `size` with cards `height` high; middles agree."""
    unit = height / CARD_HEIGHT
    return tuple(
        Pose(
            size[0] / 2 + (pose.x - MAT_WIDTH / 2) * unit,
            size[1] / 2 + (pose.y - MAT_HEIGHT / 2) * unit,
            pose.angle,
            height,
        )
        for pose in poses
    )


def _in_lane(rng: random.Random, lane: Box, care: Care) -> Pose:
    x0, y0, x1, y1 = lane
    along = care.along if lane in TALL_LANES else care.shift
    x, y = rng.gauss((x0 + x1) / 2, care.shift), rng.gauss((y0 + y1) / 2, along)
    turn = rng.choice((0, 180)) + rng.gauss(0, care.turn)
    if rng.random() < care.misses:
        x += rng.uniform(-0.5, 0.5) * LANE_WIDTH
        turn += rng.gauss(0, MISS_TURN)
    return Pose(x, y, turn, CARD_HEIGHT)


def _upon(rng: random.Random, pose: Pose, spreads: tuple[float, float]) -> Pose:
    shift, turn = spreads
    x, y = rng.gauss(pose.x, shift), rng.gauss(pose.y, shift)
    return pose._replace(x=x, y=y, angle=rng.gauss(pose.angle, turn))
