"""Choices of a long hold, and of a tap without a prompt, for players who step through them."""

from collections.abc import Iterator

from appliance.core.signals import Wish
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table import objections, stages
from appliance.table.answers import way
from appliance.table.codes import Prompt
from appliance.table.course import work_on
from appliance.table.elements import Way
from appliance.table.parts import part_of
from appliance.table.state import Table
from appliance.table.verdict import next_extra
from bluffing.message import message

_TAP, _HOLD, _LONG = GestureKind.TAP, GestureKind.HOLD, GestureKind.LONG

_QUIET: dict[Prompt, tuple[Way, ...]] = {
    Prompt.FLIP: (way("by-hand", _HOLD),),
    Prompt.WRONG_NUMBER: (way("wrong-number", _HOLD),),
}
"""Meanings of a hold that no prompt names."""


def by_long_hold(table: Table, prompt: Prompt | None, buzzer: int, now: int) -> Iterator[Way]:
    """Meanings of a long hold without a prompt, derived from its effect."""
    if table.seat_of(buzzer) is None or table.aside is not None:
        return
    if prompt in _QUIET:
        yield from _QUIET[prompt]
    judged = table.judged
    if judged is not None and judged is table.stage and judged.told:
        yield from _more_of_the_verdict(judged)
    code = _comes_of(table, Gesture(_LONG, buzzer, now + 1, now + 1), now + 1)
    if code is not None:
        yield way(code, _LONG)
    if table.lobby is table.stage:
        yield Way(message("way.menu"), wish=Wish.MENU)


def _more_of_the_verdict(judged: stages.Judged) -> Iterator[Way]:
    """Yield the extras that a tap shows on request, and then the verdict again."""
    after = next_extra(judged)
    if after is not judged.extra:
        yield way("verdict" if after is None else after, _TAP)


_BECOMES = (
    (stages.Paused, "pause"),
    (stages.TableMenu, "menu"),
    (stages.Deal, "deal-again"),
    (stages.Lobby, "who-plays"),
)


def _comes_of(table: Table, made: Gesture, now: int) -> str | None:
    """Meaning of a long hold by its effect on the table, or None."""
    if objections.opens(table, made):
        return "dispute"
    if objections.protests(table, made):
        return "as-before"
    work = work_on(table, now)
    part_of(table.stage).gesture(work, made)
    after = work.table
    if after.stage == table.stage:
        return None
    if after.playing is not None and after.paused is None:
        return "pause" if after.playing.wanted is not None else None
    if table.paused is not None:
        return "back" if after.paused is not None else None
    if table.lobby is table.stage:
        return "stand-up" if after.seat_of(made.buzzer) is None else None
    if type(after.stage) is type(table.stage):
        return None
    return next((code for kind, code in _BECOMES if isinstance(after.stage, kind)), None)
