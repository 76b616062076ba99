"""What the checks have in common: races to run, figures to print, and waiting."""

import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from statistics import median

from bench.races import Place
from bench.raceway import places

NAMED_S, ADOPTED_S = 3.0, 5.0
"""Most seconds until a pulled part is named, and until one that is put back is used."""


def told(name: str, figures: str) -> None:
    """Print figures where a person finds them."""
    print(f"\n    {name}: {figures}", flush=True)


def spread(values: list[int]) -> str:
    """Nanoseconds as median, 99 % and the most, in microseconds."""
    ordered = sorted(values)
    high = ordered[len(ordered) * 99 // 100]
    return f"{median(ordered) / 1e3:.0f} us (99 % {high / 1e3:.0f}, most {ordered[-1] / 1e3:.0f})"


def a_place(chance: Random) -> Place:
    """A table of any size and game at which two presses are never tied."""
    return replace(chance.choice(places(chance, 8)), tie_window=0)


def until(true: Callable[[], bool], patience: float = 20.0) -> float:
    """Wait until something is true; gives the seconds that it took."""
    began = time.monotonic()
    while not true():
        assert time.monotonic() - began < patience, "nothing happened"
        time.sleep(0.01)
    return time.monotonic() - began
