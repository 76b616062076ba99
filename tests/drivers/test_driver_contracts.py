"""What every driver must do, asked of each line of DRIVERS: a new one needs a `Rig` here."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import contracts
import cv2
import numpy as np
import pytest
from camera_rigs import clock_of, pi_cameras, usb_cameras
from camera_stand_ins import Hardware
from fake_evdev import FakeKernel
from fake_hx711 import FakeHx711
from lamp_chip import LampChip
from voice_room import Room

from appliance.core.signals import MS, SECOND, Signal
from appliance.core.weighing import CARD_G
from appliance.display.quiet import pygame
from appliance.drivers import DRIVERS, Lamps, Pictures, Scale, Source, Stroke, Switch, Voice
from appliance.drivers.camera.pictures import Settings as FolderSettings
from appliance.drivers.camera.watched import watched
from appliance.drivers.gpio.board import PinBoard
from appliance.drivers.gpio.driver import BuzzerSettings, LampSettings, PowerSettings
from appliance.drivers.gpio.mock import Contacts, VirtualFactory
from appliance.drivers.keyboard import KeyboardBuzzers
from appliance.drivers.keyboard import Settings as KeyboardSettings
from appliance.drivers.pca9685 import Settings as ChipSettings
from appliance.drivers.scale.hx711 import COUNTS_A_CARD, Hx711
from appliance.drivers.scale.steady import SteadyScale
from appliance.drivers.seat_hub.board import Board as HubBoard
from appliance.drivers.seat_hub.driver import Hub, HubLamps
from appliance.drivers.seat_hub.driver import Settings as HubSettings
from appliance.drivers.seat_hub.mock import MockHub
from appliance.drivers.speech import Settings as SpeechSettings
from appliance.drivers.usb import driver as evdev_driver
from appliance.drivers.usb.driver import EvdevBuzzers
from appliance.drivers.usb.keymap import Key
from bluffing.cards import pack
from lab.sim.eyes import UNTOUCHED, SimCell
from lab.sim.truth import Box

BUZZERS, LAMPS = (4, 5, 6), (17, 18, 19)


@dataclass
class Rig:
    """One driver with a hand on the hardware side. `now` is the table's clock."""

    folder: Path
    patch: pytest.MonkeyPatch
    now: int = 7 * SECOND
    pause: int = 123_457
    within: int = 0  # how far off a stamp may be, ns: hardware that counts microseconds
    posted: list[Signal] = field(default_factory=list)
    hardware: Hardware | None = None  # a camera's, which has a time of its own
    stack: ExitStack = field(default_factory=ExitStack)

    def clock(self) -> int:
        return self.now if self.hardware is None else clock_of(self.hardware)()

    def wait(self, span: int) -> None:
        self.now += span

    def settle(self) -> None:
        """Nothing is ever under way."""

    def factory(self) -> VirtualFactory:
        # the pins' clock is 3 s behind the table's: a driver has to convert
        return VirtualFactory(lambda: self.now - 3 * SECOND, worst_delay=5 * MS)


def gpio(rig: Rig) -> tuple[Source, contracts.Move]:
    factory = rig.factory()
    contacts = Contacts(factory, BUZZERS)
    made = DRIVERS["gpio"].load()(BuzzerSettings(BUZZERS), rig.clock, PinBoard(given=factory))

    def move(buzzer: int, down: bool) -> int:
        contacts.move(buzzer, down, rig.now - 3 * SECOND)
        return rig.now

    return made, move


Boards = Callable[[bytes, int, int, int, int], HubBoard]


def mock_hub(rig: Rig, boards: Boards) -> tuple[MockHub, Hub]:
    hub = MockHub(rig.now, seats=3, micros=5_000_000, boards=boards)
    return hub, Hub(HubSettings(), 3, hub.clock, hub)


def hub_buzzers(rig: Rig, boards: Boards = HubBoard) -> tuple[Source, contracts.Move]:
    hub, made = mock_hub(rig, boards)
    rig.within = 3000  # the offset is known to a microsecond, and follows drift by steps of one
    opens = made.open

    def open_and_wait(post: Callable[[Signal], None]) -> None:
        opens(post)
        rig.now = hub.now  # saying hello takes a moment

    def move(buzzer: int, down: bool) -> int:
        hub.run(rig.now)
        hub.move(buzzer, down)
        hub.exchange()
        return rig.now

    rig.patch.setattr(made, "open", open_and_wait)
    return made, move


def hub_lamps(rig: Rig, boards: Boards = HubBoard) -> tuple[Lamps, Callable[[int], float]]:
    hub, shared = mock_hub(rig, boards)
    made: HubLamps = DRIVERS["hub-lamps"].load()(shared)

    def bright(buzzer: int) -> float:
        hub.run(hub.now + 5 * MS)
        return hub.bright(buzzer)

    return made, bright


