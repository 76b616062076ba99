"""What every driver must do, asked of each line of DRIVERS: a new one needs a `Rig` here."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import contracts
import cv2
import numpy as np
import pygame
import pytest
from camera_stand_ins import Hardware, picamera2, video_capture

from appliance.drivers import DRIVERS, Camera, Lamps, Source, Switch
from appliance.drivers.folder_camera import Settings as FolderSettings
from appliance.drivers.gpio import BuzzerSettings, LampSettings
from appliance.drivers.hub import Hub, HubBuzzers, HubLamps
from appliance.drivers.hub import Settings as HubSettings
from appliance.drivers.hub_board import Board as HubBoard
from appliance.drivers.keyboard import KeyboardBuzzers
from appliance.drivers.keyboard import Settings as KeyboardSettings
from appliance.drivers.mock import Contacts, VirtualFactory
from appliance.drivers.mock_hub import MockHub
from appliance.drivers.picamera import Settings as PiSettings
from appliance.drivers.power import Settings as PowerSettings
from appliance.drivers.supervised import watched
from appliance.drivers.v4l2 import Settings as V4l2Settings
from appliance.signals import MS, SECOND, Signal

BUZZERS, LAMPS = (4, 5, 6), (17, 18, 19)


@dataclass
class Rig:
    """One driver with a hand on the hardware side. `now` is the table's clock."""

    folder: Path
    patch: pytest.MonkeyPatch
    now: int = 7 * SECOND
    within: int = 0  # how far off a stamp may be, ns: hardware that counts microseconds
    posted: list[Signal] = field(default_factory=list)

    def clock(self) -> int:
        return self.now

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
    made = DRIVERS["gpio"].load()(BuzzerSettings(BUZZERS), rig.clock, factory)

    def move(buzzer: int, down: bool) -> int:
        contacts.move(buzzer, down, rig.now - 3 * SECOND)
        return rig.now

    return made, move


Boards = Callable[[bytes, int, int, int, int], HubBoard]


def mock_hub(rig: Rig, boards: Boards) -> tuple[MockHub, Hub]:
    hub = MockHub(rig.now, seats=3, micros=5_000_000, boards=boards)
    return hub, Hub(HubSettings(seats=3), hub.clock, hub)


def hub_buzzers(rig: Rig, boards: Boards = HubBoard) -> tuple[Source, contracts.Move]:
    hub, shared = mock_hub(rig, boards)
    made: HubBuzzers = DRIVERS["hub"].load()(shared)
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
    made: HubLamps = DRIVERS["hub-lamps"].load()(shared, hub.clock)

    def bright(buzzer: int) -> float:
        hub.run(hub.now + 5 * MS)
        return hub.bright(buzzer)

    return made, bright


def keyboard(rig: Rig) -> tuple[Source, contracts.Move]:
    made: KeyboardBuzzers = DRIVERS["keyboard"].load()(KeyboardSettings(("1", "q", "-")), rig.clock)

    def move(buzzer: int, down: bool) -> int:
        key = (pygame.K_1, pygame.K_q, pygame.K_MINUS)[buzzer]
        made.handle(pygame.event.Event(pygame.KEYDOWN if down else pygame.KEYUP, key=key))
        return rig.now

    return made, move


def gpio_lamps(rig: Rig) -> tuple[Lamps, Callable[[int], float]]:
    factory = rig.factory()
    contacts = Contacts(factory, BUZZERS, LAMPS)
    return DRIVERS["gpio-lamps"].load()(LampSettings(LAMPS), factory), contacts.bright


def folder_camera(rig: Rig) -> Camera:
    for name, grey in (("b.png", 80), ("a.JPG", 40), ("notes.txt", 0)):
        done, data = cv2.imencode(".png", np.full((48, 64, 3), grey, np.uint8))
        assert done
        (rig.folder / name).write_bytes(data.tobytes())
    made: Camera = DRIVERS["folder"].load()(FolderSettings(rig.folder), rig.clock)
    return made


