"""All that these weeks know of how the table keeps its evenings: one class, to be kept in step.

Nothing else in `bench.weeks` (but `disk.py`, which is below it) calls the journal, the loop's
start, or what the owner's commands do.
"""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from appliance.core.effects import Effect
from appliance.core.signals import SECOND, Noted
from appliance.errors import JournalError, UnreachableError
from appliance.kept import InForce, in_force, mend
from appliance.runtime import database as files
from appliance.runtime.aside import OTHER, kept, set_aside
from appliance.runtime.evening import KeptEvening
from appliance.runtime.journal import Journal
from appliance.runtime.loop import Loop, Perform
from appliance.service.archive import new_file, opened, pack
from appliance.service.backup import BACKUP, TABLE, backup_of, own_files
from appliance.service.erasing import erase
from appliance.service.evenings import BootClock, RowCheck, begin, take_back
from appliance.service.log import Log
from appliance.service.past import evenings_of
from appliance.service.restoring import finish, restore
from appliance.table import Table, TableSettings, step
from bench.diskwrites import SECTOR
from bluffing.message import Message, message
from lab.words import words_of

ALWAYS = (UnreachableError,)
"""Errors that a start may raise where nothing can be written."""

Row = tuple[int, object]
"""A step as any version reads it: when it was handled (ns), and what."""


class Heard(Log):
    """A log that keeps its lines."""

    def __init__(self) -> None:
        super().__init__(words_of("en"))
        self.lines: list[Message] = []

    def say(self, what: Message) -> None:
        """One line."""
        self.lines.append(what)


@dataclass(slots=True)
class Begun:
    """A table that has started: the moment `at` (ns) goes on from there.

    `history` is each step of the evening so far, with the table after it and its effects.
    `reported` says whether the start found something missing, and `torn` whether an older row is
    damaged: the game goes on, and no replay can follow it from its beginning.
    """

    journal: Journal
    loop: Loop
    at: int
    performers: list[Perform]
    reported: bool
    torn: bool = False
    history: list[tuple[Row, Table, tuple[Effect, ...]]] = field(default_factory=list)

    @property
    def began(self) -> int:
        """Start of the evening by its journal (seconds since 1970)."""
        return self.journal.began

    @property
    def steps(self) -> int:
        """Number of steps on the disk."""
        return self.journal.steps

    def settle(self) -> None:
        """Wait for what the journal does behind the table's back."""
        with suppress(RuntimeError):  # it is closed
            self.journal._thread.submit(int).result()  # noqa: SLF001 - no other waits for it

    def close(self) -> None:
        """Let go of the files, however that ends."""
        self.journal.close()


