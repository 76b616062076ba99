"""Cards laid on a table under a camera, and what of their indices can be seen in the end.

Faces are warped by the camera's whole homography and bear their indices with them; the
simulator's `photograph` lays cut-out cards at known corners, which is faster and says less.
"""

import math
import random
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from appliance.drivers import Image
from lab.sim.photo.faces import FACE_HEIGHT, FACE_WIDTH, corner_mask
from lab.sim.photo.layouts import Pose
from training.crops import SIZE
from training.faces import Face, Index

Matrix = npt.NDArray[np.float64]

MARGIN = 10
"""Pixels around a card into which its shadow falls."""

SHRUNK = 0.75
"""Faces that are shrunk more than this are blurred first, or fine lines flicker."""

NEAR = 4
"""Pixels outside a crop up to which an index still belongs to it."""

_CORNERS = np.array(
    [(0, 0), (FACE_WIDTH, 0), (FACE_WIDTH, FACE_HEIGHT), (0, FACE_HEIGHT)], np.float64
)
_LEAST_AREA = 200.0  # square pixels; cards that look smaller lie on their edge, or nearly
_AWAY = 20  # pixels outside the crop from which on a card is not there
_GRID = np.array(  # 49 points over a glyph, in its heights from its middle
    [(0.8 * x, y) for y in np.linspace(-0.48, 0.48, 7) for x in np.linspace(-0.42, 0.42, 7)]
)


@dataclass(frozen=True, slots=True)
class Fall:
    """The light on the cards of one crop.

    `shadow` is the darkness of their shadow (0 to 1), which falls (`dx`, `dy`) pixels away; `tone`
    (0 to 1) is the brightness of a card that does not lie flat.
    """

    shadow: float
    dx: int
    dy: int
    tone: float


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A card on the table; `place` leads from its face's pixels to the crop's."""

    face: Face
    place: Matrix

    def seen(self, points: npt.ArrayLike) -> Matrix:
        """Map points (n, 2) of the face to the crop."""
        flat = np.asarray(points, np.float64).reshape(1, -1, 2)
        return np.asarray(cv2.perspectiveTransform(flat, self.place)[0], np.float64)

    def quad(self) -> Matrix:
        """Corners (4, 2) in the crop."""
        return self.seen(_CORNERS)

    def row(self) -> tuple[float, float, float, float]:
        """Row of `Crop.cards`."""
        middle, top, bottom = self.seen(
            [(FACE_WIDTH / 2, y) for y in (FACE_HEIGHT / 2, 0, FACE_HEIGHT)]
        )
        tall = float(np.linalg.norm(top - bottom))
        return float(middle[0]), float(middle[1]), tall, float(self.face.is_back)


def is_in_view(quad: Matrix) -> bool:
    """Return True if a card with these corners is in or near the crop and large enough to see."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    if high.min() < -_AWAY or low.max() > SIZE + _AWAY:
        return False
    return cv2.contourArea(quad.astype(np.float32)) >= _LEAST_AREA


