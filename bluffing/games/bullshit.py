"""Bullshit, also called Cheat or Fourshit, as Pagat has it, with the variants of Wikipedia.

Its named games are those that people play at home under other names.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

from bluffing.house import FOR_KIDS, SequenceHouse
from bluffing.message import message
from bluffing.options import Lesson, Preset, Rule, Topic, rule
from bluffing.sequence import SequenceGame


@dataclass(frozen=True, kw_only=True)
class BullshitHouse(SequenceHouse):
    """House options in force, including the game's own."""

    points: bool = False
    five_player_packs: Annotated[int, range(1, 3)] = field(
        default=1, metadata={"words": "bullshit.option.five_player_packs"}
    )

    def packs(self, players: int) -> int:
        """Return one pack; for five players or more the house may use two."""
        return self.five_player_packs if players >= 5 else 1

    def tell(self) -> Iterator[Rule]:
        """Tell the whole game, Pagat's rules first."""
        packs = message("bullshit.packs.2") if self.five_player_packs == 2 else ""
        yield rule("bullshit.BS1", pack=self.pack, packs=packs)
        yield from self.tell_start()
        leader = self.first_claim == "leader"
        values = {
            "cards": self.how_many(),
            "next": self.next_in_words(),
            "passing": self.may_pass(),
        }
        yield rule("bullshit.BS2.leader" if leader else "bullshit.BS2", **values)
        yield from self.tell_wild()
        yield rule("bullshit.BS3" if self.who_may_doubt == "all" else "bullshit.BS3.next")
        yield rule("bullshit.BS4", leads=self.who_leads(), rank=self.which_rank())
        yield rule("bullshit.BS5")
        if self.play_on:
            yield rule("sequence.play_on.on")
        if self.points:
            yield rule("bullshit.points.on")


BULLSHIT = SequenceGame(
    name="bullshit",
    aliases=("cheat", "fourshit"),
    seats=range(2, 11),
    usual=BullshitHouse(cards_max="none", starts="random"),
    presets=(
        Preset("pagat"),
        Preset("down", (("next_claim", "down"),)),
        Preset("either_way", (("next_claim", "up_or_down"),)),
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
            (
                ("cards_max", 1),
                ("pack", 40),
                ("first_claim", "leader"),
                ("direction", "anticlockwise"),
                ("points", True),
            ),
            title="Dubito",
            language="it",
            source="Dossena 2002, sapere.it, libero.it",
        ),
        Preset(
            "daut",
            (("starts", "dealer_left"),),
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
            (("next_claim", "up_or_down"), ("first_claim", "leader")),
            title="Cheat, up or down",
            language="en",
            source="The Guardian, 22 Nov 2008",
        ),
        Preset(
            "bs_spades",
            (("starts", "ace_spades"),),
            title="BS",
            language="en",
            source="gamerules.org, instructables, partygamecentral",
        ),
    ),
    lessons=(
        Lesson(Topic.DEAL, ("BS1", "starts")),
        Lesson(Topic.TURN, ("BS2",)),
        Lesson(Topic.DOUBT, ("BS3",)),
        Lesson(Topic.AFTER, ("BS4",)),
        Lesson(Topic.END, ("BS5",)),
    ),
)
