"""The hub's PIO program on an emulated RP2040: assembled by MicroPython's rp2.py, run by rp2040js.

`make hub-chip-test` fetches both and runs this. State machine, DMA and pins are set up by the
register writes that MicroPython 1.25 makes for pins.py (ports/rp2/rp2_pio.c and rp2_dma.c);
check_board.py compares them with what a whole MicroPython on the emulated chip really writes.
"""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from chip_room import EMULATOR, MICROPYTHON, RP2_PY, Room, assembled, needs
from chip_trains import (
    PINS,
    RELEASED,
    TRAIN,
    Change,
    Verdict,
    compare,
    lamps,
    levels,
    train,
)

PIO, DMA, PADS, RING = 0x5020_0000, 0x5000_0000, 0x4001_C000, 0x2000_4000
FDEBUG, FLEVEL, RXF0, MEMORY = PIO + 0x08, PIO + 0x0C, PIO + 0x20, PIO + 0x48
CLKDIV, EXECCTRL, SHIFTCTRL, INSTR, PINCTRL = (PIO + at for at in (0xC8, 0xCC, 0xD0, 0xD8, 0xDC))
RING_BITS = 13
COUNT = 0x0FFF_FFFF
CONTROL = 1 | 2 << 2 | 1 << 5 | RING_BITS << 6 | 1 << 10 | 4 << 15 | 1 << 21
"""Enabled, words, the write address counts up and goes round; paced by PIO 0's first receiver."""

PAD = 0x5A
"""Input on, pull-up on, Schmitt trigger."""

WINDOW = (0.8, 1.9)
"""A stamp minus the true time (us): the look that sees a change is stamped when it ends."""

TRAINS = 10_000
AT_ONCE = 250


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    needs(EMULATOR)
    room = Room()
    yield room
    room.close()


@pytest.fixture(scope="module")
def program() -> dict[str, Any]:
    needs(EMULATOR, MICROPYTHON, RP2_PY)
    return assembled()


class Looker:
    """The program running, and its stamps."""

    def __init__(
        self, room: Room, program: dict[str, Any], words: list[int], pins: int = RELEASED
    ) -> None:
        self._room = room
        call = room.call
        call("power")
        call("drive", [[0, pins]])
        call("wait", 1)
        for pin in range(2 * PINS):
            call("write", PADS + 4 + 4 * pin, PAD)
        offset = 32 - len(words)  # the SDK fills a PIO's memory from its end
        for place, word in enumerate(words):
            jump = word >> 13 == 0
            call("write", MEMORY + 4 * (offset + place), word + (offset if jump else 0))
        call("write", CLKDIV, 5 << 16)
        call("write", EXECCTRL, program["execctrl"] + (offset << 12) + (offset << 7))
        call("write", SHIFTCTRL, program["shiftctrl"])
        call("write", PINCTRL, 0)
        call("write", INSTR, offset)
        for register, value in ((0x0, RXF0), (0x4, RING), (0x8, COUNT), (0xC, CONTROL)):
            call("write", DMA + register, value)
        for word in program["first"]:
            call("write", INSTR, word)
        self._began = call("micros")
        call("write", PIO, 1)
        self._half: list[int] = []  # levels whose count is still under way

    def run(self, changes: list[Change], until: float) -> list[tuple[float, int]]:
        """Feed `changes` and run until a moment (us); gives the stamped levels."""
        self._room.call("drive", levels(changes))
        words = self._half + self.words(until)
        self._half = words[len(words) & ~1 :]
        pairs = zip(words[::2], words[1::2], strict=False)
        return [(self._began + (-count & 0xFFFF_FFFF), mask) for mask, count in pairs]

    def words(self, until: float) -> list[int]:
        """Run until a moment (us); gives what the DMA has carried into the ring meanwhile."""
        found: list[int] = self._room.call("collect", until, 0, RING, 1 << RING_BITS)
        return found

    def dropped(self) -> bool:
        """Return what pins.py asks: whether the state machine had to drop a word."""
        return bool(self._room.call("read", FDEBUG) & 1)


def judged(room: Room, program: dict[str, Any], words: list[int], trains: int) -> Verdict:
    """Run `words` for some trains and return their edges."""
    chance = Random(15)
    looker = Looker(room, program, words, 0)
    began = [mask for _, mask in looker.run([], 10)]  # all contacts are closed
    lost = int(began != [0]) + looker.dropped()
    looker = Looker(room, program, words)
    began = [mask for _, mask in looker.run([], 10)]
    lost += began != [RELEASED]
    invented, at = 0, 10.0
    errors: list[float] = []
    for _ in range(0, trains, AT_ONCE):
        changes: list[Change] = []
        for _ in range(min(AT_ONCE, trains)):
            changes += train(chance, at) + lamps(chance, at, at + TRAIN)
            at += TRAIN
        found = compare(changes, looker.run(changes, at), WINDOW)
        lost, invented = lost + found.lost, invented + found.invented
        errors += found.errors
    return Verdict(lost + looker.dropped(), invented, tuple(errors))


