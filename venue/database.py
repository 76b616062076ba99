"""The database of a venue: an SQLite file, or a PostgreSQL where the settings name one.

The statements are plain SQL that both understand, with `?` for values. `MIGRATIONS` made every form
that the database has had; opening it brings an older one up to date.
"""

import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any  # connections of two libraries, and the values of rows

POSTGRESQL = ("postgresql://", "postgres://")
"""Beginnings of an address that is not the path of a file."""

MIGRATIONS = (
    """
    CREATE TABLE events (
        table_name TEXT NOT NULL, evening TEXT NOT NULL, n INTEGER NOT NULL,
        arrived INTEGER NOT NULL, event TEXT NOT NULL,
        PRIMARY KEY (table_name, evening, n)
    ) WITHOUT ROWID;
    CREATE TABLE evenings (
        table_name TEXT NOT NULL, evening TEXT NOT NULL, n INTEGER NOT NULL,
        PRIMARY KEY (table_name, evening)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE evenings ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE evenings ADD COLUMN arrived INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE evenings ADD COLUMN state TEXT NOT NULL DEFAULT '';
    CREATE INDEX evenings_changed ON evenings (changed);
    CREATE INDEX evenings_arrived ON evenings (arrived);
    CREATE TABLE changes (count INTEGER NOT NULL, results INTEGER NOT NULL);
    INSERT INTO changes VALUES (0, 0);
    CREATE TABLE games (
        table_name TEXT NOT NULL, evening TEXT NOT NULL, game INTEGER NOT NULL,
        entry INTEGER NOT NULL, arrived INTEGER NOT NULL, ruleset TEXT NOT NULL,
        places TEXT NOT NULL,
        PRIMARY KEY (table_name, evening, game)
    );
    CREATE INDEX games_arrived ON games (arrived);
    CREATE TABLE catches (
        table_name TEXT NOT NULL, evening TEXT NOT NULL, game INTEGER NOT NULL,
        action INTEGER NOT NULL, entry INTEGER NOT NULL, arrived INTEGER NOT NULL,
        doubter INTEGER NOT NULL, liar INTEGER NOT NULL, slap_us INTEGER NOT NULL,
        PRIMARY KEY (table_name, evening, game, action)
    );
    CREATE INDEX catches_arrived ON catches (arrived);
    CREATE TABLE people (name TEXT PRIMARY KEY, agreed INTEGER NOT NULL);
    CREATE TABLE seatings (
        table_name TEXT NOT NULL, evening TEXT NOT NULL, game INTEGER NOT NULL,
        seat INTEGER NOT NULL, name TEXT NOT NULL REFERENCES people (name),
        PRIMARY KEY (table_name, evening, game, seat)
    );
    CREATE INDEX seatings_name ON seatings (name);
    CREATE TABLE seasons (
        league TEXT NOT NULL, season TEXT NOT NULL, begins INTEGER NOT NULL, ends INTEGER NOT NULL,
        ruleset TEXT NOT NULL,
        PRIMARY KEY (league, season)
    );
    """,
    """
    CREATE TABLE organiser (password TEXT NOT NULL);
    CREATE TABLE sessions (token TEXT PRIMARY KEY, ends INTEGER NOT NULL);
    """,
    """
    ALTER TABLE evenings ADD COLUMN dropped INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX evenings_dropped ON evenings (dropped, arrived);
    """,
)
"""Statements that lead from one form of the database to the next."""

PARTED_FORM = 4
"""First form in which PostgreSQL has a table for the events of each month."""

MIGRATION_LOCK = 20_260_930
"""Number of the lock in PostgreSQL that a program holds while it migrates: ours alone."""

EVENINGS_AT_ONCE = 20
"""Maximum number of evenings whose events an SQLite file drops in one step."""

Row = tuple[Any, ...]  # of whatever a statement asks for


class StorageError(Exception):
    """The database can't be used; the line says why."""


def month_of(arrived: int) -> tuple[str, int, int]:
    """Return the month of a time as digits, with its first second and the one after its last."""
    day = datetime.fromtimestamp(arrived, UTC)
    begins = day.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    ends = (begins + timedelta(days=31)).replace(day=1)
    return f"{begins:%Y%m}", int(begins.timestamp()), int(ends.timestamp())


