"""Many games or photographs, in processes, with a line of progress."""

import os
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import TextIO, TypeVar

from appliance.errors import ConfigError, reason
from appliance.words import Words
from bluffing.message import message
from lab.sim.change import Score
from lab.sim.games import play_alone
from lab.sim.invitation import SimulatedGame, invite
from lab.sim.labels import Labelled, batches
from lab.sim.photo.evenings import Outcome, show


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


# --- processes, which end with their parent ------------------------------------------------------

T = TypeVar("T")
R = TypeVar("R")


def in_processes(
    work: Callable[[T], R], pieces: Sequence[T], jobs: int
) -> Generator[R, None, None]:
    """Do `work` on each of `pieces` in `jobs` processes, and yield the results in that order."""
    if jobs == 1 or len(pieces) == 1:
        yield from map(work, pieces)
        return
    try:
        # spawn: a forked child would inherit OpenCV's threads in an unknown state
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), _ends_with_its_parent)
    except OSError as error:  # no shared memory
        raise ConfigError.of("sim.no-processes", error=reason(error)) from error
    try:
        with _deaf_to_ctrl_c():
            results = pool.map(work, pieces, chunksize=1)
        yield from results
    except BaseException:
        for child in active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Shield new processes from Ctrl-C, which a terminal sends to all processes of a command.

    A worker would print a traceback. Its parent ends it instead.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ends_with_its_parent() -> None:
    """End this process when its parent has ended, for whatever reason."""

    def wait() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()
