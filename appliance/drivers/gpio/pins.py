"""Which pin of the Pi is wired to what, and the file that says so for a table wired otherwise."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from appliance.errors import ConfigError

SEATS = 11
"""As many seats as a table has."""

USABLE = range(2, 28)
"""BCM numbers on the 40-pin header; 0 and 1 belong to the ID EEPROM of add-on boards."""


@dataclass(frozen=True, slots=True)
class Pins:
    """BCM numbers; place n in a tuple is buzzer n. A table may have fewer lamps than buzzers.

    `power` is a button that switches the table off, if it has one.
    """

    buzzers: tuple[int, ...]
    lamps: tuple[int, ...]
    power: int | None = None


DEFAULT_PINS = Pins(
    buzzers=(4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16),
    lamps=(17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27),
)
"""The wiring of hardware/pins.toml, for a program that runs without that file."""


def load_pins(path: Path) -> Pins:
    """The wiring that `path` describes, in the form of hardware/pins.toml.

    Raises:
        ConfigError: the file can't be read, or a pin can't be what it says.
    """
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or error
        raise ConfigError(f"{path} can't be read ({reason}): check the path") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not TOML: {error}") from error
    for key in given:
        if key not in ("buzzers", "lamps", "power"):
            raise ConfigError(f"{path}: unknown key {key!r}: known are buzzers, lamps and power")
    taken: dict[int, str] = {}
    buzzers, lamps = (
        _numbers(path, key, given.get(key, []), taken) for key in ("buzzers", "lamps")
    )
    power = given.get("power")
    if power is not None:
        _take(path, "power", power, taken)
    pins = Pins(buzzers, lamps, power)
    if not pins.buzzers:
        raise ConfigError(f"{path}: buzzers = []: needs 1 to {SEATS} pins")
    return pins


def _numbers(path: Path, key: str, value: object, taken: dict[int, str]) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > SEATS:
        raise ConfigError(f"{path}: {key} = {value!r}: needs a list of at most {SEATS} pins")
    for place, pin in enumerate(value):
        _take(path, f"{key}[{place}]", pin, taken)
    return tuple(value)


def _take(path: Path, here: str, pin: object, taken: dict[int, str]) -> None:
    """Give `pin` to `here`, if it is one and nothing else has it."""
    if type(pin) is not int or pin not in USABLE:
        raise ConfigError(
            f"{path}: {here} = {pin!r}: allowed are the BCM numbers {USABLE[0]} to {USABLE[-1]}"
        )
    if pin in taken:
        raise ConfigError(
            f"{path}: {here} = {pin}: that pin is {taken[pin]} already; each needs a pin of its own"
        )
    taken[pin] = here
