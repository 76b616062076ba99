"""A camera's view of the reveal box, by formula: field, pixels, focus, depth of field, glare.

A thin lens that looks straight down (E. Hecht, "Optics", chapter 5): an object at the distance d is
m = f / (d - f) times as large on the sensor. The camera is as far from the mat as its build says.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from appliance.box.calibrate import CALIBRATION
from appliance.box.flatten import FLAT_SCALE
from appliance.box.mat.design import MAT_HEIGHT, MAT_WIDTH, WINDOW
from appliance.builds.build import Build, BuildFile, Optics
from workshop import figures

INDEX_MM = 8.0
"""Height of an index letter of an ordinary deck."""

MARGIN_MM = 10.0
"""Room beside the mat on each side, so that a slightly tilted mast still shows the whole mat."""

TILT = 3.0
"""Degrees by which a camera hangs askew on a mast that was set by eye."""

BARREL = -0.12
"""The worst lens that the calibration is tried with: at the picture's corner a point is moved by
that share of its distance from the middle (bench/calibration.py)."""

MIN_PX_PER_MM = CALIBRATION.min_px_per_mm
"""Fewer pixels to a millimetre than that can't be calibrated, and no index be read."""

GOOD_PX_PER_MM = FLAT_SCALE
"""The reader works on so many; more of them sharpen the picture, but are not kept."""

MIRROR = 10.0
"""Degrees by which a card may lean before a lamp is mirrored in it.

5 for a bent card, and 5 for the sheen around a reflection. Estimates: no card was measured.
"""

STEP_CM = 5
"""Step of the recommended heights."""


@dataclass(frozen=True, slots=True)
class Look:
    """A camera at a height over the mat: `width` and `height` of what it sees, mm."""

    optics: Optics
    height_cm: float
    width: float
    height: float

    @property
    def holds_the_mat(self) -> bool:
        """Return True if the whole mat shows, with some room around it."""
        return self.width >= MAT_WIDTH + 2 * MARGIN_MM and self.height >= MAT_HEIGHT + 2 * MARGIN_MM

    @property
    def px_per_mm(self) -> float:
        """Pixels to a millimetre in the middle of the picture."""
        return self.optics.picture[0] / self.width

    @property
    def px_per_mm_at_the_edge(self) -> float:
        """The same in the mat's worst corner, of a camera that is askew and a lens that bends.

        A plane that is askew by t is d + r sin t away at the distance r from the middle, and shows
        cos t of its length. A lens that moves a point at the radius q (1 at the picture's corner)
        by b q^2 shows 1 + 3 b q^2 of a length along the radius.
        """
        far, tilt = math.hypot(MAT_WIDTH, MAT_HEIGHT) / 2, math.radians(TILT)
        away = 10 * self.height_cm
        askew = away / (away + far * math.sin(tilt)) * math.cos(tilt)
        radius = min(1.0, far / (math.hypot(self.width, self.height) / 2))
        return self.px_per_mm * askew * (1 + 3 * BARREL * radius * radius)

    @property
    def sharp_cm(self) -> tuple[float, float]:
        """From where to where all is sharp, once the lens is at this distance.

        Sharp is a circle of confusion c of one pixel of the picture. With H = f^2 / (N c) + f it is
        from d (H - f) / (H + d - 2 f) to d (H - f) / (H - d).
        """
        f, away = self.optics.focal_mm, 10 * self.height_cm
        circle = seen_mm(self.optics)[0] / self.optics.picture[0]
        hyperfocal = f * f / (self.optics.f_number * circle) + f
        near = away * (hyperfocal - f) / (hyperfocal + away - 2 * f)
        far = away * (hyperfocal - f) / (hyperfocal - away) if away < hyperfocal else math.inf
        return near / 10, far / 10


def seen_mm(optics: Optics) -> tuple[float, float]:
    """Width and height of what a picture shows of the sensor: all of one, a share of the other."""
    wide, high = optics.sensor_mm
    across, down = optics.picture
    shape = across / down
    return (wide, wide / shape) if shape > wide / high else (high * shape, high)


def look(optics: Optics, height_cm: float) -> Look:
    """Return the view of a camera at this height."""
    scale = (10 * height_cm - optics.focal_mm) / optics.focal_mm
    wide, high = seen_mm(optics)
    return Look(optics, height_cm, wide * scale, high * scale)


def angles(optics: Optics) -> tuple[float, float]:
    """The angles of view, degrees, across and down: 2 atan(s / 2 f)."""
    wide, high = (
        math.degrees(2 * math.atan(side / 2 / optics.focal_mm)) for side in seen_mm(optics)
    )
    return wide, high


def lowest_cm(optics: Optics) -> float:
    """The least height at which the mat shows, and the lens can be sharp."""
    wide, high = seen_mm(optics)
    scale = max((MAT_WIDTH + 2 * MARGIN_MM) / wide, (MAT_HEIGHT + 2 * MARGIN_MM) / high)
    least = optics.focal_mm * (scale + 1) / 10
    return least if optics.focus == "hand" else max(least, optics.nearest_cm)


def highest_cm(optics: Optics) -> float:
    """The greatest height at which the mat's corners have as many pixels as the reader uses."""
    low, high = lowest_cm(optics), 500.0
    for _ in range(40):
        middle = (low + high) / 2
        enough = look(optics, middle).px_per_mm_at_the_edge >= GOOD_PX_PER_MM
        low, high = (middle, high) if enough else (low, middle)
    return low


def recommended_cm(optics: Optics) -> int:
    """The next multiple of `STEP_CM` above the least height."""
    return STEP_CM * math.ceil(lowest_cm(optics) / STEP_CM)


# --- light ---------------------------------------------------------------------------------------


