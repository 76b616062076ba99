"""`unshare --mount python -m bench.ext4cuts`: 30 power cuts of a real ext4 in the middle of a game.

Needs root, and mounts of its own: a process that had copied them would keep the file system
unchanged, and not recovered. The evening is on an ext4 on a loop device, or on `--disk`. At a
random moment that is shut down as a power cut does it (EXT4_IOC_SHUTDOWN without flushing its
journal): after that nothing reaches the disk, and unsynced data is gone. It is mounted
again, the kernel recovers it, the evening is opened, and the next child goes on with the game.
Exits 1 if a shown step is missing, an evening does not open, or is said to have lost something.
"""

import fcntl
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from appliance.errors import JournalError
from appliance.runtime.journal import Journal
from appliance.runtime.rows import digest
from appliance.table import Table, TableSettings
from bench import machine
from bench.kills import BROKE, FINISHED
from bench.powercuts import Cuts
from lab.sim.change import Change
from lab.sim.games import play
from lab.sim.invitation import SimulatedGame

SHUTDOWN = 0x8004_587D
"""EXT4_IOC_SHUTDOWN, of the kernel's include/uapi/linux/ext4.h."""

NO_FLUSH = 2
"""EXT4_GOING_FLAGS_NOLOGFLUSH: not even what the file system itself has under way is written."""

SIZE = 64 << 20

FEWEST = 5
"""Least number of shown steps before a power cut."""


def system(*words: str) -> None:
    """Run a command of the system's. Raises ArgumentTypeError: it is missing, or failed."""
    program = shutil.which(words[0])
    if program is None:
        raise ArgumentTypeError(f"{words[0]} is missing")
    done = subprocess.run([program, *words[1:]], capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise ArgumentTypeError(f"{' '.join(words)}: {done.stderr.strip()}")


@contextmanager
def mounted(disk: Path, folder: Path) -> Iterator[None]:
    """The file system on `disk`, a device or an image, at `folder`."""
    options = () if disk.is_block_device() else ("-o", "loop")
    system("mount", *options, str(disk), str(folder))
    try:
        yield
    finally:
        system("umount", str(folder))


def cut(folder: Path) -> None:
    """Let nothing reach the disk any more that is not there yet. Raises OSError."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.ioctl(opened, SHUTDOWN, struct.pack("I", NO_FLUSH))
    finally:
        os.close(opened)


def play_and_cut(path: Path, seed: int, steps: int) -> tuple[list[str], bool]:
    """Return the shown part of the game at `path` until the power cut, and if it ended before.

    Raises ArgumentTypeError: it ended, and not as a game does.
    """
    context = get_context("forkserver")  # its children have read all modules already
    context.set_forkserver_preload(["bench.powercuts"])
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_play, args=(path, seed, sender))
    child.start()
    sender.close()
    lines = [line for line, _ in zip(_told(receiver), range(steps), strict=False)]
    cut(path.parent)
    child.kill()
    child.join()
    ended = lines[-1:] == [FINISHED]
    if not ended and (len(lines) < steps or BROKE in lines):
        raise ArgumentTypeError("a game ended before the power was cut")
    lines += _told(receiver)
    receiver.close()
    return [line for line in lines if line not in {FINISHED, BROKE}], ended


def _play(path: Path, seed: int, told: Connection) -> None:
    """Be the process that is cut off: tell each table that players have been shown."""

    def show(change: Change) -> None:
        told.send(digest(change.tables[1]).hex())

    try:
        score = play(SimulatedGame(seed, journal=path), (show,))
        told.send(FINISHED if score.clean and score.finished else BROKE)
    except (OSError, JournalError):  # as it must, when nothing can be written any more
        told.send(BROKE)


def _told(there: Connection) -> Iterator[str]:
    """Yield the output of a child until it ends, without its unfinished last line."""
    with suppress(EOFError, OSError):
        while True:
            yield there.recv()


def judge(path: Path, shown: list[str], toll: Cuts) -> None:
    """Open the evening at `path` as the next start does, where `shown` had been seen."""
    toll.cuts += 1
    try:
        with closing(Journal.open(path, TableSettings())) as journal:
            journal.resume()
            tables = [Table(journal.settings)]  # shown before the first row is written
            tables += (table for _, table in journal.replay())
            toll.reported += journal.loss is not None
    except JournalError as error:
        print(error)
        toll.unopened += 1
        return
    kept = iter([digest(table).hex() for table in tables])
    toll.steps_lost += sum(step not in kept for step in shown)


def cut_again_and_again(cuts: int, seed: int, most: int, folder: Path, disk: Path) -> Cuts:
    """Cut the power repeatedly, after `most` steps at most, and return the results.

    The file system on `disk` is mounted in `folder`. Raises ArgumentTypeError: it can't be done.
    """
    rng, toll, game, shown = random.Random(seed), Cuts(), 0, list[str]()
    while toll.cuts < cuts:
        path = folder / f"game-{game}.journal"
        with mounted(disk, folder):
            steps, ended = play_and_cut(path, seed + game, rng.randint(FEWEST, most))
        shown += steps
        toll.steps_shown += len(steps)
        with mounted(disk, folder):
            judge(path, shown, toll)
        if ended:
            game, shown = game + 1, []
        machine.progress(toll.cuts, cuts, 1, f"{toll.cuts} of {cuts} cuts, {toll.steps_lost} lost")
    return toll


def report(args: Namespace) -> int:
    """Cut, and print what was lost."""
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work, "there")
        folder.mkdir()
        disk = args.disk
        if disk is None:
            disk = Path(work, "image")
            with disk.open("wb") as file:
                file.truncate(SIZE)
            system("mkfs.ext4", "-q", "-F", str(disk))
        toll = cut_again_and_again(args.cuts, args.seed, args.steps, folder, disk)
    print(
        f"{toll.cuts} power cuts of an ext4, {toll.steps_shown} steps shown before them: "
        f"{toll.steps_lost} lost, {toll.unopened} evenings unopened, {toll.reported} said to have "
        "lost something"
    )
    return 0 if toll.clean else 1


DISK = machine.option(
    "--disk", type=Path, metavar="DEVICE", help="an ext4 to use in the place of a new one"
)

if __name__ == "__main__":
    sys.exit(machine.run(report, {"cuts": 30, "steps": 200, "seed": 1}, DISK))
