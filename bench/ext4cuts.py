"""`unshare --mount python -m bench.ext4cuts`: 30 power cuts of a real ext4 in the middle of a game.

Needs root, and mounts of its own: a process that had copied them would keep the file system as it
is, so that it is not recovered. The evening is on an ext4 on a loop device. At a random moment that
is shut down as a power cut does it (EXT4_IOC_SHUTDOWN without flushing its journal): from then on
nothing reaches the disk, and what was not synced is gone. It is mounted again, the kernel recovers
it, the evening is read, and the next child goes on with the game. Exits 1 if a shown step is
missing, an evening does not open, or is said to have lost something.
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
from contextlib import closing, contextmanager
from pathlib import Path

from appliance.errors import JournalError
from appliance.runtime.journal import Journal
from appliance.table import TableSettings
from bench import machine
from bench.kills import BROKE, CHILD, FINISHED, let_show, lost
from bench.powercuts import Cuts

SHUTDOWN = 0x8004_587D
"""EXT4_IOC_SHUTDOWN, of the kernel's include/uapi/linux/ext4.h."""

NO_FLUSH = 2
"""EXT4_GOING_FLAGS_NOLOGFLUSH: not even what the file system itself has under way is written."""

SIZE = 64 << 20
STEPS = range(5, 200)
"""After so many shown steps the power is cut."""


def system(*words: str) -> None:
    """Run a command of the system's. Raises ArgumentTypeError: it is missing, or failed."""
    program = shutil.which(words[0])
    if program is None:
        raise ArgumentTypeError(f"{words[0]} is missing")
    done = subprocess.run([program, *words[1:]], capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise ArgumentTypeError(f"{' '.join(words)}: {done.stderr.strip()}")


@contextmanager
def mounted(image: Path, folder: Path) -> Iterator[None]:
    """The file system in `image`, at `folder`."""
    system("mount", "-o", "loop", str(image), str(folder))
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
    """What was shown of the game at `path` until the power was cut; and whether it ended before."""
    command = [sys.executable, "-m", "bench.kills", CHILD, str(path), str(seed)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # noqa: S603
    lines = let_show(child, steps, lambda: cut(path.parent))
    shown = [line for line in lines if line not in {FINISHED, BROKE}]
    return shown, FINISHED in lines


def cut_again_and_again(cuts: int, seed: int, folder: Path) -> Cuts:
    """Cut the power so often; gives what came of it. Raises ArgumentTypeError: it can't be done."""
    rng, toll, game, shown = random.Random(seed), Cuts(), 0, list[str]()
    image, there = folder / "image", folder / "there"
    there.mkdir()
    with image.open("wb") as file:
        file.truncate(SIZE)
    system("mkfs.ext4", "-q", "-F", str(image))
    while toll.cuts < cuts:
        path = there / f"game-{game}.journal"
        with mounted(image, there):
            seen, ended = play_and_cut(path, seed + game, rng.choice(STEPS))
        shown += seen
        toll.cuts += 1
        toll.steps_shown += len(seen)
        with mounted(image, there):
            toll.steps_lost += lost(path, shown)
            try:
                with closing(Journal.open(path, TableSettings())) as journal:
                    for _ in journal.resume():
                        pass
                    toll.told += journal.loss is not None
            except JournalError as error:
                print(error)
                toll.unopened += 1
        if ended:
            game, shown = game + 1, []
        machine.progress(toll.cuts, cuts, 1, f"{toll.cuts} of {cuts} cuts, {toll.steps_lost} lost")
    return toll


def report(args: Namespace) -> int:
    """Cut, and print what was lost."""
    with tempfile.TemporaryDirectory() as folder:
        toll = cut_again_and_again(args.cuts, args.seed, Path(folder))
    print(
        f"{toll.cuts} power cuts of an ext4, {toll.steps_shown} steps shown before them: "
        f"{toll.steps_lost} lost, {toll.unopened} evenings unopened, {toll.told} said to have lost "
        "something"
    )
    return 0 if toll.clean else 1


if __name__ == "__main__":
    sys.exit(machine.run(report, {"cuts": 30, "seed": 1}))
