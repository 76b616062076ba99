"""Names the corner of a card with the small network that ships beside this file."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from appliance.rules.cards import Rank
from appliance.vision.locate import Image

WIDTH, HEIGHT = 56, 72
"""A corner's size in pixels on a card of locate.CARD pixels."""

REACH, OFF = 8, 4
"""How far two ends are shifted to make them match, and how far one card's may be: pixels on
a card 160 wide. Of 332 cards in photos 1.2 % were further off; a card that shows 3 % of
another beside or above it always was."""

ALIKE = 0.8
"""Least correlation of two ends that belong to one card."""

MODEL = Path(__file__).with_name("corner.onnx")

NAMES: tuple[Rank | None, ...] = (*Rank, None)
"""What the network's outputs stand for; None is everything that is no index."""


def load(path: Path = MODEL) -> cv2.dnn.Net:
    """The network, read from its ONNX file. Raises cv2.error when the file is not one."""
    return cv2.dnn.readNetFromONNX(str(path))


def both_ends(card: Image) -> tuple[Image, Image]:
    """The two corners of an upright card that carry an index, the second one turned around."""
    return card[:HEIGHT, :WIDTH], card[::-1, ::-1][:HEIGHT, :WIDTH]


def uneven(one: Image, two: Image) -> bool:
    """Whether the index sits elsewhere at one end of the card than at the other.

    Then the outline is not one card's: a card lies on another and lets a sliver of it show.
    """
    gray = [
        cv2.GaussianBlur(cv2.cvtColor(np.ascontiguousarray(end), cv2.COLOR_BGR2GRAY), (5, 5), 0)
        for end in (one, two)
    ]
    part = np.ascontiguousarray(gray[0][REACH:-REACH, REACH:-REACH])
    match = cv2.matchTemplate(gray[1], part, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(match)
    return best < ALIKE or max(abs(x - REACH), abs(y - REACH)) > OFF


def chances(net: cv2.dnn.Net, corners: Sequence[Image]) -> npt.NDArray[np.float32]:
    """How likely each name is for each corner: shape (n, 15), rows sum to 1."""
    if not corners:
        return np.zeros((0, len(NAMES)), np.float32)
    values = np.stack(corners).astype(np.float32).transpose(0, 3, 1, 2)
    mean = values.mean(axis=(1, 2, 3), keepdims=True)
    spread = values.std(axis=(1, 2, 3), keepdims=True)
    net.setInput(np.ascontiguousarray((values - mean) / (spread + 8.0)))
    return np.asarray(net.forward(), np.float32)
