"""The firmware's core under a real MicroPython, against the table's own driver, in virtual time.

The same contract suites are run on it as on the simulated hub's own board, so that this one stands
for the other. `make micropython-test` fetches the WebAssembly build of MicroPython from npm and
runs this; without it the tests are skipped.
"""

import json
import os
import runpy
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import contracts
import pytest
from pty_board import BOARD, CACHE, PtyBoard, micropython
from said import said
from test_driver_contracts import Rig, hub_buzzers, hub_lamps
from test_hub import Seated
from test_hub_restart import lost_and_told

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND, DriverBack, Edge, EdgesLost, Noted, Signal
from appliance.drivers.seat_hub.board import Board
from appliance.drivers.seat_hub.driver import Hub, HubLamps, Settings
from appliance.drivers.seat_hub.mock import Faults, MockHub
from appliance.drivers.seat_hub.protocol import TICKS, Deframer, Ping, encode

ROOT = Path(__file__).parents[2]
MICROPYTHON = CACHE / "webassembly" / "package" / "micropython.mjs"
NODE = shutil.which("node")


class RealBoard:
    """The board of `seat_hub.board`, in another process and another Python."""

    def __init__(self, firmware: Path) -> None:
        assert NODE is not None
        script = Path(__file__).with_name("micropython_board.mjs")
        self._process = subprocess.Popen(  # noqa: S603 - our own script
            [NODE, str(script), str(MICROPYTHON), str(firmware)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ,
        )  # fmt: skip
        self.implementation = ""

    def boot(self, number: bytes, nonce: int, seats: int, micros: int, mask: int) -> "RealBoard":
        self.implementation = self.call("new", number.hex(), nonce, seats, micros, mask)
        return self

    def call(self, name: str, *args: object) -> Any:  # noqa: ANN401 - JSON
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([name, args]) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def snapshot(self, micros: int, mask: int) -> None:
        self.call("snapshot", micros, mask)

    def began(self, cause: int, text: str) -> None:
        self.call("began", cause, text)

    def overrun(self, micros: int, mask: int) -> None:
        self.call("overrun", micros, mask)

    def receive(self, data: bytes, micros: int) -> None:
        if data:
            self.call("receive", data.hex(), micros)

    def send(self, micros: int) -> bytes:
        return bytes.fromhex(self.call("send", micros))

    def light(self, micros: int) -> list[float]:
        found: list[float] = self.call("light", micros)
        return found

    def end(self) -> None:
        self._process.stdin.close()  # type: ignore[union-attr] # it is a pipe
        self._process.stdout.close()  # type: ignore[union-attr] # it is a pipe
        self._process.wait(timeout=30)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealBoard]:
    if NODE is None or not MICROPYTHON.exists():
        pytest.skip("no MicroPython here: `make micropython-test` fetches it (needs node and npm)")
    firmware = tmp_path_factory.mktemp("firmware")
    tools = runpy.run_path(str(ROOT / "hardware" / "firmware" / "seat_hub" / "assemble.py"))
    tools["assemble"](firmware)
    board = RealBoard(firmware)
    yield board
    board.end()


