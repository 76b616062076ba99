"""Objections: long holds that dispute the newest verdict or the newest correction.

Rules 6.2, ux: within 8 s of a verdict any seat may hold for 2.5 s; the 8 s begin when people can
see it. The same goes for a correction. All times are ns.
"""

from appliance.core.signals import SECOND
from appliance.presses.gestures import LONG_AFTER, Gesture, GestureKind
from appliance.table import suspense
from appliance.table.elements import Amendment
from appliance.table.outcomes import Dispute, Protest
from appliance.table.stages import Ruling
from appliance.table.state import Table

WITHIN = 8 * SECOND
"""Time for a dispute to begin, after the word of a verdict has come down."""


def raised(table: Table, made: Gesture) -> Dispute | Protest | None:
    """Return the objection that `made` raises."""
    if opens(table, made):
        return Dispute()
    return Protest(table.seat_of(made.buzzer)) if protests(table, made) else None


def opens(table: Table, made: Gesture) -> bool:
    """Return True if this long hold disputes the newest verdict.

    The cards may be picked up by then, because the hold that confirms it can be held on.
    """
    ruling = _disputable(table)
    return (
        ruling is not None
        and table.stage is table.inner
        and made.kind is GestureKind.LONG
        and table.seat_of(made.buzzer) is not None
        and ruling.at < made.onset <= until(table, ruling)
    )


def until(table: Table, ruling: Ruling) -> int:
    """Latest press (ns) that may dispute a verdict: people must have seen it."""
    return suspense.seen_at(table, ruling) + WITHIN


def shows_cards(table: Table, now: int) -> bool:
    """Return True if a dispute shows the picture of the cards, or may yet, at `now` (ns).

    The taker of the cards leaves the verdict by the same hold that, held on, disputes it.
    """
    ruling = _disputable(table)
    in_time = ruling is not None and now <= until(table, ruling) + LONG_AFTER
    return in_time or table.inner.shows_cards


def _disputable(table: Table) -> Ruling | None:
    """Return the newest verdict if it can be disputed; an overruled one is final."""
    ruling = table.ruling
    return ruling if ruling is not None and not ruling.final and is_newest(table) else None


def is_newest(table: Table) -> bool:
    """Return True if only the picking up of cards followed the newest verdict."""
    ruling = table.ruling if table.inner.settled else None
    return ruling is not None and table.game == ruling.after


def can_be_void(table: Table) -> bool:
    """Return True if the newest verdict is of the current question, and nothing followed it."""
    ruling = table.ruling
    shown = table.open_turns is None and is_newest(table)
    return shown and ruling is not None and ruling.turns.match.question is not None


def protests(table: Table, made: Gesture) -> bool:
    """Return True if this long hold disputes the last correction."""
    amendment = amended(table)
    if amendment is None or made.kind is not GestureKind.LONG or not amendment.at < made.onset:
        return False
    seat, pause = table.seat_of(made.buzzer), table.paused
    if seat is None or seat in amendment.match.game.gone:
        return False
    if pause is not None:
        return pause.pause.item is None
    return table.stage is table.inner and made.onset <= amendment.until


def amended(table: Table) -> Amendment | None:
    """Return the last correction, if the game can go on without it."""
    match = table.stage.match if table.inner.pauses else None
    return None if match is None else match.amended
