"""Development of a camera's picture into pictures for screens."""

import cv2
import numpy as np
import numpy.typing as npt

from appliance.core.reading import Quad
from appliance.display.quiet import pygame
from appliance.display.view import Evidence
from appliance.drivers import Image
from appliance.runtime.reader import Shot

WIDEST = 960
"""Pixels: no screen shows the box any wider, and each draw of it costs by its size."""

CROP = (168, 240)
"""Width and height of a card that is cut out, pixels: a poker card's shape, nearly."""


def develop(shot: Shot) -> Evidence:
    """The pictures of `shot`."""
    crops = tuple(_surface(upright(shot.image, card.quad)) for card in shot.reading.cards)
    return Evidence(_small(shot.image), crops)


def live_picture(image: Image) -> Evidence:
    """Develop the camera's picture for people who set it up: no cards are cut out."""
    return Evidence(_small(image), ())


def _small(image: Image) -> pygame.Surface:
    """A picture no wider than screens show it."""
    height, width = image.shape[:2]
    scale = min(1.0, WIDEST / width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return _surface(np.asarray(small, np.uint8))


def upright(image: Image, quad: Quad) -> Image:
    """The card inside `quad`, CROP in size, its short sides above and below."""
    corners: npt.NDArray[np.float32] = np.array(quad, np.float32)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    if sides[0] + sides[2] > sides[1] + sides[3]:
        corners = np.roll(corners, -1, axis=0)
    width, height = CROP
    goal = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    flat = cv2.warpPerspective(image, cv2.getPerspectiveTransform(corners, goal), CROP)
    return np.asarray(flat, np.uint8)


def _surface(image: Image) -> pygame.Surface:
    """A BGR picture as pygame has it, in memory of its own."""
    rgb = np.ascontiguousarray(image[:, :, ::-1])
    return pygame.image.frombytes(rgb.tobytes(), rgb.shape[1::-1], "RGB")
