"""The table's driver and the firmware's own program, with a real pseudo-terminal between them."""

import errno
import os
import runpy
import select
import termios
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue

import pytest
import serial
from pty_board import BOARD, CPYTHON, PtyBoard, micropython

from appliance.core.signals import SECOND, DriverBack, DriverLost, Edge, EdgesLost, Signal
from appliance.drivers import seat_hub
from appliance.drivers.seat_hub.driver import Hub, Settings
from appliance.drivers.seat_hub.serial_line import SerialWire
from appliance.errors import DriverError

ROOT = Path(__file__).parents[2]
ASSEMBLE = ROOT / "hardware" / "firmware" / "seat_hub" / "assemble.py"


@pytest.fixture(params=["CPython", "MicroPython"])
def cable(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[PtyBoard]:
    """A board with the firmware, plugged in: the same tests for both Pythons."""
    command = CPYTHON
    if request.param == "MicroPython":
        found = micropython()
        if found is None:
            pytest.skip("no MicroPython here, 1.23 or newer: `make micropython-test` fetches it")
        command = (found, str(BOARD))
    made = PtyBoard(tmp_path, command)
    made.install()
    made.plug()
    yield made
    made.unplug()


def next_of(kinds: type | tuple[type, ...], posted: "Queue[Signal]") -> Signal:
    """The next signal of these kinds; whatever else there is on the way is dropped."""
    while True:
        try:
            signal = posted.get(timeout=60)
        except Empty:
            pytest.fail(f"no {kinds} came")
        if isinstance(signal, kinds):
            return signal


def test_what_goes_on_the_board_is_the_tables_own_source(tmp_path: Path) -> None:
    files = runpy.run_path(str(ASSEMBLE))["assemble"](tmp_path)
    names = ("__init__", "ending", "board", "pins", "protocol", "service", "usb")
    assert {str(file) for file in files} == {"main.py", *(f"seat_hub/{file}.py" for file in names)}
    for name in ("board.py", "protocol.py"):
        ours = (Path(seat_hub.__file__).parent / name).read_bytes()
        assert (tmp_path / "seat_hub" / name).read_bytes() == ours


def test_edges_cross_a_real_terminal_to_the_microsecond(cable: PtyBoard) -> None:
    posted: Queue[Signal] = Queue()
    hub = Hub(Settings(str(cable.device)), 11, time.monotonic_ns)
    hub.open(posted.put)
    try:
        for turn in range(20):
            before = time.monotonic_ns()
            cable.move((900, 1 << turn % 11), (800, 0), (650, 0b11))
            edges = [next_of(Edge, posted) for _ in range(4)]
            cable.move((0, 0))
            ends = [next_of(Edge, posted) for _ in range(2)]
            assert all(isinstance(end, Edge) and not end.down for end in ends)
            first = edges[0]
            assert isinstance(first, Edge)
            assert (first.buzzer, first.down) == (turn % 11, True)
            apart = [edge.at - first.at for edge in edges]
            for found, true in zip(apart, (0, 100_000, 250_000, 250_000), strict=True):
                assert abs(found - true) <= 2000
            assert first.at > before - 2 * SECOND
        clock = hub.link.clock
        assert clock is not None
        assert hub.link.deframer.damaged == 0
    finally:
        hub.close()


def test_unplugged_and_plugged_in_again(cable: PtyBoard) -> None:
    posted: Queue[Signal] = Queue()
    buzzers = Hub(Settings(str(cable.device)), 11, time.monotonic_ns)
    buzzers.open(posted.put)
    try:
        cable.unplug()
        lost = next_of(EdgesLost, posted)
        gone = next_of(DriverLost, posted)
        cable.plug()
        back = next_of(DriverBack, posted)
        assert lost.at <= gone.at <= back.at
        cable.move((0, 0b100))
        edge = next_of(Edge, posted)
        assert isinstance(edge, Edge)
        assert (edge.buzzer, edge.down) == (2, True)
    finally:
        buzzers.close()


def test_nobody_else_can_open_the_hub_and_it_can_be_opened_again(cable: PtyBoard) -> None:
    settings = Settings(str(cable.device))
    buzzers = Hub(settings, 11, time.monotonic_ns)
    buzzers.open(lambda _signal: None)
    try:
        with pytest.raises(DriverError, match=r"can't be opened .*stop what else uses it"):
            Hub(settings, 11, time.monotonic_ns).open(lambda _signal: None)
    finally:
        buzzers.close()
    buzzers.open(lambda _signal: None)
    buzzers.close()


def test_a_write_that_took_too_long_is_no_lost_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    """pyserial says so even where all was written, if the machine was busy meanwhile."""

    class Late:
        def __init__(self, *_: object, **__: object) -> None: ...

        def write(self, _data: bytes) -> None:
            raise serial.SerialTimeoutException("Write timeout")

        def close(self) -> None: ...

    monkeypatch.setattr(serial, "Serial", Late)
    wire = SerialWire("/dev/nowhere")
    wire.open()
    wire.write(b"x")
    wire.close()


def test_a_board_that_goes_away_while_it_is_opened_is_no_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """pyserial lets termios.error through there, which is no OSError."""

    def gone(*_: object) -> None:
        raise termios.error(errno.EIO, "Input/output error")

    other, line = os.openpty()
    try:
        monkeypatch.setattr(termios, "tcsetattr", gone)
        with pytest.raises(DriverError, match=r"can't be opened .*Input/output error"):
            SerialWire(os.ttyname(line)).open()
    finally:
        os.close(other)
        os.close(line)


def test_without_a_hub_it_says_so(tmp_path: Path) -> None:
    nowhere = Settings(str(tmp_path / "ttyACM0"))
    with pytest.raises(DriverError, match=r"ttyACM0 can't be opened .*: plug it in"):
        Hub(nowhere, 6, time.monotonic_ns).open(lambda _signal: None)


@pytest.mark.thorough
def test_a_terminal_without_firmware_is_no_hub() -> None:
    other, line = os.openpty()
    try:
        tty.setraw(line)
        hub = Hub(Settings(os.ttyname(line)), 6, time.monotonic_ns)
        with pytest.raises(DriverError, match="does not answer: is its firmware on it"):
            hub.open(lambda _signal: None)
        assert not select.select([other], [], [], 0)[0]  # our bytes may mean something to it
    finally:
        os.close(other)
        os.close(line)
