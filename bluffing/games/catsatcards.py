"""I Doubt It as CatsAtCards has it: ranks go down from the ace, one pile in the middle."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from bluffing.house import FOR_KIDS, MAX_PACKS, SequenceHouse
from bluffing.options import Lesson, Preset, Rule, Topic, rule, rules
from bluffing.sequence import SequenceGame


@dataclass(frozen=True, kw_only=True)
class CatsAtCardsHouse(SequenceHouse):
    """House options in force, including the game's own."""

    number_of_packs: Literal["usual"] | Annotated[int, range(1, MAX_PACKS + 1)] = "usual"

    def packs(self, players: int) -> int:
        """Return two packs for six players or more; the house may use another number."""
        if self.number_of_packs != "usual":
            return self.number_of_packs
        return 1 if players < 6 else 2

    def tell(self) -> Iterator[Rule]:
        """Tell the whole game, the page's rules first."""
        if self.number_of_packs == "usual":
            yield rule("catsatcards.C1", pack=self.pack)
        else:
            yield rule("catsatcards.C1.packs", n=self.number_of_packs, pack=self.pack)
        yield rule("catsatcards.C2")
        yield from self.tell_start()
        leader = self.first_claim == "leader"
        first = "catsatcards.C3.leader" if leader else "catsatcards.C3"
        yield rule(first, next=self.next_in_words())
        yield rule("catsatcards.C4", cards=self.how_many(), passing=self.may_pass())
        yield from self.tell_wild()
        yield rule("catsatcards.C5")
        yield rule("catsatcards.C6" if self.who_may_doubt == "all" else "catsatcards.C6.next")
        yield from rules("catsatcards.C7", "catsatcards.C8")
        yield rule("catsatcards.C9", leads=self.who_leads(), rank=self.which_rank())
        yield rule("catsatcards.C10")
        if self.play_on:
            yield rule("sequence.play_on.on")
        yield rule("catsatcards.C11")


CATSATCARDS = SequenceGame(
    name="catsatcards",
    aliases=("i_doubt_it_catsatcards",),
    seats=range(3, 12),
    packs_by_choice=MAX_PACKS,
    usual=CatsAtCardsHouse(tie_rule="dealer_left", cards_max="none", next_claim="down"),
    presets=(
        Preset("page"),
        Preset("four", (("cards_max", "4 x packs"),)),
        Preset("kids", FOR_KIDS),
    ),
    lessons=(
        Lesson(Topic.DEAL, ("C1", "starts")),
        Lesson(Topic.TURN, ("C3", "C4", "C5")),
        Lesson(Topic.DOUBT, ("C6", "C8")),
        Lesson(Topic.AFTER, ("C9",)),
        Lesson(Topic.END, ("C10",)),
    ),
)
