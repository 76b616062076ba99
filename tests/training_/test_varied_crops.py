"""Crops are turned by quarters: their truth turns with the picture."""

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from appliance.vision.find.finder import STRIDE
from training.crops import PLACES, SIZE, Crop
from training.varied import coloured, quarter, spoilt, varied

pixels = st.integers(20, SIZE - 21)


def marked(x: int, y: int, up: tuple[int, int]) -> Crop:
    """A black crop with one index: its middle is white, and so is a pixel 10 further up."""
    image = np.zeros((SIZE, SIZE, 3), np.uint8)
    owner = np.zeros((PLACES, PLACES), np.uint8)
    image[y, x] = image[y + 10 * up[1], x + 10 * up[0]] = 255
    owner[y // STRIDE, x // STRIDE] = 1
    row = (x, y, 20, *up, 0, 1)
    card = (x, y, 100, 0)
    return Crop(
        image, owner, np.array([card], np.float32), np.array([row], np.float32), ("A",), ("D",)
    )


@given(pixels, pixels, st.sampled_from([(0, -1), (1, 0), (0, 1), (-1, 0)]), st.integers(-3, 7))
def test_an_index_stays_where_its_pixels_went(
    x: int, y: int, up: tuple[int, int], turns: int
) -> None:
    made = quarter(marked(x, y, up), turns)
    x, y, _, upx, upy, _, _ = made.indices[0].astype(int).tolist()
    assert made.image[y, x].all()
    assert made.image[y + 10 * upy, x + 10 * upx].all()
    assert made.owner[y // STRIDE, x // STRIDE] == 1
    assert made.cards[0, :2].tolist() == [x, y]


@given(pixels, pixels)
def test_four_quarters_change_nothing(x: int, y: int) -> None:
    crop = marked(x, y, (0, -1))
    once = quarter(quarter(crop, 1), 3)
    for made in (quarter(crop, 4), once):
        assert (made.image == crop.image).all()
        assert (made.owner == crop.owner).all()
        assert (made.indices == crop.indices).all()
        assert (made.cards == crop.cards).all()


def test_a_crop_is_not_changed_by_what_is_made_of_it() -> None:
    crop = marked(50, 60, (0, -1))
    before = (crop.image.copy(), crop.cards.copy(), crop.indices.copy())
    for seed in range(20):
        varied(crop, random.Random(seed))
    assert (crop.image == before[0]).all()
    assert (crop.cards == before[1]).all()
    assert (crop.indices == before[2]).all()


@given(st.integers(0, 2**32))
def test_other_colours_move_nothing(seed: int) -> None:
    image = np.zeros((8, 8, 3), np.uint8)
    image[:, 4:] = (40, 120, 200)
    made = coloured(image, random.Random(seed))
    assert made.shape == image.shape
    assert (made[:, :4] == made[0, 0]).all()
    assert (made[:, 4:] == made[0, 4]).all()


@given(st.integers(0, 2**32), st.integers(0, 255))
def test_a_spoilt_index_is_a_picture_of_the_same_place(seed: int, level: int) -> None:
    cut = np.full((56, 48, 3), level, np.uint8)
    cut[20:30, 10:40] = 255 - level
    before = cut.copy()
    made = spoilt(cut, random.Random(seed))
    assert (cut == before).all()
    assert (made.shape, made.dtype) == (cut.shape, cut.dtype)
    assert (made == spoilt(cut, random.Random(seed))).all()
    bright, other = made[22:28, 14:36].mean(), made[40:, :].mean()
    if abs(level - 127.5) > 60:
        assert (bright > other) == (level < 128)
