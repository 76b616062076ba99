"""Messages without the words of any language: a code of the catalogue and its values.

Rules, table, drivers, settings and self-test give messages; `appliance.words` says them in the
table's language. So no program has to read a sentence to decide anything.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, reduce
from reprlib import Repr
from typing import TypeAlias

QUOTED = 60
"""Maximum number of letters of a given value that a sentence quotes."""


@dataclass(frozen=True, slots=True)
class AtSeat:
    """Player at seat `number` (0..n-1 clockwise): said as the player's name."""

    number: int


class Noun(StrEnum):
    """Name that sentences inflect ("a seven", "sevens"): each of its forms is in the catalogue."""

    def form(self, form: str) -> "Message":
        """Return that form of the name by its code in the catalogue: "rank.7.many"."""
        return Message(f"{type(self).__name__.lower()}.{self}.{form}")

    def counted(self, count: int) -> "Message":
        """Return `count` cards in words: "1 seven", "3 sevens", "1 heart"."""
        return message(self.form("count").code, n=count)


Spoken: TypeAlias = "int | float | str | AtSeat | Message | tuple[Spoken, ...]"
"""Values of messages. A `Noun` is said in the form that fits, a tuple as a list."""


@dataclass(frozen=True, slots=True)
class Message:
    """Code of the catalogue ("rules.not-your-turn") with its values by name.

    The language's plural depends on the value named `n`.
    """

    code: str
    values: tuple[tuple[str, Spoken], ...] = ()

    def __getitem__(self, name: str) -> Spoken:
        """Return the value of that name. Raises KeyError if there is none."""
        return dict(self.values)[name]

    def __str__(self) -> str:
        """Return a text for tracebacks and tests, such as "rules.not-your-turn(seat=2)"."""
        if self.code == "text":  # a sentence from elsewhere, unchanged
            return str(self["text"])
        return f"{self.code}({', '.join(f'{name}={value}' for name, value in self.values)})"


def message(code: str, /, **values: Spoken) -> Message:
    """Return the message of `code` with `values`."""
    return Message(code, tuple(values.items()))


@lru_cache(maxsize=512)
def of_seats(code: str, seat: int | None = None, /, **others: int) -> Message:
    """Return the message of `code` about `seat` and `others`: each is said as its player's name.

    Messages are cached: seats are few, and rules refuse far more often than a person reads why.
    """
    seats = others if seat is None else {"seat": seat, **others}
    return message(code, **{name: AtSeat(number) for name, number in seats.items()})


def chained(code: str, items: Iterable[Spoken]) -> Spoken:
    """Chain all `items`; the sentence of `code` joins a `left` and a `right` item."""
    return reduce(lambda left, right: message(code, left=left, right=right), items)


def in_a_row(items: Iterable[Spoken]) -> Spoken:
    """List all `items`, with no word before the last: "3, 4, 5"."""
    return chained("list.more", items)


def any_of(items: Iterable[Spoken]) -> Spoken:
    """List `items` as alternatives: "20 or 25", "A or B or C"."""
    return chained("list.or", items)


def quoted(value: object) -> str:
    """Return a given value for a sentence that refuses it: at most `QUOTED` letters."""
    return shortened(_BRIEF.repr(value), QUOTED)


def shortened(text: str, most: int) -> str:
    """Return `text` in at most `most` letters; a longer one keeps both ends."""
    if len(text) <= most:
        return text
    head = (most - 1) // 2
    return f"{text[:head]}…{text[head + 1 - most :]}"


_BRIEF = Repr()
_BRIEF.maxstring = _BRIEF.maxother = QUOTED
_BRIEF.maxlevel = 3
_BRIEF.maxlist = _BRIEF.maxtuple = _BRIEF.maxdict = 8
