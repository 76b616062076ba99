"""Fingers on simulated lines, in a process of their own: `python finger.py CHIP`.

Each line on standard input is a task: moves `[after, line, closed]` in JSON, `after` in ns from the
task's start. The answer has `[before, after]` for each move: CLOCK_MONOTONIC in ns just before and
just after the line was moved, so the true moment is in between. Runs ahead of every program, as a
finger waits for none, but not of the kernel's interrupt threads (priority 50): if they wait, the
next edge of a line takes the place of the last.
"""

import json
import os
import sys
import time
from collections.abc import Sequence

SPIN = 400_000
"""So long before a move (ns) it is waited for without sleeping."""


def play(moves: Sequence[tuple[int, int, bool]], lines: dict[int, int]) -> list[tuple[int, int]]:
    """Make `moves`; gives when each was made."""
    made = []
    start = time.monotonic_ns() + SPIN
    for after, line, closed in moves:
        at = start + after
        rest = at - SPIN - time.monotonic_ns()
        if rest > 0:
            time.sleep(rest / 1e9)
        word, handle = b"pull-down" if closed else b"pull-up", lines[line]
        while (before := time.monotonic_ns()) < at:
            pass
        os.pwrite(handle, word, 0)
        made.append((before, time.monotonic_ns()))
    return made


def main() -> None:
    chip = sys.argv[1]
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(40))
    lines = {
        line: os.open(f"{chip}/sim_gpio{line}/pull", os.O_WRONLY)
        for line in range(28)
        if os.path.exists(f"{chip}/sim_gpio{line}/pull")  # noqa: PTH110 - starts sooner without
    }
    for task in sys.stdin:
        print(json.dumps(play(json.loads(task), lines)), flush=True)


if __name__ == "__main__":
    main()
