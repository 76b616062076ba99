"""An evening as a story, with how the counts went in each game; and games in the notation."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from appliance.bounded_files import read_text
from appliance.core.signals import MS
from appliance.display.chart import Course, in_letters
from appliance.errors import UnfitFileError
from appliance.record.entry import EntryKind, RecordEntry, names_at
from appliance.record.story import story_row
from appliance.runtime.evening import KeptEvening
from appliance.words import Words
from bluffing.errors import NotationError
from bluffing.message import Message, message
from bluffing.notation.read import read
from bluffing.notation.record import Record, result
from bluffing.rulesets import ruleset_named

CHART_COLUMNS = 60
"""Columns of a chart in a terminal."""

Say = Callable[[str], None]


def told_evening(evening: KeptEvening, say: Say, words: Words) -> list[Course]:
    """Tell an evening's events in order, to `say`; return the course of each game.

    Each line was known at the table when it happened: no answer comes before its doubt.

    Raises:
        JournalError: as `KeptEvening.record`, after the readable part.
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
    """The games of an evening so far."""

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
        """Yield the games with at least one move."""
        return (course for course in self.done if len(course.counts) > 1)


def _counts(entry: RecordEntry) -> tuple[int, ...]:
    return tuple(entry.data["points"] or entry.data["hands"])


# --- games in the notation ------------------------------------------------------------------------


def tell_games(path: Path, words: Words, *, quiet: bool) -> None:
    """Replay the games of a text, and print the result of each."""
    try:
        records = read(read_text(path))
    except UnfitFileError as error:
        raise NotationError(
            message("notation.cannot-read", path=str(path), error=error.why)
        ) from error
    except NotationError as error:
        raise NotationError(message("notation.in-file", path=str(path), error=error.why)) from error
    if not quiet:
        for number, record in enumerate(records, 1):
            print(words.say(_game(number, record)))
    moves = sum(len(record.lines) for record in records)
    print(words("command.replay.games", file=str(path), games=len(records), moves=moves))


def _game(number: int, record: Record) -> Message:
    *_, last = record.states()
    return message(
        "command.replay.game",
        number=number,
        title=record.game.title,
        seats=record.setup.players,
        moves=len(record.lines),
        result=result(last),
    )
