"""Stores the record of an evening in its journal: the public facts, and the players' names."""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from appliance.record.entry import EntryKind, RecordEntry, SeatNames
from appliance.runtime.codec import decode, encode
from appliance.runtime.database import FEW, RECORD, KeptTable, transaction, unsynced


def add_record(
    database: sqlite3.Connection,
    entries: Iterable[tuple[int, RecordEntry]],
    names: Iterable[SeatNames],
    state: KeptTable | None = None,
) -> None:
    """Commit `entries` of the record by number, and a `state` from which to resume.

    Raises sqlite3.Error.
    """
    with unsynced(database), transaction(database):
        put_record(database, entries, names)
        if state is not None:
            packed = zlib.compress(state.text.encode("utf-8", "surrogatepass"))
            database.execute(
                "INSERT OR REPLACE INTO states VALUES (?, ?, ?)", (state.row, state.entries, packed)
            )


def put_record(
    database: sqlite3.Connection,
    entries: Iterable[tuple[int, RecordEntry]],
    names: Iterable[SeatNames],
) -> None:
    """Insert numbered `entries`, as part of a transaction. Raises sqlite3.Error."""
    database.executemany(
        "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (
                number, entry.row, entry.at_ms, entry.game, entry.kind,
                json.dumps(entry.data, ensure_ascii=False, separators=(",", ":")),
                None if entry.line is None else encode(entry.line),
            )
            for number, entry in entries
        ),
    )  # fmt: skip
    database.executemany(
        "INSERT OR REPLACE INTO names VALUES (?, ?)",
        ((change.since, json.dumps(change.names, ensure_ascii=False)) for change in names),
    )


def add_tables(
    database: sqlite3.Connection,
    entries: Iterable[tuple[int, RecordEntry]],
    names: Iterable[SeatNames],
) -> None:
    """Give a journal of an older format its record. Raises sqlite3.Error."""
    with transaction(database):
        for statement in RECORD.split(";"):
            database.execute(statement)
        put_record(database, entries, names)


def has_record(database: sqlite3.Connection) -> bool:
    """Return True if the file has a record; older formats have none. Raises sqlite3.Error."""
    tables = "SELECT count(*) FROM sqlite_schema WHERE name IN ('record', 'names')"
    count: int = database.execute(tables).fetchone()[0]
    return count == 2


def entries_of(
    database: sqlite3.Connection, *, kind: str | None = None, story: bool = True
) -> Iterator[tuple[int, RecordEntry]]:
    """Yield the entries of the record with their numbers, oldest first.

    With a `kind` of `OF_GAMES` only these: that takes no longer for a longer evening. Without the
    `story` it leaves out the sentences, which are half of all entries.

    Raises:
        sqlite3.Error: it can't be read.
        ValueError: an entry is damaged.
    """
    if kind is None and not story:
        facts = f"{_ENTRIES} WHERE kind != '{EntryKind.TOLD}' ORDER BY number"
        return map(_entry, database.execute(facts))
    if kind is None:
        return map(_entry, database.execute(f"{_ENTRIES} ORDER BY number"))
    return map(_entry, database.execute(f"{_ENTRIES} {_OF_KIND} ORDER BY number", (kind,)))


def entries_after(
    database: sqlite3.Connection, number: int, most: int
) -> Iterator[tuple[int, RecordEntry]]:
    """Yield `most` entries behind entry `number`, without the sentences. Raises as `entries_of`."""
    kind = f"kind != '{EntryKind.TOLD}'"
    some = f"{_ENTRIES} WHERE number > ? AND {kind} ORDER BY number LIMIT ?"
    return map(_entry, database.execute(some, (number, most)))


def agreed_at(database: sqlite3.Connection, number: int) -> bool:
    """Return True if people agree at entry `number` that facts are published.

    That reads all entries before. Raises sqlite3.Error, ValueError.
    """
    given = "SELECT data FROM record WHERE kind = ? AND number <= ? ORDER BY number DESC LIMIT 1"
    row = database.execute(given, (str(EntryKind.AGREEMENT), number)).fetchone()
    return row is not None and json.loads(row[0])["public"] is True


def ends_of(database: sqlite3.Connection, last: int) -> tuple[int, list[tuple[int, RecordEntry]]]:
    """Return the number of games that are over, and the ends of the `last` of them.

    Raises as `entries_of`.
    """
    ended = (str(EntryKind.ENDED),)
    each = f"SELECT DISTINCT game FROM record {_OF_KIND}"  # noqa: S608 - our own words
    games = f"SELECT count(*), max(game) FROM ({each})"  # noqa: S608 - as above
    count, newest = database.execute(games, ended).fetchone()
    if not count:
        return 0, []
    since = newest - last  # a game without an end makes the list shorter, and no count wrong
    ends = f"{_ENTRIES} {_OF_KIND} AND game > ? ORDER BY game, number"
    return count, [_entry(row) for row in database.execute(ends, (*ended, since))]


def _printable(name: object) -> str:
    """Return a name as text that can be stored: JSON may hold half of a character."""
    return str(name).encode("utf-8", "replace").decode()


_OF_KIND = f"WHERE kind IN {FEW} AND kind = ?"
_ENTRIES = "SELECT number, row, at_ms, game, kind, data, line FROM record"


def _entry(columns: tuple[Any, ...]) -> tuple[int, RecordEntry]:  # as SQLite has them
    number, row, at_ms, game, kind, data, line = columns
    parsed = json.loads(data)
    if not isinstance(parsed, dict):
        raise ValueError(f"entry {number} has no fields")  # noqa: TRY004 - as for its JSON
    sentence = None if line is None else decode(line)
    return number, RecordEntry(row, at_ms, game, kind, parsed, sentence)


def names_of(database: sqlite3.Connection) -> Iterator[SeatNames]:
    """Yield the names of the seats, oldest first. Raises sqlite3.Error, ValueError."""
    for since, names in database.execute("SELECT since, names FROM names ORDER BY since"):
        yield SeatNames(since, tuple(map(_printable, json.loads(names))))


def count_entries(database: sqlite3.Connection) -> int:
    """Return the number of the newest entry of the record. Raises sqlite3.Error."""
    count: int = database.execute("SELECT coalesce(max(number), 0) FROM record").fetchone()[0]
    return count
