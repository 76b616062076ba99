"""A turn and the doubt window after it: choosing, doubting, correcting, and what falls due."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from appliance.core.effects import Sound
from appliance.core.signals import MS, SECOND
from appliance.message import AtSeat, Message, message
from appliance.presses.arbiter import Race, decide, ready_at, silent_at
from appliance.presses.debounce import JUDGED, RELEASE, Press
from appliance.presses.gestures import Gesture, GestureKind, gestures
from appliance.rules.actions import Action, Correct, Doubt, Force, LetStand
from appliance.rules.game import Phase
from appliance.table.elements import Pending, Raced, Slap
from appliance.table.follow import end
from appliance.table.menu import Entry
from appliance.table.register import automatic_pick, commit, register, take_back
from appliance.table.stages import Doubting
from appliance.table.state import Table
from appliance.table.windows import (
    NEVER,
    TAKE_BACK,
    doubts,
    extension,
    floor_race,
    floor_until,
    menu_of,
    on_turn,
    race_of,
    slap_kind,
    slap_known_at,
    turn_from,
    walks,
)
from appliance.table.work import Work

PICK_AFTER = 3 * SECOND
"""Where there is one seat to pick, the guess can be changed for so long before it is picked."""

# --- gestures and choices ------------------------------------------------------------------


def gesture(work: Work, made: Gesture) -> None:
    """A gesture in a turn; doubts are the race's matter, see `advance`."""
    table, turns = work.table, work.turns
    seat = table.seat_of(made.buzzer)
    if seat is None or turns.raced is not None:
        return
    if turns.pending is not None:
        _drop(work, turns.pending, seat, made)
        return
    claim = turns.game.claim
    if _takes_back(work, seat, made):
        take_back(work, made.at)
    elif (
        seat == on_turn(table)
        and made.onset >= turn_from(table, seat)
        and (turns.floor is None or made.onset >= turns.floor_at)
    ):
        work.put(replace(work.turns, touched_at=max(turns.touched_at, made.at)))
        _turn(work, seat, made)
    elif claim is not None and seat == claim.seat:
        if made.onset > turns.opened_at:
            _claimant(work, made)
    else:
        _elsewhere(work, seat, made)


def choose(work: Work, action: Action, at: int) -> None:
    """An action entered by touch or by the host at `at`, ns."""
    table, turns = work.table, work.turns
    floor, seat = floor_race(table), getattr(action, "seat", None)
    if isinstance(action, (Doubt, Force)) and race_of(table) is not None:
        work.refuse(message("table.doubt-with-buzzer"))
    elif isinstance(action, LetStand):
        work.refuse(message("table.window-ends-by-itself"))
    elif turns.pending is not None or turns.raced is not None:
        work.refuse(message("table.one-at-a-time"))
    elif floor is not None and ready_at(floor, _presses(table, work.now)) is not None:
        work.refuse(message("table.somebody-was-faster"))
    elif on_turn(table) != seat in table.ruleset.live(table.game) and turns.floor is not None:
        work.refuse(message("table.about-to-move", seat=AtSeat(turns.floor)))
    else:
        commit(work, action, at)


def more_time(work: Work, at: int) -> None:
    """Double the last-card window, once, if it had not ended at `at` (ns)."""
    turns, more = work.turns, extension(work.table)
    if more and turns.closes_at is not None and at <= turns.closes_at:
        work.put(replace(turns, closes_at=turns.closes_at + more))
        work.sound(Sound.LOCK)


def _elsewhere(work: Work, seat: int, made: Gesture) -> None:
    """A gesture of a seat that is not on turn: a doubt, a try for the floor, a pause, nothing."""
    table = work.table
    floor = floor_race(table)
    if floor is not None and made.buzzer in floor.order and made.onset > floor.opened_at:
        return  # who was first is said as soon as it is known
    if race_of(table) is not None:
        if made.kind is GestureKind.PRESS and made.onset > work.turns.counts_from:
            work.sound(Sound.SLAP if _is_doubt(work, made) else Sound.NOTHING)
    elif made.kind is GestureKind.LONG and seat not in table.ruleset.live(table.game):
        work.pause(seat)
    elif made.kind is GestureKind.PRESS:
        work.sound(Sound.NOTHING)


