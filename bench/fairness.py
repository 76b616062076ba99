"""Does the first press win? Races by the ten thousand, through the appliance, in virtual time.

`python -m bench.fairness` runs races of 2 to 11 seats whose contacts bounce, whose edges come
late and overtake each other, before a main thread that is often busy, and compares the doubter
with the fingers' true onsets. It exits 1 if one race went to the wrong seat, and names it.
"""

import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from random import Random

from appliance.core.signals import MS
from appliance.presses.debounce import JUDGED
from bench import machine
from bench.hubroad import HubRoad
from bench.pinroad import BOUNCE_TIME, PinRoad, WhenPressed
from bench.ptyroad import PtyRoad
from bench.races import TIE_WINDOWS, Race, Truth, race, truth
from bench.raceway import Answer, Clock, Raceway, Road, places

CHUNK = 500
"""Races at one table, one after the other; each chunk has a seed of its own."""

TABLES = 20
"""Number of places, house rules and all, in each chunk."""

AGAIN = 20
"""A void race is repeated, but not for ever."""

SHOWN = 5
"""Number of wrong races that are printed in full."""


@dataclass(slots=True)
class Tally:
    """Results of some races; gaps in ns."""

    counts: Counter[str] = field(default_factory=Counter)
    smallest: int = 1 << 62  # gap between a first and a second that was ordered rightly
    latest: int = 0  # from the first press to the decision
    worst: Counter[str] = field(default_factory=Counter)  # largest gap others got wrong
    faults: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Sum up."""
        self.counts += other.counts
        self.smallest = min(self.smallest, other.smallest)
        self.latest = max(self.latest, other.latest)
        self.worst |= other.worst
        self.faults += other.faults

    def void(self, one: Race, answer: Answer, lost_at: int | None) -> str | None:
        """Count a race that may be void; gives what is wrong if it should have been, and is not."""
        self.counts["run"] += 1
        self.counts["void"] += answer.void
        matters = min(one.onsets.values()) + one.place.tie_window + JUDGED
        lost = lost_at is not None and lost_at <= matters
        self.counts["lost"] += lost
        if lost and not answer.void:
            self.counts["decided though lost"] += 1
            return f"it was decided, and edges were lost from {lost_at} on"
        return None

    def judge(
        self, one: Race, answer: Answer, right: Truth, error: int, *, whole: bool
    ) -> str | None:
        """Count a race; gives what was wrong with the answer.

        Where edges were lost after all was decided, the photo finish is not `whole`.
        """
        self.counts["races"] += 1
        self.counts["seats"] += len({run.seat for run in one.runs})
        wrong = None
        if answer.doubter not in right.winners:
            wrong = f"seat {answer.doubter} was named and not {right.winners}"
            self.counts["wrong"] += 1
        window = one.place.tie_window
        if right.gap is None or right.gap > window + error:
            self.counts["clear"] += 1
            if right.gap is not None and wrong is None:
                self.smallest = min(self.smallest, right.gap)
        elif right.certain:
            self.counts[f"ties {one.place.tie_rule}"] += 1
            self.counts[f"not the first {one.place.tie_rule}"] += right.winners[0] != right.first
        else:
            self.counts["close"] += 1
        self.latest = max(self.latest, answer.at - min(one.onsets.values()))
        return self._order(one, answer, error) if wrong is None and whole else wrong

    def _order(self, one: Race, answer: Answer, error: int) -> str | None:
        """Return the fault in the order of the photo finish, or None."""
        seats = answer.shown
        if sorted(seats) != sorted(one.onsets):
            self.counts["wrong seats"] += 1
            return f"seats {seats} are shown in the photo finish"
        self.counts["pairs"] += len(seats) * (len(seats) - 1) // 2
        for place, seat in enumerate(seats):
            for later in seats[place + 1 :]:
                if one.onsets[seat] - one.onsets[later] > error:
                    self.counts["wrong pairs"] += 1
                    return f"seat {seat} is shown before seat {later}"
        return None

    def compare(self, name: str, named: int | None, right: Truth) -> None:
        """Count another judge's result of a race with a clear winner."""
        if named != right.first:
            self.counts[name] += 1
            self.worst[name] = max(self.worst[name], right.gap or 0)


