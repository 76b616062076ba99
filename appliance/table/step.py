"""The table's one function: `step(table, signal, now)` gives the next table and the effects.

Pure: no clock, no chance, no I/O. `now` is the loop's clock when the signal is handled; a
signal's own `at` says when it happened. The same signals at the same times give the same
table, bit for bit, and a step that changes nothing gives back the very same object.
"""

from dataclasses import replace

from appliance.core import signals
from appliance.core.effects import Effect, Lamp, StopReading
from appliance.presses.debounce import Buttons
from appliance.presses.gestures import Gesture, GestureKind, gestures, next_gesture_at, silenced
from appliance.table import (
    asking,
    course,
    dealing,
    dispute,
    pausing,
    spare,
    stepping,
    unheard,
    voiding,
)
from appliance.table.facts.asked import lends
from appliance.table.facts.of_stage import about_of
from appliance.table.parts import part_of, rhythm, rhythms
from appliance.table.stages import (
    Asking,
    Attract,
    Deal,
    Doubting,
    Lobby,
    Over,
    Paused,
    Revealing,
    TableMenu,
    Turns,
    Verifying,
)
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.game import Phase
from bluffing.message import message

REMEMBER = 2 * signals.SECOND
"""How long presses that ended are kept: longer than any edge or slap in a race can be late."""

_DOUBTED = (Phase.REVEAL, Phase.PRODUCE, Phase.ANSWER)


def step(table: Table, signal: signals.Signal, now: int) -> tuple[Table, tuple[Effect, ...]]:
    """The table after `signal`, handled at `now` (ns), and what the world shall do.

    An edge is only noted: others, with earlier times, may wait behind it where the loop was
    busy. What follows from it follows from the next signal that is no edge, a Tick at least.
    """
    work = course.work_on(table, now)
    if isinstance(signal, signals.Edge):
        signal = replace(signal, buzzer=table.settings.presses_for(signal.buzzer))
    _take(work, signal)
    before = work.table if isinstance(signal, signals.Edge) else None
    while before is not work.table:
        before = work.table
        _advance(work)
    if work.table.helpers and (table.stage.match is None or isinstance(table.inner, Over)):
        work.set(helpers={})
    if work.table == table:
        return table, tuple(work.effects)
    if isinstance(signal, signals.Edge):
        pressed_by = work.table.settings.pressed_by(signal.buzzer)
        return work.table, tuple(
            lamp for one in pressed_by for lamp in _lamp(table, work.table, one)
        )
    buzzers = range(work.table.settings.buzzers)
    lamps = (lamp for buzzer in buzzers for lamp in _lamp(table, work.table, buzzer))
    return work.table, (*lamps, *work.effects)


def deadline(table: Table, now: int) -> int | None:
    """Time at which something falls due without a signal, or None: the loop sends a Tick then."""
    presses = table.buttons.presses(now)
    times = (
        next_gesture_at(presses, now),
        table.buttons.deadline(now),
        unheard.due(table),
        stepping.due(table, now),
        part_of(table.stage).tells_at(table),
        part_of(table.stage).due(table, now),
    )
    return min((at for at in times if at is not None), default=None)


def restart_effects(table: Table) -> tuple[Effect, ...]:
    """Effects for the world after a start in the middle of an evening."""
    lamps = tuple(Lamp(buzzer, rhythm) for buzzer, rhythm in enumerate(rhythms(table)))
    return (*lamps, *part_of(table.inner).restarts(table))


def _take(work: Work, signal: signals.Signal) -> None:
    """A signal that says something by itself, or one that the stage answers to."""
    part, table = part_of(work.table.stage), work.table
    match signal:
        case signals.Edge():
            _edge(work, signal)
        case signals.Chosen():
            part.chosen(work, signal)
        case signals.Touched(seat=seat, at=at):
            gathering = isinstance(table.stage, (Attract, Lobby))  # a seat for each buzzer
            seats = table.settings.buzzers if gathering else len(table.buzzers)
            if seat in range(seats) and at >= table.stage.since:
                part.touched(work, signal)
        case signals.Wished():
            part.wished(work, signal)
        case signals.RowTouched() | signals.LetterTyped():
            part.pointed(work, signal)
        case (
            signals.CardsSeen()
            | signals.CodeSeen()
            | signals.QuestionDrawn()
            | signals.VotesCounted()
            | signals.Told()
        ):
            part.heard(work, signal)
        case signals.Resumed():
            _resumed(work)
        case signals.NotWritten():
            _unwritten(work)
        case _:
            _source(work, signal)


