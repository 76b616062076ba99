"""The box is found in pictures of the mat, to a pixel; what can't be is said, with what to do."""

from dataclasses import replace

import numpy as np
import pytest
from extent import often
from mat_shots import CALM, SMALL, calibrated, miss, shot
from said import fails, said

from appliance.box.calibrate import SIDES, Sighting, sight, solve
from appliance.box.light_check import named_place
from appliance.box.mat.design import MARKERS
from appliance.errors import CalibrationError
from lab.sim.photo.mounting import Mounting
from lab.sim.photo.photograph import Scene

MOUNTINGS = {
    "straight": SMALL,
    "barrel": replace(SMALL, barrel=-0.1),
    "pincushion": replace(SMALL, barrel=0.04),
    "upside down, tilted": replace(SMALL, turn=184.0, tilt=(0.06, -0.05), barrel=-0.06),
    "quarter turn": Mounting((600, 800), scale=1.9, turn=91.0, tilt=(0.0, 0.08)),
    "with lanes": replace(SMALL, turn=3.0, barrel=-0.05, lanes=True),
    "fine": Mounting((1600, 1200), scale=3.7, turn=-6.0, barrel=-0.05, shift=(20.0, -10.0)),
}


@pytest.mark.parametrize("name", often(MOUNTINGS, {"barrel", "quarter turn", "with lanes"}))
@pytest.mark.untraced
def test_the_window_is_found_to_a_pixel(name: str) -> None:
    mounting = MOUNTINGS[name]
    found = calibrated(mounting)
    assert len(found.markers) == len(MARKERS)
    assert found.lens_known
    assert found.lanes is mounting.lanes
    assert miss(found.plane, mounting) < 1.2
    assert found.error < 0.5
    assert found.px_per_mm == pytest.approx(mounting.scale, rel=0.02)
    assert found.light.trouble(mounting.size) is None
    assert found.light.steps == 5


@pytest.mark.thorough
def test_a_barrel_is_told_from_a_straight_lens() -> None:
    assert abs(calibrated(SMALL).plane.bend) < 0.02
    assert calibrated(MOUNTINGS["barrel"]).plane.bend == pytest.approx(-0.11, abs=0.03)


def test_cards_and_hands_may_cover_markers() -> None:
    covered = replace(SMALL, covered=(1, 4, 6, 8, 10, 12, 15), barrel=-0.05)
    found = solve([sight(shot(covered, cards=4).image)])
    assert set(found.markers).isdisjoint(covered.covered)
    assert miss(found.plane, covered) < 1.5


def test_mats_of_two_kinds_are_no_calibration() -> None:
    pictures = (shot(SMALL).image, shot(replace(SMALL, lanes=True)).image)
    with fails(CalibrationError, "moved"):
        solve([sight(picture) for picture in pictures])


@pytest.mark.thorough
def test_several_pictures_complete_one_another() -> None:
    hidden = ({0, 1, 4, 5, 6, 7, 8}, {2, 3, 11, 12, 13, 14, 9})
    shots = [shot(replace(SMALL, covered=tuple(marker)), seed=2).image for marker in hidden]
    assert {len(sight(image).markers) for image in shots} == {11}
    assert len(solve([sight(shot) for shot in shots]).markers) == 18


def test_a_few_markers_do_not_determine_a_lens() -> None:
    some = sight(shot(SMALL).image)
    few = {number: some.markers[number] for number in (4, 7, 9, 12, 16, 17)}
    rough = np.random.default_rng(1)
    loose = {
        number: corners + rough.normal(0, 1.6, corners.shape) for number, corners in few.items()
    }
    found = solve([Sighting(some.gray, loose)])
    assert not found.lens_known
    assert found.plane.bend == 0.0
    assert miss(found.plane, SMALL) < 8


def test_one_marker_that_is_bent_up_is_left_out() -> None:
    some = sight(shot(SMALL).image)
    markers = dict(some.markers)
    markers[9] = markers[9] + (14.0, -9.0)
    found = solve([Sighting(some.gray, markers)])
    assert 9 not in found.markers
    assert miss(found.plane, SMALL) < 1.2


