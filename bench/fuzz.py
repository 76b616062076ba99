"""`python -m bench.fuzz`: the seat hub's parser against damaged bytes, at both ends of the wire.

Each input is given to a parser, and to the table's link and the board's core in the middle of a
session. Nothing may raise, and no message may come out that was not sent. Exits 1 if one does.
With `--guided` inputs are bred from those that reached new code, and a second parser says what
must come out of each.
"""

import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from appliance.core.signals import MS
from appliance.drivers.seat_hub import protocol as wire
from appliance.drivers.seat_hub.board import Board
from appliance.drivers.seat_hub.link import HubLink
from bench import machine
from bench.guided import Breed, Coverage, Seed, expected, pieces


@dataclass
class Found:
    """Results of the inputs: the number of each kind, and the first that broke a promise."""

    kinds: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    first: str = ""

    def note(self, kind: str, data: bytes, why: str) -> None:
        """A promise was broken."""
        self.wrong[kind] += 1
        self.first = self.first or f"{kind}: {data.hex(' ')}: {why}"


def message(chance: Random) -> tuple[Any, ...]:
    """Any message that either side may send."""
    micros, number = chance.randrange(wire.TICKS), chance.getrandbits(32)
    small, mask = chance.getrandbits(8), chance.getrandbits(16)
    return chance.choice((
        lambda: wire.Hello(
            wire.PROTOCOL, chance.randbytes(3), chance.randbytes(8), number, small,
            chance.getrandbits(32), small, micros, mask,
        ),
        lambda: wire.Edge(chance.choice((small, number)), micros, mask),
        lambda: wire.Pong(mask, micros, small, number, small),
        lambda: wire.Heartbeat(number, micros, small, small, mask),
        lambda: wire.Ask(chance.choice((wire.PROTOCOL, small)), number),
        lambda: wire.Ack(number, small),
        lambda: wire.Ping(mask),
        lambda: wire.Lamps(small, micros, mask, chance.randbytes(wire.SEATS)),
        lambda: wire.Restart(chance.choice((0, mask)), small, chance.randbytes(wire.TEXT)),
        lambda: wire.Why(mask),
        lambda: wire.Leave(chance.choice((wire.WORD, chance.randbytes(len(wire.WORD))))),
    ))()  # fmt: skip


# --- damage: gives the bytes, and the messages that may come out of them ----------------------

Input = tuple[bytes, list[tuple[Any, ...]]]


def noise(chance: Random) -> Input:
    """Bytes of no meaning, with as many 0x00 as a stream of frames has."""
    data = bytearray(chance.randbytes(chance.randrange(1, 120)))
    for place in range(len(data)):
        if chance.random() < 0.06:
            data[place] = 0
    return bytes(data), []


def flipped(chance: Random) -> Input:
    """One to eight flipped bits in a frame; every second time just one."""
    sent = message(chance)
    frame = bytearray(wire.encode(sent))
    for _ in range(1 if chance.random() < 0.5 else chance.randrange(2, 9)):
        place = chance.randrange(len(frame))
        frame[place] ^= 1 << chance.randrange(8)
    return bytes(frame) + b"\0", [sent] if bytes(frame) == wire.encode(sent) else []


def burst(chance: Random) -> Input:
    """Up to sixteen bits in a row replaced, as by a disturbance."""
    sent = message(chance)
    frame = wire.encode(sent)
    width = chance.randrange(2, 17)
    start = chance.randrange(8 * len(frame) - width)
    whole = int.from_bytes(frame, "big") ^ chance.getrandbits(width) << start
    data = whole.to_bytes(len(frame), "big")
    return data + b"\0", [sent] if data == frame else []


def cut(chance: Random) -> Input:
    """Bytes missing, put in or swapped in a row of frames; whole ones may come out."""
    sent = [message(chance) for _ in range(chance.randrange(1, 4))]
    data = bytearray(b"".join(wire.encode(message) for message in sent))
    for _ in range(chance.randrange(1, 4)):
        start = chance.randrange(len(data))
        match chance.randrange(3):
            case 0:
                del data[start : start + chance.randrange(1, 12)]
            case 1:
                data[start:start] = chance.randbytes(chance.randrange(1, 12))
            case _:
                place = chance.randrange(len(data))
                data[start], data[place] = data[place], data[start]
        if not data:
            data = bytearray(1)
    return bytes(data) + b"\0", sent


