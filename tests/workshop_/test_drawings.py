"""The drawings: redrawn they are the same bytes, and no two words lie on each other."""

import math
from itertools import pairwise
from pathlib import Path

import pytest
from schemdraw.segments import Segment, SegmentText

from appliance.builds.file import plan_of, shipped
from workshop import drawings
from workshop.sheets import Sheet

PLAN = plan_of(shipped())

pytestmark = [pytest.mark.thorough, pytest.mark.untraced]


@pytest.fixture(scope="module")
def sheets() -> tuple[Sheet, ...]:
    return tuple(drawings.sheets(PLAN))


Box = tuple[float, float, float, float]
Point = tuple[float, float]


def words(sheet: Sheet) -> list[tuple[str, Box]]:
    """Every label of a drawing, with its left, lower, right and upper edge."""
    found = []
    for element in sheet.drawing.elements:
        for segment in element.segments:
            if isinstance(segment, SegmentText) and segment.text.strip():
                box = segment.xform(element.transform).get_bbox()
                found.append((segment.text, (box.xmin, box.ymin, box.xmax, box.ymax)))
    return found


def overlap(one: Box, other: Box) -> bool:
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > 0.02
        and min(one[3], other[3]) - max(one[1], other[1]) > 0.02
    )


def test_no_two_words_lie_on_each_other(sheets: tuple[Sheet, ...]) -> None:
    for sheet in sheets:
        there = words(sheet)
        assert there
        for number, (text, box) in enumerate(there):
            for other, second in there[:number]:
                assert not overlap(box, second), f"{sheet.name}: {text!r} and {other!r}"


def lines(sheet: Sheet) -> list[tuple[Point, Point]]:
    """Every straight line of a drawing. Symbols have gaps in theirs, which are no numbers."""
    found = []
    for element in sheet.drawing.elements:
        for segment in element.segments:
            if type(segment) is Segment:
                points = [(float(x), float(y)) for x, y in segment.xform(element.transform).path]
                found += [
                    (first, second)
                    for first, second in pairwise(points)
                    if not math.isnan(sum((*first, *second)))
                ]
    return found


def crosses(one: Point, other: Point, box: Box) -> bool:
    """Return True if a line runs through a box (Liang and Barsky's clipping)."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    enters, leaves = 0.0, 1.0
    for step, room in (
        (-dx, one[0] - box[0]), (dx, box[2] - one[0]),
        (-dy, one[1] - box[1]), (dy, box[3] - one[1]),
    ):  # fmt: skip
        if step < 0:
            enters = max(enters, room / step)
        elif step > 0:
            leaves = min(leaves, room / step)
        elif room < 0:
            return False
    return enters < leaves


def test_no_line_runs_through_words(sheets: tuple[Sheet, ...]) -> None:
    """A box is a little larger than what is seen of its letters."""
    for sheet in sheets:
        drawn = lines(sheet)
        for text, (left, low, right, high) in words(sheet):
            across, up = 0.12 * (right - left), 0.2 * (high - low)
            box = left + across, low + up, right - across, high - up
            for first, second in drawn:
                assert not crosses(first, second, box), f"{sheet.name}: {text!r}"


def test_a_line_through_a_box_is_noticed() -> None:
    box = 0.0, 0.0, 2.0, 1.0
    assert crosses((-1, 0.5), (3, 0.5), box)
    assert crosses((1, -1), (1, 2), box)
    assert crosses((-1, -0.5), (3, 1.5), box)
    assert not crosses((-1, 1.5), (3, 1.5), box)
    assert not crosses((-1, 0.6), (0.5, 2.5), box)
    assert not crosses((3, 0.5), (4, 0.5), box)


def test_what_is_carried_is_what_is_drawn(tmp_path: Path) -> None:
    drawings.draw(PLAN, tmp_path)
    carried = {path.name for path in drawings.FOLDER.iterdir()} - {drawings.INPUTS}
    assert {path.name for path in tmp_path.iterdir()} == carried
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (drawings.FOLDER / path.name).read_bytes(), path.name
