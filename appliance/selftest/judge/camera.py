"""The camera: how many pictures, how sharp, how light, and whether they show anything."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from appliance.core.signals import SECOND
from appliance.message import Message, Spoken, message
from appliance.selftest.judge import Finding, Level, Part, found, skipped

Trouble = tuple[Message, Message | None]
"""What is wrong, and what to do."""

MIN_PICTURE_RATE = 5.0
"""Pictures a second: a verdict needs a few that agree, within a second and a half."""

SOFT = 0.009
"""An edge wider than this share of the picture's height is out of focus.

Of 30 cards in drawn pictures of 720 rows, the reader named all with edges of up to 1.05 % of the
height and 26 with 1.3 %.
"""

MIN_LIGHT = 90
"""Of 255: the lightest hundredth of a picture with a card in it is no darker in a lit box."""

GLARE = 0.05
"""More of a picture than this with no detail left in its lights is glare."""

CONTRAST = 60
"""Of 255: an edge worth measuring has so much between its two sides."""

REACH = 21
"""Pixels across which the two sides of an edge are looked for."""

FEWEST = 20
"""Fewer edges than this tell nothing."""


@dataclass(frozen=True, slots=True)
class Mat:
    """The calibration mat in a picture: how many of its markers show, of how many.

    `missing` says why the box can't be found by them, and what to do; where it can, `error_mm`
    is by how much they typically miss their places, `px_per_mm` how large a millimetre is,
    `edge_mm` how wide an edge, and `trouble` what is wrong with the light, and what to do.
    """

    markers: int
    of: int
    missing: Trouble | None = None
    trouble: Trouble | None = None
    error_mm: float = 0.0
    px_per_mm: float = 0.0
    edge_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class CameraSeen:
    """What was observed of a camera.

    `times` are the exposures (ns) of the pictures that came. `edge` is how wide an edge in the
    last of them is (pixels; None: it has none), `light` its lightest hundredth (0 to 255),
    `glare` the share of it with no detail in its lights, `dead` why it shows nothing. Without
    `mat` nobody looked for that. A camera that is not `real` is a folder of pictures.
    """

    width: int
    height: int
    times: tuple[int, ...]
    edge: float | None
    light: float
    glare: float
    dead: Trouble | None = None
    real: bool = True
    mat: Mat | None = None

    @property
    def fps(self) -> float | None:
        """Pictures a second."""
        span = self.times[-1] - self.times[0] if self.times else 0
        return (len(self.times) - 1) * SECOND / span if span > 0 else None


def edge_width(image: npt.NDArray[np.uint8]) -> float | None:
    """How many pixels wide the sharper edges in a BGR `image` are, or None where it has none.

    At the steepest point of an edge, its contrast over its slope: 2.6 to 3.5 for a sharp picture
    whatever it shows, 2.2 more for each pixel of blur. (The variance of the Laplacian was 11 to
    2800 in sharp photographs of cards, so it tells what is in a picture and not how sharp it is.)
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


def light_of(image: npt.NDArray[np.uint8]) -> tuple[float, float]:
    """The lightest hundredth of a BGR `image` (0 to 255), and the share of it that is burnt out."""
    lights = image[::4, ::4].max(axis=2)
    return float(np.quantile(lights, 0.99)), float((lights >= 250).mean())


def findings(seen: CameraSeen) -> Iterator[Finding]:
    """What is to be said of the camera."""
    yield _pictures(seen)
    if seen.dead is not None:
        why, todo = seen.dead
        dead = message("selftest.camera.dead", why=why)
        yield Finding(Part.CAMERA, message("selftest.name.picture"), Level.FAIL, dead, todo)
        return
    yield _light(seen)
    yield _focus(seen)
    yield _mat(seen.mat)


def control(name: Message, seen: Message, todo: Message | None) -> Finding:
    """What is in force of one thing that the camera was set to; `todo` where that isn't obeyed."""
    return Finding(Part.CAMERA, name, Level.WARN if todo else Level.OK, seen, todo)


def _pictures(seen: CameraSeen) -> Finding:
    level, code = Level.OK, "pictures"
    if not seen.real:
        code = "folder"
    elif seen.fps is None:
        level, code = Level.WARN, "one"
    elif seen.fps < MIN_PICTURE_RATE:
        level, code = Level.WARN, "slow"
    return found(
        Part.CAMERA,
        "pictures",
        level,
        f"selftest.camera.{code}",
        width=seen.width,
        height=seen.height,
        fps=seen.fps,
    )


def _light(seen: CameraSeen) -> Finding:
    level, code = Level.OK, "fine"
    if seen.light < MIN_LIGHT:
        level, code = Level.WARN, "dim"
    elif seen.glare > GLARE:
        level, code = Level.WARN, "glare"
    return found(
        Part.CAMERA,
        "light",
        level,
        f"selftest.light.{code}",
        light=seen.light,
        glare=seen.glare,
        percent=100 * seen.glare,
    )


def _focus(seen: CameraSeen) -> Finding:
    if seen.edge is None:
        return found(Part.CAMERA, "focus", Level.WARN, "selftest.focus.no-edge")
    most = SOFT * seen.height
    level, code = (Level.FAIL, "blurred") if seen.edge > most else (Level.OK, "sharp")
    return found(
        Part.CAMERA,
        "focus",
        level,
        f"selftest.focus.{code}",
        edge_px=seen.edge,
        edge_px_most=most,
    )


def _mat(mat: Mat | None) -> Finding:
    name = message("selftest.name.mat")
    if mat is None:
        return skipped(Part.CAMERA, name, "selftest.mat.not-looked-for")
    if mat.missing is not None:
        why, todo = mat.missing
        missing = message("selftest.mat.missing", why=why, markers=mat.markers, of=mat.of)
        return Finding(Part.CAMERA, name, Level.WARN, missing, todo)
    figures: dict[str, Spoken] = {
        "markers": mat.markers,
        "of": mat.of,
        "error_mm": mat.error_mm,
        "px_per_mm": mat.px_per_mm,
        "edge_mm": mat.edge_mm,
    }
    if mat.trouble is not None:
        why, todo = mat.trouble
        badly = message("selftest.mat.badly-lit", why=why, **figures)
        return Finding(Part.CAMERA, name, Level.WARN, badly, todo)
    return found(Part.CAMERA, name, Level.OK, "selftest.mat.fine", **figures)