def test_the_rulers_length_changes_the_scale_and_nothing_else() -> None:
    some = sight(shot(SMALL).image)
    plain, small = solve([some]), solve([some], ruler=95.0)
    assert small.plane == plain.plane
    assert small.px_per_mm == pytest.approx(plain.px_per_mm / 0.95)


@pytest.mark.parametrize("ruler", [70.7, 115.0])
def test_a_mat_that_was_fitted_to_the_page(ruler: float) -> None:
    with pytest.raises(CalibrationError, match="print the mat at 100 %"):
        solve([sight(shot(SMALL).image)], ruler)


def test_no_mat() -> None:
    empty = np.full((480, 640, 3), 90, np.uint8)
    with pytest.raises(CalibrationError, match="the mat is not seen"):
        solve([sight(empty)])


def test_one_side_is_out_of_sight() -> None:
    covered = replace(SMALL, covered=tuple(SIDES["left"]))
    with pytest.raises(CalibrationError, match="13 of 18 markers seen, none on the left"):
        solve([sight(shot(covered).image)])


def test_too_few_markers() -> None:
    covered = replace(SMALL, covered=tuple(set(range(18)) - {0, 2, 5}))
    with pytest.raises(CalibrationError, match="3 of 18 markers seen, 6 are needed"):
        solve([sight(shot(covered).image)])


def test_the_box_reaches_out_of_the_picture() -> None:
    turned = replace(SMALL, turn=24.0)
    with pytest.raises(CalibrationError, match="out of the picture at the top left"):
        solve([sight(shot(turned).image)])


def test_the_camera_is_too_far_away() -> None:
    with pytest.raises(CalibrationError, match="pixels a millimetre"):
        solve([sight(shot(Mounting((800, 600), scale=1.05)).image)])


def test_the_camera_moved_between_the_pictures() -> None:
    moved = replace(SMALL, shift=(12.0, 0.0))
    shots = [shot(SMALL).image, shot(SMALL).image, shot(moved).image]
    with pytest.raises(CalibrationError, match="moved between the pictures"):
        solve([sight(shot) for shot in shots])


def test_pictures_of_different_cameras() -> None:
    shots = [shot(SMALL).image, shot(MOUNTINGS["quarter turn"]).image]
    with pytest.raises(CalibrationError, match="differ in size"):
        solve([sight(shot) for shot in shots])


def test_a_mat_whose_halves_do_not_meet() -> None:
    some = sight(shot(SMALL).image)
    right = {marker.number for marker in MARKERS if marker.x > 196}
    apart = {
        n: corners + ((16.0, 10.0) if n in right else 0.0) for n, corners in some.markers.items()
    }
    with pytest.raises(CalibrationError, match="miss their places"):
        solve([Sighting(some.gray, apart)])


@pytest.mark.parametrize(
    ("scene", "says"),
    [
        (replace(CALM, light=0.28), "too dark"),
        (replace(CALM, light=1.9, slope=0.0), "too bright"),
        (replace(CALM, blur=3.2), "blurred"),
    ],
)
def test_bad_light_is_told_and_what_to_do(scene: Scene, says: str) -> None:
    found = solve([sight(shot(SMALL, scene=scene).image)])
    assert says in said(found.light.trouble(SMALL.size))


def test_uneven_light_and_glare_are_told_with_their_place() -> None:
    some = sight(shot(SMALL).image)
    ramp = np.linspace(0.35, 1.0, 800)[None, :]
    dim = solve([Sighting((some.gray * ramp).astype(np.uint8), some.markers)])
    assert "uneven light, darkest at the" in said(dim.light.trouble(SMALL.size))
    assert "left" in said(dim.light.trouble(SMALL.size))
    washed = some.gray.copy()
    x, y = some.markers[2].mean(axis=0).round().astype(int)
    spot = washed[y - 30 : y + 31, x - 30 : x + 31]
    spot[:] = np.maximum(spot, 180)
    glare = solve([Sighting(washed, some.markers)])
    assert "glare at the bottom right" in said(glare.light.trouble(SMALL.size))


def test_places_have_names() -> None:
    size = (900, 600)
    assert said(named_place((10, 10), size)) == "at the top left"
    assert said(named_place((450, 590), size)) == "at the bottom"
    assert said(named_place((450, 300), size)) == "in the middle"
    assert said(named_place((950, 300), size)) == "at the right"
