"""How much a test tries in `make test`, and how much is left to `make test-thorough`."""

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
ALL = os.environ.get("HYPOTHESIS_PROFILE") in {"thorough", "explore"}

EXPLORES = os.environ.get("HYPOTHESIS_PROFILE") == "explore"
"""More than a gate has time for."""

ONE_OF_EACH = {"bicycle", "idi", "doubt_it"}
"""A game whose ranks go round, one in which a rank is followed, one with wagers."""


def tries(usual: int, of: int) -> int:
    """So many of `of`; all of them where a test is to be thorough."""
    return of if ALL else usual


def some(each: Iterable[T], every: int) -> Iterator[T]:
    """The first of every so many of `each`; all of them where a test is to be thorough."""
    return islice(each, 0, None, 1 if ALL else every)


def often(each: Iterable[object], these: Collection[object] = ONE_OF_EACH) -> list[Any]:
    """Parameters for a test; all but `these` are thorough."""
    away = pytest.mark.thorough
    return [pytest.param(one, marks=() if one in these else away) for one in each]


def half(cases: Sequence[T], turn: int) -> Sequence[T]:
    """Half of `cases`, which are a product of pairs; the other half where `turn` is odd.

    Whatever three of these pairs give is among them, in each of its combinations (a fractional
    factorial design, of resolution IV for four pairs). All of them where a test explores.
    """
    if EXPLORES:
        return cases
    return [case for at, case in enumerate(cases) if (at.bit_count() + turn) % 2 == 0]


def opposites(cases: Sequence[T], turn: int) -> Sequence[T]:
    """Two of `cases`, which are a product of pairs: they have nothing in common.

    So either of each pair is tried; and as `turn` counts up, all of them. All of them at once where
    a test explores.
    """
    if EXPLORES:
        return cases
    at = turn % (len(cases) // 2)
    return [cases[at], cases[-1 - at]]
