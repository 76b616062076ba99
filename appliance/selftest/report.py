"""Findings as lines for people, and as one JSON object for programs."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from appliance.selftest.judge import Finding, Level
from appliance.words import Words
from bluffing.message import Message, Spoken

Found = tuple[str, Finding]
"""A part's name, and a finding about the part."""


def lines(found: Found, words: Words) -> Iterator[str]:
    """Yield the lines of one finding: the observation, and below it the remedy."""
    part, finding = found
    sign, name = words(f"selftest.level.{finding.level}"), words.say(finding.name)
    yield f"{sign:4}  {part} | {name}: {words.say(finding.seen)}"
    if finding.todo is not None:
        yield f"      -> {words.say(finding.todo)}"


def summary(found: Iterable[Found], words: Words) -> str:
    """Count the findings of each level, and sum them up."""
    count = Counter(finding.level for _, finding in found)
    return ", ".join(
        words(f"selftest.count.{level}", n=count[level])
        for level in (Level.FAIL, Level.WARN, Level.OK, Level.SKIP)
        if count[level] or level in (Level.FAIL, Level.OK)
    )


def exit_code(found: Iterable[Found]) -> int:
    """Return 0 if nothing has failed, else 1."""
    return int(any(finding.level is Level.FAIL for _, finding in found))


def as_json(found: Sequence[Found], words: Words) -> str:
    """Return all findings as one JSON object; `ok` is True for exit code 0.

    `code` and `figures` are the same in every language; `name`, `seen` and `todo` are translated.
    """
    entries = [
        {
            "part": part,
            "name": words.say(finding.name),
            "level": finding.level,
            "code": finding.seen.code,
            "seen": words.say(finding.seen),
            "todo": "" if finding.todo is None else words.say(finding.todo),
            "figures": figures(finding.seen),
        }
        for part, finding in found
    ]
    whole = {"ok": exit_code(found) == 0, "findings": entries}
    return json.dumps(whole, ensure_ascii=False, indent=2)


def figures(what: Message) -> dict[str, Spoken]:
    """Return the values of a message and of the messages inside it, by name."""
    flat: dict[str, Spoken] = {}
    for name, value in what.values:
        match value:
            case Message():
                flat |= figures(value)
            case float():
                flat[name] = round(value, 4)
            case _:
                flat[name] = value
    return flat