def power(rig: Rig) -> tuple[Switch, Callable[[bool], None]]:
    factory = rig.factory()
    contacts = Contacts(factory, (3,))
    made: Switch = DRIVERS["power"].load()(PowerSettings(3), factory)
    return made, lambda down: contacts.move(0, down, rig.now - 3 * SECOND)


def pi_camera(rig: Rig) -> Camera:
    hardware = Hardware(rig.now)
    rig.patch.setitem(sys.modules, "picamera2", picamera2(hardware))
    settings = PiSettings(width=64, height=48, converge=2)
    made: Camera = DRIVERS["picamera2"].load()(settings, rig.clock, hardware.monotonic)
    return made


def usb_camera(rig: Rig) -> Camera:
    hardware = Hardware(rig.now)
    rig.patch.setattr(cv2, "VideoCapture", video_capture(hardware))
    settings = V4l2Settings(width=64, height=48, skip=2)
    made: Camera = DRIVERS["v4l2"].load()(settings, rig.clock, hardware.monotonic)
    return made


RIGS: dict[str, Any] = {
    "gpio": gpio,
    "hub": hub_buzzers,
    "hub-lamps": hub_lamps,
    "keyboard": keyboard,
    "gpio-lamps": gpio_lamps,
    "folder": folder_camera,
    "picamera2": pi_camera,
    "v4l2": usb_camera,
    "power": power,
}


def of_kind(kind: str) -> list[str]:
    return [name for name, driver in DRIVERS.items() if driver.kind == kind]


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rig:
    return Rig(tmp_path, monkeypatch)


def test_every_driver_is_tested() -> None:
    assert set(RIGS) == set(DRIVERS)


def test_no_driver_imports_hardware_before_it_opens() -> None:
    code = (
        "import sys\n"
        "from appliance.drivers import DRIVERS\n"
        "assert not {'cv2', 'gpiozero', 'pygame', 'serial'} & set(sys.modules), 'package'\n"
        "for driver in DRIVERS.values():\n"
        "    driver.load()\n"
        "found = {'gpiozero', 'lgpio', 'pygame', 'serial', 'picamera2'} & set(sys.modules)\n"
        "assert not found, found\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 - our own interpreter


@pytest.mark.parametrize("name", of_kind("source"))
def test_a_source_posts_raw_edges_with_the_tables_time(name: str, rig: Rig) -> None:
    contracts.posts_raw_edges(rig, *RIGS[name](rig))


@pytest.mark.parametrize("name", of_kind("source"))
def test_a_closed_source_is_silent_and_can_open_again(name: str, rig: Rig) -> None:
    contracts.is_silent_when_closed(rig, *RIGS[name](rig))


@pytest.mark.parametrize("name", of_kind("lamps"))
def test_lamps_follow_their_rhythms(name: str, rig: Rig) -> None:
    contracts.follow_their_rhythms(*RIGS[name](rig))


@pytest.mark.parametrize("name", of_kind("lamps"))
def test_closed_lamps_are_dark_and_can_open_again(name: str, rig: Rig) -> None:
    contracts.are_dark_when_closed(*RIGS[name](rig))


@pytest.mark.parametrize("name", of_kind("switch"))
def test_a_switch_asks_only_when_it_is_held_long_enough(name: str, rig: Rig) -> None:
    contracts.asks_when_held_long_enough(*RIGS[name](rig))


@pytest.mark.parametrize("name", of_kind("switch"))
def test_a_switch_that_is_down_from_the_start_is_stuck_and_asks_nothing(
    name: str, rig: Rig
) -> None:
    contracts.asks_nothing_when_stuck(*RIGS[name](rig))


@pytest.mark.parametrize("name", ["picamera2", "v4l2"])
def test_a_watched_camera_keeps_the_same_contract(name: str, rig: Rig) -> None:
    contracts.gives_pictures_while_open(rig, watched(lambda: RIGS[name](rig), rig.clock))


@pytest.mark.parametrize("name", of_kind("camera"))
def test_a_camera_gives_pictures_while_it_is_open(name: str, rig: Rig) -> None:
    contracts.gives_pictures_while_open(rig, RIGS[name](rig))
