"""An evening at the simulated table: every real part, driven by simulated people.

It joins contacts of mock pins, the GPIO driver, the loop with its journal, lamps, camera and card
reader, all in one thread and in virtual time: the clock jumps to the next event. Only hands, cards
and light are simulated.
"""

import random
from collections.abc import Sequence

from appliance.core.effects import Announce, Effect, Lamp, PlaySound
from appliance.core.signals import MS, Edge, Signal
from appliance.runtime.journal import Journal
from appliance.runtime.loop import Loop, Perform
from appliance.table.facts import Stage, facts_of
from bluffing.events import Event
from lab.sim.change import Change, Watch
from lab.sim.deals import Deals
from lab.sim.eyes import Eye, Eyes
from lab.sim.mail import Mail, VirtualClock
from lab.sim.referee import Referee
from lab.sim.stuck import StuckError
from lab.sim.truth import Quiz
from lab.sim.wiring import PinWiring, Wiring
from lab.sim.world import World

LONGEST_BUSY, BUSY_OFTEN = 120 * MS, 0.1
"""Maximum time of other work on the main thread when a signal comes, and the chance of such
work."""

MOST_PLAYS = 3000
"""Number of plays after which a game counts as endless."""


class Evening:
    """One evening. `run` plays it in virtual time, until all its games are over.

    The wall clock drives a `live` one, `step` by step; it reads cards on a thread, and wires have
    no delay then, for the machine has its own. Without `wiring` the buzzers are on mock pins.
    `idle` is the reader's; `heard` perform the table's effects, too. Questions are in `language`.
    """

    def __init__(
        self,
        world: World,
        journal: Journal,
        eye: Eye,
        clock: VirtualClock,
        watchers: Sequence[Watch] = (),
        *,
        live: bool = False,
        wiring: Wiring | None = None,
        idle: float | None = None,
        heard: Sequence[Perform] = (),
        language: str = "en",
    ) -> None:
        seed = world.people.seed
        self.world, self._clock, self._live = world, clock, live
        self._mail = Mail(clock, random.Random(f"{seed}/wire"))
        self._eyes = Eyes(eye, self.post, live=live, idle=idle)
        self.reader = self._eyes.reader
        self.quiz = Quiz(seed, language, self.post, clock)
        self._wiring = PinWiring(clock) if wiring is None else wiring
        performers = (self._perform, self._eyes.perform, self.quiz.perform, *heard)
        self.loop = Loop(journal, performers)
        self.referee = Referee(world)
        self._watchers = (self.referee.saw, *watchers)
        self.journal = journal
        self._rng = random.Random(f"{seed}/busy")
        self._busy_until = 0  # the main thread draws, say, and signals wait together
        self._unread = False
        self._moved: list[Edge] = []
        self._events: list[Event] = []  # of this turn of the loop
        self._deals = Deals(world)
        self._due: int | None = None
        """Time of the loop's next turn (ns) if nothing happens before."""
        self.facts = facts_of(self.loop.table, 0)
        """Public facts of the table since its newest change."""

    @property
    def due(self) -> int | None:
        """Time of the next action of people or the table by themselves (ns), or None."""
        times = (self.world.next_at, self._wiring.next_at, self._due)
        return min((at for at in times if at is not None), default=None)

    @property
    def over(self) -> bool:
        """True if all games that people wanted to play are over."""
        facts, people = self.facts, self.world.people
        return people.done or (facts.stage is Stage.OVER and facts.games >= people.games)

    def open(self) -> None:
        """Open the drivers and continue from the end of the journal.

        Raises:
            DriverError: the simulated pins can't be opened.
            JournalError: the journal is broken.
            ConfigError: other people played the evening in it.
        """
        self._eyes.open()
        at_once = self._live or self._wiring.in_order
        self._wiring.lamps.open()
        self._wiring.source.open(self.post if at_once else self._mail.send_slowly)
        self._deals.recall(self.journal)
        self._clock.now = max(self._wiring.now, self.loop.resume())
        self._deals.start(self.loop.table)
        self.loop.restart()
        self.facts = facts_of(self.loop.table, self._clock.now)
        self.world.follow(self.facts)
        tables = (self.loop.table, self.loop.table)
        self._show(Change(self.facts, self.facts, (), self._clock.now, tables, self.reader.shot))
        self._due = self.loop.due(self._clock.now)

    def run(self) -> None:
        """Play until all is over.

        Raises:
            StuckError: the game hangs, or never ends.
            JournalError: a change can't be written down.
        """
        while not self.over:
            self.step(self.next_at())

    def step(self, now: int) -> None:
        """Perform everything until `now` (ns)."""
        self._clock.now = now
        edges, self._moved = [*self.world.run(now), *self._moved], []
        for edge in sorted(edges, key=lambda edge: edge.at):
            self._wiring.move(edge)
        self._wiring.deliver(now)
        for signal in self._mail.arrived(now):
            self.loop.post(signal)
            self._unread = True
            if now >= self._busy_until and self._rng.random() < BUSY_OFTEN:
                self._busy_until = now + self._rng.randint(0, LONGEST_BUSY)
        self._eyes.look(now)
        wanted = self._unread or (self._due is not None and self._due <= now)
        if self._live or (wanted and now >= self._busy_until):
            self._unread = False
            self._turn(now)
        self._eyes.forget(self.loop.table, now)
        if self.world.tired(now):
            self.world.watch(facts_of(self.loop.table, now), now)

    def move(self, edge: Edge) -> None:
        """Close or open a contact at the next `step`, for a person who is not simulated."""
        self._moved.append(edge)

    def close(self) -> None:
        """Close the drivers."""
        self._eyes.close()
        self._wiring.source.close()
        self._wiring.lamps.close()

    def next_at(self) -> int:
        """Time of the next event (ns).

        Raises:
            StuckError: nothing will ever happen, or the game never ends.
        """
        now = self._clock.now
        due = self._busy_until if self._unread else self._due
        if due is not None:
            due = max(due, self._busy_until)
        times = (self.world.next_at, self._mail.next_at, self._wiring.next_at, due)
        at = min((at for at in (*times, self._eyes.looks_at) if at is not None), default=None)
        if at is None:
            raise StuckError("nobody", self.facts)
        if self.referee.score.plays > MOST_PLAYS * self.world.people.games:
            raise StuckError("endless", self.facts)
        return max(at, now)

    def _turn(self, now: int) -> None:
        before, was = self.loop.table, self.facts
        self._events.clear()
        changed = self.loop.turn(now)
        if self.loop.waits_for is not None:  # a simulation frees no disk space meanwhile
            raise self.loop.waits_for
        if changed:
            self.facts = facts_of(self.loop.table, now)
            self._wiring.lamps.beat(now)
            tables, events = (before, self.loop.table), tuple(self._events)
            self._show(Change(was, self.facts, events, now, tables, self.reader.shot))
        self._due = self.loop.due(now)

    def _show(self, change: Change) -> None:
        """Show people, the referee and all watchers the change of the table."""
        self._deals.count(change.tables[1])
        self.world.watch(change.after, change.now, change.events)
        for watch in self._watchers:
            watch(change)

    def post(self, signal: Signal) -> None:
        """Post a signal without delay, possibly from the reader's thread."""
        if self._live:
            self.loop.post(signal)
        else:
            self._mail.send(signal)

    def _perform(self, effect: Effect) -> None:
        if isinstance(effect, Lamp):
            self._wiring.lamps.show(effect.buzzer, effect.rhythm)
        elif isinstance(effect, PlaySound):
            self.world.hear(effect.sound, self._clock.now)
        elif isinstance(effect, Announce):
            self._events.append(effect.event)