def run_chunk(path: str, seed: int, numbers: range) -> Tally:
    """The races with these numbers, one after the other at one table."""
    tally, chance, clock = Tally(), Random(f"{seed}/{numbers.start}"), Clock()
    road = ROADS[path](clock, seed=chance.getrandbits(32))
    # over the hub there is no gpiozero to compare with, and edges come in the board's order
    rival = WhenPressed(clock, seed=chance.getrandbits(32)) if path == "gpio" else None
    sites = places(chance, TABLES)
    raceway = Raceway(clock, road, chance, () if rival is None else (rival,))
    for number in numbers:
        contest = race(chance, chance.choice(sites), raceway.next_opening, road.margin)
        answer = raceway.run(contest)
        fault = tally.void(contest, answer, road.lost_at)
        again = 0
        while answer.void and again < AGAIN:
            again += 1
            contest = contest.later(raceway.next_opening - contest.opened)
            answer = raceway.run(contest)
            fault = fault or tally.void(contest, answer, road.lost_at)
        right = truth(contest, road.error)
        whole = road.lost_at is None
        fault = fault or tally.judge(contest, answer, right, road.error, whole=whole)
        if fault is not None:
            tally.faults.append(
                f"race {number}, seed {seed}: {fault}\n  {contest.told()}\n  {answer}"
            )
        clear = right.gap is not None and right.gap > contest.place.tie_window + road.error
        if rival is not None and clear:
            tally.counts["compared"] += 1
            tally.compare("arrival", answer.arrived, right)
            tally.compare("when_pressed", rival.answer, right)
    raceway.close()
    if rival is not None:
        rival.close()
    return tally


ROADS: dict[str, Callable[..., Road]] = {"gpio": PinRoad, "hub": HubRoad, "pty": PtyRoad}
"""The ways from a contact to the table that can be tried."""


def run(path: str, seed: int, count: int, workers: int) -> Iterator[Tally]:
    """`count` races, chunk by chunk; the same races whatever the number of workers."""
    chunks = [range(at, min(at + CHUNK, count)) for at in range(0, count, CHUNK)]
    if workers == 1:
        yield from map(run_chunk, repeat(path), repeat(seed), chunks)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(run_chunk, repeat(path), repeat(seed), chunks)


def tell(path: str, done: Tally, seconds: float) -> None:
    """Print what was found."""
    counts, road = done.counts, ROADS[path](Clock())
    windows = ", ".join(str(window) for window in sorted(set(TIE_WINDOWS)))
    ties = sum(number for kind, number in counts.items() if kind.startswith("ties "))
    print(
        f"{counts['races']} races over {path} in {seconds:.0f} s "
        f"({counts['races'] / seconds:.0f} a second); {counts['seats'] / counts['races']:.1f} "
        f"buttons pressed in a race\n"
        f"stated: uncertainty {road.error / MS:.3f} ms, settle time {road.worst_delay // MS} ms, "
        f"tie windows of {windows} ms\n"
        f"  wrong                  {counts['wrong']}\n"
        f"  clear winner           {counts['clear']}, the earliest seat each time but the wrong\n"
        f"  ties in the window     {ties}, broken by the rule told anew:"
    )
    for rule in ("dealer_left", "player_left"):
        print(
            f"    {rule:12}         {counts[f'ties {rule}']}, "
            f"{counts[f'not the first {rule}']} of them not to the first press"
        )
    print(
        f"  too close to tell      {counts['close']}, nearer to the window than the uncertainty: "
        "to a seat that may be right\n"
        f"  photo finish           wrong seats in {counts['wrong seats']}, and in the wrong order "
        f"{counts['wrong pairs']} of {counts['pairs']} pairs of seats\n"
        f"  smallest gap           {done.smallest / MS:.4f} ms between first and second, "
        "ordered rightly\n"
        f"  decided at the latest  {done.latest / MS:.1f} ms after the first press\n"
        f"  void and repeated      {counts['void']} of {counts['run']} runs; edges were lost for "
        f"good in {counts['lost']}, of which decided {counts['decided though lost']}"
    )
    road.close()
    if not counts["compared"]:
        return
    print(f"the {counts['compared']} races with a clear first and a second, as others judge them:")
    for name, words in (
        ("arrival", "order of arrival of the presses"),
        ("when_pressed", f"gpiozero when_pressed, bounce_time={BOUNCE_TIME}"),
    ):
        print(
            f"  {words:42} wrong in {counts[name]} ({counts[name] / counts['compared']:.1%}), "
            f"by up to {done.worst[name] / MS:.1f} ms"
        )


def report(args: Namespace) -> int:
    """Run the races and print what came of them."""
    began, done = time.perf_counter(), Tally()
    for tally in run(args.path, args.seed, args.races, args.workers):
        done.add(tally)
        races, wrong = done.counts["races"], done.counts["wrong"]
        words = f"{races} of {args.races} races, {wrong} wrong"
        machine.progress(races, args.races, tally.counts["races"], words)
    tell(args.path, done, time.perf_counter() - began)
    for fault in done.faults[:SHOWN]:
        print(fault)
    return 1 if done.faults else 0


if __name__ == "__main__":
    OPTION = machine.option("--path", choices=ROADS, default="gpio")
    sys.exit(machine.run(report, {"races": 100_000, "seed": 1, "workers": 2}, OPTION))
