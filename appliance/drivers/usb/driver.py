"""USB buzzers: keyboards, game pads and Sony's Buzz! controllers, through the kernel's evdev.

Every event carries the kernel's own time, of CLOCK_MONOTONIC, so it does not matter how late this
program reads it. Devices are grabbed: their keys reach no other program and no console. The driver
looks for an unplugged device until it is back.

python-evdev (apt: python3-evdev) is imported when it opens. It does not choose the clock, so this
module does by ioctl; the figures are those of linux/input.h, and the same on every machine that a
table runs on.
"""

import errno
import os
import select
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fcntl import ioctl
from importlib import import_module
from operator import attrgetter
from threading import Thread
from typing import Any, Self, TypeAlias

from appliance.core.hardware import Need, Receiver, Stamp, Timekeeping
from appliance.core.signals import BUZZERS, MS, SECOND, DriverBack, DriverLost, Edge, EdgesLost
from appliance.drivers import Clock, Context, Found, Machine, Post, Source
from appliance.drivers.pulse import Pauses, Pulse
from appliance.drivers.usb.inputs import DEV, SYS, UNKNOWN, Input, buzzers_of, find, inputs
from appliance.drivers.usb.keymap import Key, KeyFile, PluggedKeys
from appliance.drivers.usb.keymap import port as port_of
from appliance.errors import DriverError, reason
from bluffing.message import Message, message

Handle: TypeAlias = Any  # python-evdev's InputDevice, which has no types in apt's version
Event: TypeAlias = Any  # one of its InputEvents

EV_SYN, EV_KEY, SYN_REPORT, SYN_DROPPED = 0, 1, 0, 3  # linux/input-event-codes.h
EVIOCSCLOCKID = 0x400445A0  # _IOW('E', 0xa0, int)
DOWN, REPEATED = 1, 2  # an event's value; 0 is up

USB_WORST_DELAY = 50 * MS
"""Maximum delay of an edge in a busy interpreter; EdgesLost reports later ones."""

UNPLUGGED = 300 * MS
"""A hub asks its ports at least each 255 ms (USB 2.0, 11.12.1: bInterval of the status endpoint is
a byte, in ms at full speed), so the loss of a device may be noticed that late."""

FEWEST_KEYS = 2
"""Buzzers that a table has at least."""

LOOK_EVERY = SECOND // 4
"""The pause between two looks for a device that is gone."""

FAULT_REST = 30 * SECOND
"""The longest pause after a fault of this driver itself (ns); it grows from the one above."""

EVENT_WAIT = 0.05
"""Maximum time that the thread waits for an event (s), before other work or its end."""

_TODO = {
    errno.EBUSY: "driver.evdev.taken",
    errno.EACCES: "driver.evdev.group",
    errno.EPERM: "driver.evdev.group",
}
"""Remedies for a device that can't be opened, by the error."""


@dataclass(slots=True)
class _Device:
    """A device with buzzers: its first `key`, and all its buzzers by key code.

    `missing` is the reason why it is not open; all edges stamped up to `known` (ns) were delivered.
    """

    key: Key
    buzzers: dict[int, int] = field(default_factory=dict)
    handle: Handle = None
    missing: DriverError | None = None
    known: int = 0
    down: set[int] = field(default_factory=set)
    dropped: bool = False

    def let_go(self, error: DriverError | None = None) -> None:
        """Close the device and end its grab, because of `error` or to look for it again."""
        if self.handle is not None:
            close(self.handle)
        name, port = self.key.name, port_of(self.key.port)
        away = DriverError.of("driver.evdev.not-there", device=name, port=port)
        self.handle, self.missing = None, error or away
        self.down.clear()


