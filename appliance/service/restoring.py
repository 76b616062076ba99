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
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from stat import S_ISDIR
from typing import Any

from appliance.bounded_files import FILE_BYTES, json_of, toml_of
from appliance.builds.file import with_build
from appliance.config import Config, config_of
from appliance.errors import ArchiveError, ConfigError, UnfitFileError
from appliance.kept import InForce, in_force, text_of_tables
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
from appliance.questions.pack import PACKS
from appliance.service.archive import Archive, opened, stays_within
from appliance.service.backup import (
    ASIDE,
    BACKUP,
    SETTINGS,
    SETTINGS_FILE,
    TABLE,
    is_evening,
    is_tables_own,
    nobody_plays,
)
from appliance.service.rights import table_folder

WORK, COMMIT, NEW, OLD = ".restoring", "commit", "new", "old"
"""The folder in which restoring is prepared, in that of the journal, and what is in it."""

BROKEN = "restoring.broken-"
"""What begins the name of a folder `WORK` that no restoring has made."""

COMMIT_FORMAT = 2
"""Format 1 had paths in it, and is not followed any more."""

FREE_NUMBERS = 1_000_000
"""Number of folders that may keep what was there before."""

LOGS = ("-wal", "-shm", "-journal")
"""What ends the names of SQLite's own files: those of the old evening are no new one's."""

Tables = dict[str, Any]  # settings, as TOML has them: values of any type


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


@dataclass(slots=True)
class _Plan:
    """Where each member of a backup goes: by name below the folder of the journal."""

    places: dict[str, str] = field(default_factory=dict)
    settings: bytes | None = None
    told: list[Message] = field(default_factory=list)


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
            plan = _planned(archive, here, given)
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


def _planned(archive: Archive, here: InForce, given: Path | None) -> _Plan:
    """Decide what goes where.

    Raises:
        ArchiveError: the backup holds what no table has.
        ConfigError: its settings can't be used.
    """
    plan, journal = _Plan(), Path(here.config.journal).name
    member = f"{SETTINGS}/{SETTINGS_FILE}"
    tables: Tables = {}
    text, config = "", None
    if member in archive.sums:
        text = archive.text(member)
        tables, config = _settings_in(text, given)
    renamed = _renamed(archive, config, here)
    odd = [Path(one).name for one in _files_of(tables)]
    for name in sorted(archive.sums):
        folder, _, inner = name.partition("/")
        if folder == TABLE:
            place = renamed(inner)
            if not is_tables_own(place, journal, odd):
                raise _strange(archive, name)
            plan.places[name] = place
        elif folder != SETTINGS or (name != member and not is_tables_own(inner, journal, odd)):
            raise _strange(archive, name)
    if len(set(plan.places.values())) != len(plan.places):
        raise _strange(archive, min(plan.places))
    _check_no_folder_is_a_file(archive, plan)
    if given is not None and config is not None:
        wanted = _with_places(tables, config, here, plan)
        _move_others(archive, wanted, given, here, plan)
        _check_no_folder_is_a_file(archive, plan)
        plan.settings = _text_with(text, tables, wanted).encode()
        config_of(with_build(wanted, given), f"{archive.path}: ")
    return plan


def _strange(archive: Archive, name: str) -> ArchiveError:
    return ArchiveError.of("archive.strange", path=str(archive.path), name=name)


def _check_no_folder_is_a_file(archive: Archive, plan: _Plan) -> None:
    places = set(plan.places.values())
    for name, place in plan.places.items():
        if places & {str(one) for one in PurePosixPath(place).parents}:
            raise _strange(archive, name)


def _settings_in(text: str, given: Path | None) -> tuple[Tables, Config]:
    where = f"{SETTINGS}/{SETTINGS_FILE}"
    try:
        tables: Tables = toml_of(text)
    except UnfitFileError as error:
        wrong = message("config.not-settings", path=where, error=error.why)
        raise ConfigError(wrong) from error
    merged = tables if given is None else with_build(tables, given)
    return tables, config_of(merged, f"{where}: ")


def _renamed(archive: Archive, config: Config | None, here: InForce) -> Callable[[str], str]:
    """What maps names of the backup's table to names here: its journal may be called otherwise."""
    theirs, ours = _journal_in(archive, config), Path(here.config.journal).name
    kept = Path(config.kept).name if config is not None and config.kept else here.path.name

    def name_here(inner: str) -> str:
        if is_evening(inner, theirs):
            return ours + inner.removeprefix(theirs)
        beside = here.path.parent == Path(here.config.journal).parent
        return here.path.name if inner == kept and beside else inner

    return name_here


def _journal_in(archive: Archive, config: Config | None) -> str:
    """What the journal of a backup is called."""
    said = Path((Config() if config is None else config).journal).name
    if f"{TABLE}/{said}" in archive.sums:
        return said
    marks = (one for one in archive.sums if one.endswith("-bookmark") and one.count("/") == 1)
    names = (one.removeprefix(f"{TABLE}/").removesuffix("-bookmark") for one in marks)
    return min(names, key=len, default=said)