class Product:
    """A table of the owner's: its settings, its journal, and the commands that deal with them."""

    def __init__(self, folder: Path, text: str) -> None:
        self.settings = folder / "etc" / "table.toml"
        self.journal = folder / "table" / "evening.journal"
        self.settings.parent.mkdir(parents=True)
        self.journal.parent.mkdir()
        self.settings.write_text(text)

    # --- the table -------------------------------------------------------------------------------

    def in_force(self) -> InForce:
        """The settings as a start finds them, once a restore that was cut off is finished."""
        finish(self.journal, self.settings)
        return mend(in_force(self.settings, self.journal))

    def start(
        self,
        settings: TableSettings,
        start: InForce,
        wall: Callable[[], float],
        log: Log,
        machine: BootClock,
    ) -> Begun:
        """Begin or go on, as the service does. Raises UnreachableError: nothing can be written."""
        performers: list[Perform] = []
        journal, loop, at = begin(
            self.journal, settings, start.config.evenings, performers, wall, log, machine=machine
        )
        loss = journal.loss
        reported = loss is not None and loss.steps != 0
        begun = Begun(journal, loop, at, performers, reported)
        try:
            for step_taken in _history(journal):
                begun.history.append(step_taken)
        except JournalError:
            begun.torn = begun.reported = self._tells(log)
            if not begun.torn:
                journal.close()
                raise
        except BaseException:
            journal.close()
            raise
        if not at:
            self._tells(log)
        return begun

    def _tells(self, log: Log) -> bool:
        """Return True where the check of older rows finds damage, and says so."""
        lines: list[Message] = []
        check = RowCheck(self.journal, lines.append)
        check.open()
        check.join()
        for line in lines:
            log.say(line)
        return bool(lines)

    @property
    def keeps(self) -> bool:
        """True if a file of settings from the table exists."""
        return in_force(self.settings, self.journal).path.is_file()

    # --- the evenings ----------------------------------------------------------------------------

    def listed(self) -> list[Path]:
        """The evenings that the table knows of."""
        return evenings_of(self.journal)

    @staticmethod
    def rows(path: Path) -> list[Row]:
        """The steps of an evening of whatever version, as far as they can be read."""
        rows = list[Row]()
        with suppress(JournalError), KeptEvening.open(path) as evening:
            rows += ((row.now, (row.kind, row.fields)) for row in evening.rows())
        return rows

    def shelve(self, number: int, wall: int) -> list[Row]:
        """Keep a short evening of long ago beside the journal; gives its steps."""
        with closing(Journal.open(self.journal, TableSettings(), wall)) as journal:
            table = Table(journal.settings)
            noted = Noted("settings", message("text", text=f"evening {number}"), SECOND)
            table, _ = step(table, noted, SECOND)
            journal.append([(SECOND, noted, table)])
        rows = self.rows(self.journal)
        set_aside(self.journal, "evening")
        return rows

    # --- what the owner does ---------------------------------------------------------------------

    def back_up(self, to: Path, start: InForce, work: Path) -> list[Row]:
        """Make a backup; gives the steps of the running evening that it holds."""
        to.unlink(missing_ok=True)
        with new_file(to) as new:
            pack(new, BACKUP, "0", backup_of(start, own_files(start)))
        inside = work / self.journal.name
        inside.parent.mkdir(exist_ok=True)
        with opened(to, BACKUP) as archive, inside.open("wb") as file:
            archive.copy(f"{TABLE}/{self.journal.name}", file)
        return self.rows(inside)

    def restore(self, backup: Path) -> None:
        """Replace the files by a backup."""
        restore(backup, self.settings, self.journal)

    def erase(self, name: str) -> list[Path]:
        """Take a name out of all files; gives those in which it still stands."""
        start = in_force(self.settings, self.journal)
        return erase(name, start, lambda place: f"Guest {place + 1}").left

    def update(self) -> None:
        """Update the format: the present evening is of an older one."""
        self._mark(self.journal, files.VERSION - 1)

    def put_back(self) -> Message | None:
        """Undo that update: the present evening is of a newer format, the older one is ours."""
        self._mark(self.journal, files.VERSION + 1)
        for path in kept(self.journal):
            if f".{OTHER}-" in path.name and self._version(path) == files.VERSION - 1:
                self._mark(path, files.VERSION)
        return take_back(self.journal)

    def _version(self, path: Path) -> int | None:
        with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as database:
            [(version,)] = database.execute("PRAGMA user_version")
            return int(version)
        return None

    def _mark(self, path: Path, version: int) -> None:
        if not path.is_file():
            return
        times = path.stat()
        with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as database:
            database.execute(f"PRAGMA user_version = {version}")
        shutil.os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # type: ignore[attr-defined]

    # --- damage ----------------------------------------------------------------------------------

    def lose(self, suffix: str) -> bool:
        """Lose a whole file of the evening; whether there was one."""
        path = self._part(suffix)
        exists = path.is_file()
        path.unlink(missing_ok=True)
        return exists

    def spoil(self, suffix: str, chance: Random) -> bool:
        """Spoil one sector of a file of the evening; whether there was one."""
        path = self._part(suffix)
        if not path.is_file() or not path.stat().st_size:
            return False
        data = bytearray(path.read_bytes())
        at = SECTOR * chance.randrange(-(-len(data) // SECTOR))
        end = min(at + SECTOR, len(data))
        data[at:end] = chance.randbytes(end - at)
        path.write_bytes(data)
        return True

    def _part(self, suffix: str) -> Path:
        return self.journal.with_name(self.journal.name + suffix)


def _history(journal: Journal) -> Iterator[tuple[Row, Table, tuple[Effect, ...]]]:
    """Yield the history on the disk, each step taken again for its effects."""
    before = Table(journal.settings)
    for entry, table in journal.replay():
        _, effects = step(before, entry.signal, entry.now)
        yield (entry.now, entry.text), table, effects
        before = table
