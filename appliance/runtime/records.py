"""The games of an evening as records, from its journal."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from appliance.core.signals import MS, SECOND
from appliance.rules.actions import Action
from appliance.rules.game import Setup
from appliance.rules.notation.record import Decided, Record, RecordLine, TakenBack
from appliance.runtime.journal import Journal
from appliance.table import Table


def records_of(journal: Journal) -> Iterator[Record]:
    """Each game in which anything was decided, in the order in which they were dealt.

    Raises:
        JournalError: as `Journal.replay`, after the games that are whole.
    """
    first, game = None, None
    for row, table in journal.replay():
        first = row.now if first is None else first
        match = table.stage.match
        if match is None or match.setup is None:
            continue
        if game is None or match.setup is not game.setup:
            if game is not None and game.lines:
                yield game.record
            began = journal.began and journal.began + (row.now - first) // SECOND
            game = _Game(match.setup, table, row.now, began)
        game.follow(match.actions, row.now)
    if game is not None and game.lines:
        yield game.record


@dataclass(slots=True)
class _Game:
    """A game under way: the `table` at which it was dealt at `dealt_at` (ns), and what counts."""

    setup: Setup
    table: Table
    dealt_at: int
    began: int
    lines: list[RecordLine] = field(default_factory=list)
    counting: tuple[Action, ...] = ()

    def follow(self, actions: tuple[Action, ...], now: int) -> None:
        """At `now` (ns) these are the actions that count."""
        if actions is self.counting:
            return
        pairs = enumerate(zip(self.counting, actions, strict=False))
        common = min(len(self.counting), len(actions))
        kept = next((place for place, (was, now_is) in pairs if was != now_is), common)
        at = (now - self.dealt_at) // MS
        if kept < len(self.counting):
            self.lines.append(TakenBack(len(self.counting) - kept, at))
        self.lines += (Decided(action, at) for action in actions[kept:])
        self.counting = actions

    @property
    def record(self) -> Record:
        """All of it."""
        table = self.table
        settings = table.settings
        return Record(
            settings.ruleset,
            self.setup,
            settings.options,
            table.players,
            self.began,
            tuple(self.lines),
        )
