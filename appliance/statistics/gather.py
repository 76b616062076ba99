"""From the journals that are kept to the statistics: what each evening comes to, and its key."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from appliance.errors import JournalError
from appliance.runtime.evening import KeptEvening, keep_record
from appliance.statistics.store import Store
from appliance.statistics.tally import tallied
from bluffing.message import Message


@dataclass(frozen=True, slots=True)
class Gathered:
    """Numbers of counted evenings, and of their finished games."""

    evenings: int
    games: int


def key_of_evening(began: int, first: int) -> str:
    """Key of an evening, the same in every copy of its journal, whatever its people are called.

    It `began` so many seconds after 1970 (0: unknown), with a step at `first` (ns of the table's
    own clock).
    """
    return f"{began:x}.{first:x}"


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
    """Count the evenings at `paths` (with `new` those alone that are new or have grown).

    An evening of an older format gets its record first, where the file can be written. `tell` hears
    of each that can't be counted, and of each that this version can't play again exactly; what was
    counted of a broken evening stays. `progress` is called with the number of evenings that are
    done, and of all.

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
