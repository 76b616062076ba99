"""A venue under load: first in peace, then with kills, power cuts and an outage of its store."""

import heapq
import json
import random
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from bench.venue.players import EventKey, PlayedTable, Players, Publishers
from bench.venue.programs import Program, Use, use_of
from bench.venue.real_broker import Mosquitto
from bench.venue.real_postgresql import PostgreSql
from bench.venue.viewer import Viewer
from board.demo import EVENINGS
from venue.database import Database
from venue.settings import BrokerAddress, VenueSettings
from venue.store import EventStore
from venue.topics import of_table

PEACE = 0.4
"""Share of the time in which nothing fails: latencies, CPU and memory are those of that time."""

LAST_S = 5.0
"""Seconds at the end in which nothing more fails."""

DARK_S = 2.0
"""Seconds that a table has no power."""

SETTLED_S = 300
"""Seconds in which everything has to arrive after all."""

TABLES_A_PROCESS = 25
"""Tables whose publishers share a process, and its kills."""

BROKER, STORE, DATABASE = "broker kills", "store kills", "database kills"
POWER, PUBLISHER, OUTAGE = "power cuts", "publisher kills", "store outages"
_BACK, _LIT = "store back", "power back"


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """A load: a number of `tables`, its time in `seconds`, and the number of faults by `kinds`.

    The outage of the store takes `outage` seconds.
    """

    tables: int
    seconds: int
    kinds: dict[str, int]
    outage: int = 0
    seed: int = 1


@dataclass(slots=True)
class LoadFigures:
    """The figures of a load. `uses` has CPU and memory of each part in peace."""

    events: int = 0
    lost: int = 0
    wrong: int = 0
    derived: int = 0
    unseen: int = 0
    latencies_ms: list[float] = field(default_factory=list)
    uses: dict[str, Use] = field(default_factory=dict)
    peace_s: float = 0.0
    rate: float = 0.0
    settled_s: float = 0.0
    late_s: float = 0.0
    happened: Counter[str] = field(default_factory=Counter)

    @property
    def kept(self) -> bool:
        """True if every event is stored once, and what follows from them, too."""
        return not (self.lost or self.wrong or self.derived or self.unseen)


