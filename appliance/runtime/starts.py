"""Records the starts of a table during an evening, by clocks that need no network."""

import sqlite3
from dataclasses import dataclass

from appliance.runtime.database import transaction, unsynced


@dataclass(frozen=True, slots=True)
class Start:
    """The table was started after `row`: its clock showed `now`, the machine's `monotonic` (ns).

    `boot` names the machine's boot; only within one can two monotonic times be compared.
    """

    row: int
    now: int
    boot: str
    monotonic: int


def add_start(database: sqlite3.Connection, start: Start) -> None:
    """Note that the table was started. Raises sqlite3.Error."""
    with unsynced(database), transaction(database):
        database.execute(
            "INSERT INTO starts (row, now, boot, monotonic) VALUES (?, ?, ?, ?)",
            (start.row, start.now, start.boot, start.monotonic),
        )


def last_start(database: sqlite3.Connection) -> Start | None:
    """Return the newest start, or None. Raises sqlite3.Error."""
    newest = "SELECT row, now, boot, monotonic FROM starts ORDER BY number DESC LIMIT 1"
    row = database.execute(newest).fetchone()
    return None if row is None else Start(*row)
