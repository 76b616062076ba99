"""The programs of a venue as processes that may be killed, and what they use."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock, Thread

RESTART_S = 1.0
"""Seconds until a program that has ended by itself is started again."""


class Program:
    """A program of a venue, by its words behind `python -m`; it logs to a file.

    A thread starts it again when it has ended by itself, as systemd does.
    """

    def __init__(self, log: Path, *words: str) -> None:
        self._log, self._command = log, (sys.executable, "-m", *words)
        self._running: subprocess.Popen[bytes] | None = None
        self._lock, self._closed = Lock(), Event()
        self._keeper = Thread(target=self._keep, name=words[0], daemon=True)
        self._keeper.start()

    @property
    def pid(self) -> int:
        """The running process."""
        assert self._running is not None  # noqa: S101 - after `start`
        return self._running.pid

    def start(self) -> None:
        """Start it, if it does not run."""
        with self._lock:
            if self._running is None:
                self._run()

    def _run(self) -> None:
        known = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        with self._log.open("ab") as log:
            self._running = subprocess.Popen(self._command, env=known, stderr=log)  # noqa: S603 - ours

    def kill(self) -> None:
        """End it at once."""
        with self._lock:
            if self._running is not None:
                self._running.kill()
                self._running.wait()
                self._running = None

    def close(self) -> None:
        """End it for good."""
        self._closed.set()
        self._keeper.join()
        self.kill()

    def _keep(self) -> None:
        while not self._closed.wait(RESTART_S):
            with self._lock:
                if self._running is not None and self._running.poll() is not None:
                    self._run()


@dataclass(frozen=True, slots=True)
class Use:
    """CPU (s) and memory (MiB) of a process and its children; a part of the shared pages counts."""

    cpu_s: float
    memory_mib: float


def use_of(pid: int) -> Use:
    """Return what a process and its children have used."""
    ticks = memory = 0.0
    for each in _family(pid):
        folder = Path(f"/proc/{each}")
        try:
            fields = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()
            rollup = (folder / "smaps_rollup").read_text("ascii")
        except OSError:  # it has ended
            continue
        ticks += int(fields[11]) + int(fields[12])
        memory += int(rollup.split("\nPss:")[1].split()[0])
    return Use(ticks / os.sysconf("SC_CLK_TCK"), memory / 1024)


def _family(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    except OSError:
        children = []
    return [pid, *(each for child in children for each in _family(int(child)))]
