"""What `python -m bench.ablation` looks at."""

import numpy as np
import pytest

from appliance.runtime.reader import FRAMES
from bench import ablation


@pytest.mark.thorough
def test_looks_at_a_still_differ_by_little_and_are_the_same_again() -> None:
    (still, mounting), *_ = ablation.stills(1, 5, None)
    (again, _), *_ = ablation.stills(1, 5, None)
    assert len(still.looks) == FRAMES
    assert 1 <= len(still.ranks) <= ablation.MOST
    first, second = (look.astype(float) for look in still.looks[:2])
    assert first.shape[1::-1] == mounting.size
    assert 0 < np.abs(first - second).mean() < 12
    assert all(
        np.array_equal(look, again_) for look, again_ in zip(still.looks, again.looks, strict=True)
    )
    assert still.ranks == again.ranks


@pytest.mark.thorough
def test_every_way_of_reading_gets_a_row() -> None:
    rows = ablation.measure(1, 5, None)
    assert len(rows) == 2 * len(ablation.WAYS)
    assert all(row.cards.pictures == 1 for row in rows.values())
    made = [row.claims.right.total() + row.claims.asked.total() for row in rows.values()]
    assert min(made) == max(made) > ablation.WRONG_RANKS
