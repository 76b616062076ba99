"""Every key of all devices, while people are asked which of them are buzzers."""

import select
from collections.abc import Callable
from contextlib import suppress

from appliance.drivers.usb.driver import (
    DOWN,
    EV_KEY,
    Handle,
    close,
    events,
    library,
    not_opened,
)
from appliance.drivers.usb.inputs import Input, inputs
from appliance.drivers.usb.keymap import WIRELESS_BUZZ, Key, lamp_of
from appliance.drivers.usb.keymap import port as port_of
from appliance.errors import DriverError
from bluffing.message import Message, message


class AllKeys:
    """Every key of all devices that may be opened, while people are asked which are buzzers.

    `list_inputs` lists the devices. Nothing is grabbed here: without a keyboard a person
    could not even end it.
    """

    def __init__(self, list_inputs: Callable[[], tuple[Input, ...]] = inputs) -> None:
        self._list_inputs = list_inputs
        self._open: dict[int, tuple[Input, Handle]] = {}

    def open(self) -> None:
        """Open all. Raises DriverError: no python-evdev, or no device that may be opened."""
        self.close()
        evdev, shut = library(), []
        for device in self._list_inputs():
            try:
                handle = evdev.InputDevice(str(device.node))
            except OSError as error:
                shut.append(not_opened(device, error))
            else:
                self._open[handle.fd] = (device, handle)
        if not self._open and shut:
            raise DriverError(shut[0], message("driver.evdev.group"))
        if not self._open:
            raise DriverError.of("driver.evdev.no-keys")

    @property
    def names(self) -> tuple[Message, ...]:
        """The devices that are listened to, for people."""
        return tuple(
            message("driver.place.device", device=device.name, port=port_of(device.port))
            for device, _ in self._open.values()
        )

    def pressed(self) -> list[Key]:
        """The keys that went down since this was last asked, the first first on each device."""
        keys = []
        for fd in select.select(list(self._open), [], [], 0)[0]:
            device, handle = self._open[fd]
            try:
                for event in events(handle):
                    if (event.type, event.value) == (EV_KEY, DOWN):
                        lamp = lamp_of(device.vendor, device.product, event.code)
                        keys.append(Key(device.name, device.port, event.code, lamp))
            except OSError:  # unplugged: it is not the one that is wanted
                close(handle)
                del self._open[fd]
        return keys

    def held(self) -> frozenset[Key]:
        """Return the keys that are down now, by the devices' own reports, which may lack some."""
        keys = set()
        for device, handle in self._open.values():
            with suppress(OSError):  # unplugged
                for code in handle.active_keys():
                    lamp = lamp_of(device.vendor, device.product, code)
                    keys.add(Key(device.name, device.port, code, lamp))
        return frozenset(keys)

    @property
    def sleepers(self) -> tuple[str, ...]:
        """Return the names of receivers whose unused buzzers fall asleep."""
        devices = (device for device, _ in self._open.values())
        return tuple(
            device.name for device in devices if (device.vendor, device.product) == WIRELESS_BUZZ
        )

    def close(self) -> None:
        """Let all devices go. May be called twice."""
        for _, handle in self._open.values():
            close(handle)
        self._open.clear()
