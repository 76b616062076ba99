"""Suspense: what is decided already, and not told yet.

The table knows a verdict at once; people see it come, card by card, and a tie as a race that is run
first. Until it is told no prompt, no lamp and no seat gives it away. Any press tells it, and counts
as it would without: rules and journal wait for nothing. All times are ns.
"""

from dataclasses import replace

from appliance.core.signals import MS
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.elements import Basis
from appliance.table.stages import Doubting, Judged, Ruling
from appliance.table.state import Table
from appliance.table.work import Work
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


def tells_at(table: Table, stage: Doubting | Judged) -> int:
    """Time of its telling without a press before."""
    if isinstance(stage, Judged):
        return stage.since + _suspense(table, stage.ruling)
    return stage.since + (RACE if tied(stage) and not _calm(table) else 0)


def seen_at(table: Table, ruling: Ruling) -> int:
    """Time at which the word of a verdict comes down without a press before."""
    return ruling.at + _suspense(table, ruling)


def _suspense(table: Table, ruling: Ruling) -> int:
    """Time for which a verdict is kept back."""
    if _calm(table):
        return 0
    if ruling.overruled is not None or ruling.basis not in (Basis.CAMERA, Basis.BANK):
        return 0  # people knew it, and entered it themselves
    if ruling.before.phase is Phase.ANSWER:
        return ANSWER_AFTER
    event = ruling.event
    ranks = event.ranks if isinstance(event, Verdict | Shown) else ()
    return verdict_after(len(ranks if ruling.reading is None else ruling.reading.cards))


def _calm(table: Table) -> bool:
    return any(one.key == "display.reduced_motion" and one.value for one in table.settings.outside)


def press(work: Work, made: Gesture) -> None:
    """A press tells it at once."""
    stage = _untold(work.table)
    if stage is not None and made.kind is GestureKind.PRESS and work.fresh(made):
        _tell(work, stage)


def advance(work: Work) -> None:
    """It is told when its time has come."""
    stage = _untold(work.table)
    if stage is not None and work.now >= tells_at(work.table, stage):
        _tell(work, stage)


def _tell(work: Work, stage: Doubting | Judged) -> None:
    if isinstance(stage, Judged):
        work.put(replace(stage, told=True, told_at=work.now))
    else:
        work.put(replace(stage, told=True))


def due(table: Table) -> int | None:
    """Time at which it will be told, or None if it is told or undecided."""
    stage = _untold(table)
    return None if stage is None else tells_at(table, stage)


def _untold(table: Table) -> Doubting | Judged | None:
    stage = table.stage
    return stage if isinstance(stage, Doubting | Judged) and not stage.told else None


def tied(stage: Doubting) -> tuple[int, ...]:
    """The buzzers of which a rule says who was first, if any: a secret for as long as they run.

    Else who doubts is said at once: the others may be heard of only when it has been decided.
    """
    places = () if stage.raced is None else stage.raced.finish.places
    found = tuple(one.buzzer for one in places if one.tied)
    return found if len(found) > 1 else ()
