"""A journal as SQLite has it: its tables, its connections and its errors."""

import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote

from appliance.errors import JournalError, UnreachableError
from appliance.record.entry import OF_GAMES
from appliance.runtime.aside import NEW, part
from appliance.runtime.codec import decode, encode
from appliance.table import TableSettings
from bluffing.message import Spoken, message
from bluffing.rulesets import RULESETS

APPLICATION_ID = 0x44_4F_55_42  # "DOUB", so that `file` and we know our own
VERSION = 9
"""Number of the format. It changes with the tables below, and with every change of a row's content
(`codec.layout_text`): tests/journals/layout-N.txt pins that to the number.
"""

PAGE_BYTES = 1024
"""Bytes of a page of the database. A commit writes whole pages, and a step has about 70 bytes."""

MOST_BUZZERS = 12

MOST_IN_ONE = 100
"""Rows of one statement; SQLite takes 32,766 values in one."""

Row = tuple[int, str, bytes, bytes]
"""A written step: `now` (ns), the signal as text, the digests of the table and of the row."""

FEW = f"({', '.join(repr(str(kind)) for kind in OF_GAMES)})"
"""The rare kinds of entries, as a list of SQL."""

RECORD = f"""
CREATE TABLE record (
    number INTEGER PRIMARY KEY,
    row INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    game INTEGER NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    line TEXT
);
CREATE INDEX record_games ON record (kind, game) WHERE kind IN {FEW};
CREATE TABLE names (since INTEGER PRIMARY KEY, names TEXT NOT NULL);
"""
"""Tables of the record: its public facts and, apart from them, the players' names."""

_SCHEMA = f"""
CREATE TABLE evening (settings TEXT NOT NULL, began INTEGER NOT NULL);
CREATE TABLE signals (
    number INTEGER PRIMARY KEY,
    now INTEGER NOT NULL,
    signal TEXT NOT NULL,
    stood BLOB NOT NULL,
    digest BLOB NOT NULL
);
{RECORD}
CREATE TABLE states (row INTEGER PRIMARY KEY, entries INTEGER NOT NULL, state BLOB NOT NULL);
CREATE TABLE starts (
    number INTEGER PRIMARY KEY, row INTEGER NOT NULL, now INTEGER NOT NULL,
    boot TEXT NOT NULL, monotonic INTEGER NOT NULL
);
CREATE TRIGGER signals_stay BEFORE UPDATE ON signals BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER signals_last BEFORE DELETE ON signals BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER record_stays BEFORE UPDATE ON record BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER record_lasts BEFORE DELETE ON record BEGIN SELECT RAISE(ABORT, 'append only'); END;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
"""

_MAGIC = b"SQLite format 3\0"

_INSERT = "INSERT INTO signals (now, signal, stood, digest) VALUES (?, ?, ?, ?)"

_BROKEN = (
    sqlite3.SQLITE_ERROR,  # a table or a column is missing
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_CONSTRAINT,  # rows of this program fit the limit of a whole file
)
"""SQLite's codes for a file that is wrong itself. All others concern the way to it."""


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table that was kept after `row`, as text, when the record had `entries` entries."""

    row: int
    entries: int
    text: str


def create(path: Path, settings: TableSettings, began: int, prefix: "Prefix | None" = None) -> None:
    """Create the journal at `path`, with all of `prefix`; completely or not at all.

    Raises:
        OSError, sqlite3.Error: it can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = part(path, NEW)
    for suffix in ("", "-wal", "-shm", "-journal"):
        part(beside, suffix).unlink(missing_ok=True)
    with closing(sqlite3.connect(beside, isolation_level=None)) as database:
        database.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        database.execute("PRAGMA journal_mode = WAL")  # the file keeps this setting
        fill(database, settings, began, prefix)
    sync(beside)
    beside.replace(path)
    sync(path.parent)


def fill(
    database: sqlite3.Connection,
    settings: TableSettings,
    began: int,
    prefix: "Prefix | None" = None,
) -> None:
    """Make the tables of a journal. Raises sqlite3.Error."""
    database.executescript(f"BEGIN; {_SCHEMA}")
    database.execute("INSERT INTO evening VALUES (?, ?)", (encode(settings), began))
    if prefix is not None:
        database.executemany(_INSERT, prefix.rows)
        for table, rows in prefix.tables.items():
            for row in rows:
                places = ", ".join("?" * len(row))
                database.execute(f"INSERT INTO {table} VALUES ({places})", row)  # noqa: S608
    database.execute("COMMIT")


