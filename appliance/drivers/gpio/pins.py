"""Which pin of the Pi is wired to what: the shipped wiring, and how pins are called."""

from dataclasses import dataclass
from typing import Annotated

from appliance.drivers import Range
from appliance.message import Message, message

Bcm = Annotated[int, Range(2, 27)]
"""A BCM number on the 40-pin header; 0 and 1 belong to the ID EEPROM of add-on boards."""

HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21,
    25: 22, 11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38,
    21: 40,
}  # fmt: skip
"""The pin of the Pi's 40-pin header that has a BCM number."""


@dataclass(frozen=True, slots=True)
class Pins:
    """BCM numbers; place n in a tuple is buzzer n."""

    buzzers: tuple[int, ...]
    lamps: tuple[int, ...]


DEFAULT_PINS = Pins(
    buzzers=(4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16),
    lamps=(17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27),
)
"""The wiring of hardware/pins.toml: what a table has that sets no pins."""


def place(bcm: int) -> Message:
    """Where a pin of the Pi is, for people."""
    return message("driver.place.pin", bcm=bcm, header=HEADER[bcm])
