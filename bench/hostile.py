"""`python -m bench.hostile`: hostile boards at the other end of the hub's cable.

The driver is the table's own, as it opens it; its board is the simulated one, and an attacker on
its cable changes its messages. Nothing may ever be raised. Each press is heard, or the table says
that the hub is lost or that it may have missed one; and as soon as a good board is back, presses
are heard. Counted are the frames that the driver has read from a hostile board: the bytes before a
0x00. Exits 1 where a promise was broken.
"""

import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random

from appliance.core.signals import MS, SECOND, DriverBack, DriverLost, Edge, EdgesLost, Signal
from appliance.drivers.seat_hub import protocol as wire
from appliance.drivers.seat_hub.driver import Hub, Settings
from appliance.drivers.seat_hub.mock import MockHub
from appliance.errors import DriverError
from bench import machine
from bench.fuzz import message

HUGE = (1 << 32) - 1
SEATS = 4
FAULT = b"\xff{x}\x1b[2J".ljust(wire.TEXT, b"\0")

Hostile = Callable[[bytes, Random, int], bytes]
"""The table's bytes, from a good board's: with a chance, and the number of the look."""


def frames(sent: bytes) -> list[bytes]:
    """The frames of what was sent, each with its 0x00."""
    return [part + b"\0" for part in sent.split(b"\0")[:-1]]


def as_said(sent: bytes, change: Callable[[tuple[object, ...]], tuple[object, ...]]) -> bytes:
    """The same frames with other messages in them."""
    messages = wire.Deframer().feed(sent)
    return b"".join(
        wire.encode(change(message))
        for message in messages
        if not isinstance(message, wire.Foreign)
    )


def numbered(one: tuple[object, ...], **fields: int) -> tuple[object, ...]:
    """The same message with these numbers, of the fields that it has."""
    known = {name: value for name, value in fields.items() if name in getattr(one, "_fields", ())}
    return one._replace(**known) if known else one  # type: ignore[attr-defined]


