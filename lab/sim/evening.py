"""An evening at the simulated table: every real part, moved by simulated people.

Contacts of mock pins, the GPIO driver, the loop with its journal, lamps, camera and card
reader, all in one thread and in virtual time: the clock jumps to whatever happens next. Only
hands, cards and light are simulated.
"""

import heapq
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from appliance.core.effects import Announce, Effect, Lamp, PlaySound
from appliance.core.signals import MS, SECOND, Edge, Signal
from appliance.drivers import Pictures
from appliance.errors import ConfigError
from appliance.questions.code import read_code
from appliance.questions.drawer import Drawer
from appliance.record.entry import EntryKind, RecordEntry, SeatNames
from appliance.record.recorder import Recorder
from appliance.record.standing import describe
from appliance.runtime.journal import Journal
from appliance.runtime.loop import Loop, Perform
from appliance.runtime.reader import Fuse, Read, Reader, Worker
from appliance.table import Table, step
from appliance.table.facts import Facts, Stage, facts_of
from appliance.table.objections import shows_cards
from bluffing.events import Event
from bluffing.game import Setup
from bluffing.message import message
from lab.sim.camera import Glance
from lab.sim.change import Change, Watch
from lab.sim.referee import Referee
from lab.sim.truth import asked_in, topics
from lab.sim.wiring import UNDER_WAY, PinWiring, Wiring
from lab.sim.world import StuckError, World

CAMERA_LOOKS_EVERY = 100 * MS
"""How often the camera looks while somebody waits for cards."""

LONGEST_BUSY, BUSY_OFTEN = 120 * MS, 0.1
"""How long the main thread is busy with other things at most, and how often when a signal comes."""

MOST_PLAYS = 3000
"""A game this long has gone wrong."""


@dataclass
class VirtualClock:
    """Virtual time, ns."""

    now: int = 0

    def __call__(self) -> int:
        """The time."""
        return self.now


class Mail:
    """Signals under way: they arrive late, and not in the order in which they were sent."""

    def __init__(self, clock: Callable[[], int], rng: random.Random) -> None:
        self._clock, self._rng = clock, rng
        self._bag: list[tuple[int, int, Signal]] = []
        self._sent = 0

    @property
    def next_at(self) -> int | None:
        """Time of the next signal (ns), or None."""
        return self._bag[0][0] if self._bag else None

    def send(self, signal: Signal, delay: int = 0) -> None:
        """Send by a wire with that delay (ns)."""
        self._sent += 1
        heapq.heappush(self._bag, (self._clock() + delay, self._sent, signal))

    def send_slowly(self, signal: Signal) -> None:
        """Send by a wire that is sometimes slow."""
        worst = self._rng.choice((0, 0, MS, 5 * MS, UNDER_WAY))
        self.send(signal, self._rng.randint(0, worst))

    def arrived(self, now: int) -> list[Signal]:
        """Return the signals that have arrived by `now` (ns)."""
        signals = []
        while self._bag and self._bag[0][0] <= now:
            signals.append(heapq.heappop(self._bag)[2])
        return signals


