"""`python -m bench.counting FILE`: the cost of counting the statistics to the loop.

The real loop answers presses on simulated pins, with its journal on the disk and a dummy screen, as
in `bench.latency`. FILE, a long evening, lies beside that journal. In every other round of presses
the child process runs that counts it when a game is over, started again as soon as it has ended; in
the rounds between nothing runs beside the table. So both are measured in one run, alternately
on the same machine. Printed are both, in ms, and the ratio of their medians and 99th percentiles.
"""

import os
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from appliance.service.counting import counting
from appliance.statistics.store import STATISTICS
from bench import machine
from bench.latency import LAMP, PIXELS, SOUND, Rig

ROUND = 20
"""Presses between two changes."""

Figures = dict[str, list[float]]


class Child:
    """The process that counts, over and over."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._running: subprocess.Popen[bytes] | None = None

    def keep(self) -> None:
        """Start it, or restart it if it has counted all."""
        if self._running is None or self._running.poll() is not None:
            self._journal.with_name(STATISTICS).unlink(missing_ok=True)
            self._running = subprocess.Popen(  # noqa: S603 - our own words
                counting(self._journal), stdout=subprocess.DEVNULL
            )

    def stop(self) -> None:
        """End it."""
        if self._running is not None:
            self._running.terminate()
            self._running.wait()
            self._running = None


def interleaved(evening: Path, presses: int, folder: Path) -> tuple[Figures, Figures]:
    """Time presses without the child and with it, in turns: ms from the press to each thing."""
    path = folder / "bench.journal"
    copyfile(evening, folder / f"{path.name}.evening-1")
    rig, child, without, beside = Rig(path), Child(path), Figures(), Figures()
    try:
        for number in range(2 * presses):
            counts = number // ROUND % 2 == 1
            if counts:
                child.keep()
            else:
                child.stop()
            for name, took in rig.race((2, 3, 4, 5, 0)[number % 5]).items():
                (beside if counts else without).setdefault(name, []).append(took)
    finally:
        child.stop()
        rig.close()
    return without, beside


def report(args: Namespace) -> None:
    """Print both, and their ratios."""
    with TemporaryDirectory() as folder:
        without, beside = interleaved(args.evening, args.presses, Path(folder))
    for name in (LAMP, SOUND, PIXELS):
        print(f"  {name:34} without {machine.quantiles(without[name])}")
        print(f"  {'':34} beside  {machine.quantiles(beside[name])}")
        for part, called in ((0.5, "median"), (0.99, "p99")):
            ratio = machine.quantile(beside[name], part) / machine.quantile(without[name], part)
            print(f"  {'':34} ratio of {called}: {ratio:.2f}")


def main() -> int:
    """Measure and print."""
    evening = machine.option("evening", type=Path, metavar="FILE", help="a journal that is counted")
    return machine.run(report, {"presses": 200}, evening)


if __name__ == "__main__":
    sys.exit(main())
