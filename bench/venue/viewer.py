"""A viewer of a board, who notes when each event of a table was on the page."""

import http.client
import time
from contextlib import closing, suppress
from threading import Event, Thread

from bench.venue.players import EventKey
from venue.database import Database, StorageError

SILENT_S = 40
"""Seconds after which the page's own script connects again, too."""


class Viewer(Thread):
    """Reads the live updates of the board at `port`; `shown` has the time of each event (s).

    An update names the change of the store that it has come up to. The store itself knows which
    events that change has, so an event that came a moment later counts with the next update.
    """

    def __init__(self, port: int, store: str) -> None:
        super().__init__(name="viewer", daemon=True)
        self._port, self._store = port, store
        self._closed = Event()
        self._change, self._known = 0, dict[tuple[str, str], int]()
        self.shown: dict[EventKey, float] = {}

    def run(self) -> None:
        """Watch, and connect again after a loss."""
        with closing(Database(self._store, read_only=True)) as database:
            while not self._closed.is_set():
                with suppress(OSError, http.client.HTTPException, StorageError):
                    self._watch(database)
                self._closed.wait(0.5)

    def close(self) -> None:
        """Look away."""
        self._closed.set()

    def _watch(self, database: Database) -> None:
        with closing(http.client.HTTPConnection("127.0.0.1", self._port, SILENT_S)) as board:
            board.request("GET", f"/live?since={self._change}")
            answer = board.getresponse()
            for line in iter(answer.readline, b""):
                if line.startswith(b"id: "):
                    self._note(database, int(line[4:]), time.monotonic())
                if self._closed.is_set():
                    return

    def _note(self, database: Database, change: int, now: float) -> None:
        asked = "SELECT table_name, evening, n FROM evenings WHERE changed > ? AND changed <= ?"
        for table, evening, n in database.execute(asked, (self._change, change)):
            known = self._known.get((table, evening), 0)
            self.shown.update(
                dict.fromkeys(((table, evening, k) for k in range(known + 1, n + 1)), now)
            )
            self._known[table, evening] = n
        self._change = change
