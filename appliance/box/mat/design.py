"""The mat's design as data: where each marker, step and line is, in millimetres.

The one source for the sheets that people print, for what `box.calibrate` expects to see and
for the simulator's box. A white frame of markers runs around a window for dark felt: ink for the
frame only, and a ground on which every card stands out. The frame is small enough for one sheet
of A3 or for two of A4 or Letter, butted at the seam; nothing is printed across it.

x runs right, y runs down, from the frame's outer top left corner.
"""

from dataclasses import dataclass

from appliance.core.reading import Quad, rectangle

MAT_WIDTH, MAT_HEIGHT = 392.0, 260.0
"""The frame, outside: two halves of 196 mm fit on A4 and Letter, 260 mm on Letter's height."""

FRAME_WIDTH = 27.0
"""How wide the frame is: a marker and its quiet zone."""

WINDOW = (FRAME_WIDTH, FRAME_WIDTH, MAT_WIDTH - FRAME_WIDTH, MAT_HEIGHT - FRAME_WIDTH)
"""x0, y0, x1, y1 of the ground on which cards lie: 338 x 206, eight poker cards apart."""

SEAM = MAT_WIDTH / 2
"""Where the two halves meet, x."""

MODULES = 6
"""Squares along a marker's side: the four that carry bits, and a black one at each end."""

MARKER_SIDE = 20.0
"""A marker's side, its black border included. Six modules of 3.3 mm: five pixels each where a
camera of 640 x 480 just sees the whole mat."""

QUIET_ZONE = (FRAME_WIDTH - MARKER_SIDE) / 2
"""White paper around each marker, at least; more than a module."""


@dataclass(frozen=True, slots=True)
class Marker:
    """One marker of OpenCV's dictionary 4X4_50: its number there, and its middle."""

    number: int
    x: float
    y: float

    @property
    def corners(self) -> Quad:
        """Of its black border, clockwise from its own top left, as a detector names them."""
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
"""The light patch, a box (x0, y0, x1, y1) each: from paper to black, each darker by a quarter.

A camera that is told too much light can't tell the first ones apart.
"""

STAR = (224.0, MAT_HEIGHT - _NEAR, 8.5, 18)
"""Middle, radius and wedges of the star to focus by: the eye sees at once where it blurs."""

RULER_LENGTH = 100.0
"""Length of the rulers that show whether the printer kept the scale."""

RULERS = ((48.0, 212.0), (244.0, 212.0))
"""Where each begins, one a half: covered by the felt when it has done its work."""

CARD_HEIGHT = 88.9
"""The height of a poker or bridge card, mm."""
