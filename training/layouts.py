"""Layouts of cards in a crop: anyhow, in fans and rows, in a grid, in a heap, or not at all.

The reveal box of sim.photo.layouts lays out claims of one to six cards; here any number of
them lie at any turn, half outside the picture and in ways that no player would choose.
"""

import math
import random

from lab.sim.photo.faces import FACE_HEIGHT, FACE_WIDTH
from lab.sim.photo.layouts import Pose
from training.crops import SIZE

EMPTY, ANYHOW, FAN, GRID = 0.04, 0.26, 0.52, 0.65
"""Shares of the crops up to which each way goes; the rest are heaps."""

MOST = 14
"""Cards that lie anyhow; large ones are fewer."""


def lay_out(height: float, rng: random.Random) -> list[Pose]:
    """Place cards of `height` pixels, the undermost first."""
    chance = rng.random()
    start = Pose(
        rng.uniform(0.1, 0.9) * SIZE, rng.uniform(0.1, 0.9) * SIZE, rng.uniform(0, 360), height
    )
    if chance < EMPTY:
        return []
    if chance < ANYHOW:
        return _anyhow(height, rng)
    if chance < FAN:
        return _fan(start, rng)
    return _grid(start, rng) if chance < GRID else _heap(start, rng)


def _anyhow(height: float, rng: random.Random) -> list[Pose]:
    room = round(1.6 * (SIZE / height) ** 2)
    return [
        Pose(
            rng.uniform(-0.1, 1.1) * SIZE,
            rng.uniform(-0.1, 1.1) * SIZE,
            rng.uniform(0, 360),
            height,
        )
        for _ in range(rng.randint(1, max(2, min(MOST, room))))
    ]


def _fan(start: Pose, rng: random.Random) -> list[Pose]:
    """A fan or a row, each card over the one before or under it."""
    count = rng.randint(2, 12)
    step = rng.uniform(0.14, 0.55) * start.height * FACE_WIDTH / FACE_HEIGHT
    bend = rng.choice((0.0, rng.uniform(1, 10)))
    back = step * count / 2 * rng.uniform(0.3, 1.4)
    x = start.x - back * math.cos(math.radians(start.angle))
    y = start.y - back * math.sin(math.radians(start.angle))
    heading = start.angle - bend * count / 2
    poses = []
    for _ in range(count):
        poses.append(Pose(x, y, heading + rng.gauss(0, 1.2), start.height))
        x += step * math.cos(math.radians(heading))
        y += step * math.sin(math.radians(heading))
        heading += bend
    if rng.random() < 0.3:
        poses.reverse()
    if rng.random() < 0.25:
        poses = [pose._replace(angle=pose.angle + rng.choice((0, 180))) for pose in poses]
    return poses


def _grid(start: Pose, rng: random.Random) -> list[Pose]:
    """Rows and columns through `start`, close or apart, a quarter of their places empty."""
    high = start.height * rng.uniform(1.0, 1.25)
    wide = high * FACE_WIDTH / FACE_HEIGHT
    c, s = math.cos(math.radians(start.angle)), math.sin(math.radians(start.angle))
    return [
        Pose(
            start.x + column * wide * c - row * high * s,
            start.y + column * wide * s + row * high * c,
            start.angle + rng.choice((0, 180)) + rng.gauss(0, 2),
            start.height,
        )
        for row in range(-3, 4)
        for column in range(-4, 5)
        if rng.random() < 0.75
    ]


def _heap(start: Pose, rng: random.Random) -> list[Pose]:
    spread = rng.uniform(0.12, 0.75) * start.height
    poses = []
    for _ in range(rng.randint(2, 7)):
        x, y = rng.gauss(start.x, spread), rng.gauss(start.y, spread)
        poses.append(Pose(x, y, rng.uniform(0, 360), start.height))
    return poses
