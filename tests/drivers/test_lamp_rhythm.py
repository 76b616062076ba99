"""Rhythms stay slow enough, and each says something else."""

from itertools import pairwise

import pytest

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND
from appliance.drivers import level

STEP = 10 * MS


def levels(rhythm: Rhythm) -> list[float]:
    return [level(rhythm, at) for at in range(0, 8 * SECOND, STEP)]


@pytest.mark.parametrize("rhythm", Rhythm)
def test_never_over_three_flashes_a_second(rhythm: Rhythm) -> None:
    shown = levels(rhythm)
    assert 0 <= min(shown) <= max(shown) <= 1
    rises = [at for at, (a, b) in enumerate(pairwise(shown)) if a < 0.5 <= b]
    assert all(b - a >= SECOND / 3 / STEP for a, b in pairwise(rises))


def test_no_two_rhythms_look_alike() -> None:
    assert len({tuple(levels(rhythm)) for rhythm in Rhythm}) == len(Rhythm)


@pytest.mark.parametrize(
    ("rhythm", "flashes"), [(Rhythm.BREATHE, 4), (Rhythm.FLASH, 20), (Rhythm.NEXT, 8)]
)
def test_the_pace(rhythm: Rhythm, flashes: int) -> None:
    shown = levels(rhythm)
    assert sum(a < 0.5 <= b for a, b in pairwise([shown[-1], *shown])) == flashes
