"""Discovery without settings: it gets a made-up machine, and opens nothing."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from said import said

from appliance.config import Config, Seats, choice
from appliance.core.signals import BUZZERS, CAMERA
from appliance.drivers import DRIVERS, Machine
from appliance.drivers.camera.picamera import Settings as PiSettings
from appliance.drivers.camera.v4l2 import Settings as V4l2Settings
from appliance.drivers.discover import discover
from appliance.drivers.seat_hub.driver import Settings as HubSettings
from appliance.drivers.usb.keymap import PluggedKeys
from appliance.kept import InForce
from appliance.service.equip import equip
from bluffing.message import Message, message

ALL = ("serial", "gpiozero", "evdev", "picamera2")


@dataclass
class MadeUp:
    """A machine whose /dev, /proc and /sys are a folder."""

    root: Path
    libraries: set[str] = field(default_factory=lambda: set(ALL))

    @property
    def machine(self) -> Machine:
        return Machine(self.root, self.libraries.__contains__)

    def file(self, path: str, text: str = "") -> Path:
        there = self.root / path
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(text)
        return there

    def pi(self) -> None:
        self.file("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
        self.file("dev/gpiochip0")

    def hub(self, name: str = "usb-MicroPython_Board_in_FS_mode_e660-if00") -> None:
        self.file(f"dev/serial/by-id/{name}")

    def device(self, number: int, name: str, ids: tuple[int, int], codes: set[int]) -> None:
        """An input device on USB, as sysfs shows one."""
        place = f"sys/devices/pci/usb1/1-{number}/input/input{number}"
        self.file(f"{place}/name", name)
        self.file(f"{place}/phys", f"usb-1.{number}/input0")
        for part, hexadecimal in zip(("vendor", "product"), ids, strict=True):
            self.file(f"{place}/id/{part}", f"{hexadecimal:04x}")
        bits = sum(1 << code for code in codes)
        words = [bits >> shift & (1 << 64) - 1 for shift in range(0, bits.bit_length(), 64)]
        self.file(
            f"{place}/capabilities/key", " ".join(f"{word:x}" for word in reversed(words or [0]))
        )
        (self.root / place / f"event{number}").mkdir()
        link = self.root / f"sys/class/input/event{number}"
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(self.root / place / f"event{number}")
        self.file(f"dev/input/event{number}")

    def video(self, number: int, name: str, index: int = 0, bus: str = "usb1/1-4") -> None:
        place = f"sys/devices/{bus}/video4linux/video{number}"
        self.file(f"{place}/name", f"{name}\n")
        self.file(f"{place}/index", f"{index}\n")
        link = self.root / f"sys/class/video4linux/video{number}"
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(self.root / place)
        self.file(f"dev/video{number}")


@pytest.fixture
def made_up(tmp_path: Path) -> MadeUp:
    return MadeUp(tmp_path)


BUZZ = (0x054C, 0x1000)
RED = {0x2C0 + 5 * player for player in range(4)}
PAD = (0x0810, 0xE501)


def buzz(made_up: MadeUp) -> None:
    made_up.device(3, "Sony Logitech Wireless Buzz", BUZZ, set(range(0x2C0, 0x2C0 + 20)))


def pads(made_up: MadeUp) -> None:
    for number in (4, 5):
        made_up.device(number, "USB Gamepad", PAD, {0x130, 0x131, 0x132})


def test_an_empty_machine_has_the_keys_of_its_window(made_up: MadeUp) -> None:
    there = discover("buzzers", made_up.machine)
    assert there.driver == "keyboard"
    assert [said(reason) for reason in there.in_vain] == [
        "no seat hub",
        "no USB buzzers",
        "no pins of a Raspberry Pi",
    ]
    camera = discover("camera", made_up.machine)
    assert (camera.driver, camera.found) == ("", None)
    assert [said(reason) for reason in camera.in_vain] == [
        "no camera on a Pi's connector",
        "no USB camera",
    ]


def test_the_best_timed_buzzers_go_first(made_up: MadeUp) -> None:
    def driver() -> str:
        return discover("buzzers", made_up.machine).driver

    made_up.pi()
    assert driver() == "gpio"
    pads(made_up)
    assert driver() == "evdev"
    made_up.hub()
    there = discover("buzzers", made_up.machine)
    assert there.driver == "hub"
    assert there.found is not None
    assert isinstance(there.found.settings, HubSettings)
    assert there.found.settings.port.endswith("e660-if00")


def test_of_two_boards_none_is_taken_and_nothing_is_said_to_others(made_up: MadeUp) -> None:
    made_up.hub("usb-Prolific_USB-Serial_Controller-if00")
    assert said(discover("buzzers", made_up.machine).in_vain[0]) == "no seat hub"
    made_up.hub("usb-Raspberry_Pi_Pico_1-if00")
    made_up.hub("usb-Raspberry_Pi_Pico_2-if00")
    there = discover("buzzers", made_up.machine)
    assert there.driver == "keyboard"
    assert said(there.in_vain[0]) == "several boards that may be a seat hub"


def test_the_red_keys_of_quiz_buzzers_are_found_and_the_first_of_each_game_pad(
    made_up: MadeUp,
) -> None:
    made_up.device(1, "A keyboard", (1, 2), set(range(1, 100)))
    buzz(made_up)
    pads(made_up)
    there = discover("buzzers", made_up.machine)
    assert there.found is not None
    assert isinstance(there.found.settings, PluggedKeys)
    keys = there.found.settings.keys
    assert {key.code for key in keys if "Buzz" in key.name} == RED
    assert [key.lamp for key in keys[:4]] == ["buzz1", "buzz2", "buzz3", "buzz4"]
    assert [(key.code, key.port) for key in keys[4:]] == [
        (0x130, "usb-1.4/input0"),
        (0x130, "usb-1.5/input0"),
    ]
    assert there.found.buzzers == len(keys) == 6
    assert said(there.found.seen) == "6 buzzers on Sony Logitech Wireless Buzz, USB Gamepad"


def test_one_game_pad_makes_no_table(made_up: MadeUp) -> None:
    made_up.device(4, "USB Gamepad", PAD, {0x130})
    assert discover("buzzers", made_up.machine).driver == "keyboard"


@pytest.mark.parametrize(
    ("there", "library"), [(MadeUp.hub, "serial"), (buzz, "evdev"), (MadeUp.pi, "gpiozero")]
)
def test_what_lacks_its_library_or_may_not_be_opened_is_not_taken(
    made_up: MadeUp,
    monkeypatch: pytest.MonkeyPatch,
    there: Callable[[MadeUp], None],
    library: str,
) -> None:
    there(made_up)
    assert discover("buzzers", made_up.machine).driver != "keyboard"
    monkeypatch.setattr("appliance.drivers.os.access", lambda *_: False)
    shut = discover("buzzers", made_up.machine)
    assert shut.driver == "keyboard"
    assert any("may not be opened" in said(reason) for reason in shut.in_vain)
    made_up.libraries.discard(library)
    lacking = discover("buzzers", made_up.machine)
    assert any("is not installed" in said(reason) for reason in lacking.in_vain)


def test_a_sensor_on_the_connector_goes_before_a_usb_camera(made_up: MadeUp) -> None:
    made_up.video(0, "pispbe-input", bus="platform/pispbe")
    assert discover("camera", made_up.machine).driver == ""
    made_up.video(10, "Webcam: meta", index=1)
    made_up.video(9, "Webcam C920")
    usb = discover("camera", made_up.machine)
    assert usb.found is not None
    assert (usb.driver, usb.found.settings) == (
        "v4l2",
        V4l2Settings(str(made_up.root / "dev/video9")),
    )
    stays = made_up.root / "dev/v4l/by-id/usb-C920-index0"
    stays.parent.mkdir(parents=True)
    stays.symlink_to(made_up.root / "dev/video9")
    named = discover("camera", made_up.machine).found
    assert named is not None
    assert named.settings == V4l2Settings(str(stays))
    made_up.file("sys/class/video4linux/v4l-subdev0/name", "dw9807 10-000c\n")
    made_up.file("sys/class/video4linux/v4l-subdev1/name", "imx708_wide\n")
    sensor = discover("camera", made_up.machine)
    assert sensor.found is not None
    assert (sensor.driver, sensor.found.settings) == ("picamera2", PiSettings())
    made_up.libraries.discard("picamera2")
    assert discover("camera", made_up.machine).driver == "v4l2"


def start(**tables: object) -> InForce:
    return InForce(Config(seats=Seats(6)), dict(tables), Path("kept.toml"), {})


def never(_: Config) -> Message | None:
    raise AssertionError("nobody asked for it")


def test_a_part_that_the_settings_have_is_not_looked_for(made_up: MadeUp) -> None:
    made_up.hub()
    begun = start(buzzers={}, camera={})
    assert equip(begun, never, made_up.machine).config == begun.config


def test_there_are_as_many_seats_as_buzzers_unless_settings_say_fewer(made_up: MadeUp) -> None:
    for number in range(4, 12):
        made_up.device(number, "USB Gamepad", PAD, {0x130})

    def opens(_: Config) -> None:
        return None

    def seats(config: Config) -> int:
        return config.seats.buzzers

    assert seats(equip(start(), opens, made_up.machine).config) == 8
    assert seats(equip(start(seats={"buzzers": 6}), opens, made_up.machine).config) == 6
    few = MadeUp(made_up.root / "other")
    pads(few)
    assert seats(equip(start(seats={"buzzers": 6}), opens, few.machine).config) == 2


def test_what_does_not_open_leaves_the_place_to_the_next(made_up: MadeUp) -> None:
    made_up.hub()
    made_up.pi()
    tried: list[str] = []

    def opens(config: Config) -> Message | None:
        tried.append(config.buzzers.driver)
        return message("driver.hub.no-answer") if tried == ["hub"] else None

    found = equip(start(), opens, made_up.machine)
    assert tried == ["hub", "gpio"]
    assert found.config.buzzers == choice("buzzers", {"driver": "gpio"})
    assert found.config.lamps == choice("lamps", {"driver": "gpio-lamps"})
    told = said(found.notes[BUZZERS])
    assert told.startswith("the pins of this Raspberry Pi 4 Model B Rev 1.4")
    assert said(message("driver.hub.no-answer")) in told
    assert "no USB camera" in said(found.notes[CAMERA])


def test_keys_are_never_tried_and_what_needs_no_buzzers_looks_for_none(made_up: MadeUp) -> None:
    assert equip(start(), never, made_up.machine).config.buzzers.driver == "keyboard"
    made_up.hub()
    made_up.video(0, "Webcam")
    eyes = equip(start(), None, made_up.machine).config
    assert (eyes.buzzers, eyes.camera.driver) == (Config().buzzers, "v4l2")


@pytest.mark.parametrize(
    "name", [name for name, driver in DRIVERS.items() if driver.part in {"lamps", "power"}]
)
def test_lamps_and_the_power_button_are_never_looked_for(made_up: MadeUp, name: str) -> None:
    assert DRIVERS[name].found(made_up.machine) is None


def test_the_screen_says_it_in_a_few_words(made_up: MadeUp) -> None:
    found = equip(start(), never, made_up.machine)
    assert found.buzzers is not None
    assert said(found.buzzers) == "Buzzers: the keys 1 to 6"
    assert said(found.notes[BUZZERS]).endswith("no pins of a Raspberry Pi: doubtit check)")


def test_only_the_order_of_buzzers_that_were_found_is_asked_for(made_up: MadeUp) -> None:
    def opens(_: Config) -> None:
        return None

    assert not equip(start(), never, made_up.machine).asks_places, "keys lie in a row"
    for number in (4, 5):
        made_up.device(number, "USB Gamepad", PAD, {0x130})
    assert not equip(start(), opens, made_up.machine).asks_places, "two stand in no order"
    made_up.device(6, "USB Gamepad", PAD, {0x130})
    assert equip(start(), opens, made_up.machine).asks_places
    assert not equip(start(seats={"clockwise": []}), opens, made_up.machine).asks_places, "answered"
    assert not equip(start(buzzers={}), opens, made_up.machine).asks_places, "set"
