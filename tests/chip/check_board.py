"""The whole seat hub on an emulated RP2040: MicroPython, our firmware, its pins and its USB cable.

MicroPython 1.25 is built from Debian's sources by build_micropython.sh; `make hub-chip-test` runs
this after check_pio.py. At the other end of the cable is the table's own driver. Nothing waits for
a clock: the table's time is the chip's.
"""

import ast
import runpy
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import check_pio
import pytest
from chip_hub import ChipHub
from chip_room import EMULATOR, FIRMWARE, MICROPYTHON, ROOT, RP2_PY, Room, assembled, needs
from chip_trains import PINS, RELEASED, TRAIN, Change, compare, levels, train
from said import said

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, DriverBack, DriverLost, Edge, EdgesLost, Noted, Signal
from appliance.drivers.seat_hub.driver import Hub, HubLamps, Settings
from appliance.drivers.seat_hub.protocol import WORD, Leave, encode

SETTLE = 300 * MS
READ_TRAINS = 300
HUB_TRAINS = 150
FOLLOW = 300e-6
"""How fast the table follows the board's clock at most (hub_clock), and then some."""

HUB_TRAIN = 80_000.0
"""Between two trains of the whole hub (us): the board tells some 500 edges a second."""


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChipHub]:
    """MicroPython at its prompt, with our firmware in its file system."""
    needs(EMULATOR, FIRMWARE)
    room = Room()
    hub = ChipHub(room)
    hub.move([(0, RELEASED)])
    folder = tmp_path_factory.mktemp("firmware")
    tools = runpy.run_path(str(ROOT / "hardware" / "firmware" / "seat_hub" / "assemble.py"))
    tools["assemble"](folder)
    hub.install(Path(folder))
    yield hub
    room.close()


def test_micropython_writes_the_registers_that_check_pio_writes(board: ChipHub) -> None:
    needs(MICROPYTHON, RP2_PY)
    board.python("from seat_hub.pins import Buzzers\nbuzzers = Buzzers(0, 11)")
    program = assembled()
    assert (
        ast.literal_eval(
            board.python("from seat_hub.pins import snapshots\nprint(list(snapshots[0]))")
        )
        == (program["words"])
    )
    offset = 32 - len(program["words"])
    read = {
        name: board.room.call("read", at)
        for name, at in (
            ("clkdiv", check_pio.CLKDIV),
            ("execctrl", check_pio.EXECCTRL),
            ("shiftctrl", check_pio.SHIFTCTRL),
            ("pinctrl", check_pio.PINCTRL),
            ("dma reads", check_pio.DMA),
            ("dma control", check_pio.DMA + 0xC),
        )
    }
    assert read == {
        "clkdiv": 5 << 16,
        "execctrl": program["execctrl"] + (offset << 12) + (offset << 7),
        "shiftctrl": program["shiftctrl"],
        "pinctrl": 0,
        "dma reads": check_pio.RXF0,
        "dma control": check_pio.CONTROL | 1 << 24,  # busy
    }


def test_a_board_that_runs_at_133_mhz_is_set_to_125(board: ChipHub) -> None:
    told = board.python(
        "import machine\nfrom seat_hub.pins import Buzzers\nmachine.freq(133_000_000)\n"
        "print(machine.freq())\nbuzzers = Buzzers(0, 11)\nprint(machine.freq())"
    )
    assert told.split() == ["133000000", "125000000"]


def test_a_second_start_overwrites_no_memory(board: ChipHub) -> None:
    board.python(
        "import gc\nfrom seat_hub.pins import Buzzers\n"
        "for _ in range(3):\n  buzzers = Buzzers(0, 11)\n  gc.collect()\n"
        "kept = [bytearray(1024) for _ in range(150)]"
    )
    at = board.now / 1000 + 1000
    board.move([(at + turn * 5, RELEASED ^ (turn % 2)) for turn in range(4000)])
    board.run(board.now + 30 * MS)
    assert board.python("print(any(any(one) for one in kept))\ndel kept") == "False\r\n"


