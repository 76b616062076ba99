"""Lists input devices from sysfs, without a library or a permission.

The precision of a device's stamps depends on its polling interval. The kernel polls a USB device
each `bInterval` and stamps a report when it arrives: a press is up to that long before its stamp,
and two devices are polled at different moments.
"""

import re
import struct
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from appliance.core.signals import MS
from appliance.drivers.usb.keymap import (
    BUZZ,
    BUZZ_FIRST,
    BUZZ_KEYS,
    BUZZ_PER_PLAYER,
    PAD_BUTTONS,
    SEATS,
    Key,
    lamp_of,
)

SYS = Path("/sys/class/input")
DEV = Path("/dev/input")

EXACT = MS // 10
"""Error of the stamps of a program's device (uinput), ns: the kernel stamps at once."""

UNKNOWN = 50 * MS
"""Error of stamps in ns if the polling interval is unknown, as over Bluetooth. It is not measured
but on the safe side, so that presses are often a tie."""

_INTERVAL = re.compile(r"(\d+)(us|ms)")
_WORD = 8 * struct.calcsize("l")


@dataclass(frozen=True, slots=True)
class Input:
    """An input device that has keys.

    `node` is its device in /dev/input, `name` and `port` as in Key, `interval` how long a press
    may lie before its stamp (ns), `codes` the keys that it has, and `lamps` its LEDs in sysfs.
    """

    node: Path
    name: str
    port: str
    vendor: int
    product: int
    interval: int
    codes: frozenset[int]
    lamps: tuple[Path, ...] = ()


def inputs(sys: Path = SYS, dev: Path = DEV) -> tuple[Input, ...]:
    """Return all input devices that have keys, without those that disappear meanwhile."""
    devices = []
    for node in sorted(sys.glob("event*"), key=lambda path: int(path.name[5:])):
        with suppress(OSError, ValueError):
            devices.append(_input(node, dev / node.name))
    return tuple(device for device in devices if device.codes)


def find(key: Key, found: Iterable[Input], keys: Iterable[Key]) -> Input | None:
    """Return the device of `key`, one of `keys`, or None if it is not plugged in.

    One that was plugged in elsewhere is still known, if no other has its name.
    """
    named = [device for device in found if device.name == key.name and key.code in device.codes]
    for device in named:
        if device.port == key.port:
            return device
    alone = len(named) == 1 and len({known.port for known in keys if known.name == key.name}) == 1
    return named[0] if alone else None


def buzzers_of(found: Iterable[Input]) -> tuple[tuple[Key, ...], tuple[Input, ...]]:
    """Return the keys that surely are buzzers, and their devices.

    They are the red ones of Sony's controllers, and the first button of each game pad.
    """
    keys, devices = list[Key](), list[Input]()
    for device in found:
        if (device.vendor, device.product) in BUZZ:
            codes = range(BUZZ_FIRST, BUZZ_FIRST + BUZZ_KEYS, BUZZ_PER_PLAYER)
            present = [code for code in codes if code in device.codes]
        else:
            present = [code for code in PAD_BUTTONS if code in device.codes][:1]
        lamps = (lamp_of(device.vendor, device.product, code) for code in present)
        keys += [Key(device.name, device.port, *it) for it in zip(present, lamps, strict=True)]
        devices += [device] if present else []
    return tuple(keys[:SEATS]), tuple(devices)


def _input(link: Path, node: Path) -> Input:
    place = link.resolve(strict=True)
    device = place.parent
    return Input(
        node=node,
        name=_text(device / "name"),
        port=_text(device / "phys"),
        vendor=int(_text(device / "id" / "vendor"), 16),
        product=int(_text(device / "id" / "product"), 16),
        interval=_interval(place),
        codes=_bits(_text(device / "capabilities" / "key")),
        # of the input device, and of the HID device that it is a part of
        lamps=tuple(sorted([*device.glob("*::*"), *(device.parent.parent / "leds").glob("*::*")])),
    )


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace").strip()


def _bits(words: str) -> frozenset[int]:
    """Return the bits of a bitmap in sysfs's notation: words of a `long`, the highest first."""
    value = 0
    for word in words.split():
        value = value << _WORD | int(word, 16)
    return frozenset(bit for bit in range(value.bit_length()) if value >> bit & 1)


def _interval(place: Path) -> int:
    if "/devices/virtual/input/" in str(place):
        return EXACT
    for above in place.parents:
        if (above / "bInterfaceNumber").exists():
            # the kernel prints "8ms" or "125us"
            intervals = (_INTERVAL.fullmatch(_text(path)) for path in above.glob("ep_8*/interval"))
            units = {"us": 1000, "ms": MS}
            return max(
                (int(interval[1]) * units[interval[2]] for interval in intervals if interval),
                default=UNKNOWN,
            )
    return UNKNOWN
