"""A DRM card's output to its screen: the planes' own memory, whatever drew it.

The structures are those of the kernel's drm_mode.h. Root may look without being the card's master.
"""

import fcntl
import mmap
import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

UNIVERSAL_PLANES = 2
DROP_MASTER = 0x641F


class Plane(NamedTuple):
    """A picture on the screen: its size, and its rows as bytes."""

    width: int
    height: int
    rows: bytes

    @property
    def colours(self) -> int:
        """Return how many different colours it has, of every seventh pixel."""
        pixels = memoryview(self.rows).cast("I")
        return len(set(pixels[::7]))


def planes(card: Path) -> Iterator[Plane]:
    """The planes of a card that are lit."""
    device = os.open(card, os.O_RDWR)
    try:
        with suppress(OSError):  # it is the master if the table has just let go of the card
            fcntl.ioctl(device, DROP_MASTER)
        fcntl.ioctl(device, 1 << 30 | 16 << 16 | 0x640D, struct.pack("QQ", UNIVERSAL_PLANES, 1))
        count = struct.unpack("QII", _ask(device, 0xB5, struct.pack("QII", 0, 0, 0)))[1]
        room = bytearray(4 * count)
        where = (_address(room), count, 0)
        _ask(device, 0xB5, struct.pack("QII", *where))
        for plane in struct.unpack(f"{count}I", room):
            asked = struct.pack("IIIIIIQ", plane, 0, 0, 0, 0, 0, 0)
            _, crtc, buffer, *_ = struct.unpack("IIIIIIQ", _ask(device, 0xB6, asked))
            if crtc and buffer:
                yield _plane(device, buffer)
    finally:
        os.close(device)


def _plane(device: int, buffer: int) -> Plane:
    asked = struct.pack("I", buffer) + bytes(100)
    told = _ask(device, 0xCE, asked)
    width, height = struct.unpack_from("II", told, 4)
    handle, pitch = struct.unpack_from("I", told, 20)[0], struct.unpack_from("I", told, 36)[0]
    at = struct.unpack("IIQ", _ask(device, 0xB3, struct.pack("IIQ", handle, 0, 0)))[2]
    with mmap.mmap(device, pitch * height, mmap.MAP_SHARED, mmap.PROT_READ, offset=at) as memory:
        return Plane(width, height, memory[:])


def _ask(device: int, number: int, what: bytes) -> bytes:
    """The answer of an ioctl that reads and writes."""
    both = bytearray(what)
    fcntl.ioctl(device, 3 << 30 | len(both) << 16 | 0x6400 | number, both)
    return bytes(both)


def _address(room: bytearray) -> int:
    import ctypes  # noqa: PLC0415 - for this alone

    return ctypes.addressof(ctypes.c_char.from_buffer(room))