def _turn(work: Work, seat: int, made: Gesture) -> None:
    """A tap goes on to the next option, a hold takes the one that stands there."""
    if made.kind not in (GestureKind.TAP, GestureKind.HOLD):
        return
    table = work.table
    choice = menu_of(table, seat).press(work.turns.entry_of(seat), made.kind)
    if isinstance(choice, Message):
        work.refuse(choice)
    elif isinstance(choice, Entry):
        work.put(replace(work.turns, entry=choice))
        work.sound(Sound.TICK)
    elif isinstance(choice, (Doubt, Force)) and race_of(table) is not None:
        work.put(replace(work.turns, slap=Slap(choice, made.at), entry=None))
        work.sound(Sound.SLAP)
    else:
        commit(work, choice, made.at)


def _claimant(work: Work, made: Gesture) -> None:
    turns = work.turns
    if made.kind is GestureKind.TAP:
        if turns.correction is not None:
            work.put(replace(work.turns, correction=turns.correction + 1))
            work.sound(Sound.TICK)
        else:
            more_time(work, made.at)
    elif made.kind is GestureKind.HOLD:
        if turns.correction is None:
            work.put(replace(work.turns, correction=0))
            work.sound(Sound.TICK)
        elif turns.correction == 0:
            work.put(replace(work.turns, correction=None))
        else:
            commit(work, Correct(turns.correction), made.at)


def _takes_back(work: Work, seat: int, made: Gesture) -> bool:
    """Whether this is the tap of who made the newest move, soon enough to take it back."""
    table, turns = work.table, work.turns
    return (
        made.kind is GestureKind.TAP
        and turns.undo is not None
        and seat == turns.mover
        and turns.moved_at < made.onset
        and made.at <= turns.moved_at + TAKE_BACK
        and not _is_doubt(work, made)
        and not walks(table, seat)
    )


def _drop(work: Work, pending: Pending, seat: int, made: Gesture) -> None:
    """A move that will turn cards up is dropped by a tap before it does."""
    mine = seat == getattr(pending.action, "seat", None)
    if (
        mine
        and made.kind is GestureKind.TAP
        and pending.at < made.onset
        and made.at <= pending.free_until
    ):
        work.put(replace(work.turns, pending=None, entry=None))
        work.set(notice=message("table.taken-back"))
        work.sound(Sound.TICK)


# --- what falls due by itself ------------------------------------------------------------------


def advance(work: Work) -> None:
    """A doubter, a committed move, the end of the last-card window, the floor, a clear pick."""
    at, comes = _next(work.table, work.now)
    if work.now >= at:
        comes(work)


def due(table: Table, now: int) -> int | None:
    """When `advance` will have something to do (ns), or None."""
    at, _ = _next(table, now)
    return at if at < NEVER else None


def _next(table: Table, now: int) -> tuple[int, Callable[[Work], None]]:
    """When (ns; NEVER) something falls due if nothing more is pressed, and what.

    The one place that knows both, so that the loop wakes for all that `advance` does.
    """
    turns, race = table.turns, race_of(table)
    if turns.raced is not None:
        return slap_known_at(table, now), _known
    ready = ready_at(race, _doubts_so_far(table, race, now)) if race is not None else None
    if ready is not None:
        return ready, _decided
    if turns.pending is not None:
        return _quiet_at(table, turns.pending, race), partial(register, pending=turns.pending)
    if race is not None and turns.game.phase is Phase.LAST_CARDS:
        return silent_at(race) or 0, _window_ends
    floor = floor_race(table)
    taken = ready_at(floor, _presses(table, now)) if floor is not None else None
    coming = ((_floor_ends(table, now), _give_up_floor), (_pick_at(table), _pick))
    return min(coming if taken is None else (*coming, (taken, _take_floor)), key=lambda one: one[0])


def _doubts_so_far(table: Table, race: Race, now: int) -> tuple[Press, ...]:
    """The presses that are to be judged before a committed move is registered, or without one.

    A move that leaves the newest play open closes no race: what was pressed after it is judged
    when it stands.
    """
    presses, pending = doubts(table, now), table.turns.pending
    if pending is None or pending.closes:
        return presses
    before = (race.opened_at < one.at <= pending.at for one in presses if one.buzzer in race.order)
    return presses if any(before) else ()


