"""The buzzers and lamps of a simulated table: the real drivers, over mock pins or a mock hub."""

from collections.abc import Callable
from random import Random

from appliance.core.signals import MS, Edge
from appliance.drivers import Post
from appliance.drivers.gpio.board import PinBoard
from appliance.drivers.gpio.driver import BuzzerSettings, GpioBuzzers, GpioLamps, LampSettings
from appliance.drivers.gpio.mock import Contacts, VirtualFactory
from appliance.drivers.seat_hub.clock import US
from appliance.drivers.seat_hub.driver import Hub, HubLamps, Settings
from appliance.drivers.seat_hub.mock import MockHub

PLACES_TO_SIT = 11
"""As many as the shipped wiring has."""

UNDER_WAY = 22 * MS
"""The longest that a simulated edge is under way over the pins, within the table's settle time."""

LOOK, ANSWER = 40 * MS, 2 * MS
"""The host looks at the cable so often (ns), and so soon after something moved.

A real one looks every 5 ms. Seldom is harder: a pulled cable is noticed later.
"""


class PinWiring:
    """Contacts and lamps on mock pins: `deliver` never has anything to do.

    `in_order` says whether signals come as late as they do at a table; from pins they come at once.
    """

    next_at = None
    in_order = False

    def __init__(self, clock: Callable[[], int]) -> None:
        factory = VirtualFactory(clock, UNDER_WAY)
        board = PinBoard(given=factory)
        self._source = GpioBuzzers(BuzzerSettings(), clock, board)
        self.lamps = GpioLamps(LampSettings(), board)
        self._contacts = Contacts(factory, BuzzerSettings().pins)

    def open(self, post: Post) -> int:
        """Open the drivers; gives the moment (ns) from which they work.

        Raises:
            DriverError: they can't be opened.
        """
        self._source.open(post)
        self.lamps.open()
        return 0

    def move(self, edge: Edge) -> None:
        """Close or open a contact."""
        self._contacts.move(edge.buzzer, edge.down, edge.at)

    def deliver(self, now: int) -> None:
        """Let everything happen that happens until `now` (ns)."""

    def close(self) -> None:
        """Let the drivers go."""
        self._source.close()
        self.lamps.close()


class HubWiring:
    """Contacts and lamps on a mock hub, below the real host driver, with a cable to pull.

    `hub.unplug` pulls it. `next_at` is when `deliver` next has something to do (ns). The hub's
    clock runs as the table's does, so that a second referee may be exact; what a clock can do
    wrong is tried elsewhere (`bench.fairness`). Contacts move in whole microseconds.
    """

    in_order = True

    def __init__(self, seed: int = 0) -> None:
        self.hub = MockHub(seats=PLACES_TO_SIT, chance=Random(seed))
        self._source = Hub(Settings(), PLACES_TO_SIT, self.hub.clock, self.hub)
        self.lamps = HubLamps(self._source)
        self.next_at = 0

    def open(self, post: Post) -> int:
        """Wait until the hub answers; gives the moment (ns) at which it did."""
        self.lamps.open()
        self._source.open(post)
        self.next_at = self.hub.now
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

    def close(self) -> None:
        """Let the hub go."""
        self._source.close()
        self.lamps.close()


Wiring = PinWiring | HubWiring
"""Buzzers and lamps, and what is below them."""
