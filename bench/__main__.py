"""`python -m bench`: press to decision, press to pixels, frames, start-up, rulesets and memory."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from bench import latency, machine, rules
from bluffing.rulesets import RULESETS

SLOW_DISK = 0.01
"""Seconds that a commit takes longer on a slow disk."""

START = """
from appliance.__main__ import main
from appliance.commands import run
{more}
status = open("/proc/self/status").read()  # ru_maxrss would be the parent's, from before exec
print(int(status.split("VmHWM:")[1].split()[0]) / 1024)
"""
MODEL = """
import numpy as np
from appliance.vision.read import CardReader
CardReader().read(np.full((720, 960, 3), 90, np.uint8))
"""
WINDOW = """
from appliance.config import Display
from appliance.display.window import Window
from appliance.display.view_of import view_of
from appliance.table import Table, TableSettings
from appliance.words import words_of
window = Window(Display(1280, 720))
window.open()
window.show(view_of(Table(TableSettings()), 0, words_of("en")), 0)
"""


def report(args: Namespace) -> None:
    """Print everything."""
    print("\nms, over simulated pins, with the journal on disk and a 1920x1080 dummy screen:")
    with tempfile.TemporaryDirectory() as folder:
        figures = latency.presses(args.presses, Path(folder) / "bench.journal")
        with latency.slow_disk(SLOW_DISK):
            slow = latency.presses(args.presses, Path(folder) / "slow.journal")
        busy, frames = latency.busy_presses(args.presses, Path(folder) / "busy.journal")
        with latency.slow_disk(SLOW_DISK):
            worst, _ = latency.busy_presses(args.presses, Path(folder) / "worst.journal")
    for name, values in figures.items():
        print(f"  {name:34} {machine.quantiles(values)}")
    _tell_slower(slow, figures)
    print("\n... pressed at any moment, while frame after frame is drawn and picture after picture")
    print(f"read ({machine.quantiles(frames)} a picture):")
    for name, values in busy.items():
        most = latency.PROMISED.get(name)
        kept = "" if most is None else f"   p99 <= {most:.0f}: {_kept(values, most)}"
        print(f"  {name:34} {machine.quantiles(values)}{kept}")
    _tell_slower(worst, busy)
    print("\nms a frame, game screen with an open doubt (everything moves):")
    for width, height in ((1280, 720), (1920, 1080)):
        for layout in ("tv", "tabletop"):
            for kind, values in latency.frames(width, height, layout).items():
                print(f"  {f'{width}x{height} {layout}, {kind}':34} {machine.quantiles(values)}")
    print("\nfrom python's start, median of 5: ms, and peak resident MiB")
    for name, more in (
        ("imports of `doubtit run`", ""),
        ("... and the first picture", WINDOW),
        ("... and the model's first reading", WINDOW + MODEL),
    ):
        print("  {:34} {:7.0f} ms {:7.0f} MiB".format(name, *start(more)))
    print("\nrulesets (`python -m bench.rules` for more rounds):")
    rules.tell(RULESETS, games=50, rounds=3)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\nthis benchmark itself, all of it together: {peak:.0f} MiB")


def _tell_slower(slow: dict[str, list[float]], figures: dict[str, list[float]]) -> None:
    """Print the figures of a slow disk, and the ratio of each median to that of a fast one."""
    print(f"\n... and with {SLOW_DISK * 1000:.0f} ms more for each commit:")
    for name, values in slow.items():
        ratio = machine.quantile(values, 0.5) / machine.quantile(figures[name], 0.5)
        print(f"  {name:34} {machine.quantiles(values)}   x {ratio:.2f}")


def _kept(values: list[float], most: float) -> str:
    return "yes" if machine.quantile(values, 0.99) <= most else "NO"


def start(more: str) -> tuple[float, float]:
    """Milliseconds and MiB of a fresh process that runs `more`."""
    runs = []
    for _ in range(5):
        began = time.perf_counter()
        done = subprocess.run(  # noqa: S603 - our own code
            [sys.executable, "-c", START.format(more=more)],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        whole = (time.perf_counter() - began) * 1000
        runs.append((whole, float(done.stdout.split()[-1])))
    return sorted(runs)[len(runs) // 2]


if __name__ == "__main__":
    sys.exit(machine.run(report, {"presses": 300}))
