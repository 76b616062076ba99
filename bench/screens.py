"""`python -m bench.screens`: what the screen costs, CPU ms on one thread, and at rest.

Games are played in virtual time, and each View of them is shown in a window of 1920x1080 that has
shown the ones before, in both layouts, with touch and without, as `doubtit run` shows them: what
each frame costs until a new View is seen, how many it takes, and what each frame that moves. At
rest a table is turned by the loop of `doubtit run`, in real time: how much of a core it takes, and
how much a loop takes that only sleeps as often. With SDL_VIDEODRIVER=x11 the window is real.
"""

import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from appliance.config import Display
from appliance.core.signals import MS, SECOND, Edge, Held
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.motion import RESTS_AFTER
from appliance.display.painting import next_change
from appliance.display.view import View
from appliance.display.view_of import shown
from appliance.display.window import FRAME_TAKES, Window
from appliance.drivers import Hardware
from appliance.drivers.keyboard import KeyboardBuzzers, Settings
from appliance.runtime.journal import Journal
from appliance.runtime.loop import Loop
from appliance.service.clock import TableClock
from appliance.service.memory import keep
from appliance.service.open_table import FRAME, OpenTable
from appliance.service.picture import TablePicture
from appliance.table import TableSettings
from bench import machine
from bluffing.rulesets import RULESETS
from lab.sim.change import Change
from lab.sim.games import play
from lab.sim.invitation import SimulatedGame
from lab.words import words_of

SIZE = (1920, 1080)
PROMISED_VIEW, PROMISED_FRAME, PROMISED_REST = 16.0, 8.0, 1.0
"""Maximum ms of any frame and of 95 moving ones in a hundred; % of a core at rest."""

MOVES = 6
"""Frames of a View that are measured while it moves."""


def evening(seed: int, rulesets: tuple[str, ...]) -> list[tuple[View, int]]:
    """The Views of a game of each of `rulesets`, and when they came up (ns)."""
    views: list[tuple[View, int]] = []

    def watch(change: Change) -> None:
        view = shown(change.after, words_of("en"))
        if not views or views[-1][0] != view:
            views.append((view, change.now))

    for ruleset in rulesets:
        play(SimulatedGame(seed, ruleset, journal=None), (watch,))
    return views


def spent(work: Callable[[], object]) -> float:
    """CPU ms of this thread."""
    began = time.thread_time_ns()
    work()
    return (time.thread_time_ns() - began) / 1e6


class Costs(NamedTuple):
    """CPU ms of each frame until a new View is seen, for each View; and of each that moves."""

    new: list[list[float]]
    moving: list[float]


def costs(views: list[tuple[View, int]], layout: Layout, *, touch: bool) -> Costs:
    """Measure each frame."""
    window = Window(Display(*SIZE, layout, touch=touch), most=FRAME_TAKES)
    window.open()
    keep()  # as `doubtit run` does
    measured = Costs([], [])
    for view, at in views:
        frames = [spent(partial(window.show, view, at))]
        while window.behind:  # time does not pass: no frame is drawn whole for being late
            frames.append(spent(partial(window.show, view, at)))
        measured.new.append(frames)
        now = at
        for _ in range(MOVES):
            now = max(next_change(view, now) or now, now + SECOND // 30)
            began = time.thread_time_ns()
            if window.show(view, now):
                measured.moving.append((time.thread_time_ns() - began) / 1e6)
    window.close()
    return measured


def at_rest(seconds: float, seated: int, path: Path, after: int) -> tuple[float, float]:
    """Return the share of a core (%) that a table takes at rest, and one that only sleeps.

    Measured `after` (ns) the last of them sat down.
    """
    window = Window(Display(*SIZE), most=FRAME_TAKES)
    window.open()
    keys = KeyboardBuzzers(Settings(), time.monotonic_ns)
    clock = TableClock()
    loop = Loop(Journal.open(path, TableSettings()), ())
    table = OpenTable(loop, Hardware(keys), clock, window, TablePicture(words_of("en")))
    keys.open(loop.post)
    loop.post(Held((), clock()))
    for buzzer in range(seated):
        for down in (True, False):
            loop.post(Edge(buzzer, down, clock()))
            until(clock() + 60 * MS, table.turn, clock)
    until(clock() + after, table.turn, clock)
    table_takes = share(seconds, table.turn)
    sleeper_takes = share(seconds, lambda: loop.wait(FRAME / SECOND))
    keys.close()
    window.close()
    return table_takes, sleeper_takes


def until(end: int, work: Callable[[], object], clock: Callable[[], int]) -> None:
    """Do `work` again and again until `end` (ns)."""
    while clock() < end:
        work()


def share(seconds: float, work: Callable[[], object]) -> float:
    """Return the percentage of a core that `work` takes when repeated."""
    began, busy = time.monotonic(), time.process_time()
    until(time.monotonic_ns() + round(seconds * SECOND), work, time.monotonic_ns)
    return 100 * (time.process_time() - busy) / (time.monotonic() - began)


def report(args: Namespace) -> None:
    """Print everything."""
    views = evening(args.seed, tuple(RULESETS)[: args.games])
    print(f"\nCPU ms in a window of {SIZE[0]}x{SIZE[1]}, {len(views)} Views of {args.games} games:")
    for layout, touch in product(LAYOUTS, (False, True)):
        measured = costs(views, layout, touch=touch)
        longest = [max(frames) for frames in measured.new]
        over = sum(duration > PROMISED_VIEW for duration in longest)
        name = f"{layout}{', touch' * touch}"
        print(f"  {name:15} longest frame of a new View {_row(longest)}   {over} over 16")
        print(f"  {'':15} all its frames together     {_row(list(map(sum, measured.new)))}")
        more = [len(frames) for frames in measured.new if len(frames) > 1]
        print(f"  {'':15} in more than one frame: {len(more)}, in {max(more, default=1)} at most")
        kept = "yes" if machine.quantile(measured.moving, 0.95) <= PROMISED_FRAME else "NO"
        print(f"  {'':15} a frame that moves          {_row(measured.moving)}   p95 <= 8: {kept}")
    driver = os.environ["SDL_VIDEODRIVER"]
    print(f"\n% of a core at rest, {args.seconds} s each, with SDL's {driver} driver:")
    for name, seated, after in (
        ("attract", 0, RESTS_AFTER + SECOND),
        ("two are seated", 2, RESTS_AFTER + SECOND),
        ("two have just sat down", 2, SECOND),
    ):
        with TemporaryDirectory() as folder:
            table, sleeper = at_rest(args.seconds, seated, Path(folder) / "bench.journal", after)
        kept = "yes" if table < PROMISED_REST else "NO"
        print(f"  {name:22} {table:5.2f}   one that only sleeps {sleeper:5.2f}   under 1: {kept}")


def _row(values: list[float]) -> str:
    three = (machine.quantile(values, share) for share in (0.5, 0.95, 1.0))
    return "p50 {:6.2f}   p95 {:6.2f}   max {:6.2f}".format(*three)


if __name__ == "__main__":
    sys.exit(machine.run(report, {"seed": 1, "games": 3, "seconds": 20}))
