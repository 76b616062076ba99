"""Reads and replays the rows of a journal; nothing here writes.

A table is a pure fold over the rows. Each has a digest of the table after it, and a digest of
itself and of the row before: a replay that differs by one bit is detected at the row of the
difference. At intervals the journal keeps the table itself (`database.State`); it counts only if
both digests of its row agree.
"""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from appliance.core.signals import Signal
from appliance.errors import JournalError, UnreachableError
from appliance.record.entry import RecordEntry
from appliance.runtime import database as files
from appliance.runtime.bookmark import Reached, read_bookmark
from appliance.runtime.codec import Digester, decode
from appliance.runtime.database import KeptTable, fault, wrong
from appliance.runtime.stored_record import entries_of
from appliance.table import Table, step
from bluffing.message import message

CHECKED_ROWS = 200
"""Rows after which `JournalRows.verify` asks whether it shall stop."""


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One row: `signal` was handled at `now` (ns); `text` and the digests are as written."""

    number: int
    now: int
    signal: Signal
    text: str
    stood: bytes
    digest: bytes


@dataclass(frozen=True, slots=True)
class Standing:
    """The `table` after the newest row, `number`, which was handled at `now` (ns; 0: no row)."""

    table: Table
    number: int = 0
    now: int = 0


def digest(table: Table) -> bytes:
    """Return eight bytes that change with any change of the table."""
    return Digester().digest(table)


def row_digest(now: int, text: str, stood: bytes, before: bytes) -> bytes:
    """Return eight bytes that change with any change of a row, or of the digest `before` it."""
    return Digester().digest((before.hex(), now, text, stood.hex()))


class JournalRows:
    """The rows of an open journal.

    `began` is when (seconds since 1970; 0: unknown), `bookmarked` whether it has a bookmark.
    """

    def __init__(self, database: sqlite3.Connection, path: Path) -> None:
        self._database, self.path = database, path
        self.bookmarked, self._reached = False, Reached(0, b"")
        self._wrong: JournalError | None = None  # with the file, though each row may be good
        try:
            bookmark = read_bookmark(path)  # before any row is read: rows are written first
        except ValueError:
            self._wrong = wrong("broken-bookmark", path)
        else:
            self.bookmarked, self._reached = bookmark is not None, bookmark or self._reached
        self.settings, self.began = files.begin_of(database, path)
        try:
            self._rows, self._last = files.end_of(database)
        except sqlite3.DatabaseError as error:
            self._wrong = broken = fault(error, path, "cant-read")
            if isinstance(broken, UnreachableError):
                raise broken from error
            self._rows, self._last = 0, b""

    @property
    def steps(self) -> int:
        """The number of rows."""
        return self._rows

    def entries(self, after: int = 0) -> Iterator[JournalRow]:
        """Yield the rows after row `after`, oldest first.

        Raises:
            UnreachableError: it can't be read.
            JournalError: a row has changed since it was written.
        """
        number = after
        try:
            rows = files.rows_of(self._database, after)
            for number, (at, now, text, stood, last) in enumerate(rows, after + 1):
                if at != number:
                    raise wrong("broken-row", self.path, row=number, error=f"{at}")
                yield JournalRow(number, now, decode(text), text, stood, last)
        except (ValueError, AttributeError) as error:
            raise wrong("broken-row", self.path, row=number, error=str(error)) from error
        except sqlite3.Error as error:
            raise fault(error, self.path, "cant-read") from error

    def replay(self, after: int = 0) -> Iterator[tuple[JournalRow, Table]]:
        """Play the evening again: each row and the table after it.

        With `after` it begins with the newest table that was kept by that row.

        Raises:
            UnreachableError: it can't be read.
            JournalError: a row is broken, or leads to another table than it did; or all rows are
                good, but some are missing at the end.
        """
        start = self.state_before(after) if after else Standing(Table(self.settings))
        yield from self.fold(start, self.last_at(start.number))
        self.compare_bookmark()

    def verify(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Compare each row with its digest, without playing it; `stop` ends that early.

        Raises:
            UnreachableError: it can't be read.
            JournalError: a row has changed since it was written.
        """
        last, number = b"", 0
        try:
            for number, (at, now, text, stood, own_digest) in enumerate(
                files.rows_of(self._database), 1
            ):
                last = row_digest(now, text, stood, last)
                if at != number or last != own_digest:
                    raise wrong("broken-row", self.path, row=number, error="digest")
                if number % CHECKED_ROWS == 0 and stop():
                    return
        except (ValueError, AttributeError, TypeError) as error:
            raise wrong("broken-row", self.path, row=number + 1, error=str(error)) from error
        except sqlite3.Error as error:
            raise fault(error, self.path, "cant-read") from error

    def state_before(self, number: int) -> Standing:
        """Return the newest kept table after row `number` or an earlier one.

        Raises JournalError as `replay`.
        """
        try:
            for state in files.states_of(self._database, number):
                if (restored := self.restored(state)) is not None:
                    return restored[0]
        except sqlite3.Error as error:
            raise fault(error, self.path, "cant-read") from error
        return Standing(Table(self.settings))

    def standing(self, start: Standing, number: int) -> Standing:
        """Return the table after row `number`, made of that at `start`. Raises as `replay`."""
        if number == start.number:
            return start
        for row, table in self.fold(start, self.last_at(start.number)):
            if row.number == number:
                return Standing(table, number, row.now)
        raise wrong("end-is-missing", self.path, n=number - self._rows)

    def moment_of(self, number: int) -> int:
        """Return when row `number` was handled (ns). Raises as `replay`."""
        try:
            [(_, now, *_)] = files.rows_of(self._database, number - 1, 1)
        except ValueError as error:
            raise wrong("broken-row", self.path, row=number, error="-") from error
        except sqlite3.Error as error:
            raise fault(error, self.path, "cant-read") from error
        return now

    def restored(self, state: KeptTable) -> tuple[Standing, bytes] | None:
        """Return the table of a state, and the digest of its row; None: it is another's."""
        rows = list(files.rows_of(self._database, state.row - 1, 1))
        if [row[0] for row in rows] != [state.row]:
            return None
        [(number, now, text, stood, own_digest)] = rows
        try:
            table = decode(state.text)
            before = files.digest_at(self._database, number - 1)
            same = Digester().digest(table) == stood
            whole = same and row_digest(now, text, stood, before) == own_digest
        except (ValueError, AttributeError, TypeError):
            return None
        if not whole or not isinstance(table, Table):
            return None
        return Standing(table, number, now), own_digest

    def fold(self, start: Standing, last: bytes) -> Iterator[tuple[JournalRow, Table]]:
        """Yield the rows after `start`, whose row has the digest `last`, and their tables."""
        table, number, digester = start.table, start.number, Digester()
        try:
            for row in self.entries(number):
                table, last = self._after(table, row, last, digester)
                number = row.number
                yield row, table
        except UnreachableError:
            raise
        except JournalError as error:
            missing = max(files.count_rows(self._database), self._reached.rows) - number
            why = message("journal.from-there-on", error=error.seen, n=missing)
            raise JournalError(why) from error

    def _after(
        self, table: Table, row: JournalRow, before: bytes, digester: Digester
    ) -> tuple[Table, bytes]:
        """Return the table after `row`, and the row's digest.

        Raises JournalError: it is another one.
        """
        try:
            table, _ = step(table, row.signal, row.now)
            stood = digester.digest(table)
            last = row_digest(row.now, row.text, stood, before)
        except Exception as error:  # whatever a row that is not ours makes of a table
            raise wrong("broken-row", self.path, row=row.number, error=repr(error)) from error
        if last != row.digest or stood != row.stood:
            raise wrong("does-not-replay", self.path, row=row.number)
        return table, last

    def compare_bookmark(self) -> None:
        """Raise JournalError if rows in the bookmark are missing, or differ."""
        reached = self._reached
        if self._rows < reached.rows:
            raise wrong("end-is-missing", self.path, n=reached.rows - self._rows)
        if reached.rows and files.digest_at(self._database, reached.rows) != reached.digest:
            raise wrong("another-evening", self.path, row=reached.rows)
        if self._wrong is not None:
            raise self._wrong

    def last_at(self, number: int) -> bytes:
        """Return the digest of row `number`; nothing for row 0. Raises sqlite3.Error."""
        return files.digest_at(self._database, number) if number else b""

    def of_games(self, kind: str) -> list[RecordEntry]:
        """Return the record's entries of one kind: DEALT, ENDED or QUESTION.

        Raises JournalError: they can't be read.
        """
        try:
            return [entry for _, entry in entries_of(self._database, kind=kind)]
        except (ValueError, TypeError) as error:
            raise wrong("broken-record", self.path, error=str(error)) from error
        except sqlite3.Error as error:
            raise fault(error, self.path, "cant-read") from error
