"""What every ruleset shares: actions in, events out, and the shape of a ruleset.

A ruleset is a pure referee. It knows what a table can know (counts, claims, who doubted,
which ranks were turned up) and nothing else: no clock, no chance, no hidden hands.
Seats are 0..n-1 clockwise, so the seat on somebody's left is `(seat + 1) % n`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from appliance.rules.cards import RANKS, Rank
from appliance.rules.options import Option, Value

_ORDER = {rank: i for i, rank in enumerate((*RANKS, Rank.JOKER))}


class Refused(Exception):  # noqa: N818 - the vocabulary's word; a refusal is an answer, not a fault
    """The action is not legal now; the message says why, in words for a player."""


class Phase(StrEnum):
    """Where a game stands, as far as the table has to know."""

    READY = "ready"  # the seat on turn must act; nothing can be doubted
    OPEN = "open"  # the last play can be doubted until the next one is registered
    LAST_CARDS = (
        "last_cards"  # as OPEN, but the claimant's hand is empty: no play until the window ends
    )
    REVEAL = "reveal"  # doubted: the cards of the last play are to be turned up
    OVER = "over"


# --- actions: what players decide ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """`seat` lays `count` cards face down and claims them to be of `rank`.

    `rank` may be None where the rules fix it; naming another than the required is refused.
    """

    seat: int
    count: int
    rank: Rank | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """`seat` doubts the newest play."""

    seat: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """The ranks that face up, a multiset: kept in the order A, 2 .. K, joker."""

    ranks: tuple[Rank, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "ranks", tuple(sorted(self.ranks, key=_ORDER.__getitem__)))


@dataclass(frozen=True, slots=True)
class LetStand:
    """The last-card window ended and nobody doubted."""


@dataclass(frozen=True, slots=True)
class Correct:
    """The claimant laid another number than he said, noticed before a doubt: no penalty."""

    count: int


@dataclass(frozen=True, slots=True)
class Adjust:
    """A misdeal: one card's count moves from seat `giver` to seat `taker` before the first play."""

    giver: int
    taker: int


Action = Play | Doubt | Reveal | LetStand | Correct | Adjust


# --- events: what happened ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """Cards went face down on the table under a claim."""

    seat: int
    count: int
    rank: Rank


@dataclass(frozen=True, slots=True)
class LastCards:
    """The claimant has no cards left and wins unless the play is doubted and false."""

    seat: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """The number of the newest play was put right before a doubt."""

    seat: int
    was: int
    count: int


@dataclass(frozen=True, slots=True)
class Adjusted:
    """One card's count moved between two seats after the deal."""

    giver: int
    taker: int


@dataclass(frozen=True, slots=True)
class Doubted:
    """`doubter` doubts the newest play, which is `seat`'s."""

    doubter: int
    seat: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The doubted play was `truth` or not; `ranks` are the cards that were turned up."""

    seat: int
    doubter: int
    truth: bool
    ranks: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class Took:
    """`seat` took `count` cards, the whole table, into the hand."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Won:
    """The game is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class Paid:
    """Each seat pays its part to `seat`; `parts[seat]` is 0. Only where points are played."""

    seat: int
    parts: tuple[int, ...]


Event = Played | LastCards | Corrected | Adjusted | Doubted | Verdict | Took | Won | Paid


# --- state and ruleset ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Claim:
    """The newest play: who laid how many cards as what."""

    seat: int
    count: int
    rank: Rank


@dataclass(frozen=True, slots=True)
class Setup:
    """How one game starts. None means: as the rules say for that number of players."""

    players: int
    dealer: int = 0
    packs: int | None = None
    hands: tuple[int, ...] | None = None


class State(Protocol):
    """What the table and the display may read off any ruleset's state. States are frozen."""

    @property
    def phase(self) -> Phase:
        """Where the game stands."""

    @property
    def dealer(self) -> int:
        """The seat that dealt."""

    @property
    def packs(self) -> int:
        """How many packs are in the game."""

    @property
    def turn(self) -> int:
        """The seat that plays next (in LAST_CARDS and REVEAL: the seat that would)."""

    @property
    def required(self) -> Rank | None:
        """The rank that the next play must claim; None when the leader is free."""

    @property
    def hands(self) -> tuple[int, ...]:
        """Cards in hand, one number a seat."""

    @property
    def heaps(self) -> tuple[int, ...]:
        """Cards on the table, by the seat that laid them since the table was last taken."""

    @property
    def claim(self) -> Claim | None:
        """The newest play, while it can be or is being doubted; else None."""

    @property
    def doubter(self) -> int | None:
        """Who doubts the newest play, while its cards are to be turned up; else None."""

    @property
    def winner(self) -> int | None:
        """Who has won, once the game is over; else None."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The waiting rules that a table keeps for a ruleset, in milliseconds."""

    tie_window_ms: int
    min_hold_ms: int
    last_card_window_ms: int


S = TypeVar("S", bound=State)


class Ruleset(Protocol[S]):
    """One game, exactly. Implementations are stateless; all a game knows is in its State."""

    @property
    def name(self) -> str:
        """What settings and scenario files call the game."""

    @property
    def title(self) -> str:
        """What people call the game."""

    @property
    def seats(self) -> range:
        """How many may play."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The house options that the game understands."""

    @property
    def heaps(self) -> bool:
        """Whether undoubted cards lie in front of each player; else in one pile."""

    def start(self, setup: Setup, options: Mapping[str, Value]) -> S:
        """A new game. Raises Refused when the set-up or an option is not legal."""

    def timing(self, state: S) -> Timing:
        """The waiting rules that the table keeps in `state`."""

    def refusal(self, state: S, action: Action) -> str | None:
        """Why `action` is not legal in `state`, or None: the one place that knows."""

    def legal_actions(self, state: S) -> Iterator[Action]:
        """Every action that `apply` accepts, lazily: reveals alone can be many thousands."""

    def apply(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
        """The state after `action`. Raises Refused and changes nothing when it is not legal."""

    def tie_words(self, state: S) -> str:
        """The rule behind `tie_order`, for the photo finish: "nearest to the player's left"."""

    def tie_order(self, state: S) -> tuple[int, ...]:
        """Every seat that may doubt the newest play, the one that wins a true tie first."""
