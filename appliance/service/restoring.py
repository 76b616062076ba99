"""Restores a backup completely or not at all, even if it is cut off.

Everything is prepared in a folder of its own beside the journal, with a commit file at last. Of the
settings folder only the settings file is touched, and it is replaced in one step: that step decides
whether a backup is restored. The commit file knows the settings file before and after it by their
checksums. At the next start `finish` compares them, and needs no rights on the settings: it renames
the prepared files into place, or removes them.

The commit file has names only. The settings here say in which folder they belong.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from stat import S_ISDIR
from typing import Any

from appliance.bounded_files import FILE_BYTES, json_of, toml_of
from appliance.builds.file import with_build
from appliance.config import Config, config_of
from appliance.errors import ArchiveError, ConfigError, UnfitFileError
from appliance.kept import InForce, Tables, as_given, text_of_tables
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
    below,
    is_evening,
    is_tables_own,
    nobody_plays,
)
from appliance.service.equip import box_file
from appliance.service.rights import WORK, check_readable, table_folder
from appliance.typed_toml import Toml
from bluffing.message import Message, message


@dataclass(slots=True)
class RestorePlan:
    """Places of members, by name below the folder of the journal, and the settings to write."""

    places: dict[str, str] = field(default_factory=dict)
    settings: bytes | None = None
    messages: list[Message] = field(default_factory=list)


def plan_restore(archive: Archive, here: InForce, given: Path | None) -> RestorePlan:
    """Return the plan for `archive`; nothing is written.

    Raises:
        ArchiveError: the backup holds what no table has.
        ConfigError: its settings can't be used.
    """
    plan, journal = RestorePlan(), Path(here.config.journal).name
    member = f"{SETTINGS}/{SETTINGS_FILE}"
    tables: Tables = {}
    text, config = "", None
    if member in archive.sums:
        text = archive.text(member)
        tables, config = _settings_in(text, given)
    renamed = _renames(archive, config, here)
    odd = [Path(entry).name for entry in _files_of(tables)]
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
        _keep_calibration(wanted, config, given, here, plan)
        _move_others(archive, wanted, given, here, plan)
        _check_no_folder_is_a_file(archive, plan)
        plan.settings = _text_with(text, tables, wanted).encode()
        config_of(with_build(wanted, given), f"{archive.path}: ")
    return plan


def _strange(archive: Archive, name: str) -> ArchiveError:
    return ArchiveError.of("archive.strange", path=str(archive.path), name=name)


def _check_no_folder_is_a_file(archive: Archive, plan: RestorePlan) -> None:
    places = set(plan.places.values())
    for name, place in plan.places.items():
        if places & {str(entry) for entry in PurePosixPath(place).parents}:
            raise _strange(archive, name)


def _settings_in(text: str, given: Path | None) -> tuple[Tables, Config]:
    place = f"{SETTINGS}/{SETTINGS_FILE}"
    try:
        tables: Tables = toml_of(text)
    except UnfitFileError as error:
        wrong = message("config.not-settings", path=place, error=error.why)
        raise ConfigError(wrong) from error
    merged = tables if given is None else with_build(tables, given)
    return tables, config_of(merged, f"{place}: ")


def _renames(archive: Archive, config: Config | None, here: InForce) -> Callable[[str], str]:
    """Return the map from names in the backup to names here: journals may be called otherwise."""
    theirs, ours = _journal_in(archive, config), Path(here.config.journal).name
    kept = Path(config.kept).name if config is not None and config.kept else here.path.name

    def name_here(inner: str) -> str:
        if is_evening(inner, theirs):
            return ours + inner.removeprefix(theirs)
        beside = here.path.parent == Path(here.config.journal).parent
        return here.path.name if inner == kept and beside else inner

    return name_here


def _journal_in(archive: Archive, config: Config | None) -> str:
    """Return the name of the journal in a backup."""
    name = Path((Config() if config is None else config).journal).name
    if f"{TABLE}/{name}" in archive.sums:
        return name
    marks = (
        entry for entry in archive.sums if entry.endswith("-bookmark") and entry.count("/") == 1
    )
    names = (entry.removeprefix(f"{TABLE}/").removesuffix("-bookmark") for entry in marks)
    return min(names, key=len, default=name)


_PLACES = (("reader", "deck"), ("reader", "calibration"), ("buzzers", "keys"))
"""Settings that name a file, besides packs of questions."""


def _files_of(tables: Toml) -> Iterator[str]:
    """Return the files that settings name."""
    for table, key in _PLACES:
        section = tables.get(table)
        value = section.get(key) if isinstance(section, dict) else None
        if isinstance(value, str) and value:
            yield value
    game = tables.get("game")
    packs = game.get("questions", ()) if isinstance(game, dict) else ()
    yield from (entry for entry in packs if entry not in PACKS)


def _with_places(tables: Tables, config: Config, here: InForce, plan: RestorePlan) -> Tables:
    """Return the backup's settings with the `journal` and `kept` of this machine."""
    wanted = dict(tables)
    for key in ("journal", "kept"):
        theirs, ours = getattr(config, key), getattr(here.config, key)
        if theirs == ours:
            continue
        wanted[key] = ours
        if not ours:
            del wanted[key]
        place = ours or str(here.path)
        plan.messages.append(message("command.restore.place", key=key, place=place))
    return wanted


