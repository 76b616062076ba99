"""The way over the serial seat hub: the real driver and the board's own code, on a bad cable."""

from collections.abc import Callable
from random import Random

from appliance.core.signals import MS, SECOND
from appliance.drivers import Post
from appliance.drivers.seat_hub.driver import HUB_UNCERTAINTY, Hub, Settings
from appliance.drivers.seat_hub.mock import Faults, MockHub
from appliance.drivers.seat_hub.protocol import TICKS
from appliance.errors import DriverError
from bench.races import Race
from bench.raceway import BUZZERS, Clock
from bluffing.message import message

MARGIN = 15 * MS
"""Largest distance of the board's time from the table's, on a cable this bad (ns)."""

CABLE = Faults(lost=0.002, twice=0.01, garbled=0.002, delay=(0, 8 * MS))
"""Frames that come late, twice, damaged or not at all, in both directions."""

LOOK = 5 * MS
"""Period of the host's looks for bytes (ns), the same as without any bytes."""

UNREAD = 6 * MS
"""Time for which a troubled board does not read its pins."""

TROUBLES = ("reset", "unread", "unplugged")
TROUBLED = 0.06
"""Share of races with one of these troubles."""


class HubRoad:
    """A driver over a simulated hub, whose crystal is 50 ppm off and whose clock wraps soon."""

    error, margin = HUB_UNCERTAINTY, MARGIN

    def __init__(self, clock: Clock, seed: int = 0, hub: Callable[..., MockHub] = MockHub) -> None:
        self._clock, self._chance = clock, Random(seed)
        self._board = hub(
            clock.now,
            seats=BUZZERS,
            chance=Random(self._chance.getrandbits(32)),
            faults=CABLE,
            drift=self._chance.choice((-50, 50)),
            micros=TICKS - self._chance.randint(2, 900) * SECOND // 1000,
        )
        self._hub = Hub(Settings(), BUZZERS, self._board.clock, self._board)
        self.worst_delay = self._hub.timekeeping.worst_delay
        self.lost_at: int | None = None
        self._due = 0  # when something goes wrong, or is put right
        self._trouble = ""
        self._missed: dict[int, bool] = {}
        self.next_at = 0

    def open(self, post: Post) -> None:
        """Wait for the hub and start to post."""
        self._hub.open(post)
        self._clock.now = self._board.now
        self._exchange(self._board.now)

    def begin(self, race: Race, buzzers: tuple[int, ...]) -> None:  # noqa: ARG002 - as others have it
        """Another race; in some of them the hub has trouble."""
        self.lost_at, self._trouble = None, ""
        if self._chance.random() < TROUBLED:
            self._trouble = self._chance.choice(TROUBLES)
            self._due = self._chance.randint(race.opened + MARGIN, race.over)

    def move(self, buzzer: int, closed: bool, at: int) -> None:
        """A contact moves at `at` (ns)."""
        self._until(at)
        if self._trouble == "reads nothing":
            self._missed[buzzer] = closed
        else:
            self._board.move(buzzer, closed)

    def deliver(self, now: int) -> None:
        """Bytes go to and fro until `now` (ns)."""
        self._until(now)
        if self._trouble and self._due <= now:
            self._trouble_now(now)
        if self.next_at <= now:
            self._exchange(now)

    def rest(self) -> None:
        """Go on until the present, and until the hub is well again."""
        until, late = self._clock.now, self._clock.now + 60 * SECOND
        while self.next_at < until or self._trouble or not self._well():
            self._clock.now = max(self._clock.now, self.next_at)
            self.deliver(self.next_at)
            if self._clock.now > late:
                raise DriverError(message("text", text="the simulated hub does not come back"))

    def _well(self) -> bool:
        return self._hub.link.ready and self._board.plugged

    def close(self) -> None:
        """Let the hub go."""
        self._hub.close()

    def _until(self, now: int) -> None:
        self._board.now = max(self._board.now, now)

    def _exchange(self, now: int) -> None:
        self._board.exchange()
        self.next_at = now + LOOK
        if self._trouble:
            self.next_at = min(self.next_at, max(now + 1, self._due))

    def _trouble_now(self, now: int) -> None:
        kind, self._trouble = self._trouble, ""
        if kind in TROUBLES:
            self.lost_at = now
        if kind == "reset":
            self._board.reset()
        elif kind == "unplugged":
            self._board.unplug()
            self._trouble, self._due = "back", now + self._chance.randint(5 * MS, 900 * MS)
        elif kind == "back":
            self._board.plug()
        elif kind == "unread":
            self._trouble, self._due = "reads nothing", now + UNREAD
        else:
            self._board.overrun()
            for buzzer, closed in self._missed.items():
                self._board.move(buzzer, closed)
            self._missed.clear()
