"""Inputs for the seat hub's parser that are bred: what reaches new code is kept and changed again.

`sys.settrace` measures coverage, so the standard library is enough. A second parser, written
from the description alone, says what must come out of any bytes.
"""

import binascii
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from struct import calcsize, unpack
from types import CodeType, FrameType, ModuleType
from typing import Any

from appliance.drivers.seat_hub import board as hub_board
from appliance.drivers.seat_hub import clock as hub_clock
from appliance.drivers.seat_hub import link as hub_link
from appliance.drivers.seat_hub import protocol as wire

WATCHED: tuple[ModuleType, ...] = (wire, hub_board, hub_link, hub_clock)
"""The code that bytes from the cable can reach, at both ends."""

LONGEST_FRAME = 106
"""Bytes; what is longer is no frame, says the description."""

LONGEST = 200
"""Inputs are cut here (bytes): a few frames, and more than a parser keeps of one."""

Message = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Seed:
    """Bytes for a parser, and their intended frames: only these may count."""

    data: bytes
    meant: frozenset[bytes]


class Coverage:
    """Code that ran under watch: pairs of successive lines, and about how often each ran."""

    def __init__(self, modules: tuple[ModuleType, ...] = WATCHED) -> None:
        self._names = {str(module.__file__): module.__name__ for module in modules}
        self._all: set[object] = set()
        self._now: Counter[tuple[CodeType, int, int]] = Counter()
        self._line = 0
        self.lines: set[tuple[str, int]] = set()

    def news(self, call: Callable[[], object]) -> bool:
        """Run `call`, watched; whether it did anything that none before it did."""
        self._now.clear()
        before = sys.gettrace()
        sys.settrace(self._enter)
        try:
            call()
        finally:
            sys.settrace(before)
        arcs = {(arc, count.bit_length()) for arc, count in self._now.items()}
        self.lines |= {(self._names[arc[0].co_filename], arc[2]) for arc in self._now}
        new = not arcs <= self._all
        self._all |= arcs
        return new

    def _enter(self, frame: FrameType, _event: str, _arg: object) -> Any:  # noqa: ANN401 - settrace's
        return self._step if frame.f_code.co_filename in self._names else None

    def _step(self, frame: FrameType, event: str, _arg: object) -> Any:  # noqa: ANN401
        if event == "line":
            self._now[frame.f_code, self._line, frame.f_lineno] += 1
            self._line = frame.f_lineno
        return self._step

    def told(self) -> Iterator[str]:
        """Report the covered share of each module's functions, and the uncovered lines."""
        for file, name in self._names.items():
            with open(file, encoding="utf-8") as source:  # noqa: PTH123 - a module's own file
                every = set(_lines(compile(source.read(), file, "exec"), inside=False))
            reached = {line for module, line in self.lines if module == name} & every
            missed = ", ".join(map(str, sorted(every - reached))) or "none"
            yield f"{name}: {len(reached)} of {len(every)} lines; not reached: {missed}"


def _lines(code: CodeType, *, inside: bool) -> Iterator[int]:
    """The lines of all functions in `code`, without those of their definitions."""
    if inside and not code.co_name.startswith("<"):
        yield from (line for _, _, line in code.co_lines() if line and line != code.co_firstlineno)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inside = constant.co_flags & 1 == 1  # CO_OPTIMIZED: no class body
            yield from _lines(constant, inside=inside)


# --- what must come out ------------------------------------------------------------------------


def expected(data: bytes) -> list[tuple[bytes, Message]]:
    """The frames in `data` that count, and what they say, as the description has them."""
    decoded = ((frame, _message(frame)) for frame in data.split(b"\0")[:-1])
    return [(frame, message) for frame, message in decoded if message is not None]


