"""`python -m bench.evenings FILE`: what long evenings and many of them cost, as ratios.

FILE is a journal of this version, best of three hours or more; without one a game is played. In one
run it measures a start after five minutes, three and ten hours, for a game that ticks make longer,
with the newest kept table as far behind as the journal allows; then, with FILE under many names, a
list of evenings, a page of the menu, and counting. It exits 1 beyond the promises.
"""

import resource
import shutil
import sqlite3
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event

from appliance.core.signals import Tick
from appliance.runtime.backlog import STATE_ROWS
from appliance.runtime.bookmark import bookmark_of
from appliance.runtime.codec import encode
from appliance.runtime.database import connected, end_of, rows_of
from appliance.runtime.journal import Journal
from appliance.runtime.loop import Loop
from appliance.runtime.rows import row_digest
from appliance.service.past import evenings_of, list_evenings, past_evening
from appliance.statistics.gather import gather
from appliance.statistics.store import Store
from appliance.table import TableSettings
from bench import machine
from lab.sim.games import play
from lab.sim.invitation import SimulatedGame

STEPS_AN_HOUR = 34_000
"""Steps of an hour of Doubt/it! with six people."""

START_S, RATIO, LIST_S, PAGE_S, COUNT_S = 2.0, 1.5, 1.0, 0.1, 0.2
"""Promised: CPU of a start, its ratio to one after five minutes, a list of 1,000 evenings, a page
of the menu, and counting one evening (s)."""


def lengthened(path: Path, steps: int, to: Path) -> None:
    """Copy the journal at `path`, with ticks at its last moment until it has `steps`.

    The newest kept table is as far from the end as the journal allows.
    """
    shutil.copy(path, to)
    with connected(to, "rw") as database, closing(database):
        rows, last = end_of(database)
        [(_, now, _, stood, _)] = rows_of(database, rows - 1)
        text = encode(Tick(now))
        for _ in range(steps - rows):
            last = row_digest(now, text, stood, last)
            database.execute("BEGIN") if not database.in_transaction else None
            database.execute(
                "INSERT INTO signals (now, signal, stood, digest) VALUES (?, ?, ?, ?)",
                (now, text, stood, last),
            )
        if database.in_transaction:
            database.execute("COMMIT")
        kept = steps - STATE_ROWS + 1
        newest = "UPDATE states SET row = ? WHERE row = (SELECT max(row) FROM states)"
        if kept > rows:
            database.execute(newest, (kept,))
    bookmark_of(to).unlink(missing_ok=True)


def start(path: Path) -> tuple[float, float]:
    """Start on the evening at `path`: seconds of CPU, and MiB that the process had at most."""
    began = time.process_time()
    with closing(Journal.open(path, TableSettings())) as journal:
        Loop(journal, ()).resume()
        took = time.process_time() - began
    return took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that `work` takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def report(args: Namespace) -> int:
    """Measure and print; return 1 where a promise is broken."""
    broken = False

    def line(name: str, value: float, most: float, unit: str = "s") -> None:
        nonlocal broken
        kept = value <= most
        broken = broken or not kept
        print(f"  {name:42} {value:8.3f} {unit:6} <= {most:g}: {'yes' if kept else 'NO'}")

    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        short = folder / "short.journal"
        play(SimulatedGame(3, "doubt_it", 6, journal=short))
        path = short if args.evening is None else args.evening
        starts = {}
        for minutes in (5, 180, 600):
            longer = folder / f"{minutes}.journal"
            lengthened(
                short, max(STEPS_AN_HOUR * minutes // 60, _steps(short) + STATE_ROWS), longer
            )
            starts[minutes], mib = min(start(_copy(longer, folder)) for _ in range(6))
            line(
                f"start after {minutes} minutes ({_steps(longer)} steps)", starts[minutes], START_S
            )
            print(f"  {'':42} {mib:8.0f} MiB")
        line("ratio of ten hours to five minutes", starts[600] / starts[5], RATIO, "")
        listed = shutil.copy(path, folder / "listed.journal")
        running = folder / "many" / "evening.journal"
        running.parent.mkdir()
        shutil.copy(path, running)
        for number in range(1, args.evenings + 1):
            running.with_name(f"{running.name}.evening-{number}").hardlink_to(listed)
        took = timed(lambda: [past_evening(path) for path in evenings_of(running)])
        line(f"a list of {args.evenings + 1} evenings", took, LIST_S * args.evenings / 1000)
        page = timed(lambda: list_evenings(running, lambda *_lines, **_done: None, Event()))
        line("a page of the menu", page, PAGE_S)
        with Store.open(folder / "statistics.sqlite", write=True) as store:
            counted = timed(lambda: gather(store, [path], lambda _: None))
        line("counting one evening", counted, COUNT_S)
    return int(broken)


def _copy(path: Path, folder: Path) -> Path:
    copy = folder / "started.journal"
    for suffix in ("", "-wal", "-shm", "-bookmark"):
        copy.with_name(copy.name + suffix).unlink(missing_ok=True)
    shutil.copy(path, copy)
    return copy


def _steps(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        [(steps,)] = database.execute("SELECT max(number) FROM signals")
        return int(steps)


def main() -> int:
    """Measure and print."""
    evening = machine.option("evening", nargs="?", type=Path, metavar="FILE", help="a journal")
    return machine.run(report, {"evenings": 1000}, evening)


if __name__ == "__main__":
    sys.exit(main())
