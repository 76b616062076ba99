"""Erases a name from every file of a table: evenings, statistics, settings, and backups.

Evenings replay afterwards. An evening that this version can't replay keeps its rows, without the
name and without typed letters. A damaged one keeps the steps before the damage. A broken database
is removed if it has the name. At the end all bytes are searched, and files that still have the name
are reported.
"""

import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from appliance.bounded_files import toml_of
from appliance.errors import ArchiveError, JournalError, UnfitFileError, UnreachableError
from appliance.kept import InForce, changed, save
from appliance.owner import as_owner
from appliance.plain_files import new_plain, open_below, rewrite
from appliance.runtime import database as files
from appliance.runtime.aside import FILES, part
from appliance.service.archive import new_file, opened, pack
from appliance.service.backup import BACKUP, nobody_plays
from appliance.service.support import REPORT
from appliance.statistics.blot import blot_out
from appliance.statistics.erase import (
    Called,
    erase_in_damaged,
    erase_in_journal,
    renamed,
)
from appliance.statistics.store import STATISTICS_ID, Store
from appliance.text import folded, key, same_name
from bluffing.message import Message, message

_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'')
_NUMBERED = re.compile(r"\\u([0-9a-fA-F]{4})|\\U(000[0-9a-fA-F]{5}|0010[0-9a-fA-F]{4})")
"""A letter as TOML and JSON can write it."""

_ARCHIVE = b"PK\x03\x04"


@dataclass(slots=True)
class Erased:
    """Result: `changed` files, `removed` files, and `messages`.

    `left` are files that still have the name, or that can't be read.
    """

    changed: list[Path] = field(default_factory=list)
    removed: list[Path] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    left: list[Path] = field(default_factory=list)


def erase(name: str, start: InForce, called: Callable[[int], str]) -> Erased:
    """Erase `name` from all files of the table of these settings, which must not be running.

    `called` returns the replacement of a name by its place.

    Raises:
        ArchiveError: a table is running there.
        StatisticsError, UnreachableError, OSError: a file can't be written. The files erased by
            then stay so, and erasing can be repeated.
    """
    journal, done = Path(start.config.journal), Erased()
    folder = journal.parent
    with ExitStack() as stack:
        with as_owner(folder):
            stack.enter_context(nobody_plays(journal))
            _erase_below(folder, name, called, done)
        settings_files = [
            path for path in (start.given, start.path) if path is not None and path.is_file()
        ]
        for path in settings_files:
            if not path.resolve().is_relative_to(folder.resolve()):
                with as_owner(path.parent):
                    _erase_in(path, name, called, done)
        names = start.config.seats.names
        if any(same_name(own_name, name) for own_name in names):  # maybe the program's default
            now = changed(start.kept, "seats.names", renamed(names, name, called))
            with as_owner(start.path.parent):
                save(now, start.path)
        with as_owner(folder):
            done.left = [
                path for path in (*_files(folder), *settings_files) if _stands_in(path, name)
            ]
    return done


def _stands_in(path: Path, name: str) -> bool:
    """Return True if a file has the name, or can't be read."""
    try:
        return _has_name(path.read_bytes(), name)
    except PermissionError:  # root's own, such as a backup that root put there
        return True


def _erase_below(folder: Path, name: str, called: Called, done: Erased) -> None:
    """Erase the name in all files below `folder`."""
    for path in list(_files(folder)):
        if path.exists():  # a log goes with its database
            _erase_in(path, name, called, done)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())


def _erase_in(path: Path, name: str, called: Called, done: Erased) -> None:
    try:
        with path.open("rb") as file:
            database = files.is_database(file, path)
            file.seek(0)
            archive = file.read(len(_ARCHIVE)) == _ARCHIVE
    except PermissionError:
        return  # said at the end
    if path.name.endswith(FILES[1:]) or path.name.endswith("-journal"):
        return  # of a database, with which it goes
    if database:
        was = _erase_in_database(path, name, called, done)
    elif archive:
        was = _erase_in_archive(path, name, called, done)
    else:
        was = _erase_in_text(path, name, called, done)
    if was:
        done.changed.append(path)


