"""Presses of which nothing comes: each is remembered for a moment, so that it can be answered.

What is said to it is not kept here. It follows from the moment at which it is shown.
"""

from dataclasses import replace

from appliance.core.effects import PlaySound, Sound
from appliance.core.signals import SECOND
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.elements import Unheard
from appliance.table.state import Table
from appliance.table.work import Work

ANSWERED_FOR = 2 * SECOND
"""How long the answer to such a press stands at its seat."""


def note(work: Work, made: Gesture, before: Table, asked: int) -> None:
    """Remember that nothing came of `made`, if nothing did; what came of a press replaces that.

    `before` is the table before it, which had `asked` for so many effects by then. A gesture of a
    press that began in an earlier stage has been answered there.
    """
    if _nothing_came(before, work.table):
        late = made.kind in (GestureKind.LONG, GestureKind.LET_GO)
        press = before.unheard.get(made.buzzer)
        if (press is not None or not late) and work.fresh(made):
            kind = press.kind if late and press is not None else made.kind  # it was a hold
            work.set(unheard={**before.unheard, made.buzzer: Unheard(kind, made.at)})
            if made.kind is GestureKind.PRESS and _says_nothing(work, made, asked):
                work.sound(Sound.NOTHING)
    elif made.buzzer in work.table.unheard:
        left = {at: one for at, one in work.table.unheard.items() if at != made.buzzer}
        work.set(unheard=left)


def _nothing_came(before: Table, now: Table) -> bool:
    """Return True if only the time of the last act of a seat on turn has changed."""
    if now is before:
        return True
    return now.stage.only_touched(before.stage) and replace(now, stage=before.stage) == before


def _says_nothing(work: Work, made: Gesture, asked: int) -> bool:
    """Return True if a press of an absent person has had no effect so far."""
    nobody = work.table.seat_of(made.buzzer) is None and work.table.aside is None
    return nobody and not any(isinstance(one, PlaySound) for one in work.effects[asked:])


def forget(work: Work) -> None:
    """Drop what has been answered for long enough."""
    table = work.table
    left = {at: one for at, one in table.unheard.items() if work.now < one.at + ANSWERED_FOR}
    if len(left) < len(table.unheard):
        work.set(unheard=left)


def due(table: Table) -> int | None:
    """Time at which the oldest reply has been shown for long enough (ns), or None."""
    return min((one.at + ANSWERED_FOR for one in table.unheard.values()), default=None)
