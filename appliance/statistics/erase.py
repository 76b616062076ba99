"""A name out of a journal, which replays afterwards: its players are called otherwise all along.

Names stand in the settings of an evening, in what jobs told, and where people spelled them at the
table's menu: by letters, or by presses that only together make a name. So what was pressed while a
name was spelled goes, and the other name is typed in its place. All digests are made anew.
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
"""What somebody is called from now on, by the place of the name, from 0."""

_BY_PEOPLE = (Chosen, Edge, LetterTyped, RowTouched, Tick, Touched, Wished)
_SPELLING = (MenuPage.LETTERS, MenuPage.GROUP)
_Step = tuple[int, Signal]  # when it was handled (ns), and what
_Stood = tuple[Table, JournalRow | None]  # a table, and the row that led to it


def renamed(names: tuple[str, ...], name: str, called: Called) -> tuple[str, ...]:
    """`names` with another in the place of `name`, which none of the others has."""
    others = {key(one) for one in names if not same_name(one, name)}
    return tuple(
        _free(place, called, others) if same_name(one, name) else one
        for place, one in enumerate(names)
    )


def _free(place: int, called: Called, others: set[str]) -> str:
    return next(one for one in map(called, count(place)) if key(one) not in others)


def erase_in_journal(path: Path, name: str, called: Called) -> bool:
    """Take `name` out of the journal at `path`, which nobody may be writing; whether it was there.

    Raises:
        UnreachableError: it can't be read or written.
        JournalError: it can't be played again, so it can't be told where the name stands in it.
            Nothing has changed.
        OSError: it can't be written.
    """
    with closing(Journal.read(path)) as journal:
        rewriting = _Rewriting(name, called, list(_played(journal)))
    steps = list(rewriting.steps())
    if rewriting.found:
        _put(path, journal, rewriting, steps)
    return rewriting.found


def erase_in_damaged(path: Path, name: str, called: Called) -> int:
    """Write a damaged journal anew without `name`, as far as it replays; return its steps.

    Raises as `erase_in_journal`. Where nothing of it replays nothing has changed.
    """
    there = list[_Stood]()
    with closing(Journal.read(path)) as journal:
        try:
            there.extend(_played(journal))  # keeps what came before the error
        except JournalError as error:
            if isinstance(error, UnreachableError):
                raise
    rewriting = _Rewriting(name, called, there)
    steps = list(rewriting.steps())
    if steps:
        _put(path, journal, rewriting, steps)
    return len(steps)


def _played(journal: Journal) -> Iterator[_Stood]:
    """Yield the tables of an evening. Raises JournalError."""
    yield Table(journal.settings), None
    for row, table in journal.replay():
        yield table, row


def _put(path: Path, old: Journal, rewriting: "_Rewriting", steps: list[_Step]) -> None:
    """Let the journal at `path` have these steps and no other.

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
    for one in (path, bookmark_of(path)):
        if one.exists():
            os.utime(one, ns=(was.st_atime_ns, was.st_mtime_ns))
            if os.geteuid() == 0:
                os.chown(one, was.st_uid, was.st_gid)


def _empty_log(path: Path) -> None:
    """Bring the main file up to date; a damaged one stays as it is. Raises UnreachableError."""
    try:
        with files.connected(path, "rw") as database, closing(database):
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.Error as error:
        fault = files.fault(error, path, "cant-write")
        if isinstance(fault, UnreachableError):
            raise fault from error


