"""The grammar of one button, as people read it off the screen: what to press now.

A prompt gives the meaning of a tap and a hold, a ring the current choice, a number the count. One
screenful at a time: look, press once, look again.

Players who step through their choices see the lit choice, and the others. With a scan they wait
for the wanted choice; with taps alone they go on to it, and rest there.
"""

from collections.abc import Collection
from itertools import chain
from typing import NamedTuple

from appliance.core.signals import MS
from appliance.display.view import Asks, RingView, SeatView, SteppingView
from appliance.table.codes import COUNTING, GestureKind, Prompt
from bluffing.actions import (
    Action,
    Believe,
    Correct,
    Doubt,
    Draw,
    Force,
    Guess,
    LayAway,
    Pass,
    Pick,
    Play,
    Show,
)
from bluffing.cards import Rank, Suit
from bluffing.message import AtSeat, Message, Spoken
from bluffing.wagers import WagerGame
from lab.sim.people.fingers import Why
from lab.sim.people.minds import Sight

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

TO_MOVE = (
    Prompt.BE_FIRST, Prompt.COUNT, Prompt.COUNT_OR, Prompt.COUNT_ON, Prompt.ENOUGH,
    Prompt.ONE_OF, Prompt.ONLY,
)  # fmt: skip
"""A seat may move."""

_KINDS: dict[str, type[Action]] = {
    "move.pass": Pass,
    "move.draw": Draw,
    "move.show": Show,
    "move.lay-away": LayAway,
    "move.wrong-number": Correct,
    "move.doubt": Doubt,
    "move.force": Force,
    "move.believe": Believe,
    "move.change": Guess,
    "move.digits": Guess,
}
"""The options for each kind of move."""

_OPENS = frozenset(
    {
        "move.lay-away", "move.wrong-number", "move.change", "move.digits", "move.guess",
        "move.wager", "move.both", "move.all-in",
    }
)  # fmt: skip
"""The options that open further choices."""


class Pressing(NamedTuple):
    """A hold, or else a tap. A `final` one makes the move, one that `doubts` is a doubt."""

    hold: bool = False
    final: bool = False
    doubts: bool = False


_TAP = Pressing()


def towards(seat: SeatView, wanted: Action, sight: Sight) -> Pressing | None:
    """Return the next press at `seat`, by its screen, towards `wanted`; None without one."""
    counts = wanted.count if isinstance(wanted, (Play, Correct)) else 0
    match seat.prompt:
        case Prompt.BE_FIRST:
            return _TAP if counts else Pressing(hold=True)
        case Prompt.ONE_OF if seat.ring is not None:
            return _round(seat.ring, wanted, sight)
        case Prompt.ONLY:
            return _taken(seat.option[0], wanted, Asks.MOVE, sight)
        case Prompt.COUNT_OR if not isinstance(wanted, Play) or not counts:
            asks = (_taken(label, wanted, Asks.MOVE, sight) for label in seat.option)
            pressing = next((each for each in asks if each is not None), None)
            if pressing is None or len(seat.option) == 1:
                return pressing
            return Pressing(hold=True)
        case prompt if prompt in COUNTING:
            return _counting(seat, wanted, counts, sight)
        case _:
            return None


def places(seat: SeatView, wanted: Action, sight: Sight) -> list[int]:
    """Return the places of the choices that lead to `wanted` when stepping through them."""
    counts = wanted.count if isinstance(wanted, (Play, Correct)) else 0
    asked = Asks.MOVE if seat.stepping is None else seat.stepping.about
    choices = labels(seat)
    matches = [
        place
        for place, label in enumerate(choices)
        if (counts and _cards(label) == counts) or _opens(label, wanted, asked, sight)
    ]
    if not matches and counts:
        matches = [i for i, label in enumerate(choices) if _code(label) in _COUNTS_ON]
    return matches or [i for i, label in enumerate(choices) if _back(label)]


def _cards(label: Spoken) -> Spoken:
    """Number of cards of a choice; 0 for other choices."""
    return label["n"] if isinstance(label, Message) and label.code == "way.cards" else 0


_COUNTS_ON = ("way.more-cards", "way.wrong-number")


def _code(label: Spoken) -> str:
    return label.code if isinstance(label, Message) else ""


