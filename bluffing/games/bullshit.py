"""Bullshit, also called Cheat or Fourshit, as Pagat has it, with the variants of Wikipedia.

Its named games are those that people play at home under other names.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Literal

from bluffing.cards import RANKS, Card, Rank
from bluffing.house import FOR_KIDS, LEAST_CARDS, Doubters, FirstClaim, Passing, SequenceHouse, Wild
from bluffing.message import Message, message
from bluffing.options import Lesson, Preset, Rule, Topic, rule
from bluffing.sequence import SequenceGame

_RANKS_OF = {
    52: RANKS,
    40: (*RANKS[:7], *RANKS[10:]),
    36: (Rank.ACE, *RANKS[5:]),
    32: (Rank.ACE, *RANKS[6:]),
}
"""Ranks of each pack: 40 cards are the pack of Italy and Spain; smaller packs lack low cards."""


@dataclass(frozen=True, kw_only=True)
class BullshitHouse(SequenceHouse):
    """House options in force, including the game's own."""

    cards_min: Annotated[int, LEAST_CARDS] = 1
    who_may_doubt: Doubters = "all"
    first_lead: Literal[
        "dealer_left", "random", "winner", "ace_spades", "ace_hearts", "ace_clubs"
    ] = "random"
    first_claim: FirstClaim = "ace"
    opening_face_up: bool = False
    ranks_down: bool = False
    either_way: bool = False
    next_claim: Literal["in_order", "same_or_next", "free"] = field(
        default="in_order", metadata={"words": "bullshit.option.next_claim"}
    )
    pack: Literal[52, 40, 36, 32] = 52
    play_on: bool = field(default=False, metadata={"words": "bullshit.option.play_on"})
    points: bool = False
    passing: Passing = "no"
    wild: Wild = "none"
    jokers: Literal[0, 2, 4] = 0
    five_player_packs: Annotated[int, range(1, 3)] = field(
        default=1, metadata={"words": "bullshit.option.five_player_packs"}
    )

    def clash(self) -> Message | None:
        """Refuse options that contradict each other, such as two directions of the ranks."""
        if self.next_claim != "in_order" and (self.either_way or self.ranks_down):
            return message("bullshit.next-claim-alone", next=self.next_claim)
        if self.starts_with_ace and self.first_claim == "leader":
            return message("bullshit.ace-begins", lead=self.first_lead)
        if self.wild == "twos" and Rank.TWO not in self.ranks:
            return message("bullshit.pack-without-twos", pack=self.pack)
        if self.play_on and self.points:
            return message("bullshit.play-on-and-points")
        both = self.either_way and self.ranks_down
        return message("bullshit.either-way-and-down") if both else super().clash()

    def which_rank(self) -> Message:
        """Extend the base: where ranks go either way, one of two ranks follows."""
        if self.either_way and self.rank_after_challenge == "continue":
            return message("bullshit.rank-after.either-way")
        return super().which_rank()

    @property
    def starts_with_ace(self) -> bool:
        """True if the player with a certain ace begins."""
        return self.first_lead.startswith("ace_")

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """Ranks in the pack, in their order."""
        return _RANKS_OF[self.pack]

    def deck(self, packs: int) -> tuple[Card, ...]:
        """Return every card of the packs, without the ranks that they lack, and the jokers."""
        kept = (*self.ranks, Rank.JOKER)
        return tuple(card for card in super().deck(packs) if card.rank in kept)

    def step(self) -> int:
        """Return 1, or -1 where the house's ranks go down."""
        return -1 if self.ranks_down else 1

    def packs(self, players: int) -> int:
        """Return one pack; for five players or more the house may use two."""
        return self.five_player_packs if players >= 5 else 1

    def tell(self) -> Iterator[Rule]:
        """Tell the whole game, Pagat's rules first."""
        packs = message("bullshit.packs.2") if self.five_player_packs == 2 else ""
        first = message(f"bullshit.first.{self.first_lead}")
        yield rule("bullshit.BS1", pack=self.pack, packs=packs, first=first)
        if self.pack != 52:
            yield rule(f"bullshit.pack.{self.pack}")
        yield self._claims()
        if self.opening_face_up:
            yield rule("bullshit.opening_face_up.on")
        yield from self.tell_wild()
        yield rule("bullshit.BS3" if self.who_may_doubt == "all" else "bullshit.BS3.next")
        yield rule("bullshit.BS4", leads=self.who_leads(), rank=self.which_rank())
        yield rule("bullshit.BS5")
        if self.play_on:
            yield rule("bullshit.play_on.on")
        if self.points:
            yield rule("bullshit.points.on")

    def _claims(self) -> Rule:
        """Return the rule of the rank that a player claims."""
        down = self.ranks_down
        values = {"cards": self.how_many(), "passing": self.may_pass()}
        if self.next_claim == "in_order":
            order = "either-way" if self.either_way else "down" if down else "up"
        else:
            order = self.next_claim.replace("_", "-")
        if self.first_claim == "leader":
            return rule("bullshit.BS2.leader", next=message(f"bullshit.next.{order}"), **values)
        if order in ("up", "down"):
            ranks = message("bullshit.ranks.ranks-down" if down else "bullshit.ranks")
            last = message("bullshit.last.ranks-down" if down else "bullshit.last")
            return rule("bullshit.BS2", ranks=ranks, last=last, **values)
        return rule(f"bullshit.BS2.{order}", **values)


