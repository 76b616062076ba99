"""An evening as a story: what happened, line by line, and how the counts went in each game."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from appliance.core.signals import MS
from appliance.display.chart import Course, in_letters
from appliance.record.entry import EntryKind, RecordEntry, names_at
from appliance.record.story import story_row
from appliance.runtime.evening import KeptEvening
from appliance.words import Words
from bluffing.rulesets import ruleset_named

CHART_COLUMNS = 60
"""Columns of a chart in a terminal."""

Say = Callable[[str], None]


def told_evening(evening: KeptEvening, say: Say, words: Words) -> list[Course]:
    """Tell an evening as it went, to `say`; return the course of each game.

    Each line was known at the table when it happened: no answer comes before its doubt.

    Raises:
        JournalError: as `KeptEvening.record`, after what could be told.
    """
    names, courses = evening.names(), _Courses(words)
    for number, entry in evening.record():
        called = names_at(names, number)
        if entry.line is not None:
            say(story_row(entry.line, entry.at_ms * MS, words.named(called)))
        courses.follow(entry, called)
    return list(courses.whole())


def chart_lines(course: Course, words: Words) -> list[str]:
    """The chart of a game for a terminal: a heading, and a line for each seat."""
    widest = max(map(len, course.names))
    rows = zip(course.names, in_letters(course, CHART_COLUMNS), course.counts[-1], strict=True)
    head = words("command.evenings.chart", title=course.title, most=course.most)
    return [head, *(f"{name.rjust(widest)} |{line}| {last}" for name, line, last in rows)]


@dataclass(slots=True)
class _Courses:
    """The games of an evening, as far as it has come."""

    words: Words
    done: list[Course] = field(default_factory=list)

    def follow(self, entry: RecordEntry, names: tuple[str, ...]) -> None:
        """Add a deal, or the counts after an action."""
        if entry.kind == EntryKind.DEALT:
            ruleset = ruleset_named(entry.data["game"])
            title = entry.data["game"] if ruleset is None else self.words.say(ruleset.title)
            self.done.append(Course(title, names, tuple(entry.data["buzzers"]), (_counts(entry),)))
        elif entry.kind == EntryKind.DECIDED and self.done:
            course, counts = self.done[-1], _counts(entry)
            if counts != course.counts[-1]:
                self.done[-1] = Course(
                    course.title, course.names, course.buzzers, (*course.counts, counts)
                )

    def whole(self) -> Iterator[Course]:
        """Yield the games in which anything was moved."""
        return (course for course in self.done if len(course.counts) > 1)


def _counts(entry: RecordEntry) -> tuple[int, ...]:
    return tuple(entry.data["points"] or entry.data["hands"])
