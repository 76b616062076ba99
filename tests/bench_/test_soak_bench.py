"""A leak is distinguished from the ups and downs of the figures."""

import pytest

from bench.soak import GROWS_BY, grown

SWING = (0.0, 3.0, 1.0, 2.0, 0.5)


def looked(leak: float) -> list[float]:
    """Half an hour with so many MiB more each minute, after a start that takes a while."""
    return [180.0 + min(5, at) + leak * at + SWING[at % len(SWING)] for at in range(31)]


@pytest.mark.parametrize("leak", [0.0, 0.05])
def test_what_swings_is_level(leak: float) -> None:
    assert grown(looked(leak)) <= GROWS_BY


@pytest.mark.parametrize("leak", [0.25, 1.0])
def test_what_leaks_is_not(leak: float) -> None:
    assert grown(looked(leak)) > GROWS_BY
