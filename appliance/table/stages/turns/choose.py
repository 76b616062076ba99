"""Acts of one seat in a turn: choosing, taking back, counting again, trying for the floor."""

from dataclasses import replace

from appliance.core.effects import Sound
from appliance.core.signals import Touched
from appliance.presses.arbiter import ready_at
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table import guess_clock, windows
from appliance.table.elements import Slap
from appliance.table.extra_time import lengthen
from appliance.table.menu import Entry
from appliance.table.part import NOT_NOW
from appliance.table.stages.turns.facts import most_again
from appliance.table.stages.turns.register import commit, take_back
from appliance.table.work import Work
from bluffing.actions import Action, Correct, Doubt, Force, LetStand
from bluffing.message import AtSeat, Message, message


def gesture(work: Work, made: Gesture) -> None:
    """Apply a gesture in a turn; the race decides doubts, see `advance`."""
    table, turns = work.table, work.turns
    seat = table.seat_of(made.buzzer)
    if seat is None or turns.raced is not None:
        return
    if turns.pending is not None:
        _drop(work, seat, made)
        return
    claim = turns.game.claim
    if _takes_back(work, seat, made):
        take_back(work, made.at)
    elif (
        seat == windows.on_turn(table)
        and made.onset >= windows.turn_from(table, seat)
        and (turns.floor is None or made.onset >= turns.floor_at)
    ):
        work.put(replace(work.turns, touched_at=max(turns.touched_at, made.at)))
        guess_clock.give_again(work, made.at)
        _turn(work, seat, made)
    elif claim is not None and seat == claim.seat:
        if made.onset > turns.opened_at:
            _claimant(work, made)
    else:
        _elsewhere(work, seat, made)


def touch(work: Work, signal: Touched) -> None:
    """Walk on by that number of taps, and take the option there."""
    table, turns, seat = work.table, work.turns, signal.seat
    if seat != windows.on_turn(table) or turns.pending is not None or turns.raced is not None:
        work.refuse(NOT_NOW)
        return
    guess_clock.give_again(work, signal.at)
    turns, menu = work.turns, windows.menu_of(table, seat)
    made = turns.entry_of(seat)
    for kind in (*(GestureKind.TAP,) * signal.taps, GestureKind.HOLD):
        step = menu.press(made, kind)
        if isinstance(step, Message):
            work.refuse(step)
            return
        if not isinstance(step, Entry):
            choose(work, step, signal.at)
            return
        if made is not None and made.counting and step.counting and not step.cursor:
            work.refuse(message("table.is-the-most", count=made.cursor))
            return
        made = step
    work.put(replace(turns, entry=made, touched_at=max(turns.touched_at, signal.at)))
    work.sound(Sound.TICK)


def choose(work: Work, action: Action, at: int) -> None:
    """Apply an action entered by touch or by the host at `at`, ns."""
    table, turns = work.table, work.turns
    floor, seat = windows.floor_race(table), getattr(action, "seat", None)
    if isinstance(action, (Doubt, Force)) and windows.race_of(table) is not None:
        work.refuse(message("table.doubt-with-buzzer"))
    elif isinstance(action, LetStand):
        work.refuse(message("table.window-ends-by-itself"))
    elif turns.pending is not None or turns.raced is not None:
        work.refuse(message("table.one-at-a-time"))
    elif floor is not None and ready_at(floor, windows.pressed(table, work.now)) is not None:
        work.refuse(message("table.somebody-was-faster"))
    elif (
        windows.on_turn(table) != seat in table.ruleset.live(table.game) and turns.floor is not None
    ):
        work.refuse(message("table.about-to-move", seat=AtSeat(turns.floor)))
    else:
        commit(work, action, at)


def _elsewhere(work: Work, seat: int, made: Gesture) -> None:
    """Apply a gesture of another seat: a doubt, a try for the floor, a pause, or nothing."""
    table = work.table
    floor = windows.floor_race(table)
    if floor is not None and made.buzzer in floor.order and made.onset > floor.opened_at:
        return  # the race for the floor decides
    if seat == windows.taker_back(table, made.onset) and not _is_doubt(work, made):
        return  # a tap takes back at its release
    if windows.race_of(table) is not None:
        if made.kind is GestureKind.PRESS and made.onset > work.turns.counts_from:
            work.sound(Sound.SLAP if _is_doubt(work, made) else Sound.NOTHING, made.buzzer)
    elif made.kind is GestureKind.LONG and seat not in table.ruleset.live(table.game):
        work.pause(seat)
    elif made.kind is GestureKind.PRESS:
        work.sound(Sound.NOTHING, made.buzzer)


def _turn(work: Work, seat: int, made: Gesture) -> None:
    """Go on to the next option by a tap, or take the current one by a hold."""
    if made.kind not in (GestureKind.TAP, GestureKind.HOLD):
        return
    table = work.table
    choice = windows.menu_of(table, seat).press(work.turns.entry_of(seat), made.kind)
    if isinstance(choice, Message):
        work.refuse(choice)
    elif isinstance(choice, Entry):
        work.put(replace(work.turns, entry=choice))
        count = choice.cursor if choice.counting else 0
        begins = choice.counting and not count and made.kind is GestureKind.TAP
        work.sound(Sound.BACK if begins else Sound.TICK, made.buzzer, count)
    elif isinstance(choice, (Doubt, Force)) and windows.race_of(table) is not None:
        work.put(replace(work.turns, slap=Slap(choice, made.at), entry=None))
        work.sound(Sound.SLAP, made.buzzer)
    else:
        commit(work, choice, made.at)


def _claimant(work: Work, made: Gesture) -> None:
    turns = work.turns
    if made.kind is GestureKind.TAP:
        if turns.correction is not None:
            count = turns.correction + 1 if turns.correction < most_again(turns.game) else 0
            work.put(replace(work.turns, correction=count))
            work.sound(Sound.TICK if count else Sound.BACK, made.buzzer, count)
        elif windows.calls_end(work.table, made.onset):
            ends = max(made.at, windows.held_until(work.table)) + windows.LAST_CALL
            work.put(replace(work.turns, closes_at=ends))
            work.sound(Sound.LOCK, made.buzzer)
        else:
            lengthen(work, made.at)
    elif made.kind is GestureKind.HOLD:
        if turns.correction is None:
            work.put(replace(work.turns, correction=0))
            work.sound(Sound.TICK)
        elif turns.correction == 0:
            work.put(replace(work.turns, correction=None))
        else:
            commit(work, Correct(turns.correction), made.at)


def _takes_back(work: Work, seat: int, made: Gesture) -> bool:
    """Return True if this tap takes the newest move back: by its seat, and in time."""
    mine = seat == windows.taker_back(work.table, made.onset)
    return mine and made.kind is GestureKind.TAP and not _is_doubt(work, made)


def _drop(work: Work, seat: int, made: Gesture) -> None:
    """Drop, by a tap, a move that would turn cards up, before it does."""
    if seat == windows.taker_back(work.table, made.onset) and made.kind is GestureKind.TAP:
        work.put(replace(work.turns, pending=None, entry=None))
        work.set(notice=message("table.taken-back"))
        work.sound(Sound.BACK, made.buzzer)


# --- events without a press --------------------------------------------------------------------


def _is_doubt(work: Work, made: Gesture) -> bool:
    race = windows.race_of(work.table)
    if race is None or made.buzzer not in race.order:
        return False
    if not race.opened_at < made.onset <= race.closes_at:
        return False
    return any(
        press.buzzer == made.buzzer and press.at == made.onset
        for press in windows.doubts(work.table, work.now)
    )
