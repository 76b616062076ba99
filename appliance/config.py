"""Settings: a TOML file to frozen values, or one line that says what is wrong in it.

Every key has a default, so an empty file is a working table. An error names the file, the key,
the value and what is allowed.
"""

import dataclasses
import tomllib
import types
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from appliance.core.question import Kind
from appliance.errors import ConfigError
from appliance.rules import RULESETS, ruleset_named
from appliance.rules.options import OptionError, Value, preset_options
from appliance.table.state import NAMES, TableSettings


@dataclass(frozen=True, slots=True)
class Game:
    """[game]: what is played, and how long a doubt stays open; see docs/settings.md.

    `options` are all that are set: those of the preset, under those that are given.
    """

    ruleset: str = next(iter(RULESETS))
    preset: str = ""
    doubt_window_ms: int | Literal["untimed"] = 5000
    questions: tuple[str, ...] = ("facts",)
    options: Mapping[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rules = ruleset_named(self.ruleset)
        if rules is None:
            raise ValueError(f"ruleset = {self.ruleset!r}: allowed is {' or '.join(RULESETS)}")
        object.__setattr__(self, "ruleset", rules.name)  # an alias is the same game
        if self.doubt_window_ms != "untimed":
            _within("doubt_window_ms", self.doubt_window_ms, 1000, 60_000)
        try:
            preset = preset_options(rules.presets, self.preset) if self.preset else {}
        except OptionError as error:
            raise ValueError(str(error)) from error
        options = {**preset, **self.options}
        object.__setattr__(self, "options", options)
        try:
            rules.house(options)
        except OptionError as error:
            raise ValueError(f"options.{error}") from error


@dataclass(frozen=True, slots=True)
class Seats:
    """[seats]: how many buzzers there are, and what people are called until they choose."""

    buzzers: int = 6
    names: tuple[str, ...] = NAMES

    def __post_init__(self) -> None:
        _within("buzzers", self.buzzers, 2, 12)
        if len(self.names) < self.buzzers:
            raise ValueError(
                f"names has {len(self.names)}: allowed is one for each buzzer, or more"
            )


@dataclass(frozen=True, slots=True)
class Drivers:
    """[drivers]: which drivers serve the table. Without a camera, cards are entered by hand."""

    buzzers: Literal["gpio", "hub", "evdev", "keyboard"] = "gpio"
    port: str = ""  # the seat hub's device; "": the only one that is plugged in
    keys: str = ""  # for USB buzzers: which key is which, what `doubtit keys` wrote
    pin_factory: Literal["auto", "lgpio", "rpigpio", "rpi-lgpio", "mock"] = "auto"
    pins: str = ""  # a pin map as hardware/pins.toml; "": that very map
    camera: Literal["picamera2", "v4l2", "folder", "none"] = "none"
    camera_device: str = ""  # a number or a path; "": the first one
    camera_width: int = 1920
    camera_height: int = 1080
    camera_height_cm: int = 0  # from the mat up to the lens; 0: the camera focuses by itself
    mains_hz: Literal[0, 50, 60] = 50  # what lamps flicker by; 0: they don't
    pictures: str = ""
    deck: str = ""  # what `doubtit enrol` wrote; "": any deck with English letters
    calibration: str = ""  # what `doubtit calibrate` wrote; "": the box is read uncalibrated

    def __post_init__(self) -> None:
        if self.camera == "folder" and not self.pictures:
            raise ValueError('pictures = "": camera = "folder" needs the folder that it serves')
        if self.buzzers == "evdev" and not self.keys:
            raise ValueError('keys = "": buzzers = "evdev" needs the file that doubtit keys writes')
        _within("camera_width", self.camera_width, 640, 4608)
        _within("camera_height", self.camera_height, 480, 2592)
        if self.camera_height_cm:
            _within("camera_height_cm", self.camera_height_cm, 5, 200)
        device = self.camera_device
        if self.camera == "picamera2" and device and not device.isdecimal():
            raise ValueError(
                f'camera_device = {device!r}: for camera = "picamera2" allowed is its number, '
                '"0" or "1"'
            )


@dataclass(frozen=True, slots=True)
class Display:
    """[display]: the shared screen."""

    width: int = 1280
    height: int = 720
    layout: Literal["tv", "tabletop"] = "tv"
    fullscreen: bool = False
    reduced_motion: bool = False
    touch: bool = False

    def __post_init__(self) -> None:
        _within("width", self.width, 800, 7680)
        _within("height", self.height, 480, 4320)


@dataclass(frozen=True, slots=True)
class Sound:
    """[sound]: all that is heard is also seen, so none is needed."""

    volume: Literal["on", "quiet", "off"] = "on"


@dataclass(frozen=True, slots=True)
class Power:
    """[power]: what is run when the power button was held, once all is closed.

    Without a command the exit code asks for it: whoever started the table switches off.
    """

    command: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Config:
    """A whole configuration file. `journal` is where the evening is written down."""

    game: Game = field(default_factory=Game)
    seats: Seats = field(default_factory=Seats)
    drivers: Drivers = field(default_factory=Drivers)
    display: Display = field(default_factory=Display)
    sound: Sound = field(default_factory=Sound)
    power: Power = field(default_factory=Power)
    journal: str = "evening.journal"

    def table(
        self, settle_ms: int, kinds: tuple[Kind, ...] = tuple(Kind), tie_ms: int = 0
    ) -> TableSettings:
        """The table's own settings.

        `settle_ms` and `tie_ms` come from the buzzers' driver, `kinds` are those of the questions
        at hand.
        """
        window = self.game.doubt_window_ms
        return TableSettings(
            ruleset=self.game.ruleset,
            options=tuple(sorted(self.game.options.items())),
            buzzers=self.seats.buzzers,
            names=self.seats.names,
            doubt_window_ms=None if window == "untimed" else window,
            settle_ms=settle_ms,
            kinds=kinds,
            tie_ms=tie_ms,
        )


def load_config(path: Path) -> Config:
    """The settings in the TOML file at `path`.

    Raises:
        ConfigError: it can't be read, or a key or value in it is not allowed.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"can't read the settings in {path}: {error}") from error
    config: Config = _fill(Config, tables, f"{path}: ")
    return config


def _within(key: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise ValueError(f"{key} = {value}: allowed is {least} to {most}")


def _fill(cls: Any, tables: Mapping[str, Any], where: str) -> Any:  # noqa: ANN401 - any of the above
    hints = get_type_hints(cls)
    values = {}
    for key, value in tables.items():
        if key not in hints:
            raise ConfigError(f"{where}unknown key {key!r}; known are {', '.join(hints)}")
        wanted = hints[key]
        if dataclasses.is_dataclass(wanted):
            if not isinstance(value, dict):
                raise ConfigError(f"{where}{key} must be a table, [{key}]")
            values[key] = _fill(wanted, value, f"{where}{key}.")
        else:
            values[key] = _typed(wanted, value, f"{where}{key}")
    try:
        return cls(**values)
    except ValueError as error:
        raise ConfigError(f"{where}{error}") from error


def _typed(wanted: Any, value: Any, where: str) -> Any:  # noqa: ANN401 - TOML's own types
    if get_origin(wanted) is tuple and isinstance(value, list):
        return tuple(_typed(get_args(wanted)[0], one, where) for one in value)
    if _fits(wanted, value):
        return value
    raise ConfigError(f"{where} = {value!r}: allowed is {_words(wanted)}")


def _fits(wanted: Any, value: object) -> bool:  # noqa: ANN401 - a type
    if get_origin(wanted) is Literal:
        return any(type(one) is type(value) and one == value for one in get_args(wanted))
    if get_origin(wanted) is Mapping:
        return isinstance(value, dict)
    if get_origin(wanted) in (types.UnionType, Union):
        return any(_fits(one, value) for one in get_args(wanted))
    return type(value) is wanted


def _words(wanted: Any) -> str:  # noqa: ANN401 - a type
    if get_origin(wanted) is Literal:
        return " or ".join(_quoted(word) for word in get_args(wanted))
    if get_origin(wanted) in (types.UnionType, Union):
        return " or ".join(_words(one) for one in get_args(wanted))
    if get_origin(wanted) is tuple:
        return f"a list, each {_words(get_args(wanted)[0])}"
    named = {int: "a whole number", str: "a text", bool: "true or false"}
    return named.get(wanted, "a table")


def _quoted(word: str | int) -> str:
    return f'"{word}"' if isinstance(word, str) else str(word)
