"""Where buzzers and lamps are wired, in words that help somebody with a screwdriver."""

from appliance.drivers.gpio.pins import Pins
from appliance.drivers.keyboard import Settings as Keys
from appliance.drivers.usb.keymap import Key

HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21,
    25: 22, 11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38,
    21: 40,
}  # fmt: skip
"""The pin of the Pi's 40-pin header that has a BCM number."""

HUB_LAMPS = 11
"""The board's GPIO of lamp 0, as its firmware is shipped; buzzer 0 is on GP0."""


def pin(bcm: int) -> str:
    """A pin of the Pi."""
    return f"BCM {bcm} (header pin {HEADER[bcm]})"


def buzzers(kind: str, pins: Pins, count: int, keys: tuple[Key, ...] = ()) -> tuple[str, ...]:
    """Where each of `count` buzzers is wired; `kind` is the source's name in the settings.

    `keys` are those of USB buzzers.
    """
    if kind == "evdev":
        return tuple(key.place for key in keys[:count])
    if kind == "keyboard":
        return tuple(f"key {key}" for key in Keys().keys[:count])
    if kind == "hub":
        return tuple(f"GP{one} of the hub" for one in range(count))
    return tuple(pin(one) for one in pins.buzzers[:count])


def lamps(kind: str, pins: Pins, count: int, keys: tuple[Key, ...] = ()) -> tuple[str, ...]:
    """Where each lamp is wired; there may be fewer than `count`. `keys` as for `buzzers`."""
    if kind == "evdev":
        return tuple(f"{key.lamp or 'no lamp'} of {key.name}" for key in keys[:count])
    if kind == "keyboard":
        return ()
    if kind == "hub":
        return tuple(f"GP{HUB_LAMPS + one} of the hub" for one in range(count))
    return tuple(pin(one) for one in pins.lamps[:count])
