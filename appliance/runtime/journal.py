"""The journal: every signal that changed the table, on disk before anybody sees the change.

One SQLite file an evening, append-only, in WAL mode with synchronous=FULL, which keeps every
commit through a power cut. A table is a pure fold over its signals, so the journal is resume,
replay, history and bug report in one. Each row has a digest of itself, of the table after it
and of the row before: a replay that differs by one bit is noticed at the row where it does.
"""

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from appliance.core.signals import Signal
from appliance.errors import JournalError
from appliance.message import Spoken, message
from appliance.runtime.codec import decode, encode
from appliance.table import Table, TableSettings, step

APPLICATION_ID = 0x44_4F_55_42  # "DOUB", so that `file` and we know our own
VERSION = 3
"""Of the format. It changes with every change of the table's layout, which digests are made of."""

_SCHEMA = f"""
CREATE TABLE evening (settings TEXT NOT NULL);
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


_NOT_BROKEN = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_FULL,
)
"""What SQLite says when nothing is wrong with the file itself, only with getting at it."""


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One row: `signal` was handled at `now` (ns); `text` and `digest` are as written."""

    number: int
    now: int
    signal: Signal
    text: str
    digest: bytes


def digest(table: Table, now: int = 0, text: str = "", before: bytes = b"") -> bytes:
    """Eight bytes that change with any change of the table, the row or the row before."""
    row = f"{before.hex()} {now} {text} {table!r}"
    return hashlib.blake2b(row.encode(), digest_size=8).digest()


class Journal:
    """An open journal. Use `Journal.open`, or `Journal.read` for one that nobody may change."""

    def __init__(self, database: sqlite3.Connection, path: Path, settings: TableSettings) -> None:
        self._database = database
        self.path = path
        self.settings = settings
        last = database.execute("SELECT digest FROM signals ORDER BY number DESC LIMIT 1")
        self._last: bytes = (last.fetchone() or (b"",))[0]

    @classmethod
    def open(cls, path: Path | None, settings: TableSettings) -> "Journal":
        """The journal at `path`, made with `settings` if there is none; None: in memory only.

        Raises:
            JournalError: it can't be written, or it is broken or of another version; then it is
                set aside first.
        """
        if path is not None and path.exists():
            try:
                return cls._opened(path, f"{path.resolve().as_uri()}?mode=rw")
            except JournalError as error:
                if getattr(error.__cause__, "sqlite_errorcode", None) in _NOT_BROKEN:
                    raise
                raise _put_aside(path, error) from error
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            with _connected(":memory:" if path is None else str(path)) as database:
                database.executescript(f"BEGIN; {_SCHEMA}")
                database.execute("INSERT INTO evening VALUES (?)", (encode(settings),))
                database.execute("COMMIT")
                return cls(database, path or Path(":memory:"), settings)
        except (OSError, sqlite3.Error) as error:
            raise _error("cant-write", path, error=str(error)) from error

    @classmethod
    def read(cls, path: Path) -> "Journal":
        """The journal at `path`, read-only.

        Raises:
            JournalError: there is none, or it is broken or of another version. It stays as it is.
        """
        if not path.is_file():
            raise _error("missing", path)
        return cls._opened(path, f"{path.resolve().as_uri()}?mode=ro")

    @classmethod
    def _opened(cls, path: Path, uri: str) -> "Journal":
        try:
            with _connected(uri) as database:
                return cls(database, path, _settings(database, path))
        except (sqlite3.Error, ValueError) as error:
            raise _error("broken", path, error=str(error)) from error

    def append(self, steps: Iterable[tuple[int, Signal, Table]]) -> None:
        """Write what was handled (`now`, signal, the table after it), all or nothing, for good.

        Raises:
            JournalError: the disk is full or gone; nothing of `steps` was written.
        """
        rows, last = [], self._last
        for now, signal, table in steps:
            text = encode(signal)
            last = digest(table, now, text, last)
            rows.append((now, text, last))
        try:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany(
                "INSERT INTO signals (now, signal, digest) VALUES (?, ?, ?)", rows
            )
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            raise _error("cant-write", self.path, error=str(error)) from error
        self._last = last

    def entries(self) -> Iterator[JournalRow]:
        """Every row, oldest first. Raises JournalError: a row is not what was written."""
        rows = self._database.execute("SELECT number, now, signal, digest FROM signals ORDER BY 1")
        try:
            for number, now, text, after in rows:
                yield JournalRow(number, now, decode(text), text, after)
        except (sqlite3.Error, ValueError) as error:
            raise _error("broken", self.path, error=str(error)) from error

    def replay(self) -> Iterator[tuple[JournalRow, Table]]:
        """Play the evening again: each row and the table after it.

        Raises:
            JournalError: a row is broken, or leads to another table than it did.
        """
        table, last = Table(self.settings), b""
        for entry in self.entries():
            try:
                table, _ = step(table, entry.signal, entry.now)
            except (TypeError, ValueError, AttributeError, AssertionError, LookupError) as error:
                raise _error("broken-row", self.path, row=entry.number, error=str(error)) from error
            last = digest(table, entry.now, entry.text, last)
            if last != entry.digest:
                raise _error("does-not-replay", self.path, row=entry.number)
            yield entry, table

    def resume(self) -> Iterator[tuple[JournalRow, Table]]:
        """As `replay`, to go on from there. Raises JournalError: it doesn't, so it is set aside."""
        try:
            yield from self.replay()
        except JournalError as error:
            self.close()
            raise _put_aside(self.path, error) from error

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()


def set_aside(path: Path, word: str) -> Path:
    """Rename a journal and SQLite's files beside it to a free name with `word`; gives it."""
    number = 1
    while (aside := path.with_name(f"{path.name}.{word}-{number}")).exists():
        number += 1
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    return aside


def _put_aside(path: Path, error: JournalError) -> JournalError:
    other = error.seen.code in ("journal.older", "journal.newer")
    aside = set_aside(path, "other-version" if other else "broken")
    return JournalError(message("journal.set-aside", error=error.seen, aside=str(aside)))


def _error(code: str, path: Path | None, **values: Spoken) -> JournalError:
    return JournalError(message(f"journal.{code}", path=str(path), **values))


def _settings(database: sqlite3.Connection, path: Path) -> TableSettings:
    """The settings that an evening began with, if this is a whole journal of this version."""
    ours = database.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if not ours:
        raise _error("foreign", path)
    if version != VERSION:
        code = "older" if version < VERSION else "newer"
        raise _error(code, path, version=version, ours=VERSION)
    fault = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    [(text,)] = database.execute("SELECT settings FROM evening").fetchall()
    settings = decode(text)
    if fault != "ok" or not isinstance(settings, TableSettings):
        raise _error("broken", path, error=fault)
    return settings


@contextmanager
def _connected(uri: str) -> Iterator[sqlite3.Connection]:
    """A connection that stays open, unless what is begun with it fails."""
    database = sqlite3.connect(uri, uri=uri.startswith("file:"), isolation_level=None, timeout=2)
    try:
        if "mode=ro" not in uri:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
        yield database
    except BaseException:
        database.close()
        raise