def _edge(work: Work, signal: signals.Edge) -> None:
    """Note it; a buzzer that moves is not held from the start any more.

    What was pressed while the loop was busy, for however long, is kept until it has been told.
    """
    table = work.table
    held = tuple(one for one in table.held if one != signal.buzzer)
    buttons, before = table.buttons.add(signal), work.now - REMEMBER
    if buttons.reaches(before):
        untold, _ = gestures(buttons.presses(work.now), table.marks, work.now)
        before = min([before, *(one.onset for one in untold)])
    work.set(buttons=buttons.forget(before), held=held)


def _source(work: Work, signal: signals.Signal) -> None:
    """Take a driver's news about itself."""
    match signal:
        case signals.DriverLost() | signals.DriverBack():
            _driver(work, signal)
        case signals.Noted():
            work.set(notice=signal.note)
        case signals.EdgesLost():
            part_of(work.table.stage).heard(work, signal)
            presses = work.table.buttons.presses(work.now)
            work.set(marks=silenced(presses, work.table.marks, signal.since))
        case signals.LineOut(buzzer=buzzer):
            work.set(notice=message("table.line-out", number=buzzer + 1))
            spare.line_out(work, buzzer)
        case signals.LineIn(buzzer, down, at):
            work.set(notice=message("table.line-in", number=buzzer + 1))
            if work.table.settings.presses_for(buzzer) == buzzer:
                down = down and not spare.helped(work.table, buzzer)
                work.set(buttons=work.table.buttons.again(buzzer, down, at))
        case signals.Held():
            work.set(held=signal.buzzers)
        case _:
            pass


def _driver(work: Work, signal: signals.DriverLost | signals.DriverBack) -> None:
    """Handle a lost or returned driver; a stage that needs it is told."""
    lost = {name: why for name, why in work.table.lost.items() if name != signal.driver}
    if signal.driver == signals.BUZZERS:
        voiding.buzzers(work, signal)
    elif signal.driver == signals.SCREEN:
        _screen(work, signal)
    elif signal.driver in {signals.SPEECH, signals.LOUDSPEAKER, signals.LAMPS}:
        _voice(work, signal)
    if isinstance(signal, signals.DriverLost):
        work.set(lost=lost | {signal.driver: signal.reason})
        part_of(work.table.inner).heard(work, signal)  # that nothing comes is true in a pause, too
    else:
        work.set(lost=lost)
        part_of(work.table.stage).heard(work, signal)


def _voice(work: Work, signal: signals.DriverLost | signals.DriverBack) -> None:
    """Say that nothing can be heard, or lamps are dark, until they are back: a game goes on."""
    if isinstance(signal, signals.DriverLost):
        work.set(notice=signal.reason)
    elif work.table.notice == work.table.lost.get(signal.driver):
        work.set(notice=None)


def _screen(work: Work, signal: signals.DriverLost | signals.DriverBack) -> None:
    """Nobody sees what is asked: a game waits. What was under way is dropped, or void."""
    if isinstance(work.table.inner, (Attract, Lobby, TableMenu)):
        return
    if isinstance(signal, signals.DriverLost):
        if signals.SCREEN not in work.table.lost:
            _cut(work)
        work.set(notice=signal.reason)
    elif isinstance(work.table.stage, Paused):
        work.set(notice=message("table.screen-is-back"))


def _resumed(work: Work) -> None:
    """The game stands paused. What people had half entered is dropped: they start it again.

    Drivers have been opened anew: one that still doesn't work will say so.
    """
    work.set(lost={}, held=())
    _cut(work)
    if not isinstance(work.table.inner, (Attract, Lobby)):
        work.set(notice=message("table.power-was-gone"))


