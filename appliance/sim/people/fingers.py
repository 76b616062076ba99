"""What hands are about to do: touches of buzzers in time, and cards into the reveal box.

People plan here, and the world carries it out.
"""

import random
from bisect import insort
from dataclasses import dataclass
from enum import StrEnum

from appliance.core.signals import MS, Edge
from appliance.sim.truth import Box

FINGER_REST = 60 * MS
"""A finger lifts at least this long between two touches of one buzzer."""

LAUNCHED = 180 * MS
"""A slap this close can't be held back any more: the hand is already on its way."""


class Why(StrEnum):
    """What a touch is for: the referee and the planner ask, the table never knows."""

    TAP = "tap"
    HOLD = "hold"  # means something after 700 ms
    COMMIT = "commit"  # a hold that commits a play or a correction
    SLAP = "slap"
    HOLD_SLAP = "hold slap"  # the seat on turn doubts by a hold, after its window
    GLITCH = "glitch"  # no finger: a spark of a millisecond


@dataclass(frozen=True, slots=True, order=True)
class FingerPress:
    """`buzzer` is pressed from `at` until `until` (ns): the truth, before any bounce."""

    at: int
    buzzer: int
    until: int
    why: Why


class Hands:
    """All that people are about to do. A touch that has begun can't be taken back."""

    def __init__(self, rng: random.Random) -> None:
        self.made: list[FingerPress] = []
        """Touches that have begun, oldest first; the referee's truth."""
        self.rng = rng
        self._plan: list[FingerPress] = []
        self._contacts: list[Edge] = []
        self._busy: dict[int, int] = {}
        self.box: tuple[int, Box] | None = None
        """When cards are laid into the reveal box (ns), and which: a hand is on its way there."""

    @property
    def next_at(self) -> int | None:
        """When a contact changes or cards are laid next (ns), or None."""
        heads = [queue[0].at for queue in (self._plan, self._contacts) if queue]
        if self.box is not None:
            heads.append(self.box[0])
        return min(heads, default=None)

    def press(self, buzzer: int, at: int, length: int, why: Why) -> FingerPress:
        """Plan a touch, not before the buzzer's finger is free; gives it with its true times."""
        ends = [touch.until for touch in self._plan if touch.buzzer == buzzer]
        free = max([*ends, self._busy.get(buzzer, -FINGER_REST)]) + FINGER_REST
        touch = FingerPress(max(at, free), buzzer, max(at, free) + length, why)
        insort(self._plan, touch)
        return touch

    def busy(self, buzzer: int, now: int) -> bool:
        """Whether a finger is on `buzzer` at `now` (ns), or will be."""
        return self._busy.get(buzzer, 0) > now or any(one.buzzer == buzzer for one in self._plan)

    def change_of_mind(self, now: int) -> None:
        """Drop what is planned, except slaps whose hand is already on its way."""
        soon = now + LAUNCHED
        self._plan = [one for one in self._plan if one.why is Why.SLAP and one.at <= soon]

    def make_way(self, buzzer: int | None) -> None:
        """Drop what is planned, except slaps and what is planned on `buzzer`."""
        self._plan = [one for one in self._plan if one.why is Why.SLAP or one.buzzer == buzzer]

    def run(self, now: int) -> list[Edge]:
        """Every contact that changed until `now` (ns), in the order of time."""
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
    """What the contact of `touch` does: it may bounce for up to 6 ms, closing and opening."""
    made: list[Edge] = []
    for at, down in ((touch.at, True), (touch.until, False)):
        made.append(Edge(touch.buzzer, down, at))
        for _ in range(0 if touch.why is Why.GLITCH else rng.choice((0, 0, 0, 0, 1, 4))):
            for level in (not down, down):
                made.append(Edge(touch.buzzer, level, made[-1].at + rng.randint(50_000, 700_000)))
    return made
