"""Lamps that are LEDs of the kernel's: those of USB buzzers, as Sony's Buzz! controllers have them.

Each is a file, /sys/class/leds/NAME/brightness. It is only switched on and off: an LED behind USB
needs a message for each step, too slow for smooth dimming.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

from appliance.core.effects import Rhythm
from appliance.core.signals import SECOND
from appliance.drivers import Context, Lamps, NoSettings, level
from appliance.drivers.usb.driver import EvdevBuzzers
from appliance.drivers.usb.inputs import Input, find, inputs
from appliance.drivers.usb.keymap import Key
from appliance.errors import DriverError, reason
from bluffing.message import Message, message

LED_LOOK_EVERY = SECOND
"""Time between two searches for an LED that is gone (ns)."""


class LedLamps(Lamps):
    """An LED per buzzer, if the buzzer has one.

    A key's `lamp` is the end of its LED's name; `list_inputs` lists the devices. A udev rule gives
    them to the group input.
    """

    @classmethod
    def of(cls, _settings: NoSettings, context: Context) -> Self:
        """Make the LEDs of a table's USB buzzers; without such buzzers there are none."""
        return cls(context.shared(EvdevBuzzers, lambda: EvdevBuzzers((), context.clock)).keys)

    def __init__(
        self, keys: tuple[Key, ...], list_inputs: Callable[[], tuple[Input, ...]] = inputs
    ) -> None:
        none = message("driver.led.none")
        places = tuple(
            message("driver.place.led", lamp=key.lamp or none, device=key.name) for key in keys
        )
        self._keys = keys
        self._lit = {buzzer: key for buzzer, key in enumerate(keys) if key.lamp}
        self.places = places if self._lit else ()
        self._list_inputs = list_inputs
        self.rhythms = {}
        self._lamps: dict[int, Path] = {}
        self._shown: dict[int, bool] = {}
        self._open = False
        self._look_at = 0

    def open(self) -> None:
        """Darken every LED. Raises DriverError: an LED is missing, or may not be switched."""
        self.close()
        self._find()
        for buzzer, key in self._lit.items():
            about = {"lamp": key.lamp, "device": key.name}
            if buzzer not in self._lamps:
                raise DriverError.of("driver.led.not-there", **about)
            try:
                self._switch(buzzer, on=False)
            except OSError as error:
                self._lamps.clear()
                raise DriverError.of(
                    "driver.led.not-switched", error=reason(error), **about
                ) from error
        self._open = True

    def beat(self, at: int) -> None:
        """Switch each LED by its rhythm at `at` (ns); look for lost ones."""
        if not self._open:
            return
        for buzzer in list(self._lamps):
            on = level(self.rhythms.get(buzzer, Rhythm.OFF), at, buzzer) >= 0.5
            if on == self._shown.get(buzzer):
                continue
            try:
                self._switch(buzzer, on=on)
            except OSError:
                del self._lamps[buzzer]
                self._look_at = at + LED_LOOK_EVERY
        if len(self._lamps) < len(self._lit) and at >= self._look_at:
            self._look_at = at + LED_LOOK_EVERY
            self._find()

    @property
    def lost(self) -> Message | None:
        """Reason why LEDs are gone; None: all are there."""
        gone = self._open and len(self._lamps) < len(self._lit)
        return message("driver.led.gone") if gone else None

    def close(self) -> None:
        """Darken the LEDs and let them go. May be called twice."""
        for buzzer in list(self._lamps):
            with suppress(OSError):  # unplugged: it is dark
                self._switch(buzzer, on=False)
        self._lamps.clear()
        self._shown.clear()
        self._open = False

    def _find(self) -> None:
        """Look for unknown LEDs; the state of a newly found one is unknown."""
        plugged_in = self._list_inputs()
        for buzzer, key in self._lit.items():
            device = find(key, plugged_in, self._keys)
            for lamp in () if device is None else device.lamps:
                if lamp.name.rpartition(":")[2] == key.lamp and buzzer not in self._lamps:
                    self._lamps[buzzer] = lamp
                    self._shown.pop(buzzer, None)

    def _switch(self, buzzer: int, *, on: bool) -> None:
        lamp = self._lamps[buzzer]
        bright = (lamp / "max_brightness").read_text(encoding="ascii").strip() if on else "0"
        (lamp / "brightness").write_text(bright, encoding="ascii")
        self._shown[buzzer] = on
