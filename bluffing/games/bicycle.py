"""I Doubt It as the Bicycle rule book has it: ranks go up, a heap in front of each player."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from bluffing.house import FOR_KIDS, SequenceHouse
from bluffing.message import Message, message
from bluffing.options import Lesson, Preset, Rule, Topic, rule, rules
from bluffing.sequence import SequenceGame


@dataclass(frozen=True, kw_only=True)
class BicycleHouse(SequenceHouse):
    """House options in force, including the game's own."""

    zero_claim: bool = False
    five_player_packs: Annotated[int, range(1, 3)] = 1
    doubter_takes_final_pile: bool = True
    points: bool = False
    deal_by: Literal["two_or_three", "one"] = "two_or_three"
    misdeal_adjusted = True

    def clash(self) -> Message | None:
        """Refuse two ways to lay no cards."""
        both = self.passing == "turn" and self.zero_claim
        return message("bicycle.passing-and-zero-claim") if both else super().clash()

    def packs(self, players: int) -> int:
        """Return two packs for six players or more; with five the house chooses."""
        if players == 5:
            return self.five_player_packs
        return 1 if players < 5 else 2

    def tell(self) -> Iterator[Rule]:
        """Tell the whole game, the book's rules first."""
        yield rule("bicycle.B1")
        five = message("bicycle.five.1" if self.five_player_packs == 1 else "bicycle.five")
        yield rule("bicycle.B2", pack=self.pack, five=five)
        yield rule("bicycle.B3")
        yield rule("bicycle.B4" if self.deal_by == "two_or_three" else "bicycle.B4.singly")
        yield from self.tell_start()
        first = "bicycle.B5.leader" if self.first_claim == "leader" else "bicycle.B5"
        yield rule(first, cards=self.how_many(), next=self.next_in_words())
        yield from self.tell_wild()
        if self.who_may_doubt == "next":
            yield rule("bicycle.B6.next")
        else:
            yield from rules("bicycle.B6", "bicycle.B7")
        yield rule("bicycle.B8")
        yield rule("bicycle.B9", leads=self.who_leads(), rank=self.which_rank())
        yield rule("bicycle.B10")
        if self.play_on:
            yield rule("sequence.play_on.on")
        if self.passing == "turn":
            yield rule("bicycle.B11.passing", passing=self.may_pass())
        else:
            yield rule("bicycle.B11.zero-claim" if self.zero_claim else "bicycle.B11")
        yield rule("bicycle.B12.points" if self.points else "bicycle.B12")
        yield rule(
            "bicycle.doubter_takes_final_pile.on"
            if self.doubter_takes_final_pile
            else "bicycle.doubter_takes_final_pile"
        )
        yield rule("bicycle.B13")


BICYCLE = SequenceGame(
    name="bicycle",
    aliases=("i_doubt_it", "i_doubt_it_bicycle"),
    seats=range(2, 13),
    heaps=True,
    usual=BicycleHouse(cards_max="4 x packs"),
    presets=(
        Preset("book"),
        Preset("points", (("points", True),)),
        Preset("kids", (*FOR_KIDS, ("zero_claim", True))),
        Preset("double", (("five_player_packs", 2),)),
    ),
    lessons=(
        Lesson(Topic.DEAL, ("B2", "B4", "starts")),
        Lesson(Topic.TURN, ("B5", "B11")),
        Lesson(Topic.DOUBT, ("B6", "B7")),
        Lesson(Topic.AFTER, ("B8", "B9")),
        Lesson(Topic.END, ("B10", "B12")),
    ),
)
