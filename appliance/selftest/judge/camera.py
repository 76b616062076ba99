"""The camera: how many pictures, how sharp, how light, and whether they show anything."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from appliance.core.signals import SECOND
from appliance.selftest.judge import Finding, Level, Part, skipped

Grey = npt.NDArray[np.uint8]

SLOW = 5.0
"""Pictures a second: a verdict needs a few that agree, within a second and a half."""

SOFT = 0.009
"""An edge wider than this share of the picture's height is out of focus.

Of 30 cards in drawn pictures of 720 rows, the reader named all with edges of up to 1.05 % of the
height and 26 with 1.3 %.
"""

DIM = 90
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
    `edge_mm` how wide an edge, and `trouble` what to do about the light.
    """

    markers: int
    of: int
    missing: str = ""
    trouble: str = ""
    error_mm: float = 0.0
    px_per_mm: float = 0.0
    edge_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Camera:
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
    dead: str | None = None
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


def findings(seen: Camera) -> Iterator[Finding]:
    """What is to be said of the camera."""
    fps, size = seen.fps, f"{seen.width}x{seen.height}"
    figures = (("width", seen.width), ("height", seen.height), ("fps", _round(fps)))
    if not seen.real:
        yield Finding(Part.CAMERA, "pictures", Level.OK, f"{size}, out of a folder", "", figures)
    elif fps is None or fps < SLOW:
        rate = "only one came" if fps is None else f"{fps:.1f} a second"
        todo = (
            "plug it into another port, without a hub; or set a smaller camera.width and "
            "camera.height"
        )
        yield Finding(Part.CAMERA, "pictures", Level.WARN, f"{size}, {rate}", todo, figures)
    else:
        says = f"{size}, {fps:.1f} a second"
        yield Finding(Part.CAMERA, "pictures", Level.OK, says, "", figures)
    if seen.dead is not None:
        says, _, todo = seen.dead.partition(": ")
        yield Finding(Part.CAMERA, "picture", Level.FAIL, f"the picture is {says}", todo)
        return
    yield _light(seen)
    yield _focus(seen)
    yield _mat(seen)


def control(name: str, seen: str, todo: str) -> Finding:
    """What is in force of one thing that the camera was set to; `todo` where that isn't obeyed."""
    return Finding(Part.CAMERA, name, Level.WARN if todo else Level.OK, seen, todo)


def _light(seen: Camera) -> Finding:
    figures = (("light", round(seen.light)), ("glare", round(seen.glare, 4)))
    says = f"the lightest hundredth is {seen.light:.0f} of 255"
    if seen.light < DIM:
        todo = "lay a card in the box; if it is dim even then, light the box and restart the table"
        return Finding(Part.CAMERA, "light", Level.WARN, f"dim: {says}", todo, figures)
    if seen.glare > GLARE:
        says = f"{100 * seen.glare:.0f} % of the picture is burnt out"
        todo = "shade or turn the lamp, and restart the table so that the camera measures anew"
        return Finding(Part.CAMERA, "light", Level.WARN, says, todo, figures)
    says = f"{says}, {100 * seen.glare:.1f} % burnt out"
    return Finding(Part.CAMERA, "light", Level.OK, says, "", figures)


def _focus(seen: Camera) -> Finding:
    if seen.edge is None:
        todo = "lay a few cards face up in the box, and check again"
        return Finding(
            Part.CAMERA,
            "focus",
            Level.WARN,
            "nothing in the picture has a clear edge",
            todo,
            (("edge_px", None),),
        )
    most = SOFT * seen.height
    says = f"edges are {seen.edge:.1f} pixels wide, up to {most:.1f} can be read well"
    figures = (("edge_px", round(seen.edge, 2)), ("edge_px_most", round(most, 2)))
    if seen.edge > most:
        todo = "wipe the lens, and turn its ring (or move the camera) until this figure is least"
        return Finding(Part.CAMERA, "focus", Level.FAIL, f"not sharp: {says}", todo, figures)
    return Finding(Part.CAMERA, "focus", Level.OK, says, "", figures)


def _mat(seen: Camera) -> Finding:
    mat = seen.mat
    if mat is None:
        return skipped(Part.CAMERA, "mat", "not looked for")
    told = f"{mat.markers} of {mat.of} markers"
    figures = (
        ("mat", not mat.missing),
        ("markers", mat.markers),
        ("error_mm", round(mat.error_mm, 2)),
        ("px_per_mm", round(mat.px_per_mm, 2)),
        ("edge_mm", round(mat.edge_mm, 2)),
    )
    if mat.missing:
        says, _, todo = mat.missing.partition(": ")
        return Finding(Part.CAMERA, "mat", Level.WARN, says, todo, figures)
    if mat.trouble:
        says, _, todo = mat.trouble.rpartition(": ")
        says = f"found by {told}; {says}"
        return Finding(Part.CAMERA, "mat", Level.WARN, says, todo, figures)
    says = (
        f"found by {told}, off by {mat.error_mm:.1f} mm; {mat.px_per_mm:.1f} pixels a millimetre, "
        f"edges {mat.edge_mm:.1f} mm wide"
    )
    return Finding(Part.CAMERA, "mat", Level.OK, says, "", figures)


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
