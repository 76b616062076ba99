"""From exec to the first screen: `python -m bench.start` beside another checkout, in turns.

`--before DIR` is the other checkout; both run with this Python. The first screen is there when the
service says READY=1. Each table starts five times or more, with a camera and without, in a
folder where it has started before: its card reader has been tried there once, and the evening goes
on. Prints the median of each, and the ratio; exits 1 where that is above `PROMISED`.
"""

import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from bench.machine import option, quantile, run

PROMISED = 0.5
"""Largest time of a start, over one of the earlier table."""

PATIENCE = 120.0
"""Seconds in which READY=1 must come."""

SETTLES = 60.0
"""Seconds in which a first start has kept the trial of its card reader, if it keeps it at all."""

HERE = Path(__file__).resolve().parent.parent
KEYS = '[buzzers]\ndriver = "keyboard"\n[display]\nwidth = 1920\nheight = 1080\nfullscreen = true\n'
SETTINGS = {
    "with a camera": f'{KEYS}[camera]\ndriver = "folder"\nfolder = "FOLDER"\n',
    "without one": f'{KEYS}[camera]\ndriver = "none"\n',
}


class Start(NamedTuple):
    """Cost of a start: seconds to the first screen, processor seconds, and MiB at most."""

    seconds: float
    cpu: float
    peak: float


def started(
    tree: Path, config: Path, state: Path, until: Callable[[], bool] = lambda: True
) -> Start:
    """Start the table of the checkout `tree`, and end it once it is ready and `until` says so."""
    with tempfile.TemporaryDirectory() as folder:
        ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        ear.bind(f"{folder}/notify")
        ear.settimeout(PATIENCE)
        ours = {"NOTIFY_SOCKET": f"{folder}/notify", "PYTHONPATH": str(tree)}
        quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        line = ("-m", "appliance", "run", "--config", config, "--journal", state / "e.journal")
        began = time.perf_counter()
        table = subprocess.Popen(  # noqa: S603 - our own code
            [sys.executable, *line], cwd=tree, env={**os.environ, **ours, **quiet},
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            while ear.recv(100) != b"READY=1":
                pass
            took = time.perf_counter() - began
            proc = Path(f"/proc/{table.pid}")
            cpu = int((proc / f"task/{table.pid}/schedstat").read_text().split()[0]) / 1e9
            while not until():
                time.sleep(0.1)
            peak = int((proc / "status").read_text().split("VmHWM:")[1].split()[0]) / 1024
        except TimeoutError as error:
            raise ArgumentTypeError(f"the table in {tree} is not ready in time") from error
        finally:
            ear.close()
            table.send_signal(signal.SIGTERM)
            table.wait(PATIENCE)
    return Start(took, cpu, peak)


def settled(tree: Path, config: Path, state: Path) -> Start:
    """Start it once before, so that a trial is kept, if there is any."""
    began = time.monotonic()

    def kept() -> bool:
        over = time.monotonic() - began > SETTLES
        return over or (state / "reader.json").exists()

    return started(tree, config, state, kept)


def report(args: Namespace) -> int:
    """Print everything; returns whether the promise is kept."""
    trees = {"now": HERE, **({} if args.before is None else {"before": args.before.resolve()})}
    kept = True
    with tempfile.TemporaryDirectory() as folder_name:
        folder = Path(folder_name)
        (folder / "pictures").mkdir()
        cv2.imwrite(str(folder / "pictures" / "one.png"), np.full((1080, 1920, 3), 90, np.uint8))
        for name, text in SETTINGS.items():
            config = folder / "table.toml"
            config.write_text(text.replace("FOLDER", str(folder / "pictures")), "utf-8")
            kept &= _compared(name, trees, config, folder, args.starts)
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"the largest process of all: {largest:.0f} MiB")
    return 0 if kept else 1


def _compared(name: str, trees: dict[str, Path], config: Path, folder: Path, starts: int) -> bool:
    """Print what the tables take in turns; returns whether the promise is kept."""
    states = {version: folder / f"{version} {name}" for version in trees}
    runs_of: dict[str, list[Start]] = {version: [] for version in trees}
    for version, tree in trees.items():
        states[version].mkdir()
        with_camera = "folder" in config.read_text("utf-8")
        first = settled if with_camera and version == "now" else started
        first(tree, config, states[version])
    for _ in range(starts):
        for version, tree in trees.items():
            runs_of[version].append(started(tree, config, states[version]))
    print(f"\nfrom exec to the first screen, {name}: median of {starts}, and the least")
    for version, runs in runs_of.items():
        seconds = [run.seconds for run in runs]
        cpu = quantile([run.cpu for run in runs], 0.5)
        peak = max(run.peak for run in runs)
        print(
            f"  {version:7} {quantile(seconds, 0.5):6.2f} s  {min(seconds):6.2f} s"
            f"   main thread's CPU {cpu:5.2f} s   {peak:4.0f} MiB when it is there"
        )
    if "before" not in runs_of:
        return True
    middle = {
        version: quantile([run.seconds for run in runs], 0.5) for version, runs in runs_of.items()
    }
    ratio = middle["now"] / middle["before"]
    print(f"  ratio {ratio:.2f} (promised: {PROMISED})")
    return ratio <= PROMISED


if __name__ == "__main__":
    before = option("--before", type=Path, metavar="DIR", help="another checkout of the table")
    sys.exit(run(report, {"starts": 7}, before))
