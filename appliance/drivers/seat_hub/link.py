"""The table's end of the wire to the seat hub: bytes and time in, signals and bytes out.

Pure but for its own state: no thread, no clock, no port, so a test and a benchmark drive it in
virtual time. Three promises:

- Edges are delivered in the board's order, so a late edge never lets a later press win. A missing
  edge is requested again.
- EdgesLost reports an edge that is lost, or delivered later than HUB_WORST_DELAY after its stamp.
- EdgesLost also reports silence: if the board has not confirmed for DOUBTFUL that nothing happened,
  edges may be missing.

A board that has not spoken our protocol yet gets no message: another program may run on it.
"""

import termios
from collections.abc import Iterator

from appliance.core.signals import (
    BUZZERS,
    MS,
    DriverBack,
    DriverLost,
    Edge,
    EdgesLost,
    Noted,
    Signal,
)
from appliance.drivers.seat_hub import board
from appliance.drivers.seat_hub import protocol as wire
from appliance.drivers.seat_hub.clock import OFF, BoardClock
from appliance.errors import DriverError
from bluffing.message import Message, message

PING_EVERY = 20 * MS
"""Interval of requests for the board's time and the number of its next edge."""

DOUBTFUL = 60 * MS
"""Time without news from the board (two lost questions) after which edges may be lost (ns)."""

HUB_WORST_DELAY = 80 * MS
"""Maximum time that a race waits for an edge (ns); an EdgesLost always comes sooner."""

SILENT = 1200 * MS
"""Time without a message, more than two heartbeats, after which the board is gone (ns)."""

ASK_EVERY, SYNC_EVERY, SYNC_ANSWERS = 100 * MS, 2 * MS, 8
"""Intervals of Ask and of Ping before a session, and the number of answers that it needs."""

HELD = 256
"""The most edges that wait for an earlier one: as many as a board keeps (`board.QUEUE`)."""

LEAP = 1 << 16
"""A larger step between the numbers of two messages is an error: 65,536 edges in 20 ms."""

LAST_NUMBER = (1 << 32) - 1
"""Largest number of an edge. A board begins at 0 and never gets so far."""

TELLS_WHY = b"\x01\x01\x00"
"""The first firmware that can be asked why the board began."""

SHIFT = 20
"""Maximum phase error of the lamps (ms); beyond it they are sent again."""

UNWANTED = (wire.WATCHDOG, wire.FAULT)
"""The causes of a board's start that people should know of."""

_CAUSES = {wire.POWER: "power", wire.ASKED: "asked", wire.WATCHDOG: "watchdog", wire.FAULT: "fault"}


def version_of(firmware: bytes) -> str:
    """A firmware's version, as people write it: the bytes 1, 2 and 3 are 1.2.3."""
    return ".".join(map(str, firmware))


SHIPPED = version_of(board.FIRMWARE)
"""The version that this table brings along."""


def why(restart: wire.Restart) -> Message:
    """Return the cause of a restart; it follows "the seat hub"."""
    values = {"fault": _text_of(restart)} if restart.cause == wire.FAULT else {}
    return message(f"driver.hub.began.{_CAUSES.get(restart.cause, 'restarted')}", **values)


def restart_message(restart: wire.Restart) -> Message:
    """Return the cause of a restart as a whole sentence."""
    return message("driver.hub.began", why=why(restart))


