"""The finder's right answers for a crop, and the places without a question."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.vision.find.finder import CENTRE_UNIT, STRIDE
from training.crops import PLACES, SIZE, UNKNOWN, Crop
from training.targets import (
    AREAS,
    AT_INDEX,
    BACK,
    CARD,
    DX,
    DY,
    FACE,
    GLYPH,
    INDEX,
    ON_CARD,
    READ,
    UPX,
    UPY,
    VOTEX,
    VOTEY,
    targets,
)
from training.varied import quarter

inside = st.floats(8, SIZE - 8)


def crop(
    *indices: tuple[float, ...], owner: int = 0, cards: tuple[tuple[float, ...], ...] = ()
) -> Crop:
    """A gray crop whose every place belongs to `owner`."""
    return Crop(
        np.full((SIZE, SIZE, 3), 128, np.uint8),
        np.full((PLACES, PLACES), owner, np.uint8),
        np.array(cards, np.float32).reshape(-1, 4),
        np.array(indices, np.float32).reshape(-1, 7),
        tuple("A" for _ in indices),
        tuple("" for _ in indices),
    )


@given(inside, inside, st.floats(7, 60), st.floats(0, 2 * math.pi))
def test_an_index_that_shows_is_to_be_found(x: float, y: float, height: float, way: float) -> None:
    goal, weight = targets(crop((x, y, height, math.cos(way), math.sin(way), 0, 1)))
    row, column = int(np.float32(y) / STRIDE), int(np.float32(x) / STRIDE)
    assert goal[INDEX].max() == goal[INDEX, row, column] == 1
    assert (weight[INDEX] == 1).all()
    assert (column + 0.5 + goal[DX, row, column]) * STRIDE == pytest.approx(x, abs=1e-3)
    assert (row + 0.5 + goal[DY, row, column]) * STRIDE == pytest.approx(y, abs=1e-3)
    assert goal[UPX, row, column] == pytest.approx(math.cos(way), abs=1e-5)
    assert goal[UPY, row, column] == pytest.approx(math.sin(way), abs=1e-5)
    assert goal[GLYPH, row, column] == pytest.approx(math.log(height), abs=1e-5)
    assert (weight[AT_INDEX, row, column] == 1).all()


@given(inside, inside, st.floats(0, 0.35))
def test_a_hidden_index_is_not_to_be_found(x: float, y: float, shown: float) -> None:
    goal, weight = targets(crop((x, y, 20, 0, -1, 0, shown)))
    assert not goal[INDEX].any()
    assert (weight[INDEX] == 1).all()
    assert not weight[AT_INDEX].any()


@pytest.mark.parametrize(("height", "shown"), [(20, 0.42), (5, 1.0), (5, 0.42)])
def test_of_an_index_that_hardly_shows_nothing_is_asked(height: float, shown: float) -> None:
    goal, weight = targets(crop((128, 128, height, 0, -1, 0, shown)))
    assert not goal[INDEX].any()
    assert weight[INDEX, 32, 32] == 0
    assert weight[INDEX, 0, 0] == 1


def test_a_place_tells_of_the_nearer_of_two_indices() -> None:
    goal, _ = targets(crop((102, 102, 12, 0, -1, 0, 1), (106, 102, 30, 0, 1, 0, 1)))
    assert goal[GLYPH, 25, 25] == pytest.approx(math.log(12))
    assert goal[GLYPH, 25, 26] == pytest.approx(math.log(30))


def test_a_face_votes_for_its_middle_and_counts_more_at_its_index() -> None:
    goal, weight = targets(crop((102, 102, 12, 0, -1, 0, 1), owner=1, cards=((150, 90, 100, 0),)))
    assert (goal[FACE] == 1).all()
    assert not goal[BACK].any()
    for row, column in ((0, 0), (25, 25), (63, 10)):
        assert (column + 0.5) * STRIDE + goal[VOTEX, row, column] * CENTRE_UNIT == pytest.approx(
            150
        )
        assert (row + 0.5) * STRIDE + goal[VOTEY, row, column] * CENTRE_UNIT == pytest.approx(90)
        assert goal[CARD, row, column] == pytest.approx(math.log(100))
    assert (weight[ON_CARD, 0, 0] == 1).all()
    assert (weight[ON_CARD, 25, 25] == READ).all()


@pytest.mark.parametrize(("places", "counts"), [(437.5, 1.0), (109.375, 2.0), (20, 3.0)])
def test_what_little_shows_of_a_card_counts_more(places: float, counts: float) -> None:
    """A card 100 pixels high has 437.5 places."""
    seen = crop(cards=((150, 90, 100, 0),))
    seen.owner.flat[: round(places)] = 1
    _, weight = targets(seen)
    assert weight[ON_CARD, 0, 0] == pytest.approx(counts, abs=0.01)


def test_a_back_is_an_area_and_no_more() -> None:
    goal, weight = targets(crop(owner=1, cards=((128, 128, 100, 1),)))
    assert (goal[BACK] == 1).all()
    assert not goal[FACE].any()
    assert not weight[ON_CARD].any()


def test_of_whose_place_is_unknown_no_area_is_asked() -> None:
    _, weight = targets(crop((128, 128, 20, 0, -1, 0, 1), owner=UNKNOWN))
    assert not weight[AREAS].any()
    assert not weight[ON_CARD].any()
    assert weight[INDEX, 32, 32] == 1


@given(st.integers(0, 3), inside, inside)
def test_the_areas_turn_with_the_crop(turns: int, x: float, y: float) -> None:
    flat = crop((x, y, 20, 0, -1, 0, 1), cards=((128, 128, 100, 0),))
    flat.owner[10:20, 5:40] = 1
    goal, _ = targets(quarter(flat, turns))
    assert (goal[FACE] == np.rot90(targets(flat)[0][FACE], turns)).all()
