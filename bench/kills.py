"""`python -m bench.kills`: kill a running game again and again, and see that nothing is lost.

A child process plays a simulated game with its journal on disk and reports every table that
players have been shown. It is killed (SIGKILL) at a random moment, the journal is read, and
the next child goes on from it, until enough kills are done and the last game is finished.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from appliance.errors import JournalError
from appliance.journal import Journal, digest
from appliance.sim.games import Game, play
from appliance.table import Table

KILL_WITHIN = (0.1, 4.0)
"""Seconds from a child's start: from before it has read its journal to deep in a game."""


@dataclass(slots=True)
class Toll:
    """What the kills did."""

    kills: int = 0
    games: int = 0
    steps_shown: int = 0
    steps_lost: int = 0
    games_lost: int = 0

    @property
    def clean(self) -> bool:
        """Whether nothing was lost."""
        return not self.steps_lost and not self.games_lost


def kill_again_and_again(kills: int, seed: int, folder: Path) -> Iterator[Toll]:
    """The toll so far, after each kill and once all games are finished."""
    rng, toll, number = random.Random(seed), Toll(), 0
    shown: list[str] = []
    while True:
        path = folder / f"game-{number}.journal"
        wait = rng.uniform(*KILL_WITHIN) if toll.kills < kills else None
        lines, ended = _run(path, seed + number, wait)
        shown += [line.removeprefix("shown ") for line in lines if line.startswith("shown ")]
        toll.steps_shown += len(lines)
        toll.steps_lost += _lost(path, shown)
        if ended and "finished" in lines:
            toll.games += 1
        elif ended:
            toll.games_lost += 1
            print(f"game {number} broke: {lines[-1:]}")
        else:
            toll.kills += 1
            yield toll
        if ended:
            number, shown = number + 1, []
            if toll.kills >= kills:
                yield toll
                return


def _run(path: Path, seed: int, wait: float | None) -> tuple[list[str], bool]:
    """What a child reported until it was killed after `wait` s, and whether it ended before."""
    command = [sys.executable, "-m", "bench.kills", "--child", str(path), "--seed", str(seed)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own
    try:
        out, _ = child.communicate(timeout=wait)
        ended = True
    except subprocess.TimeoutExpired:
        child.kill()
        out, _ = child.communicate()
        ended = False
    # the last line may be cut where the child was killed: it was not shown yet
    lines = out.split("\n")[:-1]
    return lines, ended and child.returncode == 0 if "finished" in lines else ended


def _lost(path: Path, shown: list[str]) -> int:
    """How many of the `shown` tables the journal at `path` does not bring back, in order."""
    if not shown:
        return 0
    try:
        journal = Journal.read(path)
        kept = iter([digest(table).hex() for _, table in journal.replay()])
        journal.close()
    except JournalError as error:
        print(error)
        return len(shown)
    return sum(one not in kept for one in shown)


def _child(path: Path, seed: int) -> None:
    def show(_before: Table, after: Table, _now: int) -> None:
        print(f"shown {digest(after).hex()}", flush=True)
        time.sleep(0.002)  # so that a game lasts long enough to be killed in the middle

    score = play(Game(seed, journal=path), (show,))
    for fault in score.faults:
        print(fault, flush=True)
    if score.clean and score.finished:
        print("finished", flush=True)


def main() -> int:
    """Kill, and print the toll."""
    parser = argparse.ArgumentParser(prog="python -m bench.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child is not None:
        _child(args.child, args.seed)
        return 0
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
    sys.exit(main())
