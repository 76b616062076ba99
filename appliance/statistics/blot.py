"""A name out of a journal that can't be played again: the rows stay, without it."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from appliance.core.signals import LetterTyped
from appliance.runtime.stored_record import has_record, names_of
from appliance.statistics.erase import Called, renamed, without
from appliance.text import same_name


def blot_out(path: Path, name: str, called: Called) -> bool:
    """Erase `name` from the rows of a journal that can't be replayed; return True if it was there.

    No typed letter stays, since the name that it belongs to is unknown. The digests remain those
    of the old rows.

    Raises:
        sqlite3.Error: it is no database, or can't be written.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA secure_delete = ON")
        rows = list(database.execute("SELECT number, signal FROM signals"))
        changed = [
            (text, number) for number, was in rows if (text := _blot(was, name, called)) != was
        ]
        [(settings,)] = database.execute("SELECT settings FROM evening")
        blotted = _blot(settings, name, called)
        seats, entries = _blotted_record(database, name, called)
        if not changed and blotted == settings and not seats and not entries:
            return False
        triggers = list(
            database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        )
        database.execute("BEGIN IMMEDIATE")
        for trigger, _ in triggers:
            database.execute(f'DROP TRIGGER "{trigger}"')
        database.executemany("UPDATE signals SET signal = ? WHERE number = ?", changed)
        database.execute("UPDATE evening SET settings = ?", (blotted,))
        if seats:
            database.executemany("UPDATE names SET names = ? WHERE since = ?", seats)
        if entries:
            database.executemany("UPDATE record SET data = ?, line = ? WHERE number = ?", entries)
        for (table,) in database.execute("SELECT name FROM sqlite_schema WHERE name = 'states'"):
            database.execute(f"DELETE FROM {table}")  # noqa: S608 - packed, and of no use any more
        for _, sql in triggers:
            database.execute(sql)
        database.execute("COMMIT")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return True


def _blotted_record(
    database: sqlite3.Connection, name: str, called: Called
) -> tuple[list[tuple[str, int]], list[tuple[object, object, int]]]:
    """Return the lists of names and the entries of a record that had `name`, without the name."""
    if not has_record(database):
        return [], []
    seats = [
        (json.dumps(renamed(change.names, name, called), ensure_ascii=False), change.since)
        for change in names_of(database)
        if any(same_name(known, name) for known in change.names)
    ]
    entries = [
        (new_data, new_line, number)
        for number, data, line in database.execute("SELECT number, data, line FROM record")
        for new_data, new_line in [(_blot(data, name, called), _blot(line, name, called))]
        if (new_data, new_line) != (data, line)
    ]
    return seats, entries


def _blot(text: object, name: str, called: Called) -> object:
    if text is None:
        return None
    try:
        plain = json.loads(str(text))
    except (ValueError, RecursionError):
        return text
    if isinstance(plain, dict) and LetterTyped.__name__ in plain:
        plain = {LetterTyped.__name__: [""]}
    cleaned = without(plain, name, called(0))
    return (
        text
        if cleaned == plain == json.loads(str(text))
        else json.dumps(cleaned, ensure_ascii=False)
    )
