"""The firmware's pins: its PIO program and DMA ring, on a stand-in that counts every cycle."""

import itertools
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

PINS = Path(__file__).parents[2] / "hardware" / "firmware" / "seat_hub" / "seat_hub" / "pins.py"
M32 = 0xFFFF_FFFF
RING = 0x2000_4000


class Word:
    """One instruction as the assembler keeps it; `[n]` adds n cycles."""

    def __init__(self, name: str, args: tuple[Any, ...]) -> None:
        self.name, self.args, self.delay = name, args, 0

    def __getitem__(self, delay: int) -> "Word":
        assert delay < 32
        self.delay = delay
        return self


class Chip:
    """A state machine, the DMA behind it, and the memory that both write to."""

    def __init__(self) -> None:
        self.program: list[Word] = []
        self.labels: dict[str, int] = {}
        self.wrap = (0, 0)
        self.x = self.y = self.osr = self.isr = 0
        self.place = self.cycles = 0
        self.running = False
        self.fifo: list[int] = []
        self.memory: dict[int, int] = {}
        self.carried = 0
        self.dma_stalls = False
        self.dropped = False
        self.config: dict[str, Any] = {}
        self.levels: Callable[[int], int] = lambda _us: 0x7FF

    def assemble(self, code: Callable[[], None]) -> None:
        words: dict[str, Any] = {
            name: name
            for name in ("x", "y", "osr", "isr", "null", "pins", "noblock", "x_dec", "x_not_y")
        }

        def add(name: str) -> Callable[..., Word]:
            def made(*args: Any) -> Word:  # noqa: ANN401 - whatever is assembled
                self.program.append(Word(name, args))
                return self.program[-1]

            return made

        words |= {name: add(name) for name in ("mov", "jmp", "in_", "push")}
        words["label"] = lambda name: self.labels.__setitem__(name, len(self.program))
        words["wrap_target"] = lambda: setattr(self, "wrap", (len(self.program), 0))
        words["wrap"] = lambda: setattr(self, "wrap", (self.wrap[0], len(self.program)))
        # as MicroPython's rp2.py does it: the program sees its own words and nothing of its module
        scope = code.__globals__
        before = dict(scope)
        scope.clear()
        scope.update(words)
        code()
        scope.clear()
        scope.update(before)

    def run(self, us: int) -> None:
        """25 cycles are one microsecond, if the program was asked for 25 MHz."""
        until = self.cycles + us * 25
        while self.running and self.cycles < until:
            word = self.program[self.place]
            self.place += 1
            self.cycles += 1 + word.delay
            getattr(self, word.name)(*word.args)
            if self.place == self.wrap[1]:
                self.place = self.wrap[0]

    def mov(self, to: str, source: str) -> None:
        setattr(self, to, 0 if source == "null" else getattr(self, source))

    def jmp(self, condition: str, to: str = "") -> None:
        if condition == "x_dec":
            taken, self.x = self.x != 0, (self.x - 1) & M32
        elif condition == "x_not_y":
            taken = self.x != self.y
        else:
            taken, to = True, condition
        if taken:
            self.place = self.labels[to]

    def in_(self, _source: str, count: int) -> None:
        now = self.levels(self.cycles // 25) & ((1 << count) - 1)
        self.isr = (self.isr << count | now) & M32

    def push(self, _how: str) -> None:
        if len(self.fifo) >= 4:
            self.dropped = True
        else:
            self.fifo.append(self.isr)
        self.isr = 0
        while self.fifo and not self.dma_stalls:
            size = 1 << self.config["ctrl"]["ring_size"]
            self.memory[self.config["write"] + self.carried * 4 % size] = self.fifo.pop(0)
            self.carried += 1


class Board:
    """The modules that MicroPython has, over one chip."""

    def __init__(self) -> None:  # noqa: C901 - one small class after the other
        chip = self.chip = Chip()
        self.began = 500
        self.hertz = 125_000_000

        class StateMachine:
            def __init__(self, number: int) -> None:
                assert number == 0

            def active(self, on: int) -> None:
                chip.running = bool(on)

            def init(self, _program: object, freq: int, in_base: int) -> None:
                assert (freq, in_base) == (25_000_000, 0)

            def restart(self) -> None:
                chip.place = 0

            def rx_fifo(self) -> int:
                return len(chip.fifo)

            def get(self) -> int:
                return chip.fifo.pop(0)

            def exec(self, word: str) -> None:
                name, value = {"mov(osr, null)": ("osr", 0), "mov(y, invert(null))": ("y", M32)}[
                    word
                ]
                setattr(chip, name, value)

        class Dma:
            def active(self, _on: int) -> None:
                pass

            def pack_ctrl(self, **control: int | bool) -> dict[str, int | bool]:
                assert control["treq_sel"] == 4
                assert (control["inc_read"], control["inc_write"], control["ring_sel"]) == (0, 1, 1)
                return control

            def config(self, **config: Any) -> None:  # noqa: ANN401 - the DMA's settings
                assert config["write"] % (1 << config["ctrl"]["ring_size"]) == 0
                chip.config, chip.carried = config, 0

            @property
            def count(self) -> int:
                if chip.carried < 2:
                    chip.run(1)  # time goes on while the firmware waits for the first look
                left: int = chip.config["count"] - chip.carried
                return left

        class Memory:
            def __getitem__(self, place: int) -> int:
                if place == 0x5020_0008:
                    return int(chip.dropped)
                return chip.memory[place]

            def __setitem__(self, place: int, value: int) -> None:
                assert (place, value) == (0x5020_0008, 1)
                chip.dropped = False

        def asm_pio(**_options: object) -> Callable[[Callable[[], None]], object]:
            return chip.assemble

        def freq(hertz: int = 0) -> int:
            self.hertz = hertz or self.hertz
            return self.hertz

        pin = SimpleNamespace(IN=0, PULL_UP=1)
        self.modules = {
            "machine": {"freq": freq, "mem32": Memory(), "Pin": _pin(pin)},
            "rp2": {
                "asm_pio": asm_pio,
                "PIO": SimpleNamespace(SHIFT_LEFT=0),
                "StateMachine": StateMachine,
                "DMA": Dma,
            },
            "uctypes": {"addressof": lambda _ring: RING - 100},
        }

    def buzzers(self, monkeypatch: pytest.MonkeyPatch, seats: int = 11) -> Any:  # noqa: ANN401 - the firmware has no types
        for name, parts in self.modules.items():
            module = ModuleType(name)
            vars(module).update(parts)
            monkeypatch.setitem(sys.modules, name, module)
        monkeypatch.setattr("time.ticks_us", lambda: self.began, raising=False)
        return runpy.run_path(str(PINS))["Buzzers"](0, seats)


def _pin(kinds: SimpleNamespace) -> Any:  # noqa: ANN401 - a class that is called
    class Pin:
        IN, PULL_UP = kinds.IN, kinds.PULL_UP

        def __new__(cls, number: int, *_how: int) -> int:  # type: ignore[misc]
            return number

    return Pin


@pytest.fixture
def board() -> Board:
    return Board()


def test_both_ways_through_the_loop_take_25_cycles(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    chip = board.chip
    board.buzzers(monkeypatch)
    looks = []

    def levels(us: int) -> int:
        looks.append(chip.cycles)
        return 0x7FF ^ us % 3

    chip.levels = levels
    chip.run(2000)
    assert len(looks) >= 1999
    assert {later - look for look, later in itertools.pairwise(looks)} == {25}


@pytest.mark.thorough
def test_every_change_is_stamped_to_the_microsecond(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    buzzers = board.buzzers(monkeypatch)
    assert buzzers.levels == 0
    changes = {100: 0b1, 101: 0b11, 350: 0b10, 90_000: 0, 123_456: 0b100_0000_0000}

    def levels(us: int) -> int:
        return 0x7FF ^ next((mask for at, mask in reversed(changes.items()) if us >= at), 0)

    board.chip.levels = levels
    board.chip.run(200_000)
    found = buzzers.read()
    assert [mask for _, mask in found] == list(changes.values())
    first = found[0][0]
    for (micros, _), at in zip(found, changes, strict=True):
        assert abs(micros - first - (at - 100)) <= 1
    assert abs(first - board.began - 100) <= 3
    assert buzzers.read() == []
    assert not buzzers.overrun


def test_the_stamp_wraps_with_ticks_us(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    board.began = (1 << 30) - 50
    buzzers = board.buzzers(monkeypatch)
    board.chip.levels = lambda us: 0x7FE if us >= 100 else 0x7FF
    board.chip.run(1000)
    [(micros, mask)] = buzzers.read()
    assert mask == 1
    assert abs(micros - 50) <= 3


def test_a_contact_that_is_closed_at_the_start_is_known(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.chip.levels = lambda _us: 0
    assert board.buzzers(monkeypatch).levels == 0x7FF


def test_pins_beyond_the_seats_say_nothing(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    buzzers = board.buzzers(monkeypatch, seats=4)
    board.chip.levels = lambda us: 0x00F if us > 50 else 0x7FF
    board.chip.run(100)
    assert [mask for _, mask in buzzers.read()] == [0]


def test_a_full_ring_is_told_and_begins_anew(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    buzzers = board.buzzers(monkeypatch)
    board.chip.levels = lambda us: 0x7FF ^ (us // 2 % 2)
    board.chip.run(4000)  # 2000 changes, and the ring has room for 1024
    assert buzzers.read() == []
    assert buzzers.overrun
    board.chip.levels = lambda _us: 0x7FB
    assert buzzers.restart() == 0b100
    assert not buzzers.overrun
    assert buzzers.read() == []


def test_a_ring_that_goes_round_is_read_in_order(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    buzzers = board.buzzers(monkeypatch)
    board.chip.levels = lambda us: 0x7FF ^ (us // 10 % 2)
    found: list[tuple[int, int]] = []
    for _ in range(40):
        board.chip.run(1000)
        found += buzzers.read()
    assert not buzzers.overrun
    assert len(found) >= 3900
    assert {b[0] - a[0] for a, b in itertools.pairwise(found)} == {10}


def test_words_that_were_dropped_are_told(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    buzzers = board.buzzers(monkeypatch)
    board.chip.dma_stalls = True
    board.chip.levels = lambda us: 0x7FF ^ (us // 5 % 2)
    board.chip.run(100)
    buzzers.read()
    assert buzzers.overrun


def test_another_start_takes_the_same_ring_and_channel(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A DMA channel goes on writing when its object is gone: into memory that others have then."""
    buzzers = board.buzzers(monkeypatch)
    again = type(buzzers)(0, 11)
    assert again._dma is buzzers._dma
    assert again._ring is buzzers._ring


@pytest.mark.parametrize(("hertz", "then"), [(133_000_000, 125_000_000), (200_000_000,) * 2])
def test_a_look_takes_a_microsecond_whatever_the_board_runs_at(
    board: Board, monkeypatch: pytest.MonkeyPatch, hertz: int, then: int
) -> None:
    """The state machine's clock is the board's, divided: of 133 MHz it would be off by 700 ppm."""
    board.hertz = hertz
    board.buzzers(monkeypatch)
    assert board.hertz == then