@dataclass(slots=True)
class _Rewriting:
    """An evening without `name`: `there` are its tables, each with the row that led to it.

    `kept` says which row each new step comes from; `found` whether the name was there at all.
    """

    name: str
    called: Called
    there: list[_Stood]
    found: bool = False
    kept: list[int | None] = field(default_factory=list)
    _down: set[int] = field(default_factory=set)  # buzzers, by their edges
    _unheard: set[int] = field(default_factory=set)  # whose next release belongs to what is gone

    def steps(self) -> Iterator[_Step]:
        """The steps of the evening without the name."""
        self.found = any(self._names(table) for table, _ in self.there[:1])
        place = 1
        while place < len(self.there):
            end = self._spelled_until(place)
            if end is None:
                yield from self._as_it_was(place)
                place += 1
            else:
                yield from self._typed(place, end)
                place = end + 1

    def checked(self, settings: TableSettings, steps: list[_Step]) -> list[files.Row]:
        """The rows of these steps. Raises JournalError: they make other games than there were."""
        table, last, rows, digester = Table(settings), b"", list[files.Row](), Digester()
        for (now, signal), place in zip(steps, self.kept, strict=True):
            table, _ = step(table, signal, now)
            text, stood = encode(signal), digester.digest(table)
            last = row_digest(now, text, stood, last)
            rows.append((now, text, stood, last))
            if place is not None and not _alike(self.there[place][0], table):
                raise JournalError(message("statistics.other-games", row=len(rows)))
        return rows

    def _names(self, table: Table) -> bool:
        return any(same_name(one, self.name) for one in table.settings.names)

    def _spelled_until(self, place: int) -> int | None:
        """The last row of spelling the name, if that begins with the row at `place`."""
        if not _spells(self.there[place - 1][0]):
            return None
        if place > 1 and _spells(self.there[place - 2][0]):
            return None  # it began before, and was another name
        inside = list[Table]()
        for end in range(place, len(self.there)):
            inside.append(self.there[end - 1][0])
            if not _spells(self.there[end][0]):
                break
        drafts = (one.menu.draft for one in inside if one.menu is not None)
        name = key(self.name)
        if not any(name in key(one) for one in drafts):
            return None
        self.found = True
        return end

    def _as_it_was(self, place: int) -> Iterator[_Step]:
        _, row = self.there[place]
        assert row is not None  # noqa: S101 - only the first table has none
        signal = row.signal
        if isinstance(signal, Edge):
            self._note(signal)
            if signal.buzzer in self._unheard:
                self._unheard -= set() if signal.down else {signal.buzzer}
                return
        else:
            signal = self._told(signal)
        self.kept.append(place)
        yield row.now, signal

    def _typed(self, start: int, end: int) -> Iterator[_Step]:
        """The rows from `start` to `end` without what people did; then the other name is typed."""
        held = set(self._down)  # how the page was opened: that press ends here
        for place in range(start, end + 1):
            _, row = self.there[place]
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
            yield row.now, self._told(signal)
        self._unheard |= self._down - held
        (before, _), (after, row) = self.there[start - 1], self.there[end]
        assert row is not None  # noqa: S101
        for signal in self._outcome(before, after, row):
            self.kept.append(None)
            yield row.now, signal
        self.kept[-1] = end

    def _outcome(self, before: Table, after: Table, row: JournalRow) -> list[Signal]:
        """List signals with the same outcome: the name typed at last, or one page back."""
        menu, was, names = after.menu, before.settings.names, after.settings.names
        if was != names:
            place = next(one for one in range(len(names)) if was[one] != names[one])
            name = renamed(names, self.name, self.called)[place]
            letters = (*BACKSPACE * _drafted(before), *name, RETURN)
            return [LetterTyped(letter, row.now) for letter in letters]
        if menu is None:
            return [row.signal]
        if menu.spot.page is MenuPage.AVATARS:
            return [  # the row behind the letters
                *(LetterTyped(one, row.now) for one in BACKSPACE * _drafted(before)),
                RowTouched(len(GROUPS), row.now),
            ]
        return [Wished(Wish.MENU, row.now)]

    def _note(self, edge: Edge) -> None:
        (self._down.add if edge.down else self._down.discard)(edge.buzzer)

    def _told(self, signal: Signal) -> Signal:
        """`signal` with another name in what it tells."""
        if isinstance(signal, _BY_PEOPLE):
            return signal
        plain = json.loads(encode(signal))
        other = without(plain, self.name, self.called(0))
        if other == plain:
            return signal
        self.found = True
        changed: Signal = decode(json.dumps(other))
        return changed


def _drafted(table: Table) -> int:
    """Number of letters spelled when the page was opened again."""
    return len(table.menu.draft) if table.menu is not None else 0


def _alike(was: Table, table: Table) -> bool:
    """Return True if people see the same game and page at both, but for names."""
    pages = [
        [one.page for one in shown.trail] if shown is not None else []
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
    """JSON in which no text is the name."""
    if isinstance(plain, str):
        return other if same_name(plain, name) else plain
    if isinstance(plain, list):
        return [without(one, name, other) for one in plain]
    if isinstance(plain, dict):
        return {of: without(one, name, other) for of, one in plain.items()}
    return plain
