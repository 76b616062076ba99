"""`python -m bench.weeks`: whole weeks of a table's life, with faults from a seed, in virtual time.

In each week simulated people play several evenings on the real loop, journal, drivers and commands,
while the disk fills up, fails, is slow or loses its power in the middle of a write, hub, camera and
screen are pulled, the clock jumps, the table is killed, updated, backed up, restored, and names are
erased. Nothing that was shown may be lost without a word, no evening may go, and the table has to
start. Prints each week that breaks a promise, with its shortest form; exits 1 if there is one.
`--show` tells one week, that of `--seed`, line by line.
"""

import re
import sys
import time
from argparse import Namespace
from collections import Counter

from bench import machine
from bench.weeks.owner import Lived
from bench.weeks.plan import Week
from bench.weeks.week import live, live_seed
from lab.sim.batches import in_processes


def shortest(lived: Lived) -> Lived:
    """The same broken promise with as few faults as may be."""
    while True:
        tried = (live(trial) for trial in lived.week.shorter())
        shorter = next((trial for trial in tried if _kind(trial) == _kind(lived)), None)
        if shorter is None:
            return lived
        lived = shorter


def _kind(lived: Lived) -> str:
    """Name the broken promise, without numbers."""
    return re.sub(r"\d+", "", lived.broke)[:60]


def told(week: Week) -> str:
    """Tell the events of that week."""
    on = "a seat hub" if week.hub else "pins"
    return "\n".join(
        (
            f"seed {week.seed}: {week.ruleset}, buzzers on {on}",
            *(f"  {stay}" for stay in week.stays),
        )
    )


def report(args: Namespace) -> int:
    """Live the weeks, and print what broke."""
    if args.show:
        lived = live_seed(args.seed)
        print("\n".join((told(lived.week), *lived.lines)))
        print(f"transcript {lived.digest}: {lived.broke or 'all promises are kept'}")
        return 1 if lived.broke else 0
    began, broken, counts = time.perf_counter(), 0, Counter[str]()
    seeds = range(args.seed, args.seed + args.seeds)
    for number, lived in enumerate(in_processes(live_seed, seeds, args.workers), 1):
        counts += lived.counts
        if lived.broke:
            broken += 1
            print(f"{told(lived.week)}\n  BROKEN: {lived.broke}", flush=True)
            if args.shrink:
                short = shortest(lived)
                print(f"in short: {told(short.week)}\n  BROKEN: {short.broke}", flush=True)
        machine.progress(number, args.seeds, 1, f"{number} of {args.seeds}, {broken} broken")
    print(", ".join(f"{many} {kind}" for kind, many in sorted(counts.items())))
    print(
        f"{args.seeds} weeks in {time.perf_counter() - began:.0f} s, {broken} of them with a "
        "broken promise"
    )
    return 1 if broken else 0


if __name__ == "__main__":
    OPTIONS = (
        machine.option("--show", action="store_true", help="tell the week of --seed"),
        machine.option("--shrink", action="store_true", help="look for a shorter broken week"),
    )
    sys.exit(machine.run(report, {"seeds": 200, "seed": 1, "workers": 2}, *OPTIONS))
