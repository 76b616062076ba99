"""`python -m bench.kills`: kill a running game again and again, and see that nothing is lost.

A child process plays a simulated game with its journal on disk and reports every table that
players have been shown. It is killed (SIGKILL) at a random moment, the journal is read, and
the next child goes on from it, until enough kills are done and the last game is finished.
"""

import random
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from appliance.errors import JournalError
from appliance.runtime.journal import Journal
from appliance.runtime.rows import digest
from appliance.table import Table
from bench import machine
from lab.sim.change import Change
from lab.sim.games import play
from lab.sim.invitation import SimulatedGame

KILL_WITHIN = (0.1, 4.0)
"""Seconds from a child's start: from before it has read its journal to deep in a game."""


FINISHED, BROKE = "finished", "broke"

CHILD = "--child"
"""Option with a journal's path and a seed: be the process that is killed."""


@dataclass(slots=True)
class Toll:
    """Results of the kills."""

    kills: int = 0
    games: int = 0
    steps_shown: int = 0
    steps_lost: int = 0
    games_lost: int = 0

    @property
    def clean(self) -> bool:
        """True if nothing was lost."""
        return not self.steps_lost and not self.games_lost


def kill_again_and_again(
    kills: int, seed: int, folder: Path, steps: range | None = None
) -> Iterator[Toll]:
    """The toll so far, after each kill and once the last game is finished.

    A child is killed after a random time, or after a random number of shown `steps`.
    """
    rng, toll, number = random.Random(seed), Toll(), 0
    shown: list[str] = []
    while toll.kills < kills or shown:
        path = folder / f"game-{number}.journal"
        command = [sys.executable, "-m", "bench.kills", CHILD, str(path), str(seed + number)]
        child = subprocess.Popen(  # noqa: S603 - our own code
            command, stdout=subprocess.PIPE, text=True
        )
        if toll.kills >= kills:
            lines = _let_end(child, None)
        elif steps is None:
            lines = _let_end(child, rng.uniform(*KILL_WITHIN))
        else:
            lines = _let_show(child, rng.choice(steps))
        shown += [line for line in lines if line not in (FINISHED, BROKE)]
        toll.steps_shown += len(lines)
        toll.steps_lost += lost(path, shown)
        finished, killed = FINISHED in lines, child.returncode < 0
        ended = finished or not killed
        toll.games += finished
        toll.games_lost += ended and not finished
        toll.kills += not ended
        if ended:
            number, shown = number + 1, []
        yield toll


def _let_end(child: "subprocess.Popen[str]", seconds: float | None) -> list[str]:
    """Return the output of a child that is killed after `seconds`."""
    try:
        out, _ = child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        child.kill()
        out, _ = child.communicate()
    return _whole_lines(out)


def _let_show(child: "subprocess.Popen[str]", steps: int) -> list[str]:
    """Return the output of a child that is killed after `steps` lines or a few more."""
    assert child.stdout is not None  # noqa: S101 - it was opened with a pipe
    out = "".join(line for line, _ in zip(child.stdout, range(steps), strict=False))
    child.kill()
    rest, _ = child.communicate()
    return _whole_lines(out + rest)


def _whole_lines(out: str) -> list[str]:
    """The lines of `out`; one that was cut off by the kill had not been shown yet."""
    return out.split("\n")[:-1]


def lost(path: Path, shown: list[str]) -> int:
    """Count the `shown` tables that the journal at `path` does not restore, in order."""
    if not shown:
        return 0
    try:
        journal = Journal.read(path)
        first = Table(journal.settings)  # shown before the first row is written
        tables = (first, *(table for _, table in journal.replay()))
        kept = iter([digest(table).hex() for table in tables])
        journal.close()
    except JournalError as error:
        print(error)
        return len(shown)
    # a start that was killed before anything happened shows the same table as the next
    return sum(digests not in kept for digests, _ in groupby(shown))


def _child(path: Path, seed: int) -> None:
    def show(change: Change) -> None:
        print(digest(change.tables[1]).hex(), flush=True)
        time.sleep(0.002)  # so that a game lasts long enough to be killed in the middle

    score = play(SimulatedGame(seed, journal=path), (show,))
    print("\n".join(map(str, score.faults)), file=sys.stderr)
    print(FINISHED if score.clean and score.finished else BROKE, flush=True)


def report(args: Namespace) -> int:
    """Kill, and print the toll."""
    toll = Toll()
    with tempfile.TemporaryDirectory() as folder:
        for toll in kill_again_and_again(args.kills, args.seed, Path(folder)):
            if toll.kills % 10 == 0:
                print(f"{toll.kills} of {args.kills} kills, {toll.steps_lost} steps lost")
    print(
        f"{toll.kills} kills over {toll.games} games and {toll.steps_shown} shown steps: "
        f"{toll.games_lost} games lost, {toll.steps_lost} steps lost"
    )
    return 0 if toll.clean else 1


if __name__ == "__main__":
    if sys.argv[1:2] == [CHILD]:
        _child(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        sys.exit(machine.run(report, {"kills": 200, "seed": 1}))
