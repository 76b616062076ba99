"""The queue of signals between two rounds of the loop: bounded, and without chattering lines.

A line that chatters at kilohertz has no usable edges, and a step for each of them would leave no
time for other signals. So it is taken out here, reported once, and taken back when it rests.
Everything else waits in a bounded queue; EdgesLost reports signals without room in it, so that the
races that they could have decided are void.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event, Lock

from appliance.core.signals import MS, SECOND, Edge, EdgesLost, LineIn, LineOut, Signal
from appliance.presses.debounce import STORM

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