_PLACES = (("reader", "deck"), ("reader", "calibration"), ("buzzers", "keys"))
"""Settings that name a file, besides packs of questions."""


def _files_of(tables: Mapping[str, Any]) -> Iterator[str]:
    """The files that settings name, as they name them."""
    for table, key in _PLACES:
        there = tables.get(table)
        value = there.get(key) if isinstance(there, dict) else None
        if isinstance(value, str) and value:
            yield value
    game = tables.get("game")
    packs = game.get("questions", ()) if isinstance(game, dict) else ()
    yield from (one for one in packs if one not in PACKS)


def _with_places(tables: Tables, config: Config, here: InForce, plan: _Plan) -> Tables:
    """The backup's settings, with evenings and what is changed at the table where they are here."""
    wanted = dict(tables)
    for key in ("journal", "kept"):
        theirs, ours = getattr(config, key), getattr(here.config, key)
        if theirs == ours:
            continue
        wanted[key] = ours
        if not ours:
            del wanted[key]
        place = ours or str(here.path)
        plan.told.append(message("command.restore.place", key=key, place=place))
    return wanted


def _move_others(archive: Archive, wanted: Tables, given: Path, here: InForce, plan: _Plan) -> None:
    """Put other files of the settings' folder beside the journal, unless they are here as they are.

    `wanted` then names them there. So the settings file is all that is written in its folder.
    """
    table, taken = Path(here.config.journal).parent, set(plan.places.values())
    for name, digest in sorted(archive.sums.items()):
        folder, _, inner = name.partition("/")
        if folder != SETTINGS or inner == SETTINGS_FILE or _is_here(given.parent, inner, digest):
            continue
        place = inner
        if place in taken:
            place = str(PurePosixPath(inner).with_name(f"{SETTINGS}-{PurePosixPath(inner).name}"))
        if place in taken:
            raise _strange(archive, name)
        taken.add(place)
        plan.places[name] = place
        _name_there(wanted, inner, table / place)
        if given.parent / inner != table / place:
            moved = message("command.restore.moved", name=inner, place=str(table / place))
            plan.told.append(moved)


def _is_here(home: Path, inner: str, digest: str) -> bool:
    try:
        with open_below(home, inner) as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == digest
    except OSError:
        return False


def _name_there(wanted: Tables, inner: str, place: Path) -> None:
    """Name `place` in the settings wherever they name the file `inner` of their folder."""

    def is_it(value: object) -> bool:
        return isinstance(value, str) and (value == inner or value.endswith(f"/{inner}"))

    for table, key in _PLACES:
        there = wanted.get(table)
        if isinstance(there, dict) and is_it(there.get(key)):
            wanted[table] = {**there, key: str(place)}
    game = wanted.get("game")
    if isinstance(game, dict) and any(map(is_it, game.get("questions", ()))):
        packs = [str(place) if is_it(one) else one for one in game["questions"]]
        wanted["game"] = {**game, "questions": packs}


def _text_with(text: str, tables: Tables, wanted: Tables) -> str:
    """`text`, changed to say `wanted`: as few lines as that takes, or all of it anew."""
    if wanted == tables:
        return text
    tops = [key for key in ("journal", "kept") if wanted.get(key) != tables.get(key)]
    lines = text.splitlines(keepends=True)
    end = next((at for at, one in enumerate(lines) if one.lstrip().startswith("[")), len(lines))
    head = [one for one in lines[:end] if one.partition("=")[0].strip() not in tops]
    said = text_of_tables({key: wanted[key] for key in tops if key in wanted})
    changed = "".join([said, *head, *lines[end:]])
    with suppress(UnfitFileError):
        if toml_of(changed) == wanted:
            return changed
    return text_of_tables(wanted)


def _prepare(archive: Archive, plan: _Plan, here: InForce, given: Path | None) -> Path:
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
            target = work / NEW / place
            target.parent.mkdir(parents=True, exist_ok=True)
            with new_plain(target) as file:
                archive.copy(name, file)
        if given is not None and plan.settings is not None:
            was = _content(given)
            before = "" if was is None else _sum(was)
            commit = Commit(commit.new, commit.old, number, before, _sum(plan.settings))
            if was is not None:
                (work / OLD).mkdir()
                with new_plain(work / OLD / SETTINGS_FILE) as file:
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
    values: Tables = {
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
        if name not in commit.new or os.path.lexists(work / NEW / name):
            _set_aside(table / name, aside / TABLE / name)
    for name in commit.new:
        source, target = work / NEW / name, table / name
        if not os.path.lexists(source):
            continue  # it is there already
        for folder in reversed(PurePosixPath(name).parents[:-1]):
            if os.path.lexists(table / folder) and not S_ISDIR((table / folder).lstat().st_mode):
                _set_aside(table / folder, aside / TABLE / folder)
            (table / folder).mkdir(exist_ok=True)
        _set_aside(target, aside / TABLE / name)
        source.replace(target)
        sync_folder(target.parent)
    _set_aside(work / OLD / SETTINGS_FILE, aside / SETTINGS / SETTINGS_FILE)
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
