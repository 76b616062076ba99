"""People play, and may doubt: choosing, doubting, correcting, and what falls due meanwhile.

A finger takes what the screen shows: the same as so many taps and a hold of that seat's button.
Comfort beside the buttons, never more than they may, and never a doubt where anybody may doubt:
a screen is nearer to some hands than to others.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from appliance.core.effects import Rhythm, Sound
from appliance.core.signals import MS, NEVER, SECOND, Chosen, EdgesLost, Touched, Wish, Wished
from appliance.presses.arbiter import Race, decide, ready_at, silent_at
from appliance.presses.debounce import JUDGED, RELEASE, Press
from appliance.presses.gestures import TAP_WITHIN, Gesture, GestureKind, gestures
from appliance.table import dealing, play, voiding, windows
from appliance.table.elements import Pause, Pending, Raced
from appliance.table.menu import Entry
from appliance.table.part import NOT_NOW, Behaviour, News
from appliance.table.register import automatic_pick, commit, register
from appliance.table.stages import Doubting
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.actions import Doubt, Force, LetStand, TimeUp
from bluffing.game import Phase
from bluffing.message import Message, message

PICK_AFTER = 3 * SECOND
"""Where there is one seat to pick, the guess can be changed for so long before it is picked."""

Due: TypeAlias = tuple[int, Callable[[Work], None]]
"""When something falls due (ns; NEVER), and what."""


class InTurns(Behaviour):
    """People play, and may doubt."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """A long hold deals anew or pauses; all else is a turn or a doubt."""
        table, turns, seat = work.table, work.turns, work.table.seat_of(made.buzzer)
        claim = turns.game.claim
        if made.kind is not GestureKind.LONG:
            play.gesture(work, made)
        elif not work.fresh(made):
            pass  # it began before the turns, and has said what it had to say
        elif seat == table.dealer and dealing.may_redeal(table):
            dealing.redeal(work, made.onset)
        elif claim is None or seat != claim.seat or windows.race_of(table) is None:
            play.gesture(work, made)
        elif turns.pending is None and turns.raced is None and made.onset > turns.opened_at:
            # every other press is a doubt: the claimant is the one who can pause by a button
            work.put(replace(turns, correction=None))
            _want_pause(work, seat)

    def touched(self, work: Work, signal: Touched) -> None:
        """Walk on by so many taps, and take what stands there."""
        table, turns, seat = work.table, work.turns, signal.seat
        if seat != windows.on_turn(table) or turns.pending is not None or turns.raced is not None:
            work.refuse(NOT_NOW)
            return
        menu = windows.menu_of(table, seat)
        made = turns.entry_of(seat)
        for kind in (*(GestureKind.TAP,) * signal.taps, GestureKind.HOLD):
            step = menu.press(made, kind)
            if isinstance(step, Message):
                work.refuse(step)
                return
            if not isinstance(step, Entry):
                play.choose(work, step, signal.at)
                return
            if made is not None and made.counting and step.counting and not step.cursor:
                work.refuse(message("table.is-the-most", count=made.cursor))
                return
            made = step
        work.put(replace(turns, entry=made, touched_at=max(turns.touched_at, signal.at)))
        work.sound(Sound.TICK)

    def chosen(self, work: Work, signal: Chosen) -> None:
        """A move."""
        play.choose(work, signal.action, signal.at)

    def wished(self, work: Work, signal: Wished) -> None:
        """A pause, more time, or another deal."""
        match signal.wish:
            case Wish.PAUSE if work.turns.pending is not None:
                work.refuse(message("table.being-registered"))
            case Wish.PAUSE:
                _want_pause(work, None)
            case Wish.MORE_TIME:
                play.more_time(work, signal.at)
            case Wish.DEAL_AGAIN if dealing.may_redeal(work.table):
                dealing.redeal(work, signal.at)
            case _:
                work.refuse(NOT_NOW)

    def heard(self, work: Work, news: News) -> None:
        """Edges that may be missing."""
        if isinstance(news, EdgesLost):
            voiding.in_turns(work, news)

    def cut(self, work: Work) -> None:
        """A race that was cut short is void: an edge may be lost, so nobody is declared first."""
        turns = replace(work.turns, pending=None, slap=None, entry=None, correction=None)
        work.put(turns)

    def advance(self, work: Work) -> None:
        """A doubter, a committed move, the end of a window, the floor, a pause, a clear pick."""
        at, comes = _next(work.table, work.now)
        if work.now >= at:
            comes(work)

    def due(self, table: Table, now: int) -> int | None:
        """Time at which `advance` next has something to do (ns), or None."""
        at, _ = _next(table, now)
        return at if at < NEVER else None

    def moments(self, table: Table, now: int) -> list[int]:
        """Follow the windows, the race and the floor."""
        return windows.moments(table, now)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the claimant, the possible doubters, the seat on turn and the next one."""
        game, doubter = table.game, windows.first(table)
        if game.claim is not None and seat == game.claim.seat:
            return Rhythm.SOLID
        if doubter is not None:  # only whether it is a force is not known yet
            return Rhythm.SOLID if seat == doubter else Rhythm.DIM
        open_play = game.phase in (Phase.OPEN, Phase.LAST_CARDS)
        races = table.ruleset.races or game.phase is Phase.LAST_CARDS
        live = table.ruleset.live(game)
        if open_play and races and seat in table.ruleset.tie_order(game):
            if table.buttons.is_down(table.buzzers[seat]):
                return Rhythm.SOLID
            return _doubts_or_moves(table, seat, live)
        if seat in live:
            return Rhythm.BREATHE
        after = tuple((one + 1) % len(table.buzzers) for one in live)
        return Rhythm.NEXT if after == (seat,) else Rhythm.DIM


