"""An evening as a story: what happened, line by line, and how the counts went in each game."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from appliance.core.effects import Announce
from appliance.display.chart import Course, in_letters
from appliance.display.phrases.doubts import likely
from appliance.message import Message
from appliance.rules.actions import Action
from appliance.rules.game import Setup
from appliance.runtime.journal import Journal
from appliance.sim.change import Change
from appliance.sim.transcript import Transcript
from appliance.table import Table, step
from appliance.table.facts import facts_of
from appliance.table.facts.chance import chance_of_claim
from appliance.table.stages import Judged, Ruling
from appliance.words import Words

CHART_COLUMNS = 60
"""Columns of a chart in a terminal."""

Say = Callable[[str], None]


def told_evening(journal: Journal, say: Say, words: Words) -> list[Course]:
    """Tell the evening of `journal` as it went, to `say`; gives the course of each game.

    It is told what people saw at the table, and when they saw it: no answer before its doubt. With
    each verdict on a claim stands how likely that was by what all could know.

    Raises:
        JournalError: as `Journal.replay`, after what could be told.
    """
    story, courses = Transcript(say, words), _Courses(words)
    before, first = Table(journal.settings), None
    facts = facts_of(before, 0)
    for row, table in journal.replay():
        first = row.now if first is None else first
        _, effects = step(before, row.signal, row.now)
        events = tuple(one.event for one in effects if isinstance(one, Announce))
        was, facts = facts, facts_of(table, row.now)
        if events or facts is not was:
            story.saw(Change(was, facts, events, row.now - first, (before, table)))
        if isinstance(table.inner, Judged) and table.inner.ruling.event in events:
            told = _likely(table, table.inner.ruling)
            if told is not None:
                story.add(facts, row.now - first, told, follows=True)
        courses.follow(table)
        before = table
    return list(courses.whole())


def _likely(table: Table, ruling: Ruling) -> Message | None:
    """How likely the claim was that `ruling` is about; None: it was disputed, or a guess."""
    chance = chance_of_claim(table.settings, ruling)
    if chance is None or ruling.claim is None or ruling.overruled is not None:
        return None
    return likely(ruling.claim, ruling.event, chance)


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
    _setup: Setup | None = None
    _actions: tuple[Action, ...] = ()

    def follow(self, table: Table) -> None:
        """The evening has come to `table`."""
        match = table.stage.match
        if match is None or match.setup is None:
            return
        counts = match.game.points or match.game.hands
        if match.setup is not self._setup:
            self._setup, self._actions = match.setup, match.actions
            title = self.words.say(table.ruleset.title)
            self.done.append(Course(title, table.players, table.buzzers, (counts,)))
        elif match.actions is not self._actions:
            self._actions = match.actions
            course = self.done[-1]
            if counts != course.counts[-1]:
                self.done[-1] = Course(
                    course.title, course.names, course.buzzers, (*course.counts, counts)
                )

    def whole(self) -> Iterator[Course]:
        """The games in which anything was moved."""
        return (one for one in self.done if len(one.counts) > 1)
