"""Many games or photographs, in processes, with a line of progress."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TextIO

from appliance.words import Words
from bluffing.message import message
from lab.sim.change import Score
from lab.sim.games import play_alone
from lab.sim.invitation import SimulatedGame, invite
from lab.sim.labels import Labelled, batches
from lab.sim.photos import Outcome, show
from lab.sim.processes import in_processes


def play_many(games: list[SimulatedGame], jobs: int, words: Words) -> Score:
    """Play many games in `jobs` processes, with a line of progress."""
    _, journal = invite(games[0])  # a wrong option is one clear line, not a fault of each game
    journal.close()
    total = Score()
    scores = closing(in_processes(play_alone, games, jobs))
    with progress(words, "command.simulate.of-games", len(games)) as tell, scores as each:
        for score in each:
            total.add(score)
            tell(total.games, total)
    return total


def show_photos(photos: list[Labelled], seed: int, jobs: int, words: Words, out: TextIO) -> Score:
    """Compare every photograph with its labels; print the result to `out`."""
    outcome, evenings = Outcome(), list(enumerate(batches(photos), start=seed))
    outcomes = closing(in_processes(show, evenings, jobs))
    with progress(words, "command.simulate.of-photos", len(photos)) as tell, outcomes as each:
        for part in each:
            outcome.add(part)
            tell(len(set(outcome.shown)), outcome)
    left_out = {photo.name: photo.unfit for photo in photos if photo.unfit}
    lines = [
        words("command.simulate.left-out", photo=name, why=why) for name, why in left_out.items()
    ]
    lines += [words("command.simulate.wrong", what=name) for name in outcome.misjudged]
    lines += [words("command.simulate.came-up", shown=len(set(outcome.shown)), n=len(photos))]
    print("\n".join(lines), file=out)
    return outcome


@contextmanager
def progress(words: Words, code: str, total: int) -> Iterator[Callable[[int, Score], None]]:
    """Print the progress on stderr from time to time; at a terminal the line stays in place."""
    terminal = sys.stderr.isatty()
    began = shown = time.monotonic()

    def tell(done: int, score: Score) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - shown < (0.5 if terminal else 10.0):
            return
        shown = now
        line = words(
            "command.simulate.progress",
            far=message(code, done=done, n=total),
            challenges=score.challenges,
            right=score.right,
            asked=score.asked,
            wrong=score.wrong,
            speed=done / (now - began),
        )
        print(line, end="\r" if terminal else "\n", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        if terminal:
            print(file=sys.stderr)
