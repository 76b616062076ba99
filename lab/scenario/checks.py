"""Checks of the values in a scenario file: each returns the fault, or None.

A check receives the value and the number of players.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from bluffing.cards import RANKS, Rank, Suit
from bluffing.message import Message, Spoken, any_of, in_a_row, message, quoted

Told: TypeAlias = Mapping[str, Any]  # TOML's own types, of values that are checked here
"""One table of a story."""

Check: TypeAlias = Callable[[object, int], Message | None]


def seat(value: object, players: int) -> Message | None:
    """A seat of the game."""
    if type(value) is not int or not 0 <= value < players:
        return message("scenario.no-seat", given=quoted(value), last=players - 1)
    return None


def _unless(code: str, holds: Callable[[object], bool], **values: Spoken) -> Check:
    """Return a check that fails with `code` and `values` unless `holds` is true."""

    def check(value: object, _players: int) -> Message | None:
        return None if holds(value) else message(code, given=quoted(value), **values)

    return check


_TRAITS = (*Rank, *Suit)
_CLAIMABLE = (*RANKS, *Suit)

rank = _unless("scenario.no-rank", _TRAITS.__contains__, ranks=in_a_row(map(str, _TRAITS)))
"""Any rank or suit, as it can face up."""

claimable = _unless(
    "scenario.no-rank-to-claim", _CLAIMABLE.__contains__, ranks=in_a_row(map(str, _CLAIMABLE))
)
"""A rank or a suit that can be claimed."""

whole = _unless("scenario.whole", lambda value: type(value) is int)
"""A whole number, of any sign: the rules refuse impossible ones."""

count = _unless("scenario.count", lambda value: type(value) is int and value >= 0)
"""A whole number from 0."""

number = _unless("scenario.number", lambda value: type(value) in (int, float))
"""Any number."""

flag = _unless("scenario.flag", lambda value: type(value) is bool)
"""Yes or no."""

yes = _unless("scenario.yes", lambda value: value is True)
"""A word that only ever says yes."""

text = _unless("scenario.text", lambda value: type(value) is str)
"""Some words."""


def word(*words: str) -> Check:
    """One of these words."""
    return _unless("scenario.word", words.__contains__, allowed=any_of(words))


def many(one: Check) -> Check:
    """A list of such."""

    def check(value: object, players: int) -> Message | None:
        if not isinstance(value, list):
            return message("scenario.list", given=quoted(value))
        return next((wrong for item in value if (wrong := one(item, players))), None)

    return check


def some(one: Check) -> Check:
    """A list of such that is not empty."""

    def check(value: object, players: int) -> Message | None:
        return message("scenario.empty") if value == [] else many(one)(value, players)

    return check


def either(first: Check, second: Check) -> Check:
    """Such or such; what is wrong is said of the first."""

    def check(value: object, players: int) -> Message | None:
        return None if second(value, players) is None else first(value, players)

    return check


def or_none(one: Check) -> Check:
    """Such, or the word "none"."""
    return either(one, word("none"))


def a_seat_each(one: Check) -> Check:
    """A list with one such for each seat."""

    def check(value: object, players: int) -> Message | None:
        wrong = many(one)(value, players)
        if wrong is None and isinstance(value, list) and len(value) != players:
            return message("scenario.a-seat-each", players=players, given=len(value))
        return wrong

    return check


def record(**parts: Check) -> Check:
    """A table with exactly these keys."""

    def check(value: object, players: int) -> Message | None:
        if not isinstance(value, dict) or set(value) != set(parts):
            return message("scenario.record", parts=in_a_row(parts), given=quoted(value))
        wrongs = ((key, part(value[key], players)) for key, part in parts.items())
        return next((at(key, wrong) for key, wrong in wrongs if wrong), None)

    return check


def at(where: str, wrong: Message) -> Message:
    """Return the fault with its place."""
    return message("scenario.at", where=where, wrong=wrong)


def keys(where: str, given: object, known: dict[str, Check], players: int) -> Message | None:
    """Return the fault of the first wrong key of the table `given`, or None."""
    if not isinstance(given, dict):
        return message("scenario.table", where=where, given=quoted(given))
    for key, value in given.items():
        if key not in known:
            return message("scenario.no-key", where=where, key=quoted(key), known=in_a_row(known))
        wrong = known[key](value, players)
        if wrong is not None:
            return at(f"{where}.{key}", wrong)
    return None
