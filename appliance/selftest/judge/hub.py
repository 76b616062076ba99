"""The serial seat hub: who answers, and how well its clock is known."""

from collections.abc import Iterator
from dataclasses import dataclass

from appliance.core.signals import MS
from appliance.selftest.judge import Finding, Level, Part

SLOW = 10 * MS
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
class Hub:
    """What was observed of the hub.

    `port` is its device, `protocol` and `firmware` what it says of itself; `shipped` is what this
    table brings. `began` is why the board did, in words, and `unwanted` whether that is
    a fault; "": it can't say. `first` and `last` are the clocks' distances when it began and when
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
    began: str = ""
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


def findings(hub: Hub, seats: int) -> Iterator[Finding]:
    """What is to be said of the hub of a table with so many `seats`."""
    by_id = hub.port.startswith("/dev/serial/by-id/")
    yield Finding(
        Part.HUB,
        "board",
        Level.OK if by_id else Level.WARN,
        f"{hub.port}: board {hub.board}, protocol {hub.protocol}, firmware {hub.firmware}, "
        f"{hub.seats} seats for {seats} buzzers",
        ""
        if by_id
        else "set buzzers.port to its name in /dev/serial/by-id: plugged in again, it may be "
        "another ttyACM",
        (
            ("port", hub.port),
            ("board", hub.board),
            ("protocol", hub.protocol),
            ("firmware", hub.firmware),
            ("seats", hub.seats),
        ),
    )
    yield from _program(hub)
    yield _clock(hub)
    if hub.lost or hub.damaged:
        yield Finding(
            Part.HUB,
            "cable",
            Level.WARN,
            f"{hub.damaged} damaged frames; {hub.lost} times presses may have been lost",
            "use a short cable without a hub between, and stop ModemManager (apt remove "
            "modemmanager) and what else opens serial ports",
            (("damaged", hub.damaged), ("lost", hub.lost)),
        )
    else:
        yield Finding(
            Part.HUB,
            "cable",
            Level.OK,
            "no damaged frame, nothing lost",
            "",
            (("damaged", 0), ("lost", 0)),
        )


def _program(hub: Hub) -> Iterator[Finding]:
    same = hub.firmware == hub.shipped
    yield Finding(
        Part.HUB,
        "firmware",
        Level.OK if same else Level.WARN,
        f"{hub.firmware}, as this table brings it"
        if same
        else f"{hub.firmware} is on the board; this table brings {hub.shipped}",
        "" if same else "stop the table, and install it with doubtit hub install",
        (("firmware", hub.firmware), ("shipped", hub.shipped)),
    )
    if hub.began:
        yield Finding(
            Part.HUB,
            "start",
            Level.WARN if hub.unwanted else Level.OK,
            f"the board {hub.began}",
            "if it happens again, report it with these words, and install the firmware anew "
            "(doubtit hub install)"
            if hub.unwanted
            else "",
            (("began", hub.began), ("unwanted", hub.unwanted)),
        )


def _clock(hub: Hub) -> Finding:
    trip = hub.round_trip
    drift = hub.drift
    says = f"answers within {trip / MS:.2f} ms"
    told = ""
    if drift is not None:
        away, error = drift
        told = f", drifts {away:+.0f} ppm (known to {error:.0f})"
    figures = (
        ("round_trip_ms", trip / MS),
        ("drift_ppm", None if drift is None else round(drift[0], 1)),
        ("drift_error_ppm", None if drift is None else round(drift[1], 1)),
    )
    if trip > SLOW:
        todo = "plug it straight into this machine; stop what keeps it busy"
        return Finding(Part.HUB, "clock", Level.WARN, says + told, todo, figures)
    if drift is not None and abs(drift[0]) - drift[1] > DRIFT:
        todo = (
            "wait until this machine's clock has been set (timedatectl), and check again; if it "
            "stays so the board's crystal is bad: take another board"
        )
        return Finding(Part.HUB, "clock", Level.WARN, says + told, todo, figures)
    return Finding(Part.HUB, "clock", Level.OK, says + told, "", figures)
