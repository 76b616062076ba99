"""The journal: every signal that changed the table, on disk before anybody sees the change.

One SQLite file an evening, append-only, in WAL mode with synchronous=FULL, which keeps every
commit through a power cut. A table is a pure fold over its signals, so the journal is resume,
replay, history and bug report in one. Each row has a digest of itself, of the table after it
and of the row before: a replay that differs by one bit is noticed at the row where it does. What
is missing at the end no chain can show; that the bookmark does (`bookmark.py`).

After each commit a thread brings the main file up to date, before the next one: so a copy of that
file alone is one commit behind at most, and nobody waits for it.
"""

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from appliance.core.signals import Signal
from appliance.errors import JournalError, UnreachableError
from appliance.message import Message, message
from appliance.runtime import database as files
from appliance.runtime.aside import OTHER, copied_aside, leftovers, part, set_aside
from appliance.runtime.bookmark import Bookmark, Reached, read_bookmark
from appliance.runtime.codec import decode, encode
from appliance.runtime.database import Row, fault, unreachable, wrong
from appliance.runtime.lock import Lock, TakenError
from appliance.table import Table, TableSettings, step

NEWER = "journal.newer"
"""What is said of a journal that a newer version wrote: nothing is wrong with it."""


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One row: `signal` was handled at `now` (ns); `text` and `digest` are as written."""

    number: int
    now: int
    signal: Signal
    text: str
    digest: bytes


@dataclass(frozen=True, slots=True)
class Loss:
    """What an evening has lost: all about it, and the number of steps where that is known."""

    why: Message
    steps: int | None


def digest(table: Table, now: int = 0, text: str = "", before: bytes = b"") -> bytes:
    """Eight bytes that change with any change of the table, the row or the row before."""
    row = f"{before.hex()} {now} {text} {table!r}"
    return hashlib.blake2b(row.encode(), digest_size=8).digest()


class Journal:
    """An open journal. Use `Journal.open`, or `Journal.read` for one that nobody may change.

    `began` is when (seconds since 1970; 0: unknown), `bookmarked` whether it has a bookmark, `loss`
    what was found missing or broken, and what became of it.
    """

    def __init__(
        self,
        database: sqlite3.Connection,
        path: Path,
        lock: Lock | None = None,
        anew: TableSettings | None = None,
    ) -> None:
        self._database, self.path = database, path
        self.loss: Loss | None = None
        self.bookmarked, self._reached = False, Reached(0, b"")
        self._wrong: JournalError | None = None  # with the file, though each row may be good
        try:
            there = read_bookmark(path)  # before any row is read: rows are written first
        except ValueError:
            self._wrong = wrong("broken-bookmark", path)
        else:
            self.bookmarked, self._reached = there is not None, there or self._reached
        self.settings, self.began = files.begin_of(database, path)
        self._rows, self._last, faulty = files.end_of(database)
        if faulty:
            self._wrong = wrong("broken", path, error=faulty)
        self._lock = lock
        self._anew = anew or self.settings  # of an evening that begins where nothing is left
        self._bookmark: Bookmark | None = None
        self._thread = ThreadPoolExecutor(1, "journal")
        self._settling: Future[None] | None = None

    @classmethod
    def open(cls, path: Path | None, settings: TableSettings, began: int = 0) -> "Journal":
        """The journal at `path`, made with `settings` if there is none; None: in memory only.

        One that is broken, or of an older version, is set aside, and `loss` of the new one says so.

        Raises:
            UnreachableError: it can't be read or written, or another process writes it.
            JournalError: a newer version wrote it. It stays as it is.
        """
        if path is None:
            database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            files.fill(database, settings, began)
            return cls(database, Path(":memory:"))
        try:
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
        """The journal at `path`, or a new one in its place."""
        loss = None
        try:
            if path.exists():
                try:
                    cls.read(path).close()  # who only looks leaves a broken one as it is
                    return cls._opened(path, "rw", lock, settings)
                except UnreachableError:
                    raise
                except JournalError as error:
                    if error.seen.code == NEWER:
                        raise
                    loss = _put_aside(path, error)
            elif leftovers(path):
                set_aside(path, "broken")
            files.create(path, settings, began)
        except (OSError, sqlite3.Error) as error:
            raise fault(error, path, "cant-write") from error
        journal = cls._opened(path, "rw", lock, settings)
        journal.loss = loss
        return journal

    @classmethod
    def read(cls, path: Path) -> "Journal":
        """The journal at `path`, read-only.

        Raises:
            UnreachableError: it can't be read.
            JournalError: there is none, or it is broken or of another version. It stays as it is.
        """
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
            if path.stat().st_size == 0:  # SQLite would begin it anew, and delete its log
                raise wrong("empty", path)
            with files.connected(path, mode) as database:
                journal = cls(database, path, lock, anew)
                if mode == "rw":
                    there = Reached(journal._rows, journal._last)
                    journal._bookmark = Bookmark(
                        path, journal._reached if journal.bookmarked else there
                    )
                return journal
        except (OSError, sqlite3.Error) as error:
            raise fault(error, path, "cant-write" if mode == "rw" else "cant-read") from error

    def append(self, steps: Iterable[tuple[int, Signal, Table]]) -> None:
        """Write what was handled (`now`, signal, the table after it), all or nothing, for good.

        Raises:
            UnreachableError: the disk is full or gone; nothing of `steps` was written.
            JournalError: the file was broken meanwhile; nothing of `steps` was written.
        """
        rows, last = list[Row](), self._last
        for now, signal, table in steps:
            text = encode(signal)
            last = digest(table, now, text, last)
            rows.append((now, text, last))
        try:
            self._settled()
            files.append(self._database, rows)
        except (OSError, sqlite3.Error) as error:
            raise fault(error, self.path, "cant-write") from error
        self._rows, self._last = self._rows + len(rows), last
        if self._bookmark is not None:
            with suppress(OSError):  # a bookmark that is behind is right, too
                self._bookmark.set(Reached(self._rows, last))
            self._settling = self._thread.submit(self._settle)

    def _settle(self) -> None:
        """What can wait until people have been shown what was written."""
        files.checkpoint(self._database)
        if self._bookmark is not None:
            self._bookmark.sync()

    def _settled(self) -> None:
        """Wait until all has settled. What failed is tried again; raises as long as it does."""
        if self._settling is not None and self._settling.exception() is not None:
            self._settle()
        self._settling = None

    @property
    def steps(self) -> int:
        """How many rows there are."""
        return self._rows

    def entries(self) -> Iterator[JournalRow]:
        """Every row, oldest first. Raises JournalError: a row is not what was written."""
        number = 0
        try:
            for number, (at, now, text, after) in enumerate(files.rows_of(self._database), 1):
                if at != number:
                    raise wrong("broken-row", self.path, row=number, error=f"{at}")
                yield JournalRow(number, now, decode(text), text, after)
        except ValueError as error:
            raise wrong("broken-row", self.path, row=number, error=str(error)) from error
        except sqlite3.Error as error:
            raise fault(error, self.path, "cant-read") from error

    def replay(self) -> Iterator[tuple[JournalRow, Table]]:
        """Play the evening again: each row and the table after it.

        Raises:
            UnreachableError: it can't be read.
            JournalError: a row is broken, or leads to another table than it did; or all rows are
                good, but some are missing at the end.
        """
        table, last, there, number = Table(self.settings), b"", b"", 0
        try:
            for entry in self.entries():
                table, last = self._after(table, entry, last)
                number = entry.number
                there = last if number == self._reached.rows else there
                yield entry, table
        except UnreachableError:
            raise
        except JournalError as error:
            missing = max(self._rows, self._reached.rows) - number
            why = message("journal.from-there-on", error=error.seen, n=missing)
            raise JournalError(why) from error
        if number < self._reached.rows:
            raise wrong("end-is-missing", self.path, n=self._reached.rows - number)
        if there != self._reached.digest:
            raise wrong("another-evening", self.path, row=self._reached.rows)
        if self._wrong is not None:
            raise self._wrong

    def _after(self, table: Table, row: JournalRow, before: bytes) -> tuple[Table, bytes]:
        """The table after `row`, and the row's digest. Raises JournalError: that is another."""
        try:
            table, _ = step(table, row.signal, row.now)
            last = digest(table, row.now, row.text, before)
        except Exception as error:  # whatever a row that is not ours makes of a table
            raise wrong("broken-row", self.path, row=row.number, error=repr(error)) from error
        if last != row.digest:
            raise wrong("does-not-replay", self.path, row=row.number)
        return table, last

    def resume(self) -> Iterator[tuple[JournalRow, Table]]:
        """As `replay`, to go on from there.

        What can't be replayed is kept in a copy beside; the journal goes on without it, and `loss`
        says so.

        Raises:
            UnreachableError: it can't be read, or the copy can't be written.
        """
        good: list[JournalRow] = []
        try:
            for entry, table in self.replay():
                good.append(entry)
                yield entry, table
        except UnreachableError:
            raise
        except JournalError as error:
            try:
                self._recover(good, error)
            except (OSError, sqlite3.Error) as failed:
                raise fault(failed, self.path, "cant-write") from failed

    def _recover(self, good: list[JournalRow], error: JournalError) -> None:
        """Go on with the rows that are `good`. However the power goes, they are at the path."""
        aside = copied_aside(self.path, "broken")
        missing = max(self._rows, self._reached.rows) - len(good)
        settings, rows = self.settings, [(one.now, one.text, one.digest) for one in good]
        if not good:
            settings = self._anew  # those of the evening may be what is broken
        self._let_go()
        for log in ("-wal", "-shm"):  # SQLite has copied it into the main file, if it could
            part(self.path, log).unlink(missing_ok=True)
        files.create(self.path, settings, self.began, rows)
        with files.connected(self.path, "rw") as self._database:
            self.settings, self._wrong = settings, None
            self._rows, self._last, _ = files.end_of(self._database)
            self._reached = Reached(self._rows, self._last)
            self._bookmark = Bookmark(self.path, self._reached)
        why = message("journal.recovered", error=error.seen, aside=str(aside), n=len(good))
        self.loss = Loss(why, missing)

    def close(self) -> None:
        """Let go of the file. May be called twice."""
        with suppress(OSError, sqlite3.Error):
            self._settled()
        self._thread.shutdown()
        self._let_go()
        if self._lock is not None:
            self._lock.close()

    def _let_go(self) -> None:
        self._database.close()
        if self._bookmark is not None:
            self._bookmark.close()
            self._bookmark = None


def _put_aside(path: Path, error: JournalError) -> Loss:
    """Keep what nobody can go on with under another name; gives what to say of it."""
    other = error.seen.code == "journal.older"
    reached = None
    with suppress(OSError, ValueError):
        reached = read_bookmark(path)
    aside = set_aside(path, OTHER if other else "broken")
    why = message("journal.set-aside", error=error.seen, aside=str(aside))
    return Loss(why, None if reached is None else reached.rows)
