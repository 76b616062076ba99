"""`python -m bench.damage`: damage the files of an evening, and check that every loss is reported.

While a game is played its files are copied, as a kill or a pulled card leaves them. Of a copy one
file is cut short, has bits flipped, or is swapped for the same file of another moment or another
evening. Each time the table is started on it, and once more. A start must reach the last whole step
or say what is missing; exits 1 after a loss without a word, a crash, or a second start that still
finds something wrong.
"""

import random
import shutil
import sys
import tempfile
from argparse import Namespace
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from appliance.errors import JournalError
from appliance.runtime.journal import Journal
from appliance.runtime.starts import Start
from appliance.table import TableSettings
from bench import machine
from lab.sim.change import Change
from lab.sim.games import play
from lab.sim.invitation import SimulatedGame

NAME = "evening.journal"
FILES = ("", "-wal", "-bookmark")
COPIES = 12
"""Moments of one evening."""


class EnoughError(Exception):
    """The evening has been copied often enough."""


@dataclass(slots=True)
class Damages:
    """Fates of damaged journals. `silent`, `crashed` and `again` must stay empty."""

    kinds: Counter[str] = field(default_factory=Counter)
    whole: int = 0
    reported: int = 0
    silent: list[str] = field(default_factory=list)
    crashed: list[str] = field(default_factory=list)
    again: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """True if each journal recovered, or reported its loss."""
        return not (self.silent or self.crashed or self.again)


def copies(folder: Path, seed: int, every: int) -> list[Path]:
    """Play, and copy the files of the evening after `every` number of shown steps."""
    folders, shown = list[Path](), 0
    path = folder / f"there-{seed}" / NAME

    def show(_: Change) -> None:
        nonlocal shown
        shown += 1
        if shown % every == 0:
            to = folder / f"copy-{seed}-{len(folders)}"
            to.mkdir()
            for suffix in FILES:
                shutil.copy(f"{path}{suffix}", to)
            folders.append(to)
        if len(folders) == COPIES:
            raise EnoughError

    with suppress(EnoughError):
        play(SimulatedGame(seed, "bluff", journal=path), (show,))
    return folders


def damage(rng: random.Random, copy: Path, others: list[Path]) -> str:
    """Do one thing to one file of `copy`; gives what."""
    kind = rng.choice(("cut", "flipped", "swapped"))
    suffix = rng.choice(("", "", *FILES))
    file = copy / f"{NAME}{suffix}"
    data = bytearray(file.read_bytes())
    if kind == "cut":
        del data[rng.randrange(len(data)) :]
    elif kind == "flipped":
        for _ in range(rng.choice((1, 1, 8, 200))):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    else:
        data = bytearray((rng.choice(others) / f"{NAME}{suffix}").read_bytes())
    file.write_bytes(data)
    return f"{suffix or 'main'} {kind}"


def start(path: Path) -> tuple[list[bytes], bool]:
    """Start the table on `path`: the digests of the steps that it has, and if it reports a loss."""
    with closing(Journal.open(path, TableSettings())) as journal:
        standing = journal.resume()
        journal.started(Start(journal.steps, standing.now, boot="", monotonic=0))
        rows = [row.digest for row in journal.entries()]
        return rows, journal.loss is not None


def damage_all(args: Namespace, folder: Path) -> Damages:
    """Damage journals, and return the outcomes."""
    rng, toll = random.Random(args.seed), Damages()
    evenings = [copies(folder, args.seed + number, 9) for number in range(2)]
    every = [copy for evening in evenings for copy in evening]
    for number in range(args.journals):
        copy = rng.choice(every)
        left = folder / "left"
        shutil.copytree(copy, left)
        written, _ = start_of_copy(copy, folder)
        kind = damage(rng, left, every)
        toll.kinds[kind] += 1
        name = f"{number}: {kind} of {copy.name}"
        try:
            rows, warned = start(left / NAME)
            if rows[: len(written)] == written:  # a log of later may bring more of the same evening
                toll.whole += 1
            elif warned:
                toll.reported += 1
            else:
                toll.silent.append(f"{name}: {len(rows)} of {len(written)} steps")
            if start(left / NAME) != (rows, False):
                toll.again.append(name)
        except JournalError as error:
            toll.crashed.append(f"{name}: {error}")
        except Exception as error:  # noqa: BLE001 - what is looked for
            toll.crashed.append(f"{name}: {error!r}")
        shutil.rmtree(left)
        machine.progress(number + 1, args.journals, 1, f"{number + 1} of {args.journals} journals")
    return toll


def start_of_copy(copy: Path, folder: Path) -> tuple[list[bytes], bool]:
    """Return the rows of the undamaged copy."""
    whole = folder / "whole"
    shutil.copytree(copy, whole)
    try:
        return start(whole / NAME)
    finally:
        shutil.rmtree(whole)


def report(args: Namespace) -> int:
    """Damage the files, and print the results."""
    with tempfile.TemporaryDirectory() as folder:
        toll = damage_all(args, Path(folder))
    for line in (*toll.silent, *toll.crashed, *toll.again):
        print(line)
    print(", ".join(f"{count} {kind}" for kind, count in sorted(toll.kinds.items())))
    print(
        f"{args.journals} damaged journals: {toll.whole} lost nothing, {toll.reported} said what "
        f"is missing; {len(toll.silent)} lost steps without a word, {len(toll.crashed)} crashed, "
        f"{len(toll.again)} found something at the next start again"
    )
    return 0 if toll.clean else 1


if __name__ == "__main__":
    sys.exit(machine.run(report, {"journals": 500, "seed": 1}))
