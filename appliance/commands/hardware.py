"""From the settings to what they ask for: drivers, the camera, the card reader; none opened yet."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from appliance.box.file import load
from appliance.box.reader import BoxReader
from appliance.config import Config
from appliance.config import Drivers as DriverConfig
from appliance.decks.file import load as load_deck
from appliance.decks.reader import DeckReader
from appliance.display.touch import Fingers
from appliance.drivers import Camera, Lamps, Source, Switch
from appliance.drivers.camera.folder import FolderCamera
from appliance.drivers.camera.folder import Settings as FolderSettings
from appliance.drivers.camera.picamera import PiCamera
from appliance.drivers.camera.picamera import Settings as PiCameraSettings
from appliance.drivers.camera.supervised import watched
from appliance.drivers.camera.v4l2 import Settings as V4l2Settings
from appliance.drivers.camera.v4l2 import V4l2Camera
from appliance.drivers.gpio.driver import (
    Board,
    BuzzerSettings,
    GpioBuzzers,
    GpioLamps,
    LampSettings,
)
from appliance.drivers.gpio.pins import DEFAULT_PINS, Pins, load_pins
from appliance.drivers.keyboard import KeyboardBuzzers
from appliance.drivers.keyboard import Settings as KeyboardSettings
from appliance.drivers.power import PowerButton
from appliance.drivers.power import Settings as PowerSettings
from appliance.drivers.seat_hub.driver import Hub, HubBuzzers, HubLamps
from appliance.drivers.seat_hub.driver import Settings as HubSettings
from appliance.drivers.usb.driver import EvdevBuzzers
from appliance.drivers.usb.driver import Settings as EvdevSettings
from appliance.drivers.usb.keymap import Key, load_keys
from appliance.drivers.usb.leds import LedLamps
from appliance.drivers.usb.leds import Settings as LedSettings
from appliance.errors import CalibrationError, ConfigError, DeckError
from appliance.vision.find.runner import told as told_runner
from appliance.vision.find.runner import try_all
from appliance.vision.read import CardReader


@dataclass(frozen=True, slots=True)
class Hardware:
    """What a configuration asks for; None where the table does without."""

    source: Source
    lamps: Lamps | None
    camera: Camera | None
    power: Switch | None = None
    fingers: Fingers | None = None
    hub: Hub | None = None


def hardware_of(config: Config, clock: Callable[[], int]) -> Hardware:
    """The drivers that `config` names, not opened yet.

    Raises:
        ConfigError: the pin map, or that of the keys, is wrong or too short.
    """
    drivers = config.drivers
    camera = camera_of(drivers, clock)
    if drivers.buzzers == "keyboard":
        return Hardware(KeyboardBuzzers(KeyboardSettings(), clock), None, camera)
    pins = pins_of(drivers)
    board = Board(drivers.pin_factory)
    power = None if pins.power is None else PowerButton(PowerSettings(pins.power), board)
    if drivers.buzzers == "hub":
        hub = Hub(HubSettings(drivers.port, config.seats.buzzers), clock)
        return Hardware(HubBuzzers(hub), HubLamps(hub, clock), camera, power, hub=hub)
    if drivers.buzzers == "evdev":
        keys = keys_of(config)
        lamps = LedLamps(LedSettings(keys)) if any(key.lamp for key in keys) else None
        return Hardware(EvdevBuzzers(EvdevSettings(keys), clock), lamps, camera, power)
    count = config.seats.buzzers
    if len(pins.buzzers) < count:
        raise ConfigError(
            f"seats.buzzers = {count}: the pin map has {len(pins.buzzers)}; add pins or take fewer"
        )
    return Hardware(
        GpioBuzzers(BuzzerSettings(pins.buzzers[:count]), clock, board),
        GpioLamps(LampSettings(pins.lamps[:count]), board),
        camera,
        power,
    )


def pins_of(drivers: DriverConfig) -> Pins:
    """The pin map of the settings. Raises ConfigError where it is wrong."""
    return load_pins(Path(drivers.pins)) if drivers.pins else DEFAULT_PINS


def keys_of(config: Config) -> tuple[Key, ...]:
    """The keys of USB buzzers, one for each. Raises ConfigError where there are too few."""
    keys, count = load_keys(Path(config.drivers.keys)), config.seats.buzzers
    if len(keys) < count:
        raise ConfigError(
            f"seats.buzzers = {count}: {config.drivers.keys} has {len(keys)} keys; write it anew "
            "with doubtit keys, or take fewer"
        )
    return keys[:count]


def camera_of(drivers: DriverConfig, clock: Callable[[], int]) -> Camera | None:
    """The camera of the settings, not opened yet; real ones are watched, and may come later."""
    size = drivers.camera_width, drivers.camera_height
    match drivers.camera:
        case "picamera2":
            pi = PiCameraSettings(
                int(drivers.camera_device or 0), *size, drivers.camera_height_cm, drivers.mains_hz
            )
            return watched(lambda: PiCamera(pi, clock), clock)
        case "v4l2":
            usb = V4l2Settings(drivers.camera_device or "0", *size, drivers.mains_hz)
            return watched(lambda: V4l2Camera(usb, clock), clock)
        case "folder":
            return FolderCamera(FolderSettings(Path(drivers.pictures)), clock)
        case "none":
            return None


def say_runner(*, always: bool = False) -> bool:
    """Tell in one line which library reads cards; unless `always`, only where it isn't the first.

    Gives whether there is one that works here.
    """
    tried = try_all()
    works = not tried[-1].fault
    if works and (always or len(tried) > 1):
        print(f"doubtit: {told_runner(tried)}", file=sys.stderr, flush=True)
    return works


def box_reader(calibration: str, told: Callable[[str], None], deck: str = "") -> BoxReader:
    """Reads cards in the box that the file `calibration` describes, or anywhere.

    `deck` is the file of an enrolled one, or "". `told` hears what people should know: that a
    file can't be used, that the camera was bumped.
    """
    found = None
    if calibration:
        try:
            found = load(Path(calibration))
        except CalibrationError as error:
            print(f"doubtit: {error}; until then cards are read without it", file=sys.stderr)
            told("the box is not calibrated: calibrate again")
    return BoxReader(_card_reader(deck, told), found, told)


def _card_reader(deck: str, told: Callable[[str], None]) -> CardReader:
    """Reads the deck that was enrolled, or any."""
    if deck:
        try:
            return DeckReader(load_deck(Path(deck)))
        except DeckError as error:
            print(f"doubtit: {error}; until then cards are read as any deck's", file=sys.stderr)
            told("the enrolled deck can't be used: enrol it again")
    return CardReader()
