"""What `python -m bench.packets` lays into the box, and how it counts."""

import math
import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.box.mat.design import WINDOW
from appliance.table.judge import Proof
from bench import packets
from lab.sim.photo.layouts import corners
from lab.sim.photo.packets import FAN_STEP, LOOSE_SHIFT, Motion


@given(st.integers(0, 10**6), st.sampled_from(Motion), st.booleans())
def test_a_pile_has_one_rank_and_lies_in_the_window(
    seed: int, motion: Motion, slipped: bool
) -> None:
    pile = packets.pile(random.Random(seed), motion=motion, slipped=slipped)
    assert len({card.rank for card in pile.cards}) == 1
    assert len(set(pile.cards)) == len(pile.poses) == pile.announced + slipped
    outline = np.concatenate([corners(pose) for pose in pile.poses])
    assert (outline > WINDOW[:2]).all()
    assert (outline < WINDOW[2:]).all()


@given(st.integers(0, 10**6))
def test_a_fan_goes_one_way_in_steps_of_a_hand(seed: int) -> None:
    pile = packets.pile(random.Random(seed), motion=Motion.FAN, slipped=False)
    steps = [math.dist(a[:2], b[:2]) for a, b in pairwise(pile.poses)]
    assert min(steps) > FAN_STEP[0] / 2
    assert max(steps) < FAN_STEP[1] + FAN_STEP[0] + 6 * LOOSE_SHIFT


@given(st.integers(0, 10**6), st.sampled_from(tuple(pairwise(packets.SHOWS))))
def test_a_pair_shows_by_as_much_as_its_row_says(seed: int, shows: tuple[float, float]) -> None:
    pile = packets.pair(random.Random(seed), shows=shows)
    under, over = pile.poses
    assert pile.announced == 1
    assert shows[0] - 1e-9 <= math.dist(under[:2], over[:2]) <= shows[1] + 1e-9


@pytest.mark.thorough
def test_every_play_is_counted_once() -> None:
    rows = packets.measure(1, 5)
    assert rows.keys() == packets.ROWS.keys()
    assert all(column.total() == 1 for row in rows.values() for column in row)
    assert all(column[Proof.CONTRADICTED] == 0 for column in rows["apart, honest"])
