"""The self-test over simulated hardware, in virtual time, and its command from the outside."""

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from random import Random
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from fake_evdev import FakeKernel
from said import told
from said_findings import ENGLISH, SaidFinding, all_said

from appliance.__main__ import main
from appliance.box.mat.shapes import mat_picture
from appliance.config import Config, choice
from appliance.core.signals import MS, SECOND
from appliance.display.window import Window
from appliance.drivers import Control, Frame, Hardware, Image
from appliance.drivers.camera.pictures import FolderCamera
from appliance.drivers.camera.pictures import Settings as FolderSettings
from appliance.drivers.gpio.board import PinBoard
from appliance.drivers.gpio.driver import (
    BuzzerSettings,
    GpioBuzzers,
    GpioLamps,
    LampSettings,
    PowerButton,
    PowerSettings,
)
from appliance.drivers.gpio.mock import Contacts, VirtualFactory
from appliance.drivers.keyboard import KeyboardBuzzers
from appliance.drivers.keyboard import Settings as KeyboardSettings
from appliance.drivers.seat_hub.driver import Hub, HubLamps
from appliance.drivers.seat_hub.driver import Settings as HubSettings
from appliance.drivers.seat_hub.link import SHIPPED
from appliance.drivers.seat_hub.mock import MockHub
from appliance.drivers.seat_hub.protocol import FAULT
from appliance.drivers.usb import driver as evdev_driver
from appliance.drivers.usb.driver import EvdevBuzzers
from appliance.drivers.usb.keymap import Key
from appliance.errors import DriverError
from appliance.selftest.judge import Finding, Level
from appliance.selftest.observe import LOOKS
from appliance.selftest.observe import look as look_at
from appliance.selftest.observe.room import Room, Terminal
from bluffing.message import message
from lab.sim.contact_faults import Bounce, Fault, Stuck, finger, spoilt

PINS, LAMPS = (4, 5, 6), (17, 18)
SMALL = replace(Config(), display=replace(Config().display, width=800, height=480))
ASKED = "buzzer {} of "
HARDWARE = {field.name for field in fields(Hardware)}


@dataclass
class World(Terminal):
    """People, time and contacts. Their instructions are kept; `press` follows them."""

    now: int = 5 * SECOND
    told: list[str] = field(default_factory=list)
    answers: list[bool | None] = field(default_factory=list)
    press: Callable[[str], None] = lambda _: None
    skip: bool = False
    moves: list[tuple[int, Callable[[], None]]] = field(default_factory=list)
    then: Callable[[int], None] = lambda _: None

    def clock(self) -> int:
        return self.now

    def pause(self, seconds: float) -> None:
        until = self.now + round(seconds * SECOND)
        while self.moves and self.moves[0][0] <= until:
            at, move = self.moves.pop(0)
            self.now = max(self.now, at)
            move()
        self.now = until
        self.then(until)

    def say(self, line: str) -> None:
        self.told.append(line)
        self.press(line)

    def yes(self, question: str) -> bool | None:
        self.told.append(question)
        return self.answers.pop(0)

    def skips(self) -> bool:
        return self.skip

    def room(self, **parts: object) -> Room:
        built = {name: parts.pop(name) for name in HARDWARE & parts.keys()}
        hardware = Hardware(KeyboardBuzzers(KeyboardSettings(()), self.clock))
        hardware = replace(hardware, **built)  # type: ignore[arg-type]
        made = Room(SMALL, hardware, self.clock, self.pause, {}, ENGLISH, self)
        return replace(made, **parts)  # type: ignore[arg-type]


