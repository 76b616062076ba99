"""What is to be said, without the words of any language: a code of the catalogue and its values.

Rules, table, drivers, settings and self-test give messages; `appliance.words` says them in the
table's language. So nothing is ever decided by reading a sentence.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, reduce
from reprlib import Repr
from typing import TypeAlias

QUOTED = 60
"""Letters of a value that was given, at most, where a sentence quotes it."""


@dataclass(frozen=True, slots=True)
class AtSeat:
    """Whoever sits at seat `number` (0..n-1 clockwise): said as the player's name."""

    number: int


class Noun(StrEnum):
    """A name that sentences bend ("a seven", "sevens"): each of its forms is in the catalogue."""


Spoken: TypeAlias = "int | float | str | AtSeat | Message | tuple[Spoken, ...]"
"""What a message can carry. A `Noun` is said in the form that fits; a tuple is said as a list."""


@dataclass(frozen=True, slots=True)
class Message:
    """A code of the catalogue ("rules.not-your-turn") and its values by name.

    A value named `n` is the number on which the language's plural depends.
    """

    code: str
    values: tuple[tuple[str, Spoken], ...] = ()

    def __getitem__(self, name: str) -> Spoken:
        """The value of that name. Raises KeyError if there is none."""
        return dict(self.values)[name]

    def __str__(self) -> str:
        """For tracebacks and tests, such as "rules.not-your-turn(seat=2)"."""
        if self.code == "text":  # a sentence that comes from elsewhere as it is
            return str(self["text"])
        return f"{self.code}({', '.join(f'{name}={value}' for name, value in self.values)})"


def message(code: str, /, **values: Spoken) -> Message:
    """The message of `code` with `values`."""
    return Message(code, tuple(values.items()))


@lru_cache(maxsize=512)
def of_seats(code: str, seat: int | None = None, /, **others: int) -> Message:
    """The message of `code` about `seat` and `others`: each is said as its player's name.

    Made once and kept: seats are few, and rules refuse far more often than anybody is told.
    """
    seats = others if seat is None else {"seat": seat, **others}
    return message(code, **{name: AtSeat(number) for name, number in seats.items()})


def chained(code: str, items: Iterable[Spoken]) -> Spoken:
    """All of `items`; the sentence of `code` puts a `left` and a `right` one together."""
    return reduce(lambda left, right: message(code, left=left, right=right), items)


def in_a_row(items: Iterable[Spoken]) -> Spoken:
    """All of `items`, with no word before the last: "3, 4, 5"."""
    return chained("list.more", items)


def any_of(items: Iterable[Spoken]) -> Spoken:
    """One of `items`: "20 or 25", "A or B or C"."""
    return chained("list.or", items)


def quoted(value: object) -> str:
    """A value as it was given, for a sentence that refuses it: at most `QUOTED` letters."""
    return shortened(_BRIEF.repr(value), QUOTED)


def shortened(text: str, most: int) -> str:
    """`text` in at most `most` letters: of one that is longer both ends are left."""
    if len(text) <= most:
        return text
    head = (most - 1) // 2
    return f"{text[:head]}…{text[head + 1 - most :]}"


_BRIEF = Repr()
_BRIEF.maxstring = _BRIEF.maxother = QUOTED
_BRIEF.maxlevel = 3
_BRIEF.maxlist = _BRIEF.maxtuple = _BRIEF.maxdict = 8