def jumping(by: int) -> Hostile:
    """A board whose clock jumps by some microseconds now and then."""

    def board(sent: bytes, _: Random, look: int) -> bytes:
        shift = by * (look // 100)
        return as_said(
            sent,
            lambda one: numbered(one, micros=(getattr(one, "micros", 0) + shift) % wire.TICKS),
        )

    return board


def replaying() -> Hostile:
    """Frames of before come again and again."""
    old = list[bytes]()

    def board(sent: bytes, chance: Random, _: int) -> bytes:
        old.extend(frames(sent))
        del old[:-400]
        return sent + b"".join(chance.choice(old) for _ in range(3) if old)

    return board


def forging(sent: bytes, chance: Random, _: int) -> bytes:
    """Edges of any number."""
    number = chance.choice((0, 1, 5, 1000, 1 << 31, HUGE, chance.getrandbits(32)))
    edge = wire.Edge(number, chance.randrange(wire.TICKS), chance.getrandbits(16))
    return sent + wire.encode(edge)


def raving(sent: bytes, chance: Random, _: int) -> bytes:
    """The session's own messages, with numbers in them that mean nothing.

    The stamp and the levels of an edge stay true, as no driver could detect such lies.
    """

    def change(one: tuple[object, ...]) -> tuple[object, ...]:
        wide = {"sequence": 32, "oldest": 32, "micros": 32, "number": 16, "lamps": 8}
        if isinstance(one, wire.Edge):
            del wide["micros"]
        chosen = chance.choice(list(wide))
        number = chance.choice((0, 1, 255, HUGE, chance.getrandbits(32)))
        return numbered(one, **{chosen: number % (1 << wide[chosen])})

    return as_said(sent, change)


HOSTILE: dict[str, Hostile] = {
    "silent": lambda _sent, _chance, _look: b"",
    "garbage": lambda _sent, chance, _look: chance.randbytes(60),
    "flood of noughts": lambda sent, _chance, _look: bytes(60) + sent,
    "flood of edges": lambda sent, chance, look: sent
    + b"".join(
        wire.encode(wire.Edge(look * 3 + part, chance.randrange(wire.TICKS), part & 15))
        for part in range(3)
    ),
    "other protocol": lambda sent, _chance, _look: sent
    + wire.encode(wire.Hello(9, bytes(3), bytes(8), 1, 11, 1, 0, 0, 0)),
    "too few seats": lambda sent, _chance, _look: as_said(sent, lambda one: numbered(one, seats=1)),
    "clock jumps ahead": jumping(30_000_000),
    "clock jumps back": jumping(-30_000_000),
    "number 2^32 - 1": lambda sent, _chance, _look: as_said(
        sent, lambda one: numbered(one, sequence=HUGE, oldest=HUGE)
    ),
    "endless line": lambda _sent, _chance, _look: b"x" * 300,
    "half frames": lambda sent, _chance, _look: b"".join(
        frame[: len(frame) // 2] + b"\0" for frame in frames(sent)
    ),
    "every frame thrice": lambda sent, _chance, _look: b"".join(3 * each for each in frames(sent)),
    "forged numbers": forging,
    "replays old frames": replaying(),
    "any message": lambda sent, chance, _look: sent
    + b"".join(wire.encode(message(chance)) for _ in range(3)),
    "numbers that mean nothing": raving,
    "restarts each look": lambda sent, _chance, look: as_said(
        sent, lambda one: numbered(one, nonce=look)
    ),
    "says that it fails": lambda sent, _chance, _look: sent
    + wire.encode(wire.Restart(wire.UNASKED, wire.FAULT, FAULT)),
}  # fmt: skip
"""Boards by their behaviour. Two more are the cable's: it STOPS, or it ECHOES."""

STOPS, ECHOES = "stops reading", "echoes"
KINDS = (*HOSTILE, STOPS, ECHOES)


class Wire(MockHub):
    """A good board, and an attacker of a `kind` on its cable; "" leaves it alone."""

    kind = ""

    def __init__(self, seed: int) -> None:
        super().__init__(seats=11)
        self.read_frames = 0
        self._dice, self._look, self._heard = Random(seed), count(), b""

    def read(self) -> bytes:
        """Return the received bytes, tampered with."""
        sent = super().read()
        if hostile := HOSTILE.get(self.kind):
            sent = hostile(sent, self._dice, next(self._look))
        elif self.kind == ECHOES:
            sent, self._heard = sent + self._heard, b""
        if self.kind:
            self.read_frames += sum(map(bool, sent.split(b"\0")[:-1]))
        return sent

    def write(self, data: bytes) -> None:
        """Send `data`, if it has a reader."""
        self._heard = data
        if self.kind != STOPS:
            super().write(data)


class Witness(Hub):
    """A hub that tells what was raised in it, before it makes a lost hub of that."""

    raised: Counter[str]

    def _exchange(self) -> None:
        try:
            super()._exchange()
        except (DriverError, OSError):
            raise
        except Exception as error:
            self.raised[repr(error)] += 1
            raise


class Served:
    """A hub of a table, and its reports to the table."""

    def __init__(self, seed: int = 7) -> None:
        self.wire, self.told = Wire(seed), list[Signal]()
        self.hub = Witness(Settings(), SEATS, self.wire.clock, self.wire)
        self.hub.raised = Counter()
        self.hub.open(self.told.append)

    def wait(self, ns: int) -> None:
        """Let time go on."""
        self.wire.run(self.wire.now + ns)

    def press(self, buzzer: int) -> bool:
        """Return True if the table hears a press at its own time."""
        at = self.wire.now
        self.wire.move(buzzer, down=True)
        self.wait(80 * MS)
        self.wire.move(buzzer, down=False)
        self.wait(80 * MS)
        return any(
            isinstance(signal, Edge)
            and signal.down
            and signal.buzzer == buzzer
            and abs(signal.at - at) < 2 * MS
            for signal in self.told
        )

    @property
    def lost(self) -> bool:
        """Return True if the table reports a lost hub."""
        known = [signal for signal in self.told if isinstance(signal, (DriverLost, DriverBack))]
        return bool(known) and isinstance(known[-1], DriverLost)

    def warned(self, at: int) -> bool:
        """Return True if the table knows that a press at `at` may be missing."""
        return any(
            isinstance(signal, EdgesLost) and signal.since <= at <= signal.at
            for signal in self.told
        )

    def plays_on(self, kind: str) -> str:
        """A hostile board for some seconds, with presses, and a good one again; what went wrong."""
        self.wire.kind = kind
        for turn in range(4):
            at = self.wire.now
            heard = self.press(turn % SEATS)
            self.wait(1500 * MS)
            if not (heard or self.lost or self.warned(at)):
                return "a press was lost without a word"
        self.wire.kind = ""
        self.wire.unplug()
        self.wait(2 * SECOND)
        self.wire.plug()
        self.wait(4 * SECOND)
        if self.lost:
            return "the hub stays lost"
        return "" if self.press(1) else "the hub is back and deaf"


@dataclass
class Found:
    """Results: the frames of each kind, and the faults."""

    frames: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)


def besiege(frames_at_least: int, seed: int) -> Found:
    """Let all kinds take turns until at least that number of hostile frames was read."""
    results = Found()
    for turn in count():
        if results.frames.total() >= frames_at_least:
            return results
        for kind in KINDS:
            served = Served(seed * 1000 + turn)
            if wrong := served.plays_on(kind):
                results.wrong[f"{kind}: {wrong}"] += 1
            results.frames[kind] += served.wire.read_frames
            for error, times in served.hub.raised.items():
                results.wrong[f"{kind}: {error}"] += times
    return results


def report(args: Namespace) -> int:
    """Feed them, and print the results."""
    began = time.process_time()
    results = besiege(args.frames, args.seed)
    for kind in KINDS:
        print(f"  {kind:26} {results.frames[kind]:9,} frames")
    took = time.process_time() - began
    print(f"{results.frames.total():,} hostile frames in {took:.0f} s of the processor")
    for wrong, times in results.wrong.items():
        print(f"WRONG, {times} times: {wrong}")
    print("nothing was raised, and no table was deaf" if not results.wrong else "")
    return int(bool(results.wrong))


if __name__ == "__main__":
    sys.exit(machine.run(report, {"frames": 1_000_000, "seed": 7}))
