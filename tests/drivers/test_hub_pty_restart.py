"""The firmware's own program ends badly behind a real pseudo-terminal, under both Pythons."""

import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Queue

import pytest
import serial
from pty_board import BOARD, CPYTHON, FAILS, HANGS, MEMORY, OVERRUN, RESET, PtyBoard, micropython
from said import said
from test_hub_pty import next_of

from appliance.core.signals import SECOND, DriverBack, DriverLost, Edge, EdgesLost, Noted, Signal
from appliance.drivers.seat_hub import protocol as wire
from appliance.drivers.seat_hub.driver import Hub, Settings
from appliance.drivers.seat_hub.serial_line import SerialWire
from appliance.errors import DriverError

WRAP_SOON = wire.TICKS - 1_500_000
"""A board's clock (us) that restarts a second and a half after the board has started."""


class Played:
    """A board, and a table that listens to it."""

    def __init__(self, board: PtyBoard) -> None:
        self.board = board
        self.posted: Queue[Signal] = Queue()
        self.hub = Hub(Settings(str(board.device)), 11, time.monotonic_ns)
        self.buzzers = self.hub

    def press(self, buzzer: int) -> Edge:
        """Press and let go; returns the edge down."""
        self.board.move((0, 1 << buzzer), (0, 0))
        edge = next_of(Edge, self.posted)
        next_of(Edge, self.posted)
        assert isinstance(edge, Edge)
        return edge


@pytest.fixture(params=["CPython", "MicroPython"])
def played(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Played]:
    command = CPYTHON
    if request.param == "MicroPython":
        found = micropython()
        if found is None:
            pytest.skip("no MicroPython here, 1.23 or newer: `make micropython-test` fetches it")
        command = (found, str(BOARD))
    board = PtyBoard(tmp_path, command, ticks=WRAP_SOON)
    board.install()
    board.plug()
    made = Played(board)
    made.buzzers.open(made.posted.put)
    yield made
    made.buzzers.close()
    board.unplug()


@pytest.mark.thorough
def test_an_exception_is_told_with_its_line_and_the_board_comes_back(played: Played) -> None:
    played.press(3)
    played.board.move((0, FAILS))
    assert isinstance(next_of(EdgesLost, played.posted), EdgesLost)
    lost = next_of(DriverLost, played.posted)
    assert isinstance(lost, DriverLost)
    assert "its program failed (board" in said(lost.reason)
    assert ": ZeroDivisionError: the pins fail): it restarts" in said(lost.reason)
    next_of(DriverBack, played.posted)
    noted = next_of(Noted, played.posted)
    assert isinstance(noted, Noted)
    assert ": ZeroDivisionError: the pins fail)" in said(noted.note)
    assert played.board.starts == ["power", "reset"]
    assert played.board.ended == [RESET]
    assert played.press(5).buzzer == 5


@pytest.mark.thorough
def test_a_program_that_hangs_is_reset_by_the_watchdog(played: Played) -> None:
    played.board.move((0, HANGS))
    next_of(DriverLost, played.posted)
    next_of(DriverBack, played.posted)
    noted = next_of(Noted, played.posted)
    assert isinstance(noted, Noted)
    assert said(noted.note) == "the seat hub hung, and its watchdog restarted it"
    assert played.board.ended == [-signal.SIGPROF]
    assert played.press(5).buzzer == 5


def test_changes_that_the_pins_lost_are_told_and_the_next_press_counts(played: Played) -> None:
    began = time.monotonic_ns()
    played.board.move((0, OVERRUN))
    lost = next_of(EdgesLost, played.posted)
    assert isinstance(lost, EdgesLost)
    assert lost.since - SECOND < began < lost.at
    assert played.press(7).buzzer == 7


@pytest.mark.thorough
def test_a_program_that_can_not_start_says_why(tmp_path: Path, played: Played) -> None:
    played.buzzers.close()
    played.board.unplug()
    (tmp_path / "board" / "seat_hub" / "service.py").write_text("1\nPINS\n")
    played.board.plug()
    with pytest.raises(DriverError, match=r"fails each time it begins \(service.py:2: NameError"):
        played.buzzers.open(played.posted.put)


def used(board: PtyBoard) -> int:
    """Return how many bytes the board's objects take, after a collection."""
    file = board.flash / "memory"
    file.unlink(missing_ok=True)
    board.move((0, MEMORY))
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if file.exists():
            return int(file.read_text())
    pytest.fail("the board does not say how much memory it uses")


@pytest.mark.thorough
def test_many_presses_across_the_clocks_wrap_leave_no_memory_in_use(played: Played) -> None:
    """2,000 presses, with pings all the while; the board's clock restarts among them."""
    real = played.board.command != CPYTHON
    for turn in range(50):
        played.press(turn % 11)
    before = used(played.board) if real else 0
    last = 0
    wraps = 0
    micros = 0
    for turn in range(200_000):
        if turn >= 2000 and wraps:
            break
        edge = played.press(turn % 11)
        assert edge.buzzer == turn % 11
        assert edge.at > last
        last = edge.at
        clock = played.hub.link.clock
        assert clock is not None
        now = clock.to_board(edge.at)
        wraps += now < micros
        micros = now
    assert wraps == 1
    if real:
        assert used(played.board) - before < 1024, "bytes more than before 2,000 presses"
    assert played.board.starts == ["power"]


def test_noise_on_the_wire_stops_nothing(played: Played) -> None:
    """Whatever comes, the board goes on: impossible numbers, damaged frames, too long ones."""
    played.buzzers.close()
    line = serial.Serial(str(played.board.device), timeout=1)
    try:
        for _ in range(20):
            for data in (
                wire.encode(wire.Ack(7, (1 << 32) - 1)),
                wire.encode(wire.Ask(1, 5)) + wire.encode(wire.Ack((1 << 32) - 1, (1 << 32) - 1)),
                wire.encode(wire.Lamps(255, wire.TICKS - 1, 65535, b"\xff" * 12)),
                wire.encode(wire.Why(65535)),
                wire.encode(wire.Leave(bytes(8))),
                bytes(range(1, 256)) + b"\0",
                b"\x03\x04\x01\x02" * 40,
            ):
                line.write(data)
                line.read(line.in_waiting)
    finally:
        line.close()
    played.buzzers.open(played.posted.put)
    assert played.press(9).buzzer == 9
    assert played.board.starts == ["power"]


def test_the_prompt_is_there_when_it_is_asked_for(played: Played) -> None:
    played.buzzers.close()
    line = SerialWire(str(played.board.device))
    line.open()
    line.write(b"\0" + wire.encode(wire.Leave(wire.WORD)))
    until = time.monotonic() + 20
    while played.board.starts != ["power", "reset", "prompt"] and time.monotonic() < until:
        with suppress(OSError):  # its port goes away
            line.read()
    line.close()
    assert played.board.starts == ["power", "reset", "prompt"]
    assert not (played.board.flash / "seat_hub_note.txt").exists()
