"""Detects pictures that show nothing.

A sensor, cable or lens that has failed often keeps delivering black, one colour, a test pattern or
snow. No reveal box looks so: its mat is lit and has grain, and every sensor adds noise of its own.
"""

import numpy as np
import numpy.typing as npt

from appliance.drivers import Image
from bluffing.message import Message, message

BLACK = 24
"""Maximum level (of 255) of the brightest hundredth of a picture that is too dark to read."""

FLAT = 1.0
"""Maximum standard deviation (of 255) of a picture of one colour; noise alone gives more."""

STRAIGHT = 0.9
"""The share of columns that are one colour from top to bottom in a pattern of bars."""

SNOW = 0.2
"""The largest correlation of neighbouring pixels (1: the same) in a picture that is noise."""

EVERY = 4
"""Step of the checked rows and columns: enough for all but noise, and 16 times cheaper."""


def dead(image: Image) -> tuple[Message, Message] | None:
    """Return the reason why `image` (BGR) shows nothing, and a remedy; None if it is not blank.

    The reason follows "the picture is ...".
    """
    grey = image[::EVERY, ::EVERY].mean(axis=2, dtype=np.float32)
    if np.quantile(grey, 0.99) <= BLACK:
        why = "black"
    elif grey.std() < FLAT:
        why = "flat"
    elif _bars(grey):
        why = "pattern"
    elif _snow(image[: EVERY * 64, : EVERY * 64].mean(axis=2, dtype=np.float32)):
        why = "noise"
    else:
        return None
    return message(f"driver.dead.{why}"), message(f"driver.dead.{why}.todo")


def _bars(grey: npt.NDArray[np.float32]) -> bool:
    """Columns (or rows) of one colour each, side by side; a pattern may have a caption."""
    middles = (turned[len(turned) // 8 : len(turned) // 2] for turned in (grey, grey.T))
    return any((middle.std(axis=0) < FLAT).mean() >= STRAIGHT for middle in middles)


def _snow(grey: npt.NDArray[np.float32]) -> bool:
    """Return True if neighbouring pixels are unrelated."""
    left, right = grey[:, :-1].ravel(), grey[:, 1:].ravel()
    spread = float(left.std() * right.std())
    if spread < 100:  # too even to be snow, and too even to divide by
        return False
    alike = float(((left - left.mean()) * (right - right.mean())).mean()) / spread
    return alike < SNOW