BULLSHIT = SequenceGame(
    name="bullshit",
    aliases=("cheat", "fourshit"),
    seats=range(2, 11),
    usual=BullshitHouse(cards_max="none"),
    presets=(
        Preset("pagat"),
        Preset("down", (("ranks_down", True),)),
        Preset("either_way", (("either_way", True),)),
        Preset("big", (("five_player_packs", 2),)),
        Preset("kids", (*FOR_KIDS, ("cards_max", "4 x packs"))),
        Preset(
            "mogeln",
            (("cards_max", 1), ("first_claim", "leader")),
            title="Mogeln",
            language="de",
            aliases=("schummeln",),
            source="kartenspiele.net, spielregeln24.de, kartenspiele-regeln.de",
        ),
        Preset(
            "dubito",
            (("cards_max", 1), ("pack", 40), ("first_claim", "leader"), ("points", True)),
            title="Dubito",
            language="it",
            source="Dossena 2002, sapere.it, libero.it",
        ),
        Preset(
            "daut",
            (("first_lead", "dealer_left"),),
            title="Dauto",
            language="ja",
            aliases=("ダウト",),
            source="ja.wikibooks.org, sojudo.net, cardgame-rule.com",
        ),
        Preset("triche", title="Triche", language="fr", source="jeuxdecartes1.e-monsite.com"),
        Preset(
            "cheat_pass",
            (("passing", "turn"), ("five_player_packs", 2)),
            title="Cheat, with passes",
            language="en",
            source="Wikipedia (Cheat): a common British variant",
        ),
        Preset(
            "cheat_neighbours",
            (
                ("next_claim", "same_or_next"),
                ("first_claim", "leader"),
                ("opening_face_up", True),
                ("after_challenge", "winner_leads"),
                ("rank_after_challenge", "free"),
            ),
            title="Cheat, same or next",
            language="en",
            source="ravenblack.net",
        ),
        Preset(
            "cheat_guardian",
            (("either_way", True), ("first_claim", "leader")),
            title="Cheat, up or down",
            language="en",
            source="The Guardian, 22 Nov 2008",
        ),
        Preset(
            "bs_spades",
            (("first_lead", "ace_spades"),),
            title="BS",
            language="en",
            source="gamerules.org, instructables, partygamecentral",
        ),
    ),
    lessons=(
        Lesson(Topic.DEAL, ("BS1",)),
        Lesson(Topic.TURN, ("BS2",)),
        Lesson(Topic.DOUBT, ("BS3",)),
        Lesson(Topic.AFTER, ("BS4",)),
        Lesson(Topic.END, ("BS5",)),
    ),
)
