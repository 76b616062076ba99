"""The one loop: drain the signals, step the table, write the steps down, then show them.

The order is the promise: nothing is performed or drawn before it is durable. Only the lamp of a
contact that has just moved goes first: it confirms the finger's press, and decides nothing; after a
power cut that race is void anyway. While nothing can be written, as on a full disk, the table
waits. The loop knows no hardware and no screen, and never reads a clock: the performers of effects,
and `now`, are passed in.

A loop that works ahead hands its steps to the disk and lets the next picture be drawn meanwhile:
`settle` waits for the disk, and only then are effects performed and pictures shown. Edges alone
wait for their step, some milliseconds later: until then a screen shows the same as the lamp.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from threading import Event, Lock

from appliance.core.effects import Effect, Lamp
from appliance.core.signals import (
    DISK,
    MS,
    NEVER,
    SECOND,
    CardsSeen,
    CodeSeen,
    DriverBack,
    DriverLost,
    Edge,
    EdgesLost,
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
from appliance.presses.debounce import STORM
from appliance.runtime.journal import Journal, Step
from appliance.runtime.loss import Loss
from appliance.table import Table, deadline, restart_effects, step
from bluffing.message import Message, message

# --- the queue between two rounds ----------------------------------------------------------------
# A line that chatters at kilohertz has no usable edges, and a step for each of them would leave no
# time for other signals. So it is taken out here, reported once, and taken back when it rests.
# Everything else waits in a bounded queue; EdgesLost reports signals without room in it, so that
# the races that they could have decided are void.

MOST_EDGES = 512
"""Maximum number of edges in one round of the loop. Eleven simultaneous presses make some 200."""

QUICK, QUICKLY = 50, 100 * MS
"""Maximum number of edges of one line, `QUICK` within `QUICKLY` (ns); more take it out. No finger
bounces as often, and at a kilohertz that is long before the limit of a storm.
"""

CALM_AFTER = SECOND // 2
"""Time of rest (ns) after which a line that was taken out is taken back."""


@dataclass(slots=True)
class _Flow:
    """One line: the times (ns) of its newest edges.

    While it is taken out `newest` is its newest edge; `missed` is an edge without room.
    """

    times: deque[int] = field(default_factory=lambda: deque(maxlen=STORM + 1))
    newest: Edge | None = None
    missed: Edge | None = None

    def storms_since(self) -> int | None:
        """Return the time of the edge (ns) at which the line became too fast, or None."""
        times = self.times
        if len(times) > QUICK and times[-1] - times[-QUICK - 1] <= QUICKLY:
            return times[-QUICK - 1]
        return times[0] if len(times) > STORM and times[-1] - times[0] < SECOND else None


class Inlet:
    """The signals that wait for the loop. `post` may be called from any thread; all else from one.

    `tell` receives, on the same threads, lines that are taken out and taken back.
    """

    def __init__(self, tell: Callable[[Signal], None] = lambda _: None) -> None:
        self._tell = tell
        self._lock = Lock()
        self._came: list[Signal] = []
        self._stirred = Event()
        self._edges = 0  # that wait
        self._flows: dict[int, _Flow] = {}
        self._lost: EdgesLost | None = None

    def post(self, signal: Signal) -> None:
        """Let `signal` wait for the next round."""
        news: Signal | None = None
        with self._lock:
            if isinstance(signal, Edge):
                news = self._edge(signal)
            elif isinstance(signal, EdgesLost):
                self._lose(signal.since, signal.at)
            else:
                self._came.append(signal)
            self._stirred.set()
        if news is not None:
            self._tell(news)

    def take(self, now: int) -> list[Signal]:
        """Return all signals that came by `now` (ns): first the moves of contacts, then lost edges.

        Edges may arrive out of order, and the table forgets old ones: so they are sorted by their
        own times.
        """
        moved, rest = list[Edge | LineOut](), list[Signal]()
        with self._lock:
            came, self._came = self._came, []
            self._stirred.clear()
            for signal in came:
                if isinstance(signal, Edge | LineOut):
                    moved.append(signal)
                else:
                    rest.append(signal)
            for flow in self._flows.values():
                moved += [] if flow.missed is None else [flow.missed]
                flow.missed = None
            moved.sort(key=lambda one: one.at)
            back, lost = self._calm_lines(now), [] if self._lost is None else [self._lost]
            self._edges, self._lost = 0, None
        for line_in in back:
            self._tell(line_in)
        return [*moved, *back, *lost, *rest]

    def wait(self, seconds: float) -> None:
        """Sleep until a signal comes, or for `seconds`; the next `take` returns it."""
        self._stirred.wait(seconds)

    def _edge(self, edge: Edge) -> LineOut | None:
        """Queue the edge if there is room and its line is calm; return a signal to report."""
        flow = self._flows.setdefault(edge.buzzer, _Flow())
        if flow.newest is not None:
            if edge.at >= flow.newest.at:
                flow.newest = edge
            return None
        times = flow.times
        times.append(max(edge.at, times[-1]) if times else edge.at)
        since = flow.storms_since()
        if since is not None:
            out = LineOut(edge.buzzer, edge.at)
            flow.newest, flow.missed = edge, None
            times.clear()
            self._lose(since, edge.at)
            self._came.append(out)
            return out
        if self._edges < MOST_EDGES:
            self._edges += 1
            self._came.append(edge)
        else:
            flow.missed = edge  # the table must know at least the contact's level
            self._lose(edge.at - 1, edge.at)
        return None

    def _calm_lines(self, now: int) -> list[Signal]:
        back = list[Signal]()
        for buzzer, flow in self._flows.items():
            if flow.newest is not None and now - flow.newest.at >= CALM_AFTER:
                back.append(LineIn(buzzer, flow.newest.down, flow.newest.at))
                flow.newest = None
        return back

    def _lose(self, since: int, at: int) -> None:
        """Return one EdgesLost for all edges that may be missing in one round."""
        before = self._lost or EdgesLost(since, at)
        self._lost = EdgesLost(min(before.since, since), max(before.at, at))


ASKED_EVERY = SECOND // 4
"""Maximum interval (ns) of asking a table for due events, even if its next one is later."""

EDGES_WAIT = 100 * MS
"""Maximum time (ns) that edges wait to be written together with their step."""

TRIED_EVERY = SECOND
"""Interval (ns) of attempts to write the journal while it can't be written."""

