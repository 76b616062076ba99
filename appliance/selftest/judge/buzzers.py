"""The buzzers: who stamps their edges, and how each contact behaves under a finger."""

from dataclasses import dataclass
from functools import reduce

from appliance.core.hardware import Receiver, Stamp, Timekeeping
from appliance.core.signals import MS, SECOND, Edge
from appliance.message import Message, Spoken, message
from appliance.presses.bounce import Touch, touches, unpaired
from appliance.presses.debounce import STUCK, Buttons
from appliance.selftest.judge import Finding, Level, found


@dataclass(frozen=True, slots=True)
class BuzzerSeen:
    """What was observed of one buzzer.

    `place` says where it is wired, `held` that it was closed before anybody was asked to press
    it, `asked` that somebody was, `instead` which others answered meanwhile. `until` (ns) is the
    moment of the last look, `late` the longest that an edge came after its stamp (ns).
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
"""A contact that has been open for three times this is let go, and its last edge has come."""

VAGUE = (Stamp.CALLBACK, Stamp.KEYBOARD, Stamp.MOCK)
"""Stamps that a race can't rest on: something better can be had."""

Judged = tuple[Level, str, dict[str, Spoken]]
"""How it stands with a buzzer, what is said of it, and with which values."""


def patience(seen: BuzzerSeen, usual: int) -> int:
    """How long a press is waited for (ns): not at all once one has come and gone.

    One that has come is waited for until it counts as stuck, and as long as `usual`.
    """
    presses = _touches(seen.edges)
    if any(one.until is not None and seen.until - one.until >= 3 * REST_TIME for one in presses):
        return 0
    return usual + (STUCK + SECOND if presses else 0)


def stamps(told: Timekeeping) -> Finding:
    """Who says when a press was, and what that is worth."""
    stamp, late_ms, off_ms = told.stamp, told.worst_delay / MS, told.uncertainty / MS
    level = Level.WARN if stamp in VAGUE else Level.OK
    wait = message("selftest.times.wait", worst_delay_ms=late_ms, uncertainty_ms=off_ms)
    return found("times", level, f"selftest.times.{stamp}", stamp=stamp.value, wait=wait)


def receiver(seen: Receiver) -> Finding:
    """A device that buzzers are on, and how often it is asked for them."""
    level, code = (Level.FAIL, "gone") if seen.interval is None else (Level.OK, "there")
    port = seen.port or message("selftest.no-port")
    every = None if seen.interval is None else seen.interval / MS
    name, code = message("selftest.name.receiver", name=seen.name), f"selftest.receiver.{code}"
    return found(name, level, code, name=seen.name, port=port, interval_ms=every)


def finding(seen: BuzzerSeen, told: Timekeeping) -> Finding:
    """What is to be said of one buzzer."""
    presses = _touches(seen.edges)
    level, code, more = _contact(seen) or (
        _heard(seen, presses, told) if presses else _silent(seen)
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
    """A contact that no press can be heard of."""
    if seen.held and not seen.edges:
        return Level.FAIL, "closed", {}
    buttons = _pressed(seen)  # whether a table would put it into quarantine, now or on the way here
    if any(buttons.stuck(now) for now in (seen.until, *(one.at for one in seen.edges))):
        return Level.FAIL, "stuck", {"seconds": STUCK // SECOND}
    return None


def _silent(seen: BuzzerSeen) -> Judged:
    """No press was heard."""
    if seen.skipped or not seen.asked:
        return Level.SKIP, "skipped" if seen.skipped else "at-rest", {}
    if seen.instead:
        return Level.FAIL, "swapped", {"others": tuple(one + 1 for one in seen.instead)}
    return Level.FAIL, "silent", {"place": seen.place}


def _heard(seen: BuzzerSeen, presses: tuple[Touch, ...], told: Timekeeping) -> Judged:
    """How a press was heard."""
    more: dict[str, Spoken] = {"press": _press(presses[0], told.stamp, seen.late)}
    if presses[-1].until is None:
        return Level.FAIL, "down", more
    if seen.late > told.worst_delay:
        return Level.WARN, "late", more | {"late_ms": seen.late / MS}
    if any(one.worn for one in presses) or _stamped_late(seen, presses[0]):
        return Level.WARN, "worn", more
    if lost := unpaired((one.at, one.down) for one in seen.edges):
        return Level.WARN, "lost", more | {"n": lost}
    if sparks := sum(one.spark for one in _all(seen.edges)):
        return Level.WARN, "sparks", more | {"n": sparks}
    return Level.OK, "fine", more


def _press(touch: Touch, stamp: Stamp, late: int) -> Message:
    """How the contact moved under a finger; `late` is how long the latest edge took (ns)."""
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
    return touches((one.at, one.down) for one in edges)


def _touches(edges: tuple[Edge, ...]) -> tuple[Touch, ...]:
    """Without sparks."""
    return tuple(one for one in _all(edges) if not one.spark)


def _pressed(seen: BuzzerSeen) -> Buttons:
    return reduce(Buttons.add, seen.edges, Buttons())


def _stamped_late(seen: BuzzerSeen, touch: Touch) -> bool:
    """Whether a table would take a later edge than the first for the press."""
    return all(press.at != touch.at for press in _pressed(seen).presses(seen.until))
