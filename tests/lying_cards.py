"""Cards that lie in a picture as the networks see them: indices, and the maps of their faces."""

import cmath
import math
from collections.abc import Sequence

import cv2
import numpy as np

from appliance.vision.arrays import Point
from appliance.vision.find.finder import STRIDE, CardMaps, Detection
from appliance.vision.find.grouping import ASPECT, LocatedCard
from appliance.vision.find.index import LABELS

HEIGHT, SIDE, MIDDLE = 140.0, 640, 300 + 300j

EVERY = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def indices(
    centre: Point, turn: float, corners: Sequence[tuple[float, float]], label: str = "2"
) -> list[Detection]:
    """Those of a card whose own up is `turn` clockwise from the picture's."""
    names = np.zeros(len(LABELS), np.float32)
    names[LABELS.index(label)] = 1.0
    up, made = -1j * cmath.rect(1, turn), []
    for across, down in corners:
        place = centre + 0.39 * HEIGHT * up * complex(-down, across * ASPECT)
        made.append(
            Detection(place, 14.0, up * -math.copysign(1, down), 0.9, centre, HEIGHT, names)
        )
    return made


def lying(*cards: tuple[Point, float]) -> CardMaps:
    """The maps of cards that lie with these middles and turns, the last one on top."""
    side = SIDE // STRIDE
    face, centres = np.zeros((side, side), np.float32), np.zeros((side, side, 2), np.float32)
    for centre, turn in cards:
        whole = LocatedCard(
            tuple(indices(centre, turn, EVERY)), centre, HEIGHT, -1j * cmath.rect(1, turn)
        )
        inside = np.zeros((side, side), np.uint8)
        cv2.fillConvexPoly(inside, np.round(np.array(whole.quad) / STRIDE).astype(np.int32), (1,))
        face[inside > 0], centres[inside > 0] = 1.0, (centre.real, centre.imag)
    return CardMaps(face, np.zeros_like(face), centres, 1.0)