def _erase_in_database(path: Path, name: str, called: Called, done: Erased) -> bool:
    kind = None
    with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as database:
        [(kind,)] = database.execute("PRAGMA application_id")
    if kind == STATISTICS_ID:
        with Store.open(path, write=True) as store:
            return store.rename(name, called) > 0
    try:
        if kind == files.APPLICATION_ID:
            return erase_in_journal(path, name, called)
    except UnreachableError:
        raise
    except JournalError as error:
        why = error.seen
    else:
        why = message("journal.foreign", path=str(path))
    try:
        was = blot_out(path, name, called)
    except sqlite3.Error:
        return _cut(path, name, called, done)
    if was:
        done.messages.append(message("statistics.blotted", path=str(path), why=why))
    return was


def _cut(path: Path, name: str, called: Called, done: Erased) -> bool:
    """Keep of a damaged evening what replays, if the name is in it."""
    if not _in_any_file(path, name):
        return False
    try:
        steps = erase_in_damaged(path, name, called)
    except UnreachableError:
        raise
    except (JournalError, sqlite3.Error):
        steps = 0
    if not steps:
        return _remove(path, name, done)
    done.messages.append(message("statistics.cut", path=str(path), n=steps))
    return True


def _erase_in_text(path: Path, name: str, called: Called, done: Erased) -> bool:
    """Erase the name in settings and the like, as a quoted text of its own."""
    data = path.read_bytes()
    if not _has_name(data, name):
        return False
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return _remove(path, name, done)
    names: tuple[str, ...] = ()
    with suppress(UnfitFileError, KeyError, TypeError):
        names = tuple(map(str, toml_of(text)["seats"]["names"]))
    pairs = zip(names, renamed(names, name, called), strict=True)
    alias = next((now for was, now in pairs if was != now), called(0))

    def without(quoted: re.Match[str]) -> str:
        return f'"{alias}"' if same_name(_unescape(quoted[0][1:-1]), name) else quoted[0]

    changed_text = _QUOTED.sub(without, text)
    if changed_text == text:
        return False
    rewrite(changed_text.encode(), path)
    return True


def _erase_in_archive(path: Path, name: str, called: Called, done: Erased) -> bool:
    """Rewrite a backup or a report without the name if it has it."""
    for kind in (BACKUP, REPORT):
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".erasing-") as work:
            unpacked = Path(work)
            try:
                version = _unpack(path, kind, unpacked)
            except ArchiveError:
                continue
            inside = Erased()
            _erase_below(unpacked, name, called, inside)
            if not inside.changed and not inside.removed:
                return False
            anew = path.with_name(f"{path.name}.erased")
            anew.unlink(missing_ok=True)
            with new_file(anew) as new:
                pack(new, kind, version, _members(unpacked))
        done.messages += inside.messages
        shutil.copystat(path, anew)
        anew.replace(path)
        return True
    return _remove(path, name, done)


def _unpack(path: Path, kind: str, folder: Path) -> str:
    """Unpack an archive to `folder`; return the version that wrote it. Raises ArchiveError."""
    with opened(path, kind) as archive:
        for member in archive.sums:
            target = folder / member
            target.parent.mkdir(parents=True, exist_ok=True)
            with new_plain(target) as file:
                archive.copy(member, file)
        return archive.version


def _members(folder: Path) -> Iterator[tuple[str, BinaryIO]]:
    for path in _files(folder):
        name = path.relative_to(folder).as_posix()
        yield name, open_below(folder, name)


def _remove(path: Path, name: str, done: Erased) -> bool:
    """Remove an unreadable database if it has the name."""
    if _in_any_file(path, name):
        for suffix in FILES:
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        done.removed.append(path)
    return False


def _in_any_file(path: Path, name: str) -> bool:
    """Return True if a database, or a file beside it that goes with it, has the name."""
    parts = (part(path, suffix) for suffix in FILES)
    return any(_has_name(path.read_bytes(), name) for path in parts if path.is_file())


def _has_name(data: bytes, name: str) -> bool:
    """Return True if `data` has the name as a word, in any spelling."""
    text = folded(_unescape(data.decode("utf-8", "ignore")))
    words = r"\s+".join(map(re.escape, key(name).split()))
    return re.search(rf"(?<!\w){words}(?!\w)", text) is not None


def _unescape(text: str) -> str:
    """Return `text` with the letters that TOML and JSON can write as numbers."""
    return _NUMBERED.sub(lambda number: chr(int(number[1] or number[2], 16)), text)
