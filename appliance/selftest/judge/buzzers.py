"""The buzzers: who stamps their edges, and how each contact behaves under a finger."""

from dataclasses import dataclass
from enum import StrEnum

from appliance.core.hardware import Receiver, Stamp
from appliance.core.signals import MS, SECOND, Edge
from appliance.presses.bounce import Touch, touches, unpaired
from appliance.presses.debounce import STUCK, Buttons
from appliance.selftest.judge import Finding, Level, Part, skipped


@dataclass(frozen=True, slots=True)
class Heard:
    """An edge of a contact: stamped `at`, handed over at `came` (both ns of one clock)."""

    closed: bool
    at: int
    came: int


@dataclass(frozen=True, slots=True)
class Buzzer:
    """What was observed of one buzzer.

    `place` says where it is wired, `held` that it was closed before anybody was asked to press
    it, `asked` that somebody was, `instead` which others answered meanwhile. `until` (ns) is the
    moment of the last look.
    """

    buzzer: int
    place: str
    until: int
    edges: tuple[Heard, ...] = ()
    held: bool = False
    asked: bool = True
    skipped: bool = False
    instead: tuple[int, ...] = ()


class State(StrEnum):
    """How far one buzzer's press has come."""

    WAITING = "waiting"
    DOWN = "down"
    DONE = "done"


def state(edges: tuple[Heard, ...], now: int) -> State:
    """Whether a press has come and gone by `now` (ns)."""
    found = _touches(edges)
    if not found:
        return State.WAITING
    if any(one.until is not None and now - one.until >= 3 * REST for one in found):
        return State.DONE
    return State.DOWN


REST = 50 * MS
"""A contact that has been open for three times this is let go, and its last edge has come."""


def stamps(stamp: Stamp, worst_delay: int, uncertainty: int) -> Finding:
    """Who says when a press was, and what that is worth; both times in ns."""
    wait = (
        f"a race waits {worst_delay / MS:.0f} ms, presses within {uncertainty / MS:g} ms are a tie"
    )
    figures = (
        ("stamp", stamp.value),
        ("worst_delay_ms", worst_delay / MS),
        ("uncertainty_ms", uncertainty / MS),
    )
    says, todo = _WORTH[stamp]
    level = Level.WARN if todo else Level.OK
    return Finding(Part.BUZZERS, "times", level, f"{says}; {wait}", todo, figures)


_WORTH = {
    Stamp.KERNEL: ("stamped by the kernel, in the interrupt", ""),
    Stamp.HUB: ("stamped by the seat hub, to the microsecond", ""),
    Stamp.CALLBACK: (
        "stamped when they are handled",
        'apt install python3-lgpio, and set buzzers.factory = "lgpio"',
    ),
    Stamp.DEVICE: ("stamped by the kernel, when a device's report comes in", ""),
    Stamp.WINDOW: ("keys, stamped by the window system, to the millisecond", ""),
    Stamp.KEYBOARD: (
        "keys, stamped once a frame: for a desk, not for a race",
        'wire buzzers and set buzzers.driver = "gpio" or "hub"',
    ),
    Stamp.MOCK: (
        "mock pins: nobody can press them",
        'set buzzers.factory = "auto"',
    ),
}


def receiver(seen: Receiver) -> Finding:
    """A device that buzzers are on, and how often it is asked for them."""
    name, port, interval = seen.name, seen.port, seen.interval
    figures = (
        ("name", name),
        ("port", port),
        ("interval_ms", None if interval is None else interval / MS),
    )
    if interval is None:
        todo = "plug it in; if it is another one, say which keys are buzzers: doubtit keys FILE"
        says = f"not there, it was plugged in at {port or 'no port'}"
        return Finding(Part.BUZZERS, name, Level.FAIL, says, todo, figures)
    says = f"plugged in at {port or 'no port'}, a press comes within {interval / MS:g} ms"
    return Finding(Part.BUZZERS, name, Level.OK, says, "", figures)


