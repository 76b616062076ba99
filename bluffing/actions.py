"""What players decide, and what the table finds out: everything that `apply` can be given.

A *move* is what one seat does and names that seat as `seat`. The other actions are what the
cards or the clock bring, and the procedures for what goes wrong at a real table.
"""

from dataclasses import dataclass, fields
from typing import get_args

from bluffing.cards import RANKS, Rank

_ORDER = {rank: i for i, rank in enumerate((*RANKS, Rank.JOKER))}


def _sorted(ranks: tuple[Rank, ...]) -> tuple[Rank, ...]:
    return tuple(sorted(ranks, key=_ORDER.__getitem__))


# --- moves ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """`seat` lays `count` cards face down and claims them to be of `rank`.

    `rank` may be None where the rules fix it; naming another than the required is refused.
    """

    seat: int
    count: int
    rank: Rank | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """`seat` lays nothing this time."""

    seat: int


@dataclass(frozen=True, slots=True)
class Show:
    """`seat` shows all cards left in the hand, a multiset as in Reveal, to win by them."""

    seat: int
    ranks: tuple[Rank, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "ranks", _sorted(self.ranks))


@dataclass(frozen=True, slots=True)
class Draw:
    """`seat` draws the top card of the stock instead of playing."""

    seat: int


@dataclass(frozen=True, slots=True)
class LayAway:
    """`seat` lays away all four cards of `rank`, shown: they leave the game."""

    seat: int
    rank: Rank


@dataclass(frozen=True, slots=True)
class Guess:
    """`seat` guesses that the answer is at least `guess` percent and wagers `wager` points.

    The first guess of a question opens it, each later one raises the one before.
    """

    seat: int
    guess: int
    wager: int


@dataclass(frozen=True, slots=True)
class Pick:
    """`seat` picks `new` to raise or doubt next."""

    seat: int
    new: int


@dataclass(frozen=True, slots=True)
class Doubt:
    """`seat` doubts the newest play, or the newest guess."""

    seat: int


@dataclass(frozen=True, slots=True)
class Force:
    """`seat` forces the claimant to produce a card of the claimed rank out of the hand."""

    seat: int


TurnMove = Play | Pass | Show | Draw | LayAway
Move = TurnMove | Guess | Pick | Doubt | Force

# --- what the cards, the question or the clock bring --------------------------------------


@dataclass(frozen=True, slots=True)
class Reveal:
    """The ranks that face up, a multiset: kept in the order A, 2 .. K, joker."""

    ranks: tuple[Rank, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "ranks", _sorted(self.ranks))


@dataclass(frozen=True, slots=True)
class Produce:
    """The card that a forced claimant produced; None when there is none, or a wrong one."""

    rank: Rank | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The true answer of the question, in percent, 0 to 100.

    `chance` is any whole number: out of it comes what a rule leaves to chance, such as who
    starts a sudden death. None leaves nothing to chance.
    """

    percent: float
    chance: int | None = None


@dataclass(frozen=True, slots=True)
class LetStand:
    """The last-card window ended and nobody doubted."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """So many rounds or minutes were played as the house gives a game: the fewest cards win."""


# --- procedures ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Correct:
    """The claimant laid another number than he said, noticed before a doubt: no penalty."""

    count: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Both parties agree, before a card is turned up, that the doubt was an accident."""


@dataclass(frozen=True, slots=True)
class Settle:
    """People settle a doubt without a reading: the play was `truth`, or a lie (False).

    Used when a party spoiled the reveal (and so is wrong), and to overrule a verdict. None:
    nobody can tell any more; the doubt is void, the play stands and can't be doubted again.
    """

    truth: bool | None


@dataclass(frozen=True, slots=True)
class Adjust:
    """A misdeal, or a card found in the wrong hand: one card's count moves between two seats."""

    giver: int
    taker: int


@dataclass(frozen=True, slots=True)
class Audit:
    """Everybody counted: the hands as they really are, one number a seat, and the table's cards."""

    hands: tuple[int, ...]
    table: int


@dataclass(frozen=True, slots=True)
class Leave:
    """`seat` leaves in the middle of the game."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discard:
    """The question is spoilt, say its answer leaked: a new one, and nobody loses anything."""


@dataclass(frozen=True, slots=True)
class Void:
    """The game can't go on: it is over and nobody has won."""


Procedure = Correct | Withdraw | Settle | Adjust | Audit | Leave | Discard | Void
Action = Move | Reveal | Produce | Answer | LetStand | TimeUp | Procedure

NUMBERS = {
    kind: tuple(field.name for field in fields(kind) if field.type is int)
    for kind in get_args(Action)
}
"""The fields of each action that must be whole numbers."""
