"""Presses without effect: the table remembers each for a moment, so that it can reply.

The reply is not kept here. It follows from the moment at which it is shown.
"""

from dataclasses import replace

from appliance.core.effects import PlaySound, Sound
from appliance.core.signals import SECOND
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.elements import Unheard
from appliance.table.state import Table
from appliance.table.work import Work

ANSWERED_FOR = 2 * SECOND
"""Time for which the seat shows the reply to such a press."""


def note(work: Work, made: Gesture, before: Table, asked: int) -> None:
    """Remember `made` if it had no effect; a later effect of its press replaces that.

    `before` is the table before it, which had `asked` for that number of effects. An earlier stage
    has replied to a gesture of a press that began there.
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
    """Return True if only the time of a seat's last act on its turn has changed."""
    if now is before:
        return True
    return now.stage.only_touched(before.stage) and replace(now, stage=before.stage) == before


def _says_nothing(work: Work, made: Gesture, asked: int) -> bool:
    """Return True if a press of an absent person has had no effect so far."""
    nobody = work.table.seat_of(made.buzzer) is None and work.table.aside is None
    return nobody and not any(isinstance(one, PlaySound) for one in work.effects[asked:])


def forget(work: Work) -> None:
    """Drop replies that were shown for long enough."""
    table = work.table
    left = {at: one for at, one in table.unheard.items() if work.now < one.at + ANSWERED_FOR}
    if len(left) < len(table.unheard):
        work.set(unheard=left)


def due(table: Table) -> int | None:
    """Return the time (ns) at which the oldest reply has been shown for long enough, or None."""
    return min((one.at + ANSWERED_FOR for one in table.unheard.values()), default=None)