@dataclass
class Pins(World):
    """A Pi with three buzzers and two lamps."""

    def __post_init__(self) -> None:
        self.factory = VirtualFactory(self.clock, worst_delay=5 * MS)
        self.contacts = Contacts(self.factory, PINS, LAMPS)
        self.power = Contacts(self.factory, (3,))
        self.press = self.finger

    def finger(self, line: str, *faults: Fault) -> None:
        """Press whatever buzzer is asked for, 300 ms later."""
        for buzzer in range(len(PINS)):
            if ASKED.format(buzzer + 1) in line:
                self.touch(buzzer, *faults)

    def touch(self, buzzer: int, *faults: Fault) -> None:
        clean = finger((self.now + 300 * MS, self.now + 420 * MS))
        for at, closed in spoilt(clean, faults, Random(buzzer)):
            self.moves.append((at, lambda b=buzzer, c=closed, t=at: self.contacts.move(b, c, t)))  # type: ignore[misc]

    def gpio_room(self, **more: object) -> Room:
        board = PinBoard(given=self.factory)
        parts: dict[str, object] = {
            "source": GpioBuzzers(BuzzerSettings(PINS), self.clock, board),
            "lamps": GpioLamps(LampSettings(LAMPS), board),
            "power": PowerButton(PowerSettings(3), board),
        }
        return self.room(**(parts | more))


def look(part: str, room: Room) -> list[SaidFinding]:
    return all_said(look_at(part, room))


def levels(findings: list[SaidFinding]) -> list[Level]:
    return [finding.level for finding in findings]


# --- buzzers -----------------------------------------------------------------------------------


def test_each_buzzer_is_asked_for_and_told() -> None:
    world = Pins()
    times, *found = look("buzzers", world.gpio_room())
    assert times.seen.startswith("stamped by the kernel, in the interrupt; a race waits 5 ms, ")
    assert [finding.name for finding in found] == [
        "buzzer 1, BCM 4 (header pin 7)",
        "buzzer 2, BCM 5 (header pin 29)",
        "buzzer 3, BCM 6 (header pin 31)",
    ]
    assert levels(found) == [Level.OK] * 3
    assert all("down for 120 ms, no bounce" in finding.seen for finding in found)
    assert world.told[0].endswith(
        "buzzer 1 of 3, BCM 4 (header pin 7): press it and let it go (Enter skips)"
    )


def test_bounce_is_measured_and_a_worn_contact_is_told() -> None:
    world = Pins()
    world.press = lambda line: world.finger(line, Bounce(longest=3 * MS))
    _, *found = look("buzzers", world.gpio_room())
    assert levels(found) == [Level.OK] * 3
    assert any("bounced" in finding.seen for finding in found)
    world.press = lambda line: world.finger(line, Bounce(longest=40 * MS, spell=7 * MS))
    _, *found = look("buzzers", world.gpio_room())
    assert Level.WARN in levels(found)


def test_usb_buzzers_are_named_by_their_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    world, kernel = World(), FakeKernel()
    monkeypatch.setitem(sys.modules, "evdev", kernel.evdev)
    monkeypatch.setattr(evdev_driver, "ioctl", kernel.ioctl)
    pad = kernel.add("Pad", "usb-1.2/input0")
    pad.interval = 8 * MS
    keys = (Key("Pad", "usb-1.2/input0", 2), Key("Pad", "usb-1.2/input0", 3))
    source = EvdevBuzzers(keys, world.clock, kernel.clock, kernel.there, threaded=False)

    def press(line: str) -> None:
        code = 2 if ASKED.format(1) in line else 3
        for after, down in ((300, True), (420, False)):
            at = world.now + after * MS
            world.moves.append((at, lambda down=down: pad.move(code, down)))  # type: ignore[misc]

    def listen(now: int) -> None:
        kernel.now = now
        source.turn()

    world.press, world.then, kernel.now = press, listen, world.now
    device, times, *found = look("buzzers", world.room(source=source))
    assert device.seen == "plugged in at usb-1.2/input0, a press comes within 8 ms"
    assert times.seen == (
        "stamped by the kernel, when a device's report comes in; a race waits 50 ms, presses "
        "within 8 ms are a tie"
    )
    assert [finding.name for finding in found] == [
        "buzzer 1, key 2 of Pad at usb-1.2/input0",
        "buzzer 2, key 3 of Pad at usb-1.2/input0",
    ]
    assert levels(found) == [Level.OK] * 2
    assert found[0].seen.startswith("device time, down for 120 ms")


def test_a_silent_buzzer_and_swapped_wires_are_told() -> None:
    world = Pins()

    def press(line: str) -> None:
        if ASKED.format(1) in line:
            world.touch(1)
        if ASKED.format(3) in line:
            world.touch(2)

    world.press = press
    _, first, second, third = look("buzzers", world.gpio_room())
    assert first.seen == "silent; buzzer 2 answered in its place"
    assert second.seen == "silent: no press came"
    assert "BCM 5 (header pin 29) and ground" in second.todo
    assert third.level is Level.OK


