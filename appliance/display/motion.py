"""Times of a picture's next change: between two such moments nothing is drawn.

Each function returns a moment in ns of the table's clock, later than `at`, or None for never.
Constant motion is due at once, and the window keeps its frame rate. Slow motion goes in steps, so
that a table at rest costs next to nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND
from appliance.display.view import View

STEP = 400 * MS
"""Time that a lamp that breathes, or a line of time, keeps its look.

A breath of 2 s in five steps is smooth enough, and steps cost little: see bench.screens.
"""

RESTS_AFTER = 15 * SECOND
"""Time that a picture moves while it waits for people: the longest motion twice over."""

RING_FROM = 250 * MS
"""A hold shows its ring only after this, so that a tap never flashes one."""

_EDGES: dict[Rhythm, tuple[int, tuple[int, ...]]] = {
    Rhythm.FLASH: (400, (0, 200)),
    Rhythm.NEXT: (2000, (0, 150, 400, 550)),
    Rhythm.WALK: (800, (0, 400)),
    Rhythm.LOSE: (4000, (0, 500, 1000, 1500, 2000, 2500)),
    Rhythm.WIN: (800, (0, 200, 400, 600)),
}
"""A rhythm's period and when a lamp in it goes on or off, ms."""


@dataclass(slots=True)
class Rest:
    """Tells when a picture comes to rest: an unchanged View is then drawn as with reduced motion.

    So a table that waits draws no frame at all. Countdowns go on: a doubt window, a limit.
    """

    _view: View | None = None
    _since: int = 0

    def begun(self, view: View, at: int) -> bool:
        """Return True if `view`, shown at `at` (ns), is at rest."""
        if view is not self._view:
            if view != self._view:
                self._since = at
            self._view = view
        return view.play.window is None and at - self._since >= RESTS_AFTER


def at_once(at: int) -> int:
    """It moves all the time."""
    return at + 1


def soonest(*moments: int | None) -> int | None:
    """The first of these moments."""
    return min((moment for moment in moments if moment is not None), default=None)


def after(at: int, period: int, edges: Iterable[int] = (0,)) -> int:
    """The next of these moments (ms) of a period (ms) that goes round and round."""
    into = at % (period * MS)
    return at - into + min(edge * MS + period * MS * (edge * MS <= into) for edge in edges)


def running(time: tuple[int, int] | None, at: int, step: int = 1) -> int | None:
    """While a time (from, to) runs, each `step` (ns) since its start; its end at the latest."""
    if time is None or at > time[1]:
        return None
    return max(time[0], min(at + step - (at - time[0]) % step, time[1] + 1))


def beat(rhythm: Rhythm, at: int) -> int | None:
    """Time at which a lamp in `rhythm` next looks different."""
    if rhythm is Rhythm.BREATHE:
        return at - at % STEP + STEP
    return after(at, *_EDGES[rhythm]) if rhythm in _EDGES else None
