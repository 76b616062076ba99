"""Does work in several processes, which end with their parent."""

import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import TypeVar

from appliance.errors import ConfigError, reason

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
