"""The table's one function: `step(table, signal, now)` gives the next table and the effects.

Pure: no clock, no chance, no I/O. `now` is the loop's clock when the signal is handled; a
signal's own `at` says when it happened. The same signals at the same times give the same
table, bit for bit, and a step that changes nothing gives back the very same object.
"""

from collections.abc import Callable

from appliance.buttons import Buttons
from appliance.effects import Effect, Lamp, ReadCards
from appliance.gestures import Gesture, Kind, gestures, next_gesture_at
from appliance.rules.actions import Produce, Reveal, Settle, Show, Withdraw
from appliance.signals import (
    SECOND,
    CardsSeen,
    Chosen,
    DriverBack,
    DriverLost,
    Edge,
    Resumed,
    Signal,
    Wish,
    Wished,
)
from appliance.table import byhand, dealing, dispute, lobby, play, reveal, verdict
from appliance.table.follow import follow
from appliance.table.lamps import rhythms
from appliance.table.parties import sought
from appliance.table.state import Basis, Stage, Table
from appliance.table.work import Work

_BY_PEOPLE = (Reveal, Produce, Show, Settle, Withdraw)
"""What a host may enter in the place of the camera or of the parties."""

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
    return work.table, (*_lamps(table, work.table), *work.effects)


def deadline(table: Table, now: int) -> int | None:
    """When something falls due without any signal, or None: the loop sends a Tick then."""
    presses = table.buttons.presses(now)
    times = [next_gesture_at(presses, now), table.buttons.deadline(now)]
    if table.paused_at is None:
        match table.stage:
            case Stage.LOBBY:
                times.append(lobby.start_at(table))
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
            buttons = work.table.buttons.add(signal).forget(work.now - REMEMBER)
            work.set(buttons=buttons)
        case Chosen():
            _chosen(work, signal)
        case Wished():
            _wished(work, signal)
        case CardsSeen() if work.table.paused_at is None:
            reveal.seen(work, signal)
        case DriverLost():
            others = tuple(one for one in work.table.lost if one[0] != signal.driver)
            work.set(lost=(*others, (signal.driver, signal.reason)))
            if signal.driver == "camera" and work.table.stage is Stage.REVEAL:
                work.set(reading=None, ask=signal.reason, asked_at=work.now - reveal.ASK_FOR)
        case DriverBack():
            work.set(lost=tuple(one for one in work.table.lost if one[0] != signal.driver))
        case Resumed():
            _resumed(work)
        case _:
            pass


def _chosen(work: Work, chosen: Chosen) -> None:
    table = work.table
    if table.paused_at is not None:
        work.refuse("the game is paused")
    elif table.stage is Stage.PLAY:
        play.choose(work, chosen.action, chosen.at)
    elif table.stage is Stage.DEAL and table.round is not None:
        work.act(chosen.action)
    elif isinstance(chosen.action, _BY_PEOPLE) and table.stage in (Stage.DOUBT, Stage.REVEAL):
        verdict.conclude(work, chosen.action, Basis.HOST)
    elif isinstance(chosen.action, Settle) and table.stage is Stage.VERDICT:
        dispute.settle(work, chosen.action)
    else:
        work.refuse("not now")


def _wished(work: Work, wished: Wished) -> None:
    table = work.table
    match wished.wish:
        case Wish.GO_ON if table.paused_at is not None:
            _go_on(work)
        case Wish.GO_ON if table.stage is Stage.DEAL and table.round is not None:
            dealing.dealt(work)
        case Wish.GO_ON if table.stage is Stage.DEAL:
            dealing.random_dealer(work, wished.at)
        case Wish.GO_ON if table.dispute is not None:
            dispute.stands(work)
        case Wish.GO_ON if table.stage is Stage.VERDICT:
            verdict.picked_up(work)
        case Wish.GO_ON if table.stage is Stage.OVER:
            dealing.next_game(work, wished.at)
        case Wish.PAUSE if table.round is not None and table.round.pending is not None:
            work.refuse("one moment: a choice is being registered")
        case Wish.PAUSE if table.paused_at is None and table.stage is not Stage.ATTRACT:
            work.set(paused_at=work.now)
        case Wish.MORE_TIME if table.stage is Stage.PLAY:
            play.more_time(work, wished.at)
        case _:
            work.refuse("not now")


def _resumed(work: Work) -> None:
    """A race that was cut short is void: an edge may be lost, so nobody is declared first.

    What people had half entered is dropped: they start it again.
    """
    work.set(buttons=Buttons(), marks=(), dispute=None)
    if work.table.by_hand is not None:
        byhand.begin(work)
    if work.table.round is not None:
        work.round(pending=None, slap=None)
    if work.table.stage not in (Stage.ATTRACT, Stage.LOBBY):
        work.set(paused_at=work.now, notice="the power was gone: check the counts")


def _go_on(work: Work) -> None:
    """Time stood still while the game was paused; what was pressed meanwhile means nothing."""
    table = work.table
    assert table.paused_at is not None  # noqa: S101 - only a paused game goes on
    away = work.now - table.paused_at
    work.set(paused_at=None, notice="", since=table.since + away, undo=None)
    work.set(judged=verdict.keep_time(table, away), doubted_at=table.doubted_at + away)
    if table.asked_at is not None:
        work.set(asked_at=table.asked_at + away)
    reveal.look_again(work)
    if table.round is not None:
        closes_at = table.round.closes_at
        work.round(
            opened_at=table.round.opened_at + away,
            counts_from=work.now,
            closes_at=None if closes_at is None else closes_at + away,
        )


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


def _gesture(work: Work, made: Gesture) -> None:
    table = work.table
    if table.paused_at is not None:
        if made.kind is Kind.HOLD and made.onset > table.paused_at:
            _go_on(work)
        return
    if dispute.opens(table, made):
        dispute.open_(work)
    elif table.dispute is not None:
        dispute.gesture(work, made)
    elif table.stage is Stage.PLAY and made.kind is Kind.LONG:
        _long(work, made)
    else:
        _GESTURE[table.stage](work, made)


def _long(work: Work, made: Gesture) -> None:
    """A long hold in the turns; one that began before them has said what it had to say."""
    table = work.table
    if not work.fresh(made):
        return
    if table.seat_of(made.buzzer) == table.dealer and dealing.may_redeal(table):
        dealing.redeal(work, made.onset)
    else:
        play.gesture(work, made)


_GESTURE: dict[Stage, Callable[[Work, Gesture], None]] = {
    Stage.ATTRACT: lobby.attract,
    Stage.LOBBY: lobby.lobby,
    Stage.DEAL: dealing.gesture,
    Stage.PLAY: play.gesture,
    Stage.DOUBT: reveal.doubt_gesture,
    Stage.REVEAL: reveal.gesture,
    Stage.VERDICT: verdict.gesture,
    Stage.OVER: dealing.over,
}

_ADVANCE: dict[Stage, Callable[[Work], None]] = {
    Stage.LOBBY: lobby.lobby_advance,
    Stage.PLAY: play.advance,
    Stage.DOUBT: reveal.doubt_advance,
    Stage.REVEAL: reveal.reveal_advance,
}


def _lamps(before: Table, after: Table) -> tuple[Effect, ...]:
    return tuple(
        Lamp(buzzer, now)
        for buzzer, (was, now) in enumerate(zip(rhythms(before), rhythms(after), strict=True))
        if was is not now
    )
