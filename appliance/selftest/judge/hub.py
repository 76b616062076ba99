"""The serial seat hub: who answers, and how well its clock is known."""

from appliance.core.signals import MS
from appliance.message import Spoken
from appliance.selftest.judge import Finding, Level, found

MAX_ANSWER_TIME = 10 * MS
"""A question that takes this long (ns) there and back leaves the clocks' distance in doubt."""

DRIFT = 50
"""As far as two crystals may drift apart, in ppm."""

Offset = tuple[int, int, int]
"""How far the board's clock was from the table's: when (us of the board), by how much, and the
error of that (both ns)."""


def board(port: str, **about: Spoken) -> Finding:
    """Who answers at `port`, and what it says `about` itself."""
    by_id = port.startswith("/dev/serial/by-id/")
    level = Level.OK if by_id else Level.WARN
    return found("board", level, "selftest.hub.board", port=port, **about)


def firmware(version: str, shipped: str) -> Finding:
    """Which firmware is on the board; `shipped` is what this table brings."""
    same = version == shipped
    level, code = (Level.OK, "firmware") if same else (Level.WARN, "other-firmware")
    return found("firmware", level, f"selftest.hub.{code}", firmware=version, shipped=shipped)


def start(began: Spoken, *, unwanted: bool) -> Finding:
    """Why the board began, and whether that is a fault."""
    level = Level.WARN if unwanted else Level.OK
    return found("start", level, "selftest.hub.start", began=began)


def clock(first: Offset, last: Offset) -> Finding:
    """How well the board's clock is known, from two looks at it."""
    round_trip, span = 2 * min(first[2], last[2]), last[0] - first[0]
    slow = round_trip > MAX_ANSWER_TIME
    level, code = (Level.WARN, "slow") if slow else (Level.OK, "answers")
    figures = {"round_trip_ms": round_trip / MS}
    if span > 0:  # how fast it runs away from the table's, and the error of that
        away, error = (first[1] - last[1]) / span * 1000, (first[2] + last[2]) / span * 1000
        figures |= {"drift_ppm": away, "drift_error_ppm": error}
        code = "slow-clock" if slow else "clock"
        if not slow and abs(away) - error > DRIFT:
            level, code = Level.WARN, "drifts"
    return found("clock", level, f"selftest.hub.{code}", **figures)


def cable(damaged: int, lost: int) -> Finding:
    """How many frames were damaged, and how often presses may have been lost."""
    level, code = (Level.WARN, "cable") if lost or damaged else (Level.OK, "good-cable")
    return found("cable", level, f"selftest.hub.{code}", damaged=damaged, lost=lost)
