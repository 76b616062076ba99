"""Which input devices there are, out of sysfs: that needs no library and no permission.

What a device's stamps are worth depends on how often it is asked. The kernel stamps what a USB
device reports when the report comes in, and it asks for one each `bInterval`: a press lies up to
that long before its stamp, and two devices are asked at moments of their own.
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
"""Error of stamps where nobody says how often a device is asked, as over Bluetooth, ns. It is not
measured but on the safe side, so that presses are often a tie."""

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
    """All input devices that have keys; one that goes away meanwhile is left out."""
    found = []
    for node in sorted(sys.glob("event*"), key=lambda path: int(path.name[5:])):
        with suppress(OSError, ValueError):
            found.append(_input(node, dev / node.name))
    return tuple(one for one in found if one.codes)


def find(key: Key, found: Iterable[Input], keys: Iterable[Key]) -> Input | None:
    """The device of `key`, one of `keys`; None where it is not there.

    One that was plugged in elsewhere is still known, if no other has its name.
    """
    named = [one for one in found if one.name == key.name and key.code in one.codes]
    for one in named:
        if one.port == key.port:
            return one
    alone = len(named) == 1 and len({one.port for one in keys if one.name == key.name}) == 1
    return named[0] if alone else None


def buzzers_of(found: Iterable[Input]) -> tuple[tuple[Key, ...], tuple[Input, ...]]:
    """The keys that surely are buzzers, and the devices that they are on.

    Those are the red ones of Sony's controllers, and the first button of each game pad.
    """
    keys, devices = list[Key](), list[Input]()
    for one in found:
        if (one.vendor, one.product) in BUZZ:
            codes = range(BUZZ_FIRST, BUZZ_FIRST + BUZZ_KEYS, BUZZ_PER_PLAYER)
            here = [code for code in codes if code in one.codes]
        else:
            here = [code for code in PAD_BUTTONS if code in one.codes][:1]
        lamps = (lamp_of(one.vendor, one.product, code) for code in here)
        keys += [Key(one.name, one.port, *it) for it in zip(here, lamps, strict=True)]
        devices += [one] if here else []
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
    """The bits of a bitmap as sysfs prints it: words of a `long`, the highest first."""
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
            told = (_INTERVAL.fullmatch(_text(one)) for one in above.glob("ep_8*/interval"))
            units = {"us": 1000, "ms": MS}
            return max((int(one[1]) * units[one[2]] for one in told if one), default=UNKNOWN)
    return UNKNOWN
