"""A table that runs one race after the other, in virtual time, through what a real table has.

Contacts, pins, driver, queue, loop, table, arbiter and rules are the appliance's own. Only the
turns before a race are left out: each begins with a play that has just been registered.
"""

from collections import deque
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

from appliance.core.signals import MS, NEVER, SECOND, DriverLost, Edge, EdgesLost, Signal
from appliance.drivers import Post
from appliance.runtime.journal import Journal
from appliance.runtime.loop import Loop
from appliance.table import Table, TableSettings
from appliance.table.elements import Match
from appliance.table.stages import Turns
from appliance.table.windows import first
from bench.races import EARLY, TIE_WINDOWS, Place, Race, Run
from bluffing.actions import Play
from bluffing.game import Setup
from bluffing.options import Value
from bluffing.rulesets import RULESETS

BUZZERS = 11
FRAME = 33 * MS
"""The main thread draws for up to this long after most turns of the loop."""

HICCUP = 150 * MS
"""... and now and then something keeps it for up to this long."""

REST = 120 * MS
"""Pause between two races."""

SETTLED = 20 * MS
"""Time after the last edge's arrival at which the photo finish is complete."""

GIVE_UP = 3 * SECOND
"""Time after its last edge at which a race without an answer never has one."""


class Clock:
    """Virtual time, ns."""

    def __init__(self) -> None:
        self.now = SECOND

    def __call__(self) -> int:
        """The time."""
        return self.now


class Road(Protocol):
    """A way from contacts to edges in the loop's queue; `error` is its stated uncertainty, ns."""

    @property
    def worst_delay(self) -> int:
        """The longest that an edge is under way (ns)."""

    @property
    def error(self) -> int:
        """Maximum distance of a stamp from its edge (ns)."""

    @property
    def margin(self) -> int:
        """Maximum offset of all stamps from the table's own clock (ns)."""

    @property
    def lost_at(self) -> int | None:
        """Time after which edges of this race were lost for good (ns), if any were."""

    @property
    def next_at(self) -> int | None:
        """Return the time of the next delivery (ns), or None."""

    def open(self, post: Post) -> None:
        """Take the hardware and start to post."""

    def begin(self, race: Race, buzzers: tuple[int, ...]) -> None:
        """Another race; what goes wrong in it by itself is drawn now."""

    def move(self, buzzer: int, closed: bool, at: int) -> None:
        """A contact moves at `at` (ns)."""

    def deliver(self, now: int) -> None:
        """Let everything happen that happens until `now` (ns)."""

    def rest(self) -> None:
        """Wait until whatever went wrong is right again."""

    def close(self) -> None:
        """Let the hardware go."""


class Onlooker(Protocol):
    """Another judge of the same race, with the same contacts."""

    @property
    def next_at(self) -> int | None:
        """Return the time of the next delivery (ns), or None."""

    def begin(self, race: Race, buzzers: tuple[int, ...]) -> None:
        """Another race."""

    def move(self, buzzer: int, closed: bool, at: int) -> None:
        """A contact moves at `at` (ns)."""

    def deliver(self, now: int) -> None:
        """Let everything happen that happens until `now` (ns)."""

    @property
    def answer(self) -> int | None:
        """The seat that was first, as the onlooker has it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The table's result of a race: the doubter, and the time of the decision (ns).

    `shown` are the seats of the final photo finish, the first press first. `arrived` is the seat
    whose press reached the loop first. A `void` race is to be repeated.
    """

    doubter: int | None
    at: int
    void: bool = False
    shown: tuple[int, ...] = ()
    arrived: int | None = None


