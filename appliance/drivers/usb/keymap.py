"""The map from keys of devices to buzzers, and its file (`doubtit keys`)."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol, get_type_hints

from appliance.bounded_files import read_toml
from appliance.errors import ConfigError, UnfitFileError
from bluffing.errors import SettingError
from bluffing.message import Message, Spoken, message, quoted

SEATS = 12
"""Maximum number of buzzers in settings."""

WIRELESS_BUZZ = (0x054C, 0x1000)
"""Sony's wireless receiver: its buzzers sleep after about 20 minutes without a press."""

BUZZ = {WIRELESS_BUZZ, (0x054C, 0x0002)}
"""USB vendor and product of Sony's Buzz! receivers, wireless and wired (Linux's hid-ids.h)."""

PAD_BUTTONS = (0x130, 0x120)
"""The first button of a game pad and of a joystick (BTN_SOUTH, BTN_TRIGGER)."""

BUZZ_FIRST, BUZZ_KEYS, BUZZ_PER_PLAYER = 0x2C0, 20, 5
"""hid-sony makes BTN_TRIGGER_HAPPY1 to 20 of the keys of four players; the red one is first."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key that is a buzzer: `code` as in linux/input-event-codes.h, on one device.

    `name` and `port` are the device's own name and its connection (EVIOCGNAME and EVIOCGPHYS): two
    equal receivers differ in `port` only. `lamp` is the end of the name of its LED in
    /sys/class/leds, or "".
    """

    name: str
    port: str
    code: int
    lamp: str = ""

    @property
    def place(self) -> Message:
        """Name its place for people."""
        place = {"device": self.name, "port": port(self.port)}
        return message("driver.place.device-key", code=self.code, **place)


class Keys(Protocol):
    """Source of the keys that are the buzzers."""

    def load(self, count: int) -> tuple[Key, ...]:
        """Return the first `count` keys. Raises ConfigError if there are fewer."""


@dataclass(frozen=True, slots=True)
class PluggedKeys:
    """The keys of devices that are known and plugged in, without a file."""

    keys: tuple[Key, ...]

    def load(self, count: int) -> tuple[Key, ...]:
        """The first `count` keys."""
        return self.keys[:count]


@dataclass(frozen=True, slots=True)
class KeyFile:
    """The file that `doubtit keys` wrote: which key is which buzzer."""

    keys: Path = Path()

    def __post_init__(self) -> None:
        if self.keys == Path():
            raise SettingError(message("config.no-keys-file"))

    def load(self, count: int) -> tuple[Key, ...]:
        """Return the first `count` keys. Raises ConfigError if the file is wrong or has fewer."""
        keys = load_keys(self.keys)
        if len(keys) < count:
            path, known = str(self.keys), len(keys)
            raise ConfigError(
                message("config.few-keys-in-file", count=count, path=path, keys=known)
            )
        return keys[:count]


def port(name: str) -> Spoken:
    """Return a port's name for people; "": an unknown port."""
    return name or message("driver.no-port")


def lamp_of(vendor: int, product: int, code: int) -> str:
    """Return the end of the name of a key's LED, if known."""
    player = (code - BUZZ_FIRST) // BUZZ_PER_PLAYER
    known = (vendor, product) in BUZZ and 0 <= code - BUZZ_FIRST < BUZZ_KEYS
    return f"buzz{player + 1}" if known else ""


def keys_text(keys: tuple[Key, ...]) -> str:
    """The file that `load_keys` reads. Key n is buzzer n."""
    lines = ["# Which key is which buzzer, the first one first. Written by doubtit keys."]
    for key in keys:
        given = {name: value for name, value in asdict(key).items() if value or name != "lamp"}
        rows = [
            f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in given.items()
        ]
        lines += ["", "[[buzzer]]", *rows]
    return "\n".join(lines) + "\n"


def load_keys(path: Path) -> tuple[Key, ...]:
    """The keys of buzzers 0, 1, ... Raises ConfigError: the file at `path` is no such map."""
    try:
        given = read_toml(path)
    except UnfitFileError as error:
        raise _wrong("not-read", path, error=error.why) from error
    rows = given.get("buzzer")
    if set(given) != {"buzzer"} or not isinstance(rows, list) or not 1 <= len(rows) <= SEATS:
        raise _wrong("buzzer-tables", path, most=SEATS)
    keys: list[Key] = []
    for number, row in enumerate(rows, 1):
        whole = {"lamp": "", **row} if isinstance(row, dict) else {}  # a lamp is optional
        if {name: type(value) for name, value in whole.items()} != get_type_hints(Key):
            raise _wrong("buzzer-table", path, number=number, row=quoted(row))
        key = Key(**row)
        if any((key.name, key.port, key.code) == (a.name, a.port, a.code) for a in keys):
            raise _wrong("key-twice", path, place=key.place)
        keys.append(key)
    return tuple(keys)


def _wrong(code: str, path: Path, **values: Spoken) -> ConfigError:
    fault = message(f"config.{code}", path=str(path), **values)
    return ConfigError(fault, message("config.keys-again"))
