"""Judges the buzzers: the precision of their stamps, the contacts under a finger, and the hub."""

from dataclasses import dataclass
from functools import reduce

from appliance.core.hardware import Receiver, Stamp, Timekeeping
from appliance.core.signals import MS, SECOND, Edge
from appliance.presses.bounce import Touch, touches, unpaired
from appliance.presses.debounce import STUCK, Buttons
from appliance.selftest.judge import Finding, Level, found
from bluffing.message import Message, Spoken, message


@dataclass(frozen=True, slots=True)
class BuzzerSeen:
    """Observations of one buzzer.

    `place` is its connection. `held` is True if it was closed before the request to press it,
    `asked` if there was a request; `instead` are the other buzzers that answered meanwhile. `until`
    (ns) is the time of the last look, `late` the longest delay of an edge after its stamp (ns).
    """

    buzzer: int
    place: Message
    until: int
    edges: tuple[Edge, ...] = ()
    late: int = 0
    held: bool = False
    asked: bool = True
    skipped: bool = False
    instead: tuple[int, ...] = ()


REST_TIME = 50 * MS
"""Third of the time for which an open contact counts as released, its last edge as arrived."""

VAGUE = (Stamp.CALLBACK, Stamp.KEYBOARD, Stamp.MOCK)
"""Stamps that a race can't rest on: something better can be had."""

MAX_ANSWER_TIME = 10 * MS
"""Round trip (ns) from which the clocks' offset is in doubt."""

DRIFT = 50
"""Maximum drift between two crystals, in ppm."""

Offset = tuple[int, int, int]
"""Offset of the board's clock from the table's: the time (us of the board), the offset and its
error (both ns)."""

Judged = tuple[Level, str, dict[str, Spoken]]
"""Level of a buzzer, the code of its message, and the values of that."""


def patience(seen: BuzzerSeen, usual: int) -> int:
    """Return the time to wait for a press (ns): 0 after a complete one.

    A press under way has until it counts as stuck, and at least `usual`.
    """
    presses = _touches(seen.edges)
    if any(
        press.until is not None and seen.until - press.until >= 3 * REST_TIME for press in presses
    ):
        return 0
    return usual + (STUCK + SECOND if presses else 0)


def stamps(told: Timekeeping) -> Finding:
    """Judge the source and the precision of presses' times."""
    stamp, late_ms, off_ms = told.stamp, told.worst_delay / MS, told.uncertainty / MS
    level = Level.WARN if stamp in VAGUE else Level.OK
    wait = message("selftest.times.wait", worst_delay_ms=late_ms, uncertainty_ms=off_ms)
    return found("times", level, f"selftest.times.{stamp}", stamp=stamp.value, wait=wait)


def receiver(seen: Receiver) -> Finding:
    """Judge a device with buzzers by its polling interval."""
    level, code = (Level.FAIL, "gone") if seen.interval is None else (Level.OK, "there")
    port = seen.port or message("selftest.no-port")
    every = None if seen.interval is None else seen.interval / MS
    name, code = message("selftest.name.receiver", name=seen.name), f"selftest.receiver.{code}"
    return found(name, level, code, name=seen.name, port=port, interval_ms=every)


def finding(seen: BuzzerSeen, told: Timekeeping) -> Finding:
    """Judge one buzzer."""
    presses = _touches(seen.edges)
    level, code, more = _contact(seen) or (
        _judge_presses(seen, presses, told) if presses else _silent(seen)
    )
    return found(
        message("selftest.name.buzzer", number=seen.buzzer + 1, place=seen.place),
        level,
        f"selftest.buzzer.{code}",
        buzzer=seen.buzzer,
        stamp=told.stamp.value,
        edges=len(seen.edges),
        presses=len(presses),
        **more,
    )


