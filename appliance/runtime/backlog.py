"""The data that a journal derives from its rows and writes later, without a wait for the disk.

These are the record of public facts and, at intervals, the table itself. A power cut may take the
newest of both; the next start derives them again from the rows.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from appliance.record.entry import RecordEntry, SeatNames
from appliance.record.recorder import Recorder
from appliance.runtime import database as files
from appliance.runtime.codec import encode_named
from appliance.runtime.database import KeptTable
from appliance.runtime.stored_record import add_record, count_entries, names_of
from appliance.table import Table

STATE_ROWS = 500
"""Rows from one kept table to the next, at most but for the rows of one commit. A step takes 0.1 ms
on a PC and 1 ms on a Pi, so a start takes at most half a second for them."""


@dataclass(slots=True)
class Backlog:
    """Derived data that waits to be written.

    `recorder` follows the rows up to `row`, and `steps` are those behind it: when each was handled
    (ns), and the table after it. `kept` is the row of the newest state, and `entries` the number of
    entries that are in the file.
    """

    recorder: Recorder
    row: int = 0
    kept: int = 0
    entries: int = 0
    steps: list[tuple[int, Table]] = field(default_factory=list)

    @classmethod
    def behind(cls, database: sqlite3.Connection, table: Table, state: KeptTable) -> "Backlog":
        """Return the backlog of an evening whose newest `state` is `table`.

        Raises sqlite3.Error.
        """
        names: tuple[str, ...] = ()
        first = next((row[1] for row in files.rows_of(database, 0, 1)), None)
        newest = "SELECT game FROM record WHERE number = ?"
        row = database.execute(newest, (state.entries,)).fetchone()
        game = 0 if row is None else row[0]
        with suppress(ValueError):
            for change in names_of(database):
                names = change.names if change.since <= state.entries else names
        recorder = Recorder(table, first, state.entries, game, names)
        return cls(recorder, state.row, state.row, count_entries(database))

    def add(self, steps: Iterable[tuple[int, Table]]) -> None:
        """Let `steps` wait to be written."""
        self.steps += steps

    def write(self, database: sqlite3.Connection, *, last: bool = False) -> None:
        """Write the entries of the steps, and the table if it is due or these are the `last` steps.

        Raises:
            sqlite3.Error: they can't be written, and wait as before.
        """
        recorder, row, dealt = self.recorder.copy(), self.row, False
        entries, names = list[tuple[int, RecordEntry]](), list[SeatNames]()
        for now, table in self.steps:
            row += 1
            count, games = recorder.count, recorder.game
            added = recorder.observe(row, now, table)
            entries += enumerate(added.entries, count + 1)
            names += added.names
            dealt = dealt or recorder.game > games
        due = last or dealt or row - self.kept >= STATE_ROWS
        state = None
        if due and recorder.at_rest and row > self.kept:
            state = KeptTable(row, recorder.count, encode_named(recorder.table))
        entries = [entry for entry in entries if entry[0] > self.entries]
        if entries or names or state is not None:
            add_record(database, entries, names, state)
        self.recorder, self.row, self.steps = recorder, row, []
        self.kept = self.kept if state is None else row
        self.entries = max(self.entries, recorder.count)
