"""From the journals that are kept to the statistics: what each evening comes to, and its key."""

from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from appliance.errors import JournalError
from appliance.message import Message
from appliance.runtime.journal import Journal
from appliance.statistics.store import Store
from appliance.statistics.tally import tallied


@dataclass(frozen=True, slots=True)
class Gathered:
    """How many evenings were counted, and how many games they had that are over."""

    evenings: int
    games: int


def key_of_evening(began: int, first: int) -> str:
    """What an evening is known by, in every copy of its journal and whatever its people are called.

    It `began` so many seconds after 1970 (0: unknown), with a step at `first` (ns of the table's
    own clock).
    """
    return f"{began:x}.{first:x}"


def key_of_journal(path: Path) -> tuple[str, int]:
    """The key of the evening at `path`, and how many steps it has. Raises JournalError."""
    with closing(Journal.read(path)) as journal:
        first = next(journal.entries(), None)
        return key_of_evening(journal.began, 0 if first is None else first.now), journal.steps


def gather(
    store: Store, paths: Iterable[Path], tell: Callable[[Message], object], *, new: bool = False
) -> Gathered:
    """Count the evenings at `paths` (with `new` those alone that are new or have grown).

    `tell` hears of each that can't be counted: a broken one, or one of another version; what is
    kept of that evening stays.

    Raises:
        StatisticsError: the statistics can't be written.
    """
    evenings = games = 0
    for path in paths:
        try:
            key, steps = key_of_journal(path)
            if new and store.steps_of(key) == steps:
                continue
            with closing(Journal.read(path)) as journal:
                found = tuple(
                    tallied(((row.now, table) for row, table in journal.replay()), journal.began)
                )
        except JournalError as error:
            tell(error.seen)
            continue
        store.put(key, steps, found)
        evenings, games = evenings + 1, games + len(found)
    return Gathered(evenings, games)
