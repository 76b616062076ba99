"""Layouts of cards in the reveal box: apart, in rows, fanned or in a heap."""

import math
import random
from typing import NamedTuple

import cv2
import numpy as np

from appliance.vision.arrays import Points
from lab.sim.photo.faces import FACE_HEIGHT, FACE_WIDTH

_ASPECT = FACE_WIDTH / FACE_HEIGHT
_EDGE = 0.012  # kept free at the frame's edge, as a share of its height
_APART = 1.06  # cards that lie apart keep this much more than their own size


class Pose(NamedTuple):
    """Pose of one card: its middle in pixels, degrees clockwise, its height in pixels."""

    x: float
    y: float
    angle: float
    height: float


def corners(pose: Pose, grow: float = 1.0, aspect: float = _ASPECT) -> Points:
    """The card's corners (4, 2), clockwise from its own top left, on the flat table.

    `aspect` is its width over its height: a playing card's, if nothing else is said.
    """
    turn = math.radians(pose.angle)
    across = np.array([math.cos(turn), math.sin(turn)]) * pose.height * aspect / 2 * grow
    down = np.array([-math.sin(turn), math.cos(turn)]) * pose.height / 2 * grow
    middle = np.array([pose.x, pose.y])
    box = np.array([-across - down, across - down, across + down, down - across])
    return np.asarray(middle + box, np.float64)


def _room(angle: float, height: float, size: tuple[int, int]) -> tuple[float, ...]:
    """Room for a card's middle with the whole card inside: x0, y0, x1, y1."""
    turn, edge = math.radians(angle), _EDGE * size[1]
    c, s = abs(math.cos(turn)), abs(math.sin(turn))
    x = height * (_ASPECT * c + s) / 2 + edge
    y = height * (_ASPECT * s + c) / 2 + edge
    return x, y, size[0] - 1 - x, size[1] - 1 - y


def _apart(one: Pose, other: Pose) -> bool:
    """Return True if two cards lie apart."""
    first, second = (
        ((x, y), (height * _APART * _ASPECT, height * _APART), angle)
        for x, y, angle, height in (one, other)
    )
    return cv2.rotatedRectangleIntersection(first, second)[0] == cv2.INTERSECT_NONE


def _in_rows(
    rng: random.Random, count: int, size: tuple[int, int], height: float
) -> tuple[Pose, ...]:
    """Cards laid out in rows, nearly upright, for when they don't fit thrown anyhow."""
    edge = _EDGE * size[1]
    cell_w, cell_h = height * _ASPECT * 1.14, height * 1.1
    columns, rows = int((size[0] - 2 * edge) // cell_w), int((size[1] - 2 * edge) // cell_h)
    if count > columns * rows:
        raise ValueError(
            f"{count} cards {height:.0f} px high do not fit apart into {size[0]} x {size[1]};"
            f" {columns * rows} do. Let them overlap, or make them smaller."
        )
    left = (size[0] - columns * cell_w) / 2
    top = (size[1] - rows * cell_h) / 2
    cells = rng.sample(range(columns * rows), count)
    return tuple(
        Pose(
            left + (cell % columns + 0.5) * cell_w,
            top + (cell // columns + 0.5) * cell_h,
            rng.choice((0, 180)) + rng.uniform(-1.5, 1.5),
            height,
        )
        for cell in cells
    )


def _anywhere(rng: random.Random, size: tuple[int, int], height: float) -> Pose:
    angle = rng.uniform(0, 360)
    x0, y0, x1, y1 = _room(angle, height, size)
    return Pose(rng.uniform(x0, x1), rng.uniform(y0, y1), angle, height)


def _heap(rng: random.Random, count: int, size: tuple[int, int], height: float) -> tuple[Pose, ...]:
    """Cards fanned so that each index shows or, by chance or for want of room, dropped."""
    reach = math.hypot(1, _ASPECT) * height / 2 + _EDGE * size[1]
    fan = rng.random() < 0.5
    step, turn = rng.uniform(0.2, 0.34) * height, rng.uniform(2, 9)
    poses = [_anywhere(rng, size, height)]
    while len(poses) < count:
        last = poses[-1]
        if fan:
            angle, far = last.angle + turn, step
            heading = math.radians(angle)
        else:
            angle, far = rng.uniform(0, 360), rng.uniform(0.35, 0.8) * height
            heading = rng.uniform(0, 2 * math.pi)
            # From where any card fits, some step always stays inside.
            last = last._replace(
                x=min(max(last.x, reach), size[0] - reach),
                y=min(max(last.y, reach), size[1] - reach),
            )
        pose = Pose(
            last.x + far * math.cos(heading), last.y + far * math.sin(heading), angle, height
        )
        x0, y0, x1, y1 = _room(angle, height, size)
        if x0 <= pose.x <= x1 and y0 <= pose.y <= y1:
            poses.append(pose)
        else:
            fan = False
    return tuple(poses[:count])


def deal_layout(
    rng: random.Random,
    count: int,
    size: tuple[int, int],
    overlap: bool,
    card: float = 0.29,
) -> tuple[Pose, ...]:
    """Lay `count` cards into a frame of `size` (width, height), each at any angle.

    All lie inside. Apart, no two touch; if they don't fit so they lie in rows. Overlapping, they
    are fanned from one place (each index shows) or dropped in a heap. `card` is a card's height
    over the frame's.

    Raises:
        ValueError: if so many cards of that size can't lie apart, or not even one in any turn.
    """
    height = card * size[1]
    if height > 0.45 * min(size):
        raise ValueError(
            f"a card {height:.0f} px high has no room to turn in {size[0]} x {size[1]}"
        )
    if overlap:
        return _heap(rng, count, size, height)
    for _ in range(8):
        poses: list[Pose] = []
        for _ in range(25 * count):
            pose = _anywhere(rng, size, height)
            if all(_apart(pose, neighbour) for neighbour in poses):
                poses.append(pose)
            if len(poses) >= count:
                return tuple(poses)
    return _in_rows(rng, count, size, height)
