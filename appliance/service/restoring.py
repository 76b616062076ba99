"""A backup in the place of what is there: all of it or nothing, however it is cut off.

Everything is prepared in a folder of its own beside the journal, with a commit file at last. Of the
settings folder only the settings file is touched, and it is replaced in one step: that step decides
whether a backup is restored. The commit file knows the settings file before and after it by their
checksums. Whoever starts the table reads there what holds, and needs no rights on the settings:
`finish` then renames what was prepared into its place, or removes it.

The commit file has names only. What they are names of follows from the settings that are here.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from stat import S_ISDIR
from typing import Any

from appliance.bounded_files import FILE_BYTES, json_of
from appliance.errors import ArchiveError, ConfigError, UnfitFileError
from appliance.kept import InForce, in_force
from appliance.message import Message, message
from appliance.owner import as_owner
from appliance.plain_files import (
    NotPlainError,
    is_plain,
    new_plain,
    open_below,
    open_plain,
    rewrite,
    sync_folder,
)
from appliance.service.archive import Archive, opened, stays_within
from appliance.service.backup import (
    ASIDE,
    BACKUP,
    SETTINGS,
    SETTINGS_FILE,
    TABLE,
    is_evening,
    nobody_plays,
)
from appliance.service.restore_plan import RestorePlan, planned
from appliance.service.rights import leave_root, table_folder

WORK, COMMIT, PREPARED, REPLACED = ".restoring", "commit", "new", "old"
"""The folder in which restoring is prepared, in that of the journal, and what is in it."""

BROKEN = "restoring.broken-"
"""What begins the name of a folder `WORK` that no restoring has made."""

COMMIT_FORMAT = 2
"""Format 1 had paths in it, and is not followed any more."""

FREE_NUMBERS = 1_000_000
"""Number of folders that may keep what was there before."""

LOGS = ("-wal", "-shm", "-journal")
"""What ends the names of SQLite's own files: those of the old evening are no new one's."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup that was written by `version`, what was there before, and what else to say."""

    version: str
    aside: Path | None
    told: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Commit:
    """What the commit file says.

    `new` are names below the folder of the journal, `old` those of evenings there before. `number`
    is that of the folder for what was there before. `before` and `after` are checksums of the
    settings file ("": there is none); both None: it stays as it is.
    """

    new: tuple[str, ...]
    old: tuple[str, ...]
    number: int
    before: str | None = None
    after: str | None = None

    @property
    def text(self) -> str:
        """As it is written."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return json.dumps({"format": COMMIT_FORMAT, **fields})


# --- a restore ---------------------------------------------------------------------------------


def restore(path: Path, given: Path | None, journal: Path | None) -> Restored:
    """Put the backup `path` in the place of what is there; `given` is the settings file here.

    The evening's file is `journal`, or where the settings here have it, and never where those of
    the backup do.

    Raises:
        ArchiveError: it is no backup of a table, or a table is running here.
        ConfigError: the settings here, or those of the backup, can't be used.
        UnreachableError: the lock of the journal can't be taken.
        OSError: something can't be written; all is as it was, or is finished later.
    """
    known = _known_settings(given, journal)
    table = table_folder(known, journal)
    with opened(path, BACKUP) as archive, ExitStack() as stack:
        with as_owner(table):
            here = _here(known, journal)
            stack.enter_context(nobody_plays(Path(here.config.journal)))
            told = _finish(Path(here.config.journal), given)
            if os.path.lexists(table / WORK):  # of other settings
                told = (*told, _foreign(table / WORK))
            plan = planned(archive, here, given)
            aside = _prepare(archive, plan, here, given)
        try:
            if given is not None and plan.settings is not None:
                with as_owner(given.parent):
                    rewrite(plan.settings, given)
        finally:
            with as_owner(table):
                _finish(Path(here.config.journal), given)
        with as_owner(table):
            there = aside if aside.exists() else None
        return Restored(archive.version, there, (*told, *plan.told))


def _known_settings(given: Path | None, journal: Path | None) -> Path | None:
    """The settings file, if there is one. Raises ArchiveError: then the journal must be named."""
    if given is None or os.path.lexists(given):
        return given
    if journal is None:
        raise ArchiveError.of("archive.no-settings", path=str(given))
    return None


def _here(known: Path | None, journal: Path | None) -> InForce:
    """The settings in force; those that can't be used don't count where the journal is named."""
    try:
        return in_force(known, journal)
    except ConfigError:
        if journal is None:
            raise
        return in_force(None, journal)


def _prepare(archive: Archive, plan: RestorePlan, here: InForce, given: Path | None) -> Path:
    """Unpack all beside the journal, and write the commit file; gives the folder for the old."""
    journal = Path(here.config.journal)
    table, work = journal.parent, journal.parent / WORK
    number = 1
    while os.path.lexists(table / f"{ASIDE}{number}"):
        number += 1
    commit = Commit(tuple(plan.places.values()), _evenings_here(journal), number)
    try:
        work.mkdir(0o700)
        for name, place in plan.places.items():
            target = work / PREPARED / place
            target.parent.mkdir(parents=True, exist_ok=True)
            with new_plain(target) as file:
                archive.copy(name, file)
        if given is not None and plan.settings is not None:
            was = _content(given)
            before = "" if was is None else _sum(was)
            commit = Commit(commit.new, commit.old, number, before, _sum(plan.settings))
            if was is not None:
                (work / REPLACED).mkdir()
                with new_plain(work / REPLACED / SETTINGS_FILE) as file:
                    file.write(was)
        for folder in (*(one for one in work.rglob("*") if one.is_dir()), work):
            sync_folder(folder)
        unfinished = work / f"{COMMIT}.new"
        with new_plain(unfinished) as file:
            file.write(commit.text.encode())
        unfinished.replace(work / COMMIT)
        sync_folder(work)
        sync_folder(table)
    except BaseException:
        with suppress(OSError):
            _undo(work)
        raise
    return table / f"{ASIDE}{number}"


def _evenings_here(journal: Path) -> tuple[str, ...]:
    """The evenings that are there, with SQLite's own files: none may be taken for a new one's."""
    there = sorted(one.name for one in journal.parent.iterdir())
    return tuple(one for one in there if _is_old(one, journal.name))


def _is_old(name: str, journal: str) -> bool:
    end = next((one for one in LOGS if name.endswith(one)), "")
    return is_evening(name.removesuffix(end), journal)


def _content(given: Path) -> bytes | None:
    """The settings file here; None: there is none. Raises ArchiveError: that is no plain file."""
    if not os.path.lexists(given):
        return None
    if not is_plain(given.parent, given.name):
        raise ArchiveError.of("archive.in-the-way", path=str(given))
    with open_plain(given) as file:
        return file.read(FILE_BYTES + 1)


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


# --- its end -----------------------------------------------------------------------------------


def settled(given: Path | None, journal: Path | None, say: Callable[[Message], object]) -> InForce:
    """Give the settings that a table starts with, once restoring that was cut off is finished.

    Root becomes the table's owner for good; `say` is told what was finished.

    Raises:
        ConfigError: the settings can't be used, or the owner may not read the program.
        OSError: something can't be written.
    """
    leave_root(given, journal, loads=True)
    start = in_force(given, journal)
    for what in (told := finish(Path(start.config.journal), given)):
        say(what)
    return in_force(given, journal) if told else start


def finish(journal: Path, given: Path | None) -> tuple[Message, ...]:
    """Finish or undo restoring that was cut off, beside `journal`; gives what to say of it.

    `given` is the settings file. Nothing is done while somebody plays or restores.

    Raises:
        OSError: something can't be written.
    """
    if not os.path.lexists(journal.parent / WORK):
        return ()
    try:
        with nobody_plays(journal):
            return _finish(journal, given)
    except ArchiveError:
        return ()


def _finish(journal: Path, given: Path | None) -> tuple[Message, ...]:
    """As `finish`, for whoever has the lock."""
    work = journal.parent / WORK
    if not os.path.lexists(work):
        return ()
    try:
        commit = _commit_in(work, journal)
    except (OSError, UnfitFileError, ValueError, TypeError):
        return (_foreign(work),)
    if commit is None:
        return _undo(work)
    if commit.after is not None:
        seen = None if given is None else _seen(given)
        if seen == commit.before != commit.after:
            _undo(work)
            return (message("command.restore.undone"),)
        if seen != commit.after:
            return (message("command.restore.open", path=str(work)),)
    _put_in_place(commit, work, journal)
    return (message("command.restore.finished"),)


def _seen(given: Path) -> str | None:
    """The checksum of the settings file; "": there is none, None: nobody can tell."""
    try:
        with open_plain(given) as file:
            return _sum(file.read(FILE_BYTES + 1))
    except FileNotFoundError:
        return ""
    except OSError:
        return None


def _commit_in(work: Path, journal: Path) -> Commit | None:
    """What the commit file says; None: there is none yet, and nothing was decided.

    Raises:
        OSError, UnfitFileError, ValueError, TypeError: restoring has written no such thing.
    """
    if not S_ISDIR(work.lstat().st_mode):
        raise NotPlainError(0, "no folder", str(work))
    try:
        with open_below(work, COMMIT) as file:
            said = json_of(file.read(FILE_BYTES + 1).decode())
    except FileNotFoundError:
        return None
    if not isinstance(said, dict) or said.pop("format", None) != COMMIT_FORMAT:
        raise ValueError(COMMIT)
    values: dict[str, Any] = {  # JSON's own types
        key: tuple(one) if isinstance(one, list) else one for key, one in said.items()
    }
    commit = Commit(**values)
    names = (*commit.new, *commit.old)
    sums = (commit.before, commit.after)
    fits = (
        {type(commit.new), type(commit.old)} == {tuple}
        and all(map(_is_name, names))
        and not any(one.startswith((".", ASIDE)) for one in commit.new)
        and all(_is_old(one, journal.name) for one in commit.old)
        and (sums == (None, None) or {*map(type, sums)} == {str})
        and type(commit.number) is int
        and 0 < commit.number <= FREE_NUMBERS
    )
    if not fits:
        raise ValueError(COMMIT)
    aside = journal.parent / f"{ASIDE}{commit.number}"
    if os.path.lexists(aside) and not S_ISDIR(aside.lstat().st_mode):
        raise ValueError(COMMIT)
    return commit


def _is_name(value: object) -> bool:
    return isinstance(value, str) and stays_within(value)


def _undo(work: Path) -> tuple[Message, ...]:
    """Remove what was prepared; gives what to say of what is somebody else's. Raises OSError."""
    try:
        with suppress(FileNotFoundError):  # first: the rest is not to be taken for all of it
            (work / COMMIT).unlink()
            sync_folder(work)
        shutil.rmtree(work)
    except PermissionError:
        return (_foreign(work),)
    return ()


