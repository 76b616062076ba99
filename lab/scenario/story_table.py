"""The table of a story, before its first step and on the story's clock.

Fingers release, windows end, and questions are drawn.
"""

from dataclasses import replace
from typing import Any

from appliance.core import signals
from appliance.core.effects import Announce, DrawQuestion
from appliance.core.question import Kind, Question
from appliance.table import Conventions, Table, TableSettings, deadline, step
from appliance.table.elements import Match
from appliance.table.stages import Turns
from bluffing.cards import trait_named
from bluffing.game import Setup
from bluffing.options import Value
from bluffing.rulesets import RULESETS
from lab.scenario.checks import Told
from lab.scenario.load import SETUP, Scenario
from lab.scenario.seen import Seen

_LONG = 3_600_000  # ms: before everything in a story, and longer than any

_PLAIN: dict[str, Value] = {"min_hold_ms": 0, "fact_answer_rounding": "none"}
"""House options of a story that names none of them: no waiting, and answers to the fraction."""

_ANYTHING = 50.0  # the answer to a question that no story turns up


def table_of(scenario: Scenario) -> Table:
    """Return the table. Raises Refused if no game can start or be in that state."""
    given, rules = scenario.given, RULESETS[scenario.ruleset]
    known = {option.key for option in rules.options}
    plain = {key: value for key, value in _PLAIN.items() if key in known}
    options = {**plain, **scenario.options}
    hands = tuple(given["hands"]) if "hands" in given else None
    players, dealer = given["players"], given.get("dealer", 0)
    setup = Setup(players, dealer, given.get("packs"), hands, given.get("lead"))
    game = rules.start(setup, options)
    middle: dict[str, Any] = {  # of the types that `load` has checked
        key: trait_named(value) if key == "rank" else _frozen(value)
        for key, value in given.items()
        if key not in {"players", "dealer", *SETUP}
    }
    if middle:
        game = rules.midgame(game, **middle)
    seats = tuple(range(players))
    settings = TableSettings(
        ruleset=scenario.ruleset,
        options=tuple(sorted(options.items())),
        buzzers=players,
        names=tuple(f"seat {seat}" for seat in seats),
        doubt_window_ms=_LONG,
        # each press of a story counts from the very moment of the play, and a story says what lies
        conventions=Conventions(hasty=True, trusting=True),
    )
    start = -_LONG * signals.MS
    turns = Turns(start, match=Match(game), opened_at=start, counts_from=start)
    return Table(settings, turns, buzzers=seats, names=seats)


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


class StoryTable:
    """The table, with the time on its clock and the observed events. Lives for one story."""

    def __init__(self, table: Table, steps: tuple[Told, ...], *, by_clock: bool) -> None:
        self.table = table
        self.now = 0  # ns, the table's clock
        self.seen = Seen()
        self._steps = steps
        self._number = -1  # of the current step
        self._by_clock = by_clock  # the last-card window ends by the clock, else by its own step
        self._at = 0  # ns, how far the story has got
        self._ahead = 0  # ns, how far the table's clock is ahead of the story's
        self._releases: list[signals.Edge] = []  # fingers that are still on buttons
        self._send(signals.Tick(self.now))

    @property
    def _turns(self) -> Turns | None:
        """The turns; None during a pause."""
        return self.table.playing if self.table.paused is None else None

    def _down(self, seat: int, at: int, length: int) -> None:
        self._at = max(self._at, at * signals.MS)
        edge = signals.Edge(seat, down=True, at=at * signals.MS + self._ahead)
        self._until(edge.at)
        self._send(edge)
        self._send(signals.Tick(self.now))
        self._releases.append(signals.Edge(seat, down=False, at=edge.at + length))
        self._releases.sort(key=lambda edge: edge.at)

    def _until(self, moment: int) -> None:
        """Let time pass: fingers release, and everything due happens."""
        while True:
            due = deadline(self.table, self.now)
            times = [edge.at for edge in self._releases[:1]]
            times += [] if due is None else [due]
            first = max(self.now + 1, min(times, default=moment))
            if first >= moment:
                break
            self.now = first
            while self._releases and self._releases[0].at <= self.now:
                self._send(self._releases.pop(0))
            self._send(signals.Tick(self.now))
        self.now = max(self.now, moment)
        self._send(signals.Tick(self.now))

    def _send(self, signal: signals.Signal) -> None:
        self.table, effects = step(self.table, signal, self.now)
        turns = self._turns
        if turns is not None and turns.closes_at is not None and not self._by_clock:
            # no window ends by itself in a story
            self.table = replace(self.table, stage=replace(turns, closes_at=signals.NEVER))
        for effect in effects:
            if isinstance(effect, Announce):
                self.seen.saw(effect.event)
            elif isinstance(effect, DrawQuestion):
                self._send(signals.QuestionDrawn(effect.request, self._question(), self.now))

    def _question(self) -> Question:
        """The question whose answer the story will turn up next."""
        later = self._steps[max(0, self._number) :]
        answers = (step["answer"] for step in later if "answer" in step and "refused" not in step)
        percent = float(next(answers, _ANYTHING))
        return Question("story", "next", Kind.FACT, "How many percent?", percent, "", "")
