"""`python -m bench.screens`: what the screen costs, CPU ms on one thread, and at rest.

Games are played in virtual time, and each View of them is shown in a window of 1920x1080 that has
shown the ones before, in both layouts, with touch and without, as `doubtit run` shows them: what
each frame costs until a new View is seen, how many it takes, and what each frame that moves. At
rest a table is turned by the loop of `doubtit run`, in real time: how much of a core it takes, and
how much a loop takes that only sleeps as often. With SDL_VIDEODRIVER=x11 the window is real.

`--before DIR` is another checkout: both run their own command, in turns, with this Python. Prints
the largest figures of each beside each other, as ratios, and how much memory the process takes at
most.
"""

import os
import re
import subprocess
import sys
import time
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
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

PROMISED_MORE = 20.0
"""Maximum MiB of memory above another checkout."""

HERE = Path(__file__).resolve().parent.parent

FIGURES = {
    "p95 of the longest frame of a new View, ms": (
        r"longest frame of a new View .*?p95 +([\d.]+)", PROMISED_VIEW,
    ),
    "p95 of a frame that moves, ms": (r"a frame that moves .*?p95 +([\d.]+)", PROMISED_FRAME),
    "% of a core at rest": (r"([\d.]+) +one that only sleeps", PROMISED_REST),
}  # fmt: skip
"""Patterns of the figures in the output of this command, and their promised maximum."""

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
    if args.before is not None:
        _beside(args)
        return
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


def _beside(args: Namespace) -> None:
    """Print the figures of this checkout beside those of another."""
    options = [f"--{name}={getattr(args, name)}" for name in ("seed", "games", "seconds")]
    before, now = (measured(tree, options) for tree in (args.before.resolve(), HERE))
    print(f"\n{'the largest of all layouts':44} before    now  ratio")
    for name, (_, most) in FIGURES.items():
        kept = "yes" if now[name] <= most else "NO"
        ratio = f"{now[name] / max(before[name], 0.01):6.2f}"
        print(f"  {name:42} {before[name]:6.2f} {now[name]:6.2f} {ratio}   <= {most:g}: {kept}")
    more = now["MiB"] - before["MiB"]
    kept = "yes" if more <= PROMISED_MORE else "NO"
    print(
        f"  {'resident at most, MiB':42} {before['MiB']:6.0f} {now['MiB']:6.0f}"
        f"   {more:+.0f} <= {PROMISED_MORE:g}: {kept}"
    )


def measured(tree: Path, options: list[str]) -> dict[str, float]:
    """Run the command of the checkout `tree`; return its largest figures, and its memory in MiB.

    Raises:
        ArgumentTypeError: it does not run there, or prints other figures.
    """
    with TemporaryFile("w+") as out:
        process = subprocess.Popen(  # noqa: S603 - our own code
            [sys.executable, "-m", "bench.screens", *options],
            cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)}, stdout=out,
        )  # fmt: skip
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
    values = {name: re.findall(pattern, text) for name, (pattern, _) in FIGURES.items()}
    if process.returncode or not all(values.values()):
        raise ArgumentTypeError(f"bench.screens of {tree} ends with {process.returncode}")
    return {name: max(map(float, some)) for name, some in values.items()} | {
        "MiB": usage.ru_maxrss / 1024
    }


def _row(values: list[float]) -> str:
    three = (machine.quantile(values, share) for share in (0.5, 0.95, 1.0))
    return "p50 {:6.2f}   p95 {:6.2f}   max {:6.2f}".format(*three)


if __name__ == "__main__":
    before = machine.option("--before", type=Path, metavar="DIR", help="another checkout")
    sys.exit(machine.run(report, {"seed": 1, "games": 3, "seconds": 20}, before))
