"""`make image-test`: the image of `make image` in an emulated machine with UEFI. One line a check.

    trials.py DEBIAN FOLDER VERSION LATER [CHECK...]

DEBIAN is a Debian with QEMU. FOLDER has `card`, the image of VERSION, and for the
check `update` also `stick`, which brings LATER, a version whose table does not come up
(tests/image/run.sh). A CHECK is first, emergency, cuts or update; all by themselves. Exit 1
where something fails.
"""

import argparse
import os
import random
import shutil
import sys
import time
from contextlib import AbstractContextManager
from pathlib import Path

from machine import Machine, running

CUTS = int(os.environ.get("CUTS", "10"))
SEED = int(os.environ.get("SEED", "55"))
PICTURES = os.environ.get("PICTURES")
"""The folder that keeps what the screen shows."""

LIMIT_S = float(os.environ.get("LIMIT", "900"))
"""Processor time in which the machine has to start, or to play a little."""

KEYS = ("1", "2", "3")
"""Keys of three players: without other buzzers the table takes those of a keyboard."""

WRITABLE = ["/boot", "/var"]
"""The folders that a program may write to: systemd mounts the one of updates if it is asked for."""

STICK = (
    "-device", "qemu-xhci", "-device", "usb-storage,drive=stick",
    "-drive", "if=none,id=stick,file=/made/stick,format=raw,read-only=on",
)  # fmt: skip

EMERGENCY = (
    "-no-reboot", "-smbios",
    "type=11,value=io.systemd.stub.kernel-cmdline-extra=systemd.unit=emergency.target",
)  # fmt: skip
"""A start that goes where systemd goes without a disk. QEMU ends instead of starting again."""


class Trial:
    """The image on a card of its own, and the count of checks that have failed."""

    def __init__(self, debian: Path, folder: Path, version: str, later: str) -> None:
        self.debian, self.folder = debian, folder
        self.version, self.later = version, later
        self.failed = 0

    def check(self, line: str, *, holds: bool = True) -> None:
        """Print a check's line."""
        self.failed += not holds
        print("ok  " if holds else "FAIL", line, flush=True)

    def machine(self, *more: str) -> AbstractContextManager[Machine]:
        """Start the card."""
        return running(self.debian, self.folder, "card,format=raw", *more)

    def first(self) -> None:
        """Start a new card, look at the system, and start it a second time."""
        with self.machine() as machine:
            up = machine.wait("up", LIMIT_S)
            state = machine.wait("state", LIMIT_S)
            ready_us, began_us = map(int, machine.last("ready").split())
            took = f"{(ready_us - began_us) / 1e6:.1f} s after its service began"
            self.check(f"first start: the table is up after {up} s, {took}")
            root, writable = machine.last("root"), machine.said("writable")
            self.check(f"read-only: {root}", holds="erofs ro" in root and writable == WRITABLE)
            self.check("no user has a password", holds=machine.last("passwords") == "0")
            self.check("there is no network", holds=machine.last("network") == "lo")
            for word, line in (("gettys", "no login runs"), ("failed", "no unit has failed")):
                self.check(f"{line} {machine.last(word)}", holds=not machine.last(word))
            self.check(f"state, size and room of the data in KiB: {state}")
            time.sleep(20)
            self.keep(machine, "lobby")
        with self.machine() as machine:
            self.check(f"second start: the table is up after {machine.wait('up', LIMIT_S)} s")

    def keep(self, machine: Machine, name: str) -> None:
        """Keep the screen."""
        if PICTURES:
            shutil.copy(machine.picture(name), PICTURES)

    def cuts(self) -> None:
        """Cut the power in the middle of play, and see that the evening goes on."""
        rng = random.Random(SEED)
        before = 0
        for cut in range(CUTS + 1):
            with self.machine() as machine:
                machine.wait("up", LIMIT_S)
                if cut:
                    row = int(machine.wait("row", LIMIT_S))
                    line = f"cut {cut}: {before} rows, {row} after the next start"
                    self.check(line, holds=row >= before)
                    time.sleep(20)
                    self.keep(machine, f"cut-{cut}")
                if cut < CUTS:
                    before = self.play(machine, rng)
                    self.keep(machine, f"play-{cut + 1}")

    def play(self, machine: Machine, rng: random.Random) -> int:
        """Press keys until a game is on and has some rows more; return how many rows there are.

        A table without a game begins a new evening at its next start.
        """
        ends = machine.computed_s() + LIMIT_S
        rows = rows_of(machine)
        goal = rows + rng.randint(4, 24)
        while rows < goal or not machine.said("game"):
            machine.go_on(f"{rows} rows of {goal}, {len(machine.said('game'))} in a game", ends)
            machine.press(rng.choice(KEYS), rng.choice((80, 80, 1200)))
            time.sleep(rng.uniform(0.3, 1.5))
            rows = rows_of(machine)
        return rows

    def emergency(self) -> None:
        """Have a start fail, and see that the machine starts again: nobody can log in."""
        with self.machine(*EMERGENCY) as machine:
            holds = machine.ends(LIMIT_S)
            self.check("a start that fails: the machine starts again by itself", holds=holds)

    def update(self) -> None:
        """Bring a version without a table, and see that the one before comes back by itself."""
        with self.machine(*STICK) as machine:
            result = machine.wait("update", 2 * LIMIT_S)
            self.check(f"update: {result}", holds=result == "success")
            before = self.play(machine, random.Random(SEED))
        with self.machine() as machine:
            machine.wait("up", 4 * LIMIT_S)
            started = machine.said("started")
            line = f"broken update: {', '.join(started)} started, the last is up"
            self.check(line, holds=started == [self.later] * 3 + [self.version])
            row = int(machine.wait("row", LIMIT_S))
            self.check(f"the evening had {before} rows, and has {row}", holds=row >= before)
            time.sleep(20)
            self.keep(machine, "fallen-back")


def rows_of(machine: Machine) -> int:
    """Return how many rows the evening has, as the probe said last."""
    return max(map(int, machine.said("row")), default=0)


def main() -> None:
    """Run the checks that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("debian", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("version")
    parser.add_argument("later")
    parser.add_argument("checks", nargs="*", default=["first", "emergency", "cuts", "update"])
    given = parser.parse_args()
    trial = Trial(given.debian, given.folder, given.version, given.later)
    for check in given.checks:
        checks = {
            "first": trial.first,
            "emergency": trial.emergency,
            "cuts": trial.cuts,
            "update": trial.update,
        }
        checks[check]()
    sys.exit(trial.failed > 0)


if __name__ == "__main__":
    main()
