"""Erases a name from a journal, which replays afterwards: its players have another name throughout.

Names occur in the settings of an evening, in the results of jobs, and in the spelling at the
table's menu: by letters, or by presses that only together make a name. So the presses of a spelling
are removed, and the other name is typed instead. All digests are recomputed.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

from appliance.core.signals import (
    BACKSPACE,
    RETURN,
    Chosen,
    Edge,
    LetterTyped,
    RowTouched,
    Signal,
    Tick,
    Touched,
    Wish,
    Wished,
)
from appliance.errors import JournalError, UnreachableError
from appliance.runtime import database as files
from appliance.runtime.aside import part
from appliance.runtime.bookmark import bookmark_of
from appliance.runtime.codec import Digester, decode, encode
from appliance.runtime.journal import Journal
from appliance.runtime.rows import JournalRow, row_digest
from appliance.table import Table, TableSettings, step
from appliance.table.elements import MenuPage
from appliance.table.menus.rows import GROUPS
from appliance.text import key, same_name
from bluffing.message import message

Called = Callable[[int], str]
"""Replacement of a name by the name's place, from 0."""

_BY_PEOPLE = (Chosen, Edge, LetterTyped, RowTouched, Tick, Touched, Wished)
_SPELLING = (MenuPage.LETTERS, MenuPage.GROUP)
_Step = tuple[int, Signal]  # when it was handled (ns), and what
_Stood = tuple[Table, JournalRow | None]  # a table, and the row that led to it


def renamed(names: tuple[str, ...], name: str, called: Called) -> tuple[str, ...]:
    """Return `names` with `name` replaced by a name that no other player has."""
    taken = {key(player) for player in names if not same_name(player, name)}
    return tuple(
        _free(place, called, taken) if same_name(player, name) else player
        for place, player in enumerate(names)
    )


def _free(place: int, called: Called, taken: set[str]) -> str:
    return next(candidate for candidate in map(called, count(place)) if key(candidate) not in taken)


def erase_in_journal(path: Path, name: str, called: Called) -> bool:
    """Erase `name` from the journal at `path`, which is not in use; return True if it was there.

    Raises:
        UnreachableError: it can't be read or written.
        JournalError: it can't be replayed, so the name can't be located. Nothing has changed.
        OSError: it can't be written.
    """
    with closing(Journal.read(path)) as journal:
        rewriting = _Rewriting(name, called, list(_tables(journal)))
    steps = list(rewriting.steps())
    if rewriting.has_name:
        _replace_steps(path, journal, rewriting, steps)
    return rewriting.has_name


def erase_in_damaged(path: Path, name: str, called: Called) -> int:
    """Rewrite a damaged journal without `name`, as far as it replays; return its steps.

    Raises as `erase_in_journal`. If no step replays nothing has changed.
    """
    replayed = list[_Stood]()
    with closing(Journal.read(path)) as journal:
        try:
            replayed.extend(_tables(journal))  # keeps the steps before the error
        except JournalError as error:
            if isinstance(error, UnreachableError):
                raise
    rewriting = _Rewriting(name, called, replayed)
    steps = list(rewriting.steps())
    if steps:
        _replace_steps(path, journal, rewriting, steps)
    return len(steps)


def _tables(journal: Journal) -> Iterator[_Stood]:
    """Yield the tables of an evening. Raises JournalError."""
    yield Table(journal.settings), None
    for row, table in journal.replay():
        yield table, row


def _replace_steps(path: Path, old: Journal, rewriting: "_Rewriting", steps: list[_Step]) -> None:
    """Replace the steps of the journal at `path` by `steps`.

    Raises UnreachableError, JournalError, OSError.
    """
    names = renamed(old.settings.names, rewriting.name, rewriting.called)
    settings = replace(old.settings, names=names)
    rows = rewriting.checked(settings, steps)
    was = path.stat()
    try:
        _empty_log(path)
        bookmark_of(path).unlink(missing_ok=True)  # without one a journal is whole as well
        for log in ("-wal", "-shm"):
            part(path, log).unlink(missing_ok=True)
        files.create(path, settings, old.began, files.Prefix(rows, {}))
    except sqlite3.Error as error:
        raise files.fault(error, path, "cant-write") from error
    Journal.complete(path)
    if not old.bookmarked:
        bookmark_of(path).unlink(missing_ok=True)
    for file in (path, bookmark_of(path)):
        if file.exists():
            os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))
            if os.geteuid() == 0:
                os.chown(file, was.st_uid, was.st_gid)


def _empty_log(path: Path) -> None:
    """Bring the main file up to date; a damaged one stays unchanged. Raises UnreachableError."""
    try:
        with files.connected(path, "rw") as database, closing(database):
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.Error as error:
        fault = files.fault(error, path, "cant-write")
        if isinstance(fault, UnreachableError):
            raise fault from error


