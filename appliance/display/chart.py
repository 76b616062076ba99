"""A chart of a game: how many cards (or points) each seat had, from the deal to the end."""

from collections.abc import Sequence
from dataclasses import dataclass

from appliance.display.pen import Pen, Point, seat_colour, shared_kit
from appliance.display.quiet import pygame
from appliance.display.sizes import unit_of
from appliance.display.theme import FAINT, GROUND, LINE, TEXT_COLOUR

CHART_SIZE = (1280, 720)
"""Pixels of a chart."""

BLOCKS = "▁▂▃▄▅▆▇█"
"""Blocks of a column of a chart in letters, the lowest first."""

_STEPS = (1, 2, 5, 10, 20, 50)  # between two lines of the grid
_MOST_LINES = 8


@dataclass(frozen=True, slots=True)
class Course:
    """One game: the `counts` of all seats after each move, the deal first, with their names.

    `buzzers` say which sign and colour each seat has.
    """

    title: str
    names: tuple[str, ...]
    buzzers: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]

    @property
    def most(self) -> int:
        """The highest count, at least 1."""
        return max(1, *(max(row) for row in self.counts))


def in_letters(course: Course, columns: int) -> list[str]:
    """Return a line of blocks for each seat, at most `columns` wide; nothing is a space."""
    places = _sampled(len(course.counts), columns)
    lines = []
    for seat in range(len(course.names)):
        counts = [course.counts[place][seat] for place in places]
        lines.append("".join(_block(count, course.most) for count in counts))
    return lines


def _sampled(count: int, columns: int) -> list[int]:
    """Choose `columns` of the places 0 to count - 1, the first and the last among them."""
    if count <= columns:
        return list(range(count))
    return [round(column * (count - 1) / (columns - 1)) for column in range(columns)]


def _block(count: int, most: int) -> str:
    return " " if count <= 0 else BLOCKS[-(-count * len(BLOCKS) // most) - 1]


def drawn_chart(course: Course, size: tuple[int, int] = CHART_SIZE) -> pygame.Surface:
    """The chart as a picture of `size` pixels: a line for each seat, with its sign on it."""
    surface = pygame.Surface(size, 0, 32)
    surface.fill(GROUND)
    pen = Pen(surface, shared_kit(), unit_of(size))
    head = pygame.Rect(0, 0, size[0], pen.px(120))
    pen.words(course.title, head.inflate(-pen.px(80), 0), 52)
    right, bottom = size[0] - pen.px(380), size[1] - pen.px(60)
    field = pygame.Rect(pen.px(110), head.bottom, right - pen.px(110), bottom - head.bottom)
    _grid(pen, field, course.most)
    ends = _apart(
        [_at(field, course, -1, seat)[1] for seat in range(len(course.names))], pen, field
    )
    for seat, buzzer in enumerate(course.buzzers):
        colour = seat_colour(buzzer)
        line = [_at(field, course, place, seat) for place in range(len(course.counts))]
        if len(line) > 1:
            pen.stroke(line, pen.px(5), colour)
        for place in _sampled(len(line), 5)[:-1]:
            pen.sign(line[place], pen.px(14), buzzer, colour)
        end = (field.right + pen.px(46), ends[seat])
        pen.stroke([line[-1], (end[0] - pen.px(22), end[1])], pen.px(2), colour)
        pen.sign(end, pen.px(20), buzzer, colour)
        label = f"{course.names[seat]}  {course.counts[-1][seat]}"
        name = pygame.Rect(0, 0, size[0] - int(end[0]) - pen.px(50), pen.px(48))
        name.midleft = (int(end[0]) + pen.px(34), round(end[1]))
        pen.words(label, name, 32, TEXT_COLOUR, "left")
    return surface


def _grid(pen: Pen, field: pygame.Rect, most: int) -> None:
    apart = next((step for step in _STEPS if most / step <= _MOST_LINES), most)
    for count in range(0, most + 1, apart):
        y = _height(field, count, most)
        pen.stroke([(field.left, y), (field.right, y)], pen.px(1), LINE)
        label = pygame.Rect(0, 0, pen.px(80), pen.px(36))
        label.midright = (field.left - pen.px(16), round(y))
        pen.words(str(count), label, 26, FAINT, "right")


def _at(field: pygame.Rect, course: Course, place: int, seat: int) -> Point:
    """Place of the count of `seat` after that move."""
    last = len(course.counts) - 1
    x = field.left + field.width * (place % len(course.counts)) / max(1, last)
    return x, _height(field, course.counts[place][seat], course.most)


def _height(field: pygame.Rect, count: int, most: int) -> float:
    return field.bottom - field.height * count / most


def _apart(heights: Sequence[float], pen: Pen, field: pygame.Rect) -> list[float]:
    """The heights, moved so that names below each other can be read, and none leaves the field."""
    step = min(pen.px(50), field.height / max(1, len(heights) - 1))
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    placed = list(heights)
    low = field.top - step
    for seat in order:
        low = placed[seat] = max(placed[seat], low + step)
    high = field.bottom + step
    for seat in reversed(order):
        high = placed[seat] = min(placed[seat], high - step)
    return placed
