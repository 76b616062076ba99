"""Liar's Poker as the Tierney family plays it: only the player on turn may doubt.

The rules allow a game without end: all cards that leave a hand come back to a hand.

House rulings where the family's rules are silent: when all others have passed, the last player
leads any rank on top of the pile; and all others may doubt last cards, as passes can hand the right
to doubt all the way round.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Literal

from bluffing.house import LEAST_CARDS, House, Passing, Wild
from bluffing.options import Lesson, Preset, Rule, Topic, rule
from bluffing.stack import StackGame


@dataclass(frozen=True, kw_only=True)
class LiarsPokerHouse(House):
    """House options in force."""

    cards_min: Annotated[int, LEAST_CARDS] = 1
    passing: Passing = field(default="turn", metadata={"words": "liars-poker.option.passing"})
    loser_takes: Literal["pile", "none"] = "pile"
    wild: Wild = "none"
    jokers: Literal[0, 2] = 0

    def tell(self) -> Iterator[Rule]:
        """Tell the whole game, the family's rules first."""
        yield rule("liars-poker.LP1")
        yield rule("liars-poker.LP2", cards=self.how_many())
        yield from self.tell_wild()
        passes = self.passing == "turn"
        yield rule(
            "liars-poker.LP3" if passes else "liars-poker.LP3.no-pass", cards=self.how_many()
        )
        yield rule("liars-poker.LP4", leads=self.who_leads())
        yield rule("liars-poker.LP5")


LIARS_POKER = StackGame(
    name="liars_poker",
    aliases=("liars_poker_tierney_family",),
    seats=range(4, 5),
    races=False,
    usual=LiarsPokerHouse(after_challenge="winner_leads", cards_max=4),
    presets=(
        Preset("tierney"),
        Preset(
            "patient",
            (("last_card_window_ms", 15000), ("leaver", "leaves_play")),
        ),
    ),
    lessons=(
        Lesson(Topic.DEAL, ("LP1",)),
        Lesson(Topic.TURN, ("LP2",)),
        Lesson(Topic.ANSWER, ("LP3",)),
        Lesson(Topic.DOUBT, ("LP4",)),
        Lesson(Topic.END, ("LP5",)),
    ),
)
