"""The simulated mounting: its truth is that of the picture, and what existed is drawn as before."""

import random

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.box.mat.design import CARD_HEIGHT, WINDOW
from bluffing.cards import pack
from lab.sim.photo.faces import STYLES
from lab.sim.photo.layouts import corners
from lab.sim.photo.mounting import Mounting, deal_in_box
from lab.sim.photo.photograph import Scene, photograph

SMALL = Mounting((640, 480), scale=1.5)


@given(seed=st.integers(0, 2**32), count=st.integers(1, 8), overlap=st.booleans())
def test_cards_lie_in_the_window_in_millimetres(seed: int, count: int, overlap: bool) -> None:
    x0, y0, x1, y1 = WINDOW
    for pose in deal_in_box(random.Random(seed), count, overlap=overlap):
        assert pose.height == CARD_HEIGHT
        for x, y in corners(pose):
            assert x0 <= x <= x1
            assert y0 <= y <= y1


@pytest.mark.parametrize(
    "mounting",
    [SMALL, Mounting((640, 480), scale=1.5, turn=190.0, tilt=(0.04, 0.05), barrel=-0.1)],
)
def test_a_card_is_where_the_truth_says(mounting: Mounting) -> None:
    scene = Scene(table="dark wood", noise=0.0, blur=0.0, shadow=0.0, bend=0.0, slope=0.0)
    empty = photograph((), STYLES[0], random.Random(1), scene, mounting=mounting).image
    photo = photograph(pack()[:1], STYLES[0], random.Random(1), scene, mounting=mounting)
    changed = cv2.absdiff(photo.image, empty).max(axis=2) > 60
    inside = np.zeros(changed.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(np.array(photo.quads[0])).astype(np.int32), (1,))
    card = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((25, 25), np.uint8))
    shared = float((card & inside).sum()) / float((card | inside).sum())
    assert shared > 0.93


def test_fingers_cover_a_marker() -> None:
    plain, covered = (
        photograph((), STYLES[0], random.Random(1), Scene(), mounting=mounting).image
        for mounting in (SMALL, Mounting((640, 480), scale=1.5, covered=(2,)))
    )
    x, y = SMALL.seen(np.array([(378.5, 246.5)]))[0].round().astype(int)
    assert cv2.absdiff(plain, covered)[y - 5 : y + 5, x - 5 : x + 5].max() > 80
    assert not cv2.absdiff(plain, covered)[:200, :300].any()


def test_a_seed_without_a_mounting_draws_what_it_drew() -> None:
    rng = random.Random(7)
    photo = photograph(rng.sample(pack(), 3), STYLES[0], rng, Scene())
    rng = random.Random(7)
    again = photograph(rng.sample(pack(), 3), STYLES[0], rng, Scene(), mounting=None)
    assert np.array_equal(photo.image, again.image)
    assert photo.quads == again.quads
