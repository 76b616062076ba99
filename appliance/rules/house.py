"""The house options of the games with cards.

Each option is described once, for the config errors, the documentation and the display; a
game's own file adds those that are its alone, and the class that holds them.
"""

from dataclasses import dataclass
from typing import Literal, TypeVar

from appliance.rules.options import Option

MAX_PACKS = 4
"""More packs than any published table of players asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The house options of every game with cards, as they are in force, each under its own key.

    A game with options of its own extends this class in its own file. `after_challenge` has a
    default because a game's rules may leave no choice there.
    """

    tie_window_ms: int
    tie_rule: Literal["dealer_left", "player_left"]
    min_hold_ms: int
    last_card_window_ms: int
    max_cards: int | Literal["none", "4 x packs"]
    count_mismatch: Literal["lie", "correct_only"]
    withdraw_ms: int
    leaver: Literal["void", "joins_table", "leaves_play"]
    after_challenge: Literal["rotation", "winner_leads", "taker_leads"] = "rotation"


@dataclass(frozen=True, slots=True, kw_only=True)
class SequenceHouse(House):
    """What the games add in which the rank to claim follows a sequence."""

    rank_after_challenge: Literal["continue", "repeat", "restart_ace"]


H = TypeVar("H", bound=House)


def card_options(
    *, tie_rule: str, after_challenge: str, max_cards: int | str, leaver: str
) -> tuple[Option, ...]:
    """The options that all games with cards share, with a game's own defaults for some."""
    return (
        Option("tie_window_ms", default=10, allowed=(range(251),)),
        Option("tie_rule", default=tie_rule, allowed=("dealer_left", "player_left")),
        Option("min_hold_ms", default=3000, allowed=(range(10001),)),
        Option("last_card_window_ms", default=8000, allowed=(range(3000, 20001),)),
        Option(
            "after_challenge",
            default=after_challenge,
            allowed=("rotation", "winner_leads", "taker_leads"),
        ),
        Option(
            "max_cards",
            default=max_cards,
            allowed=("none", "4 x packs", range(1, 52 * MAX_PACKS + 1)),
        ),
        Option("count_mismatch", default="lie", allowed=("lie", "correct_only")),
        Option("withdraw_ms", default=2000, allowed=(range(10001),)),
        Option("leaver", default=leaver, allowed=("void", "joins_table", "leaves_play")),
    )


def sequence_options(tie_rule: str, max_cards: str) -> tuple[Option, ...]:
    """The options of the games in which the rank to claim follows a sequence."""
    return (
        *card_options(
            tie_rule=tie_rule, after_challenge="rotation", max_cards=max_cards, leaver="void"
        ),
        Option(
            "rank_after_challenge",
            default="continue",
            allowed=("continue", "repeat", "restart_ace"),
        ),
    )
