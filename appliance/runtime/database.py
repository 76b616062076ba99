"""A journal as SQLite has it: its tables, how it is opened, and what SQLite's errors say of it."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from appliance.errors import JournalError, UnreachableError
from appliance.message import Spoken, message
from appliance.runtime.aside import NEW, part
from appliance.runtime.codec import decode, encode
from appliance.table import TableSettings

APPLICATION_ID = 0x44_4F_55_42  # "DOUB", so that `file` and we know our own
VERSION = 6
"""Of the format. It changes with every change of the table's layout, which digests are made of."""

Row = tuple[int, str, bytes]
"""What is written of a step: `now` (ns), the signal as text, and the digest."""

_SCHEMA = f"""
CREATE TABLE evening (settings TEXT NOT NULL, began INTEGER NOT NULL);
CREATE TABLE signals (
    number INTEGER PRIMARY KEY,
    now INTEGER NOT NULL,
    signal TEXT NOT NULL,
    digest BLOB NOT NULL
);
CREATE TRIGGER signals_stay BEFORE UPDATE ON signals BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER signals_last BEFORE DELETE ON signals BEGIN SELECT RAISE(ABORT, 'append only'); END;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
"""

_INSERT = "INSERT INTO signals (now, signal, digest) VALUES (?, ?, ?)"

_BROKEN = (
    sqlite3.SQLITE_ERROR,  # a table or a column is missing
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_TOOBIG,
)
"""What SQLite says of a file that is wrong itself. All else is wrong with getting at it."""


def create(path: Path, settings: TableSettings, began: int, rows: Iterable[Row] = ()) -> None:
    """Make the journal at `path`, with `rows`; it is there whole or not at all.

    Raises:
        OSError, sqlite3.Error: it can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = part(path, NEW)
    for suffix in ("", "-wal", "-shm", "-journal"):
        part(beside, suffix).unlink(missing_ok=True)
    with closing(sqlite3.connect(beside, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")  # the file says so from now on
        fill(database, settings, began, rows)
    sync(beside)
    beside.replace(path)
    sync(path.parent)


def fill(
    database: sqlite3.Connection, settings: TableSettings, began: int, rows: Iterable[Row] = ()
) -> None:
    """Make the tables of a journal. Raises sqlite3.Error."""
    database.executescript(f"BEGIN; {_SCHEMA}")
    database.execute("INSERT INTO evening VALUES (?, ?)", (encode(settings), began))
    database.executemany(_INSERT, rows)
    database.execute("COMMIT")


def append(database: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Commit `rows`, all or nothing. Raises sqlite3.Error."""
    try:
        database.execute("BEGIN IMMEDIATE")
        database.executemany(_INSERT, rows)
        database.execute("COMMIT")
    except sqlite3.Error:
        with suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk. Raises OSError."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def connected(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """A connection to a file that is there, which stays open unless what is begun with it fails.

    `mode`: "ro" to read, "rw" to write: then every commit is on the disk, and nothing is copied
    from SQLite's log to the main file but when it is asked for.
    """
    # what has no log is nobody's at the moment: it can be read where nothing may be written, too
    still = "&immutable=1" if mode == "ro" and not part(path, "-wal").exists() else ""
    database = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={mode}{still}",
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
    """Bring the main file up to date, and begin the log anew so that the next commit need not.

    A log that begins anew waits for the disk once more than others: better now than in a commit.
    Where somebody reads, that is left for later. Raises sqlite3.Error.
    """
    try:
        database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        database.execute("PRAGMA synchronous = NORMAL")  # a commit of no row need not be there
        try:
            database.execute(f"PRAGMA user_version = {VERSION}")
        finally:
            database.execute("PRAGMA synchronous = FULL")
    except sqlite3.OperationalError as error:
        if _primary(error) not in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise


def version_of(database: sqlite3.Connection, path: Path) -> int:
    """The format of a journal. Raises JournalError: it is none. Raises sqlite3.Error."""
    if database.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
        raise wrong("foreign", path)
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version


def begin_of(database: sqlite3.Connection, path: Path) -> tuple[TableSettings, int]:
    """The settings that an evening began with, and when (seconds since 1970; 0: unknown).

    Raises:
        JournalError: it is no journal of this version, or none that can be played.
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
    if not isinstance(settings, TableSettings) or not isinstance(began, int):
        raise wrong("broken", path, error="evening")
    return settings, began


def rows_of(database: sqlite3.Connection) -> Iterator[tuple[int, int, str, bytes]]:
    """The number of each row, and what is in it, oldest first. Raises sqlite3.Error."""
    return database.execute("SELECT number, now, signal, digest FROM signals ORDER BY 1")


def end_of(database: sqlite3.Connection) -> tuple[int, bytes, str]:
    """How many rows there are, the newest one's digest (nothing: there is none), and what is wrong.

    That is said in SQLite's words, of the whole file; "": nothing. Raises sqlite3.Error where the
    file can't be read for another reason.
    """
    newest = "SELECT digest FROM signals ORDER BY number DESC LIMIT 1"
    try:
        wrong: str = database.execute("PRAGMA quick_check(1)").fetchone()[0]
        count: int = database.execute("SELECT count(*) FROM signals").fetchone()[0]
        last: bytes = (database.execute(newest).fetchone() or (b"",))[0]
    except sqlite3.DatabaseError as error:
        if _primary(error) not in _BROKEN:
            raise
        return 0, b"", str(error)
    return count, last, "" if wrong == "ok" else wrong


def wrong(code: str, path: Path, **values: Spoken) -> JournalError:
    """The error of the catalogue's `journal.CODE`."""
    return JournalError(message(f"journal.{code}", path=str(path), **values))


def unreachable(code: str, path: Path, **values: Spoken) -> UnreachableError:
    """As `wrong`, where nothing is wrong with the file."""
    return UnreachableError(message(f"journal.{code}", path=str(path), **values))


def fault(error: sqlite3.Error | OSError, path: Path, code: str) -> JournalError:
    """What an error says of the journal: that it is broken, or what `code` says and why."""
    if isinstance(error, sqlite3.DatabaseError) and _primary(error) in _BROKEN:
        return wrong("broken", path, error=str(error))
    return unreachable(code, path, error=str(error))


def _primary(error: sqlite3.Error) -> int:
    """SQLite's code without what it adds to it; an error of Python's own module has none."""
    extended: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return extended & 0xFF
