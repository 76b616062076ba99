"""The journal: every signal that changed the table, on disk before the change is visible.

One SQLite file an evening, append-only, in WAL mode with synchronous=FULL, which keeps every
commit through a power cut. A table is a pure fold over its signals, so the journal is resume,
replay, history and bug report in one. Each row has a digest of the table after it, and a digest of
itself and of the row before: a replay that differs by one bit is detected at the row of the
difference. A bookmark reveals a missing end (`bookmark.py`).

A commit waits for the disk once. The journal writes the rest behind it, without a wait, since the
signals imply it (`backlog.py`): the record of public facts (`appliance.record`) and, at intervals,
the table itself, where the next start begins. SQLite's log is copied into the main file while no
doubt is possible, or after `LOG_ROWS` rows.
"""

import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from threading import Event

from appliance.core.signals import Signal
from appliance.errors import JournalError, UnreachableError
from appliance.record.recorder import Recorder
from appliance.runtime import database as files
from appliance.runtime.aside import (
    SET_ASIDE,
    copied_aside,
    leftovers,
    part,
)
from appliance.runtime.backlog import Backlog
from appliance.runtime.bookmark import Bookmark, Reached
from appliance.runtime.codec import Digester, encode
from appliance.runtime.database import Row, fault, unreachable, wrong
from appliance.runtime.lock import Lock, TakenError
from appliance.runtime.loss import Loss, loss_before, put_aside, refuse_special, refuse_strange
from appliance.runtime.rows import JournalRows, Standing, row_digest
from appliance.runtime.starts import Start, add_start, last_start
from appliance.runtime.stored_record import count_entries
from appliance.table import Table, TableSettings
from bluffing.message import message

NEWER = "journal.newer"
"""The code for a journal that a newer version wrote: nothing is wrong with it."""

LOG_ROWS, CALM_ROWS = 2000, 100
"""Rows after which SQLite's log is brought into the main file: at any time, and when nothing is
open at the table."""

AT_WORK_S = 0.002
"""Seconds that `Journal.begin` waits at most for its thread to begin with the commit."""

BEAT_ROWS = 200
"""Number of rows between two signs of life during a long fold."""

Step = tuple[int, Signal, Table]
"""A step: when it was handled (ns), the signal, and the table after it."""


class _DerivedDamageError(JournalError):
    """The rows may be intact, but the data derived from them are damaged."""