class Database:
    """A connection to the database at `address`, which several threads may use in turn.

    It brings an older form up to date; with `read_only` it writes nothing after that. A lost
    connection comes back at the next statement that is in no transaction.

    Raises:
        StorageError: there is none, or a newer version made it.
    """

    def __init__(self, address: str | Path, *, read_only: bool = False) -> None:
        self._address, self._read_only = str(address), read_only
        self._remote = self._address.startswith(POSTGRESQL)
        self._errors: tuple[type[Exception], ...] = (sqlite3.Error,)
        self._connection: Any = None  # sqlite3's or psycopg's
        self._lock, self._within, self._months = threading.RLock(), False, set[str]()
        with self._lock:
            self._connect()

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def execute(self, statement: str, values: Sequence[object] = ()) -> list[Row]:
        """Carry out a statement, and return its rows. Raises StorageError."""
        with self._lock, self._named():
            if self._connection is None:
                if self._within:
                    raise StorageError("the connection is lost")
                self._connect()
            cursor = self._connection.execute(self._dialect(statement), tuple(values))
            return [tuple(row) for row in cursor] if cursor.description else []

    def execute_many(self, statement: str, values: Sequence[Sequence[object]]) -> None:
        """Carry out a statement for each of `values`, within a transaction. Raises StorageError.

        A remote database gets them in one go, without a wait for each.
        """
        with self._lock, self._named():
            if self._connection is None:
                raise StorageError("the connection is lost")
            self._connection.cursor().executemany(self._dialect(statement), values)

    @contextmanager
    def transaction(self) -> Iterator[int]:
        """Write all or nothing. Gives the number of this change. Raises StorageError."""
        with self._between("BEGIN" if self._remote else "BEGIN IMMEDIATE"):
            yield self.execute("UPDATE changes SET count = count + 1 RETURNING count")[0][0]

    def keep_month(self, arrived: int) -> None:
        """Give the events of a month their place. Raises StorageError.

        PostgreSQL has a table for each month, and one for all until the month in which it was made.
        """
        month, begins, ends = month_of(arrived)
        if not self._remote or month in self._months:
            return
        with self._between("BEGIN"):
            self.execute(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
            first = min(each[-len(month) :] for each in self._parts() if "_until_" in each)
            if month > first:
                self.execute(
                    f"CREATE TABLE IF NOT EXISTS events_{month} PARTITION OF events"
                    f" FOR VALUES FROM ({begins}) TO ({ends})"
                )
        self._months.add(month)

    def drop_events(self, before: int) -> bool:
        """Drop some events that arrived `before` a time, with their evening or their month.

        Return True if there are more. Raises StorageError.
        """
        if self._remote:
            with self._between("BEGIN"):
                for name in self._parts():
                    if name[-6:] < month_of(before)[0]:
                        self.execute(f"{'TRUNCATE' if '_until_' in name else 'DROP'} TABLE {name}")
                        self._months.discard(name[-6:])
            return False
        asked = "SELECT table_name, evening FROM evenings WHERE dropped = 0 AND arrived < ? LIMIT ?"
        with self.transaction():
            evenings = self.execute(asked, (before, EVENINGS_AT_ONCE))
            for evening in evenings:
                where = "WHERE table_name = ? AND evening = ?"
                self.execute(f"DELETE FROM events {where}", evening)  # noqa: S608 - ours
                self.execute(f"UPDATE evenings SET dropped = 1 {where}", evening)  # noqa: S608
        return len(evenings) == EVENINGS_AT_ONCE

    def _parts(self) -> list[str]:
        """Return PostgreSQL's tables of events."""
        asked = (
            "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'events'::regclass"
        )
        return [name for (name,) in self.execute(asked)]

    def mark_results(self) -> None:
        """Note within a transaction that it changes results, or names at them."""
        self.execute("UPDATE changes SET results = count")

    @contextmanager
    def snapshot(self) -> Iterator[int]:
        """Read one state. Gives the number of its newest results. Raises StorageError."""
        begin = "BEGIN ISOLATION LEVEL REPEATABLE READ" if self._remote else "BEGIN"
        with self._between(begin):
            yield self.execute("SELECT results FROM changes")[0][0]

    @contextmanager
    def _between(self, begin: str) -> Iterator[None]:
        with self._lock:
            self.execute(begin)
            self._within = True
            try:
                yield
                self.execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise
            finally:
                self._within = False

    def _roll_back(self) -> None:
        with suppress(StorageError):
            self.execute("ROLLBACK")

    def _connect(self) -> None:
        try:
            self._open()
            self._migrate()
            if self._read_only:
                only = "SET default_transaction_read_only = on" if self._remote else (
                    "PRAGMA query_only = ON"
                )  # fmt: skip
                self.execute(only)
        except StorageError:
            self.close()
            raise

    def _open(self) -> None:
        if not self._remote:
            with self._named():
                self._connection = sqlite3.connect(
                    self._address, isolation_level=None, check_same_thread=False
                )
            self.execute("PRAGMA journal_mode = WAL")
            self.execute("PRAGMA synchronous = FULL")
            return
        try:
            import psycopg  # noqa: PLC0415 - an SQLite file needs none
        except ImportError as error:
            raise StorageError("PostgreSQL needs psycopg: apt install python3-psycopg") from error
        self._errors = (psycopg.Error,)
        with self._named():
            self._connection = psycopg.connect(self._address, autocommit=True, connect_timeout=5)

    def _migrate(self) -> None:
        form = self._form()
        if form > len(MIGRATIONS):
            known = len(MIGRATIONS)
            raise StorageError(f"the database has form {form}, and this version knows {known}")
        if form == len(MIGRATIONS):
            return
        self.execute("BEGIN" if self._remote else "BEGIN IMMEDIATE")
        try:
            if self._remote:  # its transactions alone let two programs migrate at once
                self.execute(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
                self.execute("CREATE TABLE IF NOT EXISTS form (number INTEGER NOT NULL)")
            for form, script in enumerate(MIGRATIONS[self._form() :], self._form() + 1):
                for statement in filter(str.strip, script.split(";")):
                    self.execute(statement)
                if self._remote and form == PARTED_FORM:
                    self._part_by_months()
            self._set_form(len(MIGRATIONS))
            self.execute("COMMIT")
        except StorageError:
            self._roll_back()
            raise

    def _part_by_months(self) -> None:
        """Move the events into a table of parts, of which the first has all until this month."""
        month, _, ends = month_of(int(time.time()))
        key = "PRIMARY KEY (table_name, evening, n, arrived)"
        values = f"FOR VALUES FROM (MINVALUE) TO ({ends})"
        for statement in (
            "ALTER TABLE events RENAME TO events_whole",
            f"CREATE TABLE events (LIKE events_whole, {key}) PARTITION BY RANGE (arrived)",
            f"CREATE TABLE events_until_{month} PARTITION OF events {values}",
            "INSERT INTO events SELECT * FROM events_whole",
            "DROP TABLE events_whole",
        ):
            self.execute(statement)

    def _form(self) -> int:
        """Return the number of the database's form; 0: it is empty."""
        if not self._remote:
            return int(self.execute("PRAGMA user_version")[0][0])
        if self.execute("SELECT to_regclass('form')")[0][0] is None:
            return 0
        return int(self.execute("SELECT COALESCE(MAX(number), 0) FROM form")[0][0])

    def _set_form(self, form: int) -> None:
        if self._remote:
            self.execute("INSERT INTO form VALUES (?)", (form,))
        else:
            self.execute(f"PRAGMA user_version = {form}")

    def _dialect(self, statement: str) -> str:
        if not self._remote:
            return statement
        known = statement.replace(" INTEGER", " BIGINT").replace(" WITHOUT ROWID", "")
        return known.replace("?", "%s")

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Turn the libraries' errors into ours, as one line."""
        try:
            yield
        except self._errors as error:
            if self._remote and self._connection is not None and self._connection.closed:
                self._connection = None
            line = " ".join(str(error).split()) or type(error).__name__
            raise StorageError(line) from error
