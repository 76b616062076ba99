"""Events that `apply` returns beside the next state."""

from dataclasses import dataclass

from bluffing.actions import Adjust, Draw, Guess, LayAway, Pass, Pick, Show, TimeUp, Void
from bluffing.cards import Trait

# --- moves ---------------------------------------------------------------------------------

# these actions are their own events
Passed = Pass
Shown = Show  # the cards were right: the winner keeps them, else they leave the game
Drew = Draw
LaidAway = LayAway
Guessed = Guess  # the seat is the Confident Player now
Picked = Pick
Adjusted = Adjust
TimeCalled = TimeUp  # the game is over; the fewest cards win
Voided = Void  # the game is over without a winner


@dataclass(frozen=True, slots=True)
class Played:
    """`seat` laid `count` cards face down on the table and claimed them to be of `rank`."""

    seat: int
    count: int
    rank: Trait


@dataclass(frozen=True, slots=True)
class LastCards:
    """`seat` laid its last cards; it takes cards back only if the play is doubted and false."""

    seat: int


@dataclass(frozen=True, slots=True)
class Removed:
    """`count` cards, the whole table, left the game unseen."""

    count: int


_OfMoves = Played | LastCards | Passed | Removed | Shown | Drew | LaidAway | Guessed | Picked

# --- doubts --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Doubted:
    """`doubter` doubts the newest play or guess, which is `seat`'s."""

    doubter: int
    seat: int


@dataclass(frozen=True, slots=True)
class Forced:
    """`doubter` forces `seat` to produce a card of the claimed rank."""

    doubter: int
    seat: int


@dataclass(frozen=True, slots=True)
class Believed:
    """`believer` believes the newest play, which is `seat`'s: it is turned up."""

    believer: int
    seat: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """Verdict on the newest play: true or a lie (`truth`); `ranks` are the turned-up cards.

    Without ranks, the players settled the doubt themselves. `doubter` is None where a rule or a
    player who believed the play turned the cards up.
    """

    seat: int
    doubter: int | None
    truth: bool
    ranks: tuple[Trait, ...]


@dataclass(frozen=True, slots=True)
class Produced:
    """Forced by `doubter`, `seat` produced a card of the claimed rank, or none (None)."""

    seat: int
    doubter: int
    rank: Trait | None


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer (percent): `seat`'s guess was not above it (`truth`), or it was."""

    seat: int
    doubter: int
    percent: float
    truth: bool


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The doubt of `doubter` was withdrawn; the play can be doubted again."""

    doubter: int


@dataclass(frozen=True, slots=True)
class Stands:
    """The truth of `seat`'s play is unknown: the doubt is void and the play is final."""

    seat: int


_OfDoubts = Doubted | Forced | Believed | Verdict | Produced | Answered | Withdrawn | Stands

# --- what follows ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Took:
    """`seat` took `count` cards, the whole table, into the hand."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Owes:
    """`seat` lost a doubt and owes `forfeits`, which the players settle among themselves."""

    seat: int
    forfeits: int


@dataclass(frozen=True, slots=True)
class LostPoints:
    """`seat` lost `points`."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class SuddenDeath:
    """`seats` are tied for the lead and play on with one point each; all others are out."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WentOut:
    """`seat` is rid of all cards (or, in sudden death, of the last point) and plays no more."""

    seat: int


@dataclass(frozen=True, slots=True)
class CameBack:
    """`seat` was out but has cards after all: it plays on, and any win of it is void."""

    seat: int


@dataclass(frozen=True, slots=True)
class Won:
    """`seat` has won; where players play on for places, it is the first to go out."""

    seat: int


@dataclass(frozen=True, slots=True)
class Tied:
    """`seats` share the win: time was up, and they hold the same number of cards, the fewest."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lost:
    """`seat` is the last to hold cards: the game is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class Paid:
    """Each seat pays its part to `seat`; `parts[seat]` is 0. Only where points are played."""

    seat: int
    parts: tuple[int, ...]


_WhatFollows = (
    Took | Owes | LostPoints | SuddenDeath | WentOut | CameBack | Won | Tied | Lost | Paid
)

# --- procedures ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Corrected:
    """The number of the newest play was corrected before a doubt."""

    seat: int
    was: int
    count: int


@dataclass(frozen=True, slots=True)
class Audited:
    """The cards were counted; `was` holds the hands before the count."""

    was: tuple[int, ...]
    hands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rescored:
    """The points of `seat` were set by hand to `points`; they were `was`."""

    seat: int
    was: int
    points: int


@dataclass(frozen=True, slots=True)
class Left:
    """`seat` left the game; its `count` cards joined the table, or left the game with it."""

    seat: int
    count: int
    to_table: bool = False


@dataclass(frozen=True, slots=True)
class Discarded:
    """The question was discarded; `seat` starts again."""

    seat: int


_OfProcedures = Corrected | Adjusted | Audited | Rescored | Left | Discarded | TimeCalled | Voided

Event = _OfMoves | _OfDoubts | _WhatFollows | _OfProcedures
