"""Choice of the hand in front. One hand is shown at a time, so that all of it is visible."""

from collections.abc import Iterable

from appliance.core.signals import MS
from appliance.table.facts import Prompt, Role, SeatFacts

STILL_THE_OTHERS = 300 * MS
"""Time (ns) after a hand has come in front by itself in which a click meant the one before."""

_WAITS_FOR = {
    Prompt.SIT,
    Prompt.READY,
    Prompt.PICK_UP,
    Prompt.DEALT,
    Prompt.DEAL,
    Prompt.BEGIN,
    Prompt.NEXT_DEAL,
    Prompt.DRAW_QUESTION,
}


def calls(seat: SeatFacts) -> bool:
    """Return True if the table seems to wait for a press of this seat."""
    return seat.role is Role.TURN or seat.prompt in _WAITS_FOR


class Front:
    """The hand in front, by its `buzzer`: the one that the table newly asks, or that was chosen."""

    def __init__(self, buzzer: int) -> None:
        self.buzzer = buzzer
        self._called: frozenset[int] = frozenset()
        self._came_at: int | None = None

    def choose(self, buzzer: int) -> None:
        """The person wants to see this hand."""
        self.buzzer, self._came_at = buzzer, None

    def follow(self, called: Iterable[int], machine: int) -> None:
        """The table waits for the seats at `called` of the person, at the machine's time (ns)."""
        now = frozenset(called)
        if now != self._called and now and self.buzzer not in now:
            self.buzzer, self._came_at = min(now), machine
        self._called = now

    def meant(self, machine: int) -> bool:
        """Return True if a click at the machine's time `machine` (ns) can mean the front hand."""
        return self._came_at is None or machine >= self._came_at + STILL_THE_OTHERS