def finding(seen: Buzzer, stamp: Stamp, worst_delay: int) -> Finding:
    """What is to be said of one buzzer."""
    name = f"buzzer {seen.buzzer + 1}, {seen.place}"
    found = _touches(seen.edges)
    figures = _figures(seen, found, stamp)

    def say(level: Level, says: str, todo: str = "") -> Finding:
        return Finding(Part.BUZZERS, name, level, says, todo, figures)

    if seen.held and not seen.edges:
        return say(
            Level.FAIL,
            "stuck: closed before anybody pressed it, and never open",
            "free the button; else its contact is normally closed or its wires touch: use the "
            "normally-open one",
        )
    if _stuck(seen):
        return say(
            Level.FAIL,
            f"stuck: not let go within {STUCK // SECOND} s, or a storm of edges "
            f"({len(seen.edges)} of them)",
            "free the button; twist each wire with its ground, and add a pull-up of 2.2 kilohm "
            "to 3.3 V where the leads are long",
        )
    if not found:
        return _silent(seen, name, figures)
    sparks = sum(one.spark for one in _all(seen.edges))
    says = _says(found[0], stamp, seen.edges)
    if found[-1].until is None:
        return say(Level.FAIL, f"pressed, and not let go: {says}", "free the button")
    late = max(one.came - one.at for one in seen.edges)
    if late > worst_delay:
        return say(
            Level.WARN,
            f"{says}: an edge came {late / MS:.1f} ms after its stamp, later than a race waits",
            "stop what else keeps this machine busy, and check again",
        )
    if any(one.worn for one in found) or _stamped_late(seen, found[0]):
        return say(
            Level.WARN,
            f"worn: {says}",
            "clean or replace its switch, and press its plugs home: a press may be stamped late",
        )
    lost = unpaired((one.at, one.closed) for one in seen.edges)
    if lost or sparks:
        what = f"{lost} edges were lost" if lost else f"{sparks} sparks beside the press"
        return say(
            Level.WARN, f"{what}: {says}", "check its plugs, and twist its wire with its ground"
        )
    return say(Level.OK, says)


def _silent(
    seen: Buzzer, name: str, figures: "tuple[tuple[str, float | str | None], ...]"
) -> Finding:
    """No press was heard."""
    if seen.skipped or not seen.asked:
        why = "skipped" if seen.skipped else "at rest; nobody was asked to press it"
        return skipped(Part.BUZZERS, name, why)
    if seen.instead:
        others = " and ".join(str(one + 1) for one in seen.instead)
        says = f"silent; buzzer {others} answered in its place"
        todo = "press this one; if you did, its wires are swapped with those"
    else:
        says = "silent: no press came"
        todo = f"check both wires of its contact, {seen.place} and ground, with a meter"
    return Finding(Part.BUZZERS, name, Level.FAIL, says, todo, figures)


def _says(touch: Touch, stamp: Stamp, edges: tuple[Heard, ...]) -> str:
    parts = [f"{stamp} time"]
    if touch.until is not None:
        parts.append(f"down for {(touch.until - touch.at) / MS:.0f} ms")
    if touch.closing or touch.opening:
        closing = f"{touch.closing} x in {touch.closing_ns / MS:.1f} ms closing"
        opening = f"{touch.opening} x in {touch.opening_ns / MS:.1f} ms opening"
        parts.append(f"bounced {closing}, {opening}")
    else:
        parts.append("no bounce")
    late = max(one.came - one.at for one in edges)
    parts.append(f"told within {max(0, late) / MS:.1f} ms")
    return ", ".join(parts)


def _figures(
    seen: Buzzer, found: tuple[Touch, ...], stamp: Stamp
) -> "tuple[tuple[str, float | str | None], ...]":
    first = found[0] if found else None
    return (
        ("buzzer", seen.buzzer),
        ("stamp", stamp.value),
        ("edges", len(seen.edges)),
        ("presses", len(found)),
        ("closing_bounces", None if first is None else first.closing),
        ("closing_ms", None if first is None else first.closing_ns / MS),
        ("opening_bounces", None if first is None else first.opening),
        ("opening_ms", None if first is None else first.opening_ns / MS),
        ("latest_ms", max((one.came - one.at for one in seen.edges), default=0) / MS),
    )


def _all(edges: tuple[Heard, ...]) -> tuple[Touch, ...]:
    return touches((one.at, one.closed) for one in edges)


def _touches(edges: tuple[Heard, ...]) -> tuple[Touch, ...]:
    """Without sparks."""
    return tuple(one for one in _all(edges) if not one.spark)


def _pressed(seen: Buzzer) -> Buttons:
    buttons = Buttons()
    for one in seen.edges:
        buttons = buttons.add(Edge(seen.buzzer, one.closed, one.at))
    return buttons


def _stuck(seen: Buzzer) -> bool:
    """Whether a table would put it into quarantine, at the end or on the way there."""
    buttons = _pressed(seen)
    return any(buttons.stuck(now) for now in (seen.until, *(one.at for one in seen.edges)))


def _stamped_late(seen: Buzzer, touch: Touch) -> bool:
    """Whether a table would take a later edge than the first for the press."""
    return all(press.at != touch.at for press in _pressed(seen).presses(seen.until))
