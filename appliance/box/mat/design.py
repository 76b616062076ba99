"""The mat's design as data: the place of each marker, step and line, in millimetres.

The printed sheets, `box.calibrate` and the simulator's box all use this single source. A white
frame of markers runs around a window for dark felt, so only the frame takes ink, and every card
stands out on the ground. The frame fits on one sheet of A3 or on two of A4 or Letter, butted at the
seam; no print crosses the seam.

x runs right, y runs down, from the frame's outer top left corner.
"""

from dataclasses import dataclass

from appliance.core.reading import Quad, rectangle

MAT_WIDTH, MAT_HEIGHT = 392.0, 260.0
"""The frame, outside: two halves of 196 mm fit on A4 and Letter, 260 mm on Letter's height."""

FRAME_WIDTH = 27.0
"""Width of the frame: a marker and its quiet zone."""

WINDOW = (FRAME_WIDTH, FRAME_WIDTH, MAT_WIDTH - FRAME_WIDTH, MAT_HEIGHT - FRAME_WIDTH)
"""x0, y0, x1, y1 of the ground for cards: 338 x 206, room for eight separate poker cards."""

SEAM = MAT_WIDTH / 2
"""The x at which the two halves meet."""

MODULES = 6
"""Squares along a marker's side: the four that carry bits, and a black one at each end."""

MARKER_SIDE = 20.0
"""A marker's side with its black border. Six modules of 3.3 mm; each takes five pixels when a
camera of 640 x 480 just covers the whole mat."""

QUIET_ZONE = (FRAME_WIDTH - MARKER_SIDE) / 2
"""Minimum white paper around each marker; more than a module."""


@dataclass(frozen=True, slots=True)
class Marker:
    """One marker of OpenCV's dictionary 4X4_50: its number there, and its middle."""

    number: int
    x: float
    y: float

    @property
    def corners(self) -> Quad:
        """Corners of the black border, clockwise from its own top left, in a detector's order."""
        half = MARKER_SIDE / 2
        return rectangle(self.x - half, self.y - half, self.x + half, self.y + half)


_NEAR = FRAME_WIDTH / 2
_COLUMNS, _ROWS = (74.0, 135.0, 257.0, 318.0), (72.0, 130.0, 188.0)

MARKERS = tuple(
    Marker(number, x, y)
    for number, (x, y) in enumerate(
        (
            (_NEAR, _NEAR),
            (MAT_WIDTH - _NEAR, _NEAR),
            (MAT_WIDTH - _NEAR, MAT_HEIGHT - _NEAR),
            (_NEAR, MAT_HEIGHT - _NEAR),
            *((x, _NEAR) for x in _COLUMNS),
            *((MAT_WIDTH - _NEAR, y) for y in _ROWS),
            *((x, MAT_HEIGHT - _NEAR) for x in _COLUMNS),
            *((_NEAR, y) for y in _ROWS),
        )
    )
)
"""0 to 3 in the corners, clockwise; then above, right, below and left."""


GREY_STEPS = tuple((149.5 + 7.6 * n, 238.5, 149.5 + 7.6 * (n + 1), 254.5) for n in range(5))
"""Steps of the light patch, a box (x0, y0, x1, y1) each: from paper to black in quarters.

An overexposed picture merges the first steps.
"""

STAR = (224.0, MAT_HEIGHT - _NEAR, 8.5, 18)
"""Middle, radius and wedges of the focusing star; its blur shows at a glance."""

RULER_LENGTH = 100.0
"""Length of the rulers that show whether the printer kept the scale."""

RULERS = ((48.0, 212.0), (244.0, 212.0))
"""Start of each ruler, one in each half; the felt covers them later."""

CARD_HEIGHT = 88.9
"""The height of a poker or bridge card, mm."""
