"""Before and after a game: sit down, and who plays the next one."""

from dataclasses import replace

from appliance.core.effects import Sound
from appliance.core.signals import MS, SECOND
from appliance.presses.bounce import touches, with_touch
from appliance.presses.debounce import STUCK
from appliance.presses.gestures import Gesture, Kind
from appliance.table import lost
from appliance.table.state import Stage, Table
from appliance.table.work import Work

LET_GO = 200 * MS
"""So long after its last edge a press is over, bounce, delayed edges and all."""

START_AFTER = 2 * SECOND
"""All are ready and nobody moved for this long: deal. Leaves a late-comer time to sit down."""


def to_lobby(work: Work) -> None:
    """Players stay seated and say anew that they are ready."""
    work.set(round=None, dealer=None, ready=(), undo=None, race=None, finish=None, judged=None)
    work.enter(Stage.LOBBY)


def attract(work: Work, gesture: Gesture) -> None:
    """Any press wakes the table, and sits down."""
    if gesture.kind is Kind.PRESS:
        work.enter(Stage.LOBBY)
        _sit(work, gesture)


def lobby(work: Work, gesture: Gesture) -> None:
    """Press to sit, tap for the next name, hold when ready, hold long to leave."""
    table = work.table
    seat = table.seat_of(gesture.buzzer)
    if seat is None:
        if gesture.kind is Kind.PRESS:
            _sit(work, gesture)
        return
    if gesture.kind is Kind.TAP and gesture.onset != table.sat[seat]:
        _rename(work, seat)
    elif gesture.kind is Kind.HOLD and gesture.buzzer not in table.ready:
        work.set(ready=(*table.ready, gesture.buzzer), since=work.now)
        work.sound(Sound.LOCK)
    elif gesture.kind is Kind.LONG:
        stand_up(work, (seat,))


def lobby_advance(work: Work) -> None:
    """Deal once everybody is ready and the number of players is one that the game allows."""
    _listen(work)
    table = work.table
    due = start_at(table)
    if due is not None and work.now >= due:
        work.set(dealer=None, round=None, judged=None)
        work.enter(Stage.DEAL)


def _listen(work: Work) -> None:
    """Note how contacts bounce while people sit down: the hands that test them are there."""
    table, bounced = work.table, work.table.bounced
    for buzzer in table.buttons.lines:
        for touch in touches(table.buttons.edges(buzzer, work.now - STUCK)):
            if touch.until is not None and touch.until <= work.now - LET_GO:
                bounced = with_touch(bounced, buzzer, touch)
    if bounced != table.bounced:
        work.set(bounced=bounced)


def start_at(table: Table) -> int | None:
    """When the lobby will deal by itself, or None while somebody or the buzzers are missing."""
    if lost.why(table, lost.BUZZERS) is not None:
        return None
    if len(table.ready) == len(table.buzzers) and len(table.buzzers) in table.ruleset.seats:
        return table.since + START_AFTER
    return None


def _sit(work: Work, gesture: Gesture) -> None:
    table = work.table
    seats = sorted(
        (*zip(table.buzzers, table.names, table.sat, strict=True), _newcomer(work, gesture))
    )
    buzzers, names, sat = zip(*seats, strict=True)
    work.table = replace(table, buzzers=buzzers, names=names, sat=sat, since=work.now)
    work.sound(Sound.TICK)


def _newcomer(work: Work, gesture: Gesture) -> tuple[int, int, int]:
    return gesture.buzzer, _free_name(work, gesture.buzzer, work.table.names), gesture.onset


def _free_name(work: Work, wanted: int, taken: tuple[int, ...]) -> int:
    """The first from `wanted` on that nobody has; settings have a name for each buzzer."""
    count = len(work.table.settings.names)
    return next(
        place % count for place in range(wanted, wanted + count) if place % count not in taken
    )


def _rename(work: Work, seat: int) -> None:
    """The next free name; where all others are taken, one's own again."""
    names = list(work.table.names)
    others = (*names[:seat], *names[seat + 1 :])
    names[seat] = _free_name(work, names[seat] + 1, others)
    work.set(names=tuple(names), since=work.now)
    work.sound(Sound.TICK)


def stand_up(work: Work, seats: tuple[int, ...]) -> None:
    """`seats` are free again; the others keep their order."""
    table = work.table

    def without(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(value for seat, value in enumerate(values) if seat not in seats)

    buzzers = without(table.buzzers)
    work.set(
        buzzers=buzzers,
        names=without(table.names),
        sat=without(table.sat),
        ready=tuple(buzzer for buzzer in table.ready if buzzer in buzzers),
        since=work.now,
    )
    if not buzzers:
        work.enter(Stage.ATTRACT)
