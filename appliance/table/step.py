"""The table's one function: `step(table, signal, now)` gives the next table and the effects.

Pure: no clock, no chance, no I/O. `now` is the loop's clock when the signal is handled; a
signal's own `at` says when it happened. The same signals at the same times give the same
table, bit for bit, and a step that changes nothing gives back the very same object.
"""

from collections.abc import Callable

from appliance.core.effects import Effect, Lamp, ReadCards
from appliance.core.signals import (
    SECOND,
    CardsSeen,
    Chosen,
    DriverBack,
    DriverLost,
    Edge,
    EdgesLost,
    Held,
    Noted,
    QuestionDrawn,
    Resumed,
    Signal,
    Touched,
    Wished,
)
from appliance.message import message
from appliance.presses.debounce import Buttons
from appliance.presses.gestures import Gesture, Kind, gestures, next_gesture_at, silenced
from appliance.table import (
    asking,
    byhand,
    dealing,
    dispute,
    host,
    lobby,
    pausing,
    play,
    reveal,
    touching,
    verdict,
    voiding,
)
from appliance.table.doubting import race_of
from appliance.table.follow import follow
from appliance.table.lamps import rhythm, rhythms
from appliance.table.parties import sought
from appliance.table.state import Stage, Table
from appliance.table.work import Work

REMEMBER = 2 * SECOND
"""How long presses that ended are kept: longer than any edge or slap in a race can be late."""


def step(table: Table, signal: Signal, now: int) -> tuple[Table, tuple[Effect, ...]]:
    """The table after `signal`, handled at `now` (ns), and what the world shall do.

    An edge is only noted: others, with earlier times, may wait behind it where the loop was
    busy. What follows from it follows from the next signal that is no edge, a Tick at least.
    """
    work = Work(table, now)
    _take(work, signal)
    before = work.table if isinstance(signal, Edge) else None
    while before is not work.table:
        before = work.table
        _advance(work)
    if work.table == table:
        return table, tuple(work.effects)
    if isinstance(signal, Edge):
        return work.table, _lamp(table, work.table, signal.buzzer)
    return work.table, (*_lamps(table, work.table), *work.effects)


def deadline(table: Table, now: int) -> int | None:
    """When something falls due without any signal, or None: the loop sends a Tick then."""
    presses = table.buttons.presses(now)
    times = [next_gesture_at(presses, now), table.buttons.deadline(now)]
    if table.paused_at is None:
        times.append(pausing.due(table, now))
        match table.stage:
            case Stage.LOBBY:
                times.append(lobby.start_at(table))
            case Stage.QUESTION:
                times.append(asking.due(table))
            case Stage.PLAY:
                times.append(play.due(table, now))
            case Stage.DOUBT:
                times.append(reveal.shown_until(table))
            case Stage.REVEAL:
                times.append(reveal.by_hand_at(table))
            case _:
                pass
    return min((at for at in times if at is not None), default=None)


def restart_effects(table: Table) -> tuple[Effect, ...]:
    """What the world must be told after a start in the middle of an evening."""
    lamps = tuple(Lamp(buzzer, rhythm) for buzzer, rhythm in enumerate(rhythms(table)))
    if table.stage is Stage.REVEAL and (cards := sought(table)) is not None:
        return (*lamps, ReadCards(table.request, cards.count))
    return lamps


def _take(work: Work, signal: Signal) -> None:
    match signal:
        case Edge():
            _edge(work, signal)
        case Chosen():
            host.chosen(work, signal)
        case Touched():
            _touched(work, signal)
        case Wished():
            host.wished(work, signal)
        case CardsSeen() if work.table.paused_at is None:
            reveal.seen(work, signal)
        case QuestionDrawn() if work.table.paused_at is None:
            asking.drawn(work, signal)
        case DriverLost() | DriverBack() | Noted():
            _driver(work, signal)
        case EdgesLost() | Held():
            _source(work, signal)
        case Resumed():
            _resumed(work)
        case _:
            pass


def _edge(work: Work, signal: Edge) -> None:
    """Note it; a buzzer that moves is not held from the start any more."""
    held = tuple(one for one in work.table.held if one != signal.buzzer)
    work.set(buttons=work.table.buttons.add(signal).forget(work.now - REMEMBER), held=held)


def _source(work: Work, signal: EdgesLost | Held) -> None:
    """What the buzzers' source says of itself."""
    if isinstance(signal, EdgesLost):
        voiding.edges_lost(work, signal)
        presses = work.table.buttons.presses(work.now)
        work.set(marks=silenced(presses, work.table.marks, signal.since))
    else:
        work.set(held=signal.buzzers)


def _driver(work: Work, signal: DriverLost | DriverBack | Noted) -> None:
    """What can be played without a driver is; the reveal and the questions are told."""
    if isinstance(signal, Noted):
        work.set(notice=signal.note)
        return
    others = tuple(one for one in work.table.lost if one[0] != signal.driver)
    if signal.driver == voiding.DRIVER:
        voiding.buzzers(work, signal)
    if isinstance(signal, DriverBack):
        work.set(lost=others)
        if signal.driver == asking.DRIVER and work.table.paused_at is None:
            asking.back(work)
        return
    work.set(lost=(*others, (signal.driver, signal.reason)))
    if signal.driver == asking.DRIVER:
        asking.lost(work, signal.reason)
    elif signal.driver == "camera" and work.table.stage is Stage.REVEAL:
        work.set(reading=None, ask=signal.reason, asked_at=work.now - reveal.ASK_FOR)


