"""Suspense: decisions that the table has made and not revealed yet.

The table knows a verdict at once; people see it come card by card, and a tie first as a running
race. Before the reveal, no prompt, lamp or seat gives the decision away. Any press reveals it, and
still counts as usual: rules and journal wait for nothing. All times are ns.
"""

from appliance.core.signals import MS
from appliance.table.elements import Basis
from appliance.table.stages import Ruling
from appliance.table.state import Table
from bluffing.events import Shown, Verdict
from bluffing.game import Phase

TURN = 200 * MS
"""Time for turning one card over."""

PAUSE_AFTER = 150 * MS
"""Time from the last card to the word, and from the word to the pile."""

RACE = 750 * MS
"""Length of a race up to its photo. Presses as late as that still belong to it."""

_FIRST = 150 * MS  # before the first card turns
_CARDS = 900 * MS  # from the first card to the one before the last, at most
_NEXT = 350 * MS  # from one card to the next, at most
_BEAT = 500 * MS  # of suspense before the last card
_COUNT = 900 * MS  # of an answer, up from zero


def card_after(count: int, number: int) -> int:
    """Return the delay after a verdict of `count` cards until card `number` turns."""
    beat = _BEAT if number == count - 1 else 0
    return _FIRST + number * min(_NEXT, _CARDS // max(1, count - 1)) + beat


def verdict_after(count: int) -> int:
    """Return the delay after a verdict of `count` cards until its word comes down."""
    if not count:
        return _FIRST + _BEAT
    return card_after(count, count - 1) + TURN + PAUSE_AFTER


ANSWER_AFTER = _COUNT + PAUSE_AFTER
"""Delay after a doubt of a guess until its word comes down."""


def seen_at(table: Table, ruling: Ruling) -> int:
    """Return the time at which the word of a verdict comes down unless a press is earlier."""
    return ruling.at + kept_back(table, ruling)


def kept_back(table: Table, ruling: Ruling) -> int:
    """Return the time for which a verdict is kept back."""
    if is_calm(table):
        return 0
    if ruling.overruled is not None or ruling.basis not in (Basis.CAMERA, Basis.BANK):
        return 0  # people entered it themselves
    if ruling.before.phase is Phase.ANSWER:
        return ANSWER_AFTER
    event = ruling.event
    ranks = event.ranks if isinstance(event, Verdict | Shown) else ()
    return verdict_after(len(ranks if ruling.reading is None else ruling.reading.cards))


def is_calm(table: Table) -> bool:
    """Return True if people want as little motion as possible."""
    return any(one.key == "display.reduced_motion" and one.value for one in table.settings.outside)
