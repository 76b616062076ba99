"""The mat as shapes in millimetres, for the printer and the simulator, and as a picture."""

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import cv2
import numpy as np

from appliance.box.markers import PATTERNS
from appliance.box.mat import design
from appliance.box.mat.lanes import marks
from appliance.core.reading import Place, Quad, rectangle
from appliance.vision.arrays import GrayImage

FINE_SCALE = 12
"""Pixels a millimetre while drawing; so each side of a module is a whole number of pixels."""

PAPER_LEVEL, INK_LEVEL = 236, 28
"""Grey levels of paper and of a printer's black, well lit."""

GREY = 0.55
"""Lightness of the lines and words that only the making of the mat needs."""

LINE_WIDTH = 0.2
"""Width of every line, mm."""

INSTRUCTIONS = (
    "Doubt It! table: the mat of the reveal box",
    "1  Print at 100 % (\u201cactual size\u201d), black, on dull paper.",
    "2  The ruler below must be 100 mm long. If it is not,",
    "    print again, or give its length: doubtit calibrate --ruler MM",
    "3  Two sheets: cut both at the dashed seam, butt them, glue them down.",
    "4  Cover this window with dark, dull felt: cards lie there.",
    "5  Camera above, the whole frame in the picture, even light, no glare.",
    "6  Run: doubtit calibrate",
)
"""Instructions in the window, on each half."""


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon; `light` runs from 0 (black) to 1 (paper)."""

    points: Quad
    light: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    start: Place
    end: Place
    light: float = 0.0
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text, with its start on the base line and its height."""

    at: Place
    height: float
    text: str


Shape = Polygon | Line | Text


def frame(*, lanes: bool = True) -> tuple[Polygon, ...]:
    """Return the visible print: markers, light patch and star, in black and grey on paper.

    Earlier mats have no `lanes`.
    """
    modules = (patch for marker in design.MARKERS for patch in _modules(marker, lanes=lanes))
    greys = (Polygon(rectangle(*box), 1 - n / 4) for n, box in enumerate(design.GREY_STEPS) if n)
    lane_marks = (Polygon(rectangle(*box)) for box in marks()) if lanes else ()
    return (*modules, *greys, *_star(), *lane_marks)


def guides() -> tuple[Shape, ...]:
    """Return the aids for making the mat: cut lines, rulers and instructions."""
    lines = [*_border((0.0, 0.0, design.MAT_WIDTH, design.MAT_HEIGHT)), *_border(design.WINDOW)]
    lines += _border(design.GREY_STEPS[0])
    left, top = design.WINDOW[0] + 6, design.WINDOW[1] + 16
    words = [
        Text((left + half, top + 9 * line), 4.4 if line else 5.4, text)
        for half in (0.0, design.SEAM - design.WINDOW[0])
        for line, text in enumerate(INSTRUCTIONS)
    ]
    return (*lines, *words, *(shape for at in design.RULERS for shape in _ruler(*at)))


def seam() -> tuple[Shape, ...]:
    """Return the line along which two sheets are cut and butted."""
    return (Line((design.SEAM, 0.0), (design.SEAM, design.MAT_HEIGHT), GREY, dashed=True),)


def _modules(marker: design.Marker, *, lanes: bool) -> list[Polygon]:
    """Return the black modules; adjacent ones form one piece, so that no seam shows."""
    (left, top), step = marker.corners[0], design.MARKER_SIDE / design.MODULES
    patches = []
    for row, bits in enumerate(PATTERNS[lanes][marker.number]):
        after = 0
        for white, run in groupby(bits):
            column, after = after, after + len(list(run))
            if not white:
                x0, x1 = left + column * step, left + after * step
                patches.append(Polygon(rectangle(x0, top + row * step, x1, top + (row + 1) * step)))
    return patches


def _star() -> list[Polygon]:
    x, y, radius, wedges = design.STAR

    def at(turn: float) -> tuple[float, float]:
        return x + radius * math.cos(turn), y + radius * math.sin(turn)

    wide = math.pi / wedges
    return [Polygon(((x, y), at(2 * n * wide), at((2 * n + 1) * wide))) for n in range(wedges)]


def _border(sides: tuple[float, float, float, float]) -> list[Line]:
    points = rectangle(*sides)
    return [Line(points[place - 1], points[place], GREY) for place in range(len(points))]


def _ruler(x: float, y: float) -> list[Shape]:
    shapes: list[Shape] = [Line((x, y), (x + design.RULER_LENGTH, y))]
    for tick in range(0, int(design.RULER_LENGTH) + 1, 5):
        high = 6.0 if tick % 50 == 0 else 4.0 if tick % 10 == 0 else 2.5
        shapes.append(Line((x + tick, y), (x + tick, y - high)))
    return [*shapes, Text((x, y + 6), 4.0, f"{design.RULER_LENGTH:.0f} mm from end to end")]


@lru_cache(maxsize=4)
def mat_picture(scale: int = 4, felt: int = 44, *, lanes: bool = True) -> GrayImage:
    """Return the frame with its window of `felt` (a grey level): uint8 (260, 392) times `scale`.

    Raises:
        ValueError: if `scale` (pixels a millimetre) does not divide `FINE_SCALE`.
    """
    if FINE_SCALE % scale:
        raise ValueError(f"scale {scale}: allowed is a divisor of {FINE_SCALE}")
    size = round(design.MAT_HEIGHT * FINE_SCALE), round(design.MAT_WIDTH * FINE_SCALE)
    fine = np.full(size, PAPER_LEVEL, np.uint8)
    x0, y0, x1, y1 = (round(side * FINE_SCALE) for side in design.WINDOW)
    fine[y0:y1, x0:x1] = felt
    for patch in frame(lanes=lanes):
        points = np.array(patch.points) * FINE_SCALE
        tone = round(INK_LEVEL + (PAPER_LEVEL - INK_LEVEL) * patch.light)
        (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
        if len(points) == 4:  # a rectangle: without the half pixel that fillPoly adds around it
            fine[round(top) : round(bottom), round(left) : round(right)] = tone
        else:
            cv2.fillPoly(fine, [np.round(points).astype(np.int32)], (tone,))
    size = (round(design.MAT_WIDTH * scale), round(design.MAT_HEIGHT * scale))
    return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.uint8)
