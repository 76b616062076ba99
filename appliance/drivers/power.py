"""A button that switches the table off: held for three seconds, so that no elbow does.

Its pin is looked at once a frame. That needs no edge and no thread, and bounce only makes the
three seconds begin anew.
"""

from dataclasses import dataclass

from appliance.core.signals import SECOND
from appliance.drivers.gpio.driver import Board, Factory, FactoryName, Pin
from appliance.errors import DriverError


@dataclass(frozen=True, slots=True)
class Settings:
    """The BCM pin of a contact to ground, how long it is held (ns), and the library below."""

    pin: int
    hold: int = 3 * SECOND
    factory: FactoryName = "auto"


class PowerButton:
    """Says when somebody wants the table to shut down. Implements Switch."""

    def __init__(self, settings: Settings, board: Board | Factory | None = None) -> None:
        self._board = board if isinstance(board, Board) else Board(settings.factory, board)
        self._settings = settings
        self._pin: Pin | None = None
        self._free = False  # seen open at least once: a contact that is stuck says nothing
        self._since: int | None = None

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
                f"the power button on BCM {self._settings.pin} can't be opened ({error}): stop "
                "what else uses that pin (gpio-shutdown does), or name another in the pins file"
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
        return self._since is not None and now - self._since >= self._settings.hold

    def close(self) -> None:
        """Let the pin go. May be called twice."""
        if self._pin is not None:
            self._pin.close()
            self._pin = None
            self._board.give_back()