class EvdevBuzzers(Source):
    """Keys of input devices that act as buzzers.

    `clock` is the table's (ns), `monotonic` the machine's; their distance is measured at open.
    `list_inputs` lists the devices. With `threaded` False the owner calls `turn`.
    """

    needs = (
        Need(
            message("driver.need.usb"),
            "input",
            ("/dev/input/event*",),
            writes=False,
            missing=message("driver.need.usb.missing"),
        ),
    )

    @classmethod
    def found(cls, machine: Machine) -> Found | Message:
        """Find known receivers and game pads; `doubtit keys` learns a keyboard."""
        sys, dev = machine.root / SYS.relative_to("/"), machine.root / DEV.relative_to("/")
        keys, devices = buzzers_of(inputs(sys, dev))
        if len(keys) < FEWEST_KEYS:
            return message("driver.evdev.found-none")
        if not machine.installed("evdev"):
            return message("driver.found.library", library="evdev")
        if shut := machine.shut(*(device.node for device in devices)):
            return shut
        names = tuple(dict.fromkeys(device.name for device in devices))
        sighting = message("driver.evdev.found", names=", ".join(names), n=len(keys))
        return Found(sighting, PluggedKeys(keys), buzzers=len(keys))

    @classmethod
    def of(cls, settings: KeyFile, context: Context) -> Self:
        """Make the buzzers of a table. Raises ConfigError if the file is wrong or too short."""
        return context.shared(cls, lambda: cls(settings.load(context.buzzers), context.clock))

    def __init__(
        self,
        keys: tuple[Key, ...],
        clock: Clock,
        monotonic: Clock = time.monotonic_ns,
        list_inputs: Callable[[], tuple[Input, ...]] = inputs,
        *,
        threaded: bool = True,
    ) -> None:
        self.keys = keys
        self.places: tuple[Message, ...] = tuple(key.place for key in keys)
        self._clock, self._monotonic, self._list_inputs = clock, monotonic, list_inputs
        self._threaded = threaded
        self._post: Post | None = None
        self._thread: Thread | None = None
        self.pulse: Pulse = Pulse()
        devices: dict[tuple[str, str], _Device] = {}
        for buzzer, key in enumerate(keys):
            devices.setdefault((key.name, key.port), _Device(key)).buzzers[key.code] = buzzer
        self._devices = tuple(devices.values())
        self._stated: Timekeeping | None = None
        self._offset = 0  # how far the table's clock is ahead of the machine's, ns
        self._look_at = 0
        self._lost_at = 0
        self._pauses = Pauses(LOOK_EVERY, FAULT_REST)

    @property
    def timekeeping(self) -> Timekeeping:
        """Precision of the kernel's stamps: the uncertainty is the interval of the slowest device.

        It never changes after its first use, since a race's tie window depends on it: slower
        devices are refused later.
        """
        if self._stated is None:
            intervals = [receiver.interval or UNKNOWN for receiver in self.receivers()]
            self._stated = Timekeeping(Stamp.DEVICE, USB_WORST_DELAY, max(intervals))
        return self._stated

    def open(self, post: Post) -> None:
        """Start posting. Raises DriverError: no python-evdev, or a device that can't be opened."""
        self.close()
        self._offset = self._clock() - self._monotonic()
        self._take_missing()
        for error in self._missing:
            self.close()
            raise error
        self._post = post
        if self._threaded:
            self._thread = Thread(target=self._serve, name="evdev", daemon=True)
            self._thread.start()

    def held(self) -> tuple[int, ...]:
        """The buzzers that are down: at start, they are stuck."""
        return tuple(sorted(buzzer for device in self._devices for buzzer in device.down))

    def receivers(self) -> tuple[Receiver, ...]:
        """Return each device that has buzzers, and its polling interval."""
        plugged_in, receivers = self._list_inputs(), []
        for key in sorted((device.key for device in self._devices), key=attrgetter("name", "port")):
            plugged = find(key, plugged_in, self.keys)
            receivers.append(
                Receiver(key.name, key.port, None if plugged is None else plugged.interval)
            )
        return tuple(receivers)

    def turn(self, patience: float = 0.0) -> None:
        """Post all new events, waiting for them for `patience` seconds at most."""
        try:
            self._round(patience)
        except Exception as error:  # noqa: BLE001 - a fault of ours must not leave the table deaf
            self._fail(error)

    def _round(self, patience: float) -> None:
        looked = self._monotonic()
        handles = {
            device.handle.fd: device for device in self._devices if device.handle is not None
        }
        ready, _, _ = select.select(list(handles), [], [], patience)
        for fd, device in handles.items():
            if fd in ready:
                self._hear(device)
            device.known = max(device.known, looked)
        if self._missing and self._monotonic() >= self._look_at:
            self._look()

    def close(self) -> None:
        """Stop posting and let the devices go. May be called twice."""
        self._post = None
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self.pulse.rest()
        for device in self._devices:
            device.let_go()

    def _serve(self) -> None:
        while self._post is not None:
            self.pulse.beat()
            self.turn(EVENT_WAIT)

    # --- devices that come and go -------------------------------------------------------------

    @property
    def _missing(self) -> list[DriverError]:
        return [device.missing for device in self._devices if device.missing is not None]

    def _take_missing(self) -> None:
        """Open the missing devices that are plugged in again."""
        plugged_in = self._list_inputs()
        for device in self._devices:
            plugged = find(device.key, plugged_in, self.keys) if device.missing else None
            if plugged is not None:
                try:
                    self._take(device, plugged)
                except DriverError as error:
                    device.missing = error

    def _take(self, device: _Device, plugged: Input) -> None:
        promised = self.timekeeping.uncertainty
        if plugged.interval > promised:
            times = {"now": plugged.interval / MS, "promised": promised / MS}
            raise DriverError.of("driver.evdev.slower", device=device.key.name, **times)
        evdev = library()
        handle: Handle = None
        try:
            handle = evdev.InputDevice(str(plugged.node))
            handle.grab()
            ioctl(handle.fd, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
            for _ in events(handle):
                pass  # old events: of another clock, or for another program
            active = set(handle.active_keys())
        except OSError as error:
            if handle is not None:
                close(handle)
            todo = message(_TODO.get(error.errno or 0, "driver.evdev.plug-in"))
            raise DriverError(not_opened(plugged, error), todo) from error
        device.handle, device.missing, device.dropped = handle, None, False
        device.known = self._monotonic()
        device.down = {buzzer for code, buzzer in device.buzzers.items() if code in active}

    def _report_unplugged(self, device: _Device, error: str) -> None:
        """Report an unplugged device: presses since its last event are lost."""
        now, down = self._monotonic(), sorted(device.down)
        if not self._missing:
            self._lost_at = now
        gone = message("driver.evdev.gone", device=device.key.name, error=error)
        lost = DriverError(gone, message("driver.evdev.plug-in"))
        device.let_go(lost)
        self._look_at = now + LOOK_EVERY
        self._lost(device.known - UNPLUGGED, now)
        self._say(DriverLost(BUZZERS, lost.says, now + self._offset))
        for buzzer in down:
            self._say(Edge(buzzer, down=False, at=now + self._offset))

    def _fail(self, error: Exception) -> None:
        """Close all devices after a fault of this driver; they are opened again after a pause."""
        now = self._monotonic()
        fault = DriverError.of("driver.evdev.fault", error=repr(error))
        known = min(device.known for device in self._devices)
        down = sorted(buzzer for device in self._devices for buzzer in device.down)
        if not self._missing:
            self._lost_at = now
        for device in self._devices:
            device.let_go(fault)
        self._look_at = now + self._pauses.after(now)
        self._lost(known - UNPLUGGED, now)
        self._say(DriverLost(BUZZERS, fault.says, now + self._offset))
        for buzzer in down:
            self._say(Edge(buzzer, down=False, at=now + self._offset))

    def _look(self) -> None:
        """Open devices that are back; report those that can't be opened."""
        before = [device.missing for device in self._devices]
        self._take_missing()
        now = self._monotonic()
        self._look_at = now + LOOK_EVERY
        for device, was in zip(self._devices, before, strict=True):
            if was and device.missing and device.missing.says != was.says:
                self._say(DriverLost(BUZZERS, device.missing.says, now + self._offset))
        if not self._missing:
            self._lost(self._lost_at, now)
            self._say(DriverBack(BUZZERS, now + self._offset))

    # --- edges --------------------------------------------------------------------------------

    def _hear(self, device: _Device) -> None:
        try:
            for event in events(device.handle):
                self._event(device, event)
        except OSError as error:
            self._report_unplugged(device, error.strerror or str(error))

    def _event(self, device: _Device, event: Event) -> None:
        """Handle one event. After SYN_DROPPED some are missing, up to the end of the queue."""
        if event.type == EV_SYN and event.code == SYN_DROPPED:
            device.dropped = True
        elif device.dropped:
            if event.type == EV_SYN and event.code == SYN_REPORT:
                self._report_overflow(device)
        elif event.type == EV_KEY and event.value != REPEATED and event.code in device.buzzers:
            at = event.sec * SECOND + event.usec * 1000
            self._edge(device, device.buzzers[event.code], event.value == DOWN, at)

    def _report_overflow(self, device: _Device) -> None:
        """Report an overflow of the kernel's queue, and continue from the keys now down."""
        now = self._monotonic()
        device.dropped = False
        active = set(device.handle.active_keys())
        self._lost(device.known, now)
        for code, buzzer in device.buzzers.items():
            self._edge(device, buzzer, code in active, now)

    def _edge(self, device: _Device, buzzer: int, down: bool, at: int) -> None:
        if down == (buzzer in device.down):
            return
        (device.down.add if down else device.down.discard)(buzzer)
        self._say(Edge(buzzer, down, at + self._offset))
        now = self._monotonic()
        if now - at > USB_WORST_DELAY:
            self._lost(at - 1, now)

    def _lost(self, since: int, now: int) -> None:
        self._say(EdgesLost(since + self._offset, now + self._offset))

    def _say(self, signal: Edge | EdgesLost | DriverLost | DriverBack) -> None:
        post = self._post
        if post is not None:
            post(signal)


def library() -> Any:  # noqa: ANN401 - a module without types
    """Import python-evdev. Raises DriverError if it is missing."""
    try:
        return import_module("evdev")  # here, for the table must start without it
    except ImportError as error:
        raise DriverError.of("driver.evdev.no-library") from error


def close(handle: Handle) -> None:
    """Close a device, but not by its own `close`, which uses asyncio's event loop.

    Without a loop Python 3.12 and later warn, and leave the file open if a warning is an error.
    """
    fd, handle.fd = handle.fd, -1
    os.close(fd)


def events(handle: Handle) -> Iterator[Event]:
    """Yield every new event. Raises OSError if the device is gone."""
    with suppress(BlockingIOError):
        while True:
            yield from handle.read()


def not_opened(there: Input, error: OSError) -> Message:
    """Return the message that a device can't be opened, with the reason."""
    node, why = str(there.node), reason(error)
    return message("driver.evdev.not-opened", device=there.name, node=node, error=why)
