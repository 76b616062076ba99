"""`python -m bench.storms`: six lines that chatter at 1.5 kHz, at a running table.

Each storm is a `doubtit run` with an invisible window. While six of its eleven lines chatter,
each other buzzer is pressed once, and then SIGTERM asks it to end. Prints how soon the lamps
answered, and how soon the program had ended. Exits 1 if a lamp took more than 100 ms, the end more
than 2 s, or a line that chatters was not taken out and named.
"""

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from appliance.core.signals import LineOut
from appliance.runtime.journal import Journal
from bench import machine
from bench.stormy_table import ALL, STORMY

LIT_WITHIN, ENDS_WITHIN = 100.0, 2.0
"""The milliseconds and the seconds that are promised."""

SETTINGS = f"""
[seats]
buzzers = {ALL}
[buzzers]
driver = "stormy"
[camera]
driver = "none"
"""


@dataclass(frozen=True, slots=True)
class Storm:
    """Results of one storm: each lamp (ms), the end (s, and s of CPU), the exit code.

    `log` are the lines of the log; `out` is when each line was taken out (ns).
    """

    lamps: list[float]
    ended: float
    cpu: float
    code: int
    log: list[str]
    out: dict[int, int]

    @property
    def named(self) -> bool:
        """True if the table took out and named each chattering line once."""
        named = [
            sum(f"buzzer {buzzer + 1} chatters" in line for line in self.log)
            for buzzer in range(ALL)
        ]
        quiet = ALL - STORMY
        return sorted(self.out) == list(range(STORMY)) and named == [1] * STORMY + [0] * quiet


def storm(folder: Path) -> Storm:
    """Let it storm once; the evening's journal is `folder`/e.journal."""
    config, journal = folder / "table.toml", folder / "e.journal"
    config.write_text(SETTINGS)
    line = ("run", "--config", str(config), "--journal", str(journal))
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    with subprocess.Popen(  # noqa: S603 - our own code
        [sys.executable, "-m", "bench.stormy_table", *line],
        env=env,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as table:
        assert table.stdout is not None  # noqa: S101 - it was opened with pipes
        assert table.stderr is not None  # noqa: S101
        try:
            lamps = [float(table.stdout.readline()) for _ in range(STORMY, ALL)]
            table.send_signal(signal.SIGTERM)
            told_at, spent = time.monotonic(), _cpu(table.pid)
            code = table.wait(timeout=30)
            ended = time.monotonic() - told_at
            cpu = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before - spent
        finally:
            table.kill()
        log = table.stderr.read().splitlines()
    with closing(Journal.read(journal)) as read:
        signals = [entry.signal for entry in read.entries()]
    out = {signal.buzzer: signal.at for signal in signals if isinstance(signal, LineOut)}
    return Storm(lamps, ended, cpu, code, log, out)


def _cpu(pid: int) -> float:
    """Seconds of CPU that a process that runs has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(args: Namespace) -> int:
    """Let it storm again and again, and say how the table stood it."""
    storms = list[Storm]()
    for number in range(1, args.storms + 1):
        with tempfile.TemporaryDirectory() as folder:
            storms.append(storm(Path(folder)))
        machine.progress(number, args.storms, 1, f"{number} of {args.storms} storms")
    lamps = [lamp for storm in storms for lamp in storm.lamps]
    ends = [storm.ended for storm in storms]
    unnamed, codes = sum(not storm.named for storm in storms), {storm.code for storm in storms}
    print(f"{len(storms)} storms of {STORMY} lines at 1.5 kHz, {len(lamps)} presses between them")
    print(f"press to lamp, ms: {machine.quantiles(lamps)}   ({LIT_WITHIN:.0f} are promised)")
    print(f"SIGTERM to end, s: {machine.quantiles(ends)}   ({ENDS_WITHIN:.0f} are promised)")
    print(f"storms with a line that was not named: {unnamed}; exit codes: {sorted(codes)}")
    kept = max(lamps) <= LIT_WITHIN and max(ends) <= ENDS_WITHIN
    return 0 if kept and not unnamed and codes == {0} else 1


if __name__ == "__main__":
    sys.exit(machine.run(report, {"storms": 10}))
