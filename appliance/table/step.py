"""The table's one function: `step(table, signal, now)` gives the next table and the effects.

Pure: no clock, no chance, no I/O. `now` is the loop's clock when the signal is handled; a
signal's own `at` says when it happened. The same signals at the same times give the same
table, bit for bit, and a step that changes nothing gives back the very same object.
"""

from dataclasses import replace

from appliance.core import signals
from appliance.core.effects import Effect, Lamp, PlaySound, Sound
from appliance.presses.debounce import Buttons
from appliance.presses.gestures import Gesture, GestureKind, gestures, next_gesture_at, silenced
from appliance.table import course, objections, spare, stepping, voiding
from appliance.table.elements import Unheard
from appliance.table.facts.asked import lent
from appliance.table.parts import part_of, rhythm, rhythms
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.message import message

REMEMBER = 2 * signals.SECOND
"""Time to keep ended presses: longer than any edge or slap in a race can be late."""

ANSWERED_FOR = 2 * signals.SECOND
"""Time for which the seat shows the reply to a press without effect."""


def step(table: Table, signal: signals.Signal, now: int) -> tuple[Table, tuple[Effect, ...]]:
    """Return the table after `signal`, handled at `now` (ns), and the effects on the world.

    An edge is only noted: if the loop was busy, others with earlier times may wait behind it. It
    takes effect at the next signal that is no edge, at the latest a Tick.
    """
    work = course.work_on(table, now)
    if isinstance(signal, signals.Edge):
        signal = replace(signal, buzzer=table.settings.presses_for(signal.buzzer))
    _take(work, signal)
    before = work.table if isinstance(signal, signals.Edge) else None
    while before is not work.table:
        before = work.table
        _advance(work)
    if work.table.helpers and (table.stage.match is None or table.inner.over):
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
    """Return the time of the next event without a signal, at which the loop sends a Tick."""
    presses = table.buttons.presses(now)
    times = (
        next_gesture_at(presses, now),
        table.buttons.deadline(now),
        _forgets_at(table),
        stepping.due(table, now),
        part_of(table.stage).tells_at(table),
        part_of(table.stage).due(table, now),
    )
    return min((at for at in times if at is not None), default=None)


def restart_effects(table: Table) -> tuple[Effect, ...]:
    """Return the effects for the world after a start in the middle of an evening."""
    lamps = tuple(Lamp(buzzer, rhythm) for buzzer, rhythm in enumerate(rhythms(table)))
    return (*lamps, *part_of(table.inner).restarts(table))


def _take(work: Work, signal: signals.Signal) -> None:
    """Apply a signal that is no edge, by itself or by the stage."""
    part, table = part_of(work.table.stage), work.table
    match signal:
        case signals.Edge():
            _edge(work, signal)
        case signals.Chosen():
            part.chosen(work, signal)
        case signals.Touched(seat=seat, at=at):
            seats = table.settings.buzzers if table.stage.gathers else len(table.buzzers)
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
            _of_source(work, signal)


def _edge(work: Work, signal: signals.Edge) -> None:
    """Note an edge; a buzzer that moves is not held from the start any more.

    Presses while the loop was busy, for any time, are kept until they have taken effect.
    """
    table = work.table
    held = tuple(one for one in table.held if one != signal.buzzer)
    buttons, before = table.buttons.add(signal), work.now - REMEMBER
    if buttons.reaches(before):
        untold, _ = gestures(buttons.presses(work.now), table.marks, work.now)
        before = min([before, *(one.onset for one in untold)])
    work.set(buttons=buttons.forget(before), held=held)


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
            _note(work, one, before, asked)
    stepping.rested(work, _tell)
    _forget(work)
    if work.table.paused is None:
        at = part_of(work.table.stage).tells_at(work.table)
        if at is not None and work.now >= at:
            _end_suspense(work)
        part_of(work.table.stage).advance(work)
        part_of(work.table.stage).follow(work)
    stepping.offer(work)


def _end_suspense(work: Work) -> None:
    """Reveal a decision that is kept back, if any."""
    part = part_of(work.table.stage)
    if part.tells_at(work.table) is not None:
        part.tell(work)