def _foreign(work: Path) -> Message:
    """Set aside what no restoring has made; gives what to say of it. Raises OSError."""
    number = 1
    while os.path.lexists(aside := work.with_name(f"{BROKEN}{number}")):
        number += 1
    work.rename(aside)
    return message("command.restore.foreign", path=str(work), aside=str(aside))


def _put_in_place(commit: Commit, work: Path, journal: Path) -> None:
    """Rename the old out of the way and the new into its place; each step can be done again."""
    table = journal.parent
    aside = table / f"{ASIDE}{commit.number}"
    for name in commit.old:  # before the new: no evening may meet another's log
        if name not in commit.new or os.path.lexists(work / PREPARED / name):
            _set_aside(table / name, aside / TABLE / name)
    for name in commit.new:
        source, target = work / PREPARED / name, table / name
        if not os.path.lexists(source):
            continue  # it is there already
        for folder in reversed(PurePosixPath(name).parents[:-1]):
            if os.path.lexists(table / folder) and not S_ISDIR((table / folder).lstat().st_mode):
                _set_aside(table / folder, aside / TABLE / folder)
            (table / folder).mkdir(exist_ok=True)
        _set_aside(target, aside / TABLE / name)
        source.replace(target)
        sync_folder(target.parent)
    _set_aside(work / REPLACED / SETTINGS_FILE, aside / SETTINGS / SETTINGS_FILE)
    sync_folder(table)
    _undo(work)


def _set_aside(path: Path, aside: Path) -> None:
    """Rename what is at `path`, if anything, to `aside` or a free name like it. Raises OSError."""
    if not os.path.lexists(path):
        return
    aside.parent.mkdir(parents=True, exist_ok=True)
    free, number = aside, 1
    while os.path.lexists(free):
        number += 1
        free = aside.with_name(f"{aside.name}.{number}")
    path.rename(free)
    sync_folder(aside.parent)
