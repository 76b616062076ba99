"""`python -m bench.seek FILE`: the time of a seek in an evening that is played again.

FILE is a journal, the longer the better. A seek is the work of `doubtit replay --window` after a
touch on the timeline: it makes the table of that moment from the nearest kept one, and takes its
View. The places are drawn by a fixed seed; after each the player is elsewhere, so nothing is left
of the seek before. Printed are CPU times, and how long the evening and its reading took. Exits 1
where the slowest seek takes more than was promised.
"""

import random
import sys
import time
from argparse import Namespace
from contextlib import closing
from pathlib import Path

from appliance.core.signals import SECOND
from appliance.display.view_of import view_of
from appliance.runtime.journal import Journal
from appliance.service.playback import Playback, Recording
from appliance.words import words_of
from bench import machine

WITHIN_MS = 300.0
"""A seek over three hours takes no longer."""

MINUTE = 60 * SECOND


def seeks(recording: Recording, count: int) -> list[float]:
    """Time seeks to random moments: milliseconds of CPU each."""
    chance, player, words = random.Random(1), Playback(recording, 0), words_of("en")
    times = []
    for _ in range(count):
        player.seek_part(chance.random())
        began = time.process_time()
        view_of(player.table, player.now, words)
        times.append(1000 * (time.process_time() - began))
    return times


def report(args: Namespace) -> int:
    """Read the evening, seek in it, and say how long both took."""
    began = time.process_time()
    with closing(Journal.read(args.evening)) as journal:
        recording = Recording(journal)
        took = time.process_time() - began
        length = (recording.ended - recording.began) / MINUTE
        print(f"{length:.0f} minutes, {recording.steps} steps, {len(recording.doubts)} doubts")
        print(f"opened in {took:.1f} s of CPU")
        times = seeks(recording, args.seeks)
    print(f"ms of CPU a seek: {machine.quantiles(times)}, {max(times):.1f} at most")
    return int(max(times) > WITHIN_MS)


def main() -> int:
    """Measure and print."""
    evening = machine.option("evening", type=Path, metavar="FILE", help="a journal")
    return machine.run(report, {"seeks": 200}, evening)


if __name__ == "__main__":
    sys.exit(main())
