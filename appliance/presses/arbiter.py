"""Arbitrates doubts: timestamped presses in, the first doubter and the photo finish out.

The most consequential few lines of the table. The answer depends on the presses' own times
only, never on the order of their arrival; that needs patience, so a race settles for longer
than any edge can be late before it answers.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from appliance.core.signals import MS
from appliance.presses.debounce import JUDGED, Press

LATE_SHOWN = 500 * MS
"""A press this much too late is still shown ("late by 0.21 s"): it settles arguments."""


@dataclass(frozen=True, slots=True)
class Race:
    """One chance to doubt. All times in ns of the table's clock.

    A press counts if `opened_at` < its time <= `closes_at`. Open on the left because a doubt
    comes after the play ("After any players turn", CatsAtCards), and because two windows
    that meet in one instant must never share a press.
    """

    opened_at: int  # the play was registered
    closes_at: int  # presses stamped after it are late (NEVER: still open)
    order: tuple[int, ...]  # buzzers that may doubt, the one that wins a true tie first
    tie_window: int  # closed, anchored on the first press, not chained
    settle: int  # the longest that an edge can be under way


@dataclass(frozen=True, slots=True)
class Place:
    """One buzzer in the photo finish: its press, and its time `behind` the first (ns).

    For a `late` press, `behind` is the time after the close.
    """

    buzzer: int
    at: int
    behind: int
    tied: bool
    late: bool


@dataclass(frozen=True, slots=True)
class Finish:
    """Result of a race: `places` has the first press first, exact ties in tie order."""

    doubter: int
    places: tuple[Place, ...]


def decide(race: Race, presses: Iterable[Press], now: int) -> Finish | None:
    """Return the doubter and the photo finish, or None before a press or while the race settles.

    All presses within `tie_window` of the first are tied, and `order` decides between them. A press
    that a late edge could still undo is not in the photo finish yet: ask again later.
    """
    presses = tuple(presses)
    ready = ready_at(race, presses)
    if ready is None or now < ready:
        return None
    runners = _certain(race, presses, now)
    places = _places(race, runners, runners[0].at)
    tied = {place.buzzer for place in places if place.tied}
    return Finish(next(buzzer for buzzer in race.order if buzzer in tied), places)


def complete(race: Race, finish: Finish, presses: Iterable[Press], now: int) -> Finish:
    """Return `finish` with the later presses that are certain at `now` (ns).

    Each player has the place of their own press, however late its edge arrives. The doubter and the
    places that are shown already don't change.
    """
    first = finish.places[0].at  # earlier presses are no slaps but belong to the turn
    shown = {place.buzzer for place in finish.places}
    runners = _certain(race, (press for press in presses if press.at >= first), now)
    late = [place for place in _places(race, runners, first) if place.buzzer not in shown]
    if not late:
        return finish
    places = sorted(
        (*finish.places, *late), key=lambda place: (place.at, race.order.index(place.buzzer))
    )
    return replace(finish, places=tuple(places))


def ready_at(race: Race, presses: Iterable[Press]) -> int | None:
    """Return the time at which `decide` answers with these presses (ns), or None.

    By then every edge that could still make, or undo, a press in the tie window has arrived.
    """
    runners = _first_of_each(race, presses)
    if not runners or runners[0].at > race.closes_at:
        return None
    return runners[0].at + race.tie_window + JUDGED + race.settle


def silent_at(race: Race) -> int:
    """Return the time (ns) after which no press in time can arrive: never while a race is open."""
    return race.closes_at + JUDGED + race.settle


def _first_of_each(race: Race, presses: Iterable[Press]) -> list[Press]:
    """Return each buzzer's first press since the opening, for buzzers that may doubt, by time."""
    counted = [
        press for press in presses if press.at > race.opened_at and press.buzzer in race.order
    ]
    counted.sort(key=lambda press: (press.at, race.order.index(press.buzzer)))
    first: dict[int, Press] = {}
    for press in counted:
        first.setdefault(press.buzzer, press)
    return list(first.values())


def _certain(race: Race, presses: Iterable[Press], now: int) -> list[Press]:
    """Return the runners among `presses` that no edge under way at `now` (ns) can still undo."""
    runners = _first_of_each(race, presses)
    return [press for press in runners if press.at + JUDGED + race.settle <= now]


def _places(race: Race, runners: Iterable[Press], first: int) -> tuple[Place, ...]:
    """Return the places of `runners`, in their order; `first` is the time of the first (ns)."""
    places = []
    for press in runners:
        behind, late = press.at - first, press.at - race.closes_at
        if late <= 0:
            tied = behind <= race.tie_window
            places.append(Place(press.buzzer, press.at, behind, tied, late=False))
        elif late <= LATE_SHOWN:
            places.append(Place(press.buzzer, press.at, late, tied=False, late=True))
    return tuple(places)
