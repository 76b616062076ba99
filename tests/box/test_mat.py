"""The mat: its shapes keep apart, paper shows them at their exact size, a camera sees them."""

import re
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from appliance.box.markers import PATTERNS, find_markers
from appliance.box.mat.design import (
    CARD_HEIGHT,
    FRAME_WIDTH,
    GREY_STEPS,
    MARKER_SIDE,
    MARKERS,
    MAT_HEIGHT,
    MAT_WIDTH,
    QUIET_ZONE,
    RULER_LENGTH,
    SEAM,
    STAR,
    WINDOW,
)
from appliance.box.mat.lanes import LANES, lane_of, marks
from appliance.box.mat.pdf import PAPERS, POINTS_PER_MM, mat_pdf
from appliance.box.mat.shapes import Polygon, Text, frame, guides, mat_picture

HARDWARE = Path(__file__).parents[2] / "hardware" / "mat"


def test_the_papers_are_large_enough() -> None:
    for width, height, sheets in PAPERS.values():
        assert width * sheets >= MAT_WIDTH + 12
        assert width >= MAT_WIDTH / sheets + 12
        assert height >= MAT_HEIGHT + 12


def test_eight_cards_lie_apart_in_the_window() -> None:
    x0, y0, x1, y1 = WINDOW
    assert (x1 - x0) // (CARD_HEIGHT * 5 / 7 + 5) >= 4
    assert (y1 - y0) // (CARD_HEIGHT + 5) >= 2


def test_markers_keep_their_quiet_zone_and_stay_off_the_seam() -> None:
    reach = MARKER_SIDE / 2 + QUIET_ZONE
    for first, second in combinations(MARKERS, 2):
        assert max(abs(first.x - second.x), abs(first.y - second.y)) >= 2 * reach
    for marker in MARKERS:
        assert reach <= marker.x <= MAT_WIDTH - reach
        assert reach <= marker.y <= MAT_HEIGHT - reach
        assert abs(marker.x - SEAM) >= reach + 5
        near = (marker.x, MAT_WIDTH - marker.x, marker.y, MAT_HEIGHT - marker.y)
        assert min(near) == FRAME_WIDTH / 2, "in the frame, in the middle of its width"
    boxes = list(GREY_STEPS)
    boxes.append((STAR[0] - STAR[2], STAR[1] - STAR[2], STAR[0] + STAR[2], STAR[1] + STAR[2]))
    for x0, y0, x1, y1 in boxes:
        assert WINDOW[3] < y0 < y1 < MAT_HEIGHT
        assert x1 <= SEAM - 5 or x0 >= SEAM + 5
        for marker in MARKERS:
            apart = max(x0 - marker.x, marker.x - x1, y0 - marker.y, marker.y - y1)
            assert apart >= reach


def test_what_stays_to_be_seen_is_in_the_frame_and_what_helps_is_covered() -> None:
    x0, y0, x1, y1 = WINDOW
    for patch in frame():
        for x, y in patch.points:
            assert not (x0 < x < x1 and y0 < y < y1)
    for shape in guides():
        if isinstance(shape, Text):
            assert x0 < shape.at[0] < x1
            assert y0 < shape.at[1] < y1


def test_marks_of_lanes_stay_off_all_other_print_and_off_the_seam() -> None:
    reach = MARKER_SIDE / 2 + QUIET_ZONE
    x, y, radius, _ = STAR
    print_ = [*GREY_STEPS, (x - radius, y - radius, x + radius, y + radius)]
    print_ += [(m.x - reach, m.y - reach, m.x + reach, m.y + reach) for m in MARKERS]
    print_.append((SEAM - 4, 0, SEAM + 4, MAT_HEIGHT))
    for x0, y0, x1, y1 in marks():
        assert 0 < x0 < x1 < MAT_WIDTH
        assert WINDOW[3] < y0 < y1 < MAT_HEIGHT or 0 < y0 < y1 < WINDOW[1]
        for left, top, right, bottom in print_:
            assert x1 <= left or x0 >= right or y1 <= top or y0 >= bottom


