"""Simulated pins in virtual time: evenings without hardware run through the real drivers.

gpiozero's own mock pins read the machine's clock and keep a history of every change; these
take the time from whoever drives them and forget. They are pins below GpioBuzzers and
GpioLamps, no drivers themselves, and no part of a table on a Pi.
"""

from collections.abc import Callable
from random import Random

from gpiozero.pins.mock import MockFactory, MockPWMPin

from appliance.signals import MS, SECOND

BOUNCE = 2 * MS
"""How long a simulated contact bounces at most; bad arcade buttons do worse."""


class VirtualPin(MockPWMPin):  # type: ignore[misc] # gpiozero has no types
    """A mock pin whose changes happen when they are said to."""

    _closed = False

    def move(self, closed: bool, at: int) -> None:
        """Close or open the contact to ground at `at` (ns of the factory's clock)."""
        self._last_change = at / SECOND
        self._closed = closed
        if closed:
            self.drive_low()
        else:
            self.drive_high()

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self._closed:  # a contact is stronger than a pull-up
            self.drive_low()

    def _change_state(self, value: float) -> bool:
        before: float = self._state
        self._state: float = value
        return before != value


class VirtualFactory(MockFactory):  # type: ignore[misc] # gpiozero has no types
    """Pins of a simulated Pi. `clock` (ns) is virtual; edges are `worst_delay` ns under way."""

    def __init__(self, clock: Callable[[], int], worst_delay: int = 0) -> None:
        super().__init__(revision="a02082", pin_class=VirtualPin)
        self.worst_delay = worst_delay
        self._clock = clock

    def ticks(self) -> float:
        """The clock in seconds, as gpiozero wants it."""
        return self._clock() / SECOND


class Contacts:
    """The hands and eyes of a simulation: closes the contacts of buzzers and sees their lamps.

    `buzzers` and `lamps` are BCM numbers, as in the drivers' settings.
    """

    def __init__(
        self, factory: VirtualFactory, buzzers: tuple[int, ...], lamps: tuple[int, ...] = ()
    ) -> None:
        self._buzzers: list[VirtualPin] = [factory.pin(number) for number in buzzers]
        self._lamps: list[VirtualPin] = [factory.pin(number) for number in lamps]

    def move(self, buzzer: int, down: bool, at: int) -> None:
        """Close (`down`) or open the contact of `buzzer` at `at` (ns); no change, no edge."""
        self._buzzers[buzzer].move(down, at)

    def bright(self, buzzer: int) -> float:
        """How bright the lamp of `buzzer` is, 0 to 1."""
        return float(self._lamps[buzzer].state)


def press(at: int, until: int, chance: Random | None = None) -> list[tuple[int, bool]]:
    """The moves (ns, down) of one press, bouncing at both ends if there is `chance`.

    It ends for good up to BOUNCE after `until`.
    """
    moves = [(at, True), (until, False)]
    if chance is not None:
        length = min(BOUNCE, (until - at) // 2)
        moves[1:1] = _bounces(at, length, chance, down=True)
        moves += _bounces(until, length, chance, down=False)
    return moves


def glitch(at: int, chance: Random) -> list[tuple[int, bool]]:
    """The moves of something that is no press: up to a millisecond of contact."""
    return [(at, True), (at + chance.randrange(1, MS), False)]


def _bounces(at: int, length: int, chance: Random, *, down: bool) -> list[tuple[int, bool]]:
    """Up to five times away and back within `length` ns after a contact went `down` at `at`."""
    times = sorted(chance.sample(range(at + 1, at + length), 2 * chance.randrange(6)))
    return [(when, down == bool(index % 2)) for index, when in enumerate(times)]
