"""Raw contacts to clean presses, without losing who was first.

A contact bounces for milliseconds, so something must say which edges are one press. Filters
that delay or drop the first edge hand a race to the later but cleaner button. Here nothing
is dropped on arrival: the recent raw edges are kept, sorted by their own time, and presses
are derived from them, so a press is stamped with its very first edge and the answer does not
depend on the order in which edges arrived.
"""

from bisect import bisect_left
from dataclasses import dataclass, field, replace

from appliance.signals import MS, SECOND, Edge

CONFIRM = 4 * MS
"""A press is a contact that is (again) active this long after its onset."""

JUDGED = 8 * MS
"""So long after its onset a press is told from a glitch, even if it bounces at CONFIRM."""

RELEASE = 20 * MS
"""A contact that stayed open this long is released; only then can a new press begin."""

STUCK = 10 * SECOND
"""Nobody holds a button longer than this: it is stuck."""

STORM = 200
"""More edges than this within a second are a fault, not a finger."""

_KEEP = STORM + 56  # edges kept of one buzzer in a storm; older ones are folded at once
_UP, _DOWN, _BOTH = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Press:
    """A buzzer pressed at `at` (its first edge, ns) and let go at `until` (None: still down)."""

    buzzer: int
    at: int
    until: int | None


@dataclass(frozen=True, slots=True)
class _Contact:
    """Where one contact is after some edges.

    `onset` began the present episode, which lasts until a stable release. It is a press
    (`good`), not one (False), or not judged yet (None). `rested` is the release before it.
    """

    down: bool = False
    released: int | None = None
    onset: int | None = None
    good: bool | None = None
    rested: int | None = None


@dataclass(frozen=True, slots=True)
class _Line:
    """One buzzer: where it was (`start`), and its edges since as (at, level), by time."""

    start: _Contact = field(default_factory=_Contact)
    edges: tuple[tuple[int, int], ...] = ()

    def add(self, at: int, down: bool) -> "_Line":
        """With one more edge, wherever in time it belongs."""
        edges = self.edges
        place = bisect_left(edges, (at, _UP))
        level = _DOWN if down else _UP
        if place < len(edges) and edges[place][0] == at:
            if edges[place][1] in (level, _BOTH):
                return self
            return _Line(self.start, (*edges[:place], (at, _BOTH), *edges[place + 1 :]))
        added = _Line(self.start, (*edges[:place], (at, level), *edges[place:]))
        return added.fold(len(edges) + 1 - _KEEP)

    def fold(self, count: int) -> "_Line":
        """The same without its `count` oldest edges."""
        if count <= 0:
            return self
        contact, _ = self.run(count)
        return _Line(contact, self.edges[count:])

    def run(self, count: int | None = None) -> tuple[_Contact, list[tuple[int, int]]]:
        """Follow the first `count` edges: where the contact is then, and the presses that ended."""
        contact, ended = self.start, list[tuple[int, int]]()
        for index, (at, level) in enumerate(self.edges[:count]):
            contact = _judge(contact, at, ended)
            # two edges of one instant leave a contact as it was, after a visit to the other side
            levels = (not contact.down, contact.down) if level == _BOTH else (level == _DOWN,)
            for down in levels:
                if not down:
                    contact = replace(contact, down=False, released=at)
                elif not contact.down:
                    contact = self._close(contact, at, index)
        return contact, ended

    def _close(self, contact: _Contact, at: int, index: int) -> _Contact:
        """The contact closes with edge `index`: a bounce, or the onset of something new."""
        if contact.onset is not None:
            return replace(contact, down=True)
        released = contact.released
        rested = released is None or at - released >= RELEASE
        calm = index + 1 - bisect_left(self.edges, (at - SECOND + 1, _UP)) <= STORM
        good = None if rested and calm else False
        return _Contact(down=True, released=released, onset=at, good=good, rested=released)

    def storms_until(self, now: int) -> int | None:
        """When the last second will hold no more than STORM edges; None if it does at `now`."""
        last = bisect_left(self.edges, (now + 1, _UP))
        if last <= STORM or self.edges[last - STORM - 1][0] + SECOND <= now:
            return None
        return self.edges[last - STORM - 1][0] + SECOND


