"""Bullshit, also called Cheat or Fourshit, as Pagat has it, with the variants of Wikipedia.

A published variant that is not offered: a fixed number of cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Literal

from bluffing.house import FOR_KIDS, NextClaim, Passing, SequenceHouse, Wild
from bluffing.message import Message, message
from bluffing.options import Lesson, Preset, Rule, Topic, rule
from bluffing.sequence import SequenceGame


@dataclass(frozen=True, kw_only=True)
class BullshitHouse(SequenceHouse):
    """The house options in force, with the game's own."""

    first_lead: Literal["dealer_left", "random", "winner"] = "random"
    ranks_down: bool = False
    either_way: bool = False
    next_claim: NextClaim = "in_order"
    passing: Passing = "no"
    wild: Wild = "none"
    jokers: Literal[0, 2, 4] = 0
    five_player_packs: Annotated[int, range(1, 3)] = field(
        default=1, metadata={"words": "bullshit.option.five_player_packs"}
    )

    def clash(self) -> Message | None:
        """Refuse ranks that go more ways than one."""
        if self.next_claim == "same_or_next" and (self.either_way or self.ranks_down):
            return message("bullshit.same-or-next-alone")
        both = self.either_way and self.ranks_down
        return message("bullshit.either-way-and-down") if both else super().clash()

    def which_rank(self) -> Message:
        """As the base has it; where ranks go either way, one of two follows."""
        if self.either_way and self.rank_after_challenge == "continue":
            return message("bullshit.rank-after.either-way")
        return super().which_rank()

    def step(self) -> int:
        """By house option the ranks go down."""
        return -1 if self.ranks_down else 1

    def packs(self, players: int) -> int:
        """One pack; the house may use two from five players on."""
        return self.five_player_packs if players >= 5 else 1

    def tell(self) -> Iterator[Rule]:
        """The whole game, Pagat's rules first."""
        packs = message("bullshit.packs.2") if self.five_player_packs == 2 else ""
        first = message(f"bullshit.first.{self.first_lead}")
        yield rule("bullshit.BS1", packs=packs, first=first)
        down = self.ranks_down
        ranks = message("bullshit.ranks.ranks-down" if down else "bullshit.ranks")
        last = message("bullshit.last.ranks-down" if down else "bullshit.last")
        values = {"cards": self.how_many(), "passing": self.may_pass()}
        if self.next_claim == "same_or_next":
            yield rule("bullshit.BS2.same-or-next", **values)
        elif self.either_way:
            yield rule("bullshit.BS2.either-way", **values)
        else:
            yield rule("bullshit.BS2", ranks=ranks, last=last, **values)
        yield from self.tell_wild()
        yield rule("bullshit.BS3")
        yield rule("bullshit.BS4", leads=self.who_leads(), rank=self.which_rank())
        yield rule("bullshit.BS5")


BULLSHIT = SequenceGame(
    name="bullshit",
    aliases=("cheat", "fourshit"),
    seats=range(2, 11),
    usual=BullshitHouse(max_cards="none"),
    presets=(
        Preset("pagat"),
        Preset("down", (("ranks_down", True),)),
        Preset("either_way", (("either_way", True),)),
        Preset("big", (("five_player_packs", 2),)),
        Preset("kids", (*FOR_KIDS, ("max_cards", "4 x packs"))),
    ),
    lessons=(
        Lesson(Topic.DEAL, ("BS1",)),
        Lesson(Topic.TURN, ("BS2",)),
        Lesson(Topic.DOUBT, ("BS3",)),
        Lesson(Topic.AFTER, ("BS4",)),
        Lesson(Topic.END, ("BS5",)),
    ),
)
