"""Names the corner of a card with the small network that ships beside this file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from appliance.rules.cards import Rank
from appliance.vision.locate import Image

WIDTH, HEIGHT = 56, 72
"""A corner's size in pixels on a card of locate.CARD pixels."""

MODEL = Path(__file__).with_name("corner.onnx")

NAMES: tuple[Rank | None, ...] = (*Rank, None)
"""What the network's outputs stand for; None is everything that is no index."""


class Net(Protocol):
    """The two calls that this module makes on OpenCV's network."""

    def setInput(self, blob: npt.NDArray[np.float32]) -> None: ...  # noqa: N802 - OpenCV's name
    def forward(self) -> npt.NDArray[np.float32]: ...


def load(path: Path = MODEL) -> Net:
    """The network, read from its ONNX file. Raises cv2.error when the file is not one."""
    net: Net = cv2.dnn.readNetFromONNX(str(path))
    return net


def both_ends(card: Image) -> tuple[Image, Image]:
    """The two corners of an upright card that carry an index, the second one turned around."""
    return card[:HEIGHT, :WIDTH], card[::-1, ::-1][:HEIGHT, :WIDTH]


def chances(net: Net, corners: Sequence[Image]) -> npt.NDArray[np.float32]:
    """How likely each name is for each corner: shape (n, 15), rows sum to 1."""
    if not corners:
        return np.zeros((0, len(NAMES)), np.float32)
    values = np.stack(corners).astype(np.float32).transpose(0, 3, 1, 2)
    mean = values.mean(axis=(1, 2, 3), keepdims=True)
    spread = values.std(axis=(1, 2, 3), keepdims=True)
    net.setInput(np.ascontiguousarray((values - mean) / (spread + 8.0)))
    return np.asarray(net.forward(), np.float32)