def forged(chance: Random) -> Input:
    """A right check around anything: only what says something known may come out."""
    payload = bytes((chance.randrange(13),)) + chance.randbytes(chance.randrange(50))
    data = wire.cobs(payload)
    frame = data + wire.check(data)
    kind = payload[0]
    allowed: list[tuple[Any, ...]] = []
    if kind == wire.HELLO and len(payload) > 1 and payload[1] != wire.PROTOCOL:
        allowed = [wire.Foreign(payload[1])]
    elif kind in wire.FORMATS and len(payload) == 1 + wire.SIZES[kind]:
        decoded = wire.decode(frame)
        allowed = [decoded] if decoded is not None and wire.encode(decoded) == frame + b"\0" else []
    return frame + b"\0", allowed


DAMAGE: tuple[Callable[[Random], Input], ...] = (noise, flipped, burst, cut, forged)


# --- the run --------------------------------------------------------------------------------------


def run(inputs: int, seed: int) -> Found:
    """Try `inputs`, as many of each kind."""
    chance, results = Random(seed), Found()
    link, board, now = _session(chance)
    for turn in range(inputs):
        damage = DAMAGE[turn % len(DAMAGE)]
        kind = damage.__name__
        data, allowed = damage(chance)
        results.kinds[kind] += 1
        try:
            for message in wire.Deframer().feed(data):
                if message not in allowed:
                    results.note(kind, data, f"out came {message}")
            now += MS
            _talk(link, board, data, now)
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            results.note(kind, data, repr(error))
            link, board, now = _session(chance)
        if link.refused:  # a forged Hello of another protocol is a right one to the parser
            link, board, now = _session(chance)
    return results


PACES = (*(MS,) * 12, 15 * MS, 60 * MS, 1300 * MS)
"""Gaps between two inputs in a session (ns); the last is too long a silence."""


def guided(inputs: int, seed: int) -> tuple[Found, Breed, Coverage]:
    """Try `inputs`, each made from earlier ones that reached new code."""
    chance, results, coverage = Random(seed), Found(), Coverage()
    breed = Breed(chance, message)
    link, board, now = _session(chance)
    for _ in range(inputs):
        child, now = breed.child(), now + chance.choice(PACES)
        if chance.random() < 0.2:  # a press, so that edges are under way too
            board.snapshot(now // 1000 % wire.TICKS, chance.getrandbits(11))
        results.kinds["guided"] += 1
        try:
            new = coverage.news(partial(_try, results, child, chance, talk=(link, board, now)))
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            results.note("guided", child.data, repr(error))
            new = True
        if new:
            breed.seeds.append(child)
        if link.refused or not link.ready or new:
            link, board, now = _session(chance)
    return results, breed, coverage


def _try(found: Found, one: Seed, chance: Random, talk: tuple[HubLink, Board, int]) -> None:
    """Give `one` to a parser, in pieces, and to both ends of a session."""
    parser, out = wire.Deframer(), list[tuple[Any, ...]]()
    for piece in pieces(one.data, chance):
        out += parser.feed(piece)
    right = expected(one.data)
    if out != [message for _, message in right]:
        found.note("guided", one.data, f"out came {out} and not {right}")
    for frame, message in right:
        if frame not in one.meant:
            found.note("guided", one.data, f"out came {message}, and nobody meant it")
    link, board, now = talk
    _talk(link, board, one.data, now)


def _talk(link: HubLink, board: Board, data: bytes, now: int) -> None:
    """Both ends hear `data`, and then each other."""
    micros = now // 1000 % wire.TICKS
    link.received(data, now)
    link.tick(now)
    board.receive(data + link.frames(), micros)
    link.received(board.send(micros), now)
    link.signals()


def _session(chance: Random) -> tuple[HubLink, Board, int]:
    link, board = HubLink(11), Board(bytes(8), chance.getrandbits(32), 11, 0, 0)
    now = 0
    link.opened(now)
    while not link.ready:
        now += MS
        link.tick(now)
        board.receive(link.frames(), now // 1000)
        link.received(board.send(now // 1000), now)
    return link, board, now


def report(args: Namespace) -> int:
    """Print the figures."""
    began = time.perf_counter()
    if args.guided:
        results, breed, coverage = guided(args.inputs, args.seed)
        print(f"\n{len(breed.seeds)} inputs reached something new")
        print(*coverage.told(), sep="\n")
    else:
        results = run(args.inputs, args.seed)
    print(f"\n{args.inputs} inputs, seed {args.seed}, {time.perf_counter() - began:.0f} s")
    for kind, count in results.kinds.items():
        print(f"  {kind:10} {count:9}   wrongly accepted or raised: {results.wrong[kind]}")
    if results.first:
        print(results.first, file=sys.stderr)
    return 1 if results.first else 0


if __name__ == "__main__":
    OPTION = machine.option("--guided", action="store_true", help="bred inputs: ten times slower")
    sys.exit(machine.run(report, {"inputs": 1_000_000, "seed": 1}, OPTION))