class LoadedVenue:
    """Tables, a broker, a database, a store, a board and its viewer, in `folder`."""

    def __init__(self, plan: LoadPlan, folder: Path, mosquitto: str, server: PostgreSql) -> None:
        self._plan, self._rng, self._again = plan, random.Random(plan.seed), folder / "again.sqlite"
        self._server, self._broker = server, Mosquitto(mosquitto, folder)
        port = _free_port()
        settings = folder / "venue.toml"
        settings.write_text(
            f'store = "{server.address}"\n[broker]\nport = {self._broker.port}\n'
            f"[board]\nport = {port}\n",
            encoding="utf-8",
        )
        self._store = Program(folder / "store.log", "venue", "store", "--config", str(settings))
        self._board = Program(folder / "board.log", "board", "--config", str(settings))
        self._viewer = Viewer(port, server.address)
        recordings = [
            [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            for path in sorted(EVENINGS.glob("*.jsonl"))
        ]
        address = BrokerAddress(port=self._broker.port)
        self._publishers = [Publishers() for _ in range(0, plan.tables, TABLES_A_PROCESS)]
        self._tables = [
            PlayedTable(
                VenueSettings(
                    table=f"t{number}", folder=str(folder / f"t{number}"), broker=address
                ),
                self._publishers[number // TABLES_A_PROCESS],
                recordings[number % len(recordings)],
            )
            for number in range(plan.tables)
        ]
        self._players = Players(self._tables, self._rng)
        self._faults: list[tuple[float, str, int]] = []
        self.figures = LoadFigures()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run all programs, and end them."""
        try:
            self._broker.start()
            self._store.start()
            for publishers in self._publishers:
                publishers.start()
            self._settle()
            self._board.start()
            self._viewer.start()
            self._players.start()
            yield
        finally:
            self._viewer.close()
            for publishers in self._publishers:
                publishers.kill()
            self._board.close()
            self._store.close()
            self._broker.kill()
            if self._viewer.is_alive():
                self._viewer.join()

    def live(self) -> None:
        """Play as planned, wait until all has arrived, and compare."""
        began, figures = time.monotonic(), self.figures
        peace = PEACE * self._plan.seconds
        _wait(5.0)  # the programs have started
        before, since = self._uses(), time.monotonic()
        _wait(began + peace - since)
        until = time.monotonic()
        figures.peace_s = until - since
        figures.uses = {
            part: Use(use.cpu_s - before[part].cpu_s, use.memory_mib)
            for part, use in self._uses().items()
        }
        self._plan_faults(began + peace)
        while self._faults:
            at, kind, number = heapq.heappop(self._faults)
            _wait(at - time.monotonic())
            self._let_fail(kind, number)
        _wait(began + self._plan.seconds - time.monotonic())
        self._players.stop()
        stopped = time.monotonic()
        self._settle()
        figures.settled_s = time.monotonic() - stopped
        figures.late_s = self._players.late
        self._compare(since, until)

    def _plan_faults(self, since: float) -> None:
        rng, plan = self._rng, self._plan
        span = plan.seconds * (1 - PEACE) - LAST_S
        away = span - plan.outage if plan.kinds.get(OUTAGE) else span
        dark = rng.uniform(0, away)
        for kind, count in plan.kinds.items():
            for _ in range(count):
                at = rng.uniform(0, span)
                if kind in (STORE, DATABASE):  # the store runs then
                    at = rng.uniform(0, away)
                    at += plan.outage if away < span and at > dark else 0
                elif kind == OUTAGE:
                    at = dark
                heapq.heappush(self._faults, (since + at, kind, rng.randrange(plan.tables)))

    def _let_fail(self, kind: str, number: int) -> None:
        table, now = self._tables[number], time.monotonic()
        match kind:
            case "broker kills":
                self._broker.kill()
                self._broker.start()
            case "store kills":
                self._store.kill()
                self._store.start()
            case "database kills":
                self._server.stop()
                self._server.start()
            case "store outages":
                self._store.kill()
                heapq.heappush(self._faults, (now + self._plan.outage, _BACK, number))
            case "store back":
                self._store.start()
            case "power back":
                table.restore_power()
            case _ if not table.on:
                heapq.heappush(self._faults, (now + DARK_S, kind, number))
                return
            case "power cuts":
                table.cut_power(self._rng)
                heapq.heappush(self._faults, (now + DARK_S, _LIT, number))
            case _:
                table.publishers.kill()
                table.publishers.start()
        self.figures.happened[kind] += 1

    def _settle(self) -> None:
        """Wait until the store has all. Raises TimeoutError."""
        expected = {
            (table.settings.table, evening): len(lines)
            for table in self._tables
            for evening, lines in table.played.items()
            if lines
        }
        asked = "SELECT table_name, evening, n FROM evenings"
        ends = time.monotonic() + SETTLED_S
        with closing(Database(self._server.address)) as database:
            while time.monotonic() < ends:
                rows = database.execute(asked)
                if {(table, evening): n for table, evening, n in rows} == expected:
                    return
                _wait(0.1)
        lacks = Counter(expected)
        lacks.subtract({(table, evening): n for table, evening, n in rows})
        raise TimeoutError(f"after {SETTLED_S} s the store lacks {+lacks}")

    def _uses(self) -> dict[str, Use]:
        publishers = [use_of(each.pid) for each in self._publishers]
        return {
            "publishers": Use(
                sum(use.cpu_s for use in publishers), sum(use.memory_mib for use in publishers)
            ),
            "broker": use_of(self._broker.pid),
            "store": use_of(self._store.pid),
            "database": use_of(self._server.pid),
            "board": use_of(self._board.pid),
        }

    def _compare(self, since: float, until: float) -> None:
        """Compare what is stored with what was played, and time what came in peace (s)."""
        figures, shown = self.figures, self._viewer.shown
        written: dict[EventKey, float] = {}
        with (
            closing(EventStore(self._again)) as again,
            closing(Database(self._again)) as right,
            closing(Database(self._server.address, read_only=True)) as database,
        ):
            for table in self._tables:
                name = table.settings.table
                written |= table.written
                for evening, lines in table.stored_lines():
                    figures.events += len(lines)
                    asked = (
                        "SELECT event FROM events WHERE table_name = ? AND evening = ? ORDER BY n"
                    )
                    rows = database.execute(asked, (name, evening))
                    stored = [json.loads(text) for (text,) in rows]
                    figures.lost += max(0, len(lines) - len(stored))
                    figures.wrong += sum(a != b for a, b in zip(lines, stored, strict=False))
                    figures.wrong += max(0, len(stored) - len(lines))
                    topic = of_table(name, "event")
                    again.take(((topic, json.dumps(line).encode()) for line in lines), 0)
            for columns, part in (
                ("table_name, evening, game, entry, ruleset, places", "games"),
                ("table_name, evening, game, action, doubter, liar, slap_us", "catches"),
            ):
                asked = f"SELECT {columns} FROM {part}"  # noqa: S608 - ours
                ours, theirs = (Counter(each.execute(asked)) for each in (right, database))
                figures.derived += ((ours - theirs) + (theirs - ours)).total()
        peaceful = {key: at for key, at in written.items() if since <= at < until - 1}
        figures.rate = len(peaceful) / max(1.0, until - 1 - since)
        figures.unseen = sum(key not in shown for key in peaceful)
        figures.latencies_ms = [
            (shown[key] - at) * 1000 for key, at in peaceful.items() if key in shown
        ]


def _wait(seconds: float) -> None:
    if seconds > 0:
        Event().wait(seconds)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
