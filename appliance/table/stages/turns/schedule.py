"""The schedule of the turns: events without a press, and their times."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from appliance.core.effects import Sound
from appliance.core.signals import MS, NEVER, SECOND
from appliance.presses.arbiter import Race, decide, ready_at, silent_at
from appliance.presses.debounce import JUDGED, RELEASE, Press
from appliance.presses.gestures import TAP_WITHIN, gestures
from appliance.table import guess_clock, windows
from appliance.table.elements import Pause, Pending, Raced
from appliance.table.outcomes import Challenge, End
from appliance.table.stages.turns import choose
from appliance.table.stages.turns.register import commit, register
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.actions import Doubt, Force, LetStand, TimeUp
from bluffing.game import Phase

PICK_AFTER = 3 * SECOND
"""Time to change a guess before the table picks the only possible seat."""

Due: TypeAlias = tuple[int, Callable[[Work], None]]
"""Time of an event (ns; NEVER), and its action."""


def next_due(table: Table, now: int) -> Due:
    """Return time and action of the next event without a press.

    Only this function knows both, so that the loop wakes for all that `advance` does.
    """
    turns, race = table.turns, windows.race_of(table)
    if turns.raced is not None:
        known = windows.slap_until(table, turns.raced, now) + table.settings.settle_ms * MS
        return known, partial(_known, raced=turns.raced)
    ready = ready_at(race, _doubts_so_far(table, race, now)) if race is not None else None
    if ready is not None:
        return ready, _decided
    if turns.pending is not None:
        return _quiet_at(table, turns.pending, race, now), partial(register, pending=turns.pending)
    if race is not None and turns.game.phase is Phase.LAST_CARDS:
        # untimed it ends at once: a procedure took the claimant's last card
        ends = silent_at(race) if turns.closes_at is not None else 0
        last = [(ends, _window_ends), *_changes(table), *_wanted(table)]
        return min(last, key=lambda one: one[0])
    floor = windows.floor_race(table)
    taken = ready_at(floor, windows.pressed(table, now)) if floor is not None else None
    coming: list[Due] = [(_floor_ends(table, now), _give_up_floor), *_picks(table)]
    if taken is not None:
        coming.append((taken, _take_floor))
    coming += [*_changes(table), *_wanted(table), *_time_up(table), *_guess_time(table, now)]
    return min(coming, key=lambda one: one[0])


def _doubts_so_far(table: Table, race: Race, now: int) -> tuple[Press, ...]:
    """Return the presses to judge before registering a committed move, or without one.

    A move that leaves the newest play open closes no race: the table judges later presses once the
    move is registered.
    """
    presses, pending = windows.doubts(table, now), table.turns.pending
    if pending is None or pending.closes:
        return presses
    before = (race.opened_at < one.at <= pending.at for one in presses if one.buzzer in race.order)
    return presses if any(before) else ()


def _quiet_at(table: Table, pending: Pending, race: Race | None, now: int) -> int:
    """Return the time (ns) at which no doubt can stop a committed move, and no tap can drop it."""
    settled = table.settings.settle_ms * MS
    quiet = pending.at if race is None else pending.at + JUDGED + settled
    if pending.free_until > pending.at:
        taps = [
            press.at + TAP_WITHIN
            for press in windows.pressed(table, now)
            if press.until is None
            and table.seat_of(press.buzzer) == windows.taker_back(table, press.at)
        ]
        quiet = max(quiet, max(pending.free_until, *taps, 0) + RELEASE + settled)
    return quiet


def _changes(table: Table) -> Iterator[Due]:
    """Yield the next change of a press's meaning, for lamps and sounds in step with the screen.

    The screen and the presses themselves depend on the moment only, and need no step.
    """
    after = [at for at in windows.changes(table) if at > table.turns.shown_at]
    if after:
        yield min(after), partial(_change, at=min(after))


def _change(work: Work, at: int) -> None:
    table = work.table
    begins = [
        seat for seat in table.ruleset.live(table.game) if windows.turn_from(table, seat) == at + 1
    ]
    work.put(replace(work.turns, shown_at=at))
    if begins:
        work.sound(Sound.NOTICE, table.buzzers[begins[0]] if len(begins) == 1 else None)


def _window_ends(work: Work) -> None:
    """Let the last cards stand, because no press doubted them."""
    closed_at = work.turns.closes_at
    work.act(LetStand())
    work.put(replace(work.turns, counts_from=work.now, closes_at=None, undo=None))
    if work.table.game.phase is Phase.OVER:
        work.leave(End(closed_at))


def _decided(work: Work) -> None:
    """Decide the race. The slap of the doubter may still have to decide the kind of doubt."""
    table, slap, wanted = work.table, work.turns.slap, work.turns.wanted
    race = windows.race_of(table)
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


def _known(work: Work, raced: Raced) -> None:
    """Take the kind of doubt from the slap: every edge that could change it has arrived."""
    seat = windows.first(work.table)
    assert seat is not None, "who raced sits at the table"
    _doubt(work, windows.slap_kind(work.table, raced, seat, work.now))


def _doubt(work: Work, action: Doubt | Force) -> None:
    raced = work.turns.raced
    work.put(replace(work.turns, raced=None))
    if work.act(action):
        work.leave(Challenge(work.turns.at_rest, raced))


def _give_up_floor(work: Work) -> None:
    floor_at = windows.settled(work.table, windows.floor_until(work.table, work.now))
    work.put(replace(work.turns, floor=None, floor_at=floor_at, entry=None))


def _take_floor(work: Work) -> None:
    """Give the floor to the first of several seats that may move, until it lets go."""
    table, race, presses = (
        work.table,
        windows.floor_race(work.table),
        windows.pressed(work.table, work.now),
    )
    finish = decide(race, presses, work.now) if race is not None else None
    if finish is None:
        return
    earliest, seat = finish.places[0].at, table.seat_of(finish.doubter)
    taken = replace(work.turns, floor=seat, floor_at=earliest, floor_told=work.now)
    work.put(replace(taken, touched_at=earliest, entry=None))
    if table.settings.steps(finish.doubter):
        return  # its press has no other meaning
    # the seat's own gestures since its press came before the race was decided: repeat them
    own = [one for one in presses if one.buzzer == finish.doubter and one.at >= earliest]
    for made in gestures(own, {}, work.now)[0]:
        choose.gesture(work, made)


def _floor_ends(table: Table, now: int) -> int:
    """Return the time at which the floor is certainly given up."""
    until = windows.floor_until(table, now)
    return until if until >= NEVER else until + JUDGED + table.settings.settle_ms * MS


def _picks(table: Table) -> tuple[Due, ...]:
    """Pick the only seat that can be picked."""
    turns, action = table.turns, windows.automatic_pick(table)
    if turns.entry is not None or action is None:
        return ()
    known = RELEASE + table.settings.settle_ms * MS
    at = max(turns.moved_at, turns.counts_from, turns.since) + PICK_AFTER + known
    return ((at, lambda work: commit(work, action, work.now)),)


def _time_up(table: Table) -> tuple[Due, ...]:
    """End the game by house option, once the newest play can't be doubted any more."""
    match, timing = table.match, table.ruleset.timing(table.game)
    enough = timing.game_moves is not None and match.moves >= timing.game_moves
    ends = [match.began + timing.game_ms * MS] if timing.game_ms is not None else []
    if table.game.phase not in (Phase.READY, Phase.OPEN) or not (enough or ends):
        return ()
    quiet = windows.turn_free_at(table) + JUDGED + table.settings.settle_ms * MS
    at = max(quiet if table.game.claim is not None else 0, 0 if enough else min(ends))
    return ((at, _end_by_time),)


