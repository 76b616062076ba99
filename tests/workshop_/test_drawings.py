"""The drawings: drawn anew they are the same bytes, and no two words lie on each other."""

from pathlib import Path

import pytest
from schemdraw.segments import SegmentText

from appliance.builds.file import plan_of, shipped
from workshop import drawings
from workshop.sheets import Sheet

PLAN = plan_of(shipped())

pytestmark = [pytest.mark.thorough, pytest.mark.untraced]

Box = tuple[float, float, float, float]


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


def test_no_two_words_lie_on_each_other() -> None:
    for sheet in drawings.sheets(PLAN):
        there = words(sheet)
        assert there
        for number, (text, box) in enumerate(there):
            for other, second in there[:number]:
                assert not overlap(box, second), f"{sheet.name}: {text!r} and {other!r}"


def test_what_is_carried_is_what_is_drawn(tmp_path: Path) -> None:
    drawings.draw(PLAN, tmp_path)
    carried = {one.name for one in drawings.FOLDER.iterdir()} - {drawings.INPUTS}
    assert {one.name for one in tmp_path.iterdir()} == carried
    for one in tmp_path.iterdir():
        assert one.read_bytes() == (drawings.FOLDER / one.name).read_bytes(), one.name
