"""The core of the seat hub's firmware: everything but the pins and the wire.

The board runs this very file (see docs/seat-hub.md), and so do the tests and the simulated hub.
It keeps to what CPython and MicroPython have in common. Time comes in as `ticks_us`.

An edge is stamped by the pins, numbered here, and sent again until the table has acknowledged it.
An edge that is lost all the same (the queue is full, the pins were read too late) leaves a hole in
the numbers, so the table always knows.
"""

from math import cos, pi

from . import protocol as wire

FIRMWARE = b"\x01\x01\x00"
"""Version of the firmware. 1.1.0 added a watchdog and the cause of a restart."""

QUEUE = 256
"""Number of edges that are kept until they are acknowledged: all seats bouncing at once."""

BURST = 16
"""Edges that are sent in one turn, so that a question is never far from its answer."""

REPEAT = 15_000
"""Time without an acknowledgement (us) after which edges are sent again."""

HEARTBEAT = 500_000
"""Interval (us) at which the board reports that it is there, asked or not."""

DARK = 2_000_000
"""Time without a message from the table (us) after which the lamps go dark."""

DIM = 0.12


class Board:
    """Snapshots of the pins and bytes of the table in; bytes to the table and light out.

    `number` is the board's own, 8 bytes; `nonce` differs from one start to the next. A `mask` has
    bit n set while buzzer n is down. `left` is True once the table wants MicroPython's prompt.
    """

    def __init__(self, number: bytes, nonce: int, seats: int, micros: int, mask: int) -> None:
        self.seats = seats
        self._number = number
        self._nonce = nonce
        self._mask = mask
        self._base = mask  # the levels before the oldest edge
        self._token = -1  # of the session that the table has asked for
        self._edges: list[tuple[int, int, int]] = []  # the oldest first
        self._sequence = 0  # of the next edge
        self._sent = 0  # of the first edge that was not sent yet
        self._repeat_at = micros
        self._beat_at = micros
        self._answers: list[bytes] = []
        self._deframer = wire.Deframer()
        self._heard = micros
        self._silent = True
        self._revision = 0
        self._rhythms = bytes(wire.SEATS)
        self._phase = (micros, 0)  # the rhythms' time (ms) at a moment (us)
        self._restart = b""
        self.began(wire.POWER, "")
        self.left = False

    # --- events ---------------------------------------------------------------------------------

    def began(self, cause: int, text: str) -> None:
        """Why the board began, for a table that asks: one of the protocol's causes, and words."""
        # once, for a board takes milliseconds for it
        self._restart = wire.encode(restart(wire.ASKED_FOR, cause, text))

    def snapshot(self, micros: int, mask: int) -> None:
        """Take the levels of all buzzers since `micros`. Calls are in the order of their time."""
        if mask == self._mask:
            return
        self._mask = mask
        if self._token < 0:
            return  # the answer to Ask has the levels
        if len(self._edges) >= QUEUE:
            self._base = self._edges.pop(0)[2]
        self._edges.append((self._sequence, micros, mask))
        self._sequence += 1

    def overrun(self, micros: int, mask: int) -> None:
        """Snapshots before `micros` were lost: leave a number out, so that the table knows."""
        self._sequence += 1
        self._mask = ~mask  # whatever the levels were, these are news
        self.snapshot(micros, mask)

    def receive(self, data: bytes, micros: int) -> None:
        """Take bytes of the table, read at `micros`. Any bytes: damaged ones are dropped."""
        for message in self._deframer.feed(data):
            self._heard, self._silent = micros, False
            if type(message) is wire.Ask:
                self._ask(message, micros)
            elif type(message) is wire.Leave:
                self.left = self.left or message.word == wire.WORD
            elif self._token < 0:
                pass  # a question from before our restart
            elif type(message) is wire.Ping:
                times = micros, self._oldest(), self._sequence
                self._answer(wire.encode(wire.Pong(message.number, *times, self._revision)))
            elif type(message) is wire.Why:
                self._answer(self._restart)
            elif type(message) is wire.Ack:
                self._ack(message, micros)
            elif type(message) is wire.Lamps:
                self._revision, self._rhythms = message.revision, message.rhythms
                away = wire.ticks_diff(micros, message.micros) // 1000
                self._phase = (micros, (message.phase + away) % wire.PERIOD)

    def send(self, micros: int) -> bytes:
        """Return the bytes for the table. They count as sent."""
        out = self._answers
        self._answers = []
        if self._token >= 0:
            self._edges_due(out, micros)
        if wire.ticks_diff(micros, self._beat_at) >= 0:
            self._beat_at = (micros + HEARTBEAT) % wire.TICKS
            beat = wire.Heartbeat(self._nonce, micros, self._oldest(), self._sequence, self._mask)
            out.append(wire.encode(beat))
        return b"".join(out)

    def light(self, micros: int) -> "list[float]":
        """Brightness of each lamp at `micros`, 0 (dark) to 1."""
        since, phase = self._phase
        phase = (phase + wire.ticks_diff(micros, since) // 1000) % wire.PERIOD
        if wire.ticks_diff(micros, since) > wire.TICKS // 4:
            self._phase = (micros, phase)
        if not self._silent and wire.ticks_diff(micros, self._heard) > DARK:
            self._silent, self._rhythms = True, bytes(wire.SEATS)
            self._revision = (self._revision + 128) % 256  # no revision that the table sent last
        return [level(self._rhythms[seat], phase, seat) for seat in range(self.seats)]

    def idle(self) -> bool:
        """Return True if no table uses the hub now."""
        return self._silent

    # --- how ------------------------------------------------------------------------------------

    def _ask(self, asked: "wire.Ask", micros: int) -> None:
        if asked.protocol == wire.PROTOCOL and asked.token != self._token:
            self._token = asked.token
            self._edges = []
            self._base = self._mask
            self._sent = self._sequence
        hello = wire.Hello(
            wire.PROTOCOL, FIRMWARE, self._number, self._nonce, self.seats,
            asked.token, self._oldest(), micros, self._base,
        )  # fmt: skip
        self._answer(wire.encode(hello))

    def _ack(self, ack: "wire.Ack", micros: int) -> None:
        if ack.nonce != self._nonce or ack.sequence > self._sequence:
            return
        while self._edges and self._edges[0][0] < ack.sequence:
            self._base = self._edges.pop(0)[2]
            self._repeat_at = (micros + REPEAT) % wire.TICKS

    def _oldest(self) -> int:
        return self._edges[0][0] if self._edges else self._sequence

    def _answer(self, frame: bytes) -> None:
        if len(self._answers) < BURST:
            self._answers.append(frame)

    def _edges_due(self, out: "list[bytes]", micros: int) -> None:
        """The edges that were not sent yet; when an acknowledgement is overdue, all again."""
        if self._edges and self._edges[0][0] < self._sent:
            if wire.ticks_diff(micros, self._repeat_at) >= 0:
                self._sent = self._edges[0][0]
        else:
            self._repeat_at = (micros + REPEAT) % wire.TICKS
        count = 0
        for sequence, at, mask in self._edges:
            if sequence >= self._sent:
                if count == BURST:
                    break
                out.append(wire.encode(wire.Edge(sequence, at, mask)))
                self._sent = sequence + 1
                count += 1
        if count:
            self._repeat_at = (micros + REPEAT) % wire.TICKS


def restart(number: int, cause: int, text: str) -> "wire.Restart":
    """Return the message with the cause of a restart that has happened or is about to."""
    words = text.encode()[: wire.TEXT]
    return wire.Restart(number, cause, words + bytes(wire.TEXT - len(words)))


def level(rhythm: int, phase: int, seat: int) -> float:
    """Brightness of a lamp at `phase` (ms of wire.PERIOD), 0 to 1."""
    name = wire.RHYTHMS[rhythm] if rhythm < len(wire.RHYTHMS) else "off"
    if name == "dim":
        return DIM
    if name == "solid":
        return 1.0
    if name == "breathe":
        return DIM + (1 - DIM) * (1 - cos(pi * (phase % 2000) / 1000)) / 2
    if name == "flash":
        return 1.0 if phase % 400 < 200 else 0.0
    if name == "next":
        now = phase % 2000
        return 1.0 if now < 150 or 400 <= now < 550 else DIM
    if name == "walk":
        return 1.0 if phase % 800 < 400 else 0.0
    if name == "lose":
        return 1.0 if phase < 3000 and phase % 1000 < 500 else 0.0
    if name == "win":
        return 1.0 if phase % 800 // 200 == seat % 4 else DIM
    return 0.0