def test_a_buzzer_that_is_held_and_one_that_sticks_are_told() -> None:
    world = Pins()
    world.contacts.move(0, down=True, at=world.now)
    stuck = Stuck(0, 60 * SECOND)
    world.press = lambda line: world.finger(line, stuck) if ASKED.format(2) in line else None
    _, first, second, _ = look("buzzers", world.gpio_room(patience=SECOND))
    assert "stuck: closed before it was pressed" in first.seen
    assert "let it go, then press" in world.told[0]
    assert second.seen.startswith("stuck: not let go within 10 s")


def test_buzzers_can_be_skipped() -> None:
    world = Pins(skip=True)
    world.press = lambda _: None
    _, *found = look("buzzers", world.gpio_room())
    assert levels(found) == [Level.SKIP] * 3
    assert world.now < 6 * SECOND


def test_without_people_nobody_is_asked_but_a_stuck_buzzer_is_told() -> None:
    world = Pins()
    world.contacts.move(1, down=True, at=world.now)
    _, *found = look("buzzers", world.gpio_room(people=None))
    assert levels(found) == [Level.SKIP, Level.FAIL, Level.SKIP]
    assert world.told == []


def test_pins_that_do_not_open_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("lgpio", "RPi", "RPi.GPIO"):
        monkeypatch.setitem(sys.modules, name, None)
    world = World()
    room = world.room(source=GpioBuzzers(BuzzerSettings(PINS), world.clock))
    [found] = look("buzzers", room)
    assert (found.level, "python3-lgpio" in found.todo) == (Level.FAIL, True)
    [found] = look("lamps", world.room(lamps=GpioLamps(LampSettings(LAMPS))))
    assert found.level is Level.FAIL
    [found] = look("power", world.room(power=PowerButton(PowerSettings(3))))
    assert found.level is Level.FAIL


def test_mock_pins_are_told_to_be_none() -> None:
    world = World()
    source = GpioBuzzers(BuzzerSettings(PINS[:1], "mock"), world.clock)
    times, _ = look("buzzers", world.room(source=source, people=None))
    assert (times.level, "without buttons" in times.seen) == (Level.WARN, True)


def test_keys_are_asked_for_in_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    down, up, escape = (
        SimpleNamespace(type=0x300, key=ord("1"), repeat=False),
        SimpleNamespace(type=0x301, key=ord("1")),
        SimpleNamespace(type=0x300, key=27),
    )
    events = iter([[down], [], [], [], [up], *[[]] * 12, [escape]])
    monkeypatch.setattr(Window, "poll", lambda _: next(events))
    world = World()
    source = KeyboardBuzzers(KeyboardSettings(("1", "2")), world.clock)
    room = world.room(source=source)
    times, first, second = look("buzzers", room)
    assert times.level is Level.WARN
    assert first.name == "buzzer 1, key 1"
    assert first.seen.startswith("keyboard time, down for 80 ms")
    assert second.level is Level.SKIP


# --- lamps and power -----------------------------------------------------------------------------


def test_each_lamp_is_lit_alone_while_people_look() -> None:
    world = Pins(answers=[True, False])
    lit = []
    ask = world.yes

    def look_at(question: str) -> bool | None:
        lit.append([world.contacts.bright(number) for number in range(2)])
        return ask(question)

    world.yes = look_at  # type: ignore[method-assign]
    fewer, *found = look("lamps", world.gpio_room())
    assert lit == [[1, 0], [0, 1]]
    assert fewer.seen == "2 lamps for 3 buzzers"
    assert levels(found) == [Level.OK, Level.FAIL]
    assert [world.contacts.bright(number) for number in range(2)] == [0, 0]
    assert levels(look("lamps", world.gpio_room(people=None)))[1:] == [Level.SKIP] * 2
    assert levels(look("lamps", world.gpio_room(lamps=None))) == [Level.SKIP]


