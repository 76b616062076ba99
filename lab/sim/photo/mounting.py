"""The simulated reveal box with its mat: a camera mounted over it at any angle, and its lens.

The truth about every millimetre is known, and it is not the model that the calibration fits: the
lens here is the polynomial that makers of lenses give.
"""

import random
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from appliance.box.mat import design
from appliance.box.mat.shapes import FINE_SCALE, mat_picture
from appliance.vision.arrays import Floats, Image, Points
from lab.sim.photo.layouts import Pose, deal_layout
from lab.sim.photo.tables import table_top

_DENSE = 2.0  # pixels a millimetre while cards are dealt; their places come out in millimetres
_SKIN = (140, 170, 214)


@dataclass(frozen=True, slots=True)
class Mounting:
    """Pose of a camera with pictures of `size` over the mat.

    `scale` is pixels a millimetre in the middle, `turn` degrees clockwise, `tilt` the change of the
    scale across the mat's width and height, `shift` the offset of the mat's middle from the
    picture's (pixels). `barrel` bends: a point at the picture's corner moves by that share of its
    distance from the middle, inwards if negative. `covered` are markers under fingers, `felt` is
    the window's grey level, and `lanes` says if the mat has lanes.
    """

    size: tuple[int, int] = (960, 720)
    scale: float = 2.2
    turn: float = 0.0
    tilt: tuple[float, float] = (0.0, 0.0)
    shift: tuple[float, float] = (0.0, 0.0)
    barrel: float = 0.0
    covered: tuple[int, ...] = ()
    felt: int = 44
    lanes: bool = False

    def seen(self, mat: Points) -> Points:
        """Map places of the mat (n, 2; mm) to the picture (pixels)."""
        middle, unit = _optics(self)
        away = (_through(self.matrix, mat) - middle) / unit
        return np.asarray(middle + away * (1 + self.barrel * _radius(away)) * unit, np.float64)

    @property
    def matrix(self) -> Points:
        """The homography (3, 3) from the mat (mm) to a picture without a lens (pixels)."""
        turn = np.radians(self.turn)
        c, s = np.cos(turn) * self.scale, np.sin(turn) * self.scale
        x, y = (np.array(self.size) - 1) / 2 + self.shift
        across, down = self.tilt[0] / design.MAT_WIDTH, self.tilt[1] / design.MAT_HEIGHT
        place = np.array([(1, 0, x), (0, 1, y), (0, 0, 1)])
        lean = np.array([(c, -s, 0), (s, c, 0), (across, down, 1)])
        middle = np.array(
            [(1, 0, -design.MAT_WIDTH / 2), (0, 1, -design.MAT_HEIGHT / 2), (0, 0, 1)]
        )
        return np.asarray(place @ lean @ middle, np.float64)

    # --- before the lens: a canvas, with room around the picture for what a barrel draws in -----

    @property
    def margin(self) -> int:
        """Additional pixels of the canvas on each side."""
        share = max(0.0, -self.barrel) * 1.6
        return int(share * max(self.size) / 2) // 8 * 8 + 8

    @property
    def camera(self) -> Points:
        """The homography (3, 3) from the mat (mm) to the canvas (pixels)."""
        move = np.array([(1, 0, self.margin), (0, 1, self.margin), (0, 0, 1)])
        return np.asarray(move @ self.matrix, np.float64)

    def ground(self, table: str, rng: random.Random) -> Image:
        """A canvas with the mat, on a table top of the kind `table`."""
        printed, mask = _warped(self)
        frame = table_top(table, (mask.shape[1], mask.shape[0]), rng)
        around = cv2.cvtColor(cv2.bitwise_not(mask), cv2.COLOR_GRAY2BGR)
        dark = cv2.multiply(frame, around, scale=1 / 255)
        return np.asarray(cv2.add(dark, cv2.cvtColor(printed, cv2.COLOR_GRAY2BGR)), np.uint8)

    def finish(self, canvas: Image) -> Image:
        """Add the fingers and the lens's distortion: a picture of the camera's size."""
        for number in self.covered:
            marker = design.MARKERS[number]
            near = np.array([(marker.x, marker.y), (marker.x + design.MARKER_SIDE * 0.8, marker.y)])
            (x, y), edge = _through(self.camera, near)
            reach = round(float(np.hypot(*(edge - (x, y)))))
            cv2.circle(canvas, (round(x), round(y)), reach, _SKIN, -1, cv2.LINE_AA)
        across, down = _lens(self)
        return np.asarray(cv2.remap(canvas, across, down, cv2.INTER_LINEAR), np.uint8)


def deal_in_box(rng: random.Random, count: int, *, overlap: bool = False) -> tuple[Pose, ...]:
    """Lay `count` cards into the mat's window; the poses are in millimetres of the mat.

    Raises:
        ValueError: so many have no room to lie apart.
    """
    x0, y0, x1, y1 = design.WINDOW
    size = round((x1 - x0) * _DENSE), round((y1 - y0) * _DENSE)
    poses = deal_layout(rng, count, size, overlap, design.CARD_HEIGHT * _DENSE / size[1])
    return tuple(
        Pose(x0 + x / _DENSE, y0 + y / _DENSE, angle, design.CARD_HEIGHT)
        for x, y, angle, _ in poses
    )


def _through(matrix: Points, points: Points) -> Points:
    flat = np.asarray(points, np.float64).reshape(1, -1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, matrix)[0], np.float64)


def _optics(mounting: Mounting) -> tuple[Points, float]:
    """Return the picture's middle, and the distance of its corners from it; pixels."""
    return (np.array(mounting.size) - 1) / 2, float(np.hypot(*mounting.size)) / 2


def _radius(away: Points) -> Points:
    return np.asarray((away**2).sum(axis=-1, keepdims=True), np.float64)


@lru_cache(maxsize=4)
def _lens(mounting: Mounting) -> tuple[Floats, Floats]:
    """Map each pixel of the camera to the canvas, by the inverse of the lens's polynomial."""
    middle, unit = _optics(mounting)
    pixels = (np.stack(np.meshgrid(*map(np.arange, mounting.size)), axis=-1) - middle) / unit
    flat = pixels
    for _ in range(25):  # a fixed point, to a thousandth of a pixel
        flat = pixels / (1 + mounting.barrel * _radius(flat))
    sources = (flat * unit + middle + mounting.margin).astype(np.float32)
    return np.ascontiguousarray(sources[..., 0]), np.ascontiguousarray(sources[..., 1])


@lru_cache(maxsize=4)
def _warped(mounting: Mounting) -> tuple[Image, Image]:
    """Return the mat on the canvas, black around it, and a mask of its area."""
    least = min(mounting.scale, FINE_SCALE)
    dense = next(step for step in (1, 2, 3, 4, 6, FINE_SCALE) if step >= least)
    printed = mat_picture(dense, mounting.felt, lanes=mounting.lanes)
    # a pixel's middle is a whole number here, and half a pixel on the mat
    onto = np.array([(1 / dense, 0, 0.5 / dense), (0, 1 / dense, 0.5 / dense), (0, 0, 1)])
    mapping = mounting.camera @ onto
    width, height = (side + 2 * mounting.margin for side in mounting.size)
    picture = cv2.warpPerspective(printed, mapping, (width, height))
    mask = cv2.warpPerspective(np.full_like(printed, 255), mapping, (width, height))
    return np.asarray(picture, np.uint8), np.asarray(mask, np.uint8)