NEWS = (
    CardsSeen, CodeSeen, DriverBack, DriverLost, Held, LineIn, LineOut, Noted, QuestionDrawn,
    Told, VotesCounted,
)  # fmt: skip
"""Signals that count even if they came while nothing could be written: they are not people's."""

Perform = Callable[[Effect], None]


@dataclass(frozen=True, slots=True)
class _Held:
    """Steps of edges alone that were handled `since` (ns), and the table before them."""

    before: Table
    since: int
    steps: tuple[Step, ...] = ()
    signals: tuple[Signal, ...] = ()


@dataclass(frozen=True, slots=True)
class _Ahead:
    """Steps on their way to the disk: their signals, their effects, and the table before them."""

    before: Table
    signals: tuple[Signal, ...]
    effects: tuple[Effect, ...]
    now: int
    wrote: bool


class Loop:
    """A table in time. `post` may be called from any thread; all else from one.

    `table` is the newest table; `seen` is the one to show: the same table, but paused while nothing
    can be written. `tell` receives lines that chatter, on any thread. With `ahead`, both may be
    drawn before they are written, and shown after `settle`.
    """

    def __init__(
        self,
        journal: Journal,
        performers: Sequence[Perform],
        tell: Callable[[Signal], None] = lambda _: None,
        *,
        ahead: bool = False,
    ) -> None:
        self.table = Table(journal.settings)
        self._works_ahead = ahead
        self._held: _Held | None = None
        self._stood = 0  # when the newest step that is written was handled (ns)
        self._ahead: _Ahead | None = None
        self._journal = journal
        self._performers = performers
        self._inlet = Inlet(tell)
        self._ticked = 0  # time of the last check for due events, ns
        self._due: tuple[Table | None, int | None] = (None, None)  # a table, and its deadline (ns)
        self._waits: tuple[UnreachableError, Table] | None = None  # the reason; the shown table
        self._news: list[Signal] = []
        self.post = self._inlet.post

    def resume(self, beat: Callable[[], None] = lambda: None) -> int:
        """Restore the state that players saw last; return the time (ns) of the newest row.

        The loop's clock must continue from that time. The table reports losses of the journal.
        `beat` is called regularly while that takes long.

        Raises:
            UnreachableError: the journal can't be read or written.
        """
        standing = self._journal.resume(beat)
        now, self.table = standing.now, standing.table
        self._stood = now
        loss = self._journal.loss
        signals: list[Signal] = [Resumed(now)] if now else []
        if loss is not None and loss.steps != 0:
            signals.append(Noted(DISK, _missing(loss, now), now))
        self._handle(signals, now)
        self._written()
        return now

    @property
    def seen(self) -> Table:
        """The table as it may be shown."""
        return self.table if self._waits is None else self._waits[1]

    @property
    def waits_for(self) -> UnreachableError | None:
        """Reason why the journal can't be written, while the table waits for it."""
        return None if self._waits is None else self._waits[0]

    def restart(self) -> None:
        """Pass the open performers all effects that a table in this state requires."""
        for effect in restart_effects(self.table):
            self._perform(effect)

    def turn(self, now: int) -> bool:
        """Handle all signals that came in, at `now` (ns). Return True if the visible table changed.

        Raises:
            JournalError: the journal is broken. Unwritten steps have not been shown.
        """
        before = self.table
        signals: Sequence[Signal] = self._inlet.take(now)  # all edges before anything is decided
        if self._works_ahead and self._waits is None:
            signals = self._note_edges(signals, now)  # no lamp waits for the steps before
        known, due = self._due
        until = min(due or NEVER, self._ticked + ASKED_EVERY)
        idle = not signals and known is self.table and now < until
        if idle and self.writing:
            return self.table is not before
        settled = self.settle()
        if self._waits is not None:
            return self._try_again(signals, self._waits[0].seen, now)
        if idle:
            return not settled
        self._ticked = now
        self._handle([*signals, Tick(now)], now)
        if not self._works_ahead and not self.settle():
            return True
        self._due = (self.table, deadline(self.table, now))
        return self.table is not before or not settled

    @property
    def writing(self) -> bool:
        """True until the disk has confirmed the handled signals: `settle` would wait."""
        return self._ahead is not None and self._journal.busy

    def settle(self) -> bool:
        """Wait until the handled signals are written down, and perform their effects.

        Return False if the disk refused them: the table is unchanged, and `seen` shows the reason.

        Raises:
            JournalError: the journal is broken.
        """
        ahead = self._ahead
        try:
            self._written()
        except UnreachableError as error:
            assert ahead is not None  # noqa: S101 - else there is nothing to write
            self._wait_for_journal(ahead.signals, error, ahead.now)
            return False
        return True

    def _written(self) -> None:
        """Wait for the disk, and perform. Raises UnreachableError: the table is unchanged."""
        ahead, self._ahead = self._ahead, None
        if ahead is None:
            return
        try:
            self._journal.wait()
        except UnreachableError:
            self.table, self._held = ahead.before, None
            raise
        if ahead.wrote:
            self._stood = ahead.now
        for effect in ahead.effects:
            self._perform(effect)

    def _wait_for_journal(
        self, signals: Iterable[Signal], error: UnreachableError, now: int
    ) -> None:
        """Show the last written table, and the reason why the journal can't be written.

        The table's time is stopped, so nothing falls due.
        """
        self._news = [*self._news, *(signal for signal in signals if isinstance(signal, NEWS))]
        table, why = self.table, error.seen
        cannot = message("table.cannot-write", why=why)
        lost = DriverLost(DISK, cannot, now), Noted(DISK, cannot, now)
        for signal in (NotWritten(why, now), *lost):
            table, _ = step(table, signal, self._stood)
        self._waits = error, table
        for effect in restart_effects(table):  # lamps of contacts that have moved were shown
            if isinstance(effect, Lamp):
                self._perform(effect)

    def _try_again(self, signals: Iterable[Signal], why: Message, now: int) -> bool:
        """Resume if the journal can be written again; presses meanwhile are void."""
        self._news += [signal for signal in signals if isinstance(signal, NEWS)]
        if now < self._ticked + TRIED_EVERY:
            return False
        self._ticked = now
        try:
            self._handle([NotWritten(why, now), *self._news, Tick(now)], now)
            self._written()
        except UnreachableError:
            return False
        self._waits, self._news = None, []
        self.restart()
        return True

    def wait(self, seconds: float) -> None:
        """Sleep until a signal comes, or for `seconds`; the next `turn` handles it."""
        self._inlet.wait(seconds)

    def due(self, now: int) -> int | None:
        """Return the time of the next `turn` without a signal (ns), or None."""
        if self._waits is not None:
            return self._ticked + TRIED_EVERY
        known, due = self._due
        return due if known is self.table else deadline(self.table, now)

    def _handle(self, signals: Sequence[Signal], now: int) -> None:
        """Step the table and hand the steps to the disk."""
        before = table = self.table
        effects = list[Effect]()
        steps: list[Step] = []
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
        self.table = table
        held = self._held or _Held(before, now)
        held = replace(held, steps=(*held.steps, *steps), signals=(*held.signals, *signals))
        only_edges = all(isinstance(signal, Edge) for _, signal, _ in held.steps)
        waits = only_edges and not effects and now < held.since + EDGES_WAIT
        if not held.steps:
            self._held = None
        elif self._works_ahead and waits:
            self._held = held
            return
        else:
            self._held = None
            self._journal.begin(held.steps)
        wrote = bool(held.steps)
        self._ahead = _Ahead(held.before, held.signals, tuple(effects), now, wrote)
        if not held.steps:
            self._written()

    def _note_edges(self, signals: Sequence[Signal], now: int) -> Sequence[Signal]:
        """Step the table by the leading edges, light their lamps, and return the rest."""
        edges = list(takewhile(lambda signal: isinstance(signal, Edge), signals))
        held = self._held or _Held(self.table, now)
        for signal in edges:
            after, asked = step(self.table, signal, now)
            for effect in asked:
                self._perform(effect)
            if after is not self.table:
                held = replace(held, steps=(*held.steps, (now, signal, after)))
                self.table = after
        self._held = replace(held, signals=(*held.signals, *edges)) if held.steps else self._held
        return signals[len(edges) :]

    def _perform(self, effect: Effect) -> None:
        for perform in self._performers:
            perform(effect)


def _missing(loss: Loss, now: int) -> Message:
    """Return the notice about a loss; `now` is 0 for an empty evening."""
    if loss.steps is None or not now:
        return message("table.evening-unread")
    return message("table.steps-missing", n=loss.steps)
