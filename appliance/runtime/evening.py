"""A played evening of any version: its length, its games, its record.

Since format 7 a journal contains the record itself, and reading it needs none of the rules. The
record of an older evening is made by playing its signals with the rules of this version, as far as
these understand them, at a table whose presses have their former meaning (`Conventions.hasty`).
`KeptEvening.exact` is False then, since nothing proves the same games. `keep_record` writes it into
the file, so that later versions need not understand the signals.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from stat import S_ISREG

from appliance.core.signals import SECOND
from appliance.record.entry import EntryKind, RecordEntry, SeatNames
from appliance.record.recorder import Recorder
from appliance.runtime import database as files
from appliance.runtime.codec import decode
from appliance.runtime.database import fault, wrong
from appliance.runtime.stored_record import add_tables, ends_of, entries_of, has_record, names_of
from appliance.table import Conventions, Table, TableSettings, step
from bluffing.message import Message, message


@dataclass(frozen=True, slots=True)
class RawRow:
    """A signal of `kind`, handled at `now` (ns); `fields` are its own, or the plain text."""

    number: int
    now: int
    kind: str
    fields: object


@dataclass(slots=True)
class _Made:
    """A record that was made by playing; `wrong` is the reason if it ended early."""

    entries: list[tuple[int, RecordEntry]] = field(default_factory=list)
    names: list[SeatNames] = field(default_factory=list)
    wrong: Message | None = None


def key_of_evening(began: int, first: int) -> str:
    """Return the key of an evening, the same in every copy of its journal, whatever its names.

    It began `began` seconds after 1970 (0: unknown), with a step at `first` (ns of the table's own
    clock).
    """
    return f"{began:x}.{first:x}"


class KeptEvening:
    """An open evening. Use `KeptEvening.open`."""

    def __init__(self, database: sqlite3.Connection, path: Path) -> None:
        self._database, self.path = database, path
        self.version = files.version_of(database, path)
        self.recorded = self.exact or has_record(database)

    @classmethod
    @contextmanager
    def open(cls, path: Path) -> Iterator["KeptEvening"]:
        """Open the evening at `path` to read it, and close it in the end.

        Raises:
            UnreachableError: it can't be read.
            JournalError: the file is missing, foreign or broken.
        """
        try:
            status = path.stat()
        except (OSError, ValueError):
            raise wrong("missing", path) from None
        if not S_ISREG(status.st_mode):
            raise wrong("missing", path)
        if status.st_size == 0:
            raise wrong("empty", path)
        try:
            with files.connected(path, "ro") as database, closing(database):
                yield cls(database, path)
        except sqlite3.Error as error:
            raise fault(error, path, "cant-read") from error
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            # an entry lacks a field that its kind has, or the field has another type
            raise wrong("broken-record", path, error=repr(error)) from error

    @property
    def exact(self) -> bool:
        """True if this version can replay the evening, bit for bit."""
        return self.version == files.VERSION

    @cached_property
    def began(self) -> int:
        """Seconds since 1970 at which the evening began, by the machine's clock; 0: unknown."""
        try:
            [(began,)] = self._database.execute("SELECT began FROM evening")
        except (sqlite3.OperationalError, ValueError):  # the first formats lack this column
            return 0
        return began if isinstance(began, int) else 0

    @property
    def settings_names(self) -> tuple[str, ...]:
        """The names in the settings at the start of the evening; () if they can't be read."""
        try:
            [(text,)] = self._database.execute("SELECT settings FROM evening")
            settings = decode(text)
        except (sqlite3.Error, ValueError):
            return ()
        return settings.names if isinstance(settings, TableSettings) else ()

    @cached_property
    def span(self) -> tuple[int, int, int]:
        """The number of steps, and the moments of the first and the last (ns)."""
        first = "SELECT now FROM signals ORDER BY number LIMIT 1"
        last = f"SELECT number, ({first}), now FROM signals ORDER BY number DESC LIMIT 1"  # noqa: S608
        return self._database.execute(last).fetchone() or (0, 0, 0)

    @property
    def steps(self) -> int:
        """The number of steps."""
        return self.span[0]

    @property
    def played_s(self) -> float:
        """Duration of the evening, in seconds."""
        _, first, last = self.span
        return (last - first) / SECOND

    def record(self, *, story: bool = True) -> Iterator[tuple[int, RecordEntry]]:
        """Yield what everybody may know, numbered from 1, oldest first; `story` as `entries_of`.

        Raises:
            JournalError: an entry is broken.
        """
        if not self.recorded:
            yield from self._made.entries
            return
        try:
            yield from entries_of(self._database, story=story)
        except (ValueError, TypeError) as error:
            raise wrong("broken-record", self.path, error=str(error)) from error

    def ends(self, last: int) -> tuple[int, list[tuple[int, RecordEntry]]]:
        """Return the number of games that are over, and the ends of the `last` of them.

        Raises JournalError as `record`.
        """
        if self.recorded:
            try:
                return ends_of(self._database, last)
            except (ValueError, TypeError) as error:
                raise wrong("broken-record", self.path, error=str(error)) from error
        ends = [pair for pair in self._made.entries if pair[1].kind == EntryKind.ENDED]
        games = sorted({entry.game for _, entry in ends})
        last_games = games[-last:]
        return len(games), [pair for pair in ends if pair[1].game in last_games]

    def names(self) -> list[SeatNames]:
        """Return the names of the seats, oldest first. Raises JournalError as `record`."""
        if not self.recorded:
            return self._made.names
        try:
            return list(names_of(self._database))
        except (ValueError, TypeError) as error:
            raise wrong("broken-record", self.path, error=str(error)) from error

    @property
    def note(self) -> Message | None:
        """Return a note if the evening can't be replayed bit for bit, or None."""
        if self.exact:
            return None
        if not self.recorded and self._made.wrong is not None:
            return self._made.wrong
        return message("journal.other-format", path=str(self.path), version=self.version)

    def rows(self) -> Iterator[RawRow]:
        """Yield every row without decoding it, oldest first, until the first damage.

        Raises:
            JournalError: it can't be read any further.
        """
        try:
            columns = "SELECT number, now, signal FROM signals ORDER BY number"
            for number, now, text in self._database.execute(columns):
                yield RawRow(number, now, *_parse(text))
        except sqlite3.Error as error:
            raise fault(error, self.path, "cant-read") from error

    @cached_property
    def _made(self) -> _Made:
        """Make the record of an evening without one, by playing its signals."""
        record = _Made()
        try:
            [(text,)] = self._database.execute("SELECT settings FROM evening")
            table = Table(
                replace(decode(text), conventions=Conventions(edition=1, hasty=True, trusting=True))
            )
            recorder = Recorder(table)
            columns = "SELECT number, now, signal FROM signals ORDER BY number"
            for row, now, signal in self._database.execute(columns):
                record.wrong = message("journal.told-until", path=str(self.path), steps=row - 1)
                table, _ = step(table, decode(signal), now)
                count = recorder.count
                added = recorder.observe(row, now, table)
                record.entries += enumerate(added.entries, count + 1)
                record.names += added.names
        except Exception as error:  # noqa: BLE001 - whatever another version's signals come to
            record.wrong = record.wrong or wrong("broken", self.path, error=repr(error)).seen
        else:
            record.wrong = None
        return record


def keep_record(path: Path) -> bool:
    """Write the record of an older evening into its file; False if it has one, or on failure.

    The rest of the file stays unchanged, and the version that wrote it reads it as before.

    Raises:
        JournalError: it can't be read.
    """
    with KeptEvening.open(path) as evening:
        if evening.recorded or evening.exact:
            return False
        entries, names = list(evening.record()), evening.names()
    try:
        with files.connected(path, "rw") as database, closing(database):
            add_tables(database, entries, names)
    except (OSError, sqlite3.Error):
        return False
    return True


def _parse(text: object) -> tuple[str, object]:
    try:
        [(kind, fields)] = json.loads(str(text)).items()
    except (ValueError, AttributeError, RecursionError):
        return "?", str(text)
    return kind, fields