def _quiet_at(table: Table, pending: Pending, race: Race | None) -> int:
    """From when on (ns) no doubt can stop what is committed."""
    settled = table.settings.settle_ms * MS
    quiet = pending.at if race is None else pending.at + JUDGED + settled
    if pending.free_until > pending.at:
        quiet = max(quiet, pending.free_until + RELEASE + settled)
    return quiet


def _window_ends(work: Work) -> None:
    """Nobody doubted the last cards."""
    closed_at = work.turns.closes_at
    work.act(LetStand())
    work.put(replace(work.turns, counts_from=work.now, closes_at=None, undo=None))
    if work.table.game.phase is Phase.OVER:
        end(work, closed_at)


def _decided(work: Work) -> None:
    """The race is decided: who doubts. Which kind it is the slap itself may still have to say."""
    table, slap, wanted = work.table, work.turns.slap, work.turns.wanted
    race = race_of(table)
    finish = decide(race, _doubts_so_far(table, race, work.now), work.now) if race else None
    if race is None or finish is None:
        return
    seat = table.seat_of(finish.doubter)
    assert seat is not None, "the race's order holds seated buzzers only"
    raced = Raced(race, finish)
    work.put(replace(work.turns.at_rest, floor=None, raced=raced, wanted=wanted))
    if slap is not None and slap.action.seat == seat:
        _doubt(work, slap.action)
    elif table.ruleset.refusal(table.game, Force(seat)) is not None:
        _doubt(work, Doubt(seat))


def _known(work: Work) -> None:
    """The slap says which kind of doubt it is."""
    doubt = slap_kind(work.table, work.now)
    if doubt is not None:
        _doubt(work, doubt)


def _doubt(work: Work, action: Doubt | Force) -> None:
    raced = work.turns.raced
    work.put(replace(work.turns, raced=None))
    if work.act(action):
        work.enter(Doubting(work.now, turns=work.turns.at_rest, raced=raced))


def _give_up_floor(work: Work) -> None:
    floor_at = floor_until(work.table, work.now)
    work.put(replace(work.turns, floor=None, floor_at=floor_at, entry=None))


def _take_floor(work: Work) -> None:
    """Of several seats that may move, the first to press has the floor until it lets go."""
    table, race, presses = work.table, floor_race(work.table), _presses(work.table, work.now)
    finish = decide(race, presses, work.now) if race is not None else None
    if finish is None:
        return
    first, seat = finish.places[0].at, table.seat_of(finish.doubter)
    work.put(replace(work.turns, floor=seat, floor_at=first, touched_at=first, entry=None))
    # what its button has said since then was told before anybody knew whose turn it is
    own = [one for one in presses if one.buzzer == finish.doubter and one.at >= first]
    for made in gestures(own, (), work.now)[0]:
        gesture(work, made)


def _floor_ends(table: Table, now: int) -> int:
    """When it is certain that the floor is given up."""
    until = floor_until(table, now)
    return until if until >= NEVER else until + JUDGED + table.settings.settle_ms * MS


def _pick(work: Work) -> None:
    """Where there is one seat to pick, it is picked without a word."""
    action = automatic_pick(work.table)
    if action is not None:
        commit(work, action, work.now)


def _pick_at(table: Table) -> int:
    turns = table.turns
    if turns.entry is not None or automatic_pick(table) is None:
        return NEVER
    known = RELEASE + table.settings.settle_ms * MS
    return max(turns.moved_at, turns.counts_from, turns.since) + PICK_AFTER + known


def _presses(table: Table, now: int) -> tuple[Press, ...]:
    """What was pressed, but for buttons that are stuck."""
    stuck = table.buttons.stuck(now)
    return tuple(one for one in table.buttons.presses(now) if one.buzzer not in stuck)


def _is_doubt(work: Work, made: Gesture) -> bool:
    race = race_of(work.table)
    if race is None or made.buzzer not in race.order or made.onset <= race.opened_at:
        return False
    if race.closes_at is not None and made.onset > race.closes_at:
        return False
    return any(
        press.buzzer == made.buzzer and press.at == made.onset
        for press in doubts(work.table, work.now)
    )