@dataclass(slots=True)
class _Rewriting:
    """An evening without `name`: `tables` are its tables, each with the row that led to it.

    `kept` has the original row of each new step; `has_name` is True if the name was there at all.
    """

    name: str
    called: Called
    tables: list[_Stood]
    has_name: bool = False
    kept: list[int | None] = field(default_factory=list)
    _down: set[int] = field(default_factory=set)  # buzzers, by their edges
    _unheard: set[int] = field(default_factory=set)  # their next release is of a removed press

    def steps(self) -> Iterator[_Step]:
        """The steps of the evening without the name."""
        self.has_name = any(self._names(table) for table, _ in self.tables[:1])
        place = 1
        while place < len(self.tables):
            end = self._spelled_until(place)
            if end is None:
                yield from self._as_it_was(place)
                place += 1
            else:
                yield from self._retype(place, end)
                place = end + 1

    def checked(self, settings: TableSettings, steps: list[_Step]) -> list[files.Row]:
        """The rows of these steps. Raises JournalError: they make other games than there were."""
        table, last, rows, digester = Table(settings), b"", list[files.Row](), Digester()
        for (now, signal), place in zip(steps, self.kept, strict=True):
            table, _ = step(table, signal, now)
            text, stood = encode(signal), digester.digest(table)
            last = row_digest(now, text, stood, last)
            rows.append((now, text, stood, last))
            if place is not None and not _alike(self.tables[place][0], table):
                raise JournalError(message("statistics.other-games", row=len(rows)))
        return rows

    def _names(self, table: Table) -> bool:
        return any(same_name(player, self.name) for player in table.settings.names)

    def _spelled_until(self, place: int) -> int | None:
        """Return the last row of a spelling of the name that begins at the row `place`, or None."""
        if not _spells(self.tables[place - 1][0]):
            return None
        if place > 1 and _spells(self.tables[place - 2][0]):
            return None  # it began before, and was another name
        inside = list[Table]()
        for end in range(place, len(self.tables)):
            inside.append(self.tables[end - 1][0])
            if not _spells(self.tables[end][0]):
                break
        drafts = (shown.menu.draft for shown in inside if shown.menu is not None)
        name = key(self.name)
        if not any(name in key(draft) for draft in drafts):
            return None
        self.has_name = True
        return end

    def _as_it_was(self, place: int) -> Iterator[_Step]:
        _, row = self.tables[place]
        assert row is not None  # noqa: S101 - only the first table has none
        signal = row.signal
        if isinstance(signal, Edge):
            self._note(signal)
            if signal.buzzer in self._unheard:
                self._unheard -= set() if signal.down else {signal.buzzer}
                return
        else:
            signal = self._erase_in(signal)
        self.kept.append(place)
        yield row.now, signal

    def _retype(self, start: int, end: int) -> Iterator[_Step]:
        """Yield the rows from `start` to `end` without people's input; then type the other name."""
        held = set(self._down)  # how the page was opened: that press ends here
        for place in range(start, end + 1):
            _, row = self.tables[place]
            assert row is not None  # noqa: S101
            signal = row.signal
            if isinstance(signal, Edge):
                self._note(signal)
                if signal.down or signal.buzzer not in held:
                    continue
                held.discard(signal.buzzer)
            elif isinstance(signal, _BY_PEOPLE):
                continue
            self.kept.append(None)
            yield row.now, self._erase_in(signal)
        self._unheard |= self._down - held
        (before, _), (after, row) = self.tables[start - 1], self.tables[end]
        assert row is not None  # noqa: S101
        for signal in self._outcome(before, after, row):
            self.kept.append(None)
            yield row.now, signal
        self.kept[-1] = end

    def _outcome(self, before: Table, after: Table, row: JournalRow) -> list[Signal]:
        """List signals with the same outcome: the name typed at last, or one page back."""
        menu, was, names = after.menu, before.settings.names, after.settings.names
        if was != names:
            place = next(number for number in range(len(names)) if was[number] != names[number])
            name = renamed(names, self.name, self.called)[place]
            letters = (*BACKSPACE * _draft_length(before), *name, RETURN)
            return [LetterTyped(letter, row.now) for letter in letters]
        if menu is None:
            return [row.signal]
        if menu.spot.page is MenuPage.AVATARS:
            return [  # the row behind the letters
                *(LetterTyped(letter, row.now) for letter in BACKSPACE * _draft_length(before)),
                RowTouched(len(GROUPS), row.now),
            ]
        return [Wished(Wish.MENU, row.now)]

    def _note(self, edge: Edge) -> None:
        (self._down.add if edge.down else self._down.discard)(edge.buzzer)

    def _erase_in(self, signal: Signal) -> Signal:
        """Return `signal` with the name replaced in its texts."""
        if isinstance(signal, _BY_PEOPLE):
            return signal
        plain = json.loads(encode(signal))
        cleaned = without(plain, self.name, self.called(0))
        if cleaned == plain:
            return signal
        self.has_name = True
        changed: Signal = decode(json.dumps(cleaned))
        return changed


def _draft_length(table: Table) -> int:
    """Number of letters spelled when the page was opened again."""
    return len(table.menu.draft) if table.menu is not None else 0


def _alike(was: Table, table: Table) -> bool:
    """Return True if people see the same game and page at both, but for names."""
    pages = [
        [view.page for view in shown.trail] if shown is not None else []
        for shown in (was.menu, table.menu)
    ]
    return (
        type(was.inner) is type(table.inner)
        and pages[0] == pages[1]
        and was.buzzers == table.buzzers
        and was.stage.match == table.stage.match
        and replace(was.settings, names=()) == replace(table.settings, names=())
    )


def _spells(table: Table) -> bool:
    return table.menu is not None and table.menu.spot.page in _SPELLING


def without(plain: Any, name: str, other: str) -> Any:  # noqa: ANN401 - JSON
    """Return JSON with every text that is the name replaced by `other`."""
    if isinstance(plain, str):
        return other if same_name(plain, name) else plain
    if isinstance(plain, list):
        return [without(element, name, other) for element in plain]
    if isinstance(plain, dict):
        return {label: without(value, name, other) for label, value in plain.items()}
    return plain
