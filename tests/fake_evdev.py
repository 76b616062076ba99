"""A stand-in for python-evdev and the kernel below it, in virtual time.

It behaves like the real ones over uinput (tests/guest/check_keys.py runs the same suite on
them): stamps are of CLOCK_REALTIME unless another clock is asked for, which throws away what waits;
a key that is held repeats itself; a queue that runs over says SYN_DROPPED; of a device that is gone
nothing can be read any more, not even what waited; only one can grab it, and no other program hears
it then; python-evdev's own close asks asyncio for its event loop, and leaves the file open where
that warns.
"""

import errno
import os
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from appliance.core.signals import SECOND
from appliance.drivers.usb import driver
from appliance.drivers.usb.inputs import EXACT, Input

REALTIME = 1_700_000_000 * SECOND
"""How far CLOCK_REALTIME is ahead."""

QUEUE = 64
"""Events that a queue holds; the kernel's own depends on the device."""


class Event(NamedTuple):
    """An input_event, as python-evdev names its parts."""

    sec: int
    usec: int
    type: int
    code: int
    value: int


@dataclass
class FakeDevice:
    """A keyboard. `now` is CLOCK_MONOTONIC, ns."""

    name: str
    port: str
    node: str
    now: Callable[[], int]
    codes: frozenset[int] = frozenset(range(2, 14))
    interval: int = EXACT
    vendor: int = 1
    product: int = 2
    lamps: tuple[Path, ...] = ()
    gone: bool = False
    locked: bool = False  # this user may not open it
    taken: bool = False  # by another program
    down: set[int] = field(default_factory=set)
    open: "list[FakeHandle]" = field(default_factory=list)

    @property
    def grabbed(self) -> bool:
        return self.taken or any(device.mine and device.fd >= 0 for device in self.open)

    @property
    def input(self) -> Input:
        return Input(
            Path(self.node),
            self.name,
            self.port,
            self.vendor,
            self.product,
            self.interval,
            self.codes,
            self.lamps,
        )

    def move(self, code: int, down: bool, value: int | None = None) -> None:
        (self.down.add if down else self.down.discard)(code)
        for handle in self.heard_by():
            handle.put(driver.EV_KEY, code, int(down) if value is None else value)
            handle.put(driver.EV_SYN, driver.SYN_REPORT, 0)

    def heard_by(self) -> "list[FakeHandle]":
        """Its readers: only the one that has grabbed it, if any has."""
        self.open = [one for one in self.open if not one.closed()]
        return [one for one in self.open if one.mine] or self.open

    def unplug(self) -> None:
        self.gone = True
        self.down.clear()
        for handle in self.heard_by():
            handle.alert()

    def plug_in(self, port: str = "", interval: int = 0) -> None:
        self.gone = False
        self.port, self.interval = port or self.port, interval or self.interval


class FakeHandle:
    """An open device, as evdev.InputDevice."""

    def __init__(self, device: FakeDevice) -> None:
        self._device = device
        self._queue: list[Event] = []
        self._ahead = REALTIME
        self.fd, self._bell = os.pipe2(os.O_NONBLOCK)
        self.mine = False
        device.open.append(self)

    def grab(self) -> None:
        if self._device.grabbed:
            raise OSError(errno.EBUSY, "Device or resource busy")
        self.mine = True

    def set_clock(self) -> None:
        if self._ahead and self._queue:
            self._queue.clear()
            self.put(driver.EV_SYN, driver.SYN_DROPPED, 0)
        self._ahead = 0

    def put(self, kind: int, code: int, value: int) -> None:
        at = self._device.now() + self._ahead
        event = Event(at // SECOND, at % SECOND // 1000, kind, code, value)
        if len(self._queue) >= QUEUE:
            self._queue = [event._replace(type=driver.EV_SYN, code=driver.SYN_DROPPED), event]
        else:
            self._queue.append(event)
        self.alert()

    def alert(self) -> None:
        os.write(self._bell, b"x")

    def read(self) -> list[Event]:
        if self._device.gone:
            raise OSError(errno.ENODEV, "No such device")
        if not self._queue:
            with suppress(BlockingIOError):
                os.read(self.fd, 4096)
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        events, self._queue = self._queue, []
        return events

    def active_keys(self) -> list[int]:
        return sorted(self._device.down)

    def close(self) -> None:
        raise DeprecationWarning("There is no current event loop")

    def closed(self) -> bool:
        """Return True if its file is closed; the other end of the bell goes with it."""
        if self.fd < 0 and self._bell >= 0:
            os.close(self._bell)
            self._bell = -1
        return self.fd < 0


@dataclass
class FakeKernel:
    """All devices. `evdev` is the library, `ioctl` the kernel's."""

    devices: list[FakeDevice] = field(default_factory=list)
    now: int = 5 * SECOND

    def clock(self) -> int:
        return self.now

    def add(self, name: str, port: str) -> FakeDevice:
        node = f"/dev/input/event{len(self.devices)}"
        self.devices.append(FakeDevice(name, port, node, self.clock))
        return self.devices[-1]

    def there(self) -> tuple[Input, ...]:
        return tuple(device.input for device in self.devices if not device.gone)

    @property
    def evdev(self) -> SimpleNamespace:
        return SimpleNamespace(InputDevice=self._opened)

    def _opened(self, path: str) -> FakeHandle:
        device = next((device for device in self.devices if device.node == path), None)
        if device is None or device.gone:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        if device.locked:
            raise PermissionError(errno.EACCES, "Permission denied")
        return FakeHandle(device)

    def ioctl(self, fd: int, request: int, argument: bytes) -> int:
        assert request == driver.EVIOCSCLOCKID
        assert struct.unpack("i", argument) == (time.CLOCK_MONOTONIC,)
        next(one for device in self.devices for one in device.open if one.fd == fd).set_clock()
        return 0
