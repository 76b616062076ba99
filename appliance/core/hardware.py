"""What drivers say of their hardware: plain values, so that the self-test can judge them."""

from dataclasses import dataclass
from enum import StrEnum

from bluffing.message import Message


class Stamp(StrEnum):
    """Who says when an edge was."""

    KERNEL = "kernel"  # in the interrupt
    CALLBACK = "callback"  # when Python got round to it
    HUB = "hub"  # the seat hub's own clock
    DEVICE = "device"  # the kernel, when a USB device reports
    WINDOW = "window"  # the window system
    KEYBOARD = "keyboard"  # when the window was asked
    MOCK = "mock"  # there are no pins


@dataclass(frozen=True, slots=True)
class Timekeeping:
    """How well a source knows when its edges were.

    `worst_delay` is the longest that an edge is under way before it is posted (ns): the settle
    time. `uncertainty` is how far the stamps of two edges can be from what lies between them (ns):
    presses that are closer are a tie, whatever their stamps say.
    """

    stamp: Stamp
    worst_delay: int
    uncertainty: int


@dataclass(frozen=True, slots=True)
class Need:
    """Device nodes that a part needs: any of `patterns`, which `group` may open.

    Where there is none `missing` says what to do; None: another part of the check says so.
    """

    name: Message
    group: str
    patterns: tuple[str, ...]
    writes: bool = True
    missing: Message | None = None
    vital: bool = True


@dataclass(frozen=True, slots=True)
class Receiver:
    """A device that buzzers are on: its name, where it is plugged in ("": nobody knows).

    A press lies up to `interval` (ns) before its stamp; None: the device is not there.
    """

    name: str
    port: str
    interval: int | None


LOW, HOT = 0x1, 0xE
"""Bits of the firmware's get_throttled: under-voltage; a capped clock, throttling, a soft limit of
the temperature. The same bits 16 places higher say that it was so since the machine started
(Raspberry Pi documentation, vcgencmd)."""


@dataclass(frozen=True, slots=True)
class Vitals:
    """How the machine itself is.

    `throttled` are the firmware's bits, see LOW and HOT; None: nothing says them. Evenings lie on a
    file system of a `kind`, "" where that is unknown. The disk has counted `disk_errors`, and is
    `worn` where it says so. `memory` is what programs can still have (bytes), None where that is
    unknown. A `touch` screen and a `keyboard` are plugged in or not.
    """

    throttled: int | None = None
    kind: str = ""
    read_only: bool = False
    disk_errors: int = 0
    worn: bool = False
    memory: int | None = None
    clock_set: bool = True
    touch: bool = False
    keyboard: bool = False
