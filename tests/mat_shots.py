"""Pictures of the simulated box, small ones, and the truth about them."""

import random
from functools import lru_cache

import numpy as np

from appliance.box.calibrate import Calibration, sight, solve
from appliance.box.flatten import FLAT_SCALE, FLAT_SIZE
from appliance.box.plane import MAT_CENTRE, Plane
from appliance.vision.arrays import Points
from bluffing.cards import pack
from lab.sim.photo.faces import STYLES
from lab.sim.photo.mounting import Mounting
from lab.sim.photo.photograph import Photo, Scene, photograph

CALM = Scene(table="dark wood", noise=2.0, blur=0.4)
SMALL = Mounting((800, 600), scale=1.9)


@lru_cache(maxsize=32)
def shot(mounting: Mounting, cards: int = 0, scene: Scene = CALM, seed: int = 1) -> Photo:
    """So many cards in the box under `mounting`."""
    rng = random.Random(seed)
    return photograph(rng.sample(pack(), cards), STYLES[0], rng, scene, mounting=mounting)


@lru_cache(maxsize=16)
def calibrated(mounting: Mounting) -> Calibration:
    """The calibration of one picture of the empty box."""
    return solve([sight(shot(mounting).image)])


def from_picture(picture: Points, plane: Plane) -> Points:
    """Return where places of the camera's picture are in the flat one, pixels both."""
    from_middle: Points = (plane.to_mat(picture) - MAT_CENTRE) * FLAT_SCALE
    return np.asarray(from_middle + (np.array(FLAT_SIZE) - 1) / 2)


def grid() -> Points:
    """Places all over the window, mm."""
    x, y = np.meshgrid(np.linspace(27, 365, 6), np.linspace(27, 233, 5))
    return np.stack([x.ravel(), y.ravel()], axis=1)


def miss(plane: Plane, mounting: Mounting) -> float:
    """By how many pixels `plane` is wrong about the window at most."""
    off = plane.to_picture(grid()) - mounting.seen(grid())
    return float(np.linalg.norm(off, axis=1).max())
