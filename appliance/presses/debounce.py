"""Derives clean presses from raw contacts, without losing the order of the first edges.

A contact bounces for milliseconds, so its edges have to be grouped into presses. Filters that delay
or drop the first edge hand a race to the later but cleaner button. Here nothing is dropped on
arrival: the recent raw edges are kept, sorted by their own time, and presses are derived from them,
so a press is stamped with its very first edge and the result does not depend on the order in which
edges arrived.
"""

from bisect import bisect_left
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from appliance.core.signals import MS, SECOND, Edge

CONFIRM = 4 * MS
"""Time after its onset at which a contact must be (again) active to be a press."""

JUDGED = 8 * MS
"""Time after an onset that separates a press from a spark, even if it bounces at CONFIRM."""

STEADY_CLOSED = 3 * MS // 2
"""Minimum time without a break for which a finger closes the contact once; sparks never do.

So sparks of up to a millisecond make no press, in any number. The extra half is for inexact
stamps.
"""

RELEASE = 20 * MS
"""Time for which a contact must stay open to be released; only then can a new press begin."""

STUCK = 10 * SECOND
"""Time after which a held button counts as stuck."""

STORM = 200
"""Maximum number of edges within a second; more are a fault, not a finger."""

_LAST = JUDGED - STEADY_CLOSED  # closed later than this after the onset, it is a press of its own
_KEEP = STORM + 56  # edges kept of one buzzer, beside those done with: more is a storm
_UP, _DOWN, _BOTH, _WAIT = range(4)
_LONG_AGO = -(1 << 62)


@dataclass(frozen=True, slots=True)
class Press:
    """A buzzer pressed at `at` (its first edge, ns) and let go at `until` (None: still down)."""

    buzzer: int
    at: int
    until: int | None


class _Contact(NamedTuple):
    """State of one contact after some edges; times in ns.

    `onset` began the present episode, which lasts until a stable release. It is a press
    (`good`), not one (False), or not judged yet (None). `rested` is the release before it,
    `closed` the newest moment when the contact closed.
    """

    down: bool = False
    closed: int = _LONG_AGO
    released: int = _LONG_AGO
    onset: int | None = None
    good: bool | None = None
    rested: int = _LONG_AGO


_UNTOUCHED = _Contact()


_Edges = tuple[tuple[int, int], ...]  # (at, level), by time
_Ended = tuple[tuple[int, int], ...]  # (onset, release) of presses


@dataclass(frozen=True, slots=True)
class _Line:
    """One buzzer: its state after its first `done` edges, and its edges (at, level) by time.

    Edges before `done` are kept only to detect a storm. `end` is derived: the state after all
    edges, and (onset, release) of the presses that ended by then.
    """

    start: _Contact = _UNTOUCHED
    edges: _Edges = ()
    done: int = 0
    end: tuple[_Contact, _Ended] = field(default=(_UNTOUCHED, ()), repr=False, compare=False)

    def add(self, at: int, down: bool) -> "_Line":
        """Return the line with one more edge, at any time."""
        edges = self.edges
        place = bisect_left(edges, (at, _UP))
        level = _DOWN if down else _UP
        if place < self.done:
            return self
        if place < len(edges) and edges[place][0] == at:
            if edges[place][1] in (level, _BOTH):
                return self
            return _line(self.start, (*edges[:place], (at, _BOTH), *edges[place + 1 :]), self.done)
        if place == len(edges):
            edges = (*edges, (at, level))
            end = _follow(*self.end, edges, place)
            added = _Line(self.start, edges, self.done, end)
        else:
            added = _line(self.start, (*edges[:place], (at, level), *edges[place:]), self.done)
        return added.fold(len(added.edges) - _KEEP)

    def fold(self, count: int, now: int | None = None) -> "_Line":
        """The same with the first `count` edges done with, and nothing until `now`."""
        if count <= self.done and (now is None or self.start.onset is None):
            return self
        count = max(count, self.done)
        wait = () if now is None else ((now, _WAIT),)
        contact, _ = _follow(self.start, (), self.edges[:count] + wait, self.done)
        spare = max(0, count - STORM - 1)
        return _line(contact, self.edges[spare:], count - spare)

    def run(self, now: int) -> tuple[_Contact, _Ended]:
        """Return the state at `now`, and the presses that ended by then."""
        if self.end[0].onset is None:
            return self.end
        at = max(now, self.edges[-1][0]) if len(self.edges) > self.done else now
        return _follow(*self.end, ((at, _WAIT),), 0)

    def held(self, now: int) -> int:
        """Duration (ns) of the episode under way at `now`; 0 at rest."""
        if self.end[0].onset is None:
            return 0
        onset = self.run(now)[0].onset
        return 0 if onset is None else now - onset

    @property
    def down(self) -> bool:
        """True if the contact is closed after all edges, bounce included."""
        return self.end[0].down

    def storms_until(self, now: int) -> int | None:
        """Return the time at which a storm of edges is over, or None without one at `now`."""
        if len(self.edges) <= STORM:
            return None
        last = bisect_left(self.edges, (now + 1, _UP))
        if last <= STORM or self.edges[last - STORM - 1][0] + SECOND <= now:
            return None
        return self.edges[last - STORM - 1][0] + SECOND


