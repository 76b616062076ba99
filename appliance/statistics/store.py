"""The file of all counts: SQLite, beside the journal and independent of it.

Each game is stored once, by its evening and its number in the evening. The table plays without this
file, and it can be rebuilt from the journals that are left. It has no log of its own (no WAL), and
removed data are overwritten: an erased name leaves no trace.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path

from appliance.errors import StatisticsError, reason
from appliance.statistics.tally import TalliedGame, Tally
from appliance.text import key, letters, neat
from appliance.whole_file import is_file, refuse_irregular, target_of

STATISTICS = "statistics.sqlite"
"""The file's name; it lies beside the journal."""

STATISTICS_ID = 0x44_4F_55_53  # "DOUS"
FORMAT_OF_STATISTICS = 1

LETTERS_AT_MOST, LARGEST_COUNT = 60, 10**12
"""Letters of a name and size of a number, at most, that a file from elsewhere may bring along."""

ROWS_AT_MOST, ROW_BYTES = 10**6, 100_000
"""Maximum number of rows in a file, and of bytes in a row. 1,000 long evenings have 240,000."""

LATEST = 253_402_300_799
"""The last second that a date can have: 31 December 9999."""

_BESIDE = ("-journal", "-wal", "-shm")
"""Suffixes of files that SQLite opens beside a database; it would wait for a pipe."""

WAITS_FOR = 10.0
"""Seconds to wait for another process that writes the file."""

_COUNTS = tuple(field.name for field in fields(Tally))

_TABLES = f"""
CREATE TABLE evenings (evening TEXT PRIMARY KEY, steps INTEGER NOT NULL);
CREATE TABLE games (
    evening TEXT NOT NULL, number INTEGER NOT NULL, began INTEGER NOT NULL, ruleset TEXT NOT NULL,
    PRIMARY KEY (evening, number)
);
CREATE TABLE tallies (
    evening TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL,
    {", ".join(f"{count} INTEGER" for count in _COUNTS)},
    PRIMARY KEY (evening, number, seat)
);
PRAGMA application_id = {STATISTICS_ID};
PRAGMA user_version = {FORMAT_OF_STATISTICS};
"""

_SCHEMA = {" ".join(statement.split()) for statement in _TABLES.split(";") if "CREATE" in statement}
"""The schema of a file that was made here. A view or a trigger could run for ever."""

_ROWS = f"""
SELECT evening, number, began, ruleset, seat, name, {", ".join(_COUNTS)}
FROM games JOIN tallies USING (evening, number)
"""  # noqa: S608 - the names of our own columns
_ORDER = f"ORDER BY began, evening, number, seat LIMIT {ROWS_AT_MOST + 1}"


@dataclass(frozen=True, slots=True)
class Counted:
    """Counts of the player `name` at `seat` in one game, the one of that `number` of an `evening`.

    `began` is the time of its deal, in seconds since 1970 (0: unknown).
    """

    evening: str
    number: int
    began: int
    ruleset: str
    seat: int
    name: str
    tally: Tally


