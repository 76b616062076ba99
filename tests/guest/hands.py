"""The test's end of `finger.py`."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from lab.sim.contact_faults import Moves


class Made(NamedTuple):
    """A line was moved between `before` and `after`, ns of CLOCK_MONOTONIC."""

    before: int
    after: int


Task = Sequence[tuple[int, int, bool]]
"""Moves: ns from the task's start, line, closed."""


class Fingers(Protocol):
    """Fingers at the buttons of a table."""

    def do(self, moves: Task) -> object:
        """Do this, and wait for it."""


class Hands:
    """Fingers on the lines of `chip`, in a process of their own."""

    def __init__(self, chip: Path) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - our own script
            [sys.executable, Path(__file__).with_name("finger.py"), str(chip)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def begin(self, moves: Task) -> None:
        """Let the fingers start to do this."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(list(moves)) + "\n")
        self._process.stdin.flush()

    def done(self) -> list[Made]:
        """Return when they did it; waits until they have."""
        assert self._process.stdout is not None
        return [Made(*value) for value in json.loads(self._process.stdout.readline())]

    def do(self, moves: Task) -> list[Made]:
        """Do this, and wait for it."""
        self.begin(moves)
        return self.done()

    def close(self) -> None:
        """No more."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def on_line(line: int, moves: Moves) -> list[tuple[int, int, bool]]:
    """Return what a contact does, as a task's part."""
    return [(move.at, line, move.closed) for move in moves]
