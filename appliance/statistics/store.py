"""The file that keeps what was counted: SQLite, beside the journal and apart from it.

Each game stands there once, by its evening and its number in it. Nothing of it is needed to play,
and all of it that journals still tell can be made anew. It has no log of its own (no WAL), and what
is removed is overwritten: an erased name leaves nothing behind.
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
"""Rows that are read of a file, and bytes of a row. Thousand long evenings have 240,000."""

LATEST = 253_402_300_799
"""The last second that a date can have: 31 December 9999."""

_BESIDE = ("-journal", "-wal", "-shm")
"""What SQLite opens beside a database, and would wait for where it is a pipe."""

WAITS_FOR = 10.0
"""Seconds to wait for another process that writes the file."""

_COUNTS = tuple(one.name for one in fields(Tally))

_TABLES = f"""
CREATE TABLE evenings (evening TEXT PRIMARY KEY, steps INTEGER NOT NULL);
CREATE TABLE games (
    evening TEXT NOT NULL, number INTEGER NOT NULL, began INTEGER NOT NULL, ruleset TEXT NOT NULL,
    PRIMARY KEY (evening, number)
);
CREATE TABLE tallies (
    evening TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL,
    {", ".join(f"{one} INTEGER" for one in _COUNTS)},
    PRIMARY KEY (evening, number, seat)
);
PRAGMA application_id = {STATISTICS_ID};
PRAGMA user_version = {FORMAT_OF_STATISTICS};
"""

_SCHEMA = {" ".join(one.split()) for one in _TABLES.split(";") if "CREATE" in one}
"""The schema of a file that was made here. A view or a trigger could run for ever."""

_ROWS = f"""
SELECT evening, number, began, ruleset, seat, name, {", ".join(_COUNTS)}
FROM games JOIN tallies USING (evening, number)
"""  # noqa: S608 - the names of our own columns
_ORDER = f"ORDER BY began, evening, number, seat LIMIT {ROWS_AT_MOST + 1}"


@dataclass(frozen=True, slots=True)
class Counted:
    """What the player `name` did at `seat` in one game, the one of that `number` of an `evening`.

    `began` is when it was dealt, in seconds since 1970 (0: unknown).
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
        """The file at `path`, closed at the end; to `write` it is made if there is none.

        Raises:
            StatisticsError: it can't be read or written, there is none, or it is of another kind
                or version.
        """
        with _said(path):
            if write:
                path.parent.mkdir(parents=True, exist_ok=True)
                target = target_of(path).resolve()
            elif is_file(path):
                target = path.resolve()
            else:
                raise StatisticsError.of("statistics.missing", path=str(path))
            for suffix in _BESIDE:
                refuse_irregular(target.with_name(target.name + suffix))
            where = f"{target.as_uri()}?mode={'rwc' if write else 'ro'}"
            connected = sqlite3.connect(where, uri=True, timeout=WAITS_FOR, isolation_level=None)
            with closing(connected) as database:
                database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, ROW_BYTES)
                store = cls(database, path)
                if write:
                    database.execute("PRAGMA secure_delete = ON")
                    store._make()
                store._check()
                yield store

    def _make(self) -> None:
        """Make the tables where there is nothing yet."""
        with self._all_or_nothing():
            [(there,)] = self._database.execute("SELECT count(*) FROM sqlite_schema")
            for statement in () if there else _TABLES.split(";"):
                self._database.execute(statement)

    def _check(self) -> None:
        [(kind,)] = self._database.execute("PRAGMA application_id")
        [(version,)] = self._database.execute("PRAGMA user_version")
        if kind != STATISTICS_ID:
            raise self._foreign()
        if version != FORMAT_OF_STATISTICS:
            raise StatisticsError.of("statistics.newer", path=str(self.path))
        made = self._database.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
        if {" ".join(str(sql).split()) for (sql,) in made} != _SCHEMA:
            raise self._foreign()

    def _foreign(self) -> StatisticsError:
        return StatisticsError.of("statistics.foreign", path=str(self.path))

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        with _said(self.path):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    def steps_of(self, evening: str) -> int:
        """Number of steps of the evening when it was counted; 0 if it never was."""
        with _said(self.path):
            found = self._database.execute(
                "SELECT steps FROM evenings WHERE evening = ?", (evening,)
            ).fetchone()
        steps = 0 if found is None else found[0]
        if not isinstance(steps, int):
            raise self._foreign()
        return steps

    def put(self, evening: str, steps: int, games: Iterable[TalliedGame]) -> None:
        """The evening, of so many steps, has these games and no other. Raises StatisticsError."""
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
            StatisticsError: the file can't be read, or holds what no statistics can hold.
        """
        with _said(self.path):
            of_one = ("WHERE evening = ?", (evening,)) if evening is not None else ("", ())
            found = self._database.execute(f"{_ROWS} {of_one[0]} {_ORDER}", of_one[1])
            rows = [_row(*row) for row in found]
        if len(rows) > ROWS_AT_MOST or not all(map(_is_possible, rows)):
            raise self._foreign()
        return rows

    def merge(self, other: "Store") -> int:
        """Take over the games of `other` that are not here yet; gives how many.

        Raises:
            StatisticsError: `other` holds what no statistics can hold; nothing was taken over.
        """
        new = other.rows()
        if not all(map(_is_plain, new)):
            raise other._foreign()  # noqa: SLF001 - of this class
        here = {(one.evening, one.number) for one in self.rows()}
        added = {(one.evening, one.number) for one in new} - here
        with self._all_or_nothing():
            for one in new:
                if (one.evening, one.number) in added:
                    self._insert(one)
        return len(added)

    def rename(self, name: str, called: Callable[[int], str]) -> int:
        """Whoever was called `name`, in any spelling, is `called` by the seat from now on.

        The old name is nowhere in the file after that. Gives in how many games it was.

        Raises:
            StatisticsError: the file can't be written.
        """
        found = [one for one in self.rows() if key(one.name) == key(name)]
        with self._all_or_nothing():
            for one in found:
                self._database.execute(
                    "UPDATE tallies SET name = ? WHERE evening = ? AND number = ? AND seat = ?",
                    (called(one.seat), one.evening, one.number, one.seat),
                )
        with _said(self.path):
            self._database.execute("VACUUM")
        return len({(one.evening, one.number) for one in found})


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
def _said(path: Path) -> Iterator[None]:
    """Report an error of the file in one line."""
    try:
        yield
    except (sqlite3.Error, OverflowError, UnicodeError) as error:
        raise StatisticsError.of("statistics.unusable", path=str(path), error=str(error)) from error
    except OSError as error:
        raise StatisticsError.of(
            "statistics.unusable", path=str(path), error=reason(error)
        ) from error
