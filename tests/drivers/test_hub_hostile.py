"""Hostile boards at the other end of the hub's cable, against the driver as the table opens it.

Whatever they send, nothing is raised, and the table either hears its buzzers or says that the hub
is lost; as soon as a good board is there again, a press of it is heard.
"""

from collections.abc import Callable
from itertools import count
from random import Random

import pytest

from appliance.core.signals import MS, SECOND, DriverBack, DriverLost, Edge, EdgesLost, Signal
from appliance.drivers.seat_hub import protocol as wire
from appliance.drivers.seat_hub.driver import Hub, Settings
from appliance.drivers.seat_hub.mock import MockHub

HUGE = (1 << 32) - 1
SEATS = 4
FAULT = b"\xff{x}\x1b[2J".ljust(wire.TEXT, b"\0")

Hostile = Callable[[bytes, Random, int], bytes]
"""What the table reads, of what a good board sent: with a chance, and the number of the look."""


def frames(sent: bytes) -> list[bytes]:
    return [part + b"\0" for part in sent.split(b"\0")[:-1]]


def as_said(sent: bytes, change: Callable[[tuple[object, ...]], tuple[object, ...]]) -> bytes:
    """The same frames with other messages in them."""
    said = wire.Deframer().feed(sent)
    return b"".join(wire.encode(change(one)) for one in said if not isinstance(one, wire.Foreign))


def numbered(one: tuple[object, ...], **fields: int) -> tuple[object, ...]:
    known = {name: value for name, value in fields.items() if name in getattr(one, "_fields", ())}
    return one._replace(**known) if known else one  # type: ignore[attr-defined]


def jumping(by: int) -> Hostile:
    def board(sent: bytes, _: Random, look: int) -> bytes:
        shift = by * (look // 100)
        return as_said(
            sent,
            lambda one: numbered(one, micros=(getattr(one, "micros", 0) + shift) % wire.TICKS),
        )

    return board


def replaying() -> Hostile:
    old = list[bytes]()

    def board(sent: bytes, chance: Random, _: int) -> bytes:
        old.extend(frames(sent))
        del old[:-400]
        return sent + b"".join(chance.choice(old) for _ in range(3) if old)

    return board


def forging(sent: bytes, chance: Random, _: int) -> bytes:
    number = chance.choice((0, 1, 5, 1000, 1 << 31, HUGE, chance.getrandbits(32)))
    edge = wire.Edge(number, chance.randrange(wire.TICKS), chance.getrandbits(16))
    return sent + wire.encode(edge)


HOSTILE: dict[str, Hostile] = {
    "silent": lambda _sent, _chance, _look: b"",
    "garbage": lambda _sent, chance, _look: chance.randbytes(60),
    "flood of noughts": lambda sent, _chance, _look: bytes(60) + sent,
    "flood of edges": lambda sent, chance, look: sent
    + b"".join(
        wire.encode(wire.Edge(look * 3 + one, chance.randrange(wire.TICKS), one & 15))
        for one in range(3)
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
        one[: len(one) // 2] + b"\0" for one in frames(sent)
    ),
    "every frame thrice": lambda sent, _chance, _look: b"".join(3 * one for one in frames(sent)),
    "forged numbers": forging,
    "replays old frames": replaying(),
    "restarts each look": lambda sent, _chance, look: as_said(
        sent, lambda one: numbered(one, nonce=look)
    ),
    "says that it fails": lambda sent, _chance, _look: sent
    + wire.encode(wire.Restart(wire.UNASKED, wire.FAULT, FAULT)),
}  # fmt: skip


def near(one: int, other: int) -> bool:
    return abs(one - other) < 2 * MS


class Wire(MockHub):
    """A good board, and somebody on its cable."""

    hostile: Hostile | None = None
    deaf = False
    echo = False

    def __init__(self) -> None:
        super().__init__(seats=11)
        self._dice, self._look, self._heard = Random(7), count(), b""

    def read(self) -> bytes:
        sent = super().read()
        if self.hostile is not None:
            sent = self.hostile(sent, self._dice, next(self._look))
        if self.echo:
            sent, self._heard = sent + self._heard, b""
        return sent

    def write(self, data: bytes) -> None:
        self._heard = data
        if not self.deaf:
            super().write(data)


class Served:
    """A hub of a table, and what the table is told."""

    def __init__(self) -> None:
        self.wire, self.told = Wire(), list[Signal]()
        self.hub = Hub(Settings(), SEATS, self.wire.clock, self.wire)
        self.hub.open(self.told.append)

    def wait(self, ns: int) -> None:
        self.wire.run(self.wire.now + ns)

    def press(self, buzzer: int) -> bool:
        """Whether a press is heard, with its own time."""
        at = self.wire.now
        self.wire.move(buzzer, down=True)
        self.wait(80 * MS)
        self.wire.move(buzzer, down=False)
        self.wait(80 * MS)
        return any(
            isinstance(one, Edge)
            and one.down
            and one.buzzer == buzzer
            and abs(one.at - at) < 2 * MS
            for one in self.told
        )

    @property
    def lost(self) -> bool:
        known = [one for one in self.told if isinstance(one, (DriverLost, DriverBack))]
        return bool(known) and isinstance(known[-1], DriverLost)

    def warned(self, at: int) -> bool:
        """Whether the table knows that a press at `at` may be missing."""
        return any(isinstance(one, EdgesLost) and one.since <= at <= one.at for one in self.told)

    def heals(self) -> None:
        """The board is a good one again, from its next start on."""
        self.wire.hostile, self.wire.deaf, self.wire.echo = None, False, False
        self.wire.unplug()
        self.wait(2 * SECOND)
        self.wire.plug()
        self.wait(4 * SECOND)
        assert not self.lost
        assert self.press(1)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", [*HOSTILE, "stops reading", "echoes"])
def test_the_table_plays_on_or_says_that_the_hub_is_lost(kind: str) -> None:
    served = Served()
    assert served.press(0)
    served.wire.hostile = HOSTILE.get(kind)
    served.wire.deaf, served.wire.echo = kind == "stops reading", kind == "echoes"
    for turn in range(4):
        at = served.wire.now
        heard = served.press(turn % SEATS)
        served.wait(1500 * MS)
        assert heard or served.lost or served.warned(at)
    served.heals()