def _doubts_or_moves(table: Table, seat: int, live: tuple[int, ...]) -> Rhythm:
    """The lamp of a seat that may doubt, as the screen has shown it last."""
    race, at = windows.race_of(table), table.turns.shown_at + 1
    if race is None or table.settings.hasty:
        return Rhythm.FLASH
    if seat in live and at >= windows.turn_from(table, seat):
        return Rhythm.BREATHE
    asked = race.opened_at < at and (seat not in live or at <= windows.turn_free_at(table))
    return Rhythm.FLASH if asked else Rhythm.DIM


# --- what falls due by itself ------------------------------------------------------------------


def _next(table: Table, now: int) -> Due:
    """Time of the next event without a press.

    The one place that knows both, so that the loop wakes for all that `advance` does.
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
    coming += [*_changes(table), *_wanted(table), *_time_up(table)]
    return min(coming, key=lambda one: one[0])


def _doubts_so_far(table: Table, race: Race, now: int) -> tuple[Press, ...]:
    """The presses that are to be judged before a committed move is registered, or without one.

    A move that leaves the newest play open closes no race: what was pressed after it is judged
    when it stands.
    """
    presses, pending = windows.doubts(table, now), table.turns.pending
    if pending is None or pending.closes:
        return presses
    before = (race.opened_at < one.at <= pending.at for one in presses if one.buzzer in race.order)
    return presses if any(before) else ()


def _quiet_at(table: Table, pending: Pending, race: Race | None, now: int) -> int:
    """From when on (ns) no doubt can stop what is committed, and no tap can drop it."""
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
    """A press means something else: lamps and sounds follow in the frame in which the screen does.

    The screen and the presses themselves go by the moment, and need no step.
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
    """Nobody doubted the last cards."""
    closed_at = work.turns.closes_at
    work.act(LetStand())
    work.put(replace(work.turns, counts_from=work.now, closes_at=None, undo=None))
    if work.table.game.phase is Phase.OVER:
        dealing.end(work, closed_at)


def _decided(work: Work) -> None:
    """The race is decided: who doubts. Which kind it is the slap itself may still have to say."""
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
    """The slap says which kind of doubt it is: every edge that could change it has arrived."""
    seat = windows.first(work.table)
    assert seat is not None, "who raced sits at the table"
    _doubt(work, windows.slap_kind(work.table, raced, seat, work.now))


def _doubt(work: Work, action: Doubt | Force) -> None:
    raced = work.turns.raced
    work.put(replace(work.turns, raced=None))
    if work.act(action):
        work.enter(Doubting(work.now, turns=work.turns.at_rest, raced=raced))


def _give_up_floor(work: Work) -> None:
    floor_at = windows.settled(work.table, windows.floor_until(work.table, work.now))
    work.put(replace(work.turns, floor=None, floor_at=floor_at, entry=None))


def _take_floor(work: Work) -> None:
    """Of several seats that may move, the first to press has the floor until it lets go."""
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
        return  # a press says no more than that
    # what its button has said since then was told before anybody knew whose turn it is
    own = [one for one in presses if one.buzzer == finish.doubter and one.at >= earliest]
    for made in gestures(own, {}, work.now)[0]:
        play.gesture(work, made)


def _floor_ends(table: Table, now: int) -> int:
    """Time at which the floor is certainly given up."""
    until = windows.floor_until(table, now)
    return until if until >= NEVER else until + JUDGED + table.settings.settle_ms * MS


def _picks(table: Table) -> tuple[Due, ...]:
    """Pick the only seat that can be picked."""
    turns, action = table.turns, automatic_pick(table)
    if turns.entry is not None or action is None:
        return ()
    known = RELEASE + table.settings.settle_ms * MS
    at = max(turns.moved_at, turns.counts_from, turns.since) + PICK_AFTER + known
    return ((at, lambda work: commit(work, action, work.now)),)


def _time_up(table: Table) -> tuple[Due, ...]:
    """The game ends by house option, once the newest play can't be doubted any more."""
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


def _want_pause(work: Work, seat: int | None) -> None:
    """Pause at once, or when no doubt from before can still turn up."""
    if windows.race_of(work.table) is not None:
        work.put(replace(work.turns, wanted=Pause(work.now, seat)))
    else:
        work.pause(seat)


def _wanted(table: Table) -> tuple[Due, ...]:
    """The pause that was wished for, if one was."""
    wanted = table.turns.wanted
    if wanted is None:
        return ()
    at = wanted.since + JUDGED + table.settings.settle_ms * MS
    return ((at, partial(Work.pause, seat=wanted.seat)),)
