"""Presses of people who step through their choices, by taps alone or by a scan.

They see the lit choice, and the others. With a scan they wait for the wanted choice; with taps
alone they go on to it, and rest there.
"""

from collections.abc import Collection

from appliance.core.signals import MS
from appliance.display.view import SeatView, SteppingView
from appliance.table.codes import GestureKind, Prompt
from bluffing.message import Spoken
from lab.sim.people.fingers import Why

IN_TIME = 250 * MS
"""Minimum time before the light moves on: with less, people do not press for the lit choice."""


def labels(seat: SeatView) -> tuple[Spoken, ...]:
    """List the choices at `seat`."""
    if seat.stepping is not None:
        return seat.stepping.labels
    return () if seat.ring is None else seat.ring.labels


def those_that_make(stepping: SteppingView, kind: GestureKind) -> list[int]:
    """Return the places of the choices that one gesture of that `kind` makes.

    A hold that counts at its release is such a gesture, too.
    """
    kinds = (kind, GestureKind.LET_GO) if kind is GestureKind.HOLD else (kind,)
    wanted = [(kind,) for kind in kinds]
    return [place for place, gestures in enumerate(stepping.makes) if gestures in wanted]


def wants_press(seat: SeatView, places: Collection[int], now: int) -> bool:
    """Return True if a press of `seat` now leads to one of `places`; else it waits."""
    stepping = seat.stepping
    assert stepping is not None  # noqa: S101 - asked of those who step
    wanted = stepping.lit in places
    match seat.prompt:
        case Prompt.SCAN_BEGINS:
            return False
        case Prompt.PRESS_TAKES:
            return wanted and now + IN_TIME < stepping.until
        case Prompt.REST_TAKES:
            return not wanted
        case Prompt.PRESS_BEGINS:
            return bool(places)
        case _:
            return bool(places) and stepping.lit is None  # it is asked nothing, and wants something


def meant(seat: SeatView, places: Collection[int]) -> Why:
    """Return the reason for a press of `seat`, whose player wants one of `places`."""
    stepping = seat.stepping
    assert stepping is not None  # noqa: S101 - asked of those who step
    if seat.prompt is Prompt.PRESS_TAKES:
        return Why.TAKES
    lights = 0 if stepping.lit is None else (stepping.lit + 1) % len(stepping.labels)
    return Why.RESTS if lights in places and seat.prompt in BY_TAPS else Why.TAP


BY_TAPS = (Prompt.REST_TAKES, Prompt.PRESS_BEGINS)
"""Prompts of players who press by taps alone."""