def _tell(work: Work, made: Gesture) -> None:
    """Pass a gesture to the part that handles it."""
    if made.buzzer in work.table.helpers:
        return  # it is stuck
    if spare.takes(work, made):
        return
    objection = objections.raised(work.table, made)
    if objection is not None:
        work.leave(objection)
    else:
        part_of(work.table.stage).gesture(work, lent(work.table, made, work.now))


def _lamp(before: Table, after: Table, buzzer: int) -> tuple[Effect, ...]:
    """Return the effect on the only lamp that an edge of `buzzer` can change: edges are many."""
    now = rhythm(after, buzzer)
    return () if now is rhythm(before, buzzer) else (Lamp(buzzer, now),)


# --- presses without effect: the table remembers each for a moment, so that it can reply ---------


def _note(work: Work, made: Gesture, before: Table, asked: int) -> None:
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


def _forget(work: Work) -> None:
    """Drop replies that were shown for long enough."""
    table = work.table
    left = {at: one for at, one in table.unheard.items() if work.now < one.at + ANSWERED_FOR}
    if len(left) < len(table.unheard):
        work.set(unheard=left)


def _forgets_at(table: Table) -> int | None:
    """Return the time (ns) at which the oldest reply has been shown for long enough, or None."""
    return min((one.at + ANSWERED_FOR for one in table.unheard.values()), default=None)


# --- mishaps: drivers are lost, edges are missing, the power or the disk was gone -----------------


def _of_source(work: Work, signal: signals.Signal) -> None:
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
        case signals.Stocked():
            work.set(settings=work.table.settings.stocked(signal))
        case _:
            pass


def _driver(work: Work, signal: signals.DriverLost | signals.DriverBack) -> None:
    """Handle a lost or returned driver, and tell the stage."""
    lost = {name: why for name, why in work.table.lost.items() if name != signal.driver}
    if signal.driver == signals.BUZZERS:
        voiding.buzzers(work, signal)
    elif signal.driver == signals.SCREEN:
        _screen(work, signal)
    elif signal.driver in {signals.SPEECH, signals.LOUDSPEAKER, signals.LAMPS, signals.SCALE}:
        _voice(work, signal)
    if isinstance(signal, signals.DriverLost):
        work.set(lost=lost | {signal.driver: signal.reason})
        part_of(work.table.inner).heard(work, signal)  # the loss matters in a pause, too
    else:
        work.set(lost=lost)
        part_of(work.table.stage).heard(work, signal)


def _voice(work: Work, signal: signals.DriverLost | signals.DriverBack) -> None:
    """Say that sound, lamps or the scale are lost, or back; a game goes on without them."""
    if isinstance(signal, signals.DriverLost):
        work.set(notice=signal.reason)
    elif work.table.notice == work.table.lost.get(signal.driver):
        work.set(notice=None)


def _screen(work: Work, signal: signals.DriverLost | signals.DriverBack) -> None:
    """Let a game wait for a lost screen. Unfinished entries are dropped, open races are void."""
    if not work.table.inner.pauses:
        return
    if isinstance(signal, signals.DriverLost):
        if signals.SCREEN not in work.table.lost:
            _cut(work)
        work.set(notice=signal.reason)
    elif work.table.paused is not None:
        work.set(notice=message("table.screen-is-back"))


def _resumed(work: Work) -> None:
    """Pause the game after a start. Half entered input is dropped, and people start it again.

    Every driver was opened again; a driver that still doesn't work will say so.
    """
    work.set(lost={}, held=())
    _cut(work)
    if work.table.inner.pauses:
        work.set(notice=message("table.power-was-gone"))


def _unwritten(work: Work) -> None:
    """Pause as after a power cut, with running drivers. The reason was shown while it lasted."""
    _cut(work)
    work.set(notice=message("table.was-not-written"))


def _cut(work: Work) -> None:
    """Pause a game. Edges may be missing: unfinished entries are dropped, open races are void."""
    work.set(buttons=Buttons(), marks={})
    stage, paused = work.table.stage, work.table.paused
    part_of(stage if paused is None else paused.stage).cut(work)
    if work.table.inner.pauses:
        work.pause(None)