def _end_by_time(work: Work) -> None:
    work.act(TimeUp())


def _guess_time(table: Table, now: int) -> Iterator[Due]:
    """Warn the seat on turn, and act for it when its time for a guess is up."""
    warns, up = guess_clock.warns_at(table), guess_clock.up_at(table, now)
    if warns is not None and warns > table.turns.shown_at:
        yield warns, partial(_warn, at=warns)
    if up is not None:
        yield up, _guess_is_late


def _warn(work: Work, at: int) -> None:
    work.put(replace(work.turns, shown_at=at))
    work.sound(Sound.NOTICE, work.table.buzzers[work.table.game.turn])


def _guess_is_late(work: Work) -> None:
    register(work, Pending(TimeUp(), work.now))
    if work.table.game.phase is Phase.ANSWER:
        work.leave(Challenge(work.turns.at_rest))
    work.set(notice=guess_clock.IS_UP)


def moments(table: Table, now: int) -> list[int]:
    """List the times (ns) up to which a press means what it does at `now`, and a warning holds."""
    return windows.moments(table, now) + guess_clock.moments(table)


def want_pause(work: Work, seat: int | None) -> None:
    """Pause at once, or when no earlier doubt can still arrive."""
    if windows.race_of(work.table) is not None:
        work.put(replace(work.turns, wanted=Pause(work.now, seat)))
    else:
        work.pause(seat)


def _wanted(table: Table) -> tuple[Due, ...]:
    """Begin a wanted pause, if any."""
    wanted = table.turns.wanted
    if wanted is None:
        return ()
    at = wanted.since + JUDGED + table.settings.settle_ms * MS
    return ((at, partial(Work.pause, seat=wanted.seat)),)