def _opens(label: Spoken, wanted: Action, asked: Asks, sight: Sight) -> bool:
    """Return True if `label`, or one behind it, leads to `wanted`."""
    if isinstance(label, Message) and label.code == "move.opens":
        return any(_opens(label[side], wanted, asked, sight) for side in ("left", "right"))
    return _leads(label, wanted, asked, sight)


def correcting(seat: SeatView, cards: int) -> Pressing | None:
    """Return the next press at a claimant's seat to correct its count to `cards`."""
    if seat.prompt is Prompt.WRONG_NUMBER:
        return Pressing(hold=True)
    if seat.prompt in (Prompt.RIGHT_NUMBER, Prompt.ENOUGH):
        return Pressing(hold=True, final=True) if seat.counted == cards else _TAP
    return None


def _counting(seat: SeatView, wanted: Action, counts: int, sight: Sight) -> Pressing | None:
    if seat.counted < counts:
        return None if seat.prompt is Prompt.ENOUGH else _TAP
    if seat.counted > counts:
        return _TAP  # after the most it starts again
    if isinstance(wanted, Correct):
        return Pressing(hold=True, final=True)
    if not counts:
        return None
    ranks = [rank for rank in sight.ranks() if sight.may(Play(sight.seat, counts, rank))]
    return Pressing(hold=True, final=len(ranks) < 2)


def _round(ring: RingView, wanted: Action, sight: Sight) -> Pressing | None:
    """Step round a ring: to the option that leads to `wanted`, or else to the way back."""
    presses = [_taken(label, wanted, ring.asks, sight) for label in ring.labels]
    place = next((at for at, press in enumerate(presses) if press is not None), None)
    if place is not None:
        return presses[place] if place == ring.cursor else _TAP
    if not _back(ring.labels[-1]):
        return None
    return Pressing(hold=True) if ring.cursor == len(ring.labels) - 1 else _TAP


def _back(label: Spoken) -> bool:
    return isinstance(label, Message) and label.code == "move.back"


def _taken(label: Spoken, wanted: Action, asks: Asks, sight: Sight) -> Pressing | None:
    """Return the hold that takes `label`, if it leads to `wanted`."""
    if not _leads(label, wanted, asks, sight):
        return None
    tens = isinstance(label, str) and label.endswith("_")
    doubts = isinstance(wanted, (Doubt, Force))
    return Pressing(hold=True, final=_code(label) not in _OPENS and not tens, doubts=doubts)


def _leads(label: Spoken, wanted: Action, asks: Asks, sight: Sight) -> bool:
    """Return True if a choice of `label` leads to `wanted`."""
    match label, wanted:
        case Message(code="move.none"), Play(count=0):
            return True
        case Message(code=code), Guess() if code.startswith(("move.guess", "move.all-in")):
            return _same_wager(wanted, sight)
        case Message(code="move.wager"), Guess(guess=guess):
            bid = getattr(sight.game, "bid", None)
            return isinstance(bid, Guess) and bid.guess == guess
        case Message(code="move.both"), Guess():
            return not _same_wager(wanted, sight)
        case Message(code=code), Guess(wager=wager) if code.startswith("move.wager-"):
            return label["wager"] == wager
        case Message(code=code), _ if code in _KINDS:
            return isinstance(wanted, _KINDS[code])
        case AtSeat(number), Pick(new=new):
            return number == new
        case Rank() | Suit(), Play(rank=rank) | LayAway(rank=rank):
            return label is rank
        case str(), Guess(guess=guess, wager=wager):
            number = wager if asks is Asks.WAGER else guess
            return label in (str(number), f"{number // 10}_")
        case _:
            return False


def _same_wager(wanted: Guess, sight: Sight) -> bool:
    """Return True if a guess leaves its wager open: the first guess, or the lowest wager."""
    rules, bid = sight.rules, getattr(sight.game, "bid", None)
    if not isinstance(rules, WagerGame) or bid is None:
        return True
    if wanted.guess == bid.guess:
        return wanted.wager < getattr(sight.game, "highest_wager", 0)  # short of points: all in
    wagers = chain.from_iterable(rules.wagers(sight.game, wanted.guess))
    return wanted.wager == next(wagers, None)
