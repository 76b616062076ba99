"""Suspense: what is decided already, and not told yet.

The table knows a verdict at once; people see it come, card by card, and a tie as a race that is run
first. Until it is told no prompt, no lamp and no seat gives it away. Any press tells it, and counts
as it would without: rules and journal wait for nothing. All times are ns.
"""

from appliance.core.signals import MS
from appliance.table.elements import Basis
from appliance.table.stages import Ruling
from appliance.table.state import Table
from bluffing.events import Shown, Verdict
from bluffing.game import Phase

TURN = 200 * MS
"""How long one card takes to turn over."""

PAUSE_AFTER = 150 * MS
"""From the last card to the word, and from the word to the pile."""

RACE = 750 * MS
"""How long a race is run until its photo is taken. Presses as late as that still belong to it."""

_FIRST = 150 * MS  # before the first card turns
_CARDS = 900 * MS  # from the first card to the one before the last, at most
_NEXT = 350 * MS  # from one card to the next, at most
_BEAT = 500 * MS  # of suspense before the last card
_COUNT = 900 * MS  # of an answer, up from nothing


def card_after(count: int, number: int) -> int:
    """Delay after a verdict of `count` cards until the card of that number turns."""
    beat = _BEAT if number == count - 1 else 0
    return _FIRST + number * min(_NEXT, _CARDS // max(1, count - 1)) + beat


def verdict_after(count: int) -> int:
    """Delay after a verdict of `count` cards until its word comes down."""
    if not count:
        return _FIRST + _BEAT
    return card_after(count, count - 1) + TURN + PAUSE_AFTER


ANSWER_AFTER = _COUNT + PAUSE_AFTER
"""How long after a doubt of a guess its word comes down."""


def seen_at(table: Table, ruling: Ruling) -> int:
    """Time at which the word of a verdict comes down without a press before."""
    return ruling.at + kept_back(table, ruling)


def kept_back(table: Table, ruling: Ruling) -> int:
    """Time for which a verdict is kept back."""
    if is_calm(table):
        return 0
    if ruling.overruled is not None or ruling.basis not in (Basis.CAMERA, Basis.BANK):
        return 0  # people knew it, and entered it themselves
    if ruling.before.phase is Phase.ANSWER:
        return ANSWER_AFTER
    event = ruling.event
    ranks = event.ranks if isinstance(event, Verdict | Shown) else ()
    return verdict_after(len(ranks if ruling.reading is None else ruling.reading.cards))


def is_calm(table: Table) -> bool:
    """Return True if people want as little motion as possible."""
    return any(one.key == "display.reduced_motion" and one.value for one in table.settings.outside)