def _unwritten(work: Work) -> None:
    """As after a power cut, but that the drivers have gone on. Why was said while it lasted."""
    _cut(work)
    work.set(notice=message("table.was-not-written"))


def _cut(work: Work) -> None:
    """Pause a game. Edges of what was under way may be missing: it is dropped, or void."""
    work.set(buttons=Buttons(), marks={})
    stage = work.table.stage
    part_of(stage.stage if isinstance(stage, Paused) else stage).cut(work)
    if not isinstance(work.table.inner, (Attract, Lobby)):
        work.pause(None)


def _advance(work: Work) -> None:
    table = work.table
    made, marks = gestures(table.buttons.presses(work.now), table.marks, work.now)
    if made:
        work.set(marks=marks)
        for one in made:
            if one.kind is GestureKind.PRESS and work.fresh(one):
                _end_suspense(work)
            before, asked = work.table, len(work.effects)
            if work.table.settings.steps(one.buzzer):
                stepping.pressed(work, one, _tell)
            else:
                _tell(work, one)
            unheard.note(work, one, before, asked)
    stepping.rested(work, _tell)
    unheard.forget(work)
    if not isinstance(work.table.stage, Paused):
        at = part_of(work.table.stage).tells_at(work.table)
        if at is not None and work.now >= at:
            _end_suspense(work)
        part_of(work.table.stage).advance(work)
        _follow(work)
    stepping.offer(work)


def _end_suspense(work: Work) -> None:
    """Tell what is decided and kept back, if anything is."""
    part = part_of(work.table.stage)
    if part.tells_at(work.table) is not None:
        part.tell(work)


def _tell(work: Work, made: Gesture) -> None:
    """Hand a gesture to what answers to it."""
    if made.buzzer in work.table.helpers:
        return  # it is stuck
    if spare.takes(work, made):
        return
    if dispute.opens(work.table, made):
        dispute.open_(work)
    elif pausing.disputes(work.table, made):
        pausing.dispute_amendment(work, made)
    else:
        part_of(work.table.stage).gesture(work, _lent(work.table, made, work.now))


def _lent(table: Table, made: Gesture, now: int) -> Gesture:
    """Return the gesture of the seat whose own buzzer is stuck, where this one speaks for that."""
    seat = table.seat_of(made.buzzer) if table.helpers else None
    if seat is None or made.kind not in (GestureKind.TAP, GestureKind.HOLD):
        return made
    about = about_of(table, now, table.buttons.presses(now))
    whose = lends(table, about, seat, made.onset)
    return made if whose is None else replace(made, buzzer=table.buzzers[whose])


def _follow(work: Work) -> None:
    """Enter the stage that the game asks for, if the table is in another, however it got there."""
    match work.table.stage:
        case Turns(pending=None) as turns:
            if turns.game.phase in _DOUBTED:
                work.enter(Doubting(work.now, turns=turns.at_rest))
            else:
                _go_on(work)
        case Doubting() | Revealing() | Verifying() as doubt:
            turns = doubt.turns
            shows = doubt.showing is not None and turns.game.phase is not Phase.OVER
            if turns.game.phase not in _DOUBTED and not shows:
                # a procedure took away what was to be turned up
                work.effects.append(StopReading())
                work.enter(replace(turns, since=work.now).opened(work.now))
                _go_on(work)
        case Deal() | Asking():
            if work.table.game.phase is Phase.OVER:
                dealing.end(work)
        case _:
            pass


def _go_on(work: Work) -> None:
    """From the turns to the end, or to the next question."""
    if work.table.game.phase is Phase.OVER:
        dealing.end(work)
    elif asking.wanted(work.table):
        asking.begin(work)


def _lamp(before: Table, after: Table, buzzer: int) -> tuple[Effect, ...]:
    """The one lamp that an edge of `buzzer` can change: edges come by the dozen."""
    now = rhythm(after, buzzer)
    return () if now is rhythm(before, buzzer) else (Lamp(buzzer, now),)
