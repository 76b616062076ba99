"""Backups: settings, decks, calibration, packs and evenings in one file.

A table has two folders: that of its settings file, and that of its journal. A backup contains the
plain files that the table or its people put in them. `restoring` restores it.
"""

import sqlite3
import tempfile
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from appliance.errors import ArchiveError, UnreachableError
from appliance.kept import InForce
from appliance.plain_files import is_plain, open_below, open_plain
from appliance.questions.house import VOTES
from appliance.questions.memory import NAME
from appliance.questions.pack import PACKS
from appliance.questions.shelf import FOLDER
from appliance.runtime.database import connected, fault, is_database
from appliance.runtime.lock import Lock, TakenError
from appliance.service.equip import box_file, deck_file
from appliance.statistics.store import STATISTICS

BACKUP = "backup"
"""Kind of archive, in the manifest."""

SETTINGS, TABLE = "settings", "table"
"""The two folders of a backup."""

SETTINGS_FILE = "table.toml"
"""Name of the settings file in a backup."""

BESIDE = ("-wal", "-shm", "-lock", "-journal", ".new")
"""Endings of SQLite's own files, of the lock and of unfinished files."""

OWN_ENDINGS = (".toml", ".png")
"""Endings of settings, packs, calibrations, maps of keys, and enrolled decks."""

ASIDE = "before-restore-"
"""Prefix of the folders in which restoring keeps the files that it replaces."""


@dataclass(frozen=True, slots=True)
class OwnFiles:
    """Files of a table, by names below its two folders, and named files that are not among them."""

    of_settings: tuple[str, ...]
    of_table: tuple[str, ...]
    left_out: tuple[Path, ...]


def is_evening(name: str, journal: str) -> bool:
    """Return True if a file is a journal called `journal`, its bookmark, or one kept beside it."""
    ours = name in {journal, f"{journal}-bookmark"} or name.startswith(f"{journal}.")
    return ours and not name.endswith(BESIDE)


def is_tables_own(name: str, journal: str, named: Collection[str] = ()) -> bool:
    """Return True if a file may be called `name`, below the folder of the journal `journal`.

    Files that settings have `named` may be called as people like.
    """
    parts = PurePosixPath(name).parts
    if any(entry.startswith(".") for entry in parts) or parts[0].startswith(ASIDE):
        return False
    if len(parts) == 1 and (name == STATISTICS or is_evening(name, journal)):
        return True
    is_named = name in named and not name.startswith(journal)
    return is_named or name.lower().endswith(OWN_ENDINGS)


def own_files(start: InForce) -> OwnFiles:
    """Return the files of this table's backup: plain files in the folders of settings and journal.

    Files that settings name outside both folders are left out.
    """
    config, table = start.config, Path(start.config.journal).parent
    journal = Path(config.journal).name
    home = None if start.given is None else start.given.parent
    of_table = sorted(entry.name for entry in _inside(table) if is_evening(entry.name, journal))
    of_table += _packs(table)
    of_table += [NAME, VOTES]
    of_settings = [] if home is None or home == table else _packs(home)
    elsewhere: list[Path] = []
    odd = [entry.name for entry in _named_files(start)]
    for path in _named_files(start):
        if (name := below(path, table)) is not None:
            of_table.append(name)
        elif home is not None and (name := below(path, home)) is not None:
            of_settings.append(name)
        else:
            elsewhere.append(path)

    def held(folder: Path, names: list[str]) -> tuple[str, ...]:
        unique = dict.fromkeys(names)
        fits = (entry for entry in unique if is_tables_own(entry, journal, odd))
        fit = tuple(entry for entry in fits if is_plain(folder, entry))
        elsewhere.extend(folder / entry for entry in unique if entry not in fit)
        return fit

    kept = held(table, of_table)
    settings_files = () if home is None else held(home, of_settings)
    existing = (entry for entry in dict.fromkeys(elsewhere) if entry.is_symlink() or entry.exists())
    return OwnFiles(settings_files, kept, tuple(existing))


def _inside(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _packs(folder: Path) -> list[str]:
    packs = (entry.name for entry in _inside(folder / FOLDER) if entry.name.endswith(".toml"))
    return [f"{FOLDER}/{entry}" for entry in packs]


def _named_files(start: InForce) -> list[Path]:
    """Return the files that settings name; they may be missing."""
    config = start.config
    keys = getattr(config.buzzers.settings, "keys", None)
    packs = [entry for entry in config.game.questions if entry not in PACKS]
    counted = Path(config.journal).with_name(STATISTICS)
    named = (deck_file(config), *packs, start.path, box_file(config), keys, counted)
    return [Path(entry) for entry in named if entry and isinstance(entry, (str, Path))]


def below(path: Path, folder: Path) -> str | None:
    """Return the name of `path` below `folder`, or None if it is elsewhere."""
    plain = path.is_relative_to(folder) and ".." not in path.parts
    return path.relative_to(folder).as_posix() if plain and path != folder else None


def backup_of(start: InForce, files: OwnFiles) -> Iterator[tuple[str, BinaryIO]]:
    """Open each file of a backup of this table, which may be running.

    Raises:
        OSError, UnreachableError: one can't be read.
    """
    table = Path(start.config.journal).parent
    if start.given is not None:
        yield f"{SETTINGS}/{SETTINGS_FILE}", open_plain(start.given)
        for name in files.of_settings:
            yield f"{SETTINGS}/{name}", open_below(start.given.parent, name)
    for name in files.of_table:
        try:
            file = open_below(table, name)
        except FileNotFoundError:  # a running table has removed an old evening
            continue
        if is_database(file, table / name):
            yield f"{TABLE}/{name}", _snapshot(table / name, file)
        else:
            yield f"{TABLE}/{name}", file


def _snapshot(path: Path, file: BinaryIO) -> BinaryIO:
    """Copy a database with all that was committed, which may still be in SQLite's log.

    A broken one is copied unchanged. Raises UnreachableError: it can't be read or copied.
    """
    try:
        with scratch(path.parent) as folder:
            whole = _copy(path, folder / "copy")
    except (OSError, sqlite3.Error) as error:
        wrong = fault(error, path, "cant-read")
        if isinstance(wrong, UnreachableError):
            file.close()
            raise wrong from error
        file.seek(0)
        return file
    file.close()
    return whole


def _copy(path: Path, copy: Path) -> BinaryIO:
    with (
        connected(path, "ro") as source,
        closing(source),
        closing(sqlite3.connect(copy)) as target,
    ):
        for pragma in ("journal_mode = OFF", "synchronous = OFF"):
            target.execute(f"PRAGMA {pragma}")
        source.backup(target)
    return copy.open("rb")


@contextmanager
def scratch(table: Path) -> Iterator[Path]:
    """Make a temporary folder; in `table` if the system's place for it is closed to its owner."""
    try:
        folder = tempfile.TemporaryDirectory(prefix="doubtit-")
    except PermissionError:  # root's own, closed to the table's owner
        folder = tempfile.TemporaryDirectory(prefix=".doubtit-", dir=table)
    with folder as name:
        yield Path(name)


@contextmanager
def nobody_plays(journal: Path) -> Iterator[None]:
    """Hold the lock of the journal.

    Raises:
        ArchiveError: a table is running.
        UnreachableError: the lock is no plain file, or belongs to another account.
    """
    journal.parent.mkdir(parents=True, exist_ok=True)
    try:
        lock = Lock(journal)
    except TakenError as error:
        raise ArchiveError.of("archive.running", journal=str(journal)) from error
    with closing(lock):
        yield
