"""I Doubt It as CatsAtCards has it: ranks go down from the ace, one pile in the middle."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from bluffing.house import (
    FOR_KIDS,
    LEAST_CARDS,
    MAX_PACKS,
    Doubters,
    NextClaim,
    Passing,
    SequenceHouse,
    Wild,
)
from bluffing.options import Lesson, Preset, Rule, Topic, rule, rules
from bluffing.sequence import SequenceGame


@dataclass(frozen=True, kw_only=True)
class CatsAtCardsHouse(SequenceHouse):
    """House options in force, including the game's own."""

    number_of_packs: Literal["usual"] | Annotated[int, range(1, MAX_PACKS + 1)] = "usual"
    next_claim: NextClaim = "in_order"
    passing: Passing = "no"
    wild: Wild = "none"
    cards_min: Annotated[int, LEAST_CARDS] = 1
    who_may_doubt: Doubters = "all"
    jokers: Literal[0, 2, 4] = 0

    def step(self) -> int:
        """Return -1: the ranks go down."""
        return -1

    def packs(self, players: int) -> int:
        """Return two packs for six players or more; the house may use another number."""
        if self.number_of_packs != "usual":
            return self.number_of_packs
        return 1 if players < 6 else 2

    def tell(self) -> Iterator[Rule]:
        """Tell the whole game, the page's rules first."""
        if self.number_of_packs == "usual":
            yield rule("catsatcards.C1")
        else:
            yield rule("catsatcards.C1.packs", n=self.number_of_packs)
        yield rule("catsatcards.C2")
        in_order = self.next_claim == "in_order"
        yield rule("catsatcards.C3" if in_order else "catsatcards.C3.same-or-next")
        yield rule("catsatcards.C4", cards=self.how_many(), passing=self.may_pass())
        yield from self.tell_wild()
        yield rule("catsatcards.C5")
        yield rule("catsatcards.C6" if self.who_may_doubt == "all" else "catsatcards.C6.next")
        yield from rules("catsatcards.C7", "catsatcards.C8")
        yield rule("catsatcards.C9", leads=self.who_leads(), rank=self.which_rank())
        yield from rules("catsatcards.C10", "catsatcards.C11")


CATSATCARDS = SequenceGame(
    name="catsatcards",
    seats=range(3, 12),
    packs_by_choice=MAX_PACKS,
    usual=CatsAtCardsHouse(tie_rule="dealer_left", cards_max="none"),
    presets=(
        Preset("page"),
        Preset("four", (("cards_max", "4 x packs"),)),
        Preset("kids", FOR_KIDS),
    ),
    lessons=(
        Lesson(Topic.DEAL, ("C1",)),
        Lesson(Topic.TURN, ("C3", "C4", "C5")),
        Lesson(Topic.DOUBT, ("C6", "C8")),
        Lesson(Topic.AFTER, ("C9",)),
        Lesson(Topic.END, ("C10",)),
    ),
)