def test_the_power_button_is_held_for_long_enough_or_not() -> None:
    world = Pins()

    def hold(_: str) -> None:
        at = world.now + SECOND
        world.moves.append((at, lambda: world.power.move(0, down=True, at=at)))

    assert levels(look("power", world.gpio_room())) == [Level.FAIL]
    world.press = hold
    assert levels(look("power", world.gpio_room())) == [Level.OK]
    world.press, world.skip = (lambda _: None), True
    assert levels(look("power", world.gpio_room())) == [Level.SKIP]
    assert levels(look("power", world.gpio_room(people=None))) == [Level.SKIP]
    assert levels(look("power", world.gpio_room(power=None))) == [Level.SKIP]


def test_the_power_button_is_held_for_as_long_as_the_settings_say() -> None:
    world = Pins()

    def hold(line: str) -> None:
        assert "hold it for 9.5 s" in line
        at = world.now + 2 * SECOND
        world.moves.append((at, lambda: world.power.move(0, down=True, at=at)))

    world.press = hold
    power = PowerButton(PowerSettings(3, hold_ms=9_500), PinBoard(given=world.factory))
    assert levels(look("power", world.room(power=power))) == [Level.OK]


# --- the hub -------------------------------------------------------------------------------------


@dataclass
class HubWorld(World):
    """A simulated hub with three seats."""

    drift: int = 0

    def __post_init__(self) -> None:
        self.wire = MockHub(self.now, seats=3, micros=5_000_000, drift=self.drift)
        settings = HubSettings("/dev/serial/by-id/usb-mock")
        self.hub = Hub(settings, 3, self.wire.clock, self.wire)

    def pause(self, seconds: float) -> None:
        until = self.wire.now + round(seconds * SECOND)
        while self.moves and self.moves[0][0] <= until:
            at, move = self.moves.pop(0)
            self.wire.run(at)
            move()
            self.wire.exchange()
        self.wire.run(until)
        self.now = self.wire.now

    def hub_room(self) -> Room:
        return self.room(
            clock=self.wire.clock,
            source=self.hub,
            lamps=HubLamps(self.hub),
            boards={Hub: self.hub},
        )


@pytest.mark.untraced
def test_a_hub_says_who_it_is_and_how_its_clock_runs() -> None:
    world = HubWorld()
    board, firmware, start, clock, cable = look("hub", world.hub_room())
    assert levels([board, firmware, start, clock, cable]) == [Level.OK] * 5
    assert firmware.seen == f"{SHIPPED}, as this table brings it"
    assert start.seen == "the board began when its power came"
    assert "protocol 1" in board.seen
    assert "3 seats for 3 buzzers" in board.seen
    assert "answers within" in clock.seen


def test_a_hub_with_other_firmware_that_began_after_a_fault_says_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("appliance.drivers.seat_hub.board.FIRMWARE", b"\1\2\3")
    world = HubWorld()
    world.wire.reset(FAULT, "pins.py:45: NameError: PINS")
    world.wire.run(world.now + 2 * SECOND)
    told = {
        finding.name: finding
        for finding in look("hub", world.hub_room())
        if finding.level is Level.WARN
    }
    assert "doubtit hub install" in told["firmware"].todo
    assert "its program had failed (pins.py:45: NameError: PINS)" in told["start"].seen


def test_a_hub_whose_program_fails_is_told_with_its_line() -> None:
    world = HubWorld()
    world.moves = [(world.now + 2 * SECOND, lambda: world.wire.fail("x.py:1: OSError: 5"))]
    [found] = look("hub", world.hub_room())
    assert found.seen == "the seat hub is gone: its program failed (x.py:1: OSError: 5)"
    assert found.todo == "it restarts by itself"


def test_a_hub_that_is_unplugged_is_told() -> None:
    world = HubWorld()
    world.moves = [(world.now + 2 * SECOND, world.wire.unplug)]
    [found] = look("hub", world.hub_room())
    assert (found.level, found.todo) == (Level.FAIL, "plug it in again")
    boards = {Hub: Hub(HubSettings("/dev/nothing"), 6, world.clock)}
    [missing] = look("hub", World().room(boards=boards))
    assert missing.level is Level.FAIL
    assert "dialout" in missing.todo
    [unused] = look("hub", World().room())
    assert unused.level is Level.SKIP


