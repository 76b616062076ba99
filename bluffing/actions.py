"""Actions that `apply` accepts: decisions of players and findings of the table.

A *move* is the action of one seat and names that seat as `seat`. The other actions come from the
cards or the clock, or are the procedures for what goes wrong at a real table.
"""

from dataclasses import dataclass, fields
from typing import get_args

from bluffing.cards import RANKS, Rank, Suit, Trait

_ORDER = {trait: i for i, trait in enumerate((*RANKS, *Suit, Rank.JOKER))}


def _sorted(ranks: tuple[Trait, ...]) -> tuple[Trait, ...]:
    return tuple(sorted(ranks, key=_ORDER.__getitem__))


# --- moves ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """`seat` lays `count` cards face down and claims them to be of `rank`; in some games of a suit.

    `rank` may be None where the rules fix it; the rules refuse any other rank than the required
    one.
    """

    seat: int
    count: int
    rank: Trait | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """`seat` passes and lays no cards."""

    seat: int


@dataclass(frozen=True, slots=True)
class Show:
    """`seat` shows all cards left in the hand to win by them: a multiset, as in Reveal."""

    seat: int
    ranks: tuple[Trait, ...]

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
    rank: Trait


@dataclass(frozen=True, slots=True)
class Believe:
    """`seat` believes the newest play instead of laying cards: it is turned up."""

    seat: int


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


TurnMove = Play | Pass | Show | Draw | LayAway | Believe
Move = TurnMove | Guess | Pick | Doubt | Force

# --- what the cards, the question or the clock bring --------------------------------------


@dataclass(frozen=True, slots=True)
class Reveal:
    """Ranks or suits of the cards that face up: a multiset, sorted A, 2 .. K, C, D, H, S, joker."""

    ranks: tuple[Trait, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "ranks", _sorted(self.ranks))


@dataclass(frozen=True, slots=True)
class Produce:
    """Card that a forced claimant produced; None for no card or a wrong one."""

    rank: Trait | None


@dataclass(frozen=True, slots=True)
class Answer:
    """True answer of the question, in percent, 0 to 100.

    `chance` is any whole number; it decides what a rule leaves to chance, such as the starter of a
    sudden death. None leaves nothing to chance.
    """

    percent: float
    chance: int | None = None


@dataclass(frozen=True, slots=True)
class LetStand:
    """The last-card window ended without a doubt."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A limit of the house is reached: that of a game, which ends it, or that of a guess."""


# --- procedures ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Correct:
    """The claimant laid another number than announced, noticed before a doubt: no penalty."""

    count: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Both parties agree, before a card is turned up, that the doubt was an accident."""


@dataclass(frozen=True, slots=True)
class Settle:
    """Players settle a doubt without a reading: the play was true (`truth`), or a lie (False).

    They use it when a party spoiled the reveal (and so is wrong), and to overrule a verdict. None
    means that the truth can't be established: the doubt is void, the play stands and can't be
    doubted again.
    """

    truth: bool | None


@dataclass(frozen=True, slots=True)
class Adjust:
    """One card's count moves from `giver` to `taker`: a misdeal, or a card in the wrong hand."""

    giver: int
    taker: int


@dataclass(frozen=True, slots=True)
class Audit:
    """Count of all cards: `hands` has the true number of each seat, `table` the table's."""

    hands: tuple[int, ...]
    table: int


@dataclass(frozen=True, slots=True)
class Rescore:
    """The points of `seat` are set by hand to `points`."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Leave:
    """`seat` leaves in the middle of the game."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discard:
    """A spoilt question, say one with a leaked answer, is replaced; no seat loses points."""


@dataclass(frozen=True, slots=True)
class Void:
    """The game can't go on and ends without a winner."""


Procedure = Correct | Withdraw | Settle | Adjust | Audit | Rescore | Leave | Discard | Void
Action = Move | Reveal | Produce | Answer | LetStand | TimeUp | Procedure

NUMBERS = {
    kind: tuple(field.name for field in fields(kind) if field.type is int)
    for kind in get_args(Action)
}
"""Fields of each action that must be whole numbers."""
