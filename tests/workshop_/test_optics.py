"""Cameras over the mat: formulas by hand, and enough pixels from edge to edge."""

import math
from dataclasses import replace

import pytest

from appliance.box.flatten import FLAT_SCALE
from appliance.box.light_check import LIGHT
from appliance.box.mat.design import MAT_HEIGHT, MAT_WIDTH
from appliance.builds.file import plan_of, shipped
from workshop import optics
from workshop.optics import look

PLAN = plan_of(shipped())
THREE = PLAN.optics["module-3"]


def test_a_camera_by_hand() -> None:
    """Camera Module 3 at 40 cm: m = 4.74 / 395.26, and so on."""
    at = look(THREE, 40)
    assert at.width == pytest.approx(6.45 * 395.26 / 4.74, rel=1e-6)
    assert at.px_per_mm == pytest.approx(3.57, abs=0.01)
    # H = 4.74^2 / (1.8 x 6.45 / 1920) + 4.74 = 3720 mm
    near, far = at.sharp_cm
    assert near == pytest.approx(36.2, abs=0.1)
    assert far == pytest.approx(44.7, abs=0.1)


@pytest.mark.parametrize(
    ("name", "across", "down"),
    [
        ("module-1", 53.5, 41.4),
        ("module-2", 62.2, 48.8),
        ("module-3", 66, 41),
        ("module-3-wide", 102, 67),
    ],
)
def test_angles_of_view_are_what_the_maker_states(name: str, across: float, down: float) -> None:
    """The formula has no barrel, so that of a wide lens is a little less."""
    assert optics.angles(PLAN.optics[name]) == pytest.approx((across, down), abs=3)


@pytest.mark.parametrize(("name", "corner"), [("c920", 78), ("c270", 55)])
def test_webcams_have_their_angle_across_the_corners(name: str, corner: float) -> None:
    optics = PLAN.optics[name]
    angle = 2 * math.atan(math.hypot(*optics.sensor_mm) / 2 / optics.focal_mm)
    assert math.degrees(angle) == pytest.approx(corner, abs=1)


@pytest.mark.parametrize("name", PLAN.optics)
def test_the_reader_has_enough_from_edge_to_edge_at_the_recommended_height(name: str) -> None:
    plan = PLAN.optics[name]
    at = look(plan, optics.recommended_cm(plan))
    assert at.holds_the_mat
    assert at.px_per_mm_at_the_edge >= FLAT_SCALE > optics.MIN_PX_PER_MM
    assert optics.INDEX_MM * at.px_per_mm_at_the_edge >= 12.8
    assert optics.lowest_cm(plan) <= at.height_cm <= optics.highest_cm(plan)
    near, far = at.sharp_cm
    assert near <= at.height_cm - 2 < at.height_cm + 1 <= far  # a heap of cards, an uneven mat
    assert plan.focus == "hand" or at.height_cm >= plan.nearest_cm


def test_a_c270_of_the_angle_that_older_sheets_state_is_enough() -> None:
    """60 degrees across the corners, where newer ones state 55."""
    webcam = PLAN.optics["c270"]
    wide = replace(webcam, focal_mm=math.hypot(*webcam.sensor_mm) / 2 / math.tan(math.radians(30)))
    at = look(wide, optics.recommended_cm(webcam))
    assert at.holds_the_mat
    assert at.px_per_mm_at_the_edge >= FLAT_SCALE


@pytest.mark.parametrize("name", PLAN.optics)
def test_the_ends_of_what_is_allowed_are_ends(name: str) -> None:
    plan = PLAN.optics[name]
    least = optics.lowest_cm(plan)
    assert look(plan, least + 0.01).holds_the_mat
    assert look(plan, least - 0.1).holds_the_mat == (least == plan.nearest_cm)
    assert look(plan, optics.highest_cm(plan) + 0.1).px_per_mm_at_the_edge < FLAT_SCALE


def test_too_wide_a_picture_shows_less_of_the_sensor() -> None:
    wide, high = optics.seen_mm(replace(PLAN.optics["module-2"], picture=(1920, 1080)))
    assert (wide, high) == pytest.approx((3.68, 2.07))
    narrow = optics.seen_mm(replace(THREE, picture=(1440, 1080)))
    assert narrow == pytest.approx((4.84, 3.63))


@pytest.mark.parametrize("name", PLAN.build)
def test_no_build_has_glare_or_uneven_light(name: str) -> None:
    build = PLAN.build[name]
    at = look(PLAN.optics[build.box.optics], build.box.height_cm)
    assert at.holds_the_mat
    assert at.px_per_mm_at_the_edge >= FLAT_SCALE
    assert optics.lean_to_mirror(build) >= optics.MIRROR
    assert 1 / optics.evenness(build) < LIGHT.max_unevenness


def test_strips_in_the_wrong_place_are_noticed() -> None:
    build = PLAN.build["table"]
    beside = replace(build, box=replace(build.box, light_out_cm=12.0, light_up_cm=40.0))
    assert optics.lean_to_mirror(beside) < optics.MIRROR
    low = replace(build, box=replace(build.box, light_out_cm=14.0, light_up_cm=4.0))
    assert 1 / optics.evenness(low) > LIGHT.max_unevenness


def test_a_mat_that_does_not_fit_is_a_dash() -> None:
    assert not look(THREE, 30).holds_the_mat
    row = next(line for line in optics.pixels_by_height(PLAN).splitlines() if "Module 3 (" in line)
    assert row.split(" | ")[1:4] == ["-", "-", "-"]
    assert MAT_WIDTH > MAT_HEIGHT
