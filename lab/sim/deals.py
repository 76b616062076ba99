"""The deals of an evening, and how people find their cards again when it goes on."""

from appliance.core.effects import Announce
from appliance.errors import ConfigError
from appliance.record.entry import EntryKind
from appliance.runtime.journal import Journal
from appliance.table import Table, step
from appliance.table.facts import facts_of
from bluffing.game import Setup
from bluffing.message import message
from lab.sim.world import World


class Deals:
    """Counts deals as the record does, so that each has one number for good."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._setup: Setup | None = None  # of the newest deal

    def start(self, table: Table) -> None:
        """Go on at `table`, whose deal is counted already."""
        self._setup = _setup_of(table)

    def count(self, table: Table) -> None:
        """Count the deal of the game at `table`, if it is a new one."""
        setup = _setup_of(table)
        if setup is not None and setup is not self._setup:
            self._setup = setup
            self._world.people.deals += 1

    def recall(self, journal: Journal) -> None:
        """Let people find the cards of the newest deal again, and what they did with them.

        Raises:
            JournalError: the journal is broken.
            ConfigError: other people played the evening in it.
        """
        deals = [deal.row for deal in journal.of_games(EntryKind.DEALT)]
        row = deals[-1] - 1 if deals else 0
        start = journal.standing(journal.state_before(row), row)
        self._world.people.deals = max(0, len(deals) - 1)
        before = start.table
        self.start(before)
        self._world.follow(facts_of(before, start.now))
        for entry, table in journal.fold(start, journal.last_at(row)):
            _, effects = step(before, entry.signal, entry.now)
            events = [effect.event for effect in effects if isinstance(effect, Announce)]
            self.count(table)
            self._world.recall(facts_of(table, entry.now), events)
            before = table
        if self._world.unmeant:
            raise ConfigError(message("sim.other-people"))


def _setup_of(table: Table) -> Setup | None:
    """Return the set-up of the deal at `table`, or None without a game."""
    match = table.stage.match
    return None if match is None else match.setup
