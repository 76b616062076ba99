"""Counts the evening when a game is over: in another process, at the lowest priority.

A replay of an evening takes seconds of a processor, and in a thread of the table it would take
turns with the loop. So the loop only signals that a game is over.
"""

import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread

from appliance.children import python_line
from appliance.service.jobs import Tell
from appliance.table import Table
from bluffing.message import message

LAST_IN_LINE = ("nice", "-n", "19")

Run = Callable[[Sequence[str], Event], None]
"""Runs a command line to its end, or until the event is set."""

CHILD_LOOKS_EVERY = 0.1
"""Seconds between two looks whether it has ended."""


def run_aside(command: Sequence[str], stop: Event) -> None:
    """Run the command as a process with our standard error. A failed start counts nothing.

    A terminal's Ctrl-C reaches only this process, which ends the other.
    """
    with suppress(OSError):
        none = subprocess.DEVNULL
        child = subprocess.Popen(  # noqa: S603 - our own words
            command, stdin=none, stdout=none, process_group=0
        )
        with child:
            while child.poll() is None:
                if stop.wait(CHILD_LOOKS_EVERY):
                    child.terminate()
                    return


def counting(journal: Path) -> tuple[str, ...]:
    """Return the command that counts new evenings beside `journal`."""
    command = ("statistics", "rebuild", "--new", "--journal", str(journal))
    return (*LAST_IN_LINE, *python_line("appliance", *command))


class Counting:
    """Counts the evenings beside `journal`, as soon as a game of the table is over."""

    def __init__(self, journal: Path, run: Run = run_aside) -> None:
        self._journal, self._run = journal, run
        self._wanted, self._stop, self._one = Event(), Event(), Lock()
        self._over = False
        self._thread = Thread(target=self._work, name="counting", daemon=True)

    def open(self) -> None:
        """Begin with missed counts, such as from before a power cut."""
        self._wanted.set()
        self._thread.start()

    def look(self, table: Table) -> None:
        """Take the present table."""
        over = table.inner.over
        if over and not self._over:
            self._wanted.set()
        self._over = over

    def close(self) -> None:
        """Stop counting; the next start counts the rest."""
        self._stop.set()
        self._wanted.set()
        if self._thread.is_alive():
            self._thread.join()

    def _work(self) -> None:
        while True:
            self._wanted.wait()
            self._wanted.clear()
            if self._stop.is_set():
                return
            self._count(self._stop)

    def _count(self, stop: Event) -> None:
        with self._one:
            self._run(counting(self._journal), stop)

    def tell(self, tell: Tell, stop: Event) -> None:
        """Do the job of the table's menu: each player's counts of this evening.

        Raises:
            JournalError, StatisticsError: it can't be read.
        """
        from appliance.service.counted import evening_counts  # noqa: PLC0415 - it is late

        tell((message("job.counting"),))
        self._count(stop)
        if not stop.is_set():
            tell(tuple(evening_counts(self._journal)))