@pytest.mark.untraced
def test_the_hub_s_buzzers_and_lamps_are_asked_for_too() -> None:
    world = HubWorld(answers=[True, True, True])

    def press(line: str) -> None:
        for buzzer in range(2):
            if ASKED.format(buzzer + 1) in line:
                at = world.wire.now + 200 * MS
                world.moves += [
                    (at, lambda b=buzzer: world.wire.move(b, down=True)),  # type: ignore[misc]
                    (at + 100 * MS, lambda b=buzzer: world.wire.move(b, down=False)),  # type: ignore[misc]
                ]

    world.press = press
    times, first, second, third = look("buzzers", world.hub_room())
    assert times.seen.startswith("stamped by the seat hub")
    assert first.seen.startswith("hub time, down for 100 ms, no bounce")
    assert levels([first, second, third]) == [Level.OK, Level.OK, Level.FAIL]
    assert "GP2 of the hub and ground" in third.todo
    assert levels(look("lamps", world.hub_room())) == [Level.OK] * 3


def test_a_hub_s_buzzer_that_was_held_at_start_is_told() -> None:
    world = HubWorld()
    world.wire.move(1, down=True)
    _, *found = look("buzzers", replace(world.hub_room(), people=None))
    assert levels(found) == [Level.SKIP, Level.FAIL, Level.SKIP]


def test_a_hub_that_goes_away_ends_the_asking() -> None:
    world = HubWorld()
    world.press = lambda _: world.moves.append((world.wire.now + SECOND, world.wire.unplug))
    _, first, gone = look("buzzers", world.hub_room())
    assert first.level is Level.FAIL
    assert (gone.level, gone.todo) == (Level.FAIL, "plug it in again")


# --- camera, display, sound, disk, permissions ---------------------------------------------------


def test_pictures_of_a_folder_are_looked_at_and_not_timed(tmp_path: Path) -> None:
    image = np.random.default_rng(1).integers(0, 255, (96, 128, 3), dtype=np.uint8)
    assert cv2.imwrite(str(tmp_path / "a.png"), cv2.resize(image, (640, 480)))
    world = World()
    made = FolderCamera(FolderSettings(tmp_path), world.clock)
    room = world.room(camera=made)
    found = {finding.name: finding for finding in look("camera", room)}
    assert found["pictures"].seen == "640x480, out of a folder"
    assert set(found) == {"pictures", "light", "focus", "mat"}


class Set:
    """A camera that was asked for two things, and does one of them."""

    live = True

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock

    def open(self) -> None: ...

    def close(self) -> None: ...

    def capture(self) -> Frame:
        image = np.random.default_rng(1).integers(0, 255, (96, 128, 3), dtype=np.uint8)
        lens = Control(told("lens"), told("focused at 36 cm, by camera.height_cm"))
        unfit, update = "exposed for 14.0 ms, which doesn't fit", told("update libcamera")
        flicker = Control(told("flicker"), told(unfit), update)
        return Frame(image, self._clock(), (lens, flicker))


def test_what_a_camera_is_set_to_is_told_and_what_it_does_not_obey() -> None:
    world = World()
    found = {
        finding.name: finding for finding in look("camera", world.room(camera=Set(world.clock)))
    }
    assert (found["lens"].level, found["lens"].seen[:16]) == (Level.OK, "focused at 36 cm")
    assert (found["flicker"].level, found["flicker"].todo) == (Level.WARN, "update libcamera")


def camera_sees(image: Image, folder: Path) -> dict[str, SaidFinding]:
    assert cv2.imwrite(str(folder / "a.png"), image)
    world = World()
    made = FolderCamera(FolderSettings(folder), world.clock)
    return {finding.name: finding for finding in look("camera", world.room(camera=made))}


def box(light: float = 1.0) -> Image:
    mat = cv2.copyMakeBorder(mat_picture(3), 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=(90,))
    return (mat * light).astype(np.uint8)


def test_the_mat_is_found_in_the_box(tmp_path: Path) -> None:
    mat = camera_sees(box(), tmp_path)["mat"]
    assert mat.level is Level.OK
    assert mat.seen.startswith("found by 18 of 18 markers, off by 0.")
    assert set(mat.figures) == {"markers", "of", "error_mm", "px_per_mm", "edge_mm"}