def is_database(file: BinaryIO, path: Path) -> bool:
    """Return True if `file`, opened at `path`, begins as SQLite's do or has SQLite's log beside it.

    The log may hold the first page, which the file lacks or has damaged. Raises OSError.
    """
    return file.read(len(_MAGIC)) == _MAGIC or part(path, "-wal").is_file()


def append(database: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Commit `rows`, all or nothing. Raises sqlite3.Error.

    It is one statement: Python's lock is taken back once, and not by each row, from a thread that
    draws meanwhile.
    """
    if not 0 < len(rows) <= MOST_IN_ONE:
        with transaction(database):
            database.executemany(_INSERT, rows)
        return
    places = ", ".join(["(?, ?, ?, ?)"] * len(rows))
    statement = f"INSERT INTO signals (now, signal, stood, digest) VALUES {places}"  # noqa: S608
    database.execute(statement, [value for row in rows for value in row])


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Run a transaction: all or nothing. Raises sqlite3.Error."""
    try:
        database.execute("BEGIN IMMEDIATE")
        yield
        database.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise


@contextmanager
def unsynced(database: sqlite3.Connection) -> Iterator[None]:
    """Commit without a wait for the disk: the data can be rebuilt from the signals."""
    database.execute("PRAGMA synchronous = NORMAL")
    try:
        yield
    finally:
        database.execute("PRAGMA synchronous = FULL")


def states_of(database: sqlite3.Connection, until: int = 1 << 62) -> Iterator[KeptTable]:
    """Yield the states up to row `until` that can be unpacked, newest first.

    Raises sqlite3.Error.
    """
    newest = "SELECT row, entries, state FROM states WHERE row <= ? ORDER BY row DESC"
    rows = database.execute(newest, (until,))
    for row, entries, packed in rows:
        with suppress(zlib.error, TypeError, ValueError):
            yield KeptTable(row, entries, zlib.decompress(packed).decode("utf-8", "surrogatepass"))


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk. Raises OSError."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def connected(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """Open an existing file; the connection is closed only if its setup fails.

    `mode`: "ro" to read, "rw" to write: then every commit is on the disk, and SQLite's log is
    copied to the main file only on request.
    """
    # without a log the file is closed, and can be read in a folder that is read-only
    still = "&immutable=1" if mode == "ro" and not os.path.lexists(f"{path}-wal") else ""
    database = sqlite3.connect(
        f"file:{quote(os.fsencode(os.path.realpath(path)))}?mode={mode}{still}",
        uri=True,
        isolation_level=None,
        timeout=2,
        check_same_thread=False,
    )
    try:
        if mode == "rw":
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "wal_autocheckpoint = 0"):
                database.execute(f"PRAGMA {pragma}")
        yield database
    except BaseException:
        database.close()
        raise


def checkpoint(database: sqlite3.Connection) -> None:
    """Bring the main file up to date and restart the log.

    A restart of the log waits for the disk once more, which is better now than in the next commit.
    While another connection reads, SQLite leaves it for later. Raises sqlite3.Error.
    """
    try:
        database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        database.execute("PRAGMA synchronous = NORMAL")  # a commit without a row may be lost
        try:
            database.execute(f"PRAGMA user_version = {VERSION}")
        finally:
            database.execute("PRAGMA synchronous = FULL")
    except sqlite3.OperationalError as error:
        if _primary(error) not in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise


def version_of(database: sqlite3.Connection, path: Path) -> int:
    """Return the format of a journal. Raises JournalError for another file, sqlite3.Error."""
    if database.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
        raise wrong("foreign", path)
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version


def begin_of(database: sqlite3.Connection, path: Path) -> tuple[TableSettings, int]:
    """Return the initial settings of an evening, and its start (seconds since 1970; 0: unknown).

    Raises:
        JournalError: it is no journal of this version, or can't be played.
        sqlite3.Error: it can't be read.
    """
    version = version_of(database, path)
    if version != VERSION:
        if version < VERSION:
            raise wrong("older", path, version=version, ours=VERSION)
        raise JournalError.of("journal.newer", path=str(path), version=version, ours=VERSION)
    try:
        [(text, began)] = database.execute("SELECT settings, began FROM evening").fetchall()
        settings = decode(text)
    except ValueError as error:
        raise wrong("broken", path, error=str(error)) from error
    if not isinstance(began, int) or not _fits(settings):
        raise wrong("broken", path, error="evening")
    return settings, began


def _fits(settings: object) -> bool:
    """Return True for settings of a table that there can be."""
    return (
        isinstance(settings, TableSettings)
        and 2 <= settings.buzzers <= MOST_BUZZERS
        and settings.ruleset in RULESETS
        and len(settings.names) >= settings.buzzers
    )


def rows_of(
    database: sqlite3.Connection, after: int = 0, most: int = -1
) -> Iterator[tuple[int, int, str, bytes, bytes]]:
    """Yield the rows behind row `after`, `most` of them, each with its number, oldest first.

    Raises:
        sqlite3.Error: they can't be read.
    """
    columns = "number, now, signal, stood, digest"
    return database.execute(
        f"SELECT {columns} FROM signals WHERE number > ? ORDER BY number LIMIT ?",  # noqa: S608
        (after, most),
    )


def count_rows(database: sqlite3.Connection) -> int:
    """Return the number of readable rows; that reads all of them."""
    with suppress(sqlite3.Error):
        count: int = database.execute("SELECT count(*) FROM signals").fetchone()[0]
        return count
    return 0


def digest_at(database: sqlite3.Connection, number: int) -> bytes:
    """Return the digest of row `number`, or no bytes. Raises sqlite3.Error."""
    wanted = "SELECT digest FROM signals WHERE number = ?"
    row = database.execute(wanted, (number,)).fetchone()
    return row[0] if row is not None and isinstance(row[0], bytes) else b""


def end_of(database: sqlite3.Connection) -> tuple[int, bytes]:
    """Return the number and the digest of the newest row; 0 and no bytes without rows.

    Raises:
        sqlite3.Error: the file can't be read, or is broken.
    """
    newest = "SELECT number, digest FROM signals ORDER BY number DESC LIMIT 1"
    number, last = database.execute(newest).fetchone() or (0, b"")
    return number, last if isinstance(last, bytes) else b""


@dataclass(frozen=True, slots=True)
class Prefix:
    """The first rows of a journal, and its other data about them, in SQLite's form."""

    rows: list[Row]
    tables: dict[str, list[tuple[object, ...]]]


def prefix_of(database: sqlite3.Connection, count: int) -> Prefix:
    """Return the first `count` rows, or all before the first unreadable one.

    The other tables have the data of these rows; unreadable data are rebuilt from the signals.
    """
    rows = list[Row]()
    with suppress(sqlite3.Error):
        for number, now, text, stood, last in rows_of(database):
            if number != len(rows) + 1 or number > count:
                break
            rows.append((now, text, stood, last))
    tables: dict[str, list[tuple[object, ...]]] = {}
    with suppress(sqlite3.Error):
        for table, until in (("states", "row"), ("record", "row"), ("starts", "row")):
            select = f"SELECT * FROM {table} WHERE {until} <= ?"  # noqa: S608 - our own names
            tables[table] = list(database.execute(select, (len(rows),)))
        since = "SELECT * FROM names WHERE since <= ?"
        tables["names"] = list(database.execute(since, (len(tables["record"]),)))
    return Prefix(rows, tables)


def wrong(code: str, path: Path, **values: Spoken) -> JournalError:
    """The error of the catalogue's `journal.CODE`."""
    return JournalError(message(f"journal.{code}", path=str(path), **values))


def unreachable(code: str, path: Path, **values: Spoken) -> UnreachableError:
    """Return the error as `wrong`, for an intact file."""
    return UnreachableError(message(f"journal.{code}", path=str(path), **values))


def fault(error: sqlite3.Error | OSError, path: Path, code: str) -> JournalError:
    """Translate a database error: the journal is broken, or `code` and its cause."""
    if isinstance(error, sqlite3.DatabaseError) and _primary(error) in _BROKEN:
        return wrong("broken", path, error=str(error))
    return unreachable(code, path, error=str(error))


def _primary(error: sqlite3.Error) -> int:
    """Return SQLite's primary error code; the module's own errors have none."""
    extended: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return extended & 0xFF
