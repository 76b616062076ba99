"""From the mat to the picture and back: exact inverses, for every camera that hangs over it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mat_shots import from_picture
from said import fails

from appliance.box.flatten import FLAT_SCALE, FLAT_SIZE, to_picture
from appliance.box.mat.design import MARKERS, MAT_HEIGHT, MAT_WIDTH
from appliance.box.plane import Plane, distort, fit, undistort
from appliance.errors import CalibrationError
from appliance.vision.arrays import Points

SIZES = ((640, 480), (1280, 720), (1920, 1080))

inside = st.tuples(st.floats(-0.55, 0.55), st.floats(-0.55, 0.55))
bends = st.floats(-0.4, 0.2)


@st.composite
def planes(draw: st.DrawFn) -> Plane:
    """Cameras over the mat: any turn, some tilt, any lens."""
    turn, scale = draw(st.floats(0, 6.3)), draw(st.floats(0.35, 0.8))
    c, s = scale * np.cos(turn), scale * np.sin(turn)
    tilt = draw(st.tuples(*[st.floats(-0.12, 0.12)] * 2))
    shift = draw(st.tuples(*[st.floats(-0.1, 0.1)] * 2))
    matrix = (c, -s, shift[0], s, c, shift[1], *tilt, 1.0)
    return Plane(draw(st.sampled_from(SIZES)), tuple(map(float, matrix)), draw(bends))


def places(plane: Plane) -> Points:
    """All corners of the mat's markers that a ray comes from: a lens has an end."""
    mat = np.array([corner for marker in MARKERS for corner in marker.corners])
    back = plane.to_mat(plane.to_picture(mat))
    return np.asarray(mat[np.abs(back - mat).max(axis=1) < 1e-3], np.float64)


@given(bend=bends, points=st.lists(inside, min_size=1, max_size=20))
def test_a_lens_can_be_undone(bend: float, points: list[tuple[float, float]]) -> None:
    there = np.array(points)
    assert np.abs(undistort(distort(there, bend), bend) - there).max() < 1e-9
    assert np.abs(distort(undistort(there, bend), bend) - there).max() < 1e-9


@given(points=st.lists(inside, min_size=1, max_size=20))
def test_a_barrel_draws_in_and_a_pincushion_pushes_out(points: list[tuple[float, float]]) -> None:
    there = np.array(points)
    radius = np.linalg.norm(there, axis=1)
    assert (np.linalg.norm(distort(there, -0.2), axis=1) <= radius + 1e-12).all()
    assert (np.linalg.norm(distort(there, 0.2), axis=1) >= radius - 1e-12).all()


@given(plane=planes())
def test_there_and_back_is_the_same_place(plane: Plane) -> None:
    mat = places(plane)
    assert len(mat) >= 40
    seen = plane.to_picture(mat)
    assert np.abs(plane.to_mat(seen) - mat).max() < 1e-3
    assert np.abs(plane.to_picture(plane.to_mat(seen)) - seen).max() < 1e-3


@given(plane=planes(), x=st.floats(30, FLAT_SIZE[0] - 30), y=st.floats(30, FLAT_SIZE[1] - 30))
def test_the_flat_picture_leads_back_to_the_cameras(plane: Plane, x: float, y: float) -> None:
    flat = np.array([(x, y)])
    seen = to_picture(flat, plane)
    if np.abs(to_picture(from_picture(seen, plane), plane) - seen).max() > 1e-3:
        return  # beyond the end of a strong pincushion
    mat = plane.to_mat(seen)
    if np.abs(plane.to_picture(mat) - seen).max() < 1e-3:
        want = (mat - (MAT_WIDTH / 2, MAT_HEIGHT / 2)) * FLAT_SCALE + (np.array(FLAT_SIZE) - 1) / 2
        assert np.abs(from_picture(seen, plane) - want).max() < 1e-6


@given(plane=planes())
def test_a_plane_is_found_again_from_its_own_points(plane: Plane) -> None:
    mat = places(plane)
    seen = plane.to_picture(mat)
    found, lens_error = fit(mat, seen, plane.size)
    assert lens_error < 2.0
    assert np.abs(found.to_picture(mat) - seen).max() < 0.05
    kept, _ = fit(mat, seen, plane.size, bend=plane.bend)
    assert kept.bend == plane.bend
    assert np.abs(kept.to_picture(mat) - seen).max() < 0.01


@given(plane=planes(), seed=st.integers(0, 1000))
def test_noise_of_a_pixel_moves_the_window_by_less(plane: Plane, seed: int) -> None:
    mat = places(plane)
    seen = plane.to_picture(mat)
    noise = np.random.default_rng(seed).normal(0, 0.3, seen.shape)
    found, _ = fit(mat, seen + noise, plane.size)
    assert np.abs(found.to_picture(mat) - seen).max() < 1.0


@pytest.mark.parametrize(
    "points",
    [[(0.0, 0.0), (100.0, 0.0), (0.0, 100.0)], [(float(x), 0.0) for x in range(0, 80, 10)]],
)
def test_too_little_is_no_plane(points: list[tuple[float, float]]) -> None:
    mat = np.array(points)
    with fails(CalibrationError, "do not determine a plane"):
        fit(mat, mat * 2 + 100, (640, 480))


@given(plane=planes())
def test_the_scale_is_what_a_millimetre_is_in_the_middle(plane: Plane) -> None:
    near = np.array(
        [(MAT_WIDTH / 2 - 1, MAT_HEIGHT / 2 - 1), (MAT_WIDTH / 2 + 1, MAT_HEIGHT / 2 + 1)]
    )
    first, second = plane.to_picture(near)
    assert plane.px_per_mm == pytest.approx(np.linalg.norm(first - second) / 8**0.5, rel=0.25)