def test_a_mat_in_the_dark_is_told_and_one_that_is_not_there(tmp_path: Path) -> None:
    dark = camera_sees(box(0.3), tmp_path)["mat"]
    assert (dark.level, bool(dark.todo)) == (Level.WARN, True)
    assert dark.seen.startswith("found by 18 of 18 markers; ")
    gone = camera_sees(box()[:300], tmp_path)["mat"]
    assert (gone.level, bool(gone.todo)) == (Level.WARN, True)
    assert gone.figures["of"] == 18


def test_a_dead_picture_is_told_and_nothing_else_of_it(tmp_path: Path) -> None:
    found = camera_sees(np.zeros((480, 640, 3), np.uint8), tmp_path)
    assert found["picture"].level is Level.FAIL
    assert found["picture"].seen.startswith("the picture is black")
    assert found["picture"].todo
    assert set(found) == {"pictures", "picture"}


def test_what_reads_the_cards_is_tried_where_there_is_a_camera() -> None:
    world = World()
    [found] = look("reader", world.room())
    assert found.level is Level.SKIP
    config = replace(SMALL, camera=choice("camera", {"driver": "v4l2"}))
    [found] = look("reader", world.room(config=config))
    assert found.level is Level.OK
    assert found.seen.startswith("ONNX Runtime ")


def test_a_camera_that_fails_is_told(tmp_path: Path) -> None:
    world = World()
    empty = FolderCamera(FolderSettings(tmp_path), world.clock)
    [found] = look("camera", world.room(camera=empty))
    assert (found.level, found.todo) == (Level.FAIL, "put .jpg or .png files in")
    assert levels(look("camera", world.room())) == [Level.SKIP]


def test_a_screen_is_drawn_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    world = World()
    room = world.room(env=dict(os.environ))
    [found] = look("display", room)
    assert found.seen == "dummy, 800x480: not visible"
    monkeypatch.setattr("appliance.selftest.judge.machine.NO_SCREEN", ())
    world.answers = [False]
    *_, found = look("display", room)
    assert world.told == ['      did the screen just show "Doubt It!"?']


def test_a_screen_that_does_not_open_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Window) -> None:
        raise DriverError(
            message("display.no-driver", width=1, height=1, error="kmsdrm not available")
        )

    monkeypatch.setattr(Window, "open", fail)
    [found] = look("display", World().room(env={"SDL_VIDEODRIVER": "kmsdrm"}))
    assert "apt install python3-pygame" in found.todo


def test_a_fanfare_is_heard_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    world = World(answers=[True])
    assert levels(look("sound", world.room(env={"SDL_AUDIODRIVER": "dummy"}))) == [Level.WARN]
    assert levels(look("sound", world.room())) == [Level.OK]
    quiet = replace(Config(), sound=replace(Config().sound, volume="off"))
    assert levels(look("sound", world.room(config=quiet))) == [Level.SKIP]
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    [found] = look("sound", world.room())
    assert (found.level, "group audio" in found.todo) == (Level.FAIL, True)