def keyboard(rig: Rig) -> tuple[Source, contracts.Move]:
    made: KeyboardBuzzers = DRIVERS["keyboard"].load()(
        KeyboardSettings(("1", "q", "-")), rig.clock, lambda: rig.now - 3 * SECOND
    )
    made.exact = True
    rig.pause = 30 * MS

    def move(buzzer: int, down: bool) -> int:
        key = (pygame.K_1, pygame.K_q, pygame.K_MINUS)[buzzer]
        made.handle([Stroke(key, down, rig.now - 3 * SECOND)], rig.now)
        return rig.now

    return made, move


def evdev(rig: Rig) -> tuple[Source, contracts.Move]:
    kernel = FakeKernel(now=rig.now - 3 * SECOND)
    devices = [kernel.add("Receiver", f"usb-1.{number}/input0") for number in range(3)]
    rig.patch.setitem(sys.modules, "evdev", kernel.evdev)
    rig.patch.setattr(evdev_driver, "ioctl", kernel.ioctl)
    rig.within = 1000  # the kernel's stamps are microseconds
    keys = tuple(Key(device.name, device.port, 2 + place) for place, device in enumerate(devices))
    made: EvdevBuzzers = DRIVERS["evdev"].load()(
        keys, rig.clock, kernel.clock, kernel.there, threaded=False
    )

    def move(buzzer: int, down: bool) -> int:
        kernel.now = rig.now - 3 * SECOND
        devices[buzzer].move(2 + buzzer, down)
        made.turn()
        return rig.now

    return made, move


def evdev_lamps(rig: Rig) -> tuple[Lamps, Callable[[int], float]]:
    kernel = FakeKernel()
    names = ("0003:054C:1000.0001::buzz1", "0003:054C:1000.0001::buzz2")
    for name in names:
        (rig.folder / name).mkdir()
        (rig.folder / name / "max_brightness").write_text("255\n")
        (rig.folder / name / "brightness").write_text("0\n")
    receiver = kernel.add("Logitech Buzz", "usb-1.2/input0")
    receiver.lamps = tuple(rig.folder / name for name in names)
    keys = tuple(Key("Logitech Buzz", "usb-1.2/input0", 2 + n, f"buzz{n + 1}") for n in range(2))
    third = Key("Logitech Buzz", "usb-1.2/input0", 4)

    def bright(buzzer: int) -> float:
        if buzzer >= len(names):
            return 0.0
        return int((rig.folder / names[buzzer] / "brightness").read_text()) / 255

    made: Lamps = DRIVERS["evdev-lamps"].load()((*keys, third), kernel.there)
    return made, bright


def gpio_lamps(rig: Rig) -> tuple[Lamps, Callable[[int], float]]:
    factory = rig.factory()
    contacts = Contacts(factory, BUZZERS, LAMPS)
    made: Lamps = DRIVERS["gpio-lamps"].load()(LampSettings(LAMPS), PinBoard(given=factory))
    return made, contacts.bright


def chip_lamps(rig: Rig) -> tuple[Lamps, Callable[[int], float]]:
    chip = LampChip()
    chip.install(rig.patch)
    made: Lamps = DRIVERS["pca9685"].load()(ChipSettings(), len(LAMPS))
    return made, chip.bright


def folder_camera(rig: Rig) -> Pictures:
    for name, grey in (("b.png", 80), ("a.JPG", 40), ("notes.txt", 0)):
        done, data = cv2.imencode(".png", np.full((48, 64, 3), grey, np.uint8))
        assert done
        (rig.folder / name).write_bytes(data.tobytes())
    made: Pictures = DRIVERS["folder"].load()(FolderSettings(rig.folder), rig.clock)
    return made


def power(rig: Rig) -> tuple[Switch, Callable[[bool], None]]:
    factory = rig.factory()
    contacts = Contacts(factory, (3,))
    made: Switch = DRIVERS["gpio-power"].load()(PowerSettings(3), PinBoard(given=factory))
    return made, lambda down: contacts.move(0, down, rig.now - 3 * SECOND)


def pi_camera(rig: Rig) -> Pictures:
    rig.hardware = Hardware()
    return rig.stack.enter_context(pi_cameras(rig.hardware, rig.patch))()


def usb_camera(rig: Rig) -> Pictures:
    rig.hardware = Hardware()
    return rig.stack.enter_context(usb_cameras(rig.hardware, rig.patch, rig.folder))()


def voice(rig: Rig) -> tuple[Voice, Callable[[], str]]:
    room = Room()
    made: Voice = DRIVERS["espeak"].load()(SpeechSettings(), rig.clock, room.start)
    made.through(room)

    def heard() -> str:
        assert room.speaks.wait(10)
        room.speaks.clear()
        return room.heard[-1]

    return made, heard


