"""Six lines that chatter at 1.5 kHz, at the real table in a process of its own."""

import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from statistics import median

import pytest

from appliance.core.signals import Edge, LineOut
from appliance.runtime.journal import Journal

TAPS = 5
SETTINGS = """
[seats]
buzzers = 11
[buzzers]
driver = "stormy"
[camera]
driver = "none"
"""


def cpu(pid: int) -> float:
    """Seconds of CPU that a process that runs has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.thorough
def test_other_buzzers_are_served_and_the_stop_signal_ends_it(tmp_path: Path) -> None:
    config, journal = tmp_path / "table.toml", tmp_path / "e.journal"
    config.write_text(SETTINGS)
    script = str(Path(__file__).with_name("stormy_table.py"))
    command = [sys.executable, script, "run", "--config", str(config), "--journal", str(journal)]
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    with subprocess.Popen(  # noqa: S603 - our own script
        command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as table:
        assert table.stdout is not None
        assert table.stderr is not None
        try:
            lamps = [float(table.stdout.readline()) for _ in range(TAPS)]
            table.send_signal(signal.SIGTERM)
            told_at, spent = time.monotonic(), cpu(table.pid)
            assert table.wait(timeout=30) == 0
            took = time.monotonic() - told_at
            spent = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before - spent
        finally:
            table.kill()
        said = table.stderr.read().splitlines()
    print(
        f"lamps after {median(lamps):.1f} ms (at most {max(lamps):.1f}), ended after {took:.2f} s"
    )
    print(f"of which {spent:.2f} s of CPU")
    assert spent <= 2
    for number in range(1, 7):
        assert sum(f"buzzer {number} chatters" in line for line in said) == 1
    with closing(Journal.read(journal)) as read:
        heard = [one.signal for one in read.entries()]
    out = {one.buzzer: one.at for one in heard if isinstance(one, LineOut)}
    first = {one.buzzer: one.at for one in reversed(heard) if isinstance(one, Edge)}
    assert sorted(out) == list(range(6))
    assert all(out[line] - first[line] < 100_000_000 for line in out)  # named within 0.1 s
