"""Every action within small bounds, legal or not: what a clumsy table could send.

`Universe(state)` knows, for each class of actions and each of its fields, the values worth
trying: those around what is legal and just beyond. All of them together are the product, and
`sample` takes some of that without building it.
"""

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import combinations_with_replacement, product
from typing import Any, get_args

from bluffing.actions import (
    Action,
    Adjust,
    Answer,
    Audit,
    Believe,
    Correct,
    Discard,
    Doubt,
    Draw,
    Force,
    Guess,
    LayAway,
    Leave,
    LetStand,
    Pass,
    Pick,
    Play,
    Produce,
    Rescore,
    Reveal,
    Settle,
    Show,
    TimeUp,
    Void,
    Withdraw,
)
from bluffing.cards import RANKS, Rank, Suit, Trait
from bluffing.game import Setup, State

CLASSES: tuple[type, ...] = get_args(Action)
FOREIGN: tuple[object, ...] = (None, "play", 7, (), Setup(3), Play)
"""Objects that are no actions."""
_NO_NUMBER: tuple[object, ...] = (True, 1.0, "1", None, math.nan, -(10**9))
JUNK: dict[str, tuple[object, ...]] = {
    **dict.fromkeys(
        ("seat", "count", "new", "guess", "wager", "points", "giver", "taker", "table"),
        _NO_NUMBER,
    ),
    "rank": ("A", "none", "", 1, None, Suit.SPADES),
    "ranks": (("A",), ("A", "A"), ("1",), (None,), (1,)),
    "hands": ((), (True, True, True), (1.0, 1.0, 1.0), ("1", "1", "1"), (None,) * 3),
    "percent": (True, "50", None, math.nan, -(10**9)),
    "chance": (1.5, True, "1", math.nan),
    "truth": (1, 0, "lie", ""),
}
"""For each field what doesn't belong into it."""


class Universe:
    """The bounded universe of actions around `state`."""

    def __init__(self, state: State) -> None:
        self.domains = _domains(state)

    def __len__(self) -> int:
        return sum(math.prod(map(len, some.values())) for some in self.domains.values())

    def __iter__(self) -> Iterator[Action]:
        for kind, some in self.domains.items():
            for values in product(*some.values()):
                yield kind(*values)

    def sample(self, rng: random.Random, count: int) -> Iterator[Action]:
        """`count` actions, each class as likely as any other."""
        kinds = list(self.domains.items())
        for _ in range(count):
            kind, some = rng.choice(kinds)
            yield kind(*(rng.choice(values) for values in some.values()))

    def junk(self, rng: random.Random, count: int) -> Iterator[Action]:
        """`count` actions, each with one field that is out of any bounds or of another type."""
        kinds = [(kind, some) for kind, some in self.domains.items() if some]
        for _ in range(count):
            kind, some = rng.choice(kinds)
            values = {name: rng.choice(value) for name, value in some.items()}
            name = rng.choice(list(values))
            values[name] = rng.choice(JUNK[name])
            try:
                yield kind(**values)
            except KeyError:
                continue  # cards of no rank can't even be put in order


def _domains(state: State) -> dict[type[Any], Mapping[str, tuple[Any, ...]]]:
    """For each class of actions the values of each field, in the order of its fields."""
    seats = tuple(range(-1, len(state.hands) + 1))
    claim = state.claim
    most = min(max((*state.hands, *state.heaps)), 12)
    counts = tuple(range(-1, most + 3))
    ranks: tuple[Trait | None, ...] = (None, *RANKS, *Suit, Rank.JOKER)
    claimed = claim.rank if claim is not None else state.required or Rank.ACE
    few = _multisets(claimed, most, state)
    domains: dict[type[Any], Mapping[str, tuple[Any, ...]]] = {
        Play: {"seat": seats, "count": counts, "rank": ranks},
        Pass: {"seat": seats},
        Show: {"seat": seats, "ranks": few},
        Draw: {"seat": seats},
        Believe: {"seat": seats},
        LayAway: {"seat": seats, "rank": ranks[1:]},
        Guess: {"seat": seats, **_guesses(state)},
        Pick: {"seat": seats, "new": seats},
        Doubt: {"seat": seats},
        Force: {"seat": seats},
        Reveal: {"ranks": few},
        Produce: {"rank": ranks},
        Answer: {
            "percent": (-1, 0, 1, 37, 49.5, 50, 99, 99.5, 100, 100.5, 101, math.inf, -math.inf),
            "chance": (None, 0, 3, -1),
        },
        LetStand: {},
        TimeUp: {},
        Correct: {"count": counts},
        Withdraw: {},
        Settle: {"truth": (True, False, None)},
        Adjust: {"giver": seats, "taker": seats},
        Audit: _audits(state),
        Rescore: {"seat": seats, "points": (-1, 0, 1, 37, 99, 100, 101)},
        Leave: {"seat": seats},
        Discard: {},
        Void: {},
    }
    for kind in CLASSES:  # a class that is new must be thought of here
        assert [field.name for field in fields(kind)] == list(domains[kind])
    return domains


def _multisets(claimed: Trait, most: int, state: State) -> tuple[tuple[Trait, ...], ...]:
    """Cards that could face up: few of any rank, more of the claimed one, and too many."""
    pair = (Suit.SPADES, Suit.CLUBS) if isinstance(claimed, Suit) else (Rank.NINE, Rank.TWO)
    other = pair[claimed is pair[0]]
    some: dict[tuple[Trait, ...], None] = {}
    for size in range(3):
        some |= dict.fromkeys(combinations_with_replacement((*Rank, *Suit), size))
    for size in range(3, 5):
        of = (claimed, other, Rank.JOKER)
        some |= dict.fromkeys(combinations_with_replacement(of, size))
    for size in (*range(5, most + 3), 4 * state.packs, 4 * state.packs + 1):
        some[(claimed,) * size] = None
    return tuple(some)


def _guesses(state: State) -> dict[str, tuple[int, ...]]:
    """Guesses and wagers around the newest, where a game has them."""
    bid = getattr(state, "bid", None)
    guess, wager = (40, 3) if bid is None else (bid.guess, bid.wager)
    held = state.points[state.turn] if state.points else 5
    near = {-1, 0, 1, 99, 100, 101, *range(guess - 1, guess + 4)}
    points = {-1, 0, 1, held - 1, held, held + 1, *range(wager - 1, wager + 4)}
    return {"guess": tuple(sorted(near)), "wager": tuple(sorted(points))}


def _audits(state: State) -> dict[str, tuple[Any, ...]]:
    """Counts a card or two away from what the table has, and some that can't be."""
    hands, table = state.hands, sum(state.heaps)
    near = {hands, hands[1:], (*hands, 0), (0,) * len(hands), (-1,) * len(hands)}
    for seat in range(len(hands)):
        for change in (-1, 1, 2):
            near.add(_with(hands, seat, change))
            near.add(_with(_with(hands, seat, change), (seat + 1) % len(hands), -change))
    return {"hands": tuple(sorted(near)), "table": tuple(range(table - 2, table + 3))}


def _with(hands: tuple[int, ...], seat: int, change: int) -> tuple[int, ...]:
    return (*hands[:seat], hands[seat] + change, *hands[seat + 1 :])