def bar(rig: Rig) -> tuple[Scale, Callable[[float], None]]:
    chip, noise = FakeHx711(rig.clock), cycle(range(5))
    grams = 0.0
    transfer = chip.transfer

    def load(now: float) -> None:
        nonlocal grams
        grams = now

    def noisy(sent: bytes) -> bytes:
        chip.code = round(grams / CARD_G * COUNTS_A_CARD) + next(noise)
        return transfer(sent)

    rig.patch.setattr(chip, "transfer", noisy)
    made: Scale = DRIVERS["hx711"].load()(Hx711(chip, COUNTS_A_CARD), rig.clock)
    return made, load


def simulated_bar(rig: Rig) -> tuple[Scale, Callable[[float], None]]:
    lies: Box | None = None

    def load(now: float) -> None:
        nonlocal lies
        cards = pack()[: round(now / CARD_G)]
        lies = Box(cards, (0, 0), 0) if cards else None

    return SteadyScale(SimCell(lambda: lies, rig.clock, 1, UNTOUCHED), rig.clock), load


RIGS: dict[str, Any] = {
    "gpio": gpio,
    "hub": hub_buzzers,
    "hub-lamps": hub_lamps,
    "keyboard": keyboard,
    "evdev": evdev,
    "evdev-lamps": evdev_lamps,
    "gpio-lamps": gpio_lamps,
    "pca9685": chip_lamps,
    "folder": folder_camera,
    "picamera2": pi_camera,
    "v4l2": usb_camera,
    "gpio-power": power,
    "espeak": voice,
    "hx711": bar,
}


def of_kind(kind: str) -> list[str]:
    return [name for name, driver in DRIVERS.items() if driver.part == kind]


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    made = Rig(tmp_path, monkeypatch)
    with made.stack:
        yield made


def test_every_driver_is_tested() -> None:
    assert set(RIGS) == set(DRIVERS)


def test_no_driver_imports_hardware_before_it_opens() -> None:
    code = (
        "import sys\n"
        "from appliance.drivers import DRIVERS\n"
        "assert not {'cv2', 'gpiozero', 'pygame', 'serial'} & set(sys.modules), 'package'\n"
        "for driver in DRIVERS.values():\n"
        "    driver.load()\n"
        "hardware = {'evdev', 'gpiozero', 'lgpio', 'pygame', 'serial', 'picamera2', 'smbus2'}\n"
        "assert not hardware & set(sys.modules), hardware & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 - our own interpreter


@pytest.mark.parametrize("name", of_kind("buzzers"))
def test_a_source_posts_raw_edges_with_the_tables_time(name: str, rig: Rig) -> None:
    contracts.posts_raw_edges(rig, *RIGS[name](rig))


@pytest.mark.parametrize("name", of_kind("buzzers"))
def test_a_closed_source_is_silent_and_can_open_again(name: str, rig: Rig) -> None:
    contracts.is_silent_when_closed(rig, *RIGS[name](rig))


@pytest.mark.parametrize("name", of_kind("lamps"))
def test_lamps_follow_their_rhythms(name: str, rig: Rig) -> None:
    contracts.follow_their_rhythms(*RIGS[name](rig))


@pytest.mark.parametrize("name", of_kind("lamps"))
def test_closed_lamps_are_dark_and_can_open_again(name: str, rig: Rig) -> None:
    contracts.are_dark_when_closed(*RIGS[name](rig))


@pytest.mark.parametrize("name", of_kind("power"))
def test_a_switch_asks_only_when_it_is_held_long_enough(name: str, rig: Rig) -> None:
    contracts.asks_when_held_long_enough(*RIGS[name](rig))


@pytest.mark.parametrize("name", of_kind("power"))
def test_a_switch_that_is_down_from_the_start_is_stuck_and_asks_nothing(
    name: str, rig: Rig
) -> None:
    contracts.asks_nothing_when_stuck(*RIGS[name](rig))


@pytest.mark.parametrize("name", of_kind("speech"))
def test_a_voice_says_what_it_is_told_while_it_is_open(name: str, rig: Rig) -> None:
    contracts.says_what_it_is_told(*RIGS[name](rig))


@pytest.mark.parametrize("name", of_kind("scale"))
def test_a_scale_weighs_while_it_is_open(name: str, rig: Rig) -> None:
    contracts.weighs_while_open(rig, *RIGS[name](rig))


def test_a_simulated_scale_keeps_the_same_contract(rig: Rig) -> None:
    contracts.weighs_while_open(rig, *simulated_bar(rig))


@pytest.mark.parametrize("name", ["picamera2", "v4l2"])
def test_a_watched_camera_keeps_the_same_contract(name: str, rig: Rig) -> None:
    contracts.gives_pictures_while_open(rig, watched(lambda: RIGS[name](rig), rig.clock))


@pytest.mark.parametrize("name", of_kind("camera"))
def test_a_camera_gives_pictures_while_it_is_open(name: str, rig: Rig) -> None:
    contracts.gives_pictures_while_open(rig, RIGS[name](rig))