def _resumed(work: Work) -> None:
    """A race that was cut short is void: an edge may be lost, so nobody is declared first.

    What people had half entered is dropped: they start it again. Drivers have been opened anew:
    one that still doesn't work will say so.
    """
    work.set(buttons=Buttons(), marks=(), dispute=None, lost=(), held=())
    if work.table.by_hand is not None:
        byhand.begin(work)
    if work.table.round is not None:
        work.round(pending=None, slap=None, entry=None, correction=None)
    if work.table.stage not in (Stage.ATTRACT, Stage.LOBBY):
        pausing.begin(work, None)
        work.set(notice=message("table.power-was-gone"))


def _advance(work: Work) -> None:
    table = work.table
    made, marks = gestures(table.buttons.presses(work.now), table.marks, work.now)
    if made:
        work.set(marks=marks)
        for one in made:
            _gesture(work, one)
    if work.table.paused_at is None:
        if work.table.stage in _ADVANCE:
            _ADVANCE[work.table.stage](work)
        follow(work)
        pausing.advance(work)


def _gesture(work: Work, made: Gesture) -> None:
    table = work.table
    if table.paused_at is not None:
        pausing.gesture(work, made)
    elif dispute.opens(table, made):
        dispute.open_(work)
    elif table.dispute is not None:
        dispute.gesture(work, made)
    elif table.stage is Stage.PLAY and made.kind is Kind.LONG:
        _long(work, made)
    else:
        _GESTURE[table.stage](work, made)
    if table.paused_at is None and work.table.paused_at is not None:
        pausing.begin(work, table.seat_of(made.buzzer))


def _touched(work: Work, signal: Touched) -> None:
    """A finger on what the screen shows for a seat: taps and a hold, where these are heard."""
    table = work.table
    if signal.seat not in range(len(table.buzzers)) or signal.at < table.since:
        return
    if table.stage is Stage.PLAY and table.paused_at is None:
        touching.turn(work, signal.seat, signal.taps, signal.at)
    elif table.stage in _TOUCHED or table.paused_at is not None:
        for kind in (*(Kind.TAP,) * signal.taps, Kind.HOLD):
            _gesture(work, Gesture(kind, table.buzzers[signal.seat], signal.at, work.now))
            if (work.table.stage, work.table.since) != (table.stage, table.since):
                break  # what came of it is another question


def _long(work: Work, made: Gesture) -> None:
    """A long hold in the turns; one that began before them has said what it had to say."""
    table = work.table
    if not work.fresh(made):
        return
    seat, claim = table.seat_of(made.buzzer), table.game.claim
    if seat == table.dealer and dealing.may_redeal(table):
        dealing.redeal(work, made.onset)
    elif claim is not None and seat == claim.seat and race_of(table) is not None:
        _claimant_pauses(work, made, claim.seat)
    else:
        play.gesture(work, made)


def _claimant_pauses(work: Work, made: Gesture, seat: int) -> None:
    """While every other press is a doubt, the claimant is the one who can pause by a button."""
    round_ = work.current
    if round_.pending is None and round_.doubter is None and made.onset > round_.opened_at:
        work.round(correction=None)
        pausing.want(work, seat)


_GESTURE: dict[Stage, Callable[[Work, Gesture], None]] = {
    Stage.ATTRACT: lobby.attract,
    Stage.LOBBY: lobby.lobby,
    Stage.DEAL: dealing.gesture,
    Stage.QUESTION: asking.gesture,
    Stage.PLAY: play.gesture,
    Stage.DOUBT: reveal.doubt_gesture,
    Stage.REVEAL: reveal.gesture,
    Stage.VERDICT: verdict.gesture,
    Stage.OVER: dealing.over,
}

_TOUCHED = (Stage.DEAL, Stage.QUESTION, Stage.REVEAL, Stage.VERDICT, Stage.OVER)
"""Where a finger may say what a hold would; in a race and in the lobby only buttons speak."""

_ADVANCE: dict[Stage, Callable[[Work], None]] = {
    Stage.LOBBY: lobby.lobby_advance,
    Stage.QUESTION: asking.advance,
    Stage.PLAY: play.advance,
    Stage.DOUBT: reveal.doubt_advance,
    Stage.REVEAL: reveal.reveal_advance,
}


def _lamp(before: Table, after: Table, buzzer: int) -> tuple[Effect, ...]:
    """The one lamp that an edge of `buzzer` can change: edges come by the dozen."""
    now = rhythm(after, buzzer)
    return () if now is rhythm(before, buzzer) else (Lamp(buzzer, now),)


def _lamps(before: Table, after: Table) -> tuple[Effect, ...]:
    return tuple(
        Lamp(buzzer, now)
        for buzzer, (was, now) in enumerate(zip(rhythms(before), rhythms(after), strict=True))
        if was is not now
    )