class Journal(JournalRows):
    """An open journal. Use `Journal.open`, or `Journal.read` for one that stays unchanged.

    `began` is its start (seconds since 1970; 0: unknown). `bookmarked` is True if it has a
    bookmark. `loss` describes missing or broken data at the start.
    """

    def __init__(
        self,
        database: sqlite3.Connection,
        path: Path,
        lock: Lock | None = None,
        anew: TableSettings | None = None,
    ) -> None:
        super().__init__(database, path)
        self.loss: Loss | None = None
        self._lock = lock
        self._anew = anew or self.settings  # of an evening that begins with no file left
        self._bookmark: Bookmark | None = None
        self.recorded: Callable[[], None] = lambda: None  # called when the record may have grown
        self._thread = ThreadPoolExecutor(1, "journal")
        self._digester = Digester()
        self._backlog: Backlog | None = None
        self._logged = 0  # the row up to which the main file has all
        self._writing: tuple[Future[None], list[Row], list[Step]] | None = None

    @classmethod
    def open(cls, path: Path | None, settings: TableSettings, began: int = 0) -> "Journal":
        """Return the journal at `path`, created with `settings` if it is missing.

        None for `path`: in memory only. A broken one, or one of an older version, is set aside, and
        `loss` of the new one describes it.

        Raises:
            UnreachableError: it can't be read or written, or another process writes it.
            JournalError: a newer version wrote it. The file stays unchanged.
        """
        if path is None:
            database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            files.fill(database, settings, began)
            return cls(database, Path(":memory:"))
        try:
            refuse_special(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = Lock(path)
        except TakenError as error:
            raise unreachable("taken", path, process=error.process or "?") from error
        except OSError as error:
            raise fault(error, path, "cant-write") from error
        try:
            return cls._begun(path, settings, began, lock)
        except BaseException:
            lock.close()
            raise

    @classmethod
    def _begun(cls, path: Path, settings: TableSettings, began: int, lock: Lock) -> "Journal":
        """Return the journal at `path`, or a new one in its place."""
        loss = None
        try:
            if path.exists():
                try:
                    cls.read(path).close()  # a reader leaves a broken file unchanged
                    return cls._opened(path, "rw", lock, settings)
                except UnreachableError:
                    raise
                except JournalError as error:
                    if error.seen.code == NEWER:
                        raise
                    refuse_strange(path)
                    loss = put_aside(path, error)
            elif leftovers(path):
                loss = put_aside(path, wrong("gone", path))
            else:
                loss = loss_before(path)
            files.create(path, settings, began)
        except (OSError, sqlite3.Error) as error:
            raise fault(error, path, "cant-write") from error
        journal = cls._opened(path, "rw", lock, settings)
        journal.loss = loss or journal.loss
        return journal

    @classmethod
    def read(cls, path: Path) -> "Journal":
        """Return the journal at `path`, read-only.

        Raises:
            UnreachableError: it can't be read.
            JournalError: it is missing, broken or of another version. It stays unchanged.
        """
        refuse_special(path)
        if not path.is_file():
            raise wrong("missing", path)
        return cls._opened(path, "ro")

    @classmethod
    def _opened(
        cls,
        path: Path,
        mode: str,
        lock: Lock | None = None,
        anew: TableSettings | None = None,
    ) -> "Journal":
        try:
            if path.stat().st_size == 0:  # SQLite would make a new one and delete its log
                raise wrong("empty", path)
            with files.connected(path, mode) as database:
                journal = cls(database, path, lock, anew)
                if mode == "rw":
                    if not journal.steps and journal.last_start is None:
                        journal.loss = loss_before(path)  # it may be unreported
                    end = Reached(journal._rows, journal._last)
                    journal._bookmark = Bookmark(
                        path, journal._reached if journal.bookmarked else end
                    )
                return journal
        except (OSError, sqlite3.Error) as error:
            raise fault(error, path, "cant-write" if mode == "rw" else "cant-read") from error

    @classmethod
    def complete(cls, path: Path) -> None:
        """Write the derived data of a journal that no table writes.

        Raises as `resume`.
        """
        with closing(cls._opened(path, "rw")) as journal:
            journal.resume()

    # --- writing ------------------------------------------------------------------------------

    def append(self, steps: Iterable[Step]) -> None:
        """Write `steps`, all or nothing, for good.

        Raises:
            UnreachableError: the disk is full or gone; nothing of `steps` was written.
            JournalError: the file was broken meanwhile; nothing of `steps` was written.
        """
        self.begin(steps)
        self.wait()

    def begin(self, steps: Iterable[Step]) -> None:
        """Hand `steps` to the disk, all or nothing; they are durable after `wait`.

        Raises as `append`, for earlier steps without a `wait`.
        """
        self.wait()
        if self._backlog is None:
            self._follow()
        rows, last, written = list[Row](), self._last, list(steps)
        for now, signal, table in written:
            text, stood = encode(signal), self._digester.digest(table)
            last = row_digest(now, text, stood, last)
            rows.append((now, text, stood, last))
        at_work = Event()
        self._writing = self._thread.submit(self._write, rows, at_work), rows, written
        if self._bookmark is not None:  # before the caller draws, and holds Python's lock
            at_work.wait(AT_WORK_S)

    def _write(self, rows: list[Row], at_work: Event) -> None:
        at_work.set()
        files.append(self._database, rows)

    @property
    def busy(self) -> bool:
        """True while the disk has not confirmed the steps of `begin`."""
        return self._writing is not None and not self._writing[0].done()

    def wait(self) -> None:
        """Wait until the steps of `begin` are durable. Raises as `append`."""
        if self._writing is None:
            return
        (writing, rows, steps), self._writing = self._writing, None
        try:
            writing.result()
        except (OSError, sqlite3.Error) as error:
            raise fault(error, self.path, "cant-write") from error
        self._rows, self._last = self._rows + len(rows), rows[-1][3] if rows else self._last
        if self._bookmark is None:  # in memory: no start will resume it
            return
        reached = Reached(self._rows, self._last)
        self._thread.submit(self._settle, reached, [(now, table) for now, _, table in steps])

    def _settle(self, reached: Reached, steps: list[tuple[int, Table]]) -> None:
        """Write derived data after the screen has shown the written step.

        After a failure it is tried again at the next commit, and rebuilt at the next start.
        """
        if self._bookmark is None or self._backlog is None:
            return
        self._backlog.add(steps)
        with suppress(OSError, sqlite3.Error):  # a bookmark that is behind is right, too
            self._bookmark.set(reached)
            self._backlog.write(self._database)
            self.recorded()
            rows = reached.rows - self._logged
            if rows >= LOG_ROWS or (rows >= CALM_ROWS and _calm(self._backlog.recorder.table)):
                files.checkpoint(self._database)
                self._bookmark.sync()
                self._logged = reached.rows

    def started(self, start: Start) -> None:
        """Record a start of the table, if it can be written."""
        with suppress(sqlite3.Error):
            self._thread.submit(add_start, self._database, start).result()

    @property
    def last_start(self) -> Start | None:
        """The newest start, or None."""
        with suppress(sqlite3.Error):
            return self._thread.submit(last_start, self._database).result()
        return None

    def _follow(self) -> None:
        """Make the backlog of a journal that is written and was not resumed."""
        if self._rows:
            self.resume()
        else:
            self._backlog = Backlog(Recorder(Table(self.settings)))

    # --- going on -----------------------------------------------------------------------------

    def resume(self, beat: Callable[[], None] = lambda: None) -> Standing:
        """Return the state from which the evening continues.

        Only the rows after the newest kept table are played. Rows that can't be replayed are kept
        in a copy beside; the journal continues without them, and `loss` reports them. `beat` is
        called regularly while that takes long.

        Raises:
            UnreachableError: it can't be read, or the copy can't be written.
        """
        good = 0
        try:
            standing, backlog = self._from_state()
            good = standing.number
            for row, table in self.fold(standing, self.last_at(standing.number)):
                good, standing = row.number, Standing(table, row.number, row.now)
                backlog.add([(row.now, table)])
                if good % BEAT_ROWS == 0:
                    beat()
                    self._catch_up(backlog)
            self.compare_bookmark()
            self._catch_up(backlog)
        except UnreachableError:
            raise
        except JournalError as error:
            derived = not isinstance(error, _DerivedDamageError)
            try:
                return self._recover(good if derived else self._rows, error, beat, derived=derived)
            except (OSError, sqlite3.Error) as failed:
                raise fault(failed, self.path, "cant-write") from failed
        self._backlog, self._logged = backlog, good
        return standing

    def _catch_up(self, backlog: Backlog) -> None:
        """Write the backlog. Raises _DerivedDamageError, or UnreachableError."""
        try:
            backlog.write(self._database)
        except sqlite3.Error as error:
            raise self._derived_fault(error, "cant-write") from error

    def _from_state(self) -> tuple[Standing, Backlog]:
        """Return the newest good state, and the unwritten data after it."""
        start = Standing(Table(self.settings))
        try:
            for state in files.states_of(self._database):
                restored = self.restored(state)
                if restored is not None:
                    table = restored[0].table
                    return restored[0], Backlog.behind(self._database, table, state)
            return start, Backlog(Recorder(start.table), entries=count_entries(self._database))
        except sqlite3.Error as error:
            raise self._derived_fault(error, "cant-read") from error

    def _derived_fault(self, error: sqlite3.Error, code: str) -> JournalError:
        damage = fault(error, self.path, code)
        return damage if isinstance(damage, UnreachableError) else _DerivedDamageError(damage.seen)

    def _recover(
        self, good: int, error: JournalError, beat: Callable[[], None], *, derived: bool
    ) -> Standing:
        """Continue with the first `good` rows. They survive a power cut at any time.

        Without `derived` all data derived from the rows are rebuilt.
        """
        aside = copied_aside(self.path, SET_ASIDE)
        settings = self.settings if good else self._anew  # those of the evening may be broken
        prefix, count = files.prefix_of(self._database, good), files.count_rows(self._database)
        if not derived:
            prefix.tables.clear()
        good = len(prefix.rows)
        missing = max(count, self._reached.rows) - good
        self._let_go()
        for log in ("-wal", "-shm"):  # SQLite has copied it into the main file, if it could
            part(self.path, log).unlink(missing_ok=True)
        files.create(self.path, settings, self.began, prefix)
        with files.connected(self.path, "rw") as self._database:
            self.settings, self._wrong = settings, None
            self._rows, self._last = files.end_of(self._database)
            self._reached = Reached(self._rows, self._last)
            self._bookmark = Bookmark(self.path, self._reached)
        why = message("journal.recovered", error=error.seen, aside=str(aside), n=good)
        self.loss = Loss(why, missing)
        return self.resume(beat)

    # --- the end ------------------------------------------------------------------------------

    def close(self) -> None:
        """Close the file. May be called twice."""
        with suppress(OSError, sqlite3.Error, JournalError):
            self.wait()
        if self._backlog is not None and self._bookmark is not None:
            self._thread.submit(self._finish, self._backlog)
        self._thread.shutdown()
        self._backlog = None
        self._let_go()
        if self._lock is not None:
            self._lock.close()

    def _finish(self, backlog: Backlog) -> None:
        """Keep the final table, so that the next start has nothing to play."""
        with suppress(OSError, sqlite3.Error):
            backlog.write(self._database, last=True)
            if self._bookmark is not None:
                files.checkpoint(self._database)
                self._bookmark.sync()

    def _let_go(self) -> None:
        self._database.close()
        if self._bookmark is not None:
            self._bookmark.close()
            self._bookmark = None


def _calm(table: Table) -> bool:
    """Return True while nothing can be doubted: no press waits for the disk then."""
    return table.open_turns is None or table.paused is not None