def _line(start: _Contact, edges: _Edges, done: int) -> _Line:
    return _Line(start, edges, done, _follow(start, (), edges, done))


def _follow(  # noqa: C901 - one state machine, to be read from top to bottom
    contact: _Contact, over: _Ended, edges: _Edges, begin: int
) -> tuple[_Contact, _Ended]:
    """Continue from `contact` and the presses that are `over` along `edges`, starting at `begin`.

    Plain variables, not a _Contact an edge: this runs for each signal.
    """
    down, closed, released, onset, good, rested = contact
    for index in range(begin, len(edges)):
        at, level = edges[index]
        # first the changes that became certain before this moment
        if onset is not None and good is None:
            if down:
                good = True if at >= max(onset + CONFIRM, closed + STEADY_CLOSED) else None
            elif at > onset + _LAST:
                # too short for a finger: it leaves no trace, so a press right after it counts
                onset, released = None, rested
        if onset is not None and good is not None and not down and at >= released + RELEASE:
            if good:
                over = (*over, (onset, released))
            onset = good = None
        # then the edge; two of one instant are a visit to the other side and back
        if level != _WAIT:
            if level == _BOTH and good is None and onset is not None and at > onset + _LAST:
                onset, released = None, rested
            if level == _BOTH or (level == _DOWN and not down):
                closed = at
            if level != _UP and onset is None:
                onset, rested = at, released
                stormy = index >= STORM and edges[index - STORM][0] > at - SECOND
                good = None if at >= released + RELEASE and not stormy else False
            if level != _DOWN:
                released = at
            if level != _BOTH:
                down = level == _DOWN
    return _Contact(down, closed, released, onset, good, rested), over