def right(found: Verdict) -> bool:
    """Every edge once, and all stamps within the length of one look."""
    return (found.lost, found.invented) == (0, 0) and max(found.errors) - min(found.errors) <= 1.01


def test_ten_thousand_trains(room: Room, program: dict[str, Any]) -> None:
    found = judged(room, program, program["words"], TRAINS)
    earliest, latest = min(found.errors), max(found.errors)
    print(
        f"\n{TRAINS} trains, {len(found.errors)} edges: {found.lost} lost, {found.invented} "
        f"invented; stamps {earliest:.3f} to {latest:.3f} us after the edge"
    )
    assert right(found)


def test_what_the_state_machine_drops_is_told(room: Room, program: dict[str, Any]) -> None:
    """The DMA gets no turn for a while: if words are lost by that, the flag says so."""
    chance = Random(16)
    told = silent = 0
    for turn in range(400):
        looker = Looker(room, program, program["words"])
        assert len(looker.run([], 10)) == 1
        changes = train(chance, 20)
        at = chance.choice(changes).at - chance.random()
        first = looker.run([change for change in changes if change.at < at], at)
        room.call("drive", levels_from(changes, at))
        room.call("stall", 0)
        room.call("wait", at + chance.choice((2, 10, 50, 500)))
        room.call("resume", 0)
        reports = first + looker.run([], TRAIN)
        complete = compare(changes, reports, WINDOW)
        if looker.dropped():
            told += 1
        else:
            silent += 1
            assert (complete.lost, complete.invented) == (0, 0), turn
    print(f"\n400 pauses of the DMA: {told} lost words and said so, {silent} lost none")
    assert told > 50
    assert silent > 50


def levels_from(changes: list[Change], at: float) -> list[tuple[float, int]]:
    """The levels that `changes` lead to, starting at `at`."""
    return [level for level in levels(changes) if level[0] >= at]


def mutants(words: list[int]) -> Iterator[tuple[str, list[int]]]:
    """The program with one instruction gone, one delay changed, or one bit flipped."""
    for place, word in enumerate(words):
        changed = {f"bit {bit}": word ^ 1 << bit for bit in range(16)}
        delay = word >> 8 & 0x1F
        changed["nop"] = 0xA042 | delay << 8
        changed["delay + 1"] = word & ~0x1F00 | (delay + 1) << 8
        if delay:
            changed["delay - 1"] = word & ~0x1F00 | (delay - 1) << 8
        for name, other in changed.items():
            yield f"{place}: {name}", [*words[:place], other, *words[place + 1 :]]


SURVIVORS = {
    "3: bit 4": "the bits of 0 in the opposite order are 0",
    "5: bit 4": "levels are compared with their bits in the opposite order: as good",
    "9: bit 5": "waits for room instead of dropping: the same flag is set",
    "11: bit 5": "waits for room instead of dropping: the same flag is set",
    "9: bit 6": "IfFull: rp2040js heeds it with autopush only; a real one would never push",
    "11: bit 6": "IfFull: rp2040js heeds it with autopush only; a real one would never push",
}
"""Mutants that do what the program does, here at least."""


def test_a_spoilt_program_is_caught(room: Room, program: dict[str, Any]) -> None:
    found = {
        name: right(judged(room, program, words, 40)) for name, words in mutants(program["words"])
    }
    survived = {name for name, good in found.items() if good}
    print(f"\n{len(found)} mutants, {len(found) - len(survived)} caught; not: {sorted(survived)}")
    assert survived == set(SURVIVORS)


def test_the_emulator_does_as_the_datasheet_says(room: Room, program: dict[str, Any]) -> None:
    """What the other tests rely on: cycles, the full FIFO's flag, the DMA's pace and its ring."""
    words = [0xA0C1, 0x8000, 0x0340]  # isr = x; push noblock; jmp x-- to 0, three cycles more
    looker = Looker(room, {**program, "execctrl": 2 << 12, "first": [0xE020]}, words)
    stalled = 0.0
    for turn in range(3):
        began = room.call("micros")
        pushed = looker.words(began + 1200)
        assert abs(len(pushed) - 1200 * 25 / 6) <= 1, turn  # six cycles of 25 MHz each
        assert {(first - second) & 0xFFFF_FFFF for first, second in pairwise(pushed)} == {1}, turn
        assert not looker.dropped()
        stalled = began + 1200
    room.call("stall", 0)
    room.call("wait", stalled + 1)
    assert room.call("read", FLEVEL) >> 4 & 0xF == 4
    write = room.call("read", DMA + 4)
    room.call("wait", stalled + 100)
    assert looker.dropped()
    assert room.call("read", DMA + 4) == write
    kept = [room.call("read", RXF0) for _ in range(4)]
    assert {(first - second) & 0xFFFF_FFFF for first, second in pairwise(kept)} == {1}
