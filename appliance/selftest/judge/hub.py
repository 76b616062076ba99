"""The serial seat hub: who answers, and how well its clock is known."""

from collections.abc import Iterator
from dataclasses import dataclass

from appliance.core.signals import MS
from appliance.message import Spoken
from appliance.selftest.judge import Finding, Level, Part, found

MAX_ANSWER_TIME = 10 * MS
"""A question that takes this long (ns) there and back leaves the clocks' distance in doubt."""

DRIFT = 50
"""As far as two crystals may drift apart, in ppm."""


@dataclass(frozen=True, slots=True)
class Offset:
    """How far the board's clock was from the table's: both in ns, `moment` in us of the board."""

    moment: int
    offset: int
    error: int


@dataclass(frozen=True, slots=True)
class HubSeen:
    """What was observed of the hub.

    `port` is its device, `protocol` and `firmware` what it says of itself; `shipped` is what this
    table brings. `began` is why the board did, in words, and `unwanted` whether that is
    a fault; None: it can't say. `first` and `last` are the clocks' distances when it began and when
    it ended, `lost` how often presses may have been lost meanwhile, and `damaged` how many frames
    were.
    """

    port: str
    protocol: int
    firmware: str
    shipped: str
    board: str
    seats: int
    first: Offset
    last: Offset
    lost: int
    damaged: int
    began: "Spoken | None" = None
    unwanted: bool = False

    @property
    def round_trip(self) -> int:
        """The quickest question and answer (ns)."""
        return 2 * min(self.first.error, self.last.error)

    @property
    def drift(self) -> tuple[float, float] | None:
        """How fast the board's clock runs away from the table's, and the error of that, in ppm."""
        span = self.last.moment - self.first.moment
        if span <= 0:
            return None
        away = (self.first.offset - self.last.offset) / span * 1000
        return away, (self.first.error + self.last.error) / span * 1000


def findings(hub: HubSeen, seats: int) -> Iterator[Finding]:
    """What is to be said of the hub of a table with so many `seats`."""
    by_id = hub.port.startswith("/dev/serial/by-id/")
    yield found(
        Part.HUB,
        "board",
        Level.OK if by_id else Level.WARN,
        "selftest.hub.board",
        port=hub.port,
        board=hub.board,
        protocol=hub.protocol,
        firmware=hub.firmware,
        seats=hub.seats,
        buzzers=seats,
    )
    same = hub.firmware == hub.shipped
    yield found(
        Part.HUB,
        "firmware",
        Level.OK if same else Level.WARN,
        "selftest.hub.firmware" if same else "selftest.hub.other-firmware",
        firmware=hub.firmware,
        shipped=hub.shipped,
    )
    if hub.began is not None:
        level = Level.WARN if hub.unwanted else Level.OK
        yield found(Part.HUB, "start", level, "selftest.hub.start", began=hub.began)
    yield _clock(hub)
    level, code = (Level.WARN, "cable") if hub.lost or hub.damaged else (Level.OK, "good-cable")
    yield found(
        Part.HUB,
        "cable",
        level,
        f"selftest.hub.{code}",
        damaged=hub.damaged,
        lost=hub.lost,
    )


def _clock(hub: HubSeen) -> Finding:
    trip, drift = {"round_trip_ms": hub.round_trip / MS}, hub.drift
    if drift is None:
        level, code = (
            (Level.WARN, "slow") if hub.round_trip > MAX_ANSWER_TIME else (Level.OK, "answers")
        )
        return found(Part.HUB, "clock", level, f"selftest.hub.{code}", **trip)
    away, error = drift
    level, code = Level.OK, "clock"
    if hub.round_trip > MAX_ANSWER_TIME:
        level, code = Level.WARN, "slow-clock"
    elif abs(away) - error > DRIFT:
        level, code = Level.WARN, "drifts"
    return found(
        Part.HUB,
        "clock",
        level,
        f"selftest.hub.{code}",
        **trip,
        drift_ppm=away,
        drift_error_ppm=error,
    )
