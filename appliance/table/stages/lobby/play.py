"""The presses of the lobby: people sit down to play the next game."""

from dataclasses import replace

from appliance.core.effects import Rhythm, Sound
from appliance.core.signals import BUZZERS, MS, SCREEN, SECOND, DriverBack, Touched, Wished
from appliance.presses.bounce import touches
from appliance.presses.debounce import STUCK
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.elements import LobbyChoice, LobbyRing
from appliance.table.menus.opening import opens
from appliance.table.outcomes import Lecture, MenuCall, Readiness
from appliance.table.part import Behaviour, News
from appliance.table.stages.lobby.facts import BY_FINGER, LEAVES, RING, choice_of, rests_until
from appliance.table.stages.lobby.state import Lobby
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.message import message

LET_GO = 200 * MS
"""Time after its last edge at which a press is over, with its bounce and late edges."""

START_AFTER = 2 * SECOND
"""Time without a gesture, with all ready, before the deal. A late-comer can still sit down."""

LEAVES_FOR = 8 * SECOND
"""Time in which a seated player may confirm leaving by a second long hold."""

_NEEDED = frozenset({BUZZERS, SCREEN})
"""Parts that a game needs to begin."""


class InLobby(Behaviour):
    """Behaviour while people sit down and get ready."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """Press to sit; then a tap goes round "ready", the name and how to play, a hold takes it.

        A long hold, and then a second one, leaves. If the press that sits down becomes a long hold,
        it opens the table's menu instead, and the seat stays free.
        """
        lobby, seat = work.table.at(Lobby), work.table.seat_of(made.buzzer)
        if seat is None:
            if made.kind is GestureKind.PRESS:
                sit_down(work, made)
        elif made.kind is GestureKind.TAP and (made.buzzer, made.onset) not in lobby.sat:
            _tap(work, seat, made)
        elif made.kind is GestureKind.HOLD:
            self._hold(work, made)
        elif made.kind is GestureKind.LONG and (made.buzzer, made.onset) in lobby.sat:
            _leave(work, seat)
            work.leave(MenuCall(made.buzzer))
        elif made.kind is GestureKind.LONG:
            _leave_or_ask(work, seat, made)

    def _hold(self, work: Work, made: Gesture) -> None:
        """Take the ring's choice; the ring then begins again."""
        lobby, buzzer = work.table.at(Lobby), made.buzzer
        choice, ready = choice_of(lobby, buzzer, made.onset), buzzer in lobby.ready
        _stand(work, buzzer, LobbyChoice.NAMING if choice is LobbyChoice.NAME else None)
        if choice in (LobbyChoice.READY, LobbyChoice.NAMING) and not ready:
            _is_ready(work, buzzer)
        elif choice is not LobbyChoice.READY:
            work.sound(Sound.LOCK, buzzer)
        if choice is LobbyChoice.LEARN and self.due(work.table, work.now) is None:
            work.leave(Lecture())  # not once all are ready: the deal comes first

    def touched(self, work: Work, signal: Touched) -> None:
        """Let a finger sit down, get ready, change the name or leave; here a seat is a buzzer."""
        buzzer, seat = signal.seat, work.table.seat_of(signal.seat)
        if seat is None:
            self.gesture(work, Gesture(GestureKind.PRESS, buzzer, signal.at, work.now))
        elif signal.taps == BY_FINGER[LobbyChoice.READY]:
            _is_ready(work, buzzer)
        elif signal.taps == BY_FINGER[LobbyChoice.NAME]:
            _rename(work, seat)
        elif signal.taps == LEAVES:
            self.gesture(work, Gesture(GestureKind.LONG, buzzer, signal.at, work.now))

    def wished(self, work: Work, signal: Wished) -> None:
        """Open how to play, the menu, or a pause."""
        if not opens(work, signal):
            super().wished(work, signal)

    def heard(self, work: Work, news: News) -> None:
        """Show people the lobby when a lost part is back, before the game begins."""
        if isinstance(news, DriverBack) and news.driver in _NEEDED:
            work.put(replace(work.table.at(Lobby), since=work.now))

    def advance(self, work: Work) -> None:
        """Deal once all are ready and the game allows the number of players."""
        _listen(work)
        if self.is_due(work):
            work.leave(Readiness())

    def due(self, table: Table, now: int) -> int | None:
        """Return the time of the deal, or None while people or parts are missing."""
        lobby, seated = table.at(Lobby), len(table.buzzers)
        all_ready = len(lobby.ready) == seated and seated in table.ruleset.seats
        if not all_ready or not _NEEDED.isdisjoint(table.lost):
            return None
        return lobby.since + START_AFTER

    def moments(self, table: Table, now: int) -> list[int]:
        """Follow buttons that get stuck or come free, and rings that begin again."""
        due, choices = table.buttons.deadline(now), table.at(Lobby).choices
        rings = [rests_until(ring) - 1 for ring in choices]
        return rings if due is None else [due - 1, *rings]

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the seats that are not ready."""
        ready = table.buzzers[seat] in table.at(Lobby).ready
        return Rhythm.SOLID if ready else Rhythm.BREATHE


def _listen(work: Work) -> None:
    """Note the bounce of contacts while people sit down and press them anyway."""
    table, bounced = work.table, dict(work.table.bounced)
    for buzzer in table.buttons.lines:
        for touch in touches(table.buttons.edges(buzzer, work.now - STUCK)):
            if touch.until is not None and touch.until <= work.now - LET_GO and not touch.spark:
                bounced[buzzer] = max(bounced.get(buzzer, 0), touch.bounce_ns)
    if bounced != table.bounced:
        work.set(bounced=bounced)


def sit_down(work: Work, made: Gesture) -> None:
    """Seat a person who has pressed a free buzzer, in the lobby; a seated player stays."""
    if not isinstance(work.table.stage, Lobby):
        work.enter(Lobby(work.now))
    table, lobby, buzzer = work.table, work.table.at(Lobby), made.buzzer
    newcomer = (buzzer, _free_name(table, buzzer, table.names))
    work.seat((*zip(table.buzzers, table.names, strict=True), newcomer))
    work.put(replace(lobby, sat=(*lobby.sat, (buzzer, made.onset)), since=work.now))
    work.sound(Sound.SIT, buzzer)


def _tap(work: Work, seat: int, made: Gesture) -> None:
    """Go on to the next choice, or to the next name."""
    choice = choice_of(work.table.at(Lobby), made.buzzer, made.onset)
    if choice is LobbyChoice.NAMING:
        _stand(work, made.buzzer, choice)
        _rename(work, seat)
        return
    _stand(work, made.buzzer, RING[(RING.index(choice) + 1) % len(RING)])
    work.sound(Sound.TICK, made.buzzer)


def _stand(work: Work, buzzer: int, choice: LobbyChoice | None) -> None:
    """Put the ring of `buzzer` to `choice`, or to its beginning for None."""
    lobby = work.table.at(Lobby)
    rings = tuple(ring for ring in lobby.choices if ring.buzzer != buzzer)
    if choice is not None and choice is not LobbyChoice.READY:
        rings = (*rings, LobbyRing(buzzer, choice, work.now))
    work.put(replace(lobby, choices=rings))


def _is_ready(work: Work, buzzer: int) -> None:
    lobby = work.table.at(Lobby)
    if buzzer not in lobby.ready:
        work.put(replace(lobby, ready=(*lobby.ready, buzzer), since=work.now))
        work.sound(Sound.LOCK, buzzer)


def _leave_or_ask(work: Work, seat: int, made: Gesture) -> None:
    """Ask at a first long hold; free the seat at a second one."""
    lobby = work.table.at(Lobby)
    buzzer, asked_at = lobby.leaving or (None, 0)
    asked = buzzer == made.buzzer and asked_at < made.onset <= asked_at + LEAVES_FOR
    if asked or work.table.settings.steps(made.buzzer):  # a stepping seat has chosen it by name
        _leave(work, seat)
        return
    work.put(replace(lobby, leaving=(made.buzzer, made.at), since=work.now))
    work.set(notice=message("table.leave-again", name=work.table.name(seat)))
    work.sound(Sound.NOTICE, made.buzzer)


def _leave(work: Work, seat: int) -> None:
    lobby, buzzer = work.table.at(Lobby), work.table.buzzers[seat]
    sat = tuple(one for one in lobby.sat if one[0] != buzzer)
    ready = tuple(one for one in lobby.ready if one != buzzer)
    _stand(work, buzzer, None)
    lobby = work.table.at(Lobby)
    work.put(replace(lobby, sat=sat, ready=ready, leaving=None, since=work.now))
    work.stand_up((seat,))


def _rename(work: Work, seat: int) -> None:
    """Take the next free name, or keep the own one if all others are taken."""
    names = list(work.table.names)
    others = (*names[:seat], *names[seat + 1 :])
    names[seat] = _free_name(work.table, names[seat] + 1, others)
    work.set(names=tuple(names))
    work.sound(Sound.TICK)


def _free_name(table: Table, wanted: int, taken: tuple[int, ...]) -> int:
    """Return the first free name, in order from `wanted`; there is a name for each buzzer."""
    count = len(table.settings.names)
    return next(
        place % count for place in range(wanted, wanted + count) if place % count not in taken
    )