def checked(body: bytes) -> bytes:
    """The check of a frame's `body`: CRC-16, then a sum of sums in 12 bits; 7 bits to a byte."""
    sums = sum((len(body) - place) * byte for place, byte in enumerate(body)) % 4096
    checksum = binascii.crc_hqx(body, 0xFFFF) * 4096 + sums
    return bytes(128 + checksum // 128**place % 128 for place in (3, 2, 1, 0))


def _message(frame: bytes) -> Message | None:
    body, check = frame[:-4], frame[-4:]
    if len(frame) > LONGEST_FRAME or not body or check != checked(body):
        return None
    payload = b""
    while body:
        length = body[0]
        if length > len(body):
            return None
        payload += body[1:length]
        body = body[length:]
        payload += b"\0" if body else b""
    if not payload or payload[0] not in wire.FORMATS:
        return None
    cls, fields = wire.FORMATS[payload[0]]
    if cls is wire.Hello and len(payload) > 1 and payload[1] != wire.PROTOCOL:
        return wire.Foreign(payload[1])
    if len(payload) != 1 + calcsize(fields):
        return None
    message: Message = cls(*unpack(fields, payload[1:]))
    return None if getattr(message, "micros", 0) >= wire.TICKS else message


# --- breeding ------------------------------------------------------------------------------------


@dataclass
class Breed:
    """Seeds, and children of them."""

    chance: Random
    fresh: Callable[[Random], Message]
    """Draws any message."""
    seeds: list[Seed] = field(default_factory=list)
    ever: set[bytes] = field(default_factory=set)
    """Every frame that was ever meant: one change may break it, and the next restore it."""

    def child(self) -> Seed:
        """Another input: a seed with some changes, or something quite new."""
        if not self.seeds or self.chance.random() < 0.02:
            frame = wire.encode(self.fresh(self.chance))
            self.ever.add(frame[:-1])
            return Seed(frame, frozenset((frame[:-1],)))
        seed = self._any()
        for _ in range(self.chance.choice((1, 1, 2, 4))):
            seed = self.chance.choice((self._bytes, self._bytes, self._spliced, self._mended))(seed)
        data = seed.data[:LONGEST]
        return Seed(data, frozenset(data.split(b"\0")) & self.ever)

    def _any(self) -> Seed:
        """Every second time one of the newest: they lead to what is new."""
        newest = self.seeds[-16:] if self.chance.random() < 0.5 else self.seeds
        return self.chance.choice(newest)

    def _bytes(self, seed: Seed) -> Seed:
        """Bits flipped; bytes put in, cut out, doubled or replaced."""
        chance, data = self.chance, bytearray(seed.data or b"\0")
        place = chance.randrange(len(data))
        match chance.randrange(5):
            case 0:
                data[place] ^= 1 << chance.randrange(8)
            case 1:
                data[place] = chance.choice((0, 1, 2, 0x7F, 0x80, 0xFF, chance.randrange(256)))
            case 2:
                del data[place : place + chance.randint(1, 8)]
            case 3:
                data[place:place] = chance.randbytes(chance.randint(1, 8))
            case _:
                data[place:place] = data[place : place + chance.randint(1, 80)]
        return Seed(bytes(data), seed.meant)

    def _spliced(self, seed: Seed) -> Seed:
        """The beginning of one and the end of another."""
        partner = self._any()
        cut = self.chance.randint(0, len(seed.data))
        end = self.chance.randint(0, len(partner.data))
        return Seed(seed.data[:cut] + partner.data[end:], seed.meant | partner.meant)

    def _mended(self, seed: Seed) -> Seed:
        """One frame gets the check that fits it: it is meant now, whatever it says."""
        frames = seed.data.split(b"\0")
        place = self.chance.randrange(len(frames))
        body = frames[place][:-4] or self.chance.randbytes(3).replace(b"\0", b"\1")
        frames[place] = body + checked(body)
        self.ever.add(frames[place])
        if place == len(frames) - 1:
            frames.append(b"")
        return Seed(b"\0".join(frames), seed.meant | {frames[place]})


def pieces(data: bytes, chance: Random) -> Iterator[bytes]:
    """`data` as a port may give it: whole, or in pieces."""
    while data:
        size = len(data) if chance.random() < 0.5 else chance.randint(1, len(data))
        yield data[:size]
        data = data[size:]
