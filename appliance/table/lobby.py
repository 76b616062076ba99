"""Before and after a game: sit down, and who plays the next one."""

from collections.abc import Iterable
from dataclasses import replace

from appliance.core.effects import Rhythm, Sound
from appliance.core.signals import BUZZERS, MS, SCREEN, SECOND, DriverBack, Touched, Wished
from appliance.presses.bounce import touches
from appliance.presses.debounce import STUCK
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table import howto
from appliance.table.menus.opening import open_menu, opens
from appliance.table.part import NOT_NOW, Behaviour, News
from appliance.table.stages import Attract, Lobby, WhoDeals
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.message import message

LET_GO = 200 * MS
"""Time after its last edge at which a press is over, with its bounce and late edges."""

START_AFTER = 2 * SECOND
"""All are ready and nobody moved for this long: deal. Leaves a late-comer time to sit down."""

LEAVES_FOR = 8 * SECOND
"""How long a seated player who was asked may repeat the long hold, to leave."""

_NEEDED = frozenset({BUZZERS, SCREEN})
"""Without these no game begins."""

BY_FINGER = {0: GestureKind.HOLD, 1: GestureKind.TAP, 2: GestureKind.LONG}
"""What the number of a touch's taps means in the lobby, where a finger makes one gesture alone."""


class InAttract(Behaviour):
    """Nobody sits yet."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """Any press wakes the table, and sits down."""
        if made.kind is GestureKind.PRESS:
            sit_down(work, made)

    def touched(self, work: Work, signal: Touched) -> None:
        """A finger sits down, too; here a seat is a buzzer."""
        self.gesture(work, Gesture(GestureKind.PRESS, signal.seat, signal.at, work.now))

    def wished(self, work: Work, signal: Wished) -> None:
        """Open how to play, or the menu; there is nothing to pause."""
        if not opens(work, signal):
            work.refuse(NOT_NOW)


class InLobby(Behaviour):
    """People sit down, and are ready."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """Press to sit, tap for the next name, hold when ready, hold long and once more to leave.

        Who is ready and waits for others reads how to play with a tap. The very press that sat down
        opens the table's menu if it is held for so long: nobody sat down.
        """
        lobby, seat = work.table.at(Lobby), work.table.seat_of(made.buzzer)
        if seat is None:
            if made.kind is GestureKind.PRESS:
                sit_down(work, made)
        elif made.kind is GestureKind.TAP and made.buzzer in lobby.ready:
            if work.fresh(made) and self.due(work.table, work.now) is None and _quiet(work, made):
                howto.begin(work)  # once all are ready no tap keeps them from the deal
        elif made.kind is GestureKind.TAP and (made.buzzer, made.onset) not in lobby.sat:
            _rename(work, seat)
        elif made.kind is GestureKind.HOLD and made.buzzer not in lobby.ready:
            work.put(replace(lobby, ready=(*lobby.ready, made.buzzer), since=work.now))
            work.sound(Sound.LOCK, made.buzzer)
        elif made.kind is GestureKind.LONG and (made.buzzer, made.onset) in lobby.sat:
            _leave(work, seat)
            open_menu(work, made.buzzer)
        elif made.kind is GestureKind.LONG:
            _leave_or_ask(work, seat, made)

    def touched(self, work: Work, signal: Touched) -> None:
        """A finger says what a gesture of the buzzer would; here a seat is a buzzer."""
        free = work.table.seat_of(signal.seat) is None
        kind = GestureKind.PRESS if free else BY_FINGER.get(signal.taps)
        if kind is not None:
            self.gesture(work, Gesture(kind, signal.seat, signal.at, work.now))

    def wished(self, work: Work, signal: Wished) -> None:
        """Open how to play, the menu, or a pause."""
        if not opens(work, signal):
            super().wished(work, signal)

    def heard(self, work: Work, news: News) -> None:
        """Show people where they are when a lost part is back, before the game begins."""
        if isinstance(news, DriverBack) and news.driver in _NEEDED:
            work.put(replace(work.table.at(Lobby), since=work.now))

    def advance(self, work: Work) -> None:
        """Deal once everybody is ready and the number of players is one that the game allows."""
        _listen(work)
        if self.is_due(work):
            work.enter(WhoDeals(work.now))

    def due(self, table: Table, now: int) -> int | None:
        """Time of the deal, or None while people or parts are missing."""
        lobby, seated = table.at(Lobby), len(table.buzzers)
        all_ready = len(lobby.ready) == seated and seated in table.ruleset.seats
        if not all_ready or not _NEEDED.isdisjoint(table.lost):
            return None
        return lobby.since + START_AFTER

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the seats that are not ready."""
        ready = table.buzzers[seat] in table.at(Lobby).ready
        return Rhythm.SOLID if ready else Rhythm.BREATHE