class HubLink:
    """Sessions, one after the other, with the board at the other end.

    `clock` and `deframer` provide figures for measurements. `refused` is the reason why this board
    can't serve the table, once known. `restart` has the cause of the board's start, once reported;
    `fault` is the last failure of its program in words, or "". `light` is the lamps' current
    display: rhythms by buzzer, and the lead (ms) of their time over the table's.
    """

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.refused: DriverError | None = None
        self.fault = ""
        self.light: tuple[bytes, int] | None = None
        self._every = (1 << seats) - 1
        self._reported_restart: int | None = (
            None  # the board's nonce; each restart is reported once
        )
        self._signals: list[Signal] = []
        self._reported_lost = False
        self._deaf_since = 0  # while not ready: since when (ns)
        self._known = 0  # once ready: all edges stamped up to this time (ns) were delivered
        self._newest = 0  # the newest delivered edge, ns
        self._levels = 0
        self._sessions = 0
        self._open = self._is_hub = False  # a hub: it has spoken our protocol
        self._begin(0)

    def _begin(self, now: int) -> None:
        """Begin a session. Edges until the board is `ready` again are lost."""
        self.ready = False
        self.hello: wire.Hello | None = None
        self.restart: wire.Restart | None = None
        self.clock = BoardClock(0)  # the board's, once it has said hello
        self._sessions += 1
        self._token = (now // 1000 * 65537 + self._sessions) % (1 << 32)
        self.deframer = wire.Deframer()
        self._frames = b""
        self._heard = self._doubted = self._due = self._why_at = self._shown_at = now
        self._next = 0  # the number of the edge that is waited for
        self._held: dict[int, wire.Edge] = {}
        self._acknowledge = False
        self._asked: dict[int, int] = {}  # when (ns) the question of this number was sent
        self._number = self._answers = self._revision = 0
        self._shown: tuple[bytes, int] | None = None  # rhythms, and how far from the table's time

    # --- events ---------------------------------------------------------------------------------

    def opened(self, now: int) -> None:
        """Begin after the port was opened: ask for the board."""
        self._open, self._is_hub, self.refused, self._deaf_since = True, False, None, now
        self._begin(now)

    def closed(self, error: Exception, now: int) -> None:
        """End after the port was lost by the system's `error`, or by a fault of this program."""
        self._open = False
        cut = isinstance(error, OSError | DriverError | termios.error)
        code, todo = ("unplugged", "plug-in") if cut else ("our-fault", "begins-anew")
        exact = str(error) if cut else repr(error)
        self._lose(now, _gone(message(f"driver.hub.{code}", exact=exact), f"driver.hub.{todo}"))

    def received(self, data: bytes, now: int) -> None:
        """Take bytes that were read at `now`. Any bytes: damaged ones are dropped."""
        for frame in self.deframer.feed(data):
            self._heard, self._is_hub = now, True
            match frame:
                case wire.Foreign(protocol=theirs):
                    spoken = message("driver.hub.protocol", theirs=theirs, ours=wire.PROTOCOL)
                    self._refuse(now, spoken, "driver.hub.install")
                case wire.Hello():
                    self._hello(frame, now)
                case wire.Restart():
                    self._restarted(frame, now)
                case _ if self.hello is None:
                    pass  # from before this session
                case wire.Heartbeat():
                    self._heartbeat(frame, now)
                case wire.Pong():
                    self._pong(frame, now)
                case wire.Edge():
                    self._edge(frame, now)
        if self._acknowledge and self.hello is not None:
            self._acknowledge = False
            self._say(wire.Ack(self.hello.nonce, self._next))

    def tick(self, now: int) -> None:
        """Do all that is due without a message of the board."""
        if not self._open or self.refused:
            return
        if now - self._heard > SILENT:
            self._lose(now, _gone(message("driver.hub.silent")))
        elif not (self.ready or self._reported_lost) and now - self._deaf_since > SILENT:
            self._lose(now, _gone(message("driver.hub.no-sense")))  # it answers without a session
        if self.hello is None:
            if self._is_hub and now >= self._due:
                self._due = now + ASK_EVERY
                self._say(wire.Ask(wire.PROTOCOL, self._token))
            return
        if now >= self._due:
            self._ping(self.hello, now)
        if self.ready:
            self._note_restart(self.hello.nonce, now)
            self._doubt(now)
            self._lamps(now)

    def signals(self) -> list[Signal]:
        """Return the signals for the table, each once."""
        signals, self._signals = self._signals, []
        return signals

    def frames(self) -> bytes:
        """Return the frames for the board, each once."""
        given, self._frames = self._frames, b""
        return given

    def held(self) -> tuple[int, ...]:
        """Return the buzzers whose contact was closed when this session began."""
        return () if self.hello is None else tuple(_ones(self.hello.mask & self._every))

    def warnings(self) -> Iterator[Message]:
        """Yield warnings about this board: its firmware, and the cause of its restart."""
        if self.hello is not None and (theirs := version_of(self.hello.firmware)) != SHIPPED:
            yield message("driver.hub.other-firmware", theirs=theirs, ours=SHIPPED)
        if self.restart is not None and self.restart.cause in UNWANTED:
            yield restart_message(self.restart)

    # --- a session begins and ends --------------------------------------------------------------

    def _lose(self, now: int, error: DriverError | None = None) -> None:
        """Report lost edges since the last known moment, release all buzzers and begin a session.

        An `error` is reported once until it is cured.
        """
        if self.ready:
            self._deaf_since = now
            self._lost(now)
            at = max(self._known, self._newest + 1)
            self._signals += [Edge(buzzer, down=False, at=at) for buzzer in _ones(self._levels)]
        if error is not None and not self._reported_lost:
            self._reported_lost = True
            self._signals.append(DriverLost(BUZZERS, error.says, now))
        self._begin(now)

    def _lost(self, now: int) -> None:
        self._signals.append(EdgesLost(min(self._known, now), now))

    def _refuse(self, now: int, seen: Message, todo: str) -> None:
        """Note that this board can never serve the table."""
        self.refused, self._reported_lost = DriverError(seen, message(todo)), False
        self._lose(now, self.refused)

    def _hello(self, hello: wire.Hello, now: int) -> None:
        if self.hello is not None or hello.token != self._token:
            return
        if hello.seats < self.seats:
            few = message("driver.hub.few-seats", theirs=hello.seats, ours=self.seats)
            self._refuse(now, few, "driver.hub.few-seats.todo")
            return
        self.hello, self.clock = hello, BoardClock(hello.micros)
        self._next = hello.sequence
        self._levels = hello.mask & self._every
        self._due = now

    def _heartbeat(self, beat: wire.Heartbeat, now: int) -> None:
        if self.hello is None or beat.nonce != self.hello.nonce:
            self._lose(now)
            return
        self.clock.advance(beat.micros)
        self._numbers(beat.oldest, beat.sequence, now)

    def _restarted(self, restart: wire.Restart, now: int) -> None:
        """Take the cause of the board's start, or, unasked, of its program's failure just now."""
        if restart.number == wire.UNASKED:
            self.fault, self._reported_restart = (
                _text_of(restart),
                None,
            )  # whatever its next nonce is
            failed = message("driver.hub.failed", fault=self.fault)
            self._lose(now, _gone(failed, "driver.hub.begins-anew"))
        elif self.hello is not None:
            self.restart = restart

    def _note_restart(self, nonce: int, now: int) -> None:
        """Report an unwanted restart once the buzzers work again."""
        if self.restart is not None and self._reported_restart != nonce:
            self._reported_restart = nonce
            if self.restart.cause in UNWANTED:
                self._signals.append(Noted(BUZZERS, restart_message(self.restart), now))

    # --- the clock ------------------------------------------------------------------------------

    def _ping(self, hello: wire.Hello, now: int) -> None:
        self._due = now + PING_EVERY
        self._number = (self._number + 1) % (1 << 16)
        self._asked[self._number] = now
        if len(self._asked) > 16:
            del self._asked[next(iter(self._asked))]
        self._say(wire.Ping(self._number))
        if hello.firmware >= TELLS_WHY and self.restart is None and now >= self._why_at:
            self._why_at = now + ASK_EVERY  # the answer is long, and pongs must not wait for it
            self._say(wire.Why(self._number))

    def _pong(self, pong: wire.Pong, now: int) -> None:
        if (sent := self._asked.pop(pong.number, None)) is None:
            return  # answered already, or asked too long ago
        self.clock.learn(sent, now, pong.micros, jump=not self.ready)
        if not self._numbers(pong.oldest, pong.sequence, now):
            return
        if self.ready and self.clock.is_off():
            self._lose(now)
            return
        at = self.clock.to_table(pong.micros)
        if pong.sequence == self._next:
            self._know(at)
        if pong.lamps != self._revision and now - self._shown_at > DOUBTFUL:
            self._shown = None
        self._answers += 1
        if self.ready:
            return
        self._due = now + SYNC_EVERY  # not before the answer: a board takes some ms for each
        if self._answers >= SYNC_ANSWERS:
            self._lost(now)
            self.ready, self._known = True, at - self.clock.uncertainty()
            if self._reported_lost:
                self._reported_lost = False
                self._signals.append(DriverBack(BUZZERS, now))

    def _doubt(self, now: int) -> None:
        """Report that edges may have been lost if the board has been silent for too long."""
        if now - self._known > DOUBTFUL and now - self._doubted >= DOUBTFUL:
            self._doubted = now
            self._lost(now)

    def _know(self, at: int) -> None:
        """Note that all edges up to `at`, less the clocks' error, were delivered."""
        if self.ready:
            self._known = max(self._known, at - self.clock.uncertainty())

    # --- edges ----------------------------------------------------------------------------------

    def _edge(self, edge: wire.Edge, now: int) -> None:
        self._acknowledge = True
        if self.clock.to_table(edge.micros) - now > OFF or edge.sequence == LAST_NUMBER:
            self._lose(now)  # it has not happened yet: a clock has jumped, or the frame lies
            return
        if self._next <= edge.sequence < self._next + HELD:
            self._held[edge.sequence] = edge
        self._hand_on(now)

    def _numbers(self, oldest: int, following: int, now: int) -> bool:
        """Take the numbers of the board's oldest and next edge; older missing edges never come.

        False: these can't be the numbers of this session, and another one is begun.
        """
        if oldest > following or abs(following - self._next) > LEAP:
            self._lose(now)
            return False
        if oldest <= self._next:
            return True
        if self.ready:
            self._lost(now)
        for number in sorted(number for number in self._held if number < oldest):
            self._hand(self._held.pop(number), now)
        self._next = oldest
        self._acknowledge = True
        self._hand_on(now)
        return True

    def _hand_on(self, now: int) -> None:
        while (edge := self._held.pop(self._next, None)) is not None:
            self._next += 1
            self._hand(edge, now)

    def _hand(self, edge: wire.Edge, now: int) -> None:
        at = self.clock.to_table(edge.micros)
        if self.ready and now - at > HUB_WORST_DELAY:
            self._signals.append(EdgesLost(at, now))
        down = edge.mask & self._every
        changed, self._levels = self._levels ^ down, down
        if self.ready:
            self._signals += [
                Edge(buzzer, bool(down >> buzzer & 1), at) for buzzer in _ones(changed)
            ]
        self._newest = max(self._newest, at)
        self._know(at)

    # --- lamps ----------------------------------------------------------------------------------

    def _lamps(self, now: int) -> None:
        """Tell the board what its lamps shall show, if it does not know."""
        if self.light is None:
            return
        rhythms, shift = self.light
        if self._shown is not None:
            away = (shift - self._shown[1]) % wire.PERIOD
            if self._shown[0] == rhythms and min(away, wire.PERIOD - away) <= SHIFT:
                return
        self._revision = self._revision % 100 + 1
        self._shown, self._shown_at = (rhythms, shift), now
        phase = (shift + now // MS) % wire.PERIOD
        self._say(wire.Lamps(self._revision, self.clock.to_board(now), phase, rhythms))

    def _say(self, message: tuple[object, ...]) -> None:
        self._frames += wire.encode(message)


def _text_of(restart: wire.Restart) -> str:
    """Return the text of a Restart; unprintable characters become "?"."""
    text: str = restart.text.rstrip(b"\0").decode(errors="replace")
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _gone(reason: Message, todo: str | None = None) -> DriverError:
    gone = message("driver.hub.gone", reason=reason)
    return DriverError(gone, None if todo is None else message(todo))


def _ones(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
