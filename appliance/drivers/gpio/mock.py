"""Simulated pins in virtual time: evenings without hardware run through the real drivers.

gpiozero's own mock pins read the machine's clock and remember every change; these take the time
from their caller and keep no history. They are pins below GpioBuzzers and GpioLamps. With a `Wire`
their edges come late, in any order, or not at all; faults of a contact itself are part of the moves
that the caller makes.
"""

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from appliance.core.hardware import Stamp, Timekeeping
from appliance.core.signals import SECOND
from appliance.drivers import Clock


@dataclass(frozen=True, slots=True)
class Wire:
    """Path of an edge from its contact to the callback; times in ns.

    Each edge has a delay of its own, up to `delay`, so edges overtake each other, of one buzzer
    too. Its stamp is up to `stamp_late` later than the edge. `lost` is the share of edges that
    vanish.
    """

    delay: int = 0
    stamp_late: int = 0
    lost: float = 0.0
    seed: int = 0

    def under_way(self, chance: Random) -> int:
        """Delay of one edge (ns): mostly tiny, now and then the longest."""
        share = chance.random()
        if share < 0.02:
            return self.delay
        worst = self.delay if share < 0.5 else self.delay // 20
        return int(worst * chance.random())


class VirtualPin(MockPWMPin):  # type: ignore[misc] # gpiozero has no types
    """A mock pin that changes at the time that its caller gives.

    If the factory has a wire, `bounce` (s) is the kernel's debounce, as lgpio requests it: a level
    is reported once it has lasted that long, stamped with the end of that time.
    """

    _closed = False
    _moved = 0
    _stamped = 0
    _reported: float = True

    def move(self, closed: bool, at: int) -> None:
        """Close or open the contact to ground at `at` (ns of the factory's clock)."""
        self._last_change = at / SECOND
        self._moved = at
        self._closed = closed
        (self.drive_low if closed else self.drive_high)()

    def stood(self, since: int, level: float) -> None:
        """The bounce time of a `level` that began at `since` (ns) is over."""
        if since == self._moved and level != self._reported:
            self._reported = level
            self._send(since + round(self._bounce * SECOND), level)

    def hear(self, at: int, level: float) -> None:
        """Deliver an edge stamped `at` (ns)."""
        if self._when_changed is not None:
            super(MockPin, self)._call_when_changed(at / SECOND, level)

    def _call_when_changed(self) -> None:
        if self.factory.wire is None:
            super()._call_when_changed()
        elif self._bounce:
            self.factory.after_bounce(self, self._moved, round(self._bounce * SECOND), self._state)
        else:
            self._send(self._moved, self._state)

    def _send(self, at: int, level: float) -> None:
        self._stamped = self.factory.send(self, at, level, after=self._stamped)

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self._closed:  # a contact is stronger than a pull-up
            self.drive_low()

    def _change_state(self, value: float) -> bool:
        before: float = self._state
        self._state: float = value
        return before != value


class VirtualFactory(MockFactory):  # type: ignore[misc] # gpiozero has no types
    """Pins of a simulated Pi. `clock` (ns) is virtual; edges are `worst_delay` ns under way.

    Without a `wire` callbacks run at once. With one, they wait for `deliver`, and the wire has the
    worst delay.
    """

    def __init__(self, clock: Clock, worst_delay: int = 0, wire: Wire | None = None) -> None:
        super().__init__(revision="a02082", pin_class=VirtualPin)
        self.wire = wire
        late, error = (worst_delay, 0) if wire is None else (wire.delay, wire.stamp_late)
        self.timekeeping = Timekeeping(Stamp.KERNEL, late, error)
        self._clock = clock
        self._chance = Random(0 if wire is None else wire.seed)
        self._under_way: list[tuple[int, int, Callable[[], None]]] = []
        self._sent = 0

    def ticks(self) -> float:
        """The clock in seconds, as gpiozero wants it."""
        return self._clock() / SECOND

    @property
    def next_at(self) -> int | None:
        """Return the time of the next delivery (ns), or None."""
        return self._under_way[0][0] if self._under_way else None

    def deliver(self, now: int) -> None:
        """Call back for every edge that has arrived by `now` (ns).

        Contacts must have moved up to `now` first: a debounced level may still fall.
        """
        while self._under_way and self._under_way[0][0] <= now:
            heapq.heappop(self._under_way)[2]()

    def after_bounce(self, pin: VirtualPin, at: int, bounce: int, level: float) -> None:
        """Check in `bounce` ns if a level of `pin` that began `at` still lasts."""
        self._put(at + bounce, lambda: pin.stood(at, level))

    def send(self, pin: VirtualPin, at: int, level: float, after: int) -> int:
        """Put an edge of `at` (ns) on the wire; return its stamp, later than `after`."""
        wire = self.wire or Wire()
        arrives = at + wire.under_way(self._chance)
        stamp = max(after + 1, at + self._chance.randint(0, wire.stamp_late))
        if self._chance.random() >= wire.lost:
            self._put(max(arrives, stamp), lambda: pin.hear(stamp, level))
        return stamp

    def _put(self, at: int, call: Callable[[], None]) -> None:
        self._sent += 1
        heapq.heappush(self._under_way, (at, self._sent, call))


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
        """Brightness of the lamp of `buzzer`, 0 to 1."""
        return float(self._lamps[buzzer].state)