class Raceway:
    """One table and its clock."""

    def __init__(
        self, clock: Clock, road: Road, chance: Random, onlookers: tuple[Onlooker, ...] = ()
    ) -> None:
        self._clock, self._road, self._chance = clock, road, chance
        self._onlookers = onlookers
        self._all: tuple[Road | Onlooker, ...] = (road, *onlookers)
        settings = TableSettings(buzzers=BUZZERS, settle_ms=-(-road.worst_delay // MS))
        self._journal = Unwritten.open(None, settings)
        self._loop = Loop(self._journal, ())
        self._tables: dict[Place, Table] = {}
        self._race: Race | None = None
        self._buzzers: tuple[int, ...] = ()
        self._unread = False
        self._due: int | None = None
        self._busy_until = 0
        self._arrived: int | None = None
        self._answer: Answer | None = None
        self._told = False  # that something is lost, since the last turn
        road.open(self._post)

    def close(self) -> None:
        """Let everything go."""
        self._road.close()
        self._journal.close()

    @property
    def next_opening(self) -> int:
        """Earliest start of the next race (ns)."""
        return self._clock.now + REST + EARLY

    def run(self, race: Race) -> Answer:
        """Run `race`, and go on until its last edge has been heard."""
        self._begin(race)
        left = deque(race.runs)
        while (now := self._next(left)) < race.over + self._longer:
            self._clock.now = now = max(now, self._clock.now)
            while left and left[0].at <= now:
                self._move(left.popleft())
            for part in self._all:
                part.deliver(now)
            wake = self._wake()
            if wake is not None and wake <= now:
                self._turn(race, now)
        self._clock.now += REST
        self._road.rest()
        self._loop.turn(self._clock.now)
        answer = self._answer or Answer(None, self._clock.now)
        return replace(answer, shown=self._shown(), arrived=self._arrived)

    @property
    def _longer(self) -> int:
        """Time that a race goes on after its last edge (ns)."""
        return GIVE_UP if self._answer is None else self._road.worst_delay + SETTLED

    def _shown(self) -> tuple[int, ...]:
        table = self._loop.table
        finish = table.inner.finish
        places = finish.places if finish is not None else ()
        return tuple(table.buzzers.index(place.buzzer) for place in places)

    def _begin(self, race: Race) -> None:
        now, opened = self._clock.now, race.opened
        if race.place not in self._tables:
            self._tables[race.place] = table_of(race.place, self._loop.table.settings.settle_ms)
        table, heard = self._tables[race.place], self._loop.table
        turns = Turns(
            now,
            match=Match(table.game),
            opened_at=opened,
            counts_from=opened,
            closes_at=opened + 5 * SECOND,
        )
        self._loop.table = replace(table, stage=turns, buttons=heard.buttons, marks=heard.marks)
        self._race, self._buzzers, self._arrived = race, table.buzzers, None
        self._unread, self._due, self._busy_until = False, None, now
        self._answer, self._told = None, False
        for part in self._all:
            part.begin(race, table.buzzers)

    def _move(self, run: Run) -> None:
        buzzer = self._buzzers[run.seat]
        for part in self._all:
            part.move(buzzer, run.closed, run.at)

    def _next(self, left: deque[Run]) -> int:
        """Time of the next event (ns), or NEVER."""
        times = [part.next_at for part in self._all]
        times += (left[0].at if left else None, self._wake())
        return min((at for at in times if at is not None), default=NEVER)

    def _wake(self) -> int | None:
        """Time of the main thread's next turn (ns), if it has a reason for one.

        A race that is decided is left alone, unless the source takes something back.
        """
        if self._answer is not None and not self._told:
            return None
        if self._unread:
            return self._busy_until
        return None if self._due is None else max(self._due, self._busy_until)

    def _turn(self, race: Race, now: int) -> None:
        """One turn of the loop; it may decide the race, or declare it void."""
        self._unread = self._told = False
        self._loop.turn(now)
        busy = HICCUP if self._chance.random() < 0.05 else FRAME
        self._busy_until = now + self._chance.randint(0, busy)
        self._due = self._loop.due(now)
        table, turns = self._loop.table, self._loop.table.open_turns
        doubter = table.game.doubter
        if doubter is None and isinstance(table.inner, Turns):
            doubter = first(table)  # known, while it may still become a force
        if turns is None or table.paused is not None or turns.counts_from != race.opened:
            self._answer = Answer(None, now, void=True)
        elif self._answer is None and doubter is not None:
            self._answer = Answer(doubter, now)
        elif self._answer is not None and doubter != self._answer.doubter:
            self._answer = Answer(None, now, void=True)

    def _post(self, signal: Signal) -> None:
        self._loop.post(signal)
        self._unread = True
        self._told = self._told or isinstance(signal, (EdgesLost, DriverLost))
        if self._arrived is None and isinstance(signal, Edge) and signal.down and self._race:
            for seat, at in self._race.onsets.items():
                late = signal.at - at
                if self._buzzers[seat] == signal.buzzer and 0 <= late <= self._road.error:
                    self._arrived = seat


class Unwritten(Journal):
    """A journal that remembers nothing: writing is no part of who was first."""

    def append(self, steps: object) -> None:
        """Nothing is written."""


def places(chance: Random, count: int) -> list[Place]:
    """Tables of every ruleset in which the first press decides, with 3 to 11 seats."""
    games = [name for name, game in RULESETS.items() if game.races]
    results = []
    for number in range(count):
        name = games[number % len(games)]
        seats = chance.choice([seats for seats in RULESETS[name].seats if 3 <= seats <= BUZZERS])
        place = Place(
            ruleset=name,
            seats=seats,
            dealer=chance.randrange(seats),
            claimant=0,
            tie_rule=chance.choice(("dealer_left", "player_left")),
            tie_window=chance.choice(TIE_WINDOWS) * MS,
        )
        claim = table_of(place, 0).game.claim
        assert claim is not None, "a play has just been made"  # noqa: S101 - table_of made it
        results.append(replace(place, claimant=claim.seat))
    return results


def table_of(place: Place, settle_ms: int) -> Table:
    """The table at `place`, at which the first play has just been made."""
    options: dict[str, Value] = {
        "tie_rule": place.tie_rule,
        "tie_window_ms": place.tie_window // MS,
    }
    if "opening_face_up" in RULESETS[place.ruleset].house({}):
        options["opening_face_up"] = False  # cards that lie open can't be doubted
    settings = TableSettings(
        place.ruleset, tuple(sorted(options.items())), BUZZERS, settle_ms=settle_ms
    )
    ruleset = RULESETS[place.ruleset]
    game = ruleset.start(Setup(place.seats, place.dealer), options)
    play = next(action for action in ruleset.legal_actions(game) if isinstance(action, Play))
    game, _ = ruleset.apply(game, play)
    seats = tuple(range(place.seats))
    # any buzzer may be any seat's: the order of the pins must not matter
    buzzers = Random(place.seats * 100 + place.dealer).sample(range(BUZZERS), place.seats)
    return Table(
        settings,
        Turns(match=Match(game)),
        buzzers=tuple(buzzers),
        names=seats,
    )
