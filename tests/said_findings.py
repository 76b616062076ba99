"""Findings of the self-test as people hear them in English, for tests that compare sentences."""

from collections.abc import Iterable
from dataclasses import dataclass

from pseudo import has_sentence

from appliance.selftest.judge import Finding, Level
from appliance.selftest.report import figures
from bluffing.message import Spoken
from lab.words import words_of

ENGLISH = words_of("en")


@dataclass(frozen=True, slots=True)
class SaidFinding:
    """A finding, said."""

    name: str
    level: Level
    seen: str
    todo: str
    figures: dict[str, Spoken]


def said(found: Finding) -> SaidFinding:
    """Say one finding. The catalogue must have each of its messages."""
    for text in (found.name, found.seen, found.todo):
        assert text is None or has_sentence(text.code), f"{text.code} has no sentence"
    todo = "" if found.todo is None else ENGLISH.say(found.todo)
    return SaidFinding(
        ENGLISH.say(found.name),
        found.level,
        ENGLISH.say(found.seen),
        todo,
        figures(found.seen),
    )


def all_said(findings: Iterable[Finding]) -> list[SaidFinding]:
    """Some findings, said."""
    return [said(finding) for finding in findings]
