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

STATISTICS = "statistics.sqlite"
"""The file's name; it lies beside the journal."""

STATISTICS_ID = 0x44_4F_55_53  # "DOUS"
FORMAT_OF_STATISTICS = 1

LETTERS_AT_MOST, LARGEST_COUNT = 60, 10**12
"""Letters of a name and size of a number, at most, that a file from elsewhere may bring along."""

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

_ROWS = f"""
SELECT evening, number, began, ruleset, seat, name, {", ".join(_COUNTS)}
FROM games JOIN tallies USING (evening, number) ORDER BY began, evening, number, seat
"""  # noqa: S608 - the names of our own columns


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
            elif not path.is_file():
                raise StatisticsError.of("statistics.missing", path=str(path))
            where = f"{path.resolve().as_uri()}?mode={'rwc' if write else 'ro'}"
            connected = sqlite3.connect(where, uri=True, timeout=WAITS_FOR, isolation_level=None)
            with closing(connected) as database:
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
            raise StatisticsError.of("statistics.foreign", path=str(self.path))
        if version != FORMAT_OF_STATISTICS:
            raise StatisticsError.of("statistics.newer", path=str(self.path))

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
        """How many steps the evening had when it was counted; 0: it never was."""
        with _said(self.path):
            found = self._database.execute(
                "SELECT steps FROM evenings WHERE evening = ?", (evening,)
            ).fetchone()
        return 0 if found is None else int(found[0])

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
                for seat, (name, tally) in enumerate(zip(game.names, game.tallies, strict=True)):
                    self._insert(
                        Counted(evening, game.number, game.began, game.ruleset, seat, name, tally)
                    )

    def _insert(self, one: Counted) -> None:
        game = (one.evening, one.number)
        self._database.execute(
            "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?)", (*game, one.began, one.ruleset)
        )
        places = ", ".join("?" * (4 + len(_COUNTS)))
        self._database.execute(
            f"INSERT INTO tallies VALUES ({places})",  # noqa: S608 - only question marks
            (*game, one.seat, one.name, *astuple(one.tally)),
        )

    def rows(self) -> list[Counted]:
        """All that is kept, the oldest first, in the order of the seats. Raises StatisticsError."""
        with _said(self.path):
            return [_row(*one) for one in self._database.execute(_ROWS)]

    def merge(self, other: "Store") -> int:
        """Take over the games of `other` that are not here yet; gives how many.

        Raises:
            StatisticsError: `other` holds what no statistics can hold; nothing was taken over.
        """
        new = other.rows()
        wrong = [one for one in new if not _may_be(one)]
        if wrong:
            raise StatisticsError.of("statistics.foreign", path=str(other.path))
        here = {(one.evening, one.number) for one in self.rows()}
        added = {(one.evening, one.number) for one in new} - here
        with self._all_or_nothing():
            for one in new:
                if (one.evening, one.number) in added:
                    self._insert(one)
        return len(added)

    def rename(self, name: str, called: Callable[[int], str]) -> int:
        """Whoever was called `name`, in capitals or not, is `called` by the seat from now on.

        The old name is nowhere in the file after that. Gives in how many games it was.

        Raises:
            StatisticsError: the file can't be written.
        """
        found = [one for one in self.rows() if one.name.casefold() == name.casefold()]
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


def _may_be(one: Counted) -> bool:
    """Whether a row that comes from elsewhere is such as we write."""
    texts: tuple[object, ...] = (one.evening, one.ruleset, one.name)  # whatever SQLite has there
    numbers: list[object] = [one.number, one.began, one.seat]
    tally = one.tally if one.tally.slap_us is not None else replace(one.tally, slap_us=0)
    numbers += astuple(tally)
    return all(
        isinstance(text, str) and text.isprintable() and len(text) <= LETTERS_AT_MOST
        for text in texts
    ) and all(isinstance(it, int) and 0 <= it <= LARGEST_COUNT for it in numbers)


@contextmanager
def _said(path: Path) -> Iterator[None]:
    """What goes wrong with the file, in one line."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise StatisticsError.of("statistics.unusable", path=str(path), error=str(error)) from error
    except OSError as error:
        raise StatisticsError.of(
            "statistics.unusable", path=str(path), error=reason(error)
        ) from error
