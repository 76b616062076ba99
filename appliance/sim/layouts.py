"""Where cards come to lie in the reveal box: apart, in rows, fanned or in a heap."""

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from appliance.sim.faces import HEIGHT, WIDTH

_ASPECT = WIDTH / HEIGHT
_EDGE = 0.012  # kept free at the frame's edge, as a share of its height
_APART = 1.06  # cards that lie apart keep this much more than their own size


class Pose(NamedTuple):
    """Where one card lies: its middle in pixels, degrees clockwise, its height in pixels."""

    x: float
    y: float
    angle: float
    height: float


def corners(pose: Pose, grow: float = 1.0) -> npt.NDArray[np.float64]:
    """The card's corners (4, 2), clockwise from its own top left, on the flat table."""
    turn = math.radians(pose.angle)
    across = np.array([math.cos(turn), math.sin(turn)]) * pose.height * _ASPECT / 2 * grow
    down = np.array([-math.sin(turn), math.cos(turn)]) * pose.height / 2 * grow
    middle = np.array([pose.x, pose.y])
    box = np.array([-across - down, across - down, across + down, down - across])
    return np.asarray(middle + box, np.float64)


def _inside(pose: Pose, size: tuple[int, int]) -> bool:
    edge = _EDGE * size[1]
    outline = corners(pose)
    low, high = outline.min(axis=0), outline.max(axis=0)
    return bool((low >= edge).all() and (high <= np.array(size) - 1 - edge).all())


def _clear(pose: Pose, others: Sequence[Pose]) -> bool:
    """Whether a card would lie apart from all others, by the separating-axis test."""
    mine = corners(pose, _APART)
    for other in others:
        reach = 0.5 * math.hypot(1, _ASPECT) * _APART * (pose.height + other.height)
        if math.hypot(pose.x - other.x, pose.y - other.y) > reach:
            continue
        theirs = corners(other, _APART)
        axes = [q[i + 1] - q[i] for q in (mine, theirs) for i in (0, 1)]
        if not any(
            (mine @ a).max() < (theirs @ a).min() or (theirs @ a).max() < (mine @ a).min()
            for a in axes
        ):
            return False
    return True


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
    while True:
        pose = Pose(rng.uniform(0, size[0]), rng.uniform(0, size[1]), angle, height)
        if _inside(pose, size):
            return pose


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
            way = math.radians(angle)
        else:
            angle, far = rng.uniform(0, 360), rng.uniform(0.35, 0.8) * height
            way = rng.uniform(0, 2 * math.pi)
            # From where any card fits, some step always stays inside.
            last = last._replace(
                x=min(max(last.x, reach), size[0] - reach),
                y=min(max(last.y, reach), size[1] - reach),
            )
        pose = Pose(last.x + far * math.cos(way), last.y + far * math.sin(way), angle, height)
        if _inside(pose, size):
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

    All lie inside. Apart, no two touch; where they don't fit so they lie in rows.
    Overlapping, they are fanned from one place (each index shows) or dropped in a heap.
    `card` is a card's height over the frame's.

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
    for _ in range(12):
        poses: list[Pose] = []
        for _ in range(30 * count):
            pose = _anywhere(rng, size, height)
            if _clear(pose, poses):
                poses.append(pose)
            if len(poses) >= count:
                return tuple(poses)
    return _in_rows(rng, count, size, height)
