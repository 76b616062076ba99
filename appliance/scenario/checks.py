"""What the values in a scenario file may be: each check says what is wrong, or None.

A check is given the value and the number of players.
"""

from collections.abc import Callable
from typing import Any

from appliance.rules.cards import RANKS, Rank

Check = Callable[[Any, int], str | None]


def seat(value: object, players: int) -> str | None:
    """A seat of the game."""
    if type(value) is not int or not 0 <= value < players:
        return f"no seat {value!r}; seats are 0 to {players - 1}"
    return None


def rank(value: object, _players: int) -> str | None:
    """Any rank, as it can face up."""
    if value not in list(Rank):
        return f"unknown rank {value!r}; ranks are {', '.join(Rank)}"
    return None


def claimable(value: object, _players: int) -> str | None:
    """A rank that can be claimed."""
    if value not in RANKS:
        return f"unknown rank {value!r}; ranks to claim are {', '.join(RANKS)}"
    return None


def whole(value: object, _players: int) -> str | None:
    """A whole number, of any sign: the rules refuse what can't be."""
    return None if type(value) is int else f"must be a whole number, not {value!r}"


def count(value: object, _players: int) -> str | None:
    """A whole number from 0."""
    if type(value) is int and value >= 0:
        return None
    return f"must be a whole number from 0, not {value!r}"


def number(value: object, _players: int) -> str | None:
    """Any number."""
    return None if type(value) in (int, float) else f"must be a number, not {value!r}"


def flag(value: object, _players: int) -> str | None:
    """Yes or no."""
    return None if type(value) is bool else f"must be true or false, not {value!r}"


def yes(value: object, _players: int) -> str | None:
    """A word that only ever says yes."""
    return None if value is True else f"must be true, not {value!r}"


def word(*words: str) -> Check:
    """One of these words."""

    def check(value: object, _players: int) -> str | None:
        return None if value in words else f"must be {' or '.join(words)}, not {value!r}"

    return check


def text(value: object, _players: int) -> str | None:
    """Some words."""
    return None if isinstance(value, str) else f"must be a text, not {value!r}"


def many(one: Check) -> Check:
    """A list of such."""

    def check(value: object, players: int) -> str | None:
        if not isinstance(value, list):
            return f"must be a list, not {value!r}"
        return next((wrong for item in value if (wrong := one(item, players))), None)

    return check


def some(one: Check) -> Check:
    """A list of such that is not empty."""

    def check(value: object, players: int) -> str | None:
        return "must not be empty" if value == [] else many(one)(value, players)

    return check


def either(first: Check, second: Check) -> Check:
    """Such or such; what is wrong is said of the first."""

    def check(value: object, players: int) -> str | None:
        return None if second(value, players) is None else first(value, players)

    return check


def or_none(one: Check) -> Check:
    """Such, or the word "none"."""
    return either(one, word("none"))


def a_seat_each(one: Check) -> Check:
    """A list with one such for each seat."""

    def check(value: object, players: int) -> str | None:
        wrong = many(one)(value, players)
        if wrong is None and isinstance(value, list) and len(value) != players:
            return f"must have one number for each of {players} seats, not {len(value)}"
        return wrong

    return check


def record(**parts: Check) -> Check:
    """A table with exactly these keys."""

    def check(value: object, players: int) -> str | None:
        if not isinstance(value, dict) or set(value) != set(parts):
            return f"must be {{ {', '.join(parts)} }}, not {value!r}"
        wrongs = ((key, part(value[key], players)) for key, part in parts.items())
        return next((f"{key}: {wrong}" for key, wrong in wrongs if wrong), None)

    return check


def keys(where: str, given: object, known: dict[str, Check], players: int) -> str | None:
    """What is wrong with the first wrong key of the table `given`, or None."""
    if not isinstance(given, dict):
        return f"{where} must be a table, not {given!r}"
    for key, value in given.items():
        if key not in known:
            return f"{where} has no key {key!r}; it has {', '.join(known)}"
        wrong = known[key](value, players)
        if wrong is not None:
            return f"{where}.{key}: {wrong}"
    return None
