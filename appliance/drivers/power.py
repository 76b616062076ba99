"""A button that switches the table off: held for some seconds, so that no elbow does.

Its pin is looked at once a frame. That needs no edge and no thread, and bounce only makes the
time begin anew.
"""

from dataclasses import dataclass
from typing import Annotated, Self

from appliance.core.signals import MS
from appliance.drivers import Context, Switch
from appliance.drivers.gpio.board import PINS_NEEDED, Bcm, FactoryName, PinBoard, PinSet, place


@dataclass(frozen=True, slots=True)
class Settings:
    """The BCM pin of a contact to ground, how long it is held (ms), and the library below."""

    pin: Bcm
    hold_ms: Annotated[int, range(500, 10_001)] = 3000
    factory: FactoryName = "auto"


class PowerButton(Switch):
    """Says when somebody wants the table to shut down."""

    needs = PINS_NEEDED

    @classmethod
    def of(cls, settings: Settings, context: Context) -> Self:
        """The button of a table. Raises ConfigError where its pin is somebody else's."""
        board = context.shared(PinBoard, PinBoard)
        return cls(settings, board.wired("power", settings.factory, {"pin": settings.pin}))

    def __init__(self, settings: Settings, board: PinBoard | None = None) -> None:
        self.place = place(settings.pin)
        self._settings = settings
        self._taken = PinSet(board or PinBoard(settings.factory), "power")
        self.hold_ms = settings.hold_ms
        self._free = False  # seen open at least once: a contact that is stuck says nothing
        self._since: int | None = None

    def open(self) -> None:
        """Take the pin. Raises DriverError: no pins here, or this one is in use."""
        self._taken.open()
        with self._taken.take(self._settings.pin) as pin:
            pin.function, pin.pull = "input", "up"
        self._free, self._since = False, None

    def wanted(self, now: int) -> bool:
        """Whether the button has been down for long enough at `now` (ns). Ask once a frame."""
        if not self._taken.pins:
            return False
        if self._taken.pins[0].state:
            self._free, self._since = True, None
        elif self._free and self._since is None:
            self._since = now
        return self._since is not None and now - self._since >= self.hold_ms * MS

    def close(self) -> None:
        """Let the pin go. May be called twice."""
        self._taken.close()