def test_pins_py_reads_every_edge(board: ChipHub) -> None:
    """The ring is read by pins.py itself, as fast as MicroPython can."""
    chance = Random(17)
    board.python("from seat_hub.pins import Buzzers\nbuzzers = Buzzers(0, 11)\nfound = []")
    changes: list[Change] = []
    reports: list[tuple[float, int]] = []
    for _ in range(READ_TRAINS // 10):
        at = board.now / 1000 + 5000
        some = [edge for turn in range(10) for edge in train(chance, at + turn * TRAIN)]
        board.move(levels(some))
        told = board.python(
            "import time\nbegan = time.ticks_ms()\nfound = []\n"
            "while time.ticks_diff(time.ticks_ms(), began) < 45:\n  found += buzzers.read()\n"
            "print(found, buzzers.overrun)"
        )
        found, overrun = ast.literal_eval(told.strip().replace("] ", "], "))
        assert not overrun
        reports += [(micros, RELEASED ^ mask) for micros, mask in found]
        changes += some
    first = min(changes, key=lambda edge: edge.at)
    began = reports[0][0] - first.at  # ticks_us counts from the board's start
    verdict = compare(changes, [(at - began, mask) for at, mask in reports], (-1.1, 1.1))
    assert (verdict.lost, verdict.invented) == (0, 0)
    assert max(verdict.errors) - min(verdict.errors) <= 2
    print(f"\n{READ_TRAINS} trains, {len(verdict.errors)} edges read by pins.py: none lost")


def test_pins_py_tells_a_ring_that_ran_over(board: ChipHub) -> None:
    board.python("from seat_hub.pins import Buzzers\nbuzzers = Buzzers(0, 11)")
    at = board.now / 1000 + 5000
    board.move([(at + turn * 5, RELEASED ^ (turn % 2)) for turn in range(2000)])
    board.python("import time\ntime.sleep_ms(30)")
    assert board.python("print(buzzers.read(), buzzers.overrun)") == "[] True\r\n"
    board.move([(board.now / 1000 + 1, RELEASED ^ 0b100)])
    told = board.python("print(buzzers.restart(), buzzers.overrun, buzzers.read())")
    assert told == "4 False []\r\n"
    board.move([(board.now / 1000 + 1, RELEASED)])


@pytest.fixture(scope="module")
def hub(board: ChipHub) -> ChipHub:
    """The same board after a reset, with main.py running."""
    board.write(b"\x03\x03\x01import machine; machine.reset()\x04")
    board.run(board.now + 1500 * MS)
    board.read()
    assert board.room.call("resets") == ["power", "watchdog"]
    return board


@pytest.fixture
def posted(hub: ChipHub) -> Iterator[list[Signal]]:
    """Return what the table's driver posts, with the hub open and at rest."""
    told: list[Signal] = []
    buzzers = Hub(Settings(), 11, hub.clock, hub)
    buzzers.open(told.append)
    hub.run(hub.now + SETTLE)
    yield told
    buzzers.close()


def told_by_pin(posted: list[Signal], pin: int) -> list[tuple[float, int]]:
    """(us, level) of a pin."""
    edges = [signal for signal in posted if isinstance(signal, Edge)]
    return [(edge.at / 1000, int(not edge.down)) for edge in edges if edge.buzzer == pin]


def test_the_table_is_told_every_edge_at_its_time(hub: ChipHub, posted: list[Signal]) -> None:
    chance = Random(18)
    begin = hub.now / 1000
    changes = [
        edge
        for turn in range(HUB_TRAINS)
        for edge in train(chance, begin + turn * HUB_TRAIN, (1, 2, 3), (0, 0, 1, 2))
        if not edge.spark
    ]
    hub.move(levels(changes))
    hub.run(int((begin + HUB_TRAINS * HUB_TRAIN) * 1000) + SETTLE)
    assert {type(signal) for signal in posted} == {Edge}
    errors = []
    for pin in range(PINS):
        told = told_by_pin(posted, pin)
        true = sorted((change for change in changes if change.pin == pin), key=lambda edge: edge.at)
        assert [level for _, level in told] == [edge.level for edge in true], pin
        errors += [(edge.at, at - edge.at) for (at, _), edge in zip(told, true, strict=True)]
    errors.sort()
    apart = max(abs(b - a) - (later - at) * FOLLOW for (at, a), (later, b) in pairwise(errors))
    print(f"\n{HUB_TRAINS} trains, {len(errors)} edges at the table; distances to {apart:.2f} us")
    assert apart <= 2


def test_a_storm_is_told(hub: ChipHub, posted: list[Signal]) -> None:
    """Ten times what the cable takes: what is missing at the table lies in what it calls lost."""
    begin = hub.now / 1000 + 1000
    storm = [(begin + turn * 100, RELEASED ^ (turn % 2)) for turn in range(1, 1001)]
    after = begin + 1_500_000
    hub.move(
        [*storm, (storm[-1][0] + 100, RELEASED), (after, RELEASED ^ 2), (after + 99, RELEASED)]
    )
    hub.run(int(after * 1000) + SETTLE)
    lost = [signal for signal in posted if isinstance(signal, EdgesLost)]
    assert lost
    [(pressed, down), (_, up)] = told_by_pin(posted, 1)
    assert (down, up) == (0, 1)
    off = pressed - after  # the clocks' distance is known to half a round trip, not to the us
    reported = [at - off for at, _ in told_by_pin(posted, 0)]
    unreported = [
        at
        for at, _ in storm
        if not any(abs(at - signal) < 50 + (after - at) * FOLLOW for signal in reported)
        and not any(signal.since / 1000 - off - 2 <= at <= signal.at / 1000 for signal in lost)
    ]
    assert unreported == []
    print(f"\n1000 edges in 0.1 s: {len(reported)} at the table, the others told as lost")


def test_lamps_shine(hub: ChipHub) -> None:
    lamps = HubLamps(Hub(Settings(), 11, hub.clock, hub))
    lamps.open()
    lamps.show(3, Rhythm.SOLID)
    lamps.beat(hub.now)
    hub.run(hub.now + 200 * MS)
    high = hub.room.call("high", 14, 100)
    assert high == 100
    assert hub.room.call("high", 13, 100) == 0
    lamps.close()
    hub.run(hub.now + 200 * MS)
    assert hub.room.call("high", 14, 100) == 0


SPOILT = """
_read = Buzzers.read

def spoilt(self):
    found = _read(self)
    for _, mask in found:
        while mask == 0x7FF:
            pass
        if mask == 0x7FE:
            raise ZeroDivisionError("a spoilt program")
    return found

Buzzers.read = spoilt
"""
"""Code with which the firmware hangs when all eleven buzzers are down, or fails when ten are."""


def test_a_program_that_fails_or_hangs_begins_anew_and_says_why(hub: ChipHub) -> None:
    """The chip's own watchdog and reset, and the prompt that a table can ask for."""
    hub.write(encode(Leave(WORD)))
    hub.run(hub.now + 1500 * MS)
    hub.read()
    hub.python(f"with open('seat_hub/pins.py', 'a') as file: file.write({SPOILT!r})")
    hub.write(b"\x03\x03\x01import machine; machine.reset()\x04")
    hub.run(hub.now + 1500 * MS)
    told: list[Signal] = []
    buzzers = Hub(Settings(), 11, hub.clock, hub)
    buzzers.open(told.append)
    hub.run(hub.now + SETTLE)
    resets = len(hub.room.call("resets"))
    for mask, patience in ((0x7FE, 4000), (0x7FF, 7000)):
        at = hub.now / 1000 + 1000
        hub.move([(at, RELEASED ^ mask), (at + 50_000, RELEASED)])
        hub.run(hub.now + patience * MS)
        resets += 1
        assert hub.room.call("resets")[resets - 1 :] == ["watchdog"]
    news = [line for line in told if isinstance(line, (DriverLost, Noted))]
    words = [said(line.reason if isinstance(line, DriverLost) else line.note) for line in news]
    buzzers.close()
    failed = [word for word in words if "ZeroDivisionError: a spoilt program" in word]
    assert len(failed) == 2, words  # at once, and again by the board that is back
    assert "the seat hub hung, and its watchdog restarted it" in words
    assert [type(line) for line in told].count(DriverBack) == 2
