"""A table at a real window: turned by the loop of `doubtit run`, and busy in between."""

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

from appliance.config import Display
from appliance.core.signals import MS, SECOND, Edge, Signal
from appliance.display.quiet import pygame
from appliance.display.strokes import strokes
from appliance.display.window import Window
from appliance.drivers import Hardware
from appliance.drivers.keyboard import KeyboardBuzzers, Settings
from appliance.presses.debounce import Press
from appliance.runtime.journal import Journal
from appliance.runtime.loop import Loop
from appliance.service.clock import TableClock
from appliance.service.open_table import OpenTable
from appliance.service.picture import TablePicture
from appliance.table import TableSettings
from appliance.table.elements import Match
from appliance.table.stages import Turns
from appliance.table.windows import first
from bench.races import Place
from bench.raceway import Unwritten, table_of
from lab.words import words_of

BUSY = 120 * MS
"""The loop is kept from its window for up to this long, again and again."""

KEYS = Settings().keys


class Made(NamedTuple):
    """A key was moved between `before` and `after`, ns of CLOCK_MONOTONIC."""

    before: int
    after: int


Task = Sequence[tuple[int, str, bool]]
"""Moves: ns from the task's start, what, down."""


class Hands:
    """Fingers on the X server's keyboard, in a process of their own (`typist.py`)."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - our own script
            [sys.executable, Path(__file__).with_name("typist.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.environ["XLIB"]},
        )

    def begin(self, task: Task | dict[str, int]) -> None:
        """Let the fingers start to do this."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()

    @property
    def busy(self) -> bool:
        """Return True if they are still at it."""
        assert self._process.stdout is not None
        return not select.select([self._process.stdout.fileno()], [], [], 0)[0]

    def done(self) -> list[Made]:
        """Return when they did it; waits until they have."""
        assert self._process.stdout is not None
        return [Made(*value) for value in json.loads(self._process.stdout.readline())]

    def close(self) -> None:
        """No more."""
        self._process.communicate()


class BusyLoop(Loop):
    """Does not sleep: it computes for as long as a slow picture, or a slow disk, takes."""

    def __init__(self, journal: Journal, chance: Random) -> None:
        super().__init__(journal, ())
        self.busy = BUSY
        self._chance = chance

    def wait(self, seconds: float) -> None:
        """Keep Python busy; `seconds` is how long it could have slept."""
        end = time.monotonic_ns() + self._chance.randint(0, self.busy)
        while time.monotonic_ns() < end:
            seconds = seconds * 0.5 + 1


class Desk:
    """A window with the keyboard, and a table behind it. Its clock is CLOCK_MONOTONIC.

    With `told` False the window keeps to itself when keys moved, as one that is not X11's does.
    """

    def __init__(self, chance: Random, *, told: bool = True) -> None:
        self.heard: list[Edge] = []
        self.late: list[int] = []  # how long after its stamp each press was posted, ns
        self.missed_by: list[int] = []  # how long before the last look it was stamped, ns
        self._looked = 0  # when the window was last asked, ns
        self.window = Window(Display(800, 480))
        self.window.open()
        if not told:
            self._keep_times_back()
        self.keys = KeyboardBuzzers(Settings(), time.monotonic_ns)
        self.keys.exact = self.window.tells_time
        settle = -(-self.keys.timekeeping.worst_delay // MS)
        settings = TableSettings(
            buzzers=len(KEYS), settle_ms=settle, tie_ms=self.keys.timekeeping.uncertainty // MS
        )
        self._journal = Unwritten.open(None, settings)
        self.loop = BusyLoop(self._journal, chance)
        self.keys.open(self._post)
        self._clock = TableClock()
        self._table = OpenTable(
            self.loop, Hardware(self.keys), self._clock, self.window, TablePicture(words_of("en"))
        )
        self._presses: dict[int, dict[int, Press]] = {number: {} for number in range(len(KEYS))}

    def turn(self) -> None:
        """One round of the loop that `doubtit run` has."""
        now = time.monotonic_ns()
        self._clock.go_on_from(now)
        assert not self._table.turn()
        self._looked = now
        for press in self.loop.table.buttons.presses(time.monotonic_ns()):
            self._presses[press.buzzer][press.at] = press

    def until_focused(self) -> None:
        """Go on until the window has the keyboard: earlier keys go to another window."""
        end = time.monotonic() + 10
        while not pygame.key.get_focused():
            assert time.monotonic() < end, "the window gets no keyboard"
            self.turn()

    def presses_of(self, buzzer: int) -> list[Press]:
        """Return what the table took for presses of one key, the first first."""
        return sorted(self._presses[buzzer].values(), key=lambda press: press.at)

    def listen(self, hands: Hands, task: Task) -> None:
        """Do nothing but ask the window while this is done."""
        hands.begin(task)
        while hands.busy:
            now = time.monotonic_ns()
            self.keys.handle(strokes(self.window.poll(), time.monotonic_ns()), now)
            self._looked = now

    def watch(self, hands: Hands, task: Task) -> list[Made]:
        """Go on until this is done and all its effects were heard; returns the end."""
        hands.begin(task)
        while hands.busy:
            self.turn()
        self.rest()
        return hands.done()

    def rest(self, seconds: float = 0.4) -> None:
        """Go on for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.turn()

    def race(self, place: Place) -> tuple[int, ...]:
        """A play has just been registered at `place`; gives the buzzers of its seats."""
        self.turn()
        now, settle = time.monotonic_ns(), self.loop.table.settings.settle_ms
        table, heard = table_of(place, settle), self.loop.table
        turns = Turns(
            now, match=Match(table.game), opened_at=now, counts_from=now, closes_at=now + 5 * SECOND
        )
        self.loop.table = replace(table, stage=turns, buttons=heard.buttons, marks=heard.marks)
        return table.buzzers

    def doubter(self) -> int | None:
        """The first player, if any."""
        table = self.loop.table
        decided = first(table) if isinstance(table.inner, Turns) else None
        return table.game.doubter if decided is None else decided

    def close(self) -> None:
        """Close the window."""
        self.keys.close()
        self._journal.close()
        self.window.close()

    def _post(self, signal: Signal) -> None:
        if isinstance(signal, Edge):
            self.heard.append(signal)
            if signal.down:  # a release may be announced early
                self.late.append(time.monotonic_ns() - signal.at)
                self.missed_by.append(self._looked - signal.at)
        self.loop.post(signal)

    def _keep_times_back(self) -> None:
        poll, self.window.tells_time = self.window.poll, False

        def without_times() -> list[pygame.event.Event]:
            return [event for event in poll() if event.type != pygame.SYSWMEVENT]

        self.window.poll = without_times  # type: ignore[method-assign]
