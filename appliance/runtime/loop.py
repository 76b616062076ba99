"""The one loop: drain the signals, step the table, write them down, then let it be seen.

The order is the promise: nothing is performed or drawn that is not durable yet. Only the lamp of
a contact that has just moved goes first: it tells a finger what the finger did, and decides
nothing; after a power cut that race is void anyway. Where nothing can be written, such as on a
full disk, the table waits until something can. The loop knows no hardware and no screen, and never
reads a clock: who performs effects, and `now`, come in.
"""

from collections.abc import Callable, Iterable, Sequence

from appliance.core.effects import Effect, Lamp
from appliance.core.signals import (
    DISK,
    NEVER,
    SECOND,
    CardsSeen,
    CodeSeen,
    DriverBack,
    DriverLost,
    Edge,
    Held,
    LineIn,
    LineOut,
    Noted,
    NotWritten,
    QuestionDrawn,
    Resumed,
    Signal,
    Tick,
    Told,
    VotesCounted,
)
from appliance.errors import UnreachableError
from appliance.message import Message, message
from appliance.runtime.inlet import Inlet
from appliance.runtime.journal import Journal, Loss
from appliance.table import Table, deadline, restart_effects, step

ASKED_EVERY = SECOND // 4
"""How often a table is asked what is due though it has named a later moment, or none."""

TRIED_EVERY = SECOND
"""How often the journal is tried while it can't be written."""

NEWS = (
    CardsSeen, CodeSeen, DriverBack, DriverLost, Held, LineIn, LineOut, Noted, QuestionDrawn,
    Told, VotesCounted,
)  # fmt: skip
"""Signals that count though they came while nothing could be written: people are not in them."""

Perform = Callable[[Effect], None]


class Loop:
    """A table in time. `post` may be called from any thread; all else from one.

    `table` is what is written down; `seen` is what may be shown: the same table, but paused while
    nothing can be written. `tell` hears of lines that chatter, on whatever thread they are heard.
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
        self._waits: tuple[UnreachableError, Table] | None = None  # for what; what is seen
        self._news: list[Signal] = []
        self.post = self._inlet.post

    def resume(self) -> int:
        """Stand where players last saw the game; gives the moment (ns) of the newest entry.

        The loop's clock must go on from there. What the journal has lost is said at the table.

        Raises:
            UnreachableError: the journal can't be read or written.
        """
        now, rows = 0, 0
        for entry, table in self._journal.resume():
            now, rows, self.table = entry.now, entry.number, table
        if not rows:  # nothing may be left of one that was broken
            self.table = Table(self._journal.settings)
        loss = self._journal.loss
        signals: list[Signal] = [Resumed(now)] if now else []
        if loss is not None and loss.steps != 0:
            signals.append(Noted(DISK, _missing(loss, now), now))
        self._handle(signals, now)
        return now

    @property
    def seen(self) -> Table:
        """The table as it may be shown."""
        return self.table if self._waits is None else self._waits[1]

    @property
    def waits_for(self) -> UnreachableError | None:
        """Why nothing can be written, while the table waits for that."""
        return None if self._waits is None else self._waits[0]

    def restart(self) -> None:
        """Tell the performers, open by now, what a table in this state has asked for."""
        for effect in restart_effects(self.table):
            self._perform(effect)

    def turn(self, now: int) -> bool:
        """Handle all that has come in, at `now` (ns). True when what may be shown changed.

        Raises:
            JournalError: the journal is broken. What could not be written has not been shown.
        """
        signals = self._inlet.take(now)  # all edges before anything is decided
        if self._waits is not None:
            return self._try_again(signals, self._waits[0].seen, now)
        known, due = self._due
        until = min(due or NEVER, self._ticked + ASKED_EVERY)
        if not signals and known is self.table and now < until:
            return False
        self._ticked = now
        try:
            changed = self._handle([*signals, Tick(now)], now)
        except UnreachableError as error:
            self._wait_for_journal(signals, error, now)
            return True
        self._due = (self.table, deadline(self.table, now))
        return changed

    def _wait_for_journal(
        self, signals: Iterable[Signal], error: UnreachableError, now: int
    ) -> None:
        """Nothing can be written: the table stands still as it was written last, and says why."""
        self._news = [*self._news, *(one for one in signals if isinstance(one, NEWS))]
        seen, why = self.table, error.seen
        cannot = Noted(DISK, message("table.cannot-write", why=why), now)
        for signal in (NotWritten(why, now), DriverLost(DISK, why, now), cannot):
            seen, _ = step(seen, signal, now)
        self._waits = error, seen
        for effect in restart_effects(seen):  # lamps of contacts that have moved were shown
            if isinstance(effect, Lamp):
                self._perform(effect)

    def _try_again(self, signals: Iterable[Signal], why: Message, now: int) -> bool:
        """Go on if something can be written now; what people did meanwhile is void."""
        self._news += [one for one in signals if isinstance(one, NEWS)]
        if now < self._ticked + TRIED_EVERY:
            return False
        self._ticked = now
        try:
            self._handle([NotWritten(why, now), *self._news, Tick(now)], now)
        except UnreachableError:
            return False
        self._waits, self._news = None, []
        self.restart()
        return True

    def wait(self, seconds: float) -> None:
        """Sleep until a signal comes, or for so long; the next `turn` handles what came."""
        self._inlet.wait(seconds)

    def due(self, now: int) -> int | None:
        """When the next `turn` is needed though no signal comes (ns), or None."""
        if self._waits is not None:
            return self._ticked + TRIED_EVERY
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


def _missing(loss: Loss, now: int) -> Message:
    """What people at the table are told of a loss; `now` is 0 where nothing is left."""
    if loss.steps is None or not now:
        return message("table.evening-unread")
    return message("table.steps-missing", n=loss.steps)
