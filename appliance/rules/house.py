"""The house options of the games played in a fixed sequence of ranks.

Each option is described once, for the config errors, the documentation and the display; a
game's own file adds those that are its alone.
"""

from dataclasses import dataclass
from typing import Literal

from appliance.rules.options import Option

MAX_PACKS = 4
"""More packs than any published table of players asks for."""


@dataclass(frozen=True, slots=True)
class House:
    """The house options in force, each under its own key. Defaults: options of one game only."""

    tie_window_ms: int
    tie_rule: Literal["dealer_left", "player_left"]
    min_hold_ms: int
    last_card_window_ms: int
    after_challenge: Literal["rotation", "winner_leads", "taker_leads"]
    rank_after_challenge: Literal["continue", "repeat", "restart_ace"]
    max_cards: int | Literal["none", "4 x packs"]
    count_mismatch: Literal["lie", "correct_only"]
    zero_claim: bool = False
    five_player_packs: int = 1
    doubter_takes_final_pile: bool = True
    points: bool = False


def house_options(tie_rule: str, max_cards: str) -> tuple[Option, ...]:
    """The options that all sequence games share, with a game's own defaults for two of them."""
    return (
        Option(
            "tie_window_ms",
            default=10,
            allowed=(range(251),),
            says="Presses this many milliseconds or less after the first count as simultaneous.",
            source="House ruling: both games speak of simultaneous doubts and give no number.",
        ),
        Option(
            "tie_rule",
            default=tie_rule,
            allowed=("dealer_left", "player_left"),
            says="Which simultaneous doubter counts: the nearest to the left of the dealer, or of "
            "the player who laid the cards.",
            source="CatsAtCards measures from the dealer's left, Bicycle from the player's left.",
        ),
        Option(
            "min_hold_ms",
            default=3000,
            allowed=(range(10001),),
            says="The next play is not accepted before this many milliseconds have gone by.",
            source="CatsAtCards asks each player to wait a few moments before the next play.",
        ),
        Option(
            "last_card_window_ms",
            default=8000,
            allowed=(range(3000, 20001),),
            says="Milliseconds in which somebody's last cards can be doubted.",
            source="House ruling: both games let last cards be doubted and give no time.",
        ),
        Option(
            "after_challenge",
            default="rotation",
            allowed=("rotation", "winner_leads", "taker_leads"),
            says="Who plays after a doubt: the next seat, who was right, or who took the cards.",
            source="Bicycle: the player on the left, doubted or not. CatsAtCards is silent.",
        ),
        Option(
            "rank_after_challenge",
            default="continue",
            allowed=("continue", "repeat", "restart_ace"),
            says="The rank after a doubt: the next one, the doubted one again, or aces.",
            source="House ruling: Bicycle implies that the ranks go on, CatsAtCards is silent.",
        ),
        Option(
            "max_cards",
            default=max_cards,
            allowed=("none", "4 x packs", range(1, 52 * MAX_PACKS + 1)),
            says="The most cards in one play.",
            source="Bicycle: four, or eight with two packs. CatsAtCards: one or more.",
        ),
        Option(
            "count_mismatch",
            default="lie",
            allowed=("lie", "correct_only"),
            says="Another number of cards turned up than was claimed: a lie, or put right and "
            "judged by the ranks alone.",
            source="Bicycle: a play false in any respect is a lie. CatsAtCards names no penalty.",
        ),
    )