class Store:
    """The open file. Use `Store.open`."""

    def __init__(self, database: sqlite3.Connection, path: Path) -> None:
        self._database, self.path = database, path

    @classmethod
    @contextmanager
    def open(cls, path: Path, *, write: bool = False) -> Iterator["Store"]:
        """Open the file at `path` for a while; to `write`, create a missing one.

        Raises:
            StatisticsError: it can't be read or written, is missing, or is of another kind or
                version.
        """
        with _reporting(path):
            if write:
                path.parent.mkdir(parents=True, exist_ok=True)
                target = target_of(path).resolve()
            elif is_file(path):
                target = path.resolve()
            else:
                raise StatisticsError.of("statistics.missing", path=str(path))
            for suffix in _BESIDE:
                refuse_irregular(target.with_name(target.name + suffix))
            uri = f"{target.as_uri()}?mode={'rwc' if write else 'ro'}"
            connected = sqlite3.connect(uri, uri=True, timeout=WAITS_FOR, isolation_level=None)
            with closing(connected) as database:
                database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, ROW_BYTES)
                store = cls(database, path)
                if write:
                    database.execute("PRAGMA secure_delete = ON")
                    store._make()
                store._check()
                yield store

    def _make(self) -> None:
        """Create the tables in an empty file."""
        with self._all_or_nothing():
            [(tables,)] = self._database.execute("SELECT count(*) FROM sqlite_schema")
            for statement in () if tables else _TABLES.split(";"):
                self._database.execute(statement)

    def _check(self) -> None:
        [(kind,)] = self._database.execute("PRAGMA application_id")
        [(version,)] = self._database.execute("PRAGMA user_version")
        if kind != STATISTICS_ID:
            raise self._foreign()
        if version != FORMAT_OF_STATISTICS:
            raise StatisticsError.of("statistics.newer", path=str(self.path))
        statements = self._database.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
        if {" ".join(str(sql).split()) for (sql,) in statements} != _SCHEMA:
            raise self._foreign()

    def _foreign(self) -> StatisticsError:
        return StatisticsError.of("statistics.foreign", path=str(self.path))

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        with _reporting(self.path):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    def steps_of(self, evening: str) -> int:
        """Return the number of the evening's steps at its last count; 0 if it was never counted."""
        with _reporting(self.path):
            row = self._database.execute(
                "SELECT steps FROM evenings WHERE evening = ?", (evening,)
            ).fetchone()
        steps = 0 if row is None else row[0]
        if not isinstance(steps, int):
            raise self._foreign()
        return steps

    def put(self, evening: str, steps: int, games: Iterable[TalliedGame]) -> None:
        """Replace the games of an evening with that many `steps`. Raises StatisticsError."""
        with self._all_or_nothing():
            for table in ("evenings", "games", "tallies"):
                self._database.execute(
                    f"DELETE FROM {table} WHERE evening = ?",  # noqa: S608 - our own names
                    (evening,),
                )
            self._database.execute("INSERT INTO evenings VALUES (?, ?)", (evening, steps))
            for game in games:
                began = game.began if 0 <= game.began <= LATEST else 0
                for seat, (name, tally) in enumerate(zip(game.names, game.tallies, strict=True)):
                    self._insert(
                        Counted(evening, game.number, began, game.ruleset, seat, name, tally)
                    )

    def _insert(self, one: Counted) -> None:
        game = (one.evening, one.number)
        self._database.execute(
            "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?)", (*game, one.began, one.ruleset)
        )
        places = ", ".join("?" * (4 + len(_COUNTS)))
        self._database.execute(
            f"INSERT INTO tallies VALUES ({places})",  # noqa: S608 - only question marks
            (*game, one.seat, neat(one.name), *astuple(one.tally)),
        )

    def rows(self, evening: str | None = None) -> list[Counted]:
        """Return all rows, or those of one `evening`, by time and seat.

        Raises:
            StatisticsError: the file can't be read, or has impossible counts.
        """
        with _reporting(self.path):
            of_one = ("WHERE evening = ?", (evening,)) if evening is not None else ("", ())
            selected = self._database.execute(f"{_ROWS} {of_one[0]} {_ORDER}", of_one[1])
            rows = [_row(*row) for row in selected]
        if len(rows) > ROWS_AT_MOST or not all(map(_is_possible, rows)):
            raise self._foreign()
        return rows

    def merge(self, other: "Store") -> int:
        """Add the games of `other` that are missing here; return their number.

        Raises:
            StatisticsError: `other` has impossible counts; nothing was added.
        """
        new = other.rows()
        if not all(map(_is_plain, new)):
            raise other._foreign()  # noqa: SLF001 - of this class
        known = {(row.evening, row.number) for row in self.rows()}
        added = {(row.evening, row.number) for row in new} - known
        with self._all_or_nothing():
            for row in new:
                if (row.evening, row.number) in added:
                    self._insert(row)
        return len(added)

    def rename(self, name: str, called: Callable[[int], str]) -> int:
        """Replace `name`, in any spelling, by the name that `called` returns for the seat.

        The file has no trace of the old name after that. Returns the number of its games.

        Raises:
            StatisticsError: the file can't be written.
        """
        renamed = [row for row in self.rows() if key(row.name) == key(name)]
        with self._all_or_nothing():
            for row in renamed:
                self._database.execute(
                    "UPDATE tallies SET name = ? WHERE evening = ? AND number = ? AND seat = ?",
                    (called(row.seat), row.evening, row.number, row.seat),
                )
        with _reporting(self.path):
            self._database.execute("VACUUM")
        return len({(row.evening, row.number) for row in renamed})


def _row(  # noqa: PLR0917 - a row's columns
    evening: str, number: int, began: int, ruleset: str, seat: int, name: str, *counts: int
) -> Counted:
    return Counted(evening, number, began, ruleset, seat, name, Tally(*counts))


def _is_possible(one: Counted) -> bool:
    """Return whether each value of a row is of its type and in range, whatever SQLite has."""
    tally = one.tally if one.tally.slap_us is not None else replace(one.tally, slap_us=0)
    numbers: tuple[object, ...] = (one.number, one.began, one.seat, *astuple(tally))
    texts: tuple[object, ...] = (one.evening, one.ruleset, one.name)
    return (
        all(isinstance(text, str) for text in texts)
        and all(isinstance(number, int) and 0 <= number <= LARGEST_COUNT for number in numbers)
        and one.began <= LATEST
    )


def _is_plain(one: Counted) -> bool:
    """Return whether the texts of a row from elsewhere are short and can be printed."""
    texts = (one.evening, one.ruleset, one.name)
    return all(text.isprintable() and letters(text) <= LETTERS_AT_MOST for text in texts)


@contextmanager
def _reporting(path: Path) -> Iterator[None]:
    """Report an error of the file in one line."""
    try:
        yield
    except (sqlite3.Error, OverflowError, UnicodeError) as error:
        raise StatisticsError.of("statistics.unusable", path=str(path), error=str(error)) from error
    except OSError as error:
        raise StatisticsError.of(
            "statistics.unusable", path=str(path), error=reason(error)
        ) from error