def lean_to_mirror(build: Build) -> float:
    """Degrees by which a card must lean, somewhere in the window, to mirror a strip to the camera.

    A mirror throws light back at the angle at which it came: it would have to lean by half of what
    the two angles, camera's and strip's, differ from that. Across the box, where it is worst.
    """
    half = (WINDOW[3] - WINDOW[1]) / 2
    box = build.box
    away, up, out = 10 * box.height_cm, 10 * box.light_up_cm, 10 * box.light_out_cm
    places = [half * step / 50 for step in range(-50, 51)]
    return min(abs(math.degrees(math.atan2(out - x, up) - math.atan2(x, away))) / 2 for x in places)


def evenness(build: Build) -> float:
    """The darkest place of the window over the lightest, across it.

    A long strip at the height y and the distance r gives y^2 / r^3: it shines down, and the mat
    lies askew to it.
    """
    half = (WINDOW[3] - WINDOW[1]) / 2
    up, out = 10 * build.box.light_up_cm, 10 * build.box.light_out_cm
    lit = [
        sum(up * up / math.hypot(side * out - half * step / 50, up) ** 3 for side in (-1, 1))
        for step in range(-50, 51)
    ]
    return min(lit) / max(lit)


# --- tables --------------------------------------------------------------------------------------


def cameras(plan: BuildFile) -> str:
    """Each camera at its recommended height, as a table in Markdown."""
    lines = [
        (
            "| camera | picture | view | height (cm) | sees (mm) | pixels a mm: middle, corner | "
            "index: middle, corner (pixels) | sharp (cm) |"
        ),
        "|---|---|---|---|---|---|---|---|",
    ]
    for optics in plan.optics.values():
        at = look(optics, recommended_cm(optics))
        wide, high = angles(optics)
        near, far = at.sharp_cm
        middle, corner = at.px_per_mm, at.px_per_mm_at_the_edge
        most = highest_cm(optics)
        lines.append(
            f"| {optics.says} | {optics.picture[0]}x{optics.picture[1]} | "
            f"{wide:.0f} x {high:.0f} degrees | "
            f"**{at.height_cm:.0f}** ({lowest_cm(optics):.0f} to {most:.0f}) | "
            f"{at.width:.0f} x {at.height:.0f} | {middle:.1f}, {corner:.1f} | "
            f"{INDEX_MM * middle:.0f}, {INDEX_MM * corner:.0f} | {_range(near, far)} |"
        )
    return "\n".join(lines)


def _range(near: float, far: float) -> str:
    return f"{near:.0f} to {far:.0f}" if math.isfinite(far) else f"from {near:.0f}"


def pixels_by_height(plan: BuildFile) -> str:
    """Pixels of an index in the mat's worst corner, by camera and height: a table in Markdown."""
    heights = range(25, 75, 5)
    lines = [
        f"| camera | {' | '.join(f'{height} cm' for height in heights)} |",
        f"|---|{'---:|' * len(heights)}",
    ]
    for optics in plan.optics.values():
        cells = [_cell(look(optics, height)) for height in heights]
        lines.append(f"| {optics.says} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(at: Look) -> str:
    if not at.holds_the_mat:
        return "-"
    pixels = f"{INDEX_MM * at.px_per_mm_at_the_edge:.0f}"
    return pixels if at.px_per_mm_at_the_edge >= GOOD_PX_PER_MM else f"({pixels})"


def sources(plan: BuildFile) -> str:
    """Return sensor and lens of each camera, and their source, as a table in Markdown."""
    focus = {"motor": "by itself", "hand": "by hand", "fixed": "fixed"}
    lines = [
        "| camera | sensor (mm) | pixels | focal length (mm) | f | focus | source | estimates |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for camera in plan.optics.values():
        sensor = " x ".join(f"{side:g}" for side in camera.sensor_mm)
        pixels = "x".join(map(str, camera.pixels))
        lines.append(
            f"| {camera.says} | {sensor} | {pixels} | {camera.focal_mm:g} | {camera.f_number:g} | "
            f"{focus[camera.focus]} | {camera.source} | {figures.of(camera, camera.estimates)} |"
        )
    return "\n".join(lines)


def lights(builds: Mapping[str, Build]) -> str:
    """Return the light's place in each build and its effects, as a table in Markdown."""
    lines = [
        (
            "| build | camera (cm) | strips: from the middle, above the mat (cm) | "
            "a card must lean by | darkest place |"
        ),
        "|---|---|---|---|---|",
    ]
    for name, build in builds.items():
        box = build.box
        lines.append(
            f"| {name} | {box.height_cm} | {box.light_out_cm:g}, {box.light_up_cm:g} | "
            f"{lean_to_mirror(build):.0f} degrees | {100 * evenness(build):.0f} % of the lightest |"
        )
    return "\n".join(lines)


ASSUMED = (
    (
        "height of an index letter",
        f"{INDEX_MM:g} mm",
        "estimate: ordinary decks that we have have 7 to 10 mm",
    ),
    ("room beside the mat", f"{MARGIN_MM:g} mm", "our choice"),
    ("a camera hangs askew by", f"{TILT:g} degrees", "estimate, of a mast that is set by eye"),
    (
        "the worst lens moves a corner by",
        f"{BARREL:g} of its distance",
        "our choice: what calibration is tried with",
    ),
    (
        "a card may lean by",
        f"{MIRROR:g} degrees",
        "estimate: 5 for a bent card, 5 for the sheen around a reflection",
    ),
    ("sharp", "a point is one pixel wide", "our choice"),
)
"""Return the tables' assumptions, their values and their sources."""


def assumed() -> str:
    """`ASSUMED` as a table in Markdown."""
    lines = ["| taken for granted | figure | source |", "|---|---|---|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in ASSUMED)])
