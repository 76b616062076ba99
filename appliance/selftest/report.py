"""Findings as lines for people, and as one JSON object for programs."""

import json
from collections import Counter
from collections.abc import Iterator

from appliance.message import Message, Spoken
from appliance.selftest.judge import Finding, Level, exit_code
from appliance.words import Words


def lines(finding: Finding, words: Words) -> Iterator[str]:
    """One finding: what was seen, and below it what to do."""
    sign, name = words(f"selftest.level.{finding.level}"), words.say(finding.name)
    yield f"{sign:4}  {finding.part} | {name}: {words.say(finding.seen)}"
    if finding.todo is not None:
        yield f"      -> {words.say(finding.todo)}"


def summary(findings: tuple[Finding, ...], words: Words) -> str:
    """How many of each, and what that means."""
    count = Counter(one.level for one in findings)
    return ", ".join(
        words(f"selftest.count.{level}", n=count[level])
        for level in (Level.FAIL, Level.WARN, Level.OK, Level.SKIP)
        if count[level] or level in (Level.FAIL, Level.OK)
    )


def as_json(findings: tuple[Finding, ...], words: Words) -> str:
    """All findings as one JSON object; `ok` is what the exit code says.

    `code` and `figures` are the same in every language; `name`, `seen` and `todo` are said.
    """
    told = [
        {
            "part": one.part,
            "name": words.say(one.name),
            "level": one.level,
            "code": one.seen.code,
            "seen": words.say(one.seen),
            "todo": "" if one.todo is None else words.say(one.todo),
            "figures": figures(one.seen),
        }
        for one in findings
    ]
    return json.dumps(
        {"ok": exit_code(findings) == 0, "findings": told}, ensure_ascii=False, indent=2
    )


def figures(what: Message) -> dict[str, Spoken]:
    """The values of a message and of those that it is put together from, by name."""
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
