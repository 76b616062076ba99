import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from extent import often

from appliance.box.bump_check import check_box
from appliance.box.calibrate import Calibration, sight, solve
from appliance.box.flatten import FLAT_SCALE, FLAT_SIZE, flatten, mask_mat
from appliance.box.mat.design import CARD_HEIGHT, MARKERS, MAT_WIDTH, WINDOW
from appliance.box.reader import BoxReader
from appliance.drivers import Image
from appliance.vision.read import CardReader
from bluffing.cards import Card, Rank, Suit
from lab.sim.photo.faces import STYLES
from lab.sim.photo.layouts import Pose
from lab.sim.photo.mounting import Mounting
from lab.sim.photo.photograph import Scene, photograph

MOUNTING = Mounting((960, 720), scale=2.1, turn=2.0, barrel=-0.05)
SEVEN = Card(Rank.SEVEN, Suit.CLUBS)
MIDDLE = Pose(MAT_WIDTH / 2, 130.0, 20.0, CARD_HEIGHT)


@cache
def known() -> Calibration:
    return solve([sight(shot(()))])


def shot(
    poses: tuple[Pose, ...], covered: tuple[int, ...] = (), light: float = 0.95
) -> Image:  # fmt: skip
    mounting = Mounting(
        MOUNTING.size, MOUNTING.scale, MOUNTING.turn, barrel=MOUNTING.barrel, covered=covered
    )
    scene, cards = Scene(light=light), [SEVEN] * len(poses)
    rng = random.Random(4)
    return photograph(cards, STYLES[0], rng, scene, poses, mounting=mounting).image


def before_and_after(image: Image) -> tuple[Image, Image]:
    """The flat picture, and its rest, black where it was cut off."""
    flat = flatten(image, known())
    left = mask_mat(flat, check_box(image, known()).markers)
    after, (x, y) = np.zeros_like(flat), left.corner
    after[y:, x:][: left.image.shape[0], : left.image.shape[1]] = left.image
    return flat, after


def window() -> tuple[slice, slice]:
    """The rows and columns of the window, without its rim."""
    x0, y0, x1, y1 = (
        (place - size / 2) * FLAT_SCALE + (side - 1) / 2
        for place, size, side in zip(
            WINDOW, (MAT_WIDTH, 260.0) * 2, FLAT_SIZE * 2, strict=True
        )
    )  # fmt: skip
    return slice(int(y0) + 5, int(y1) - 4), slice(int(x0) + 5, int(x1) - 4)


@pytest.mark.thorough
def test_nothing_is_left_of_the_frame_and_nothing_changes_in_the_window() -> None:
    flat, blank = before_and_after(shot((MIDDLE,)))
    assert np.array_equal(flat[window()], blank[window()])
    around = np.ones(blank.shape[:2], np.bool_)
    around[window()] = False
    assert flat[around].max() > 180
    assert blank[around].max() < 100


@pytest.mark.thorough
def test_marks_of_lanes_are_part_of_a_bare_frame() -> None:
    mounting = replace(MOUNTING, lanes=True)
    image = photograph((), STYLES[0], random.Random(4), Scene(), mounting=mounting).image
    known = solve([sight(image)])
    assert known.lanes
    left = mask_mat(flatten(image, known), check_box(image, known).markers)
    assert left.image.max() < 100


@pytest.mark.thorough
def test_a_bare_frame_is_cut_off_but_for_a_margin_around_the_window() -> None:
    image = shot((MIDDLE,))
    left = mask_mat(flatten(image, known()), check_box(image, known()).markers)
    assert left.image.shape[:2] == left.window.shape
    margin = round(10 * FLAT_SCALE)
    height, width = left.window.shape
    assert left.window[margin : height - margin, margin : width - margin].all()
    assert left.window.sum() == (height - 2 * margin) * (width - 2 * margin)
    rows, columns = window()
    assert abs(left.corner[0] + margin - columns.start) <= 5
    assert abs(left.corner[1] + margin - rows.start) <= 5


@pytest.mark.parametrize("number", often([1, 5, 12], {5}))
def test_what_a_hand_covers_stays_as_it_is(number: int) -> None:
    flat, blank = before_and_after(shot((), (number,)))
    marker = MARKERS[number]
    x = round((marker.x - MAT_WIDTH / 2) * FLAT_SCALE + (FLAT_SIZE[0] - 1) / 2)
    y = round((marker.y - 130) * FLAT_SCALE + (FLAT_SIZE[1] - 1) / 2)
    near = slice(y - 10, y + 10), slice(x - 10, x + 10)
    assert np.array_equal(flat[near], blank[near])


def test_a_card_on_the_frame_between_two_markers_stays() -> None:
    place = Pose(105.0, 20.0, 0.0, CARD_HEIGHT)  # its pips lie on paper that ought to be blank
    flat, blank = before_and_after(shot((place,)))
    x = round((105 - MAT_WIDTH / 2) * FLAT_SCALE + (FLAT_SIZE[0] - 1) / 2)
    assert (flat[30:60, x - 30 : x + 30] == blank[30:60, x - 30 : x + 30]).mean() > 0.4


@pytest.mark.parametrize("light", [0.7, 0.95])
def test_the_mat_is_no_reason_to_ask(light: float) -> None:
    reader = BoxReader(CardReader(), known())
    reading = reader(shot((MIDDLE,), light=light))
    assert reading.ask is None
    assert reading.ranks == (Rank.SEVEN,)
