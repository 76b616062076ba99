"""Somebody who plays all seats of a table at its window, and knows what the window shows.

The player reads the prompts, rings and counts of the View, as people do, and nothing else: what a
seat is asked, it does with its button, one press after the other.
"""

from dataclasses import dataclass
from random import Random

from appliance.core.signals import MS
from appliance.display.view import Screen, View
from appliance.table.facts import Prompt, SeatFacts

TAP, HOLD = 90 * MS, 850 * MS

WAITS = frozenset(
    {
        Prompt.STAND_UP, Prompt.TAKE_BACK, Prompt.MORE_TIME, Prompt.WRONG_NUMBER, Prompt.TOO_SOON,
        Prompt.BY_ACCIDENT, Prompt.AGREED, Prompt.SAID_WRONG, Prompt.WRONG, Prompt.DOUBT_OR_FORCE,
        Prompt.RIGHT_NUMBER, Prompt.FREE_BUZZER, Prompt.FLIP,
    }
)  # fmt: skip
"""What a prompt offers, and this player leaves alone."""

HOLDS = frozenset(
    {
        Prompt.DEAL, Prompt.BEGIN, Prompt.DEALT, Prompt.TRY_AGAIN, Prompt.DRAW_QUESTION,
        Prompt.ONLY, Prompt.HAVE_NONE, Prompt.NO_SHOW, Prompt.BY_HAND, Prompt.AGREE_OR_NOT,
        Prompt.AGREE, Prompt.WRONG_OR_STANDS, Prompt.GO_ON, Prompt.PICK_UP, Prompt.NEXT_DEAL,
        Prompt.ENOUGH, Prompt.ANSWER, Prompt.COUNT_HAND, Prompt.COUNT_PILE, Prompt.CHOOSE,
    }
)  # fmt: skip
"""Prompts that a hold says yes to."""


@dataclass(frozen=True, slots=True)
class Press:
    """A press that a seat is invited to: of which buzzer, how long (ns), and by which prompt."""

    buzzer: int
    long: int
    prompt: Prompt
    seat: SeatFacts


class Player:
    """Decides what to press next. `sits` are so many who play."""

    def __init__(self, chance: Random, sits: int) -> None:
        self._chance, self._sits = chance, sits
        self._wished: dict[int, int] = {}  # of a ring or a count: taps that are left, by buzzer
        self._ring: dict[int, object] = {}  # which ring they were wished for
        self._claim: object = None
        self._slapper: int | None = None

    def wishes(self, view: View) -> Press | None:
        """The next press, or None while there is nothing to press."""
        if view.claim != self._claim or not view.open:
            self._claim, self._slapper = view.claim, None
            if view.open and self._chance.random() < 0.15:
                self._slapper = self._chance.randrange(len(view.seats))
        seats = [seat for seat in view.seats if seat.prompt is not None]
        self._chance.shuffle(seats)
        for seat in seats:
            long = self._long(view, seat)
            if long is not None and seat.prompt is not None:
                return Press(seat.buzzer, long, seat.prompt, seat)
        return None

    def _long(self, view: View, seat: SeatFacts) -> int | None:
        match seat.prompt:
            case Prompt.SIT:
                there = sum(bool(one.name) for one in view.seats)
                return TAP if view.screen is not Screen.LOBBY or there < self._sits else None
            case Prompt.READY:
                there = sum(bool(one.name) for one in view.seats)
                return HOLD if there >= self._sits else None
            case Prompt.SLAP | Prompt.SLAP_OR_HOLD:
                return TAP if seat.seat == self._slapper else None
            case Prompt.BE_FIRST:
                return TAP
            case Prompt.ONLY:
                return HOLD
            case prompt if prompt in HOLDS and seat.ring is None:
                return HOLD
            case prompt if prompt in WAITS:
                return None
            case Prompt.COUNT | Prompt.COUNT_OR | Prompt.COUNT_ON if seat.ring is None:
                return self._count(seat)
            case _ if seat.ring is not None:
                return self._choose(seat)
            case _:
                return HOLD

    def _count(self, seat: SeatFacts) -> int:
        """Tap as many cards as one has wished for, and lay them by a hold."""
        if not seat.counted:
            most = min(4, max(1, seat.cards))
            self._wished[seat.buzzer] = self._chance.choice(
                [most, most, self._chance.randint(1, most)]
            )
        return TAP if seat.counted < self._wished.get(seat.buzzer, 1) else HOLD

    def _choose(self, seat: SeatFacts) -> int:
        """Tap on to an option, and take it by a hold."""
        assert seat.ring is not None
        which = (seat.ring.asks, seat.ring.labels)
        if self._ring.get(seat.buzzer) != which:
            self._ring[seat.buzzer] = which
            self._wished[seat.buzzer] = self._chance.choice((0, 0, 1, 1, 2, 3)) % len(
                seat.ring.labels
            )
        if self._wished[seat.buzzer] <= 0:
            del self._ring[seat.buzzer]
            return HOLD
        self._wished[seat.buzzer] -= 1
        return TAP