@pytest.fixture
def root_on_a_disk(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let the kernel name a disk, since many a machine has its /tmp in memory."""
    mounts = tmp_path_factory.mktemp("proc") / "mountinfo"
    mounts.write_text("36 1 179:2 / / rw,noatime - ext4 /dev/root rw\n")
    monkeypatch.setattr("appliance.selftest.observe.machine.MOUNTS", mounts)


@pytest.mark.usefixtures("root_on_a_disk")
def test_the_journal_s_disk_is_written_to_and_left_as_it_was(tmp_path: Path) -> None:
    config = replace(Config(), journal=str(tmp_path / "new" / "e.journal"))
    found = {finding.name: finding for finding in look("disk", World().room(config=config))}
    assert found["journal"].level is Level.OK
    assert found["speed"].seen == "a commit takes 0.0 ms, at worst 0.0 ms"
    assert dict(found["room"].figures)["free_bytes"] > 0  # type: ignore[operator]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("root_on_a_disk")
def test_a_disk_that_can_t_be_written_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("appliance.selftest.observe.machine.TemporaryFile", refuse)
    config = replace(Config(), journal=str(tmp_path / "e.journal"))
    found = {finding.name: finding for finding in look("disk", World().room(config=config))}
    assert found["journal"].level is Level.FAIL
    assert "Permission denied" in found["journal"].seen
    assert "chown" in found["journal"].todo


def test_who_runs_it_is_looked_up() -> None:
    user, service, *_ = look("permissions", World().room())
    assert user.name == "user"
    assert service.name == "service"


# --- the command ---------------------------------------------------------------------------------


@pytest.mark.parametrize("part", LOOKS)
def test_a_driver_that_fails_is_a_finding_of_any_part(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Room) -> Iterator[Finding]:
        away = DriverError(message("selftest.hub.away"), message("selftest.hub.away.todo"))
        raise away

    monkeypatch.setitem(LOOKS, part, (fail, LOOKS[part][1]))
    [found] = look(part, World().room())
    assert (found.level, found.todo) == (Level.FAIL, "plug it in again")
    assert not found.name.startswith("selftest.")


@pytest.fixture
def no_clock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let time pass only in sleeps, and return a file of settings for a desk."""
    now = [0]

    def sleep(seconds: float) -> None:
        now[0] += round(seconds * SECOND)

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(
        "appliance.service.clock.time", SimpleNamespace(monotonic_ns=lambda: now[0])
    )
    monkeypatch.setattr("appliance.commands.check.time", SimpleNamespace(sleep=sleep))
    config = tmp_path / "table.toml"
    config.write_text(
        f"journal = '{tmp_path}/e.journal'\n[buzzers]\ndriver = 'keyboard'\n"
        "[display]\nwidth = 800\nheight = 480\n"
    )
    return config


def test_without_a_terminal_nobody_is_asked(
    no_clock: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["check", "--config", str(no_clock)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(
        "no questions: skipping the parts that need a person to press, look or listen\n"
    )
    assert "-     buzzers | buzzer 6, key 6: at rest; no press was asked for\n" in printed
    assert printed.splitlines()[-1].startswith("0 failed")


def test_one_object_and_only_the_parts_that_are_wanted(
    no_clock: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--json", "--no-ask", "--part", "disk", "--part", "camera"]
    assert main(["check", "--config", str(no_clock), *words]) == 0
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert told["ok"] is True
    assert {finding["part"] for finding in told["findings"]} == {"disk", "camera"}
    assert "disk | room" in err


def test_a_failure_is_an_exit_code(no_clock: Path, capsys: pytest.CaptureFixture[str]) -> None:
    no_clock.write_text(
        "[buzzers]\ndriver = 'keyboard'\n[camera]\ndriver = 'folder'\nfolder = 'nowhere'\n"
    )
    assert main(["check", "--config", str(no_clock), "--no-ask", "--part", "camera"]) == 1
    printed = capsys.readouterr().out
    assert "FAIL  camera | camera: camera folder nowhere can't be opened" in printed
    assert "      -> make it and put pictures in\n1 failed" in printed


def test_settings_that_are_wrong_are_one_line(
    no_clock: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    no_clock.write_text("[buzzers]\ndriver = 'evdev'\nkeys = 'none.toml'")
    assert main(["check", "--config", str(no_clock), "--no-ask"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "answer"),
    [("\n", True), ("y\n", True), ("N\n", False), ("s\n", None), ("", None)],
)
def test_people_answer_by_one_key(
    monkeypatch: pytest.MonkeyPatch, line: str, answer: bool | None
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(line))
    out = io.StringIO()
    people = Terminal(out, ENGLISH)
    people.say("look")
    assert people.yes("is it lit?") is answer
    assert out.getvalue() == "look\nis it lit? [Enter: yes, n: no, s: skip] "


def test_enter_skips(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs, ours = os.pipe()
    with open(theirs) as stdin, open(ours, "w") as typed:  # noqa: PTH123 - descriptors
        monkeypatch.setattr("sys.stdin", stdin)
        people = Terminal(io.StringIO(), ENGLISH)
        assert not people.skips()
        typed.write("\n")
        typed.flush()
        assert people.skips()
        assert not people.skips()


def test_the_machine_itself_is_looked_at(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    main(["check", "--part", "machine", "--no-ask", "--journal", str(tmp_path / "e.journal")])
    said = capsys.readouterr().out
    for name in ("memory card", "working memory", "time and date"):
        assert f"machine | {name}: " in said
