"""The firmware's loop and its endings, with a clock and pins that a test turns."""

import io
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from appliance.drivers.seat_hub import board as hub_board
from appliance.drivers.seat_hub import protocol as hub_protocol
from appliance.drivers.seat_hub import protocol as wire

FIRMWARE = Path(__file__).parents[2] / "hardware" / "firmware" / "seat_hub"


class Desk:
    """A board's modules in a world whose time goes on with each look at the clock."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.now = 1000
        self.fed = self.turns = 0
        self.sent = bytearray()
        self.changes: list[tuple[int, int]] = []  # us, mask
        self.lost: list[int] = []  # when changes were lost, us
        self.ping = 0
        self.turns_left = 400
        self.taken = self.handed = 0
        self.noticed = self.restarts = 0
        self.write: Callable[[bytes], None] = self.sent.extend
        self.overrun = False

    def ticks_us(self) -> int:
        before, self.now = self.now, self.now + self.chance.randrange(1, 40)
        while self.chance.random() < 0.3:
            moment = self.chance.randint(before + 1, self.now)
            if moment <= max([0, *(at for at, _ in self.changes), *self.lost]):
                break
            if self.turns < 2:
                break  # the levels are the answer to each request
            if self.chance.random() < 0.1:
                self.lost.append(moment)
            else:
                self.changes.append((moment, len(self.changes) % 15 + 1))
        return self.now

    def read_pins(self) -> list[tuple[int, int]]:
        found = self.changes[self.taken :]
        self.taken = len(self.changes)
        if len(self.lost) > self.noticed:
            self.noticed, self.overrun = len(self.lost), True
        if self.overrun:
            return []
        self.handed += len(found)
        return found

    def restart(self) -> int:
        self.restarts += 1
        self.taken = len(self.changes)  # what was not read is lost
        self.overrun = False
        return self.changes[-1][1] if self.changes else 0

    def read_usb(self) -> bytes:
        self.turns += 1
        if self.turns == 1:
            return wire.encode(wire.Ask(wire.PROTOCOL, 7))
        if self.turns >= self.turns_left:
            return wire.encode(wire.Leave(wire.WORD))
        self.now += self.chance.randrange(300)
        self.ping += 1
        return wire.encode(wire.Ping(self.ping))

    def feed(self) -> None:
        self.fed += 1

    def serve(self) -> None:
        self.module("service")["serve"](4, 0, 11, self, (wire.POWER, ""))

    def module(self, name: str) -> dict[str, Any]:
        return runpy.run_path(str(FIRMWARE / "seat_hub" / f"{name}.py"))


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Desk:
    made = Desk(getattr(request, "param", 0))
    usb = SimpleNamespace(
        read=made.read_usb,
        writable=lambda: True,
        write=lambda data: made.write(data),  # noqa: PLW0108 - a test may change it
    )

    class Pins:
        levels = 0
        read = staticmethod(made.read_pins)
        restart = staticmethod(made.restart)
        overrun = property(lambda _self: made.overrun)

    put(
        monkeypatch,
        "time",
        ticks_us=made.ticks_us,
        ticks_diff=wire.ticks_diff,
        ticks_add=lambda ticks, more: (ticks + more) % wire.TICKS,
        sleep_ms=lambda _ms: None,
    )
    put(monkeypatch, "machine", unique_id=lambda: b"12345678")
    put(monkeypatch, "rp2", bootsel_button=lambda: 0)
    put(monkeypatch, "seat_hub")
    put(monkeypatch, "seat_hub.usb", Usb=lambda: usb)
    put(monkeypatch, "seat_hub.pins", Buzzers=lambda *_: Pins(),
        Lamps=lambda *_: SimpleNamespace(show=lambda _levels: None))  # fmt: skip
    monkeypatch.setitem(sys.modules, "seat_hub.board", hub_board)
    monkeypatch.setitem(sys.modules, "seat_hub.protocol", hub_protocol)
    return made


def put(monkeypatch: pytest.MonkeyPatch, name: str, **parts: object) -> None:
    module = ModuleType(name)
    module.__dict__.update(parts)
    monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.thorough
@pytest.mark.parametrize("desk", range(8), indirect=True)
def test_an_answer_promises_nothing_that_was_not_looked_at(desk: Desk) -> None:
    """Before a pong is sent, all that happened up to its moment has a number, or left a hole."""
    answers = []

    def write(data: bytes) -> None:
        desk.sent.extend(data)
        for pong in wire.Deframer().feed(data):
            if isinstance(pong, wire.Pong):
                answers.append(pong)
                assert desk.taken >= sum(at <= pong.micros for at, _ in desk.changes)
                assert desk.noticed >= sum(at <= pong.micros for at in desk.lost)
                assert pong.sequence == desk.handed + 2 * desk.restarts

    desk.write = write
    desk.serve()
    assert len(answers) > 300
    assert desk.restarts > 3
    assert desk.handed > 100


def test_the_watchdog_is_fed_once_in_a_turn_and_nowhere_else(desk: Desk) -> None:
    desk.serve()
    assert desk.fed == desk.turns


# --- how it ended --------------------------------------------------------------------------------


@pytest.fixture
def ending(desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Any]:
    monkeypatch.chdir(tmp_path)
    made = desk.module("ending")

    def print_exception(error: BaseException, file: io.StringIO) -> None:
        file.write(f'Traceback:\n  File "/seat_hub/pins.py", line 45, in made\n{error!r}\n')

    monkeypatch.setattr(sys, "print_exception", print_exception, raising=False)
    return made


@pytest.mark.parametrize(
    ("noted", "reset", "cause", "text"),
    [
        ("", False, wire.POWER, ""),
        ("", True, wire.ASKED, ""),
        ("running", False, wire.POWER, ""),
        ("running", True, wire.WATCHDOG, ""),
        ("x.py:1: OSError: 5", True, wire.FAULT, "x.py:1: OSError: 5"),
        ("x.py:1: OSError: 5", False, wire.FAULT, "x.py:1: OSError: 5"),
        ("prompt", True, "prompt", ""),
    ],
)
def test_how_it_ended_last_time(
    ending: dict[str, Any], noted: str, reset: bool, cause: object, text: str
) -> None:
    if noted:
        ending["note"](noted)
    assert ending["last_time"](reset) == (cause, text)
    again = (wire.WATCHDOG, "") if cause != "prompt" else (wire.ASKED, "")
    assert ending["last_time"](True) == again  # a note is good for one start  # noqa: FBT003


def test_a_flash_without_room_costs_the_reason_only(
    ending: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28)

    monkeypatch.setitem(ending["note"].__globals__, "open", full)
    assert ending["last_time"](True) == (wire.ASKED, "")  # noqa: FBT003


def last_words(ending: dict[str, Any], desk: Desk, error: Exception) -> list[tuple[object, ...]]:
    ending["tell"](error, desk)
    return wire.Deframer().feed(bytes(desk.sent))


def test_the_reason_is_a_place_and_an_exception(ending: dict[str, Any], desk: Desk) -> None:
    desk.read_usb = lambda: b""  # type: ignore[method-assign]
    monkey = ending["tell"].__globals__
    monkey["Usb"] = lambda: SimpleNamespace(
        read=lambda: b"", writable=lambda: True, write=desk.sent.extend
    )
    said = last_words(ending, desk, NameError("PINS"))
    assert len(said) == 10
    expected = hub_board.restart(wire.UNASKED, wire.FAULT, "pins.py:45: NameError('PINS')")
    assert set(said) == {expected}
    assert desk.fed == 10
    assert Path("seat_hub_note.txt").read_text() == "pins.py:45: NameError('PINS')"


@pytest.mark.parametrize("how", ["leave", "bootsel"])
def test_whoever_wants_the_prompt_of_a_failing_board_gets_it(
    ending: dict[str, Any], desk: Desk, how: str
) -> None:
    reads = iter((wire.encode(wire.Leave(wire.WORD)), *[b""] * 20))
    scope = ending["tell"].__globals__
    usb: dict[str, Callable[..., Any]] = {
        "read": (lambda: next(reads)) if how == "leave" else (lambda: b""),
        "writable": lambda: True,
        "write": desk.sent.extend,
    }
    scope["Usb"] = lambda: SimpleNamespace(**usb)
    if how == "bootsel":
        scope["rp2"] = SimpleNamespace(bootsel_button=lambda: 1)
    assert len(last_words(ending, desk, OSError(5))) == 1
    assert Path("seat_hub_note.txt").read_text() == "prompt"
