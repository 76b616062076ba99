"""Replies to presses without effect, naming the awaited person or a more useful press."""

from appliance.core.signals import BUZZERS, DISK, SCREEN
from appliance.presses.debounce import Press
from appliance.presses.gestures import HOLD_AFTER, TAP_WITHIN, GestureKind
from appliance.table import spare
from appliance.table.codes import YES_BY_HOLD, Prompt
from appliance.table.elements import Pause, Unheard
from appliance.table.facts.of_stage import answers_of
from appliance.table.stage_facts import StageFacts, waits
from appliance.table.state import Table
from bluffing.message import AtSeat, Message, message

NEEDED = frozenset({BUZZERS, DISK, SCREEN})
"""Parts without which no game goes on."""

_BY_TAP = {Prompt.TAKE_BACK, Prompt.MORE_TIME, Prompt.LAST_CALL}

_BY_EITHER = {
    Prompt.READY, Prompt.NAMING, Prompt.COUNT, Prompt.COUNT_OR, Prompt.COUNT_ON, Prompt.ONE_OF,
    Prompt.NEXT_RANK, Prompt.CHOOSE_KIND, Prompt.CHOOSE, Prompt.COUNT_HAND, Prompt.COUNT_PILE,
    Prompt.SCORE,
}  # fmt: skip
"""Prompts at which a tap does one thing and a hold another."""


def presses_are_lost(table: Table) -> bool:
    """Return True if no press counts, so that none is asked for."""
    return DISK in table.lost or (BUZZERS in table.lost and table.paused is not None)


def reply(
    table: Table, about: StageFacts, seat: int, prompt: Prompt | None, newest: Press | None
) -> Message | None:
    """Reply of the panel of `seat` to its `newest` press without effect."""
    press = table.unheard.get(table.buzzers[seat])
    if press is None or (table.paused is None and not table.inner.is_told):
        return None
    if prompt is not None:
        return asked_otherwise(table, prompt, newest)
    if table.paused is not None:
        return _paused(table.paused.pause, seat)
    if table.stage.match is not None and seat in table.game.gone:
        return message("reply.gone")
    out = table.game.out if table.stage.match is not None else ()
    return about.reply(seat, out) or waits(answers_of(table).waits_for(table))


def newcomers(table: Table, now: int) -> tuple[Message, int] | None:
    """Notice and time when a person outside the game presses a buzzer.

    If the table waits for a part, all read that reason instead.
    """
    if not NEEDED.isdisjoint(table.lost):
        return None
    outsiders = [one for one in table.unheard if table.seat_of(one) is None]
    if not outsiders or table.stage.match is None or not table.inner.pauses:
        return None
    newest = max(outsiders, key=lambda one: table.unheard[one].at)
    whose = spare.needs(table, newest, now)
    seat = None if whose is None else table.seat_of(whose)
    if seat is not None:
        who = AtSeat(seat)
        return message("reply.spare", number=newest + 1, who=who), table.unheard[newest].at
    code = "reply.newcomer" if table.aside is None else "reply.takes-part"
    return message(code, number=newest + 1), table.unheard[newest].at


def asked_otherwise(table: Table, prompt: Prompt | None, newest: Press | None) -> Message | None:
    """Reply to a tap when a hold is due, to a hold when a tap is due, or to neither.

    `newest` is the buzzer's last press. A press longer than a tap and shorter than a hold has no
    effect.
    """
    press = None if newest is None else table.unheard.get(newest.buzzer)
    if press is None or newest is None or prompt is None:
        return None
    between = _between(press, newest)
    if prompt in YES_BY_HOLD and (between or press.kind is GestureKind.TAP):
        return message("reply.hold")
    if prompt in _BY_TAP and (between or press.kind is GestureKind.HOLD):
        return message("reply.tap")
    return message("reply.between") if between and prompt in _BY_EITHER else None


def _between(press: Unheard, newest: Press) -> bool:
    """Return True if a press was longer than a tap and shorter than a hold."""
    if newest.until is None or press.kind is not GestureKind.PRESS:
        return False
    return press.at == newest.at and TAP_WITHIN <= newest.until - newest.at < HOLD_AFTER


def _paused(pause: Pause, seat: int) -> Message:
    """Say that the others vote on the proposal of `seat`, or that another seat makes one."""
    if pause.ready and seat == pause.seat:
        return message("reply.proposed")
    return waits(pause.seat if seat != pause.seat else None)
