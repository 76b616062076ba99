"""Measures the bounce of a contact from the raw edges of its presses.

A new contact bounces for a millisecond or two. One that bounces for longer than it takes to
judge a press is worn, dirty or badly wired, and its presses may be stamped late. The lobby and
the self-test look at this; in a game nothing does.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from appliance.presses.debounce import JUDGED, RELEASE, STEADY_CLOSED

WORN = JUDGED
"""Bounce for longer than this (ns) is a fault: a press may be stamped after its first edge."""


@dataclass(frozen=True, slots=True)
class Touch:
    """One closing of a contact between two rests: closed at `at`, finally open at `until` (ns).

    `until` is None while it is closed. The bounce when it closed is `closing` visits to the other
    side within `closing_ns`, that when it opened `opening` within `opening_ns`. `steady` is the
    longest that it stayed closed (None: it still is).
    """

    at: int
    until: int | None
    steady: int | None
    closing: int = 0
    closing_ns: int = 0
    opening: int = 0
    opening_ns: int = 0

    @property
    def spark(self) -> bool:
        """True if no finger did this: it was never closed for long enough."""
        return self.steady is not None and self.steady < STEADY_CLOSED

    @property
    def bounce_ns(self) -> int:
        """The longer of the two bounces."""
        return max(self.closing_ns, self.opening_ns)

    @property
    def worn(self) -> bool:
        """True if it bounced for longer than a sound contact does."""
        return not self.spark and self.bounce_ns > WORN


def touches(edges: Iterable[tuple[int, bool]]) -> tuple[Touch, ...]:
    """Return the touches in the edges (at in ns, closed) of one contact, in any order."""
    touched: list[Touch] = []
    episode: list[int] = []  # times of closing and opening in turn, of one touch
    for at, closed in sorted(edges):
        if closed == bool(len(episode) % 2):
            continue  # no change: an edge was lost, or this is from before we looked
        if closed and episode and at - episode[-1] >= RELEASE:
            touched.append(_touch(episode))
            episode = []
        episode.append(at)
    if episode:
        touched.append(_touch(episode))
    return tuple(touched)


def unpaired(edges: Iterable[tuple[int, bool]]) -> int:
    """Count edges that repeat the one before: the edges between them were lost."""
    levels = [closed for _, closed in sorted(edges)]
    return sum(before == after for before, after in pairwise(levels))


def _touch(times: list[int]) -> Touch:
    """Measure a touch; its longest closed time separates both bounces."""
    if len(times) % 2:  # still closed
        return Touch(times[0], None, None, len(times) // 2, times[-1] - times[0])
    spells = [(times[place + 1] - times[place], -place) for place in range(0, len(times), 2)]
    longest, first = max(spells)
    closed, opened = -first, 1 - first
    return Touch(
        at=times[0],
        until=times[-1],
        steady=longest,
        closing=closed // 2,
        closing_ns=times[closed] - times[0],
        opening=(len(times) - opened) // 2,
        opening_ns=times[-1] - times[opened],
    )
