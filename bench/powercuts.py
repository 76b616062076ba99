"""`python -m bench.powercuts`: cut the power at any moment of an evening, and see what is left.

An evening is played under `strace`, which records what it writes and syncs. From that the disk is
rebuilt as a power cut may leave it at a random moment: all that was synced, and of the rest any
sectors, whole, torn or not at all. Each time the table is started on what is left, and must stand
where players last saw it. Exits 1 if a shown step is missing, or an evening does not open.
"""

import random
import sys
import tempfile
from argparse import Namespace
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from appliance.errors import JournalError
from appliance.runtime.journal import Journal
from appliance.runtime.rows import digest
from appliance.table import Table, TableSettings
from bench import machine
from bench.diskwrites import Disk, recorded
from lab.sim.change import Change
from lab.sim.games import play
from lab.sim.invitation import SimulatedGame

NAME = "evening.journal"

CHILD = "--child"
"""Option with a journal's path, a seed and a number of steps: play these, and print each."""


@dataclass(slots=True)
class Cuts:
    """Results of the power cuts."""

    cuts: int = 0
    steps_shown: int = 0
    steps_lost: int = 0
    unopened: int = 0
    reported: int = 0  # said that something is missing, though nothing is

    @property
    def clean(self) -> bool:
        """True if nothing was lost, and no loss was reported."""
        return not (self.steps_lost or self.unopened or self.reported)


def cut_again_and_again(cuts: int, seed: int, steps: int, folder: Path) -> Cuts:
    """Play an evening in `folder`, and cut the power again and again."""
    rng, toll = random.Random(seed), Cuts()
    place = folder / "there"
    place.mkdir()
    child = (sys.executable, "-m", "bench.powercuts", CHILD, str(place / NAME))
    calls = recorded((*child, str(seed), str(steps)), folder / "calls")
    rows = _rows(place / NAME)
    disk = Disk(place)
    changes = [number for number, call in enumerate(calls) if disk.apply(call)]
    moments = sorted(rng.choices(changes, k=cuts))
    disk = Disk(place)
    for number, call in enumerate(calls):
        disk.apply(call)
        while moments and moments[0] == number:
            moments.pop(0)
            with tempfile.TemporaryDirectory(dir=folder) as left:
                disk.after_a_cut(rng, Path(left))
                _judge(Path(left) / NAME, disk.shown, rows, toll)
            words = f"{toll.cuts} of {cuts} cuts, {toll.steps_lost} steps lost"
            machine.progress(toll.cuts, cuts, 1, words)
    return toll


def _rows(path: Path) -> list[tuple[str, bytes]]:
    """The digest of the table after each row, and the row's own; the first is of no row."""
    with closing(Journal.read(path)) as journal:
        first = digest(Table(journal.settings)).hex(), b""
        return [first, *((digest(table).hex(), row.digest) for row, table in journal.replay())]


def _judge(path: Path, shown: list[str], rows: list[tuple[str, bytes]], toll: Cuts) -> None:
    """Start the table on what is left at `path`, where `shown` had been seen."""
    toll.cuts += 1
    toll.steps_shown += len(shown)
    try:
        with closing(Journal.open(path, TableSettings())) as journal:
            journal.resume()
            left = [b"", *(row.digest for row, _ in journal.replay())]
            loss = journal.loss
    except JournalError as error:
        print(error)
        toll.unopened += 1
        return
    whole = left == [row for _, row in rows[: len(left)]]
    tables = iter([table for table, _ in rows[: len(left) if whole else 0]])
    toll.steps_lost += sum(step not in tables for step in shown)
    toll.reported += loss is not None


def _child(path: Path, seed: int, steps: int) -> None:
    left = steps

    def show(change: Change) -> None:
        nonlocal left
        print(digest(change.tables[1]).hex(), flush=True)
        left -= 1
        if left == 0:
            sys.exit()

    play(SimulatedGame(seed, journal=path), (show,))


def report(args: Namespace) -> int:
    """Cut, and print what was lost."""
    with tempfile.TemporaryDirectory() as folder:
        toll = cut_again_and_again(args.cuts, args.seed, args.steps, Path(folder))
    print(
        f"{toll.cuts} power cuts in an evening of {args.steps} shown steps, {toll.steps_shown} "
        f"steps shown before them: {toll.steps_lost} lost, {toll.unopened} evenings unopened, "
        f"{toll.reported} said to have lost something"
    )
    return 0 if toll.clean else 1


if __name__ == "__main__":
    if sys.argv[1:2] == [CHILD]:
        _child(Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
    else:
        sys.exit(machine.run(report, {"cuts": 2000, "steps": 120, "seed": 1}))
