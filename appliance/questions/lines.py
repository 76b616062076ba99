"""Finds the lines of a pack's questions and keys, which tomllib does not report.

It looks for the headers [[question]] and for keys at the beginning of a line. Other notations
(inline tables) have no line number in messages.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_HEADER = re.compile(r"\s*\[\[\s*question\s*\]\]\s*(#.*)?")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*=\s*(.*)")
_LONG = ('"""', "'''")
"""Quotes around a text of several lines."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines (from 1) of the keys of a pack, and of each of its questions in their order.

    A question's own line, that of its header, has the key "".
    """

    pack: Mapping[str, int] = field(default_factory=dict)
    questions: tuple[Mapping[str, int], ...] = ()

    def of(self, number: int | None, key: str = "") -> int | None:
        """Return the line of a key, else that of its question (from 1); None is the pack itself."""
        if number is None:
            return self.pack.get(key)
        if number > len(self.questions):
            return None
        lines = self.questions[number - 1]
        return lines.get(key, lines[""])


def lines_of(text: str) -> Lines:
    """The lines of a whole file."""
    pack: dict[str, int] = {}
    questions: list[dict[str, int]] = []
    until = ""  # the quotes that end the present text of several lines
    for number, line in enumerate(text.splitlines(), 1):
        if until:
            until = "" if until in line else until
            continue
        if _HEADER.fullmatch(line):
            questions.append({"": number})
        elif match := _KEY.match(line):
            (questions[-1] if questions else pack).setdefault(match[1].strip("\"'"), number)
            until = next(
                (
                    quotes
                    for quotes in _LONG
                    if match[2].startswith(quotes) and match[2].count(quotes) == 1
                ),
                "",
            )
    return Lines(pack, tuple(questions))
