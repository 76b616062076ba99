"""Cards as hands leave them: apart, loosely fanned, swept along, or turned over as a packet."""

import cmath
import math
import random
from collections.abc import Callable
from enum import StrEnum

from appliance.box.mat.design import CARD_HEIGHT
from lab.sim.photo.layouts import Pose, deal_layout


class Motion(StrEnum):
    """A motion by which cards come to lie there."""

    APART = "apart"
    FAN = "loose fan"
    SWEEP = "swept packet"
    TURN = "packet turned over"


FAN_STEP = (14.0, 30.0)
"""Least and most millimetres from one card of a loose fan to the next."""

SWEEP_STEP = (5.0, 16.0)
"""Least and most millimetres from one card to the next in a packet that a hand sweeps along."""

LOOSE_TURN = 4.0
"""Spread, in degrees, of how cards of a fan or a swept packet are turned to each other."""

LOOSE_SHIFT = 1.5
"""Spread, in millimetres, across the way in which these lie one beside the other."""

PACKET_TURN = 1.5
PACKET_SHIFT = 2.0
"""Spreads in a packet that is turned over: degrees, and millimetres either way."""


def lie(
    rng: random.Random, count: int, size: tuple[int, int], height: float, motion: Motion
) -> tuple[Pose, ...]:
    """Return the poses of `count` cards, the last one on top, in a frame of `size` (width, height).

    `height` is a card's, in the unit of `size`. A packet lies around the frame's middle.

    Raises:
        ValueError: so many have no room to lie apart.
    """
    if motion is Motion.APART:
        return deal_layout(rng, count, size, overlap=False, card=height / size[1])
    place = _PLACES[motion](rng)
    angle, unit = rng.uniform(0, 360), height / CARD_HEIGHT
    middle = complex(*size) / 2 + complex(rng.uniform(-1, 1), rng.uniform(-1, 1)) * height / 5
    poses = []
    for number in range(count):
        away, turn = place(number - (count - 1) / 2)
        spot = middle + unit * away * cmath.rect(1, math.radians(angle))
        poses.append(Pose(spot.real, spot.imag, angle + turn, height))
    return tuple(poses)


Place = Callable[[float], tuple[complex, float]]
"""Map a card's number, 0 in the middle, to millimetres from there and degrees."""


def _in_a_row(rng: random.Random, step: tuple[float, float]) -> Place:
    """One beside the other, a step of its own each."""
    side, mean = rng.choice((1, -1)), rng.uniform(*step)
    low, high = max(step[0], 0.75 * mean), min(step[1], 1.25 * mean)

    def place(number: float) -> tuple[complex, float]:
        along = number * side * rng.uniform(low, high)
        return complex(along, rng.gauss(0, LOOSE_SHIFT)), rng.gauss(0, LOOSE_TURN)

    return place


def _in_a_packet(rng: random.Random) -> Place:
    """One upon the other."""

    def place(_number: float) -> tuple[complex, float]:
        shift = complex(rng.gauss(0, PACKET_SHIFT), rng.gauss(0, PACKET_SHIFT))
        return shift, rng.gauss(0, PACKET_TURN)

    return place


_PLACES: dict[Motion, Callable[[random.Random], Place]] = {
    Motion.FAN: lambda rng: _in_a_row(rng, FAN_STEP),
    Motion.SWEEP: lambda rng: _in_a_row(rng, SWEEP_STEP),
    Motion.TURN: _in_a_packet,
}
