"""`python -m bench.publishing`: the cost of a venue to the table's answers.

The real loop answers presses on simulated pins, with its journal on the disk and a dummy screen, as
in `bench.latency`. In every other round its public file is written, and a real publisher and a real
store run beside it, with a Mosquitto that works, that has stalled (SIGSTOP), or that is gone. In
the rounds between there is no venue. Printed are the medians in ms of both rounds of each pair, and
the median of the pairs' ratios; it exits 1 where that is above 1.10. It needs Mosquitto.
"""

import os
import shutil
import signal
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from appliance.record.recorder import AGREED
from appliance.runtime.public_file import PublicFile
from appliance.table.state import Outside
from bench import machine
from bench.latency import LAMP, PIXELS, SOUND, Rig
from bench.venue.programs import Program
from bench.venue.real_broker import PATH, Mosquitto

MOST = 1.10
"""Maximum ratio of the answers with a venue to those without."""

WORKS, STALLED, GONE = "broker works", "broker stalled", "broker gone"

Figures = dict[str, list[float]]


class PublishingTable:
    """A table in `folder`, whose venue can be switched on and off."""

    def __init__(self, folder: Path, mosquitto: str) -> None:
        self._public = PublicFile(folder / "bench.journal", folder / "public")
        self._broker = Mosquitto(mosquitto, folder)
        settings = folder / "venue.toml"
        settings.write_text(
            f'table = "t1"\nfolder = "{folder}/public"\nstore = "{folder}/venue.sqlite"\n'
            f"[broker]\nport = {self._broker.port}\n",
            encoding="utf-8",
        )
        names = ("store", "publish")
        self._logs = [folder / f"{name}.log" for name in names]
        self._programs = [
            Program(log, "venue", name, "--config", str(settings))
            for name, log in zip(names, self._logs, strict=True)
        ]
        self._rig = Rig(folder / "bench.journal", (Outside(AGREED, True, (False, True)),))  # noqa: FBT003
        self._public.open()

    def presses(self, count: int, broker: str = "") -> Figures:
        """Time presses, beside a venue with such a `broker` or without one: ms to each answer."""
        with self._venue(broker) if broker else self._alone():
            times = Figures()
            for number in range(count):
                for name, took in self._rig.race((2, 3, 4, 5, 0)[number % 5]).items():
                    times.setdefault(name, []).append(took)
            return times

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self._rig.journal.recorded = lambda: None
        yield

    @contextmanager
    def _venue(self, broker: str) -> Iterator[None]:
        self._rig.journal.recorded = self._public.ring
        self._broker.start()
        for log in self._logs:
            log.unlink(missing_ok=True)
        for program in self._programs:
            program.start()
        while not all(log.exists() and b"connected" in log.read_bytes() for log in self._logs):
            self._rig.race(
                2
            )  # a program that starts takes more of the processor than one that runs
        if broker == STALLED:
            os.kill(self._broker.pid, signal.SIGSTOP)
        elif broker == GONE:
            self._broker.kill()
        try:
            yield
        finally:
            for program in self._programs:
                program.kill()
            self._broker.kill()

    def close(self) -> None:
        """End everything."""
        for program in self._programs:
            program.close()
        self._public.close()
        self._rig.close()


def report(args: Namespace) -> int:
    """Print the pairs, and what they come to."""
    mosquitto = shutil.which("mosquitto", path=PATH)
    if mosquitto is None:
        raise ArgumentTypeError("needs Mosquitto: apt install mosquitto")
    slower = False
    with TemporaryDirectory() as name:
        table = PublishingTable(Path(name), mosquitto)
        try:
            for broker in (WORKS, STALLED, GONE):
                pairs = [
                    (table.presses(args.presses), table.presses(args.presses, broker))
                    for _ in range(args.pairs)
                ]
                print(f"{broker}:")
                for answer in (LAMP, SOUND, PIXELS):
                    both = [tuple(median(each[answer]) for each in pair) for pair in pairs]
                    ratio = median(beside / alone for alone, beside in both)
                    slower |= ratio > MOST
                    shown = ", ".join(f"{alone:.2f} / {beside:.2f}" for alone, beside in both)
                    kept = "yes" if ratio <= MOST else "NO"
                    print(
                        f"  {answer:26} {shown}   x {ratio:.2f} <= {MOST:.2f}: {kept}", flush=True
                    )
            lines = sum(path.read_bytes().count(b"\n") for path in Path(name).glob("public/*"))
            print(f"{lines} public lines were written meanwhile")
        finally:
            table.close()
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(machine.run(report, {"presses": 60, "pairs": 5}))
