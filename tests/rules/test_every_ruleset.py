"""What every ruleset promises, played at random and counted out, whatever its rules.

`python -m bench.games` plays thousands of such games; here are a few of each.
"""

import pytest

from appliance.rules import RULESETS
from bench.games import prove
from bench.positions import FOLDER, report

EVERY = pytest.mark.parametrize("name", RULESETS)


@EVERY
def test_random_games_keep_every_promise(name: str) -> None:
    for number in range(15):
        prove(name, seed=3, number=number, short=False)


@EVERY
def test_short_random_games_keep_every_promise(name: str) -> None:
    for number in range(20):
        prove(name, seed=4, number=number, short=True, full=4)


@EVERY
def test_as_many_positions_as_counted_before(name: str) -> None:
    golden = FOLDER / f"{name}.txt"
    assert golden.exists(), "count them with `make positions`, and read the numbers"
    assert report(name) == golden.read_text(encoding="utf-8")
