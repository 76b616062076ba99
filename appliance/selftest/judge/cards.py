"""Judges the card reader: the camera (rate, sharpness, light) and the networks."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from appliance.core.signals import SECOND
from appliance.core.weighing import CARD_G, Mass
from appliance.selftest.judge import Finding, Level, found, skipped
from bluffing.message import Spoken

MIN_PICTURE_RATE = 5.0
"""Pictures a second: a verdict needs a few that agree, within a second and a half."""

SOFT = 0.009
"""An edge wider than this share of the picture's height is out of focus.

Of 30 cards in drawn pictures of 720 rows, the reader named all with edges of up to 1.05 % of the
height and 26 with 1.3 %.
"""

MIN_LIGHT = 90
"""Minimum level (of 255) of the lightest hundredth of a picture with a card in a lit box."""

GLARE = 0.05
"""Minimum share of a picture with bright areas without detail that counts as glare."""

CONTRAST = 60
"""Minimum contrast (of 255) of an edge that is measured."""

REACH = 21
"""Pixels across which the two sides of an edge are looked for."""

FEWEST = 20
"""Minimum number of edges for a measurement."""

TAUGHT = 2.0
"""Maximum deviation of a card's weight in percent; the rest of 6 % is for decks and places."""

Picture = npt.NDArray[np.uint8]
"""Shape (height, width, 3), BGR, 0 to 255."""


def edge_width(image: Picture) -> float | None:
    """Return the width in pixels of the sharper edges in `image`, or None without edges.

    It is the contrast over the slope at the steepest point of an edge: 2.6 to 3.5 for a sharp
    picture of any content, 2.2 more for each pixel of blur. (The variance of the Laplacian was 11
    to 2800 in sharp photographs of cards, so it depends on the content and not on the sharpness.)
    """
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    slope = cv2.magnitude(
        cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 8),
        cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 8),
    )
    near = np.ones((REACH, REACH), np.uint8)
    contrast = cv2.dilate(grey, near).astype(np.float32) - cv2.erode(grey, near)
    steepest = (slope >= cv2.dilate(slope, near)) & (contrast >= CONTRAST)
    if int(steepest.sum()) < FEWEST:
        return None
    return float(np.quantile(contrast[steepest] / slope[steepest], 0.25))


def pictures(image: Picture, times: Sequence[int], *, live: bool) -> Finding:
    """Judge the rate of pictures as large as `image`; `times` are their exposures (ns)."""
    span = times[-1] - times[0]
    fps = (len(times) - 1) * SECOND / span if span > 0 else None
    level, code = Level.OK, "pictures"
    if not live:
        code = "folder"
    elif fps is None:
        level, code = Level.WARN, "one"
    elif fps < MIN_PICTURE_RATE:
        level, code = Level.WARN, "slow"
    height, width = image.shape[:2]
    code = f"selftest.camera.{code}"
    return found("pictures", level, code, width=width, height=height, fps=fps)


def light(image: Picture) -> Finding:
    """Judge the lightest hundredth (0 to 255) and the burnt-out share."""
    lights = image[::4, ::4].max(axis=2)
    lightest, glare = float(np.quantile(lights, 0.99)), float((lights >= 250).mean())
    level, code = Level.OK, "fine"
    if lightest < MIN_LIGHT:
        level, code = Level.WARN, "dim"
    elif glare > GLARE:
        level, code = Level.WARN, "glare"
    figures = {"light": lightest, "glare": glare, "percent": 100 * glare}
    return found("light", level, f"selftest.light.{code}", **figures)


def focus(image: Picture) -> Finding:
    """Judge the width of its edges."""
    edge, most = edge_width(image), SOFT * len(image)
    if edge is None:
        return found("focus", Level.WARN, "selftest.focus.no-edge")
    level, code = (Level.FAIL, "blurred") if edge > most else (Level.OK, "sharp")
    return found("focus", level, f"selftest.focus.{code}", edge_px=edge, edge_px_most=most)


def rest(empty: Mass | None) -> Finding:
    """Judge the weight of the empty box; None: the scale did not come to rest."""
    if empty is None:
        return found("scale", Level.WARN, "selftest.scale.restless")
    return found("scale", Level.OK, "selftest.scale.rests", mg=1000 * empty.spread)


def card_weight(empty: Mass, full: Mass | None, number: int, counts: int) -> Finding:
    """Judge the weight of `number` cards: the driver takes `counts` of its converter for a card."""
    if full is None:
        return skipped("card-weight", "selftest.scale.not-weighed")
    share = (full.grams - empty.grams) / number / CARD_G
    if share <= 0:
        return found("card-weight", Level.FAIL, "selftest.scale.reversed")
    off = 100 * abs(share - 1)
    if off <= TAUGHT:
        return found("card-weight", Level.OK, "selftest.scale.taught", percent=off)
    return found(
        "card-weight", Level.WARN, "selftest.scale.teach", percent=off, counts=round(counts * share)
    )


def networks(works: str, why: "Spoken | None") -> Finding:
    """Judge the library that works, with its version ("": none), and `why` not one before it."""
    level, code = Level.OK, "first"
    if why is not None:
        level, code = (Level.WARN, "second") if works else (Level.FAIL, "none")
    return found("networks", level, f"selftest.reader.{code}", runner=works, why=why)
