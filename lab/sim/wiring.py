"""The buzzers and lamps of a simulated table: the real drivers, over mock pins or a mock hub."""

from collections.abc import Callable
from random import Random

from appliance.core.signals import MS, Edge
from appliance.drivers.gpio.board import PinBoard
from appliance.drivers.gpio.driver import BuzzerSettings, GpioBuzzers, GpioLamps, LampSettings
from appliance.drivers.gpio.mock import Contacts, VirtualFactory
from appliance.drivers.seat_hub.clock import US
from appliance.drivers.seat_hub.driver import Hub, HubLamps, Settings
from appliance.drivers.seat_hub.mock import MockHub

PLACES_TO_SIT = 11
"""Number of buzzers in the shipped wiring."""

UNDER_WAY = 22 * MS
"""The longest that a simulated edge is under way over the pins, within the table's settle time."""

LOOK, ANSWER = 40 * MS, 2 * MS
"""Time between two looks of the host at the cable, and from a motion to a look (ns).

A real host looks every 5 ms. A long time is harder: a pulled cable is noticed later.
"""


class PinWiring:
    """Contacts and lamps on mock pins: `deliver` never has anything to do.

    `now` is the moment (ns) from which the open `source` works. `in_order` says whether signals
    come as late as they do at a table; from pins they come at once.
    """

    now = 0
    next_at = None
    in_order = False

    def __init__(self, clock: Callable[[], int]) -> None:
        factory = VirtualFactory(clock, UNDER_WAY)
        board = PinBoard(given=factory)
        self.source = GpioBuzzers(BuzzerSettings(), clock, board)
        self.lamps = GpioLamps(LampSettings(), board)
        self._contacts = Contacts(factory, BuzzerSettings().pins)

    def move(self, edge: Edge) -> None:
        """Close or open a contact."""
        self._contacts.move(edge.buzzer, edge.down, edge.at)

    def deliver(self, now: int) -> None:
        """Let everything happen that happens until `now` (ns)."""


class HubWiring:
    """Contacts and lamps on a mock hub, below the real host driver, with a cable to pull.

    `hub.unplug` pulls it. `next_at` is the time of the next work of `deliver` (ns). The hub's clock
    runs as the table's does, so that a second referee may be exact; `bench.fairness` tests the
    errors of a clock. Contacts move in whole microseconds.
    """

    in_order = True

    def __init__(self, seed: int = 0) -> None:
        self.hub = MockHub(seats=PLACES_TO_SIT, chance=Random(seed))
        self.source = Hub(Settings(), PLACES_TO_SIT, self.hub.clock, self.hub)
        self.lamps = HubLamps(self.source)
        self.next_at = 0

    @property
    def now(self) -> int:
        """The hub's time (ns): it answers only after a while."""
        return self.hub.now

    def move(self, edge: Edge) -> None:
        """Close or open a contact."""
        self.hub.now = max(self.hub.now, edge.at)
        self.hub.move(edge.buzzer, edge.down)
        self.next_at = min(self.next_at, -(-(edge.at + ANSWER) // US) * US)

    def deliver(self, now: int) -> None:
        """Bytes go to and fro."""
        self.hub.now = max(self.hub.now, now)
        if self.next_at <= now:
            self.hub.exchange()
            self.next_at = now + LOOK


Wiring = PinWiring | HubWiring
"""Buzzers and lamps, and the hardware below them."""
