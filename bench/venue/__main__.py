"""`python -m bench.venue`: many tables play at once while a venue's parts are killed.

A real Mosquitto with its default persistence, a real PostgreSQL, the store and the board run on
this machine. Each table plays recorded evenings at the pace of people and has a publisher of its
own. In the first two fifths of the time nothing fails; the figures for latency, CPU and memory are
those. Then come the kills. It prints all figures, and exits 1 if an event was lost, was stored
twice or differs. It needs Mosquitto, PostgreSQL and root.
"""

import shutil
import sys
import tempfile
from argparse import ArgumentTypeError, Namespace
from pathlib import Path

from bench import machine
from bench.venue.load import (
    BROKER,
    DATABASE,
    OUTAGE,
    POWER,
    PUBLISHER,
    STORE,
    LoadedVenue,
    LoadFigures,
    LoadPlan,
)
from bench.venue.real_broker import PATH
from bench.venue.real_postgresql import cluster, programs

MOST_MS = 300.0
"""Maximum ms from a table to the board of 99 events in a hundred."""


def under_load(plan: LoadPlan) -> LoadFigures:
    """Carry out a plan. Raises ArgumentTypeError: Mosquitto or PostgreSQL is missing."""
    mosquitto, tools = shutil.which("mosquitto", path=PATH), programs()
    if mosquitto is None or tools is None:
        raise ArgumentTypeError("needs root: apt install mosquitto postgresql")
    with tempfile.TemporaryDirectory() as folder, cluster(tools) as server:
        venue = LoadedVenue(plan, Path(folder), mosquitto, server)
        with venue.running():
            venue.live()
    return venue.figures


def report(args: Namespace) -> int:
    """Print all figures."""
    counts = vars(args)
    kinds = {
        BROKER: args.brokers, STORE: args.stores, DATABASE: args.databases, POWER: args.cuts,
        PUBLISHER: args.publishers, OUTAGE: 1,
    }  # fmt: skip
    plan = LoadPlan(args.tables, args.seconds, kinds, counts["outage"], args.seed)
    figures = under_load(plan)
    times = figures.latencies_ms
    late = machine.quantile(times, 0.99) > MOST_MS
    print(
        f"{args.tables} tables, {args.seconds} s: {figures.events} events, {figures.lost} lost, "
        f"{figures.wrong} doubled or wrong, {figures.derived} results or catches wrong, "
        f"{figures.unseen} not on the board\n"
        f"{', '.join(f'{many} {kind}' for kind, many in sorted(figures.happened.items()))}\n"
        f"all was stored {figures.settled_s:.1f} s after the last line\n"
        f"in peace ({figures.peace_s:.0f} s, {figures.rate:.0f} events/s, lines late by "
        f"{figures.late_s * 1000:.0f} ms at most):\n"
        f"  ms, table to board: {machine.quantiles(times)}   p99 <= {MOST_MS:.0f}: "
        f"{'NO' if late else 'yes'}"
    )
    for part, use in figures.uses.items():
        share = use.cpu_s / figures.peace_s
        print(
            f"  {part:12} {share * 100:6.1f} % of a core, {use.memory_mib:7.0f} MiB; a table "
            f"{share / args.tables * 1e6:6.0f} us/s, {use.memory_mib / args.tables:6.2f} MiB"
        )
    return 0 if figures.kept else 1


if __name__ == "__main__":
    sys.exit(
        machine.run(
            report,
            {
                "tables": 500, "seconds": 600, "brokers": 50, "stores": 20, "databases": 5,
                "cuts": 100, "publishers": 20, "outage": 60, "seed": 1,
            },
        )
    )  # fmt: skip