@pytest.mark.parametrize("micros", [0, TICKS - 300_000])
def test_edges_keep_their_order_and_distance(real: RealBoard, micros: int) -> None:
    chance = Random(3)
    hub = MockHub(
        SECOND, seats=4, chance=chance, drift=50, micros=micros,
        boards=real.boot,  # type: ignore[arg-type] # another Python's board
        faults=Faults(0.1, 0.1, 0.1, (0, 5 * MS)),
    )  # fmt: skip
    posted: list[Signal] = []
    Hub(Settings(), 4, hub.clock, hub).open(posted.append)
    assert real.implementation == "micropython"
    moves = []
    for turn in range(24):
        hub.run(hub.now + chance.randrange(2, 50_000) * 1000)
        hub.move(turn % 4, down=turn // 4 % 2 == 0)
        moves.append((turn % 4, hub.now))
    hub.run(hub.now + 300 * MS)
    edges = [signal for signal in posted if isinstance(signal, Edge)]
    assert [edge.buzzer for edge in edges] == [buzzer for buzzer, _ in moves]
    for (earlier, later), (was, then) in zip(pairwise(edges), pairwise(moves), strict=True):
        apart = then[1] - was[1]
        assert abs(later.at - earlier.at - apart) <= 2000 + apart * 300 // 1_000_000


def test_a_reset_and_an_overrun_are_told(real: RealBoard) -> None:
    hub = MockHub(SECOND, seats=4, boards=real.boot)  # type: ignore[arg-type] # as above
    posted: list[Signal] = []
    Hub(Settings(), 4, hub.clock, hub).open(posted.append)
    hub.overrun()
    hub.run(hub.now + 50 * MS)
    assert [type(signal) for signal in posted] == [EdgesLost]
    hub.unplug()
    hub.run(hub.now + 500 * MS)
    hub.plug()
    hub.run(hub.now + 2 * SECOND)
    assert isinstance(posted[-1], DriverBack)


@pytest.mark.parametrize("suite", [contracts.posts_raw_edges, contracts.is_silent_when_closed])
def test_the_source_keeps_its_contract_on_a_real_micropython(
    real: RealBoard, suite: contracts.SourceSuite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path, monkeypatch)
    suite(rig, *hub_buzzers(rig, real.boot))  # type: ignore[arg-type] # as above


@pytest.mark.parametrize("suite", [contracts.follow_their_rhythms, contracts.are_dark_when_closed])
def test_the_lamps_keep_their_contract_on_a_real_micropython(
    real: RealBoard, suite: contracts.LampsSuite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite(*hub_lamps(Rig(tmp_path, monkeypatch), real.boot))  # type: ignore[arg-type] # as above


@pytest.mark.parametrize("seed", range(4))
def test_lost_changes_are_told_by_a_real_micropython_too(real: RealBoard, seed: int) -> None:
    board = MockHub(SECOND, seats=4, chance=Random(seed), boards=real.boot)  # type: ignore[arg-type] # as above
    lost_and_told(Seated(board), Random(seed))


def test_why_it_began_is_told_by_a_real_micropython_too(real: RealBoard) -> None:
    seated = Seated(MockHub(SECOND, seats=4, boards=real.boot))  # type: ignore[arg-type] # as above
    seated.hub.fail("pins.py:45: NameError: PINS")
    seated.wait(5 * SECOND)
    [noted] = seated.of(Noted)
    assert isinstance(noted, Noted)
    assert "pins.py:45: NameError: PINS" in said(noted.note)


@dataclass
class RealTime:
    """Where a board in real time is tried. Implements contracts.Bench."""

    within: int = 40 * MS
    pause: int = 123_457
    posted: list[Signal] = field(default_factory=list)

    def clock(self) -> int:
        return time.monotonic_ns()

    def wait(self, span: int) -> None:
        time.sleep(span / SECOND)

    def settle(self) -> None:
        time.sleep(0.3)


@pytest.mark.parametrize("suite", [contracts.posts_raw_edges, contracts.is_silent_when_closed])
def test_the_source_keeps_its_contract_on_the_whole_program(
    suite: contracts.SourceSuite, tmp_path: Path
) -> None:
    """main.py under MicroPython's Unix port, over a pseudo-terminal, in real time."""
    found = micropython()
    if found is None:
        pytest.skip("no MicroPython here, 1.23 or newer: `make micropython-test` fetches it")
    board = PtyBoard(tmp_path, (found, str(BOARD)))
    board.install()
    board.plug()
    mask = 0

    def move(buzzer: int, down: bool) -> int:
        nonlocal mask
        mask = mask | 1 << buzzer if down else mask & ~(1 << buzzer)
        at = time.monotonic_ns()
        board.move((0, mask))
        time.sleep(0.01)  # the pins' stand-in looks only now and then
        return at

    try:
        suite(RealTime(), Hub(Settings(str(board.device)), 6, time.monotonic_ns), move)
    finally:
        board.unplug()


def test_lamps_shine(real: RealBoard) -> None:
    hub = MockHub(SECOND, seats=9, boards=real.boot)  # type: ignore[arg-type] # as above
    lamps = HubLamps(Hub(Settings(), 9, hub.clock, hub))
    lamps.open()
    for buzzer, rhythm in enumerate(Rhythm):
        lamps.show(buzzer, rhythm)
    lamps.beat(hub.now)
    hub.run(hub.now + 100 * MS)
    here = Board(bytes(8), 1, 9, 0, 0)
    assert hub.bright(list(Rhythm).index(Rhythm.SOLID)) == 1
    assert hub.bright(0) == 0
    assert len(here.light(0)) == 9


def test_both_pythons_find_the_same_messages_in_the_same_bytes(real: RealBoard) -> None:
    chance = Random(4)
    for _ in range(300):
        data = bytearray(b"".join(encode(Ping(chance.getrandbits(16))) for _ in range(4)))
        for _ in range(chance.randrange(6)):
            data[chance.randrange(len(data))] = chance.choice((0, 1, 0x80, chance.getrandbits(8)))
        found = real.call("feed", bytes(data).hex())
        assert found == [repr(frame) for frame in Deframer().feed(bytes(data))]