def stand_up(work: Work, seats: tuple[int, ...]) -> None:
    """`seats` are free again; the others keep their order."""
    work.vacate(seats)
    if not work.table.buzzers:
        work.enter(Attract(work.now))


def seat_down(work: Work, people: Iterable[tuple[int, int]]) -> None:
    """`people`, each a buzzer and the place of a name, sit as their buzzers stand: clockwise."""
    seats = sorted(people, key=lambda one: work.table.place_of(one[0]))
    work.set(buzzers=tuple(one for one, _ in seats), names=tuple(name for _, name in seats))


def _listen(work: Work) -> None:
    """Note how contacts bounce while people sit down: the hands that test them are there."""
    table, bounced = work.table, dict(work.table.bounced)
    for buzzer in table.buttons.lines:
        for touch in touches(table.buttons.edges(buzzer, work.now - STUCK)):
            if touch.until is not None and touch.until <= work.now - LET_GO and not touch.spark:
                bounced[buzzer] = max(bounced.get(buzzer, 0), touch.bounce_ns)
    if bounced != table.bounced:
        work.set(bounced=bounced)


def sit_down(work: Work, made: Gesture) -> None:
    """Somebody who has pressed a free buzzer sits down, in the lobby; who sat there stays."""
    if not isinstance(work.table.stage, Lobby):
        work.enter(Lobby(work.now))
    table, lobby, buzzer = work.table, work.table.at(Lobby), made.buzzer
    newcomer = (buzzer, _free_name(table, buzzer, table.names))
    seat_down(work, (*zip(table.buzzers, table.names, strict=True), newcomer))
    work.put(replace(lobby, sat=(*lobby.sat, (buzzer, made.onset)), since=work.now))
    work.sound(Sound.SIT, buzzer)


def _quiet(work: Work, made: Gesture) -> bool:
    """Return True if no other buzzer is pressed or was just now."""
    return all(one.buzzer == made.buzzer for one in work.table.buttons.presses(work.now))


def _leave_or_ask(work: Work, seat: int, made: Gesture) -> None:
    """A long hold asks first; the same once more is meant."""
    lobby = work.table.at(Lobby)
    buzzer, asked_at = lobby.leaving or (None, 0)
    asked = buzzer == made.buzzer and asked_at < made.onset <= asked_at + LEAVES_FOR
    if asked or work.table.settings.steps(made.buzzer):  # who steps there has chosen it by name
        _leave(work, seat)
        return
    work.put(replace(lobby, leaving=(made.buzzer, made.at), since=work.now))
    work.set(notice=message("table.leave-again", name=work.table.name(seat)))
    work.sound(Sound.NOTICE, made.buzzer)


def _leave(work: Work, seat: int) -> None:
    lobby, buzzer = work.table.at(Lobby), work.table.buzzers[seat]
    sat = tuple(one for one in lobby.sat if one[0] != buzzer)
    ready = tuple(one for one in lobby.ready if one != buzzer)
    work.put(replace(lobby, sat=sat, ready=ready, leaving=None, since=work.now))
    stand_up(work, (seat,))


def _rename(work: Work, seat: int) -> None:
    """The next free name; where all others are taken, one's own again."""
    names = list(work.table.names)
    others = (*names[:seat], *names[seat + 1 :])
    names[seat] = _free_name(work.table, names[seat] + 1, others)
    work.set(names=tuple(names))
    work.sound(Sound.TICK)


def _free_name(table: Table, wanted: int, taken: tuple[int, ...]) -> int:
    """The first from `wanted` on that nobody has; settings have a name for each buzzer."""
    count = len(table.settings.names)
    return next(
        place % count for place in range(wanted, wanted + count) if place % count not in taken
    )
