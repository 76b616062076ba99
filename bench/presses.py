"""Is any press lost, and does any spark pass for one? Over the pins, in virtual time.

`python -m bench.presses` presses buttons a million times, singly and twice in quick succession,
with contacts that bounce in every way that is known of, then lets sparks fly for ten minutes.
It exits 1 if a press was lost, counted twice, or made of nothing.
"""

import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from random import Random

from appliance.core.signals import MS, SECOND, Edge, Signal
from appliance.presses.debounce import RELEASE, Buttons, Press
from bench import machine
from bench.pinroad import STAMP_ERROR, PinRoad
from bench.races import HABITS
from bench.raceway import BUZZERS, Clock
from lab.sim.contact_faults import Bounce, Fault, Glitches, Moves, finger, spoilt

ROUND = 8
"""Presses of each button before the counts are compared."""

CHUNK = 250 * ROUND * BUZZERS
"""Presses with one seed."""

QUICK = 2 * RELEASE + MS
"""The quickest second press after a first: half of that time bounces, half is a release."""

WILD: tuple[Fault, ...] = (Bounce(longest=81 * MS, most=8),)
"""A contact that hardly ever closes for long in 81 ms: it may be stamped late, and is not lost."""

PACES = (20 * MS, 3 * MS)
"""Time between sparks on one line: few sparks, and too many for the line to stay in use."""


Habit = tuple[Fault, ...]


@dataclass(slots=True)
class Tally:
    """Results of some presses, or of some sparks."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


class Line:
    """Buttons at the end of the pin path, with a clock that goes on from round to round."""

    def __init__(self, seed: int) -> None:
        self._clock = Clock()
        self._road = PinRoad(self._clock, seed=seed)
        self._road.open(self._heard)
        self.buttons = Buttons()

    @property
    def now(self) -> int:
        """The time, ns."""
        return self._clock.now

    def play(self, moves: dict[int, Moves]) -> tuple[Press, ...]:
        """Let contacts move, and return all presses when every edge has come and settled."""
        todo = sorted((at, buzzer, closed) for buzzer, some in moves.items() for at, closed in some)
        for at, buzzer, closed in todo:
            self._until(at)
            self._road.move(buzzer, closed, at)
        self._until(self.now + self._road.worst_delay + SECOND)
        presses = self.buttons.presses(self.now)
        self.buttons = self.buttons.forget(self.now - self._road.worst_delay)
        return presses

    def close(self) -> None:
        """Let the pins go."""
        self._road.close()

    def _until(self, at: int) -> None:
        while (due := self._road.next_at) is not None and due <= at:
            self._clock.now = max(due, self.now)
            self._road.deliver(self.now)
        self._clock.now = max(at, self.now)

    def _heard(self, signal: Signal) -> None:
        if isinstance(signal, Edge):
            self.buttons = self.buttons.add(signal)


def touches(chance: Random, begin: int) -> list[tuple[int, int]]:
    """ROUND presses of one button, one after the other or two at a time."""
    presses, at = [], begin + chance.randint(0, 300 * MS)
    for number in range(ROUND):
        until = at + chance.randint(25 * MS, 200 * MS)
        presses.append((at, until))
        quick = number % 2 == 0 and chance.random() < 0.5
        at = until + QUICK + chance.randint(0, 60 * MS if quick else 500 * MS)
    return presses


def press(seed: int, numbers: range) -> Tally:
    """The presses with these numbers."""
    tally, chance = Tally(), Random(f"{seed}/{numbers.start}")
    line = Line(chance.getrandbits(32))
    left = len(numbers)
    while left > 0:
        lanes = min(BUZZERS, -(-left // ROUND))
        truth = {buzzer: touches(chance, line.now) for buzzer in range(lanes)}
        habits: dict[int, Habit] = {
            buzzer: chance.choice((*HABITS, WILD)) for buzzer in range(lanes)
        }
        moves = {
            buzzer: spoilt(finger(*some), habits[buzzer], chance) for buzzer, some in truth.items()
        }
        edges = line.play(moves)
        for buzzer, some in truth.items():
            mine = [press.at for press in edges if press.buzzer == buzzer]
            _check(tally, some, mine, habits[buzzer], seed)
        left -= lanes * ROUND
    line.close()
    return tally


def _check(
    tally: Tally, truth: list[tuple[int, int]], found: list[int], habit: Habit, seed: int
) -> None:
    """Count what became of the presses of one button."""
    counts, label = tally.counts, f"seed {seed}, {habit}"
    counts["presses"] += len(truth)
    for at, until in truth:
        mine = [press for press in found if at <= press <= until]
        counts["lost"] += not mine
        counts["twice"] += max(0, len(mine) - 1)
        late = bool(mine) and mine[0] > at + STAMP_ERROR
        counts["late"] += late
        if late and habit is not WILD:
            tally.faults.append(f"{label}: a press at {at} is stamped {mine[0]}")
        if len(mine) != 1:
            tally.faults.append(f"{label}: {len(mine)} presses found where there was one at {at}")
    nothing = len(found) - sum(any(at <= press <= end for at, end in truth) for press in found)
    counts["of nothing"] += nothing
    if nothing:
        tally.faults.append(f"{label}: {nothing} presses found of nothing")


def sparks(seed: int, seconds: int) -> Tally:
    """Send sparks on every line for some seconds: any press is false."""
    tally, chance = Tally(), Random(f"{seed}/sparks")
    line = Line(chance.getrandbits(32))
    for _ in range(seconds):
        until = line.now + SECOND
        moves = {
            buzzer: spoilt([], (Glitches(line.now, until, PACES[buzzer % 2]),), chance)
            for buzzer in range(BUZZERS)
        }
        tally.counts["sparks"] += sum(len(some) for some in moves.values()) // 2
        edges = line.play(moves)
        tally.counts["false"] += len(edges)
        tally.faults += [f"seed {seed}: sparks made {press}" for press in edges]
    line.close()
    return tally


def run(seed: int, count: int, workers: int) -> Iterator[Tally]:
    """`count` presses, chunk by chunk; the same presses whatever the number of workers."""
    chunks = [range(at, min(at + CHUNK, count)) for at in range(0, count, CHUNK)]
    if workers == 1:
        yield from map(partial(press, seed), chunks)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(partial(press, seed), chunks)


def report(args: Namespace) -> int:
    """Press, spark, and print the results."""
    began, counts, faults = time.perf_counter(), Counter[str](), list[str]()
    for tally in run(args.seed, args.presses, args.workers):
        counts += tally.counts
        faults += tally.faults
        words = f"{counts['presses']} of {args.presses} presses, {counts['lost']} lost"
        machine.progress(counts["presses"], args.presses, tally.counts["presses"], words)
    print(
        f"{counts['presses']} presses in {time.perf_counter() - began:.0f} s: "
        f"{counts['lost']} lost, {counts['twice']} counted twice, {counts['of nothing']} made of "
        f"nothing; {counts['late']} stamped later than their first edge, all by contacts that "
        "hardly closed at first"
    )
    flown = sparks(args.seed, args.minutes * 60)
    print(
        f"{flown.counts['sparks']} sparks shorter than 1 ms in {args.minutes} minutes on each of "
        f"{BUZZERS} lines: {flown.counts['false']} false presses"
    )
    faults += flown.faults
    print(*faults[:5], sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(machine.run(report, {"presses": 1_000_000, "minutes": 10, "seed": 1, "workers": 2}))
