"""Planned actions of hands: touches of buzzers in time, and cards into the reveal box.

People plan here, and the world acts.
"""

import random
from bisect import insort
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from enum import StrEnum

from appliance.core.signals import MS, Edge
from lab.sim.truth import Box

FINGER_REST = 60 * MS
"""Minimum rest of a finger between two touches of one buzzer."""

LAUNCHED = 180 * MS
"""Time before a press at which it is inevitable: the hand is already on its way."""

COMES_TRUE = 700 * MS
"""Time until a hold takes effect: a player who sees a mistake can let go before."""

NOTICES = 250 * MS
"""Time after a change of the screen until a finger has left a held buzzer."""


class Why(StrEnum):
    """Purpose of a touch: the referee and the planner ask for it, the table never knows it."""

    TAP = "tap"
    HOLD = "hold"  # means something after 700 ms
    COMMIT = "commit"  # a hold that commits a play or a correction
    SLAP = "slap"
    HOLD_SLAP = "hold slap"  # the seat on turn doubts by a hold, after its window
    TAKES = "takes"  # of who steps through the choices by a scan: it takes what is lit
    RESTS = "rests"  # the same by taps alone: what it lights is wanted, and taken after a rest
    GLITCH = "glitch"  # no finger: a spark of a millisecond


_HELD = (Why.HOLD, Why.COMMIT, Why.HOLD_SLAP)

_FINGERS = 24
"""Number of newest touches that may still last."""


@dataclass(frozen=True, slots=True, order=True)
class FingerPress:
    """A true touch of `buzzer` from `at` until `until` (ns), before any bounce.

    `sight` is the reason for the press; once it is no longer visible, the press has none.
    """

    at: int
    buzzer: int
    until: int
    why: Why
    sight: object = field(default=None, compare=False)


class Hands:
    """All planned actions. A touch that has begun can't be taken back.

    The simulation leaves buzzers of `others` alone: real people play there.
    """

    def __init__(self, rng: random.Random) -> None:
        self.others: Collection[int] = ()
        self.made: list[FingerPress] = []
        """Touches of this game that have begun, oldest first; the referee's truth."""
        self.rng = rng
        self._plan: list[FingerPress] = []
        self._contacts: list[Edge] = []
        self._busy: dict[int, int] = {}
        self.box: tuple[int, Box] | None = None
        """Cards for the reveal box on their way in a hand, and the time of their arrival (ns)."""

    @property
    def next_at(self) -> int | None:
        """Time of the next change of a contact, or of cards laid into the box (ns); or None."""
        heads = [queue[0].at for queue in (self._plan, self._contacts) if queue]
        if self.box is not None:
            heads.append(self.box[0])
        return min(heads, default=None)

    def press(
        self, buzzer: int, at: int, length: int, why: Why, sight: object = None
    ) -> FingerPress:
        """Plan a touch, not before the buzzer's finger is free; return it with its true times."""
        ends = [touch.until for touch in self._plan if touch.buzzer == buzzer]
        free = max([*ends, self._busy.get(buzzer, -FINGER_REST)]) + FINGER_REST
        touch = FingerPress(max(at, free), buzzer, max(at, free) + length, why, sight)
        if buzzer not in self.others:
            insort(self._plan, touch)
        return touch

    def busy(self, buzzer: int, now: int) -> bool:
        """Return True if a finger is on `buzzer` at `now` (ns), or will be."""
        return self._busy.get(buzzer, 0) > now or any(
            touch.buzzer == buzzer for touch in self._plan
        )

    def planned(self, sight: object, why: Why, now: int) -> bool:
        """Return True if a player means to press for that reason, or does so `now` (ns)."""
        going_on = (touch for touch in self.made[-_FINGERS:] if touch.until > now)
        return any(touch.why is why and touch.sight == sight for touch in (*self._plan, *going_on))

    def moved(self, since: int) -> bool:
        """Return True if a finger has been on a buzzer since then (ns)."""
        return any(until >= since for until in self._busy.values())

    def forget(self) -> None:
        """Forget the touches of an older game, except those that may still last."""
        del self.made[:-_FINGERS]

    def newest(self, buzzer: int) -> FingerPress | None:
        """The newest touch of `buzzer` that has begun, or None."""
        return next((touch for touch in reversed(self.made) if touch.buzzer == buzzer), None)

    def reconsider(self, now: int, still: Callable[[FingerPress], bool]) -> None:
        """Drop planned touches without a reason, except for hands that are already on their way.

        End a hold that has just begun, as soon as people have noticed.
        """
        self._plan = [touch for touch in self._plan if touch.at <= now + LAUNCHED or still(touch)]
        for place, touch in list(enumerate(self.made))[-_FINGERS:]:
            if touch.why in _HELD and touch.at + COMES_TRUE > now + NOTICES and not still(touch):
                self.made[place] = replace(touch, until=now + NOTICES)
                self._let_go(touch, now + NOTICES)

    def _let_go(self, touch: FingerPress, end: int) -> None:
        kept = [
            edge for edge in self._contacts if edge.buzzer != touch.buzzer or edge.at < touch.until
        ]
        opened = contacts(replace(touch, until=end), self.rng)
        self._contacts = kept + [edge for edge in opened if edge.at >= end]
        self._contacts.sort(key=lambda edge: (edge.at, edge.buzzer, edge.down))
        self._busy[touch.buzzer] = end

    def run(self, now: int) -> list[Edge]:
        """Return every contact that changed until `now` (ns), in the order of time."""
        while self._plan and self._plan[0].at <= now:
            touch = self._plan.pop(0)
            self.made.append(touch)
            self._busy[touch.buzzer] = touch.until
            self._contacts += contacts(touch, self.rng)
            self._contacts.sort(key=lambda edge: (edge.at, edge.buzzer, edge.down))
        due = [edge for edge in self._contacts if edge.at <= now]
        del self._contacts[: len(due)]
        return due


def contacts(touch: FingerPress, rng: random.Random) -> list[Edge]:
    """Return the edges of `touch`: the contact may bounce for up to 6 ms."""
    edges: list[Edge] = []
    for at, down in ((touch.at, True), (touch.until, False)):
        edges.append(Edge(touch.buzzer, down, at))
        for _ in range(0 if touch.why is Why.GLITCH else rng.choice((0, 0, 0, 0, 1, 4))):
            for level in (not down, down):
                edges.append(Edge(touch.buzzer, level, edges[-1].at + rng.randint(50_000, 700_000)))
    return edges
