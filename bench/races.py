"""True races: the seats that may doubt, the time of each finger, the contacts' moves.

The truth comes from the fingers alone. Nothing here asks the buttons, the arbiter or the table, and
the rule for ties is written again, in the words of the rules.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from appliance.core.signals import MS
from lab.sim.contact_faults import Bounce, Fault, Glitches, Moves, finger, spoilt

TIE_WINDOWS = (0, 0, 1, 10, 10, 40)
"""House rules in ms: people play with the default of 10 or with other values."""

SPREADS = (20_000, 200_000, 2 * MS, 20 * MS, 120 * MS, 400 * MS)
"""Time between the fingers of one race, ns: reflexes, contests, and duels."""

HABITS: tuple[tuple[Fault, ...], ...] = (
    (),
    (Bounce(longest=2 * MS, most=5),),
    (Bounce(longest=6 * MS, most=8, spell=500_000),),
    (Bounce(longest=81 * MS, most=8, least=1_600_000),),
)
"""Bounce of contacts: clean, usual, bad, and as long as the worst arcade button known."""

EARLY = 400 * MS
"""Time between setting up a race and its play: a press may come too early."""


@dataclass(frozen=True, slots=True)
class Place:
    """A table at which a race can happen: who sits there, and the house's rule for ties."""

    ruleset: str
    seats: int
    dealer: int
    claimant: int
    tie_rule: str
    tie_window: int  # ns


class Run(NamedTuple):
    """One contact that moves, seat by seat."""

    at: int
    seat: int
    closed: bool


@dataclass(frozen=True, slots=True)
class Race:
    """A race: the play counts from `opened` (ns); `onsets` are the true presses after it.

    `seats` have pressed, the claimant perhaps among them; `onsets` has those who may doubt.
    """

    place: Place
    opened: int
    onsets: dict[int, int]
    runs: tuple[Run, ...]

    @property
    def over(self) -> int:
        """Time of the last move of a contact (ns)."""
        return self.runs[-1].at

    def later(self, by: int) -> "Race":
        """The same race `by` ns later."""
        return replace(
            self,
            opened=self.opened + by,
            onsets={seat: at + by for seat, at in self.onsets.items()},
            runs=tuple(run._replace(at=run.at + by) for run in self.runs),
        )

    def told(self) -> str:
        """The race in one line: who pressed when after the opening."""
        pressed = sorted((at - self.opened, seat) for seat, at in self.onsets.items())
        return f"{self.place}: " + ", ".join(f"{seat} at {at / MS} ms" for at, seat in pressed)


def race(chance: Random, place: Place, opened: int, margin: int = 0) -> Race:
    """Make a race of 2 or more seats at `place`, with all errors of contacts and people.

    No press is within `margin` ns of the opening, because a race does not decide that.
    """
    pressing = chance.sample(range(place.seats), chance.randint(2, place.seats))
    spread = chance.choice(SPREADS)
    start = opened + margin + chance.randint(2 * MS, 900 * MS)
    onsets: dict[int, int] = {}
    runs: list[Run] = []
    for seat in pressing:
        at = start + chance.randrange(spread)
        if onsets and chance.random() < 0.02:
            at = chance.choice(list(onsets.values()))  # in the same nanosecond
        onsets[seat] = at
    for seat in range(place.seats):
        touches = []
        if chance.random() < 0.06:  # too early, and gone or held on to
            before = opened - margin - chance.randint(MS, 60 * MS)
            after = opened + 60 * MS if seat not in onsets else onsets[seat] - 150 * MS
            if after > before:
                touches.append((before, min(after, before + chance.randint(25 * MS, 200 * MS))))
        if seat in onsets:
            touches.append((onsets[seat], onsets[seat] + chance.randint(30 * MS, 150 * MS)))
        runs += (Run(at, seat, closed) for at, closed in _contact(chance, touches, opened))
    onsets.pop(place.claimant, None)
    return Race(place, opened, onsets, tuple(sorted(runs)))


def _contact(chance: Random, touches: list[tuple[int, int]], opened: int) -> Moves:
    moves = spoilt(finger(*touches), chance.choice(HABITS), chance)
    if chance.random() < 0.25:  # sparks, but not so near before a press that they would begin it
        until = (touches[0][0] if touches else opened + 900 * MS) - 10 * MS
        moves = spoilt(moves, (Glitches(opened - EARLY, until, every=200 * MS),), chance)
    return moves


@dataclass(frozen=True, slots=True)
class Truth:
    """Return the right answer to a race, with clocks that may be `error` ns late.

    `first` is the earliest seat, `gap` the next one's delay (None: alone). Of `winners`
    each would be right; more than one only where onsets are too close to the stamps' error.
    """

    first: int
    gap: int | None
    tied: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def certain(self) -> bool:
        """True if only one answer is right."""
        return len(self.winners) == 1


def truth(one: Race, error: int) -> Truth:
    """Told from the true onsets and the words of the rule for ties."""
    place, window = one.place, one.place.tie_window
    order = sorted(one.onsets, key=lambda seat: one.onsets[seat])
    first = order[0]
    behind = {seat: one.onsets[seat] - one.onsets[first] for seat in order}
    # no stamp is early and none later than `error`: these are tied for certain, those perhaps
    alone = all(behind[seat] > error for seat in order[1:])
    tied = [seat for seat in order if behind[seat] + error <= window or (seat == first and alone)]
    perhaps = [seat for seat in order if behind[seat] - error <= window]
    best = min((_rank(place, seat) for seat in tied), default=place.seats)
    winners = [seat for seat in perhaps if _rank(place, seat) <= best]
    gap = behind[order[1]] if len(order) > 1 else None
    return Truth(first, gap, tuple(tied), tuple(winners))


def _rank(place: Place, seat: int) -> int:
    """Number of places clockwise from the seat that the tie rule favours to `seat`."""
    anchor = place.dealer if place.tie_rule == "dealer_left" else place.claimant
    return (seat - anchor - 1) % place.seats
