"""The one loop: drain the signals, step the table, write them down, then let it be seen.

The order is the promise: nothing is performed or drawn that is not durable yet. Only the lamp of
a contact that has just moved goes first: it tells a finger what the finger did, and decides
nothing; after a power cut that race is void anyway. The loop knows no hardware and no screen, and
never reads a clock: who performs effects, and `now`, come in.
"""

from collections.abc import Callable, Sequence

from appliance.core.effects import Effect
from appliance.core.signals import NEVER, SECOND, Edge, Resumed, Signal, Tick
from appliance.runtime.inlet import Inlet
from appliance.runtime.journal import Journal
from appliance.table import Table, deadline, restart_effects, step

ASKED_EVERY = SECOND // 4
"""How often a table is asked what is due though it has named a later moment, or none."""

Perform = Callable[[Effect], None]


class Loop:
    """A table in time. `post` may be called from any thread; all else from one.

    `tell` hears of lines that chatter, on whatever thread they are heard.
    """

    def __init__(
        self,
        journal: Journal,
        performers: Sequence[Perform],
        tell: Callable[[Signal], None] = lambda _: None,
    ) -> None:
        self.table = Table(journal.settings)
        self._journal = journal
        self._performers = performers
        self._inlet = Inlet(tell)
        self._ticked = 0  # when the table was last asked what is due, ns
        self._due: tuple[Table | None, int | None] = (None, None)  # of which table, and when (ns)
        self.post = self._inlet.post

    def resume(self) -> int:
        """Stand where players last saw the game; gives the moment (ns) of the newest entry.

        The loop's clock must go on from there.

        Raises:
            JournalError: the journal is broken; it has been set aside.
        """
        now = 0
        for entry, table in self._journal.resume():
            now, self.table = entry.now, table
        if now:
            self._handle([Resumed(now)], now)
        return now

    def restart(self) -> None:
        """Tell the performers, open by now, what a table in this state has asked for."""
        for effect in restart_effects(self.table):
            self._perform(effect)

    def turn(self, now: int) -> bool:
        """Handle all that has come in, at `now` (ns). True when the table changed.

        Raises:
            JournalError: the change can't be written down; it has not been shown.
        """
        signals = self._inlet.take(now)  # all edges before anything is decided
        known, due = self._due
        until = min(due or NEVER, self._ticked + ASKED_EVERY)
        if not signals and known is self.table and now < until:
            return False
        self._ticked = now
        changed = self._handle([*signals, Tick(now)], now)
        self._due = (self.table, deadline(self.table, now))
        return changed

    def wait(self, seconds: float) -> None:
        """Sleep until a signal comes, or for so long; the next `turn` handles what came."""
        self._inlet.wait(seconds)

    def due(self, now: int) -> int | None:
        """When the next `turn` is needed though no signal comes (ns), or None."""
        known, due = self._due
        return due if known is self.table else deadline(self.table, now)

    def _handle(self, signals: Sequence[Signal], now: int) -> bool:
        table, effects = self.table, list[Effect]()
        steps: list[tuple[int, Signal, Table]] = []
        for signal in signals:
            after, asked = step(table, signal, now)
            if isinstance(signal, Edge):  # it asks for nothing but its own lamp
                for effect in asked:
                    self._perform(effect)
            else:
                effects += asked
            if after is not table:
                table = after
                steps.append((now, signal, after))
        if steps:
            self._journal.append(steps)
            self.table = table
        for effect in effects:
            self._perform(effect)
        return bool(steps)

    def _perform(self, effect: Effect) -> None:
        for perform in self._performers:
            perform(effect)
