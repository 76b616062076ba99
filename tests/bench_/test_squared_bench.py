"""What `python -m bench.squared` looks at, and how it counts."""

import math
import random
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.box.mat.design import CARD_HEIGHT, WINDOW
from appliance.box.reader import read_flat
from appliance.core.reading import Ask, Reading, SeenCard
from appliance.vision.doubts.missed_cards import COVERED
from appliance.vision.find.grouping import ASPECT
from appliance.vision.read import CardReader
from bench import squared
from bluffing.cards import Rank

NOWHERE = ((0.0, 0.0),) * 4


@pytest.mark.thorough
def test_a_scene_is_the_same_again_and_hides_a_card_only_where_it_says_so() -> None:
    (first,), (again,) = (list(squared.scenes(1, 5, "squared")) for _ in range(2))
    assert np.array_equal(first.flat.image, again.flat.image)
    assert first.ranks == again.ranks
    assert len(first.ranks) >= 2
    assert first.shift is not None
    assert squared.SHOWS[0] <= first.shift <= squared.SHOWS[-1]
    for kind in ("apart", "heap", "fan"):
        (other,) = squared.scenes(1, 5, kind)
        assert other.shift is None


def test_two_cards_taken_for_one_are_wrong_unless_they_are_asked_about() -> None:
    seen = (SeenCard(Rank.ACE, 0.99, NOWHERE),)
    ranks = (Rank.ACE, Rank.ACE)
    assert squared.made_of(Reading(seen * 2, 9, 9), ranks) == "right"
    assert squared.made_of(Reading(seen, 9, 9), ranks) == "wrong"
    assert squared.made_of(Reading(seen, 9, 9, Ask(COVERED)), ranks) == "asked"


@pytest.mark.thorough
def test_every_scene_is_counted_once_both_ways() -> None:
    rows = squared.measure(1, 5)
    assert sum(row.scenes for row in rows.values()) == 4
    assert rows["none hides"].scenes == rows["heaps"].scenes == rows["close fans"].scenes == 1
    for row in rows.values():
        assert row.alone.total() == row.looked.total() == row.scenes


@given(st.integers(0, 10**6))
def test_a_close_fans_cards_lie_beside_each_other_in_the_window(seed: int) -> None:
    cards, poses = squared._fan(random.Random(seed))
    assert (2 if cards[0].rank is Rank.JOKER else 3) <= len(cards) == len(poses) <= 5
    wide = ASPECT * CARD_HEIGHT
    steps = [math.dist((a.x, a.y), (b.x, b.y)) / wide for a, b in pairwise(poses)]
    assert all(squared.STEP[0] <= step < squared.STEP[1] + 0.1 for step in steps)
    left, top, right, bottom = WINDOW
    assert all(left < pose.x < right and top < pose.y < bottom for pose in poses)


@pytest.mark.thorough
def test_a_card_between_two_others_of_a_close_fan_is_asked_about() -> None:
    """Three lie there, and the reader by itself sees two."""
    reader, scene = CardReader(), next(islice(squared.scenes(58, 8, "fan"), 57, None))
    alone = reader.read(scene.flat.image, scene.card)
    assert squared.made_of(alone, scene.ranks) == "wrong"
    assert squared.made_of(read_flat(reader, scene.flat, scene.card), scene.ranks) == "asked"
