"""A table's shown steps, which must therefore be on its disk: the promises, checked."""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path

from appliance.core.effects import Announce, Effect, Keep, PlaySound
from appliance.table import Table
from bench.weeks.product import Begun, Row

PROMISED = (Announce, Keep, PlaySound)
"""Effects that may not happen before the disk has their cause."""


class PromiseError(Exception):
    """A promise is broken; says which, and how."""


@dataclass(slots=True, eq=False)
class Night:
    """An evening: the steps that the disk had confirmed, and what was shown, by their number.

    `began` is the start in its journal (seconds since 1970). If it is `damaged`, an older row can't
    be read any more.
    """

    began: int = 0
    damaged: bool = False
    rows: list[Row] = field(default_factory=list)
    shown: dict[int, Table] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """The newest step that was ever visible."""
        return max(self.shown, default=0)

    def copy(self) -> "Night":
        """The state at this moment, whatever follows."""
        return Night(self.began, self.damaged, list(self.rows), dict(self.shown))


@dataclass(slots=True)
class Ledger:
    """The evening that is played, if there is one, and all that were played before.

    `moved` are those that a restore has put aside. `damaged` says what was done to the newest one's
    files: until the next start something may be missing, but has to be reported.
    """

    night: Night | None = None
    kept: list[Night] = field(default_factory=list)
    moved: list[Night] = field(default_factory=list)
    damaged: str = ""
    goes_on: bool = False  # the newest start went on with an evening
    torn: bool = False  # and one of its older rows can't be read any more
    performed: list[Effect] = field(default_factory=list)

    def copy(self) -> "Ledger":
        """Copy the contents of a backup made now."""
        night = None if self.night is None else self.night.copy()
        return Ledger(night, [night.copy() for night in self.kept])

    def restored(self, backup: "Ledger") -> "Ledger":
        """Return the state after restoring that backup."""
        nights = [*self.kept, *([self.night] if self.night is not None else [])]
        after = copy(backup.copy())
        after.moved = [*self.moved, *nights]
        return after

    # --- at the table ----------------------------------------------------------------------------

    def show(self, steps: int, table: Table) -> None:
        """Note that people see `table`, after `steps` steps."""
        if self.night is not None:
            self.night.shown[steps] = _nameless(table)

    def perform(self, effect: Effect) -> None:
        """Note that people hear or keep something."""
        if isinstance(effect, PROMISED):
            self.performed.append(effect)

    def ends(self, rows: Sequence[Row]) -> None:
        """The stay is over; `rows` are those in its file. Raises PromiseError: some are missing."""
        night = self.night
        if night is None:
            return
        if len(rows) < night.last and not self.torn:
            raise PromiseError(f"{night.last} steps were shown, and the disk has {len(rows)}")
        night.rows = list(rows[: night.last])

    def cut(self, before: list[Row], rows: list[Row]) -> int:
        """Note that a damaged evening has only `rows` left. Return the number of such evenings.

        `before` are its steps that could be read until now.
        """
        nights = [*([self.night] if self.night is not None else []), *self.kept, *self.moved]
        same = [
            night
            for night in nights
            if night.damaged and _holds(before, night) and len(rows) < max(len(before), night.last)
        ]
        for night in same:
            night.rows = rows
            night.shown = {at: table for at, table in night.shown.items() if at <= len(rows)}
        self.kept = [night for night in self.kept if night.rows or night not in same]
        self.moved = [night for night in self.moved if night.rows or night not in same]
        return len(same)

    # --- at a start ------------------------------------------------------------------------------

    def starts(
        self, begun: Begun, raw: list[Row], others: list[list[Row]], *, reported: bool
    ) -> None:
        """The table stands again; `reported` says whether anything was.

        `raw` are the steps of its evening, `others` those of the evenings beside it.
        Raises PromiseError: something is missing.
        """
        night = self._of(begun.began, raw)
        self.goes_on, self.torn = night is not None, begun.torn
        if night is None:
            self._anew(begun.began, others, reported=reported)
        else:
            self._goes_on(night, begun, raw, reported=reported)
        self.performed.clear()

    def _of(self, began: int, raw: list[Row]) -> Night | None:
        """Return the evening that goes on."""
        nights = [*([self.night] if self.night is not None else []), *reversed(self.kept)]
        for night in nights:
            if night.began == began and raw[:1] == night.rows[:1] != []:
                return night
        return None

    def _anew(self, began: int, others: list[list[Row]], *, reported: bool) -> None:
        """Begin an evening. The one before is kept; if damage has spoilt it, that is reported."""
        night = self.night
        if night is not None and night.last:
            if not self.damaged or any(_holds(rows, night) for rows in others):
                night.damaged = night.damaged or bool(self.damaged)
                self.kept.append(night)
            elif not reported:
                raise PromiseError(
                    f"{self.damaged}: {night.last} steps are gone, and nobody says so"
                )
        self.night, self.damaged = Night(began), ""

    def _goes_on(self, night: Night, begun: Begun, raw: list[Row], *, reported: bool) -> None:
        same = night is self.night
        if not same:
            self.kept.remove(night)
            if self.night is not None and self.night.last:
                self.kept.append(self.night)
            self.night = night
        tables = {number: table for number, (_, table, _) in enumerate(begun.history, 1)}
        night.damaged = begun.torn
        if begun.torn:  # no replay can follow the rows behind the damage; the newest table is there
            tables = {**night.shown, **tables}
            tables = {number: table for number, table in tables.items() if number <= begun.steps}
            tables[begun.steps] = begun.loop.table
        lost = [
            number
            for number, table in night.shown.items()
            if number and (number not in tables or _nameless(tables[number]) != table)
        ]
        if lost and not self.damaged:
            raise PromiseError(
                f"{len(lost)} shown steps are lost, the first is {min(lost)} of {night.last}; "
                f"{len(tables)} are left"
            )
        if lost and not reported:
            raise PromiseError(f"{self.damaged}: {len(lost)} shown steps are lost without a word")
        if begun.reported and not begun.torn and not lost and not self.damaged:
            raise PromiseError("a loss is reported, and nothing is lost")
        if same and not lost and not begun.torn:
            self._performed(begun)
        for number in lost:
            del night.shown[number]
        night.rows, self.damaged = raw, ""

    def _performed(self, begun: Begun) -> None:
        """Check that every effect performed since the last start was on the disk."""
        asked = (effect for _, _, effects in begun.history for effect in effects)
        emitted = [effect for effect in asked if isinstance(effect, PROMISED)]
        rest: Iterator[Effect] = iter(emitted)
        for effect in self.performed:
            if all(later != effect for later in rest):  # each takes up where the last was found
                raise PromiseError(f"{effect} was performed, and the disk does not have it")

    # --- the other evenings ----------------------------------------------------------------------

    def all_kept(self, files: dict[Path, list[Row]], listed: set[Path]) -> None:
        """Every evening is on the disk. Raises PromiseError: one is gone."""
        for night in self.kept:
            if not any(_holds(rows, night) for path, rows in files.items() if path in listed):
                raise PromiseError(f"an evening of {len(night.rows)} steps is not kept")
        for night in self.moved:
            if not any(_holds(rows, night) for rows in files.values()):
                raise PromiseError(f"an evening of {len(night.rows)} steps is gone by a restore")


def _holds(rows: list[Row], night: Night) -> bool:
    need = night.rows[: night.last] if night.shown else night.rows
    return rows[: len(need)] == need


def _nameless(table: Table) -> Table:
    """Names can be erased; all else stays."""
    return replace(table, settings=replace(table.settings, names=()))


def journals_in(folder: Path) -> Iterator[Path]:
    """Whatever lies anywhere below `folder` that begins as a database does."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.endswith(("-wal", "-shm", "-bookmark", "-lock")):
            with path.open("rb") as file:
                if file.read(16) == b"SQLite format 3\0":
                    yield path
