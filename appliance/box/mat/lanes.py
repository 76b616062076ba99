"""The lanes of the mat: eight places for one card each, marked on its frame.

Four lanes touch the frame's upper edge and four its lower edge, so all marks are on paper and the
ground between them stays bare. Each lane has its number, and a bar at each end. Up to four cards
have a lane over the whole height of the window.
"""

from appliance.box.mat.design import FRAME_WIDTH, MARKERS, SEAM, WINDOW

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 of a rectangle on the mat, mm."""

LANES_ACROSS, LANE_ROWS = 4, 2

LANE_WIDTH = (WINDOW[2] - WINDOW[0]) / LANES_ACROSS
LANE_HEIGHT = (WINDOW[3] - WINDOW[1]) / LANE_ROWS
"""84.5 x 103 mm: around a poker card 21 mm are free across and 14 mm along."""

LANES: tuple[Box, ...] = tuple(
    (
        WINDOW[0] + column * LANE_WIDTH,
        WINDOW[1] + row * LANE_HEIGHT,
        WINDOW[0] + (column + 1) * LANE_WIDTH,
        WINDOW[1] + (row + 1) * LANE_HEIGHT,
    )
    for row in range(LANE_ROWS)
    for column in range(LANES_ACROSS)
)
"""Lanes 1 to 4 above, from the left, and 5 to 8 below."""

TALL_LANES: tuple[Box, ...] = tuple(
    (x0, y0, x1, WINDOW[3]) for x0, y0, x1, _ in LANES[:LANES_ACROSS]
)
"""Lanes 1 to 4 where no more cards lie: a card has 117 mm to spare along."""

LANED = len(MARKERS)
"""Difference between the markers' numbers on a mat with lanes and on one without."""

LANE_BAR = (0.8, 10.0)
"""Width and length of the bar at each end of a lane, mm."""

FROM_EDGE = 2.0
"""Distance of all marks from the window, mm: felt that is cut badly covers none of them."""

FROM_SEAM = 4.0
"""Distance of a bar from the seam, mm."""

LANE_DIGIT = (3.0, 7.0)
"""Width and height of a lane's number, mm."""

LANE_STROKE = 0.8
"""Width of a digit's strokes, mm."""

DIGIT_AT = 6.8
"""Distance of a number from the lane's left end, mm."""

_SEGMENTS = {
    1: "bc",
    2: "abged",
    3: "abgcd",
    4: "fgbc",
    5: "afgcd",
    6: "afgedc",
    7: "abc",
    8: "abcdefg",
}
"""Strokes of each digit: a above, b and c on the right, d below, e and f on the left, g between."""


def marks() -> tuple[Box, ...]:
    """Return the black rectangles that mark the lanes."""
    bars = (_bar(x, row) for row in range(LANE_ROWS) for x in _ends())
    return (*bars, *(stroke for number in range(len(LANES)) for stroke in _digit(number)))


def lanes_for(count: int) -> tuple[Box, ...]:
    """Return the lanes for `count` cards."""
    return TALL_LANES if count <= LANES_ACROSS else LANES


def lane_of(x: float, y: float) -> int | None:
    """Return the index of the lane around a place on the mat (mm), or None."""
    lanes = (number for number, box in enumerate(LANES) if _holds(box, x, y))
    return next(lanes, None)


def _holds(box: Box, x: float, y: float) -> bool:
    x0, y0, x1, y1 = box
    return x0 <= x < x1 and y0 <= y < y1


def _ends() -> tuple[float, ...]:
    """Return the x of the bars between lanes; two lie beside the seam, which carries no print."""
    quarter = WINDOW[0] + LANE_WIDTH
    side = SEAM - WINDOW[0] - LANE_WIDTH
    beside = FROM_SEAM + LANE_BAR[0] / 2
    return quarter, SEAM - beside, SEAM + beside, SEAM + side


def _bar(x: float, row: int) -> Box:
    width, length = LANE_BAR
    top = WINDOW[3] + FROM_EDGE if row else FRAME_WIDTH - FROM_EDGE - length
    return x - width / 2, top, x + width / 2, top + length


def _digit(number: int) -> list[Box]:
    """Return the strokes of the number of the lane with that index."""
    (wide, tall), thick = LANE_DIGIT, LANE_STROKE
    left = LANES[number][0] + DIGIT_AT
    top = WINDOW[3] + FROM_EDGE if number >= LANES_ACROSS else FRAME_WIDTH - FROM_EDGE - tall
    right, bottom, middle = left + wide, top + tall, top + tall / 2
    strokes = {
        "a": (left, top, right, top + thick),
        "b": (right - thick, top, right, middle),
        "c": (right - thick, middle, right, bottom),
        "d": (left, bottom - thick, right, bottom),
        "e": (left, middle, left + thick, bottom),
        "f": (left, top, left + thick, middle),
        "g": (left, middle - thick / 2, right, middle + thick / 2),
    }
    return [strokes[name] for name in _SEGMENTS[number + 1]]