def _keep_calibration(
    wanted: Tables, config: Config, given: Path, here: InForce, plan: RestorePlan
) -> None:
    """Keep the calibration's place here, if the backup's settings name one outside the table.

    `doubtit calibrate` writes to it, perhaps as root.
    """
    theirs, ours = config.reader.calibration, here.config.reader.calibration
    journal = Path(here.config.journal)
    names = (below(Path(theirs), folder) for folder in (journal.parent, given.parent))
    if theirs in {"", ours} or any(entry and is_tables_own(entry, journal.name) for entry in names):
        return
    reader = {key: value for key, value in wanted["reader"].items() if key != "calibration"}
    wanted["reader"] = {**reader, "calibration": ours} if ours else reader
    place = str(box_file(here.config))
    plan.messages.append(message("command.restore.place", key="reader.calibration", place=place))


def _move_others(
    archive: Archive, wanted: Tables, given: Path, here: InForce, plan: RestorePlan
) -> None:
    """Put other files of the settings' folder beside the journal, and name them so in `wanted`.

    A file that is already here with the same content stays. So a restore writes only the settings
    file in its folder.
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
            plan.messages.append(moved)


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
        section = wanted.get(table)
        if isinstance(section, dict) and is_it(section.get(key)):
            wanted[table] = {**section, key: str(place)}
    game = wanted.get("game")
    if isinstance(game, dict) and any(map(is_it, game.get("questions", ()))):
        packs = [str(place) if is_it(entry) else entry for entry in game["questions"]]
        wanted["game"] = {**game, "questions": packs}


def _text_with(text: str, tables: Tables, wanted: Tables) -> str:
    """Return `text` changed to mean `wanted`, with as few other lines as possible."""
    if wanted == tables:
        return text
    tops = [key for key in ("journal", "kept") if wanted.get(key) != tables.get(key)]
    lines = text.splitlines(keepends=True)
    end = next((at for at, entry in enumerate(lines) if entry.lstrip().startswith("[")), len(lines))
    head = [entry for entry in lines[:end] if entry.partition("=")[0].strip() not in tops]
    top = text_of_tables({key: wanted[key] for key in tops if key in wanted})
    changed = "".join([top, *head, *lines[end:]])
    with suppress(UnfitFileError):
        if toml_of(changed) == wanted:
            return changed
    return text_of_tables(wanted)


COMMIT, PREPARED, REPLACED = "commit", "new", "old"
"""Names inside the folder in which a restore is prepared."""

BROKEN = "restoring.broken-"
"""Prefix of the new name for a folder `WORK` that no restore has made."""

COMMIT_FORMAT = 2
"""Format 1 had paths in it, and is not followed any more."""

FREE_NUMBERS = 1_000_000
"""Number of folders that may keep replaced files."""

LOGS = ("-wal", "-shm", "-journal")
"""Suffixes of SQLite's own files; those of an old evening must not meet a new one."""


@dataclass(frozen=True, slots=True)
class Restored:
    """Result: the `version` that wrote the backup, the folder of replaced files, and messages."""

    version: str
    aside: Path | None
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Commit:
    """Content of the commit file.

    `new` are names below the folder of the journal, `old` those of evenings there before. `number`
    is that of the folder for what was there before. `before` and `after` are checksums of the
    settings file ("": no file); both None: it stays unchanged.
    """

    new: tuple[str, ...]
    old: tuple[str, ...]
    number: int
    before: str | None = None
    after: str | None = None

    @property
    def text(self) -> str:
        """Text of the file."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return json.dumps({"format": COMMIT_FORMAT, **fields})


# --- a restore ---------------------------------------------------------------------------------


def restore(path: Path, given: Path | None, journal: Path | None) -> Restored:
    """Restore the backup `path`; `given` is the settings file here.

    The evening's file is `journal` or the one in the settings here, never the one in the backup.

    Raises:
        ArchiveError: it is no backup of a table, or a table is running here.
        ConfigError: the settings here, or those of the backup, can't be used.
        UnreachableError: the lock of the journal can't be taken.
        OSError: a file can't be written; nothing has changed, or the next start finishes it.
    """
    settings = _known_settings(given, journal)
    table = table_folder(settings, journal)
    with opened(path, BACKUP) as archive, ExitStack() as stack:
        with as_owner(table):
            check_readable(settings, table)
            settings_here = _here(settings, journal)
            stack.enter_context(nobody_plays(Path(settings_here.config.journal)))
            messages = _finish(Path(settings_here.config.journal), given)
            if os.path.lexists(table / WORK):  # of other settings
                messages = (*messages, _foreign(table / WORK))
            plan = plan_restore(archive, settings_here, given)
            aside = _prepare(archive, plan, settings_here, given)
        try:
            if given is not None and plan.settings is not None:
                with as_owner(given.parent):
                    rewrite(plan.settings, given)
        finally:
            with as_owner(table):
                _finish(Path(settings_here.config.journal), given)
        with as_owner(table):
            existing = aside if aside.exists() else None
        return Restored(archive.version, existing, (*messages, *plan.messages))


def _known_settings(given: Path | None, journal: Path | None) -> Path | None:
    """Return the settings file if it exists. Raises ArchiveError: only `journal` can replace it."""
    if given is None or os.path.lexists(given):
        return given
    if journal is None:
        raise ArchiveError.of("archive.no-settings", path=str(given))
    return None


def _here(settings: Path | None, journal: Path | None) -> InForce:
    """Return the settings here; broken ones don't matter if `journal` is named.

    The kept settings are replaced, so a file in their place doesn't matter either.
    """
    try:
        return as_given(settings, journal)
    except ConfigError:
        if journal is None:
            raise
        return as_given(None, journal)


def _prepare(archive: Archive, plan: RestorePlan, here: InForce, given: Path | None) -> Path:
    """Unpack all beside the journal, and write the commit file; return the folder for old files."""
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
            replaced = _content(given)
            before = "" if replaced is None else _sum(replaced)
            commit = Commit(commit.new, commit.old, number, before, _sum(plan.settings))
            if replaced is not None:
                (work / REPLACED).mkdir()
                with new_plain(work / REPLACED / SETTINGS_FILE) as file:
                    file.write(replaced)
        for folder in (*(entry for entry in work.rglob("*") if entry.is_dir()), work):
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
    """Return the names of the evenings here, with SQLite's own files."""
    existing = sorted(entry.name for entry in journal.parent.iterdir())
    return tuple(entry for entry in existing if _is_old(entry, journal.name))


