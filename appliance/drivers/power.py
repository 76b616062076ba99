"""A button that switches the table off: held for some seconds, so that no elbow does.

Its pin is looked at once a frame. That needs no edge and no thread, and bounce only makes the
time begin anew.
"""

from dataclasses import dataclass
from typing import Annotated, Self

from appliance.core.signals import MS
from appliance.drivers import Context, Range
from appliance.drivers.gpio.board import (
    PINS_NEEDED,
    Factory,
    FactoryName,
    Pin,
    PinBoard,
    board_of,
    pins_for,
)
from appliance.drivers.gpio.pins import Bcm, place
from appliance.errors import DriverError
from appliance.message import Message, message


@dataclass(frozen=True, slots=True)
class Settings:
    """The BCM pin of a contact to ground, how long it is held (ms), and the library below."""

    pin: Bcm
    hold_ms: Annotated[int, Range(500, 10_000)] = 3000
    factory: FactoryName = "auto"


class PowerButton:
    """Says when somebody wants the table to shut down. Implements Switch."""

    needs = PINS_NEEDED

    @classmethod
    def of(cls, settings: Settings, context: Context) -> Self:
        """The button of a table. Raises ConfigError where its pin is somebody else's."""
        pins = {"power.pin": settings.pin}
        return cls(settings, pins_for("power", settings.factory, pins, context))

    def __init__(self, settings: Settings, board: PinBoard | Factory | None = None) -> None:
        self._board = board_of(board, settings.factory)
        self._settings = settings
        self.hold_ms = settings.hold_ms
        self._pin: Pin | None = None
        self._free = False  # seen open at least once: a contact that is stuck says nothing
        self._since: int | None = None

    @property
    def place(self) -> Message:
        """Its pin."""
        return place(self._settings.pin)

    def open(self) -> None:
        """Take the pin.

        Raises:
            DriverError: no pins here, or this one is in use.
        """
        self.close()
        factory = self._board.take()
        try:
            self._pin = factory.pin(self._settings.pin)
            self._pin.function, self._pin.pull = "input", "up"
        except Exception as error:
            self._pin = None
            self._board.give_back()
            raise DriverError(
                message("driver.power.not-opened", pin=self._settings.pin, error=str(error)),
                message("driver.power.not-opened.todo"),
            ) from error
        self._free, self._since = False, None

    def wanted(self, now: int) -> bool:
        """Whether the button has been down for long enough at `now` (ns). Ask once a frame."""
        if self._pin is None:
            return False
        if self._pin.state:
            self._free, self._since = True, None
        elif self._free and self._since is None:
            self._since = now
        return self._since is not None and now - self._since >= self.hold_ms * MS

    def close(self) -> None:
        """Let the pin go. May be called twice."""
        if self._pin is not None:
            self._pin.close()
            self._pin = None
            self._board.give_back()
