"""A player of all seats of a table at its window, who knows what the window shows.

The player reads the prompts, rings and counts of the View, as people do, and nothing else: what a
seat is asked, it does with its button, one press after the other. It plays boldly, so that a game
is short: many cards at once, and a few doubts.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from appliance.core.signals import MS
from appliance.display.view import Screen, View
from appliance.table.facts import Prompt, RingFacts, SeatFacts
from bluffing.message import Message

TAP, HOLD, LONG = 90 * MS, 850 * MS, 2700 * MS

MOST_DOUBTS = 3
"""Doubts that are made on purpose in a game: each is turned up and judged, which takes its time."""

COUNTS = frozenset({Prompt.COUNT, Prompt.COUNT_OR, Prompt.COUNT_ON})
"""Prompts at which a tap is a card."""

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
        Prompt.SCORE, Prompt.DEAL_OR_MENU, Prompt.NOTHING_BELOW,
    }
)  # fmt: skip
"""Prompts that a hold says yes to."""


@dataclass(frozen=True, slots=True)
class Press:
    """A press that a seat is invited to: its buzzer, its length (ns), and its prompt.

    With a mouse it can be of another `target` of the desk; `of` says which of several.
    """

    buzzer: int
    long: int
    prompt: Prompt | None
    seat: SeatFacts
    target: str = "buzzer"
    of: int = 0


class Player:
    """Decides what to press next. `sits` are so many who play."""

    def __init__(self, chance: Random, sits: int) -> None:
        self.chance, self._sits = chance, sits
        self.wished: dict[int, int] = {}  # of a ring or a count: taps that are left, by buzzer
        self._ring: dict[int, object] = {}  # which ring they were wished for
        self._claim: object = None
        self._slapper: int | None = None
        self._doubts = MOST_DOUBTS

    def wishes(self, view: View) -> Press | None:
        """The next press, or None while there is nothing to press."""
        if view.play.claim != self._claim or not view.play.open:
            self._claim, self._slapper = view.play.claim, None
            if view.play.open and self._doubts and self.chance.random() < 0.2:
                self._slapper = self.chance.randrange(len(view.seats))
        seats = [seat for seat in view.seats if seat.prompt is not None]
        self.chance.shuffle(seats)
        for seat in seats:
            press = self.press_of(view, seat)
            if press is not None:
                if seat.prompt in (Prompt.SLAP, Prompt.SLAP_OR_HOLD):
                    self._doubts -= 1
                    self._slapper = None
                return press
        return None

    def in_menu(self, view: View, takes: Callable[[View], bool], seat: SeatFacts) -> Press:
        """The next press in the table's menu; `takes` says if the lit row is wanted."""
        return Press(seat.buzzer, HOLD if takes(view) else TAP, None, seat)

    def press_of(self, view: View, seat: SeatFacts) -> Press | None:
        """Return what `seat` does now, if anything."""
        long = self._long(view, seat)
        return None if long is None else Press(seat.buzzer, long, seat.prompt, seat)

    def _long(self, view: View, seat: SeatFacts) -> int | None:
        match seat.prompt:
            case Prompt.SIT:
                there = sum(bool(seat.name) for seat in view.seats)
                return TAP if view.screen is not Screen.LOBBY or there < self._sits else None
            case Prompt.READY:
                there = sum(bool(seat.name) for seat in view.seats)
                return HOLD if there >= self._sits else None
            case Prompt.SLAP | Prompt.SLAP_OR_HOLD:
                return self._slap(seat)
            case Prompt.BE_FIRST:
                return TAP
            case Prompt.ONLY:
                return HOLD
            case prompt if prompt in HOLDS and seat.ring is None:
                return HOLD
            case prompt if prompt in WAITS:
                return None
            case prompt if prompt in COUNTS and seat.ring is None:
                return self._count(seat)
            case _ if seat.ring is not None:
                return self._choose(seat, seat.ring)
            case _:
                return HOLD

    def _slap(self, seat: SeatFacts) -> int | None:
        """Doubt, or force by a hold where that is offered."""
        if seat.seat != self._slapper:
            return None
        return self.chance.choice((TAP, HOLD)) if seat.prompt is Prompt.SLAP_OR_HOLD else TAP

    def _count(self, seat: SeatFacts) -> int:
        """Tap as many cards as one has wished for, and lay them by a hold."""
        if not seat.counted:
            self.wished[seat.buzzer] = self.how_many(seat)
        return TAP if seat.counted < self.wished.get(seat.buzzer, 1) else HOLD

    def how_many(self, seat: SeatFacts) -> int:
        """Return how many cards to lay; 0 for something else, where that is offered."""
        most = min(4, max(1, seat.cards))
        if seat.prompt is Prompt.COUNT_OR and self.chance.random() < 0.1:
            return 0
        return self.chance.choice([most, most, most, self.chance.randint(1, most)])

    def _choose(self, seat: SeatFacts, ring: RingFacts) -> int:
        """Tap on to an option, and take it by a hold."""
        which = (ring.asks, ring.labels)
        if self._ring.get(seat.buzzer) != which:
            self._ring[seat.buzzer] = which
            self.wished[seat.buzzer] = self.taps_in(ring)
        if self.wished[seat.buzzer] <= 0:
            del self._ring[seat.buzzer]
            return HOLD
        self.wished[seat.buzzer] -= 1
        return TAP

    def taps_in(self, ring: RingFacts) -> int:
        """Count the taps to the wanted option: often a doubt, where the ring has one."""
        count = len(ring.labels)
        doubts = [at for at, label in enumerate(ring.labels) if "doubt" in _code(label)]
        if doubts and self.chance.random() < 0.4:
            return (doubts[0] - ring.cursor) % count
        return self.chance.choice((0, 0, 1, 1, 2)) % count


def _code(label: object) -> str:
    return label.code if isinstance(label, Message) else ""
