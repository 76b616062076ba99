"""The house options of the games with cards, and what they come to in play."""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias, TypeVar

from appliance.rules.cards import Card, pack
from appliance.rules.options import Options, Value

MAX_PACKS = 4
"""More packs than any published table of players asks for."""

Leader: TypeAlias = Literal["rotation", "winner_leads", "taker_leads"]

FOR_KIDS: tuple[tuple[str, Value], ...] = (
    ("min_hold_ms", 5000),
    ("last_card_window_ms", 15000),
    ("withdraw_ms", 10000),
    ("count_mismatch", "correct_only"),
)
"""A preset with more time, in which a wrong count is no lie."""


@dataclass(frozen=True, slots=True)
class Means:
    """What a game's own options come to, for the mechanism that it shares with other games.

    Attributes:
        least: The fewest cards that one play may count.
        step: By how many ranks a sequence goes on; negative where it goes down.
        jokers: How many jokers a pack has; they are wild then.
        pays: Whether the others pay the winner for the cards left in their hands.
        shows_last: Whether last cards are turned up without a doubt.
        leaves_final_table: Whether nobody takes the table when true last cards end the game.
        locks: Whether who has passed lays no more until the next lead.
        plays_on: Whether the others play on when somebody is out.
        last_passes_too: Whether the player of the newest cards, too, must have passed before he
            leads anew.
        adjusts: Whether a misdeal is put right by moving counts even before the first play,
            instead of by a new deal.
    """

    least: int = 1
    step: int = 1
    jokers: int = 0
    pays: bool = False
    shows_last: bool = False
    leaves_final_table: bool = False
    locks: bool = False
    plays_on: bool = False
    last_passes_too: bool = False
    adjusts: bool = False


@dataclass(frozen=True, kw_only=True)
class House(Options):
    """The house options of every game with cards, as they are in force.

    A game extends this class in its own file by its rules, and by options of its own if any.
    """

    tie_window_ms: Annotated[int, range(251)] = 10
    tie_rule: Literal["dealer_left", "player_left"] = "player_left"
    min_hold_ms: Annotated[int, range(10001)] = 3000
    last_card_window_ms: Annotated[int, range(3000, 20001)] = 8000
    after_challenge: Leader = "rotation"
    max_cards: Literal["none", "4 x packs"] | Annotated[int, range(1, 52 * MAX_PACKS + 1)]
    count_mismatch: Literal["lie", "correct_only"] = "lie"
    withdraw_ms: Annotated[int, range(10001)] = 2000
    leaver: Literal["void", "joins_table", "leaves_play"] = "void"

    def means(self) -> Means:
        """What the game's own options come to."""
        return Means()

    def cards(self) -> tuple[Card, ...]:
        """Every card of one pack."""
        return pack(self.means().jokers)


H = TypeVar("H", bound=House)


@dataclass(frozen=True, kw_only=True)
class SequenceHouse(House):
    """The options of the games in which the rank to claim follows a sequence."""

    rank_after_challenge: Literal["continue", "repeat", "restart_ace"] = "continue"

    def packs(self, players: int) -> int:
        """How many packs so many players need."""
        raise NotImplementedError
