"""The fields of the turns, and the newest verdict, which holds the turns before it."""

from dataclasses import dataclass, replace
from typing import Self

from appliance.core.reading import Reading
from appliance.presses.arbiter import Finish
from appliance.table import elements
from appliance.table.menu import Entry
from appliance.table.standing import FromTheDeal
from bluffing.events import Event
from bluffing.game import Claim, State


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict, given at `at`, with all that a dispute of it needs.

    `turns` are those that the doubt interrupted, `after` is the game after the verdict, `events`
    are its events, `checked` is a printed card's answer, and `overruled` the disputed verdict that
    this one replaces. `witness` is the seat that confirmed that no card lay below those in sight,
    and `weighed` the number of cards by the scale, which confirmed it instead.
    """

    at: int
    turns: "Turns"
    after: State
    events: tuple[Event, ...]
    basis: elements.Basis
    reading: Reading | None = None
    finish: Finish | None = None
    checked: elements.PrintedAnswer | None = None
    overruled: Event | None = None
    final: bool = False  # it was disputed already
    witness: int | None = None
    weighed: int | None = None

    @property
    def event(self) -> elements.Outcome:
        """The verdict itself."""
        return next(one for one in self.events if isinstance(one, elements.Outcome))

    @property
    def before(self) -> State:
        """The game that the verdict ended."""
        return self.turns.match.game

    @property
    def claim(self) -> Claim | None:
        """The judged claim, or None for a guess."""
        return self.before.claim


@dataclass(frozen=True, slots=True)
class WithVerdict(FromTheDeal):
    """A stage after a possible verdict: `ruling` is the newest."""

    ruling: Ruling | None = None

    def shifted(self, by: int, now: int) -> Self:
        """Return the stage with the time to dispute the newest verdict shifted, too."""
        ruling = self.ruling and replace(self.ruling, at=self.ruling.at + by)
        return replace(self, since=self.since + by, ruling=ruling)


@dataclass(frozen=True, slots=True)
class Turns(WithVerdict):
    """The turns, in which people play and may doubt.

    `opened_at` is the time of registering the newest play, `closes_at` the end of its doubt window
    (None: untimed, or nothing to doubt). If several seats may move, `floor` is the seat on turn
    since `floor_at`; without one, the floor was given up then. `raced` is the race for a doubt
    while the first press may still be a force, `undo` the turns to take back to. At `again_at` the
    seat on turn got its time for a guess again.
    """

    name = elements.Stage.PLAY
    opened_at: int = 0
    counts_from: int = 0  # presses before it don't count: opened_at, or when a pause ended
    closes_at: int | None = None
    entry: Entry | None = None  # the progress of a seat's choice
    touched_at: int = 0  # the newest gesture of the seat that has the floor
    floor: int | None = None
    floor_at: int = 0
    floor_told: int = 0  # time of showing the floor, which was invisible before
    slaps_from: int = 0  # an earlier slap was for another play, or for one taken back
    shown_at: int = 0  # time up to which lamps and sounds follow the meaning of a press
    correction: int | None = None  # cards that the claimant counts again
    slap: elements.Slap | None = None
    raced: elements.Raced | None = None
    pending: elements.Pending | None = None
    wanted: elements.Pause | None = None  # begins when no earlier doubt can still arrive
    undo: "Turns | None" = None
    again_at: int = 0

    @property
    def game(self) -> State:
        """The current state of the game."""
        return self.match.game

    @property
    def settled(self) -> bool:
        """True if no move is committed."""
        return self.pending is None

    @property
    def finish(self) -> Finish | None:
        """Result of the race, while the first press may still be a force."""
        return None if self.raced is None else self.raced.finish

    def entry_of(self, seat: int) -> Entry | None:
        """Return the entry of the choice of `seat`, or None at its beginning."""
        return self.entry if self.entry is not None and self.entry.seat == seat else None

    @property
    def mover(self) -> int | None:
        """The seat that made the newest move."""
        return getattr(self.match.moved, "seat", None)

    @property
    def moved_at(self) -> int:
        """Time of its registration."""
        return self.match.moved_at

    @property
    def at_rest(self) -> "Turns":
        """The turns without entries and moves under way."""
        return replace(
            self,
            entry=None,
            correction=None,
            slap=None,
            raced=None,
            pending=None,
            wanted=None,
            undo=None,
        )

    def opened(self, now: int, closes_at: int | None = None) -> "Turns":
        """Return the turns with a doubt window from `now`; earlier presses don't count."""
        return replace(self, opened_at=now, counts_from=now, closes_at=closes_at)

    def playing(self, match: elements.Match) -> Self:
        """Return the turns with `match`, without entries begun for another state."""
        return replace(self, match=match, entry=None, correction=None)

    def only_touched(self, before: object) -> bool:
        """Return True if only the time of the last act of the seat on turn has changed."""
        return isinstance(before, Turns) and before == replace(self, touched_at=before.touched_at)

    def shifted(self, by: int, now: int) -> Self:
        """Shift the windows; presses during the pause mean nothing, and nothing is taken back."""
        return replace(
            WithVerdict.shifted(self, by, now),
            opened_at=self.opened_at + by,
            counts_from=now,
            again_at=self.again_at + by if self.again_at else 0,
            closes_at=None if self.closes_at is None else self.closes_at + by,
            wanted=None,
            undo=None,
        )
