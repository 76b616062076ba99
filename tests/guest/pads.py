"""Fingers on keyboards that the kernel's uinput makes, as a process: `python pads.py N`.

Makes N keyboards ("Pad", at the ports pad-0, pad-1, ...) and takes tasks, one on each line of
standard input: moves `[after, pad, code, value]` in JSON, `after` in ns from the task's start, or
`["unplug", pad]` and `["plug", pad]`. The answer has `[before, after]` for each move, in ns of
CLOCK_MONOTONIC. Runs ahead of every program, as a finger waits for none.
"""

import json
import os
import sys
import time

from evdev import UInput, ecodes

SPIN = 400_000
"""So long before a move (ns) it is waited for without sleeping."""

KEYS = list(range(2, 14))


def made(number: int) -> UInput:
    return UInput({ecodes.EV_KEY: KEYS}, name="Pad", phys=f"pad-{number}")


def play(moves: list[list[int]], pads: list[UInput]) -> list[tuple[int, int]]:
    """Make `moves`; gives when each was made."""
    found = []
    start = time.monotonic_ns() + SPIN
    for after, pad, code, value in moves:
        at = start + after
        rest = at - SPIN - time.monotonic_ns()
        if rest > 0:
            time.sleep(rest / 1e9)
        while (before := time.monotonic_ns()) < at:
            pass
        pads[pad].write(ecodes.EV_KEY, code, value)
        pads[pad].syn()
        found.append((before, time.monotonic_ns()))
    return found


def main() -> None:
    pads = [made(number) for number in range(int(sys.argv[1]))]
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(40))
    print("[]", flush=True)
    for line in sys.stdin:
        task = json.loads(line)
        if task[:1] == ["unplug"]:
            pads[task[1]].close()
            print("[]", flush=True)
        elif task[:1] == ["plug"]:
            pads[task[1]] = made(task[1])
            print("[]", flush=True)
        else:
            print(json.dumps(play(task, pads)), flush=True)


if __name__ == "__main__":
    main()