def _judge(contact: _Contact, at: int, ended: list[tuple[int, int]]) -> _Contact:
    """`contact` as it is if nothing happened until `at`; a press that ended goes to `ended`."""
    onset, released = contact.onset, contact.released
    if onset is None:
        return contact
    good = contact.good
    if good is None and contact.down and at >= onset + CONFIRM:
        good = True
        contact = replace(contact, good=True)
    if contact.down or released is None:
        return contact
    if good is None:
        # too short for a finger: it leaves no trace, so a press right after it counts
        return contact if at <= onset + JUDGED else _Contact(released=contact.rested)
    if at - released < RELEASE:
        return contact
    if good:
        ended.append((onset, released))
    return _Contact(released=released)


@dataclass(frozen=True, slots=True)
class Buttons:
    """All buzzers. A buzzer of which nothing is known counts as released.

    One that was held since before we looked first shows by a release, so it gives no press
    until it is pressed anew.

    An answer about `now` is final once every edge stamped up to `now` has been added; until
    then a late edge may still take a press back, which is why a race waits for its settle time.
    """

    lines: dict[int, _Line] = field(default_factory=dict)
    since: int = 0

    def add(self, edge: Edge) -> "Buttons":
        """With one more edge; duplicates and edges from before `since` change nothing."""
        line = self.lines.get(edge.buzzer, _Line())
        if edge.at < self.since:
            return self
        return replace(self, lines=self.lines | {edge.buzzer: line.add(edge.at, edge.down)})

    def presses(self, now: int) -> tuple[Press, ...]:
        """The presses that are certain at `now` (ns) and still remembered, by time."""
        found = []
        for buzzer, line in self.lines.items():
            contact, ended = self._at(line, now)
            found += [Press(buzzer, at, until) for at, until in ended if until >= self.since]
            if contact.good and contact.onset is not None:
                found.append(Press(buzzer, contact.onset, None))
        return tuple(sorted(found, key=lambda press: (press.at, press.buzzer)))

    def is_down(self, buzzer: int) -> bool:
        """Whether the contact is closed after the last edge known, bounce included."""
        return buzzer in self.lines and self.lines[buzzer].run()[0].down

    def stuck(self, now: int) -> tuple[int, ...]:
        """Buzzers in quarantine at `now`: not released for STUCK, or in a storm of edges.

        They give no new press until they behave, by themselves and without a reset.
        """
        return tuple(
            buzzer
            for buzzer, line in sorted(self.lines.items())
            if line.storms_until(now) is not None
            or ((onset := self._at(line, now)[0].onset) is not None and now - onset > STUCK)
        )

    def forget(self, before: int) -> "Buttons":
        """Without the presses that ended before `before` (ns), and deaf to edges from then.

        A press still under way stays, and so do each buzzer's level and last release. Choose
        `before` at least as far back as an edge can be late.
        """
        if before <= self.since:
            return self
        # a second more is kept, to tell a storm by
        cut = (before - SECOND, _UP)
        lines = {b: line.fold(bisect_left(line.edges, cut)) for b, line in self.lines.items()}
        return Buttons(lines, before)

    def deadline(self, now: int) -> int | None:
        """When `presses` or `stuck` will next change though no edge comes (ns), None: never."""
        times = []
        for line in self.lines.values():
            times.append(line.storms_until(now))
            contact, _ = self._at(line, now)
            if contact.onset is None:
                continue
            times.append(contact.onset + STUCK + 1)
            if contact.down:
                times.append(contact.onset + CONFIRM if contact.good is None else None)
            elif contact.good is None:
                times.append(contact.onset + JUDGED + 1)
            elif contact.released is not None:
                times.append(contact.released + RELEASE)
        return min((at for at in times if at is not None and at > now), default=None)

    @staticmethod
    def _at(line: _Line, now: int) -> tuple[_Contact, list[tuple[int, int]]]:
        """`line` followed to `now`, or to its last edge if that is later."""
        contact, ended = line.run()
        if line.edges:
            now = max(now, line.edges[-1][0])
        return _judge(contact, now, ended), ended