def _is_old(name: str, journal: str) -> bool:
    end = next((entry for entry in LOGS if name.endswith(entry)), "")
    return is_evening(name.removesuffix(end), journal)


def _content(given: Path) -> bytes | None:
    """Read the settings file; None if it is missing. Raises ArchiveError for no plain file."""
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
    """Finish or undo a restore that was cut off, beside `journal`; return messages about it.

    `given` is the settings file. Nothing happens while a table runs or another restore does.

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
    """Do as `finish` does, with the lock held."""
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
        current = None if given is None else _checksum(given)
        if current == commit.before != commit.after:
            _undo(work)
            return (message("command.restore.undone"),)
        if current != commit.after:
            return (message("command.restore.open", path=str(work)),)
    _put_in_place(commit, work, journal)
    return (message("command.restore.finished"),)


def _checksum(given: Path) -> str | None:
    """Return the checksum of the settings file; "" if it is missing, None if it can't be read."""
    try:
        with open_plain(given) as file:
            return _sum(file.read(FILE_BYTES + 1))
    except FileNotFoundError:
        return ""
    except OSError:
        return None


def _commit_in(work: Path, journal: Path) -> Commit | None:
    """Read the commit file; None if it is missing: nothing was decided.

    Raises:
        OSError, UnfitFileError, ValueError, TypeError: no restore has written it.
    """
    if not S_ISDIR(work.lstat().st_mode):
        raise NotPlainError(0, "no folder", str(work))
    try:
        with open_below(work, COMMIT) as file:
            content = json_of(file.read(FILE_BYTES + 1).decode())
    except FileNotFoundError:
        return None
    if not isinstance(content, dict) or content.pop("format", None) != COMMIT_FORMAT:
        raise ValueError(COMMIT)
    values: dict[str, Any] = {  # JSON's own types
        key: tuple(entry) if isinstance(entry, list) else entry for key, entry in content.items()
    }
    commit = Commit(**values)
    names = (*commit.new, *commit.old)
    sums = (commit.before, commit.after)
    fits = (
        {type(commit.new), type(commit.old)} == {tuple}
        and all(map(_is_name, names))
        and not any(entry.startswith((".", ASIDE)) for entry in commit.new)
        and all(_is_old(entry, journal.name) for entry in commit.old)
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
    """Remove the prepared files; return a message if they are another account's. Raises OSError."""
    try:
        with suppress(FileNotFoundError):  # first: without it the rest is no complete restore
            (work / COMMIT).unlink()
            sync_folder(work)
        shutil.rmtree(work)
    except PermissionError:
        return (_foreign(work),)
    return ()


def _foreign(work: Path) -> Message:
    """Rename a folder that no restore has made; return a message about it. Raises OSError."""
    number = 1
    while os.path.lexists(aside := work.with_name(f"{BROKEN}{number}")):
        number += 1
    work.rename(aside)
    return message("command.restore.foreign", path=str(work), aside=str(aside))


def _put_in_place(commit: Commit, work: Path, journal: Path) -> None:
    """Rename the old files out of the way and the new ones into place.

    Each step can be repeated.
    """
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
    """Rename `path`, if it exists, to `aside` or a free name like it. Raises OSError."""
    if not os.path.lexists(path):
        return
    aside.parent.mkdir(parents=True, exist_ok=True)
    free, number = aside, 1
    while os.path.lexists(free):
        number += 1
        free = aside.with_name(f"{aside.name}.{number}")
    path.rename(free)
    sync_folder(aside.parent)