@dataclass(frozen=True, slots=True)
class Buttons:
    """All buzzers. A buzzer without edges counts as released.

    A buzzer that was held before the first edge shows by a release, so it gives no press until it
    is pressed again.

    Those that are taken `out` chatter: their edges are ignored until they rest.

    An answer about `now` is final once every edge stamped up to `now` has been added; until
    then a late edge may still take a press back, which is why a race waits for its settle time.
    """

    lines: dict[int, _Line] = field(default_factory=dict)
    since: int = 0
    out: tuple[int, ...] = ()
    _answered: dict[int, tuple[Press, ...]] = field(  # the newest answer: one step asks often
        default_factory=dict, init=False, repr=False, compare=False
    )

    def add(self, edge: Edge) -> "Buttons":
        """Return the buttons with one more edge; ignore duplicates and edges before `since`."""
        line = self.lines.get(edge.buzzer, _Line())
        if edge.at < self.since or edge.buzzer in self.out:
            return self
        return replace(self, lines=self.lines | {edge.buzzer: line.add(edge.at, edge.down)})

    def without(self, buzzer: int) -> "Buttons":
        """Return the buttons with the line of `buzzer` taken out, and without its presses."""
        out = tuple(sorted({*self.out, buzzer}))
        return replace(self, lines=self.lines | {buzzer: _Line()}, out=out)

    def again(self, buzzer: int, down: bool, at: int) -> "Buttons":
        """Return the buttons with the line of `buzzer` back, at rest since `at` (ns).

        A closed one (`down`) gives no press until it was let go.
        """
        onset, good = (at, False) if down else (None, None)
        contact = _Contact(down, at, at, onset, good, at)
        out = tuple(line for line in self.out if line != buzzer)
        return replace(self, lines=self.lines | {buzzer: _line(contact, (), 0)}, out=out)

    def presses(self, now: int) -> tuple[Press, ...]:
        """The presses that are certain at `now` (ns) and still remembered, by time."""
        if now in self._answered:
            return self._answered[now]
        presses = []
        for buzzer, line in self.lines.items():
            contact, ended = line.run(now=now)
            presses += [Press(buzzer, at, until) for at, until in ended if until >= self.since]
            if contact.good and contact.onset is not None:
                presses.append(Press(buzzer, contact.onset, None))
        answer = tuple(sorted(presses, key=lambda press: (press.at, press.buzzer)))
        self._answered.clear()
        self._answered[now] = answer
        return answer

    def unmade(self, buzzer: int, at: int, now: int) -> bool:
        """Return True if at `now` (ns) the edge of `buzzer` at `at` (ns) can begin no press.

        For an edge that was dropped, or never was one, the result is False.
        """
        line = self.lines.get(buzzer, _Line())
        begins = any((press.buzzer, press.at) == (buzzer, at) for press in self.presses(now))
        return not begins and any(edge == at for edge, _ in line.edges[line.done :])

    def is_down(self, buzzer: int) -> bool:
        """Return True if the contact is closed after the last known edge, bounce included."""
        return buzzer in self.lines and self.lines[buzzer].down

    def edges(self, buzzer: int, since: int) -> tuple[tuple[int, bool], ...]:
        """Return the kept edges (ns, closed) of `buzzer` at or after `since` (ns)."""
        line = self.lines.get(buzzer, _Line())
        return tuple(
            (at, closed)
            for at, level in line.edges[bisect_left(line.edges, (since, _UP)) :]
            for closed in ((True, False) if level == _BOTH else (level == _DOWN,))
        )

    def stuck(self, now: int) -> tuple[int, ...]:
        """Return the buzzers in quarantine at `now`: taken out, held for STUCK, or in a storm.

        They give no new press until they behave, by themselves and without a reset.
        """
        return tuple(
            buzzer
            for buzzer, line in sorted(self.lines.items())
            if buzzer in self.out or line.storms_until(now) is not None or line.held(now) > STUCK
        )

    def reaches(self, before: int) -> bool:
        """Return True if an unfinished edge before `before` (ns) is kept."""
        kept = (line.edges[line.done :][:1] for line in self.lines.values())
        return any(edges[0][0] < before for edges in kept if edges)

    def forget(self, before: int) -> "Buttons":
        """Return the buttons without presses that ended before `before` (ns), nor older edges.

        A press still under way stays, and so do each buzzer's level and last release. Choose
        `before` at least as far back as an edge can be late.
        """
        if before <= self.since:
            return self
        lines = {
            buzzer: line.fold(bisect_left(line.edges, (before, _UP)), before)
            for buzzer, line in self.lines.items()
        }
        return Buttons(lines, before, self.out)

    def deadline(self, now: int) -> int | None:
        """Return the time at which `presses` or `stuck` next changes by itself (ns), or None."""
        times = []
        for line in self.lines.values():
            times.append(line.storms_until(now))
            contact, _ = line.run(now=now)
            if contact.onset is None:
                continue
            times.append(contact.onset + STUCK + 1)
            if contact.down:
                certain = max(contact.onset + CONFIRM, contact.closed + STEADY_CLOSED)
                times.append(certain if contact.good is None else None)
            elif contact.good is not None:
                times.append(contact.released + RELEASE)
        return min((at for at in times if at is not None and at > now), default=None)
