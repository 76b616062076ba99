"""Findings as lines for people, and as one JSON object for programs."""

import json
from collections import Counter
from collections.abc import Iterator

from appliance.selftest.judge import Finding, Level, exit_code

_SIGN = {Level.OK: "ok  ", Level.WARN: "WARN", Level.FAIL: "FAIL", Level.SKIP: "-   "}


def lines(finding: Finding) -> Iterator[str]:
    """One finding: what was seen, and below it what to do."""
    yield f"{_SIGN[finding.level]}  {finding.part} | {finding.name}: {finding.seen}"
    if finding.todo:
        yield f"      -> {finding.todo}"


def summary(findings: tuple[Finding, ...]) -> str:
    """How many of each, and what that means."""
    count = Counter(one.level for one in findings)
    told = [
        f"{count[level]} {word}"
        for level, word in ((Level.FAIL, "failed"), (Level.WARN, "to look at"), (Level.OK, "fine"))
        if count[level] or level is not Level.WARN
    ]
    if count[Level.SKIP]:
        told.append(f"{count[Level.SKIP]} skipped")
    return ", ".join(told)


def as_json(findings: tuple[Finding, ...]) -> str:
    """All findings as one JSON object; `ok` is what the exit code says."""
    return json.dumps(
        {
            "ok": exit_code(findings) == 0,
            "findings": [
                {
                    "part": one.part,
                    "name": one.name,
                    "level": one.level,
                    "seen": one.seen,
                    "todo": one.todo,
                    "figures": dict(one.figures),
                }
                for one in findings
            ],
        },
        ensure_ascii=False,
        indent=2,
    )
