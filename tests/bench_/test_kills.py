"""A game that is killed in the middle, again and again, loses nothing that was shown."""

from pathlib import Path

import pytest

from bench.kills import kill_again_and_again


@pytest.mark.rule("X16")
@pytest.mark.thorough
def test_no_step_that_was_shown_is_lost(tmp_path: Path) -> None:
    *_, toll = kill_again_and_again(4, seed=3, folder=tmp_path, steps=range(5, 400))
    assert toll.kills >= 4
    assert toll.games >= 1
    assert (toll.steps_lost, toll.games_lost) == (0, 0)
    assert toll.steps_shown > 20
