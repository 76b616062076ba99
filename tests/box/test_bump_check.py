"""A later picture: nothing moved, or the camera was bumped, or the mat can't be seen."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mat_shots import CALM, SMALL, calibrated, grid, miss, shot
from said import fails, said

from appliance.box import bump_check
from appliance.box.bump_check import check_box as check
from appliance.box.bump_check import spans
from appliance.errors import CalibrationError
from lab.sim.photo.mounting import Mounting

BARREL = replace(SMALL, barrel=-0.06)
ALL = set(range(18))


def test_where_nothing_moved_nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bump_check, "find_markers", lambda _: pytest.fail("searched"))
    known = calibrated(BARREL)
    look = check(shot(BARREL, cards=6, seed=3).image, known)
    assert look.moved is not None
    assert look.moved < 0.5
    assert not look.bumped
    assert look.calibration is known
    assert look.trouble is None
    assert len(look.markers) >= 12


def test_covered_markers_do_not_count() -> None:
    hands = replace(BARREL, covered=(0, 3, 5, 9, 11))
    look = check(shot(hands).image, calibrated(BARREL))
    assert set(look.markers) == ALL - set(hands.covered)
    assert not look.bumped


@pytest.mark.thorough
@settings(max_examples=12)
@given(
    dx=st.floats(-45, 45),
    dy=st.floats(-25, 25),
    turn=st.floats(-6, 6),
    scale=st.floats(0.94, 1.03),
)
def test_a_bump_is_measured_and_allowed_for(
    dx: float, dy: float, turn: float, scale: float
) -> None:
    now = replace(BARREL, shift=(dx, dy), turn=turn, scale=BARREL.scale * scale)
    known = calibrated(BARREL)
    look = check(shot(now, cards=2, seed=5).image, known)
    assert look.moved is not None
    assert look.calibration is not None
    apart = np.linalg.norm(known.plane.to_mat(now.seen(grid())) - grid(), axis=1).max()
    assert look.moved == pytest.approx(apart, abs=0.5)
    if look.bumped:
        assert look.calibration.plane.bend == known.plane.bend
        assert miss(look.calibration.plane, now) < 2.0
    else:
        assert apart < 3.0


def test_a_mat_with_lanes_in_the_place_of_one_without_is_noticed() -> None:
    known, laned = calibrated(BARREL), replace(BARREL, lanes=True)
    look = check(shot(laned).image, known)
    assert look.calibration is not None
    assert look.calibration.lanes
    assert not look.bumped
    again = check(shot(laned, cards=2).image, look.calibration, search=False)
    assert again.calibration is look.calibration


def test_a_bump_with_most_markers_covered() -> None:
    now = replace(BARREL, shift=(18.0, -9.0), covered=tuple(ALL - {0, 2, 6, 16}))
    look = check(shot(now).image, calibrated(BARREL))
    assert look.bumped
    assert look.markers == (0, 2, 6, 16)
    assert look.calibration is not None
    assert miss(look.calibration.plane, now) < 3.0


def test_a_mat_that_is_covered_or_gone_is_no_bump() -> None:
    covered = replace(BARREL, covered=tuple(ALL - {0, 4}))
    for image in (shot(covered).image, np.full((600, 800, 3), 70, np.uint8)):
        look = check(image, calibrated(BARREL))
        assert (look.moved, look.calibration, look.bumped, look.trouble) == (
            None,
            None,
            False,
            None,
        )


def test_without_a_search_a_moved_mat_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bump_check, "find_markers", lambda _: pytest.fail("searched"))
    now = replace(BARREL, shift=(18.0, -9.0))
    assert check(shot(now).image, calibrated(BARREL), search=False).calibration is None


def test_a_box_that_was_pushed_out_of_the_picture() -> None:
    now = replace(BARREL, shift=(115.0, 0.0))
    look = check(shot(now).image, calibrated(BARREL))
    assert look.bumped
    assert "reaches out of the picture" in said(look.trouble)
    assert "right" in said(look.trouble)


def test_a_light_that_went_out_is_told() -> None:
    dim = replace(CALM, light=0.28)
    look = check(shot(BARREL, scene=dim).image, calibrated(BARREL))
    assert said(look.trouble) == "the box is too dark: turn the light on"


def test_a_picture_of_another_size_is_refused() -> None:
    with fails(CalibrationError, "calibrated is"):
        check(shot(Mounting((640, 480), scale=1.5)).image, calibrated(BARREL))


def test_markers_side_by_side_hold_no_plane() -> None:
    assert not spans(())
    assert not spans((0, 4))
    assert not spans((0, 4, 5))
    assert spans((0, 2, 4))
    assert spans(tuple(ALL))
