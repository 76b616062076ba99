"""A random game to begin: players, dealer, packs, hands and house options, all that is legal."""

import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from bluffing.errors import SettingError
from bluffing.game import Refused, Ruleset, Setup, State
from bluffing.house import MAX_PACKS
from bluffing.options import Option, Value

SHORT = range(1, 5)
"""Cards in a hand of a short game, whose states are small enough to be checked in full."""


@dataclass(frozen=True, slots=True)
class Start:
    """How one random game begins. `short` says that the hands are given and small."""

    setup: Setup
    options: dict[str, Value]
    state: State
    short: bool


def option_value(rng: random.Random, option: Option) -> Value:
    """The default half of the time, else any allowed value; small numbers come up more often."""
    if rng.random() < 0.5:
        return option.default
    allowed = rng.choice(option.allowed)
    if isinstance(allowed, range):
        return rng.choice(allowed[:8] if rng.random() < 0.5 else allowed)
    return allowed


def random_start(
    rng: random.Random, game: Ruleset[Any], counts: Counter[str], *, short: bool | None = None
) -> Start:
    """A start that the ruleset accepts; what it refuses is counted and drawn again.

    `short` asks for small hands at a small table; None leaves it to chance.
    """
    small = rng.random() < 0.25 if short is None else short
    while True:
        options = {option.key: option_value(rng, option) for option in game.options}
        try:
            game.house(options)
        except SettingError:
            counts["options that contradict each other"] += 1
            continue
        setup = _setup(rng, game, small)
        try:
            state = game.start(setup, options)
        except Refused:
            counts["set-ups refused"] += 1
            continue
        return Start(setup, options, state, small)


def _setup(rng: random.Random, game: Ruleset[Any], short: bool) -> Setup:
    seats = game.seats[:3] if short else game.seats
    players = rng.choice(seats[:10] if rng.random() < 0.9 else seats)
    cards = has_cards(game)
    packs = rng.choice((None, None, *range(1, MAX_PACKS + 1)))
    each = rng.choice(SHORT)
    hands = tuple(rng.choice(SHORT) if rng.random() < 0.5 else each for _ in range(players))
    points = tuple(rng.randrange(1, 9) for _ in range(players))
    return Setup(
        players,
        dealer=rng.randrange(players),
        packs=packs if cards else None,
        hands=hands if short and cards else None,
        lead=rng.choice((None, *range(players))),
        points=points if short and not cards else None,
    )


def has_cards(game: Ruleset[Any]) -> bool:
    """Return True if the game is played with cards."""
    for players in game.seats:
        with suppress(Refused):  # so many may play only by house option
            return bool(game.deck(game.start(Setup(players), {})))
    raise ValueError(f"{game.name} starts with no number of players as it is")
