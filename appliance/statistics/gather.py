"""Gathers the statistics from the kept journals: each evening's games, and its key."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from appliance.errors import JournalError
from appliance.runtime.evening import KeptEvening, keep_record, key_of_evening
from appliance.statistics.store import Store
from appliance.statistics.tally import tallied
from bluffing.message import Message


@dataclass(frozen=True, slots=True)
class Gathered:
    """Numbers of counted evenings, and of their finished games."""

    evenings: int
    games: int


def key_of_journal(path: Path) -> tuple[str, int]:
    """Return the key of the evening at `path`, and its number of steps. Raises JournalError."""
    with KeptEvening.open(path) as evening:
        steps, first, _ = evening.span
        return key_of_evening(evening.began, first), steps


def gather(
    store: Store,
    paths: Sequence[Path],
    tell: Callable[[Message], object],
    *,
    new: bool = False,
    progress: Callable[[int, int], object] = lambda _done, _all: None,
) -> Gathered:
    """Count the evenings at `paths` (with `new` only those that are new or have grown).

    An evening of an older format gets its record first, if the file can be written. `tell` receives
    a message about each that can't be counted, and about each that this version can't replay
    exactly; the counts of a broken evening stay. `progress` is called with the numbers of finished
    evenings and of all.

    Raises:
        StatisticsError: the statistics can't be written.
    """
    evenings = games = 0
    for done, path in enumerate(paths):
        progress(done, len(paths))
        try:
            key, steps = key_of_journal(path)
            if new and store.steps_of(key) == steps:
                continue
            keep_record(path)
            with KeptEvening.open(path) as evening:
                record, names = evening.record(story=False), evening.names()
                finished, note = tuple(tallied(record, names, evening.began)), evening.note
        except JournalError as error:
            tell(error.seen)
            continue
        if note is not None:
            tell(note)
        store.put(key, steps, finished)
        evenings, games = evenings + 1, games + len(finished)
    progress(len(paths), len(paths))
    return Gathered(evenings, games)
