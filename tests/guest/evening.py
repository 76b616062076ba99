"""Runs in the guest: evening.py DISK SHOWN WORD: opens the evening on a disk again, and plays on.

SHOWN is a file of what earlier boots have shown: lines "SHOWN DIGEST", which this prints of each
table. With the word `play` it does not end by itself. Exits 1 if a shown step is missing, the
evening does not open or is said to have lost something.
"""

import sys
from pathlib import Path

from appliance.runtime.rows import digest
from bench.ext4cuts import judge, mounted
from bench.powercuts import Cuts
from lab.sim.change import Change
from lab.sim.games import play
from lab.sim.invitation import SimulatedGame

SEED = 18


def show(change: Change) -> None:
    """Tell the host what players have been shown."""
    print("SHOWN", digest(change.tables[1]).hex(), flush=True)


def main(disk: Path, file: Path, word: str) -> int:
    """Judge what is left of the evening, and go on with it."""
    shown = [line.split()[1] for line in file.read_text().splitlines()]
    with mounted(disk, Path("/mnt")):
        evening, toll = Path("/mnt/evening.journal"), Cuts()
        if shown:
            judge(evening, shown, toll)
            print(
                f"GUEST the evening was opened; {len(shown)} steps were shown: {toll.steps_lost} "
                f"lost, {toll.unopened} evenings unopened, {toll.reported} with a loss reported"
            )
        if not toll.clean:
            print("FAILED: something was lost")
            return 1
        if word == "play":
            play(SimulatedGame(SEED, journal=evening), (show,))
            print("FAILED: the evening ended before QEMU was killed")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
