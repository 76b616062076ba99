"""Writer of games in text form: header lines, then a line for each action."""

from collections.abc import Iterable, Iterator

from bluffing.actions import Action
from bluffing.notation.record import Record, RecordLine, TakenBack, result
from bluffing.notation.spelling import DATE, PARTS_OF, QUOTED_NAME, SECONDS, TAKEN_BACK
from bluffing.options import Value

SETUP_HEADERS = ("dealer", "packs", "lead", "hands", "points")
"""Values of a set-up beside the number of players; values left to the rules are not written."""


def write(records: Iterable[Record]) -> str:
    """Return these games as text, with an empty line between two.

    Raises:
        Refused: the rules of a game don't allow it.
    """
    return "\n".join("".join(f"{line}\n" for line in _lines(record)) for record in records)


def _lines(record: Record) -> Iterator[str]:
    states = list(record.states())
    yield f"game {record.ruleset}"
    if record.began:
        yield f"date {DATE.spell(record.began)}"
    yield f"seats {record.setup.players}"
    for key in SETUP_HEADERS:
        value = getattr(record.setup, key)
        if value is not None:
            yield f"{key} {_numbers(value)}"
    for seat, name in enumerate(record.names):
        yield f"name {seat} {QUOTED_NAME.spell(name)}"
    for option, value in record.options:
        yield f"option {option} {_option(value)}"
    yield f"dealt {_numbers(states[0].hands)}"
    yield f"result {result(states[-1])}"
    yield ""
    for line in record.lines:
        moment = "" if line.at is None else f" @{SECONDS.spell(line.at)}"
        yield f"{_line(line)}{moment}"


def _numbers(value: int | tuple[int, ...]) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _option(value: Value) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _line(line: RecordLine) -> str:
    return f"{TAKEN_BACK} {line.count}" if isinstance(line, TakenBack) else spelled(line.action)


def spelled(action: Action) -> str:
    """Return the line of `action`: "1 play 2 A"."""
    words: list[str] = []
    for part in PARTS_OF[type(action)]:
        if part.spelling is None:
            words.append(part.word)
            continue
        value = getattr(action, part.name)
        if part.many:
            words += map(part.spelling.spell, value)
        elif not (part.optional and value is None):
            words.append(part.spelling.spell(value))
    return " ".join(words)
