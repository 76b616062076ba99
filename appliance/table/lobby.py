"""Before and after a game: sit down, and who plays the next one."""

from dataclasses import replace

from appliance.core.effects import Rhythm, Sound
from appliance.core.signals import BUZZERS, MS, SECOND, Wished
from appliance.presses.bounce import touches
from appliance.presses.debounce import STUCK
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.part import NOT_NOW, Behaviour
from appliance.table.stages import Attract, Lobby, WhoDeals
from appliance.table.state import Table
from appliance.table.work import Work

LET_GO = 200 * MS
"""Time after its last edge at which a press is over, with its bounce and late edges."""

START_AFTER = 2 * SECOND
"""All are ready and nobody moved for this long: deal. Leaves a late-comer time to sit down."""


class InAttract(Behaviour):
    """Nobody sits yet."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """Any press wakes the table, and sits down."""
        if made.kind is GestureKind.PRESS:
            work.enter(Lobby(work.now))
            _sit(work, made)

    def wished(self, work: Work, signal: Wished) -> None:
        """There is nothing to pause."""
        work.refuse(NOT_NOW)


class InLobby(Behaviour):
    """People sit down, and are ready."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """Press to sit, tap for the next name, hold when ready, hold long to leave."""
        lobby, seat = work.table.at(Lobby), work.table.seat_of(made.buzzer)
        if seat is None:
            if made.kind is GestureKind.PRESS:
                _sit(work, made)
        elif made.kind is GestureKind.TAP and (made.buzzer, made.onset) not in lobby.sat:
            _rename(work, seat)
        elif made.kind is GestureKind.HOLD and made.buzzer not in lobby.ready:
            work.put(replace(lobby, ready=(*lobby.ready, made.buzzer), since=work.now))
            work.sound(Sound.LOCK)
        elif made.kind is GestureKind.LONG:
            _leave(work, seat)

    def advance(self, work: Work) -> None:
        """Deal once everybody is ready and the number of players is one that the game allows."""
        _listen(work)
        if self.is_due(work):
            work.enter(WhoDeals(work.now))

    def due(self, table: Table, now: int) -> int | None:
        """When the lobby will deal by itself, or None while somebody or the buzzers are missing."""
        lobby, seated = table.at(Lobby), len(table.buzzers)
        all_ready = len(lobby.ready) == seated and seated in table.ruleset.seats
        if not all_ready or BUZZERS in table.lost:
            return None
        return lobby.since + START_AFTER

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Who is not ready yet is asked."""
        ready = table.buzzers[seat] in table.at(Lobby).ready
        return Rhythm.SOLID if ready else Rhythm.BREATHE


def stand_up(work: Work, seats: tuple[int, ...]) -> None:
    """`seats` are free again; the others keep their order."""

    def without(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(value for seat, value in enumerate(values) if seat not in seats)

    work.set(buzzers=without(work.table.buzzers), names=without(work.table.names))
    if not work.table.buzzers:
        work.enter(Attract(work.now))


def _listen(work: Work) -> None:
    """Note how contacts bounce while people sit down: the hands that test them are there."""
    table, bounced = work.table, dict(work.table.bounced)
    for buzzer in table.buttons.lines:
        for touch in touches(table.buttons.edges(buzzer, work.now - STUCK)):
            if touch.until is not None and touch.until <= work.now - LET_GO and not touch.spark:
                bounced[buzzer] = max(bounced.get(buzzer, 0), touch.bounce_ns)
    if bounced != table.bounced:
        work.set(bounced=bounced)


def _sit(work: Work, made: Gesture) -> None:
    table, lobby, buzzer = work.table, work.table.at(Lobby), made.buzzer
    newcomer = (buzzer, _free_name(table, buzzer, table.names))
    seats = sorted((*zip(table.buzzers, table.names, strict=True), newcomer))
    buzzers, names = zip(*seats, strict=True)
    work.set(buzzers=buzzers, names=names)
    work.put(replace(lobby, sat=(*lobby.sat, (buzzer, made.onset)), since=work.now))
    work.sound(Sound.TICK)


def _leave(work: Work, seat: int) -> None:
    lobby, buzzer = work.table.at(Lobby), work.table.buzzers[seat]
    sat = tuple(one for one in lobby.sat if one[0] != buzzer)
    ready = tuple(one for one in lobby.ready if one != buzzer)
    work.put(replace(lobby, sat=sat, ready=ready, since=work.now))
    stand_up(work, (seat,))


def _rename(work: Work, seat: int) -> None:
    """The next free name; where all others are taken, one's own again."""
    names = list(work.table.names)
    others = (*names[:seat], *names[seat + 1 :])
    names[seat] = _free_name(work.table, names[seat] + 1, others)
    work.set(names=tuple(names))
    work.put(replace(work.table.at(Lobby), since=work.now))
    work.sound(Sound.TICK)


def _free_name(table: Table, wanted: int, taken: tuple[int, ...]) -> int:
    """The first from `wanted` on that nobody has; settings have a name for each buzzer."""
    count = len(table.settings.names)
    return next(
        place % count for place in range(wanted, wanted + count) if place % count not in taken
    )