def placed(pose: Pose, narrow: float) -> Matrix:
    """Map a face's pixels to the table's; `narrow` is a factor on the card's width."""
    turn, scale = math.radians(pose.angle), pose.height / FACE_HEIGHT
    c, s = math.cos(turn) * scale, math.sin(turn) * scale
    turned = np.array([[c * narrow, -s, pose.x], [s * narrow, c, pose.y], [0, 0, 1.0]])
    middle = np.array([[1, 0, -FACE_WIDTH / 2], [0, 1, -FACE_HEIGHT / 2], [0, 0, 1.0]])
    return np.asarray(turned @ middle, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table under the camera: `frame` as it looks, uint8 BGR (256, 256, 3), and its cards.

    `owner` uint8 (256, 256) says which card shows at each pixel, from 1, or 0.
    """

    frame: Image
    owner: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros((SIZE, SIZE), np.uint8))
    laid: list[Laid] = field(default_factory=list)

    def lay(self, card: Laid, fall: Fall, rng: random.Random) -> None:
        """Put a card on top of all others, over its shadow."""
        self.laid.append(card)
        quad = card.quad()
        low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - MARGIN, 0)
        high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + MARGIN + 1, SIZE)
        if (high - low).min() < 2:
            return
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        place = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]]) @ card.place
        area = cv2.contourArea(quad.astype(np.float32))
        face = _warped(card.face.image, place, size, math.sqrt(area / (FACE_WIDTH * FACE_HEIGHT)))
        alpha = np.asarray(cv2.warpPerspective(corner_mask(), place, size), np.uint8)
        if rng.random() < 0.7:
            face = _bent(face, fall.tone, rng)
        box = np.s_[low[1] : high[1], low[0] : high[0]]
        part = self.frame[box]
        ground = _shaded(part, alpha, fall, rng)
        weight = (alpha.astype(np.float32) / 255)[..., None]
        rim = 1 - 0.25 * (1 - np.abs(2 * weight - 1))  # the board's cut edge is darker
        part[:] = (ground * (1 - weight) + face * weight * rim).astype(np.uint8)
        self.owner[box][alpha > 127] = len(self.laid)

    def indices(self) -> tuple[list[tuple[float, ...]], list[Index]]:
        """The rows of `Crop.indices` and what is printed there, covered indices among them."""
        rows, printed = [], []
        for number, card in enumerate(self.laid):
            for index in card.face.indices:
                row = self._index(number, card, index)
                if row is not None:
                    rows.append(row)
                    printed.append(index)
        return rows, printed

    def _index(self, number: int, card: Laid, index: Index) -> tuple[float, ...] | None:
        """An index's row; None if it is not in the crop or seen from its edge."""
        at = np.array([index.x, index.y])
        tip = at + np.array(index.up) * index.height / 2
        middle, top, *spots = card.seen(np.vstack([at, tip, at + _GRID * index.height]))
        half = float(np.linalg.norm(top - middle))
        if middle.min() <= -NEAR or middle.max() >= SIZE + NEAR or half < 1e-3:
            return None
        shown = self._shown(np.array(spots), number + 1)
        return (*middle.tolist(), 2 * half, *((top - middle) / half).tolist(), number, shown)

    def _shown(self, spots: Matrix, owner: int) -> float:
        """The share of `spots` (n, 2) that lie in the crop and show the card `owner`."""
        inside = np.round(spots).astype(int)
        within = ((inside >= 0) & (inside < SIZE)).all(axis=1)
        x, y = np.clip(inside, 0, SIZE - 1).T
        return float(((self.owner[y, x] == owner) & within).mean())


def _warped(face: Image, place: Matrix, size: tuple[int, int], scale: float) -> Image:
    if scale < SHRUNK:
        face = np.asarray(cv2.GaussianBlur(face, (0, 0), 0.42 / scale), np.uint8)
    warped = cv2.warpPerspective(
        face, place, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(warped, np.uint8)


def _bent(seen: Image, tone: float, rng: random.Random) -> Image:
    """Shade a card that is bent or worn a little: darker to one side."""
    high, wide = seen.shape[:2]
    least, across = rng.uniform(0.72, 1), rng.random() < 0.5
    ramp = np.linspace(least, 1, wide if across else high, dtype=np.float32)
    shade = ramp.reshape((1, -1, 1) if across else (-1, 1, 1))
    return np.asarray(seen * shade * tone, np.uint8)


def _shaded(
    part: Image, alpha: npt.NDArray[np.uint8], fall: Fall, rng: random.Random
) -> npt.NDArray[np.float32]:
    """The ground under a card, with its shadow: float32, as `part` is shaped."""
    ground = part.astype(np.float32)
    if fall.shadow:
        soft = rng.choice((3, 7, 11))
        dark = cv2.blur(np.roll(alpha, (fall.dy, fall.dx), (0, 1)), (soft, soft))
        ground *= (1 - fall.shadow * dark.astype(np.float32) / 255)[..., None]
    return ground
