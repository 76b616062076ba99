"""A picture between its pixels: the same levels with every OpenCV, to the last one."""

from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.vision.arrays import PointMap, Points, resampled, sampled


@pytest.mark.traced
@given(
    seed=st.integers(0, 1 << 32),
    shape=st.tuples(st.integers(1, 40), st.integers(1, 40)),
    spread=st.floats(0.1, 3),
    away=st.floats(-60, 60),
    rim=st.sampled_from((None, 0, 9)),
)
def test_levels_are_the_exact_ones(
    seed: int, shape: tuple[int, int], spread: float, away: float, rim: int | None
) -> None:
    """As the definition has them, computed here without OpenCV."""
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 256, shape, dtype=np.uint8)
    parts = rng.random(shape, np.float32)
    rows, columns = shape
    across, down = (rng.uniform(-spread, 1 + spread, (7, 9)) * many for many in (columns, rows))
    places: PointMap = across + away + 1j * down
    x, y = np.rint(places.real * 32) / 32, np.rint(places.imag * 32) / 32
    wide = 300
    around = {"mode": "edge"} if rim is None else {"mode": "constant", "constant_values": rim}
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)

    def exact(levels: npt.NDArray[Any]) -> Points:
        padded = np.pad(levels.astype(np.float64), wide, **around)
        total = np.zeros(x.shape)
        for below, beside in product((0, 1), repeat=2):
            share = (1 - abs(x - left - beside)) * (1 - abs(y - top - below))
            total += share * padded[top + below + wide, left + beside + wide]
        return total

    assert (sampled(values, places, rim=rim) == np.rint(exact(values))).all()
    assert (sampled(parts, places, rim=rim) == exact(parts).astype(np.float32)).all()


def test_a_window_begins_at_its_start_and_follows_its_rows() -> None:
    values = np.arange(35, dtype=np.float32).reshape(5, 7)
    assert (resampled(values, 1 + 1j, 1 + 0j, (3, 2)) == values[1:3, 1:4]).all()
    assert (resampled(values, 4 + 1j, 1j, (3, 2)) == values[1:4, 3:5].T[::-1]).all()