def test_each_lane_is_in_the_window_and_holds_a_card_with_room_around() -> None:
    assert len(LANES) == 8
    for number, (x0, y0, x1, y1) in enumerate(LANES):
        assert WINDOW[0] <= x0 < x1 <= WINDOW[2]
        assert WINDOW[1] <= y0 < y1 <= WINDOW[3]
        assert min(x1 - x0 - CARD_HEIGHT * 5 / 7, y1 - y0 - CARD_HEIGHT) > 10
        assert lane_of((x0 + x1) / 2, (y0 + y1) / 2) == number
    assert lane_of(WINDOW[0] - 1, WINDOW[1]) is None


def test_no_two_markers_are_alike_on_any_mat() -> None:
    patterns = np.concatenate([*PATTERNS.values()])
    assert len(np.unique(patterns, axis=0)) == 2 * len(MARKERS)


@pytest.mark.parametrize("lanes", [False, True])
@pytest.mark.parametrize("turned", [0, 1, 2, 3])
def test_a_camera_sees_every_marker_where_the_design_says(turned: int, *, lanes: bool) -> None:
    picture = mat_picture(4, lanes=lanes)
    seen, has_lanes = find_markers(np.ascontiguousarray(np.rot90(picture, turned)))
    assert has_lanes is lanes
    assert sorted(seen) == [marker.number for marker in MARKERS]
    if turned:
        return
    for marker in MARKERS:
        want = np.array(marker.corners) * 4 - 0.5
        assert np.abs(seen[marker.number] - want).max() < 0.15


def test_a_picture_of_no_whole_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="divisor of 12"):
        mat_picture(5)


def objects(pdf: bytes) -> dict[int, bytes]:
    """Every object of `pdf`, found by the table at its end, as a reader finds them."""
    [table] = re.findall(rb"startxref\n(\d+)\n%%EOF\n$", pdf)
    rows = pdf[int(table) :].split(b"\n")
    assert rows[0] == b"xref"
    _, count = map(int, rows[1].split())
    found = {}
    for number in range(1, count):
        at = int(rows[2 + number].split()[0])
        head = b"%d 0 obj\n" % number
        assert pdf[at : at + len(head)] == head
        found[number] = pdf[at + len(head) : pdf.index(b"\nendobj\n", at)]
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_a_sheet_is_a_whole_pdf_at_its_exact_size(paper: str) -> None:
    pdf = mat_pdf(paper)
    assert mat_pdf(paper) == pdf
    width, height, sheets = PAPERS[paper]
    found = objects(pdf)
    pages = [body for body in found.values() if b"/Type /Page " in body]
    assert len(pages) == sheets
    for page in pages:
        box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", page)
        assert box is not None
        assert [float(side) for side in box.groups()] == pytest.approx(
            [width * POINTS_PER_MM, height * POINTS_PER_MM], abs=0.01
        )
    for body in found.values():
        stream = re.match(rb"<< /Length (\d+) >>\nstream\n", body)
        if stream is not None:
            assert len(body) == stream.end() + int(stream.group(1)) + len(b"\nendstream")


@pytest.mark.parametrize("paper", PAPERS)
def test_each_sheet_has_a_ruler_of_its_length(paper: str) -> None:
    lines = re.findall(rb"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", mat_pdf(paper))
    level = [[float(shape) for shape in line] for line in lines if line[1] == line[3]]
    rulers = [
        x1 - x0 for x0, _, x1, _ in level if abs(x1 - x0 - RULER_LENGTH * POINTS_PER_MM) < 0.01
    ]
    assert len(rulers) == 2


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheets_together_carry_the_whole_frame(paper: str) -> None:
    drawn = mat_pdf(paper).count(b" h f")
    assert drawn == sum(isinstance(shape, Polygon) for shape in frame())


def test_a_paper_that_there_is_not() -> None:
    with pytest.raises(KeyError, match="b5"):
        mat_pdf("b5")


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheets_beside_the_wiring_are_those_that_the_command_writes(paper: str) -> None:
    path = HARDWARE / f"mat-{paper}.pdf"
    assert path.read_bytes() == mat_pdf(paper), f"doubtit calibrate --mat {path} --paper {paper}"


def test_the_picture_in_the_documents_is_of_this_mat() -> None:
    image = cv2.imread(str(HARDWARE / "mat.png"), cv2.IMREAD_GRAYSCALE)
    assert image is not None
    assert cv2.absdiff(np.asarray(image, np.uint8), mat_picture(2)).mean() < 0.2
