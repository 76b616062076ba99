"""Backups: settings, decks, calibration, packs and evenings in one file, and back again.

A table has two folders: that of its settings file, and that of its journal. Of both a backup holds
what the table or its people put there. Restoring is prepared completely beside the old files; from
one small file on, the commit, it is done, however often it is cut off: whoever finds the commit
finishes it. What was there before is moved to a folder of its own and stays.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from appliance.bounded_files import read_json, toml_of
from appliance.config import Config, config_of
from appliance.errors import ArchiveError, ConfigError, UnfitFileError
from appliance.kept import InForce, in_force
from appliance.message import message
from appliance.questions.house import VOTES
from appliance.questions.memory import NAME
from appliance.questions.pack import PACKS
from appliance.questions.shelf import FOLDER
from appliance.runtime.lock import Lock, TakenError
from appliance.service.archive import Archive, members
from appliance.service.equip import box_file
from appliance.statistics.store import STATISTICS
from appliance.whole_file import write_whole

BACKUP = "backup"
"""What a backup is called in its manifest."""

SETTINGS, TABLE = "settings", "table"
"""The two folders of a backup."""

WORK, COMMIT = ".restoring", "commit"
"""The folder in which restoring is prepared, in that of the journal, and the file that says go."""

BESIDE = ("-wal", "-shm", "-lock")
"""What ends the names of SQLite's own files, and of the lock: no backup holds them."""


@dataclass(frozen=True, slots=True)
class TableFolders:
    """Where a table has its files: the settings file, if there is one, and its journal."""

    settings: Path | None
    journal: Path

    @property
    def table(self) -> Path:
        """The folder of the journal."""
        return self.journal.parent


def places_of(start: InForce) -> TableFolders:
    """Where the table of these settings has its files."""
    return TableFolders(start.given, Path(start.config.journal))


def own_files(start: InForce) -> tuple[list[Path], list[Path]]:
    """What is a table's own: files of its settings' folder and of its journal's.

    A file that settings name and that lies in neither is nobody's to restore, and left out.
    """
    config, table = start.config, Path(start.config.journal).parent
    named = _named(start)
    evenings = sorted(table.glob(f"{Path(config.journal).name}*"))
    packs = sorted((table / FOLDER).glob("*.toml"))
    asked = [table / one for one in (NAME, VOTES)]
    of_table = [*evenings, *packs, *asked, *(one for one in named if _lies(one, table))]
    of_settings: list[Path] = []
    if start.given is not None:
        home = start.given.parent
        packs = [] if home == table else sorted((home / FOLDER).glob("*.toml"))
        others = [one for one in named if home != table and _lies(one, home)]
        of_settings = [start.given, *packs, *others]
    return _there(of_settings), _there(of_table)


def left_out(start: InForce) -> list[Path]:
    """What settings name that is there and no backup holds: it lies elsewhere, or is a folder."""
    held = {one for files in own_files(start) for one in files}
    return [one for one in dict.fromkeys(_named(start)) if one.exists() and one not in held]


def _named(start: InForce) -> list[Path]:
    """The files that settings name; they need not be there."""
    config = start.config
    keys = getattr(config.buzzers.settings, "keys", None)
    packs = [one for one in config.game.questions if one not in PACKS]  # shipped ones are names
    counted = Path(config.journal).with_name(STATISTICS)
    named = (config.reader.deck, *packs, start.path, box_file(config), keys, counted)
    return [Path(one) for one in named if one and isinstance(one, (str, Path))]


def _lies(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve()) and path.is_relative_to(folder)


def _there(files: list[Path]) -> list[Path]:
    found = (one for one in files if one.is_file() and not one.name.endswith(BESIDE))
    return list(dict.fromkeys(found))


def backup_of(start: InForce) -> Archive:
    """A backup of the table of these settings, which may be running. Raises OSError."""
    of_settings, of_table = own_files(start)
    table = Path(start.config.journal).parent
    files: dict[str, bytes] = {}
    if start.given is not None:
        files |= members(start.given.parent, of_settings, SETTINGS)
        name = f"{SETTINGS}/{start.given.name}"  # whatever it is called where it is restored
        files = {f"{SETTINGS}/table.toml": files.pop(name), **files}
    files |= members(table, of_table, TABLE)
    for path in of_table:
        if (whole := _database(path)) is not None:
            files[f"{TABLE}/{path.relative_to(table).as_posix()}"] = whole
    return Archive(BACKUP, version("doubt-it-table"), files)