def _contact(seen: BuzzerSeen) -> Judged | None:
    """Return a fault of the contact that hides all presses."""
    if seen.held and not seen.edges:
        return Level.FAIL, "closed", {}
    # would a table put it into quarantine, now or earlier?
    buttons = _buttons_of(seen)
    if any(buttons.stuck(now) for now in (seen.until, *(edge.at for edge in seen.edges))):
        return Level.FAIL, "stuck", {"seconds": STUCK // SECOND}
    return None


def _silent(seen: BuzzerSeen) -> Judged:
    if seen.skipped or not seen.asked:
        return Level.SKIP, "skipped" if seen.skipped else "at-rest", {}
    if seen.instead:
        return Level.FAIL, "swapped", {"others": tuple(buzzer + 1 for buzzer in seen.instead)}
    return Level.FAIL, "silent", {"place": seen.place}


def _judge_presses(seen: BuzzerSeen, presses: tuple[Touch, ...], told: Timekeeping) -> Judged:
    more: dict[str, Spoken] = {"press": _press(presses[0], told.stamp, seen.late)}
    if presses[-1].until is None:
        return Level.FAIL, "down", more
    if seen.late > told.worst_delay:
        return Level.WARN, "late", more | {"late_ms": seen.late / MS}
    # a table would take a later edge than the first for the press
    late = all(press.at != presses[0].at for press in _buttons_of(seen).presses(seen.until))
    if late or any(press.worn for press in presses):
        return Level.WARN, "worn", more
    if lost := unpaired((edge.at, edge.down) for edge in seen.edges):
        return Level.WARN, "lost", more | {"n": lost}
    if sparks := sum(touch.spark for touch in _all(seen.edges)):
        return Level.WARN, "sparks", more | {"n": sparks}
    return Level.OK, "fine", more


def _press(touch: Touch, stamp: Stamp, late: int) -> Message:
    """Describe the contact under a finger; `late` is the delay of the latest edge (ns)."""
    still_down = touch.until is None
    bounced = touch.closing or touch.opening
    return message(
        f"selftest.press.{'down' if still_down else 'over'}{'-bounced' if bounced else ''}",
        source=message(f"selftest.stamp.{stamp}"),
        down_ms=0.0 if touch.until is None else (touch.until - touch.at) / MS,
        closing_bounces=touch.closing,
        closing_ms=touch.closing_ns / MS,
        opening_bounces=touch.opening,
        opening_ms=touch.opening_ns / MS,
        latest_ms=late / MS,
    )


def _all(edges: tuple[Edge, ...]) -> tuple[Touch, ...]:
    return touches((edge.at, edge.down) for edge in edges)


def _touches(edges: tuple[Edge, ...]) -> tuple[Touch, ...]:
    """Return the touches without sparks."""
    return tuple(touch for touch in _all(edges) if not touch.spark)


def _buttons_of(seen: BuzzerSeen) -> Buttons:
    return reduce(Buttons.add, seen.edges, Buttons())


def hub_board(port: str, **about: Spoken) -> Finding:
    """Judge the board at `port` by its answer `about` itself."""
    by_id = port.startswith("/dev/serial/by-id/")
    level = Level.OK if by_id else Level.WARN
    return found("board", level, "selftest.hub.board", port=port, **about)


def hub_firmware(version: str, shipped: str) -> Finding:
    """Judge the board's firmware; `shipped` is this table's."""
    same = version == shipped
    level, code = (Level.OK, "firmware") if same else (Level.WARN, "other-firmware")
    return found("firmware", level, f"selftest.hub.{code}", firmware=version, shipped=shipped)


def hub_start(began: Spoken, *, unwanted: bool) -> Finding:
    """Judge the reason for the board's start."""
    level = Level.WARN if unwanted else Level.OK
    return found("start", level, "selftest.hub.start", began=began)


def hub_clock(first: Offset, last: Offset) -> Finding:
    """Judge how well the board's clock is known, by two looks at it."""
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


def hub_cable(damaged: int, lost: int) -> Finding:
    """Judge the cable by damaged frames and possibly lost presses."""
    level, code = (Level.WARN, "cable") if lost or damaged else (Level.OK, "good-cable")
    return found("cable", level, f"selftest.hub.{code}", damaged=damaged, lost=lost)
