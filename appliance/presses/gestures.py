"""Turns presses into gestures: one button does everything outside a race.

In a race only the press itself counts. In a turn a TAP (let go within 400 ms) is the next option
and a HOLD (700 ms) commits, at 700 ms and not at the release; a LONG hold (2.5 s) leaves or pauses.
A press between a tap and a hold means "no, wait" and does nothing. Only if a hold and a long hold
have different meanings, a hold counts when it is LET GO before it is long.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from appliance.core.signals import MS
from appliance.presses.debounce import Press

TAP_WITHIN = 400 * MS
HOLD_AFTER = 700 * MS
LONG_AFTER = 2500 * MS


class GestureKind(StrEnum):
    """Kinds of gestures; every press starts as PRESS."""

    PRESS = "press"
    TAP = "tap"
    HOLD = "hold"
    LONG = "long"
    LET_GO = "let go"


@dataclass(frozen=True, slots=True)
class Gesture:
    """A gesture of `buzzer`: pressed at `onset`, complete at `at` (both ns)."""

    kind: GestureKind
    buzzer: int
    onset: int
    at: int


@dataclass(frozen=True, slots=True)
class Mark:
    """The last reported gesture of a buzzer's newest press; it may still become later kinds."""

    onset: int
    told: GestureKind


def gestures(
    presses: Iterable[Press], marks: Mapping[int, Mark], now: int
) -> tuple[tuple[Gesture, ...], Mapping[int, Mark]]:
    """Return the gestures that are complete at `now` and new, and each buzzer's mark."""
    newest = dict(marks)
    new: list[Gesture] = []
    for press in presses:
        mark = newest.get(press.buzzer)
        if mark is not None and press.until is not None and mark.onset >= press.until:
            continue
        # the mark's onset is later than the press if an edge came late: it is the same press
        done = mark.told if mark is not None and mark.onset >= press.at else None
        for kind, at in _came_true(press, now):
            if done is None or _ORDER[kind] > _ORDER[done]:
                new.append(Gesture(kind, press.buzzer, press.at, at))
                newest[press.buzzer] = Mark(press.at, kind)
                done = kind
    return (tuple(new), newest) if new else ((), marks)


def silenced(presses: Iterable[Press], marks: Mapping[int, Mark], since: int) -> Mapping[int, Mark]:
    """Return `marks` that keep every press held at or after `since` (ns) from being a gesture.

    Edges after `since` may be missing, so the duration of such a press is unknown.
    """
    newest = dict(marks)
    for press in presses:
        mark = newest.get(press.buzzer)
        over = press.until is not None and (
            press.until < since
            or (mark is not None and mark.onset >= press.at and mark.told is not GestureKind.PRESS)
        )
        if not over:
            newest[press.buzzer] = Mark(press.at, GestureKind.LONG)
    return newest


def next_gesture_at(presses: Iterable[Press], now: int) -> int | None:
    """Return the time at which a press that is still down becomes a HOLD or a LONG, or None."""
    return min(
        (
            press.at + after
            for press in presses
            if press.until is None
            for after in (HOLD_AFTER, LONG_AFTER)
            if press.at + after > now
        ),
        default=None,
    )


_ORDER = {
    GestureKind.PRESS: 0,
    GestureKind.TAP: 1,
    GestureKind.HOLD: 1,
    GestureKind.LONG: 2,
    GestureKind.LET_GO: 2,
}


def _came_true(press: Press, now: int) -> Iterable[tuple[GestureKind, int]]:
    yield GestureKind.PRESS, press.at
    end = now if press.until is None else press.until
    if end - press.at >= HOLD_AFTER:
        yield GestureKind.HOLD, press.at + HOLD_AFTER
    if end - press.at >= LONG_AFTER:
        yield GestureKind.LONG, press.at + LONG_AFTER
    elif press.until is not None and press.until - press.at >= HOLD_AFTER:
        yield GestureKind.LET_GO, press.until
    if press.until is not None and press.until - press.at < TAP_WITHIN:
        yield GestureKind.TAP, press.until