def _database(path: Path) -> bytes | None:
    """A database with all that was committed, which may still be in SQLite's log; None: none it is.

    One that is broken is taken as it is.
    """
    if path.read_bytes()[:16] != b"SQLite format 3\0":
        return None
    uri = f"{path.resolve().as_uri()}?mode=ro"
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(uri, uri=True)) as journal,
        closing(sqlite3.connect(":memory:")) as copy,
    ):
        journal.backup(copy)
        return copy.serialize()
    return None


# --- back again ----------------------------------------------------------------------------------


def restored_places(archive: Archive, given: Path | None, journal: Path | None) -> TableFolders:
    """Where a backup belongs: `given` is the settings file that it becomes, `journal` goes before.

    Raises:
        ConfigError: the settings that are in the backup, or those that are here, can't be used.
    """
    if journal is None and given is not None and f"{SETTINGS}/table.toml" in archive.files:
        journal = Path(_settings_in(archive).journal)
    if journal is None:
        journal = Path(in_force(given).config.journal)
    return TableFolders(given, journal)


def _settings_in(archive: Archive) -> Config:
    where = f"{SETTINGS}/table.toml"
    try:
        tables = toml_of(archive.files[where].decode("utf-8", "replace"))
    except UnfitFileError as error:
        wrong = message("config.not-settings", path=where, error=error.why)
        raise ConfigError(wrong) from error
    return config_of(tables, f"{where}: ")


@contextmanager
def nobody_plays(journal: Path) -> Iterator[None]:
    """Keep the journal from everybody else. Raises ArchiveError: a table is running."""
    journal.parent.mkdir(parents=True, exist_ok=True)
    try:
        lock = Lock(journal)
    except TakenError as error:
        raise ArchiveError.of("archive.running", journal=str(journal)) from error
    with closing(lock):
        yield


def restore(archive: Archive, places: TableFolders) -> Path:
    """Put a backup in the place of what is there; gives the folder to which that is moved.

    Raises:
        ArchiveError: a table is running there.
        OSError: something can't be written; all is as it was, or is finished later.
    """
    with nobody_plays(places.journal):
        finish(places.table)
        work = places.table / WORK
        shutil.rmtree(work, ignore_errors=True)
        wanted = [one for one in archive.files if _target(one, places) is not None]
        for name in wanted:
            write_whole(archive.files[name], work / name)
        number = 1
        while (aside := places.table / f"before-restore-{number}").exists():
            number += 1
        commit = {
            "new": {one: str(_target(one, places)) for one in wanted},
            "old": {f"{TABLE}/{one.name}": str(one) for one in _old(places)},
            "aside": str(aside),
        }
        write_whole(json.dumps(commit).encode(), work / COMMIT)
        finish(places.table)
        return aside


def _target(name: str, places: TableFolders) -> Path | None:
    """Where a member goes; None: it is the settings', and none are to be restored."""
    below, _, inner = name.partition("/")
    if below == TABLE:
        return places.table / inner
    if below != SETTINGS or places.settings is None:
        return None
    return places.settings if inner == "table.toml" else places.settings.parent / inner


def _old(places: TableFolders) -> list[Path]:
    """The evenings that are there, with SQLite's own files: none may be taken for a new one's."""
    there = places.table.glob(f"{places.journal.name}*")
    return sorted(one for one in there if not one.name.endswith("-lock"))


def finish(table: Path) -> bool:
    """Finish restoring in this folder, where it was cut off after its commit; whether it was.

    Each step can be done again. Raises OSError.
    """
    work = table / WORK
    if not (work / COMMIT).exists():
        return False
    try:
        commit = read_json(work / COMMIT)
    except UnfitFileError:  # it is written whole or not at all: this is none of ours
        return False
    aside, owner = Path(commit["aside"]), table.stat()
    saved = work / "saved"
    if not saved.exists():
        for name, path in (*commit["old"].items(), *commit["new"].items()):
            if Path(path).is_file():
                (aside / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, aside / name)
        write_whole(b"", saved)
    for path in commit["old"].values():
        if path not in commit["new"].values():
            Path(path).unlink(missing_ok=True)
    for name, path in commit["new"].items():
        target = Path(path)
        write_whole((work / name).read_bytes(), target)
        with suppress(PermissionError):  # who restores may be root, and who plays is not
            os.chown(target, owner.st_uid, owner.st_gid)
    (work / COMMIT).unlink()
    shutil.rmtree(work, ignore_errors=True)
    return True
