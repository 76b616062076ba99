"""The store: every event of every table once, in order, in one SQLite file.

It takes the event behind the newest one of an evening and nothing else. It confirms what is on the
disk, and repeats that when it gets an event that it can't take.
"""

import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from venue.files import Line, is_event
from venue.topics import Publication, ack_of, table_of

PAYLOAD_BYTES = 8192
"""Maximum size of an event that the store reads."""

STORE_VERSION = 1
"""Number of the file's form."""

_TABLES = f"""
BEGIN;
CREATE TABLE events (
    table_name TEXT NOT NULL, evening TEXT NOT NULL, n INTEGER NOT NULL,
    arrived INTEGER NOT NULL, event TEXT NOT NULL,
    PRIMARY KEY (table_name, evening, n)
) WITHOUT ROWID;
CREATE TABLE evenings (
    table_name TEXT NOT NULL, evening TEXT NOT NULL, n INTEGER NOT NULL,
    PRIMARY KEY (table_name, evening)
) WITHOUT ROWID;
PRAGMA user_version = {STORE_VERSION};
COMMIT;
"""


class EventStore:
    """The events in the file at `path`, which is made if it is missing.

    Raises:
        sqlite3.Error: the file can't be used.
        ValueError: a newer version wrote it.
    """

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        version = self._database.execute("PRAGMA user_version").fetchone()[0]
        if version > STORE_VERSION:
            raise ValueError(f"{path} has form {version}, and this version reads {STORE_VERSION}")
        if not version:
            self._database.executescript(_TABLES)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def take(self, messages: Iterable[tuple[str, bytes]], now: int) -> list[Publication]:
        """Store events by topic and payload, which arrived at `now` (s since 1970).

        Return the confirmations, to be sent after this. What is no event is left out silently.

        Raises:
            sqlite3.Error: they can't be written, and none of them is stored.
        """
        counts: dict[tuple[str, str], int] = {}
        self._database.execute("BEGIN IMMEDIATE")
        try:
            for topic, payload in messages:
                event = event_of(topic, payload)
                if event is not None:
                    self._take(event, now, counts)
            self._database.executemany(
                "INSERT OR REPLACE INTO evenings VALUES (?, ?, ?)",
                ((*key, n) for key, n in counts.items() if n),
            )
            self._database.execute("COMMIT")
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        return [
            Publication(ack_of(table), _ack_payload(evening, n), retain=True)
            for (table, evening), n in counts.items()
        ]

    def _take(self, event: Line, now: int, counts: dict[tuple[str, str], int]) -> None:
        key = event["table"], event["evening"]
        if key not in counts:
            counts[key] = self.count(*key)
        if event["n"] == counts[key] + 1:
            text = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
            row = (*key, event["n"], now, text)
            self._database.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row)
            counts[key] += 1

    def count(self, table: str, evening: str) -> int:
        """Return the number of stored events of an evening."""
        asked = "SELECT n FROM evenings WHERE table_name = ? AND evening = ?"
        row = self._database.execute(asked, (table, evening)).fetchone()
        return 0 if row is None else row[0]

    def events(self, table: str, evening: str) -> list[Line]:
        """Return the events of an evening in order."""
        asked = "SELECT event FROM events WHERE table_name = ? AND evening = ? ORDER BY n"
        return [json.loads(text) for (text,) in self._database.execute(asked, (table, evening))]


def event_of(topic: str, payload: bytes) -> Line | None:
    """Return the event in a message, or None if it is none of the table that its topic names."""
    if len(payload) > PAYLOAD_BYTES:
        return None
    try:
        event = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    if not isinstance(event, dict) or not is_event(event):
        return None
    table, evening = table_of(topic), event["evening"]
    fits = event["n"] < 1 << 53 and 0 < len(evening) <= 64 and evening.isprintable()
    return event if table and event.get("table") == table and fits else None


def _ack_payload(evening: str, n: int) -> bytes:
    return json.dumps({"evening": evening, "n": n}, separators=(",", ":")).encode()
