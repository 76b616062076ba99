"""A simulated seat hub in virtual time: the firmware's own core behind a wire that misbehaves.

It replaces the serial port below Hub and HubLamps. It is unplugged and plugged in, its program
fails or hangs, it restarts (and its USB port goes away meanwhile); frames are delayed, lost,
garbled, forged or come twice; its crystal is off, and its clock wraps at any chosen time.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from appliance.core.signals import MS
from appliance.drivers.seat_hub import protocol as wire
from appliance.drivers.seat_hub.board import Board, restart

LOOK_STEP = 2 * MS
"""Interval (ns) at which host and board read the wire, besides presses."""

BOOT = 700 * MS
"""Time from power to the first message of a board; its port appears after half this time."""

LAST_WORDS = 1000 * MS
"""Time for which a failed program reports its fault, as `seat_hub/ending.py` does."""

WATCHDOG_WAIT = 3000 * MS
"""Time after which the watchdog resets a program that hangs, as in the firmware's main.py."""


@dataclass(frozen=True, slots=True)
class Faults:
    """Faults of the wire in either direction: shares of all frames, and a delay in ns."""

    lost: float = 0.0
    twice: float = 0.0
    garbled: float = 0.0
    delay: tuple[int, int] = (0, 0)


class MockHub:
    """A board, its buzzers and lamps, and the cable. Implements SerialLine; `now` is in ns.

    `drift` is the ppm by which the board's crystal is fast, `micros` its clock at first; `boards`
    makes another core than the one of this process.
    """

    def __init__(
        self,
        now: int = 0,
        *,
        seats: int = 11,
        chance: Random | None = None,
        faults: Faults | None = None,
        drift: int = 0,
        micros: int = 0,
        boards: Callable[[bytes, int, int, int, int], Board] = Board,
    ) -> None:
        self.now = now
        self.faults, self.drift = faults or Faults(), drift
        self.plugged = True
        self.hangs_until = 0
        self._chance = chance or Random(0)
        self._seats, self._boards = seats, boards
        self._mask = 0
        self._missed = self._opened = False
        self._began = self._starts_at = self._port_at = self._words_at = now
        self._micros = micros
        self._resets: tuple[int, int, str] | None = None  # time, cause and text of the reset
        self._turn: Callable[[], None] | None = None
        self._to_table: deque[tuple[int, bytes]] = deque()
        self._to_board: deque[tuple[int, bytes]] = deque()
        self._board = self._boot()

    def clock(self) -> int:
        """The table's clock, ns."""
        return self.now

    # --- hands and eyes -------------------------------------------------------------------------

    def move(self, buzzer: int, down: bool, *, missed: bool = False) -> None:
        """Close (`down`) or open the contact of `buzzer` now.

        A change that is `missed` is lost; the board notices at its next look, which comes before
        its next answer, as in the firmware's service.py.
        """
        bit = 1 << buzzer
        self._mask = self._mask | bit if down else self._mask & ~bit
        self._missed |= missed
        self._snapshot()

    def bright(self, buzzer: int) -> float:
        """Brightness of the lamp of `buzzer` now, 0 to 1."""
        return self._board.light(self.micros())[buzzer] if self.plugged else 0.0

    def micros(self) -> int:
        """Time of the board's clock."""
        away = self.now - self._began
        return (self._micros + (away + away * self.drift // 1_000_000) // 1000) % wire.TICKS

    # --- faults ---------------------------------------------------------------------------------

    def unplug(self) -> None:
        """Pull the cable; the board has no power then."""
        self.plugged, self._opened, self._resets = False, False, None
        self._to_board.clear()
        self._to_table.clear()

    def plug(self) -> None:
        """Put the cable back."""
        if not self.plugged:
            self.plugged = True
            self.reset(wire.POWER)

    def reset(self, cause: int = wire.ASKED, text: str = "", *, port_stays: bool = False) -> None:
        """Restart the board with another nonce and its clock at 0.

        Its own USB port goes away meanwhile; the port of an adapter stays.
        """
        self._to_board.clear()
        self._to_table.clear()
        self._began, self._micros = self.now, 0
        self._starts_at = self.now + BOOT
        self.hangs_until, self._resets = 0, None
        if not port_stays:
            self._opened, self._port_at = False, self.now + BOOT // 2
        self._board = self._boot()
        self._board.began(cause, text)

    def fail(self, text: str) -> None:
        """Let the program fail: it reports its fault, and the board restarts."""
        self._words_at = self.now
        self.hangs_until = self._starts_at = self.now + 2 * LAST_WORDS
        self._resets = (self.now + LAST_WORDS, wire.FAULT, text)

    def hang(self) -> None:
        """The program hangs, until the watchdog resets the board."""
        self.hangs_until = self.now + 2 * WATCHDOG_WAIT
        self._resets = (self.now + WATCHDOG_WAIT, wire.WATCHDOG, "")

    def forge(self, message: tuple[object, ...], *, to_board: bool = False) -> None:
        """Put a forged frame on the cable."""
        self._send(self._to_board if to_board else self._to_table, wire.encode(message))

    def overrun(self) -> None:
        """Let the board read its pins too late: it loses changes and continues."""
        self._missed = False
        self._board.overrun(self.micros(), self._mask)

    # --- time -----------------------------------------------------------------------------------

    def run(self, until: int) -> None:
        """Advance the time; the board and its user have their turns."""
        while self.now < until:
            self.now = min(until, self.now + LOOK_STEP)
            self.exchange()

    def exchange(self) -> None:
        """The board's turn, the table's, and the board's again, now."""
        for _ in range(2):
            self._board_turn()
            if self._turn is not None:
                self._turn()

    def _board_turn(self) -> None:
        if self.plugged and self._resets is not None:
            self._end(*self._resets)
        if not self.plugged or self.now < max(self._starts_at, self.hangs_until):
            return
        micros = self.micros()
        if self._missed:
            self.overrun()
        self._snapshot()  # a contact that was closed when the board started
        self._board.receive(self._take_arrived(self._to_board), micros)
        self._send(self._to_table, self._board.send(micros))

    def _end(self, at: int, cause: int, text: str) -> None:
        """End as a board does after its program has failed or hung."""
        if self.now >= at:
            self.reset(cause, text)
        elif cause == wire.FAULT and self.now >= self._words_at:
            self._words_at = self.now + LAST_WORDS // 10
            self._send(self._to_table, wire.encode(restart(wire.UNASKED, cause, text)))

    def _snapshot(self) -> None:
        if self.plugged and self.now >= self._starts_at and not self._missed:
            self._board.snapshot(self.micros(), self._mask)

    def _boot(self) -> Board:
        nonce = self._chance.getrandbits(32)
        return self._boards(b"MOCKHUB\x01", nonce, self._seats, self.micros(), self._mask)

    def _send(self, way: deque[tuple[int, bytes]], data: bytes) -> None:
        chance, faults = self._chance, self.faults
        for frame in data.split(b"\0")[:-1]:
            sent = frame + b"\0"
            if faults.lost and chance.random() < faults.lost:
                continue
            if faults.garbled and chance.random() < faults.garbled:
                sent = _garble(sent, chance)
            if faults.twice and chance.random() < faults.twice:
                sent += frame + b"\0"
            at = self.now + (chance.randint(*faults.delay) if faults.delay[1] else 0)
            way.append((max(at, way[-1][0] if way else at), sent))

    # --- the port -------------------------------------------------------------------------------

    def open(self) -> None:
        """Open the port."""
        if not self.plugged or self.now < self._port_at:
            raise FileNotFoundError("no such device")
        self._to_table.clear()
        self._opened = True

    def read(self) -> bytes:
        """Return the received bytes; time passes while a caller waits for the first answer."""
        self._require_port()
        data = self._take_arrived(self._to_table)
        if not data and self._turn is None:
            self.now += LOOK_STEP
            self._board_turn()
            data = self._take_arrived(self._to_table)
        return data

    def write(self, data: bytes) -> None:
        """Send `data`."""
        self._require_port()
        self._send(self._to_board, data)
        self._board_turn()

    def close(self) -> None:
        """Let the port go."""
        self._opened = False

    def serve(self, turn: Callable[[], None] | None) -> None:
        """Let `run` call `turn`."""
        self._turn = turn

    def _take_arrived(self, way: deque[tuple[int, bytes]]) -> bytes:
        """Return the bytes that have reached that end of the cable."""
        parts = []
        while way and way[0][0] <= self.now:
            parts.append(way.popleft()[1])
        return b"".join(parts)

    def _require_port(self) -> None:
        if not (self.plugged and self._opened):
            raise OSError("the device is gone")


def _garble(frame: bytes, chance: Random) -> bytes:
    """Bits flipped, or bytes cut out."""
    damaged = bytearray(frame)
    if chance.random() < 0.3:
        place = chance.randrange(len(damaged))
        del damaged[place : place + chance.randint(1, 4)]
    else:
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
    return bytes(damaged)
