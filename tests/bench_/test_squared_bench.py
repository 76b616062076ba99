"""What `python -m bench.squared` looks at, and how it counts."""

import numpy as np
import pytest

from appliance.core.reading import Ask, Reading, SeenCard
from appliance.rules.cards import Rank
from appliance.vision.doubts.missed_cards import COVERED
from bench import squared

NOWHERE = ((0.0, 0.0),) * 4


@pytest.mark.thorough
def test_a_scene_is_the_same_again_and_hides_a_card_only_where_it_says_so() -> None:
    (first,), (again,) = (list(squared.scenes(1, 5, "squared")) for _ in range(2))
    assert np.array_equal(first.flat.image, again.flat.image)
    assert first.ranks == again.ranks
    assert len(first.ranks) >= 2
    assert first.shift is not None
    assert squared.SHOWS[0] <= first.shift <= squared.SHOWS[-1]
    for kind in ("apart", "heap"):
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
    assert sum(row.scenes for row in rows.values()) == 3
    assert rows["none hides"].scenes == rows["heaps"].scenes == 1
    for row in rows.values():
        assert row.alone.total() == row.looked.total() == row.scenes