class Evening:
    """One evening. `run` plays it in virtual time, until all its games are over.

    A `live` one is moved by the wall clock, one `step` after the other, and reads cards on a
    thread; wires have no delay then, for the machine has its own. Without `wiring` the buzzers
    are on mock pins. `idle` is the reader's; `heard` perform the table's effects, too.
    Questions are asked in `language`.
    """

    def __init__(
        self,
        world: World,
        journal: Journal,
        eye: tuple[Pictures, Read, Fuse],
        clock: VirtualClock,
        watchers: Sequence[Watch] = (),
        *,
        live: bool = False,
        wiring: Wiring | None = None,
        idle: float | None = None,
        heard: Sequence[Perform] = (),
        language: str = "en",
    ) -> None:
        self.world, self._clock = world, clock
        self._mail = Mail(clock, random.Random(f"{world.people.seed}/wire"))
        camera, read, fuse = eye
        self.reader = Reader(camera, read, fuse, self.post, idle, decode=Glance(read_code))
        self._worker = Worker(self.reader) if live else None
        chance = random.Random(f"{world.people.seed}/questions")
        self._language, questions = language, asked_in(language)
        self._drawer = Drawer(questions, chance, self.post, clock, topics=topics())
        self._wiring = PinWiring(clock) if wiring is None else wiring
        reading = self._worker or self.reader
        performers = (self._perform, reading.perform, self._drawer.perform, *heard)
        self.loop = Loop(journal, performers)
        self.referee = Referee(world)
        self._watchers = (self.referee.saw, *watchers)
        self.journal = journal
        self._looked_at = -SECOND
        self._rng = random.Random(f"{world.people.seed}/busy")
        self._busy_until = 0  # the main thread draws, say, and signals wait together
        self._unread = False
        self._moved: list[Edge] = []
        self._events: list[Event] = []  # of this turn of the loop
        self._setup: Setup | None = None  # of the newest deal
        self._due: int | None = None
        """When the loop wants a turn (ns), without news."""
        self.facts = facts_of(self.loop.table, 0)
        """What is known of the table since its newest change."""

    @property
    def due(self) -> int | None:
        """Time at which people or the table act next by themselves (ns), or None."""
        times = (self.world.next_at, self._wiring.next_at, self._due)
        return min((at for at in times if at is not None), default=None)

    @property
    def over(self) -> bool:
        """True if all games that people wanted to play are over."""
        facts, people = self.facts, self.world.people
        return people.done or (facts.stage is Stage.OVER and facts.games >= people.games)

    def played(self) -> tuple[list[tuple[int, RecordEntry]], list[SeatNames]]:
        """Return the record of the evening so far, and what the seats were called.

        A journal in memory keeps none: it is played again.
        """
        self.journal.wait()
        recorder, names = Recorder(Table(self.journal.settings)), list[SeatNames]()
        entries = list[tuple[int, RecordEntry]]()
        for row, table in self.journal.replay():
            count = recorder.count
            added = recorder.observe(row.number, row.now, table)
            entries += enumerate(added.entries, count + 1)
            names += added.names
        return entries, names

    def ask_in(self, language: str) -> None:
        """Ask questions in that language from now on; flagged ones stay out until it changes."""
        if language != self._language:
            self._language = language
            self._drawer.take(asked_in(language))

    def open(self) -> None:
        """Open the drivers and go on where the journal ends.

        Raises:
            DriverError: the simulated pins can't be opened.
            JournalError: the journal is broken.
            ConfigError: other people played the evening in it.
        """
        if self._worker is not None:
            self._worker.open()
        at_once = self._worker is not None or self._wiring.in_order
        self._wiring.lamps.open()
        self._wiring.source.open(self.post if at_once else self._mail.send_slowly)
        self._recall()
        self._clock.now = max(self._wiring.now, self.loop.resume())
        self._setup = _setup_of(self.loop.table)
        self.loop.restart()
        self.facts = facts_of(self.loop.table, self._clock.now)
        self.world.follow(self.facts)
        self._events.clear()
        self._show(self.facts, self.loop.table)
        self._due = self.loop.due(self._clock.now)

    def _recall(self) -> None:
        """Let people find the cards of the newest deal again, and what they did with them.

        Raises as `open`.
        """
        deals = [deal.row for deal in self.journal.of_games(EntryKind.DEALT)]
        row = deals[-1] - 1 if deals else 0
        start = self.journal.standing(self.journal.state_before(row), row)
        self.world.people.deals = max(0, len(deals) - 1)
        before, self._setup = start.table, _setup_of(start.table)
        self.world.follow(facts_of(before, start.now))
        for entry, table in self.journal.fold(start, self.journal.last_at(row)):
            _, effects = step(before, entry.signal, entry.now)
            events = [one.event for one in effects if isinstance(one, Announce)]
            self._count_deal(table)
            self.world.recall(facts_of(table, entry.now), events)
            before = table
        if self.world.unmeant:
            raise ConfigError(message("sim.other-people"))

    def _count_deal(self, table: Table) -> None:
        """Count a deal as the record does, so that each has one number for good."""
        setup = _setup_of(table)
        if setup is not None and setup is not self._setup:
            self._setup = setup
            self.world.people.deals += 1

    def run(self) -> None:
        """Play until all is over.

        Raises:
            StuckError: the game hangs, or never ends.
            JournalError: a change can't be written down.
        """
        while not self.over:
            self.step(self.next_at())

    def step(self, now: int) -> None:
        """All that happens until `now` (ns)."""
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
        looks_at = self._looks_at()
        if looks_at is not None and looks_at <= now:
            self._looked_at = now
            self.reader.look()
        wanted = self._unread or (self._due is not None and self._due <= now)
        if self._worker is not None or (wanted and now >= self._busy_until):
            self._unread = False
            self._turn(now)
        if self.reader.shot is not None and not shows_cards(self.loop.table, now):
            self.reader.forget()
        if self.world.tired(now):
            self.world.watch(facts_of(self.loop.table, now), now)

    def move(self, edge: Edge) -> None:
        """Close or open a contact at the next `step`: somebody does who is not simulated."""
        self._moved.append(edge)

    def close(self) -> None:
        """Let the drivers go."""
        if self._worker is not None:
            self._worker.close()
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
        at = min((at for at in (*times, self._looks_at()) if at is not None), default=None)
        if at is None:
            raise StuckError(message("sim.stuck.nobody", table=describe(self.facts)))
        if self.referee.score.plays > MOST_PLAYS * self.world.people.games:
            raise StuckError(message("sim.stuck.endless", table=describe(self.facts)))
        return max(at, now)

    def _looks_at(self) -> int | None:
        """Time of the camera's next look (ns), or None if it never looks or has its own thread."""
        rest = None if self._worker is not None else self.reader.rest
        if rest is None:
            return None
        rests = CAMERA_LOOKS_EVERY if self.reader.wanted else round(rest * SECOND)
        return self._looked_at + rests

    def _turn(self, now: int) -> None:
        before, was = self.loop.table, self.facts
        self._events.clear()
        changed = self.loop.turn(now)
        if self.loop.waits_for is not None:  # nobody makes room meanwhile
            raise self.loop.waits_for
        if changed:
            self.facts = facts_of(self.loop.table, now)
            self._wiring.lamps.beat(now)
            self._show(was, before)
        self._due = self.loop.due(now)

    def _show(self, was: Facts, before: Table) -> None:
        """Show people, the referee and all who watch what the table has come to."""
        now, tables, events = self._clock.now, (before, self.loop.table), tuple(self._events)
        self._count_deal(self.loop.table)
        self.world.watch(self.facts, now, events)
        for watch in self._watchers:
            watch(Change(was, self.facts, events, now, tables, self.reader.shot))

    def post(self, signal: Signal) -> None:
        """Without delay; from the reader's thread too, if it has one."""
        if self._worker is None:
            self._mail.send(signal)
        else:
            self.loop.post(signal)

    def _perform(self, effect: Effect) -> None:
        if isinstance(effect, Lamp):
            self._wiring.lamps.show(effect.buzzer, effect.rhythm)
        elif isinstance(effect, PlaySound):
            self.world.hear(effect.sound, self._clock.now)
        elif isinstance(effect, Announce):
            self._events.append(effect.event)


def _setup_of(table: Table) -> Setup | None:
    """Return what the game at `table` was dealt by, or None where none is."""
    match = table.stage.match
    return None if match is None else match.setup
