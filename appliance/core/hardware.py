"""Drivers' descriptions of their hardware: plain values, so that the self-test can judge them."""

from dataclasses import dataclass
from enum import StrEnum

from bluffing.message import Message


class Stamp(StrEnum):
    """Source of an edge's time."""

    KERNEL = "kernel"  # in the interrupt
    CALLBACK = "callback"  # when Python got round to it
    HUB = "hub"  # the seat hub's own clock
    DEVICE = "device"  # the kernel, when a USB device reports
    WINDOW = "window"  # the window system
    KEYBOARD = "keyboard"  # when the window was asked
    MOCK = "mock"  # there are no pins


@dataclass(frozen=True, slots=True)
class Timekeeping:
    """Precision of the times of a source's edges.

    `worst_delay` is the maximum time from an edge to its post (ns): the settle time. `uncertainty`
    is the maximum error of the difference between the stamps of two edges (ns): presses that are
    closer are a tie, whatever their stamps are.
    """

    stamp: Stamp
    worst_delay: int
    uncertainty: int


@dataclass(frozen=True, slots=True)
class Need:
    """Device nodes that a part needs: any of `patterns`, which `group` may open.

    `missing` is the remedy if there is no such node; None: another part of the check has it.
    """

    name: Message
    group: str
    patterns: tuple[str, ...]
    writes: bool = True
    missing: Message | None = None
    vital: bool = True


@dataclass(frozen=True, slots=True)
class Receiver:
    """A device with buzzers: its name and its port ("": unknown).

    A press is up to `interval` (ns) before its stamp; None: the device is not plugged in.
    """

    name: str
    port: str
    interval: int | None


LOW, HOT = 0x1, 0xE
"""Bits of the firmware's get_throttled: under-voltage; a capped clock, throttling, a soft limit of
the temperature. The same bits 16 places higher mean that it occurred since the machine started
(Raspberry Pi documentation, vcgencmd).
"""


@dataclass(frozen=True, slots=True)
class Vitals:
    """Health of the machine itself.

    `throttled` are the firmware's bits, see LOW and HOT; None: unknown. `kind` is the file system
    of the evenings, "" if unknown. `disk_errors` is the disk's counter; `worn` is True if the disk
    reports that it is near its end. `memory` is the memory available to programs (bytes), None if
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
