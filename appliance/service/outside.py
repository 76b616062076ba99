"""The settings of the world around the table, as its menu offers them."""

from appliance.config import Config
from appliance.rules.options import Value
from appliance.table.state import Outside
from appliance.words import LANGUAGES

OFFERED: dict[str, tuple[Value, ...]] = {
    "sound.volume": ("on", "quiet", "off"),
    "sound.quiet": (False, True),
    "display.layout": ("tv", "tabletop"),
    "language": tuple(LANGUAGES),
    "display.brightness": (20, 40, 60, 80, 100),
    "display.reduced_motion": (False, True),
    "display.diagonal_inch": (7, 10, 15, 22, 24, 27, 32, 43, 55),
    "display.distance_cm": (50, 80, 130, 200, 300),
    "display.touch": (False, True),
}
"""What each may be. What it stands at is offered, too."""


def outside_of(config: Config) -> tuple[Outside, ...]:
    """Each of these settings as `config` has it."""
    found = []
    for key, offered in OFFERED.items():
        table, _, name = key.rpartition(".")
        value: Value = getattr(getattr(config, table) if table else config, name)
        more = offered if value in offered else tuple(sorted((*offered, value), key=_size))
        found.append(Outside(key, value, more))
    return tuple(found)


def _size(value: Value) -> int:
    """Only numbers are ever other than those that are offered."""
    return value if isinstance(value, int) else 0
